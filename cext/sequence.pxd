"""The sequence of play: from set-up to the end, one stretch after the other.

A stretch is one seat's turn (A8) or one common step; play can start at any of them.
"""
from libc.stdint cimport int32_t
from libc.string cimport memset

from cext.bits cimport unlikely
from cext.door cimport decide_member
from cext.farm cimport fill_hand
from cext.game cimport BoardC, NOBODY, SeatC, TableC
from cext.goods cimport stale_rewards
from cext.helpers cimport fire
from cext.log cimport log_close, log_field, log_int, log_open, log_state, logging, put
from cext.luck cimport below, chance, luck_of
from cext.policies.plan cimport enter_stage, stage_now
from cext.record cimport record_deals, record_lasting
from cext.scoring cimport end_phase, log_order, scoring_phase
from cext.setup cimport draft, start_markers
from cext.siesta cimport siesta, sort_order
from cext.solo cimport neutral_marker, remove_die
from cext.turn cimport (
    MAIN_DELIVER, MAIN_DIE, MAIN_EXTRA, MAIN_GROWTH, MAIN_INCOME, MAIN_LAST_DIE, MAIN_NONE, MAIN_PLAY,
    MAIN_ROOF, acts, begin_turn, extra_limit, settle_others
)
from cext.types cimport *


cdef inline void begin_round(TableC *t) noexcept nogil:
    cdef BoardC *b = &t.g.board
    cdef int seat
    b.round += 1
    b.phase = PHASE_FARM
    b.step = STEP_PLAY
    b.turn = 0
    for seat in range(b.n_seats):
        memset(t.g.seats[seat].ordinal, 0, sizeof(t.g.seats[seat].ordinal))
    if not b.solo_second:
        t.g.seats[b.order[0]].first_rounds += 1


cdef inline void next_turn(TableC *t, int step_after) noexcept nogil:
    """The next seat's stretch of the same step, or the next step."""
    cdef BoardC *b = &t.g.board
    b.turn += 1
    if b.turn == b.n_seats:
        b.turn = 0
        b.step = step_after


cdef inline void enter_phase(TableC *t, int phase, int step) noexcept nogil:
    """A phase has ended: its snapshot, then the next one's first step."""
    if logging(t):
        log_state(t)
    t.g.board.phase = phase
    t.g.board.step = step
    t.g.board.turn = 0


cdef inline void play_turn(TableC *t, int seat) noexcept nogil:
    """F1 with F4."""
    begin_turn(t, seat)
    acts(t, seat, MAIN_PLAY, t.r.v.plays_first_round if t.g.board.round == 1 else t.r.v.plays)
    fill_hand(t, seat)
    acts(t, seat, MAIN_NONE, 0)


cdef inline void roof_turn(TableC *t) noexcept nogil:
    """F8: in turn order, in round 1 in reverse turn order."""
    cdef BoardC *b = &t.g.board
    cdef int seat = b.order[b.n_seats - 1 - b.turn if b.round == 1 else b.turn]
    begin_turn(t, seat)
    acts(t, seat, MAIN_ROOF, 1)


cdef inline void roll(TableC *t) noexcept nogil:
    """Helpers of before_roll, then R1."""
    cdef BoardC *b = &t.g.board
    cdef int32_t dice[16]
    cdef int i
    for i in range(b.n_seats):
        fire(t, b.order[i], 1 << TRIGGER_BEFORE_ROLL, 0, 1, NOBODY)
        settle_others(t, NOBODY)
    memset(b.dice, 0, sizeof(b.dice))
    b.n_dice = t.r.v.n_dice
    for i in range(b.n_dice):
        dice[i] = 1 + below(chance(luck_of(t, LUCK_DIE), LUCK_DIE, b.round, i, 0), 6)
        b.dice[dice[i]] += 1
    if logging(t):
        log_open(t, EVENT_ROLL, 1 if b.solo_second else b.order[0], VIA_NONE, -1)
        log_field(t, FIELD_DICE, b.n_dice)
        for i in range(b.n_dice):
            put(t.log, dice[i])
        log_close(t)
    b.step = STEP_DIE
    b.pick = 1
    b.turn = 0


cdef inline void die_turn(TableC *t, int seat) noexcept nogil:
    """R2, picks 1 and 2; solo O2."""
    cdef BoardC *b = &t.g.board
    if b.n_seats == 1 and b.solo_second:
        remove_die(t)
    begin_turn(t, seat)
    acts(t, seat, MAIN_DIE, 1)
    if b.n_seats == 1 and not b.solo_second:
        remove_die(t)
    next_turn(t, STEP_DIE)
    if b.turn == 0:
        b.pick += 1
        if b.pick > t.r.v.dice_each:
            b.step = STEP_LAST_DIE


cdef inline void last_die_turn(TableC *t, int seat) noexcept nogil:
    """R2: all do the revenue of the dice that are left."""
    begin_turn(t, seat)
    acts(t, seat, MAIN_LAST_DIE, t.g.board.n_dice)


cdef inline void choose_token(TableC *t, int seat) noexcept nogil:
    """T1: in secret."""
    cdef SeatC *p = &t.g.seats[seat]
    p.token = decide_member(t, seat, DECISION_TOKEN, p.tokens)
    p.tokens &= ~(1 << p.token)


cdef inline void show_tokens(TableC *t) noexcept nogil:
    """T1's end, helpers of donkeys, T2, T3."""
    cdef BoardC *b = &t.g.board
    cdef SeatC *p
    cdef int i
    if logging(t):
        for i in range(b.n_seats):
            p = &t.g.seats[b.order[i]]
            log_open(t, EVENT_TOKEN, b.order[i], VIA_NONE, -1)
            log_int(t, FIELD_DONKEYS, t.r.v.token_donkeys[p.token])
            log_int(t, FIELD_HATS, t.r.v.token_hats[p.token])
            log_close(t)
    for i in range(b.n_seats):
        fire(t, b.order[i], 1 << TRIGGER_DONKEYS, 0, 1, NOBODY)
        settle_others(t, NOBODY)
    for i in range(b.n_seats):
        p = &t.g.seats[b.order[i]]
        siesta(
            t, b.order[i],
            t.r.v.token_hats[p.token] + (p.lasting >> BUILDING_WAINWRIGHT & 1) * t.r.v.wainwright_hats,
            VIA_DONKEY, -1
        )
    if b.n_seats > 1:
        sort_order(t)
        if logging(t):
            log_order(t)


cdef inline void deliver_turn(TableC *t, int seat) noexcept nogil:
    """T4."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int further = (p.lasting >> BUILDING_WAINWRIGHT & 1) * t.r.v.wainwright_donkeys
    if further:
        record_lasting(t, seat, BUILDING_WAINWRIGHT, further)
    begin_turn(t, seat)
    acts(t, seat, MAIN_DELIVER, t.r.v.token_donkeys[p.token] + p.bonus + further)


cdef inline void extra_turn(TableC *t, int seat) noexcept nogil:
    """T6: the limit is counted when it begins."""
    cdef SeatC *p = &t.g.seats[seat]
    begin_turn(t, seat)
    acts(t, seat, MAIN_EXTRA, extra_limit(t, p))


cdef inline void farm_stretch(TableC *t) noexcept nogil:
    cdef BoardC *b = &t.g.board
    cdef int seat = b.order[b.turn]
    if b.step == STEP_PLAY:
        play_turn(t, seat)
        next_turn(t, STEP_INCOME)
    elif b.step == STEP_INCOME:
        begin_turn(t, seat)
        acts(t, seat, MAIN_INCOME, 1)
        next_turn(t, STEP_GROWTH)
    elif b.step == STEP_GROWTH:
        begin_turn(t, seat)
        acts(t, seat, MAIN_GROWTH, 2)
        next_turn(t, STEP_ROOF)
    else:
        roof_turn(t)
        next_turn(t, STEP_ROLL)
        if b.step == STEP_ROLL:
            enter_phase(t, PHASE_REVENUE, STEP_ROLL)


cdef inline void transport_stretch(TableC *t) noexcept nogil:
    cdef BoardC *b = &t.g.board
    cdef int seat = b.order[b.turn]
    if b.step == STEP_TOKEN:
        if b.n_seats == 1 and b.solo_second:
            neutral_marker(t)
            settle_others(t, NOBODY)
        choose_token(t, seat)
        next_turn(t, STEP_ORDER)
    elif b.step == STEP_ORDER:
        show_tokens(t)
        b.step = STEP_DELIVER
    elif b.step == STEP_DELIVER:
        deliver_turn(t, seat)
        next_turn(t, STEP_EXTRA)
    else:
        extra_turn(t, seat)
        if b.n_seats == 1 and not b.solo_second:
            neutral_marker(t)
            settle_others(t, NOBODY)
        next_turn(t, STEP_SCORE)
        if b.step == STEP_SCORE:
            enter_phase(t, PHASE_SCORING, STEP_SCORE)


cdef inline void play_stretch(TableC *t) noexcept nogil:
    """Plays the stretch at which the game stands and moves on to the next."""
    cdef BoardC *b = &t.g.board
    stale_rewards(t)
    if unlikely(t.search != NULL):
        t.search.start = t.g
        t.search.decisions = b.decisions
        t.search.taped = t.notes.n_tape
    if t.stage != stage_now(t):
        enter_stage(t)
    if b.step == STEP_DRAFT:
        if t.r.v.draft_pass and b.n_seats > 1:
            draft(t)
        if t.record != NULL:
            record_deals(t)
        start_markers(t)
        if logging(t):
            log_state(t)
        begin_round(t)
    elif b.step <= STEP_ROOF:
        farm_stretch(t)
    elif b.step == STEP_ROLL:
        roll(t)
    elif b.step == STEP_DIE:
        die_turn(t, b.order[b.turn])
    elif b.step == STEP_LAST_DIE:
        last_die_turn(t, b.order[b.turn])
        next_turn(t, STEP_TOKEN)
        if b.step == STEP_TOKEN:
            enter_phase(t, PHASE_TRANSPORT, STEP_TOKEN)
    elif b.step <= STEP_EXTRA:
        transport_stretch(t)
    elif b.step == STEP_SCORE:
        scoring_phase(t)
        if logging(t):
            log_state(t)
        if b.round < t.r.v.rounds:
            begin_round(t)
        else:
            b.step = STEP_END
    else:
        end_phase(t)
        if logging(t):
            log_state(t)
        b.step = STEP_OVER


cdef inline void play_on(TableC *t) noexcept nogil:
    """From where the game stands to its end."""
    while t.g.board.step != STEP_OVER and not (t.functions != NULL and t.functions.failed):
        play_stretch(t)
