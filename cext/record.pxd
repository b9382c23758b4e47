"""Appends rows to caller-owned tables.  Knows columns, not rules."""
from libc.string cimport memset

from cext.bits cimport count
from cext.game cimport NOBODY, RecorderC, SeatC, TableC
from cext.records cimport BuildingRowC, MarkerRowC, PlacementRowC, PlayerRowC
from cext.types cimport *


cdef inline void record_play(TableC *t, int seat, int card, int placement, int via) noexcept nogil:
    cdef RecorderC *rec = t.record
    cdef PlacementRowC *row
    if rec.placements == NULL:
        return
    if rec.n_placements >= rec.max_placements:
        rec.full = 1
        return
    row = &rec.placements[rec.n_placements]
    memset(row, 0, sizeof(PlacementRowC))
    row.block = t.block
    row.game = t.game
    row.seat = seat
    row.bot = t.seat_bot[seat]
    row.round = t.g.board.round
    row.placement = placement
    row.via = via
    row.card = card + 1
    rec.card_row[card] = rec.n_placements
    rec.n_placements += 1


cdef inline void record_use(TableC *t, int card, int uses, int vp) noexcept nogil:
    """A card on a farm did something."""
    cdef RecorderC *rec = t.record
    if rec.placements != NULL and not rec.full:
        rec.placements[rec.card_row[card]].uses += uses
        rec.placements[rec.card_row[card]].vp += vp


cdef inline void record_left(TableC *t, int card, int completed) noexcept nogil:
    """A card left a farm: its barrow was completed, or it was discarded for another."""
    cdef RecorderC *rec = t.record
    if rec.placements != NULL and not rec.full:
        rec.placements[rec.card_row[card]].done_round = t.g.board.round
        rec.placements[rec.card_row[card]].completed = completed


cdef inline void record_building(
    TableC *t, int seat, int building, int vp_first, int vp_opening, int vp_round
) noexcept nogil:
    cdef RecorderC *rec = t.record
    cdef BuildingRowC *row
    if rec.buildings == NULL:
        return
    if rec.n_buildings >= rec.max_buildings:
        rec.full = 1
        return
    row = &rec.buildings[rec.n_buildings]
    memset(row, 0, sizeof(BuildingRowC))
    row.block = t.block
    row.game = t.game
    row.seat = seat
    row.bot = t.seat_bot[seat]
    row.round = t.g.board.round
    row.building = building + 1
    row.place = t.g.board.finishers[building]
    row.order = t.g.seats[seat].buildings_done
    row.vp_first = vp_first
    row.vp_opening = vp_opening
    row.vp_round = vp_round
    rec.building_row[seat * 6 + building] = rec.n_buildings
    rec.n_buildings += 1


cdef inline void record_building_effect(
    TableC *t, int seat, int building, int at_once, int lasting
) noexcept nogil:
    cdef RecorderC *rec = t.record
    if rec.buildings != NULL and not rec.full:
        rec.buildings[rec.building_row[seat * 6 + building]].vp_effect += at_once
        rec.buildings[rec.building_row[seat * 6 + building]].vp_lasting += lasting


cdef inline void record_marker(
    TableC *t, int seat, int hex, int value, int card, int removals, int vp
) noexcept nogil:
    """A market marker was placed; card is an index, or NOBODY."""
    cdef RecorderC *rec = t.record
    cdef MarkerRowC *row
    if rec.markers == NULL:
        return
    if rec.n_markers >= rec.max_markers:
        rec.full = 1
        return
    row = &rec.markers[rec.n_markers]
    memset(row, 0, sizeof(MarkerRowC))
    row.block = t.block
    row.game = t.game
    row.seat = seat
    row.bot = t.seat_bot[seat] if seat < t.g.board.n_seats else -1
    row.hex = hex
    row.value = value
    row.round_placed = t.g.board.round
    row.removed_by = -1
    row.card = card + 1 if card != NOBODY else 0
    row.removals = removals
    row.vp = vp
    rec.marker_row[hex] = rec.n_markers
    rec.n_markers += 1


cdef inline void record_marker_lost(TableC *t, int hex, int by) noexcept nogil:
    cdef RecorderC *rec = t.record
    if rec.markers != NULL and not rec.full:
        rec.markers[rec.marker_row[hex]].round_removed = t.g.board.round
        rec.markers[rec.marker_row[hex]].removed_by = by


cdef inline void record_marker_scored(TableC *t, int hex, int vp) noexcept nogil:
    cdef RecorderC *rec = t.record
    if rec.markers != NULL and not rec.full:
        rec.markers[rec.marker_row[hex]].rounds_scored += 1
        rec.markers[rec.marker_row[hex]].vp += vp


cdef inline void record_player(TableC *t, int seat, int rank, int winners) noexcept nogil:
    cdef RecorderC *rec = t.record
    cdef SeatC *p = &t.g.seats[seat]
    cdef PlayerRowC *row
    if rec.players == NULL:
        return
    if rec.n_players >= rec.max_players:
        rec.full = 1
        return
    row = &rec.players[rec.n_players]
    rec.n_players += 1
    row.block = t.block
    row.game = t.game
    row.seat = seat
    row.bot = t.seat_bot[seat]
    row.rank = rank
    row.winners = winners
    row.vp = p.have[GOOD_VP]
    row.silver = p.have[GOOD_SILVER]
    row.vp_start = p.vp_by[SOURCE_START]
    row.vp_barrows = p.vp_by[SOURCE_BARROWS]
    row.vp_removals = p.vp_by[SOURCE_REMOVALS]
    row.vp_market = p.vp_by[SOURCE_MARKET]
    row.vp_siesta = p.vp_by[SOURCE_SIESTA]
    row.vp_building_rounds = p.vp_by[SOURCE_BUILDING_ROUNDS]
    row.vp_building_bonuses = p.vp_by[SOURCE_BUILDING_BONUSES]
    row.vp_building_effects = p.vp_by[SOURCE_BUILDING_EFFECTS]
    row.vp_roofs = p.vp_by[SOURCE_ROOFS]
    row.vp_helpers = p.vp_by[SOURCE_HELPERS]
    row.vp_end_silver = p.vp_by[SOURCE_END_SILVER]
    row.vp_spent = p.vp_by[SOURCE_SPENT]
    row.fields = p.cards_played[PLACEMENT_FIELD]
    row.helpers = p.cards_played[PLACEMENT_HELPER]
    row.barrows = p.cards_played[PLACEMENT_BARROW]
    row.extensions = p.cards_played[PLACEMENT_EXTENSION]
    row.barrows_done = p.barrows_done
    row.buildings_done = p.buildings_done
    row.roofs = p.n_roofs
    row.cards_drawn = p.cards_drawn
    row.deliveries = p.deliveries
    row.extra_deliveries = p.extra_deliveries
    row.sold = p.n_sold
    row.bought = p.n_bought
    row.upgraded = p.n_upgraded
    row.cashed = p.n_cashed
    row.roofs_used = p.n_roofs_used
    row.helpers_used = p.n_helpers_used
    row.removals = p.n_removals
    row.removed = p.n_removed
    row.markers_end = count(p.markers)
    row.markers_peak = p.peak_markers
    row.first_rounds = p.first_rounds
    row.yields = p.yields
