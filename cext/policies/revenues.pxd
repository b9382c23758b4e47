"""What a die's revenue and a commodity bring: options of R3 and A4.

All worths are in thousandths of a vp.
"""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport list_cards, lowest
from cext.checks cimport GRANJA_CHECKS, check
from cext.game cimport PlanC, SeatC, TableC
from cext.goods cimport room_for_pig, upgraded
from cext.legal cimport choices_of, silver_of
from cext.policies.delivering cimport NO_ACT, offered, plan_act
from cext.policies.plan cimport VP, good_worth, least, most, scorings_left, silver_worth, weight
from cext.policies.uses cimport best_use
from cext.policies.weights cimport *
from cext.restrictions cimport permitted_acts
from cext.types cimport *


cdef inline void best_two(const int *worths, int n, int *first, int *second) noexcept nogil:
    """The two highest of some worths, 0 at least."""
    cdef int i
    first[0] = 0
    second[0] = 0
    for i in range(n):
        second[0] = most(second[0], worths[i] if worths[i] < first[0] else first[0])
        first[0] = most(first[0], worths[i])


cdef inline int best_play(TableC *t, int seat, PlanC *plan) noexcept nogil:
    """Worth of the best play from hand, kept with the plan."""
    if plan.best_play < 0:
        plan.best_play = look_for_play(t, seat, plan)
    if GRANJA_CHECKS:
        check(t, plan.best_play == look_for_play(t, seat, plan), b"bot: kept play")
    return plan.best_play


cdef inline int look_for_play(TableC *t, int seat, PlanC *plan) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    cdef int32_t hand[128]
    cdef int n = list_cards(p.hand, hand)
    cdef int best = 0
    cdef int i, worth
    for i in range(n):
        worth = best_use(t, seat, plan, hand[i])
        if worth > best:
            best = worth
    return best


cdef inline int siesta_gain(TableC *t, int seat, int steps) noexcept nogil:
    """Steps now: the order of this round and the vp of the space at its end."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int ahead = p.space + 1 if t.g.board.step < STEP_DELIVER else p.space
    cdef int to = ahead + steps
    if ahead > t.r.v.track_top:
        ahead = t.r.v.track_top
    if to > t.r.v.track_top:
        to = t.r.v.track_top
    return (
        (t.r.v.siesta_vp[to] - t.r.v.siesta_vp[ahead]) * VP
        + (to - ahead) * weight(t, seat, WEIGHT_SIESTA_STEP)
    )


cdef inline int free_upgrade_worth(TableC *t, int seat, PlanC *plan, int resource) noexcept nogil:
    """A free upgrade of a resource in stock; 0 if the upgraded good is not lacking."""
    if plan.stock[GOOD_OLIVE + resource] <= 0 or plan.lacking[upgraded(resource)] <= 0:
        return 0
    return plan.up[resource] * weight(t, seat, WEIGHT_SILVER)


cdef inline void revenue_worths(TableC *t, int seat, PlanC *plan, int choices, int *worth) noexcept nogil:
    """Worth of each Choice of a set (R3), silver aside; worth has ten places."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int each[4]
    cdef int first, second, k
    if choices & ((1 << CHOICE_HARVEST) | (1 << CHOICE_TWO_HARVEST)):
        for k in range(3):
            each[k] = good_worth(t, seat, plan, GOOD_OLIVE + k)
        best_two(each, 3, &first, &second)
        worth[CHOICE_HARVEST] = first + weight(t, seat, WEIGHT_TAKE_HARVEST)
        worth[CHOICE_TWO_HARVEST] = first + second + weight(t, seat, WEIGHT_TAKE_TWO_HARVEST)
    if choices & ((1 << CHOICE_UPGRADES) | (1 << CHOICE_UPGRADE_SIESTA)):
        for k in range(4):
            each[k] = free_upgrade_worth(t, seat, plan, k)
        best_two(each, 4, &first, &second)
        worth[CHOICE_UPGRADES] = first + second + weight(t, seat, WEIGHT_TAKE_UPGRADES)
        worth[CHOICE_UPGRADE_SIESTA] = first + siesta_gain(t, seat, 1)
    if choices & (1 << CHOICE_DELIVERY):
        plan_act(t, seat, plan, permitted_acts(t, seat), &worth[CHOICE_DELIVERY])
        worth[CHOICE_DELIVERY] += weight(t, seat, WEIGHT_TAKE_DELIVERY)
    worth[CHOICE_SIESTA] = siesta_gain(t, seat, t.r.v.revenue_siesta) + weight(t, seat, WEIGHT_TAKE_SIESTA)
    worth[CHOICE_PLAY] = weight(t, seat, WEIGHT_PLAY) * scorings_left(t) // t.r.v.rounds
    if choices & (1 << CHOICE_PLAY) and weight(t, seat, WEIGHT_BEST_PLAY) > 0:
        worth[CHOICE_PLAY] += best_play(t, seat, plan) * weight(t, seat, WEIGHT_BEST_PLAY) // 1000
    worth[CHOICE_DRAW] = weight(t, seat, WEIGHT_CARD)
    worth[CHOICE_PIG] = t.r.v.sell[3] * weight(t, seat, WEIGHT_SILVER)
    if room_for_pig(t, p):
        # The second pig breeds.
        worth[CHOICE_PIG] = good_worth(t, seat, plan, GOOD_PIG)
        worth[CHOICE_PIG] += (p.have[GOOD_PIG] == 1) * (t.worth[seat].pig >> 2)
    worth[CHOICE_PIG] += weight(t, seat, WEIGHT_TAKE_PIG)


cdef inline int die_silver(TableC *t, int seat, PlanC *plan, int number) noexcept nogil:
    return silver_worth(t, seat, plan, silver_of(t, number)) + weight(t, seat, WEIGHT_TAKE_SILVER)


cdef inline int number_worth(TableC *t, int seat, PlanC *plan, int number) noexcept nogil:
    """The best option of a die number."""
    cdef int worth[10]
    cdef int choices = choices_of(number)
    cdef int best = 0
    cdef int choice
    revenue_worths(t, seat, plan, choices, worth)
    worth[CHOICE_SILVER] = die_silver(t, seat, plan, number)
    while choices:
        choice = lowest(choices)
        choices &= choices - 1
        best = most(best, worth[choice])
    return best


cdef inline int revenue_choice(
    TableC *t, int seat, PlanC *plan, int kind, const int32_t *options, int n
) noexcept nogil:
    """DECISION_DIE and DECISION_REVENUE: die number * 16 + Choice, or Choice of the number in use."""
    cdef int worth[10]
    cdef int choices = 0
    cdef int best = 0
    cdef int i, choice, number
    for i in range(n):
        choices |= 1 << (options[i] & 15)
    revenue_worths(t, seat, plan, choices, worth)
    for i in range(n):
        choice = options[i] & 15
        number = options[i] >> 4 if kind == DECISION_DIE else t.die
        t.scores[i] = worth[choice]
        if choice == CHOICE_SILVER:
            t.scores[i] = die_silver(t, seat, plan, number)
        if t.scores[i] > t.scores[best]:
            best = i
    return best


cdef inline int cash_act(TableC *t, int seat, PlanC *plan, uint64_t acts) noexcept nogil:
    """A4: the use of a commodity that is worth more than keeping it, or NO_ACT.

    Plays are looked at once a round, before the dice.
    """
    cdef int keep = weight(t, seat, WEIGHT_COMMODITY)
    cdef int share = weight(t, seat, WEIGHT_CASH)
    cdef int worth[10]
    cdef int value[6]
    cdef int best = NO_ACT
    cdef int best_worth = 0
    cdef int i
    if share == 0 or not (acts >> ACT_CASH) & ((1 << N_CASH) - 1):
        return NO_ACT
    revenue_worths(
        t, seat, plan,
        1 << CHOICE_TWO_HARVEST | 1 << CHOICE_UPGRADES | (t.g.board.step == STEP_ROOF) << CHOICE_PLAY, worth
    )
    if t.g.board.step != STEP_ROOF:
        worth[CHOICE_PLAY] = 0
    value[CASH_SILVER] = silver_worth(t, seat, plan, t.r.v.cash_silver)
    value[CASH_HARVEST] = worth[CHOICE_TWO_HARVEST if t.r.v.cash_harvest > 1 else CHOICE_HARVEST]
    value[CASH_PLAY] = worth[CHOICE_PLAY]
    value[CASH_DRAW] = worth[CHOICE_DRAW]
    value[CASH_PIG] = worth[CHOICE_PIG]
    value[CASH_UPGRADES] = worth[CHOICE_UPGRADES] >> (t.r.v.cash_upgrades == 1)
    for i in range(N_CASH):
        value[i] = value[i] * share // 1000 - keep
        if offered(acts, ACT_CASH + i) and value[i] > best_worth:
            best_worth = value[i]
            best = ACT_CASH + i
    return best
