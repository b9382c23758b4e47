"""Scoring, the end of a round and of the game (P1 to P3, E1, E2, O5)."""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport count, lowest
from cext.game cimport BoardC, NOBODY, SeatC, TableC
from cext.goods cimport add, gain_vp, sell_price
from cext.helpers cimport fire
from cext.log cimport log_bytes, log_close, log_field, log_int, log_open, logging, put
from cext.record cimport record_marker_scored, record_pigs, record_player
from cext.roofs cimport reveal_roofs
from cext.siesta cimport siesta_worth, stack_discs
from cext.turn cimport settle_others
from cext.types cimport *


cdef inline void score(TableC *t, int seat) noexcept nogil:
    """P1, P2."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int market = count(p.markers) * t.r.v.marker_vp
    cdef int siesta = siesta_worth(t, seat)
    cdef uint64_t rest = p.markers
    gain_vp(t, seat, market, SOURCE_MARKET)
    gain_vp(t, seat, siesta, SOURCE_SIESTA)
    if t.record != NULL:
        record_pigs(t, seat)
        while rest:
            record_marker_scored(t, lowest(rest), t.r.v.marker_vp)
            rest &= rest - 1
    if logging(t):
        log_open(t, EVENT_SCORE, seat, VIA_NONE, -1)
        log_int(t, FIELD_MARKET, market)
        log_int(t, FIELD_SIESTA, siesta)
        log_close(t)


cdef inline void record_neutral(TableC *t) noexcept nogil:
    """The neutral colour's markers stood through one more scoring; it gets no vp."""
    cdef uint64_t rest = t.g.seats[1].markers
    while rest:
        record_marker_scored(t, lowest(rest), 0)
        rest &= rest - 1


cdef inline void log_order(TableC *t) noexcept nogil:
    """The turn order; solo with the neutral colour as seat 1."""
    cdef BoardC *b = &t.g.board
    log_open(t, EVENT_TURN_ORDER, -1, VIA_NONE, -1)
    if b.n_seats == 1:
        log_field(t, FIELD_ORDER, 2)
        put(t.log, b.solo_second)
        put(t.log, 1 - b.solo_second)
    else:
        log_bytes(t, FIELD_ORDER, b.order, b.n_seats)
    log_close(t)


cdef inline void next_round(TableC *t) noexcept nogil:
    """P3, O5."""
    cdef BoardC *b = &t.g.board
    cdef SeatC *p
    cdef int seat
    if b.n_seats == 1:
        b.solo_second = t.g.seats[0].space < t.r.v.solo_first_space
        if logging(t):
            log_order(t)
    stack_discs(t)
    reveal_roofs(t, b.round + 1)
    for seat in range(b.n_seats):
        p = &t.g.seats[seat]
        p.used[0] = 0
        p.used[1] = 0
        p.lasting |= p.done
        p.token = NOBODY
        p.reserve = 0
        p.bonus = 0
        if b.round + 1 == t.r.v.tokens_back:
            p.tokens = (1 << t.r.v.n_tokens) - 1
    if logging(t):
        log_open(t, EVENT_ROOFS_REVEALED, -1, VIA_NONE, -1)
        log_bytes(t, FIELD_ROOFS, b.face_up, b.n_face_up)
        log_close(t)


cdef inline void scoring_phase(TableC *t) noexcept nogil:
    cdef BoardC *b = &t.g.board
    cdef int i
    for i in range(b.n_seats):
        score(t, b.order[i])
    if b.n_seats == 1 and t.record != NULL:
        record_neutral(t)
    for i in range(b.n_seats):
        fire(t, b.order[i], 1 << TRIGGER_SCORING, 0, 1, NOBODY)
        settle_others(t, NOBODY)
    if b.round < t.r.v.rounds:
        next_round(t)
    else:
        b.n_face_up = 0


cdef inline void sell_off(TableC *t, int seat) noexcept nogil:
    """E1's sale and E2."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int per_vp = t.r.v.silver_per_vp - p.modifiers[MODIFIER_SILVER_PER_VP_DISCOUNT]
    cdef int silver = p.have[GOOD_SILVER]
    cdef int good
    per_vp = per_vp if per_vp > 1 else 1
    for good in range(GOOD_OLIVE, GOOD_PIG + 1):
        silver += p.have[good] * sell_price(t, p, good - GOOD_OLIVE)
    silver += p.have[GOOD_COMMODITY] * t.r.v.commodity_price
    for good in range(GOOD_OLIVE, GOOD_COMMODITY + 1):
        add(t, p, good, -p.have[good])
    gain_vp(t, seat, silver // per_vp, SOURCE_END_SILVER)
    add(t, p, GOOD_SILVER, silver % per_vp - p.have[GOOD_SILVER])
    if logging(t):
        log_open(t, EVENT_SELL_OFF, seat, VIA_NONE, -1)
        log_close(t)


cdef inline bint beats(SeatC *a, SeatC *b) noexcept nogil:
    """E2: more vp, then more silver left."""
    if a.have[GOOD_VP] != b.have[GOOD_VP]:
        return a.have[GOOD_VP] > b.have[GOOD_VP]
    return a.have[GOOD_SILVER] > b.have[GOOD_SILVER]


cdef inline int rank_of(TableC *t, int seat) noexcept nogil:
    cdef int rank = 1
    cdef int other
    for other in range(t.g.board.n_seats):
        rank += beats(&t.g.seats[other], &t.g.seats[seat])
    return rank


cdef inline void results(TableC *t) noexcept nogil:
    cdef BoardC *b = &t.g.board
    cdef int winners = 0
    cdef int seat, rank
    for seat in range(b.n_seats):
        winners += rank_of(t, seat) == 1
    for seat in range(b.n_seats):
        rank = rank_of(t, seat)
        if t.record != NULL:
            record_player(t, seat, rank, winners if rank == 1 else 0)
        b.hash ^= <uint64_t>(t.g.seats[seat].have[GOOD_VP] * 1024 + t.g.seats[seat].have[GOOD_SILVER])
        b.hash *= <uint64_t>0x9e3779b97f4a7c15
    if logging(t):
        log_open(t, EVENT_RESULT, -1, VIA_NONE, -1)
        log_field(t, FIELD_PLAYERS, 4 * b.n_seats)
        for seat in range(b.n_seats):
            put(t.log, seat)
            put(t.log, t.g.seats[seat].have[GOOD_VP])
            put(t.log, t.g.seats[seat].have[GOOD_SILVER])
            put(t.log, winners if rank_of(t, seat) == 1 else 0)
        log_close(t)


cdef inline void end_phase(TableC *t) noexcept nogil:
    """E1, E2."""
    cdef BoardC *b = &t.g.board
    cdef int i
    b.phase = PHASE_END
    for i in range(b.n_seats):
        fire(t, b.order[i], 1 << TRIGGER_GAME_END, 0, 1, NOBODY)
        settle_others(t, NOBODY)
    for i in range(b.n_seats):
        sell_off(t, b.order[i])
    results(t)
