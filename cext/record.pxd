"""Appends rows to caller-owned tables.  Knows columns, not rules."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from cext.bits cimport count, list_cards
from cext.game cimport NOBODY, RecorderC, SeatC, TableC
from cext.records cimport BuildingRowC, DealRowC, MarkerRowC, PlacementRowC, PlayerRowC
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


cdef inline PlacementRowC *placement_row(TableC *t, int card) noexcept nogil:
    """The row of a card that was played; NULL if it isn't recorded."""
    if t.record == NULL or t.record.placements == NULL or t.record.full:
        return NULL
    return &t.record.placements[t.record.card_row[card]]


cdef inline void record_taken(TableC *t, int card) noexcept nogil:
    """A field's good was used."""
    cdef PlacementRowC *row = placement_row(t, card)
    if row != NULL:
        row.used += 1


cdef inline void record_gift(TableC *t, int card, int silver, int goods) noexcept nogil:
    """What a helper put into its owner's dens, or on fields."""
    cdef PlacementRowC *row = placement_row(t, card)
    if row != NULL:
        row.silver += silver
        row.goods += goods


cdef inline void record_grant(TableC *t, int via, int card, int act, int n) noexcept nogil:
    """A play, upgrade or delivery that a helper (via VIA_HELPER) granted; ACT_MAIN: cards drawn."""
    cdef PlacementRowC *row = placement_row(t, card) if via == VIA_HELPER else NULL
    if row == NULL:
        return
    if act == ACT_GRANT_UPGRADE:
        row.upgrades += n
    elif act == ACT_GRANT_DELIVERY:
        row.deliveries += n
    else:
        row.cards += n


cdef inline void record_steps(TableC *t, int via, int card, int steps) noexcept nogil:
    """Siesta steps that a helper gave."""
    cdef PlacementRowC *row = placement_row(t, card) if via == VIA_HELPER else NULL
    if row != NULL:
        row.steps += steps


cdef inline PlacementRowC *icon_row(TableC *t, int seat, int icon, int nth) noexcept nogil:
    """The row of the extension with the seat's nth icon of a kind, in the order in which they were played."""
    cdef int32_t cards[128]
    cdef int n = list_cards(t.g.seats[seat].extensions, cards)
    cdef int32_t last = -1
    cdef int i, next
    while True:
        next = -1
        for i in range(n):
            if t.record.card_row[cards[i]] > last and (
                next < 0 or t.record.card_row[cards[i]] < t.record.card_row[next]
            ):
                next = cards[i]
        if next < 0:
            return NULL
        last = t.record.card_row[next]
        nth -= t.r.cards[next].icons[icon]
        if nth < 0:
            return placement_row(t, next)


cdef inline void record_extra(TableC *t, int seat, int before, int n) noexcept nogil:
    """T6: n extra deliveries were bought after `before` others; those beyond the usual limit need icons."""
    cdef int usual = t.r.v.extra_limit + t.g.seats[seat].modifiers[MODIFIER_EXTRA_DELIVERY_LIMIT]
    cdef PlacementRowC *row
    cdef int i
    if t.record == NULL or t.record.placements == NULL or t.record.full or t.r.v.icon_delivery <= 0:
        return
    for i in range(before if before > usual else usual, before + n):
        row = icon_row(t, seat, ICON_DELIVERY, (i - usual) // t.r.v.icon_delivery)
        if row != NULL:
            row.deliveries += 1


cdef inline void record_pigs(TableC *t, int seat) noexcept nogil:
    """At scoring: pigs beyond the usual spaces stand in those of den icons (F9)."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int beyond = p.have[GOOD_PIG] - t.r.v.pig_spaces - p.modifiers[MODIFIER_PIG_SPACE]
    cdef PlacementRowC *row
    cdef int i
    if t.record == NULL or t.record.placements == NULL or t.record.full or t.r.v.icon_den <= 0:
        return
    for i in range(beyond):
        row = icon_row(t, seat, ICON_DEN, i // t.r.v.icon_den)
        if row != NULL:
            row.pigs += 1


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
        rec.buildings[rec.building_row[seat * 6 + building]].lasting += lasting


cdef inline void record_lasting(TableC *t, int seat, int building, int n) noexcept nogil:
    """A lasting effect gave something else than vp."""
    cdef RecorderC *rec = t.record
    if rec != NULL and rec.buildings != NULL and not rec.full:
        rec.buildings[rec.building_row[seat * 6 + building]].lasting += n


cdef inline void record_marker(
    TableC *t, int seat, int hex, int value, int card, int removals, int vp
) noexcept nogil:
    """A market marker was placed; card is an index, or NOBODY."""
    cdef RecorderC *rec = t.record
    cdef PlacementRowC *barrow = placement_row(t, card) if card != NOBODY else NULL
    cdef MarkerRowC *row
    rec.barrow_row[hex] = -1
    if barrow != NULL:
        rec.barrow_row[hex] = rec.card_row[card]
        barrow.removals += removals
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
    row.removed_from = -1
    row.card = card + 1 if card != NOBODY else 0
    row.removals = removals
    row.vp = vp
    rec.marker_row[hex] = rec.n_markers
    rec.n_markers += 1


cdef inline void record_marker_lost(TableC *t, int hex, int by, int by_hex) noexcept nogil:
    cdef RecorderC *rec = t.record
    if rec.markers != NULL and not rec.full:
        rec.markers[rec.marker_row[hex]].round_removed = t.g.board.round
        rec.markers[rec.marker_row[hex]].removed_by = by
        rec.markers[rec.marker_row[hex]].removed_from = by_hex


cdef inline void record_marker_scored(TableC *t, int hex, int vp) noexcept nogil:
    cdef RecorderC *rec = t.record
    if rec.markers != NULL and not rec.full:
        rec.markers[rec.marker_row[hex]].rounds_scored += 1
        rec.markers[rec.marker_row[hex]].vp += vp
    if rec.placements != NULL and not rec.full and rec.barrow_row[hex] >= 0:
        rec.placements[rec.barrow_row[hex]].market += vp


cdef inline void record_deals(TableC *t) noexcept nogil:
    """The opening hands, once the draft is over."""
    cdef RecorderC *rec = t.record
    cdef DealRowC *row
    cdef int32_t cards[128]
    cdef int seat, i, n
    if rec.deals == NULL:
        return
    for seat in range(t.g.board.n_seats):
        n = list_cards(t.g.seats[seat].hand, cards)
        if rec.n_deals + n > rec.max_deals:
            rec.full = 1
            return
        for i in range(n):
            row = &rec.deals[rec.n_deals + i]
            row.block = t.block
            row.game = t.game
            row.seat = seat
            row.bot = t.seat_bot[seat]
            row.card = cards[i] + 1
        rec.n_deals += n


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
