"""The interpreter of effect programs: roofs (A5) and helpers (A6)."""
from libc.stdint cimport int32_t, uint8_t

from cext.bits cimport in_cards
from cext.cards cimport draw
from cext.door cimport decide, decide_member
from cext.game cimport SeatC, TableC
from cext.goods cimport add, fill_field, gain, gain_pig, settle_pigs, stale
from cext.grants cimport grant
from cext.legal cimport can_draw, free_spaces, other_used_roofs, useful_choices
from cext.log cimport log_close, log_int, log_open, logging
from cext.record cimport record_grant
from cext.revenue cimport gain_harvest, revenue_follow, revenue_gain
from cext.siesta cimport siesta
from cext.types cimport *


cdef struct OutcomeC:
    # What a program's line has to name, and what follows it.
    int32_t choice               # Choice of a revenue, or -1
    int32_t flips                # roof index, or -1
    int32_t space                # reserved revenue space, or 0
    int32_t draws                # cards to draw by play_or_draw
    int32_t plays


cdef inline void flip_roof(TableC *t, int seat, int slot, OutcomeC *out) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    cdef int used = other_used_roofs(p, slot)
    cdef int own
    if used:
        own = decide_member(t, seat, DECISION_FLIP, used)
        p.roofs_used &= ~(1 << own)
        out.flips = p.roofs[own]


cdef inline void reserve_space(TableC *t, int seat, OutcomeC *out) noexcept nogil:
    cdef int spaces = free_spaces(t)
    if spaces:
        out.space = decide_member(t, seat, DECISION_RESERVE, spaces)
        t.g.seats[seat].reserve = out.space


cdef inline void choose_play_or_draw(TableC *t, int seat, OutcomeC *out) noexcept nogil:
    cdef int n = 0
    if t.g.seats[seat].n_hand > out.plays:
        t.options[n] = 0
        n += 1
    if can_draw(t):
        t.options[n] = 1
        n += 1
    if n == 0:
        return
    if t.options[decide(t, seat, DECISION_PLAY_OR_DRAW, t.options, n)] == 0:
        out.plays += 1
    else:
        out.draws += 1


cdef inline void revenue_again(TableC *t, int seat, int number, int without, OutcomeC *out) noexcept nogil:
    """Names an option of a revenue and takes its gain; what follows waits for the line."""
    cdef int choices = useful_choices(t, seat, number, without)
    if choices == 0:
        return
    out.choice = decide_member(t, seat, DECISION_REVENUE, choices)
    revenue_gain(t, seat, number, out.choice)


cdef inline void effect_gain(
    TableC *t, int seat, int effect, int n, int slot, int source, OutcomeC *out
) noexcept nogil:
    """First pass: what goes into the dens with the program's own line, and its choices."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int _time
    if effect == EFFECT_PIG:
        for _time in range(n):
            gain_pig(t, seat)
    elif effect <= EFFECT_COMMODITY:
        gain(t, seat, effect - EFFECT_SILVER, n, source)
    elif effect == EFFECT_HARVEST:
        gain_harvest(t, seat, n, False)
    elif effect == EFFECT_HARVEST_TWO_KINDS:
        for _time in range(n):
            gain_harvest(t, seat, 2, True)
    elif effect == EFFECT_GRAIN_OR_OLIVE:
        for _time in range(n):
            add(t, p, decide_member(t, seat, DECISION_HARVEST, (1 << GOOD_OLIVE) | (1 << GOOD_GRAIN)), 1)
    elif effect == EFFECT_PLAY_OR_DRAW:
        for _time in range(n):
            choose_play_or_draw(t, seat, out)
    elif effect == EFFECT_FLIP_ROOF:
        flip_roof(t, seat, slot, out)
    elif effect == EFFECT_SECOND_OPTION:
        revenue_again(t, seat, t.die, t.die_choice, out)
    elif effect == EFFECT_RESERVE_DIE:
        reserve_space(t, seat, out)
    elif effect == EFFECT_REVENUE_OF_ROUND:
        revenue_again(t, seat, t.g.board.round, -1, out)
    elif effect == EFFECT_REPEAT_DIE:
        revenue_again(t, seat, t.die, -1, out)
    elif effect == EFFECT_FILL_FIELD:
        if not in_cards(p.full, t.field_card):
            fill_field(t, p, t.field_card)
    elif effect == EFFECT_VP_PER_EXTENSION:
        gain(t, seat, GOOD_VP, n * p.n_extensions, source)
    elif effect == EFFECT_VP_PER_HELPER:
        gain(t, seat, GOOD_VP, n * p.n_helpers, source)


cdef inline void effect_follow(TableC *t, int seat, int effect, int n, int via, int arg) noexcept nogil:
    """Second pass: draws and siesta steps at once, plays, upgrades and deliveries as grants (A11)."""
    if effect == EFFECT_UPGRADE:
        grant(t, seat, ACT_GRANT_UPGRADE, n, via, arg)
    elif effect == EFFECT_SIESTA:
        siesta(t, seat, n, via, arg)
    elif effect == EFFECT_DELIVERY:
        if t.g.board.step == STEP_ORDER:     # trigger donkeys: n more in T4
            t.g.seats[seat].bonus += n
            record_grant(t, via, arg, ACT_GRANT_DELIVERY, n)
            stale(t)
        else:
            grant(t, seat, ACT_GRANT_DELIVERY, n, via, arg)
    elif effect == EFFECT_DRAW_CARD:
        draw(t, seat, n, via, arg)
    elif effect == EFFECT_PLAY_CARD:
        grant(t, seat, ACT_GRANT_PLAY, n, via, arg)


cdef inline void run_gain(
    TableC *t, int seat, const uint8_t *effects, const uint8_t *counts, int n, int slot, int source,
    OutcomeC *out
) noexcept nogil:
    cdef int i
    out.choice = -1
    out.flips = -1
    out.space = 0
    out.draws = 0
    out.plays = 0
    for i in range(n):
        effect_gain(t, seat, effects[i], counts[i], slot, source, out)


cdef inline void run_follow(
    TableC *t, int seat, const uint8_t *effects, const uint8_t *counts, int n, int via, int arg,
    OutcomeC *out
) noexcept nogil:
    cdef int i
    settle_pigs(t, seat, via, arg)
    if out.space and logging(t):
        log_open(t, EVENT_RESERVE, seat, VIA_NONE, -1)
        log_int(t, FIELD_SPACE, out.space)
        log_close(t)
    if out.choice >= 0:
        revenue_follow(t, seat, out.choice, via, arg)
    if out.draws:
        draw(t, seat, out.draws, via, arg)
    grant(t, seat, ACT_GRANT_PLAY, out.plays, via, arg)
    for i in range(n):
        effect_follow(t, seat, effects[i], counts[i], via, arg)


cdef inline void log_outcome(TableC *t, OutcomeC *out) noexcept nogil:
    """The fields of a roof's or helper's line that name its choices."""
    if out.choice >= 0:
        log_int(t, FIELD_CHOICE, out.choice)
    if out.flips >= 0:
        log_int(t, FIELD_FLIPS, out.flips)
