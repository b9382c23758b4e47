"""Set-up (S1 to S10)."""
from libc.stdint cimport int32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from cext.bits cimport add_card, count, drop_card, list_cards, lowest
from cext.cards cimport top_card
from cext.door cimport decide
from cext.game cimport BoardC, GameC, NOBODY, SeatC, TableC
from cext.goods cimport add, gain_vp
from cext.helpers cimport refresh_helpers
from cext.log cimport log_bytes, log_close, log_event, log_field, log_int, log_list, log_open, logging, put
from cext.luck cimport chance, game_luck, luck_of
from cext.market cimport set_marker
from cext.policies.plan cimport enter_stage
from cext.record cimport record_marker
from cext.restrictions cimport note_restricted
from cext.roofs cimport draw_roofs, reveal_roofs, roofs_per_round, smallest_keys
from cext.siesta cimport stack_discs
from cext.transport cimport refresh_need
from cext.types cimport *


cdef inline void close_buildings(TableC *t) noexcept nogil:
    """S6: rolling again for an occupied building is one random order of the six."""
    cdef BoardC *b = &t.g.board
    cdef uint64_t keys[6]
    cdef int i
    for i in range(6):
        keys[i] = chance(luck_of(t, LUCK_BUILDING), LUCK_BUILDING, i, 0, 0)
    b.n_closed = t.r.v.order_markers
    smallest_keys(keys, 6, b.closed, b.n_closed)
    b.open = 63
    for i in range(b.n_closed):
        b.open &= ~(1 << b.closed[i])
    if logging(t):
        log_open(t, EVENT_BUILDING_ORDER, -1, VIA_NONE, -1)
        log_bytes(t, FIELD_BUILDINGS, b.closed, b.n_closed)
        log_close(t)


cdef inline void log_roofs(TableC *t) noexcept nogil:
    """One list of the roofs of a round after the other; the reader cuts it into rounds."""
    cdef BoardC *b = &t.g.board
    cdef int per_round = roofs_per_round(t)
    cdef int round, i
    log_open(t, EVENT_ROOFS, -1, VIA_NONE, -1)
    log_field(t, FIELD_ROOFS, 6 * per_round)
    for round in range(6):
        for i in range(per_round):
            put(t.log, b.roof_draw[round * 4 + i])
    log_close(t)


cdef inline void deal_seat(TableC *t, int seat) noexcept nogil:
    """S2."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int32_t cards[128]
    cdef int good, i
    for good in range(10):
        if good != GOOD_VP:
            add(t, p, good, t.r.v.start[good])
    gain_vp(t, seat, t.r.v.start[GOOD_VP], SOURCE_START)
    p.token = NOBODY
    p.tokens = (1 << t.r.v.n_tokens) - 1
    for i in range(6):
        p.row_left[i] = t.r.v.row_length[i]
        for good in range(10):
            p.row_need[i * 10 + good] = t.r.v.row_need[i * 10 + good]
            if p.row_need[i * 10 + good]:
                p.row_kinds[i] |= 1 << good
    for i in range(t.r.v.setup_cards):
        cards[i] = top_card(t, seat)
        add_card(p.hand, cards[i])
    p.n_hand = t.r.v.setup_cards
    refresh_helpers(t, seat)
    refresh_need(t, seat)
    if logging(t):
        log_open(t, EVENT_DEAL, seat, VIA_NONE, -1)
        log_list(t, FIELD_CARDS, cards, p.n_hand)
        log_close(t)


cdef inline void draft(TableC *t) noexcept nogil:
    """S10 pass: each keeps one card and passes the rest to the next seat, until all are kept."""
    cdef BoardC *b = &t.g.board
    cdef int32_t kept[512]
    cdef uint64_t packs[8]
    cdef int pick, seat, n, card, pack
    for seat in range(b.n_seats):
        packs[2 * seat] = t.g.seats[seat].hand[0]
        packs[2 * seat + 1] = t.g.seats[seat].hand[1]
        t.g.seats[seat].hand[0] = 0
        t.g.seats[seat].hand[1] = 0
        t.g.seats[seat].n_hand = 0
    for pick in range(t.r.v.setup_cards):
        for seat in range(b.n_seats):
            pack = (seat - pick % b.n_seats + b.n_seats) % b.n_seats
            n = list_cards(&packs[2 * pack], t.options)
            card = t.options[decide(t, seat, DECISION_DRAFT, t.options, n)]
            drop_card(&packs[2 * pack], card)
            kept[seat * 128 + pick] = card
            add_card(t.g.seats[seat].hand, card)
            t.g.seats[seat].n_hand += 1
    if logging(t):
        for seat in range(b.n_seats):
            log_open(t, EVENT_DRAFT, seat, VIA_NONE, -1)
            log_list(t, FIELD_KEEPS, &kept[seat * 128], t.r.v.setup_cards)
            log_close(t)


cdef inline void start_marker(TableC *t, int seat, int hex) noexcept nogil:
    set_marker(t, seat, hex)
    if t.record != NULL:
        record_marker(t, seat, hex, t.r.market.value[hex], NOBODY, 0, 0)
    if logging(t):
        log_open(t, EVENT_MARKER, seat, VIA_SETUP, -1)
        log_int(t, FIELD_HEX, hex)
        log_int(t, FIELD_DISPLACED, -1)
        log_field(t, FIELD_REMOVED, 0)
        log_close(t)


cdef inline int start_hex(TableC *t, int place) noexcept nogil:
    """The start hex with the place-th lowest value, 0 first."""
    cdef int value
    for value in range(N_VALUES):
        if t.r.market.by_value[value] & t.r.market.start:
            if place == 0:
                return lowest(t.r.market.by_value[value] & t.r.market.start)
            place -= 1
    return 0


cdef inline void start_markers(TableC *t) noexcept nogil:
    """S8, O1: nothing is removed in set-up."""
    cdef BoardC *b = &t.g.board
    cdef int seat
    if b.n_seats == 1:
        b.solo_second = chance(luck_of(t, LUCK_SOLO), LUCK_SOLO, 0, 0, 0) >> 63
        start_marker(t, 0, start_hex(t, b.solo_second))
        start_marker(t, 1, start_hex(t, 1 - b.solo_second))
        return
    for seat in range(b.n_seats):
        start_marker(t, seat, start_hex(t, seat))


cdef inline void clear_table(TableC *t) noexcept nogil:
    """What stands beside the game in play, as it is where a stretch begins: nothing of another game stays."""
    memset(t.n_grants, 0, sizeof(t.n_grants))
    t.open_grants = 0
    t.free_deliveries = 0
    t.pigs_over = 0
    t.main_left = 0
    t.die = 0
    t.die_choice = 0
    t.fresh[0] = 0
    t.fresh[1] = 0
    t.field_card = 0
    t.asked_card = 0
    t.planned = NOBODY
    t.rewarded = NOBODY


cdef inline void set_up(TableC *t, uint64_t seed, uint64_t block) noexcept nogil:
    """A new game of the block: the same luck for every arrangement of it."""
    cdef BoardC *b = &t.g.board
    cdef int seat
    memset(&t.g, 0, sizeof(GameC))
    clear_table(t)
    note_restricted(t)
    if t.log != NULL:
        memset(t.log.before, 0, sizeof(t.log.before))
    b.luck = game_luck(seed, block)
    t.other_luck = game_luck(t.other_seed, block)
    if t.search != NULL:
        t.search.luck = chance(luck_of(t, LUCK_SEARCH), LUCK_SEARCH, 0, 0, 0)
    b.hash = b.luck
    b.n_seats = t.r.v.players
    b.phase = PHASE_SETUP
    b.pile[0] = t.r.deck[0]
    b.pile[1] = t.r.deck[1]
    b.n_pile = count(b.pile[0]) + count(b.pile[1])
    for seat in range(b.n_seats):
        b.order[seat] = seat                 # seat = place in the first turn order (S3)
    stack_discs(t)
    if logging(t):
        log_event(t, EVENT_GAME, -1, VIA_NONE, -1)
    close_buildings(t)
    draw_roofs(t, 0)
    if logging(t):
        log_roofs(t)
    reveal_roofs(t, 1)
    for seat in range(b.n_seats):
        deal_seat(t, seat)
    enter_stage(t)
    b.step = STEP_DRAFT
