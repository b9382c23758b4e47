"""`novice`: greedy for what lies before it, without a plan: no counting ahead, no thought of others.

Scores are in thousandths of a vp, by rules of thumb, and stand in TableC.scores for `granja trace --why`.
"""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport bit, count, lowest
from cext.game cimport SeatC, TARGET_BUILDING, TableC
from cext.goods cimport can_deliver, room_for_pig, upgraded
from cext.legal cimport silver_of
from cext.restrictions cimport permitted_acts, permitted_need
from cext.types cimport *


cdef enum:
    ONE = 1000               # a vp


cdef inline int wanted(TableC *t, int seat, int good) noexcept nogil:
    """1 if some barrow or open row still takes the good."""
    return (permitted_need(t, seat) >> good) & 1


cdef inline int deliverable(TableC *t, int seat) noexcept nogil:
    """Goods in stock that some barrow or row takes."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int good
    cdef int n = 0
    for good in range(N_GOODS):
        if wanted(t, seat, good):
            n += p.have[good]
            if GOOD_OLIVE <= good <= GOOD_GRAPES:
                n += p.n_full[good - GOOD_OLIVE]
    return n


cdef inline int card_score(TableC *t, int seat, int card, int placement) noexcept nogil:
    """What the card shows: more fields and barrows are wanted less."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int i
    cdef int missing = 0
    if placement == PLACEMENT_FIELD:
        return 3 * ONE - p.n_fields * ONE // 2
    if placement == PLACEMENT_EXTENSION:
        i = t.r.cards[card].icons[0] + t.r.cards[card].icons[1] + t.r.cards[card].icons[2]
        return i * ONE * 3 // 2 - p.n_extensions * ONE
    if placement == PLACEMENT_HELPER:
        return ONE if p.n_helpers < t.r.v.max_helpers else -ONE
    if p.n_barrows >= t.r.v.max_barrows:
        return -ONE
    for i in range(t.r.cards[card].barrow_length):
        missing += p.have[t.r.cards[card].barrow_goods[i]] == 0
    return t.r.cards[card].barrow_value * ONE - missing * ONE // 2 - p.n_barrows * ONE


cdef inline int revenue_score(TableC *t, int seat, int number, int choice) noexcept nogil:
    """What the die brings at once."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int to
    if choice == CHOICE_SILVER:
        return silver_of(t, number) * ONE // 2
    if choice == CHOICE_PIG:
        return 2 * ONE if room_for_pig(t, p) else t.r.v.sell[3] * ONE // 2
    if choice == CHOICE_PLAY or choice == CHOICE_TWO_HARVEST:
        return 2 * ONE
    if choice == CHOICE_DELIVERY:
        return 2 * ONE if can_deliver(p) else 0
    if choice == CHOICE_SIESTA:
        to = p.space + t.r.v.revenue_siesta
        if to > t.r.v.track_top:
            to = t.r.v.track_top
        return (t.r.v.siesta_vp[to] - t.r.v.siesta_vp[p.space]) * ONE
    if choice == CHOICE_UPGRADES:
        return 3 * ONE // 2
    return ONE


cdef inline int delivery_score(TableC *t, int seat, int option) noexcept nogil:
    """What it completes, else how near it comes to completing something."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int target = option & 255
    cdef int left, reward
    if option < 0:
        return 0
    if target >= TARGET_BUILDING:
        left = p.row_left[target - TARGET_BUILDING]
        reward = t.r.v.round_vp[t.g.board.round - 1] if t.g.board.round > 0 else 0
    else:
        left = t.r.cards[target].barrow_length - count(t.g.board.delivered[target])
        reward = t.r.cards[target].barrow_value
    return (reward + 1) * ONE if left == 1 else ONE // left


cdef inline int novice_score(TableC *t, int seat, int kind, int option) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    cdef int n
    if kind == DECISION_CARD:
        return card_score(t, seat, option >> 2, option & 3)
    if kind == DECISION_DRAFT:
        return t.r.cards[option].barrow_value * ONE
    if kind == DECISION_DISCARD or kind == DECISION_DISCARD_OLD:
        return -t.r.cards[option].barrow_value * ONE
    if kind == DECISION_PAY:
        return -wanted(t, seat, option >> 1) * ONE
    if kind == DECISION_COST:
        return -wanted(t, seat, option) * ONE
    if kind == DECISION_HARVEST:
        return wanted(t, seat, option) * ONE - p.have[option]
    if kind == DECISION_DIE:
        return revenue_score(t, seat, option >> 4, option & 15)
    if kind == DECISION_REVENUE:
        return revenue_score(t, seat, t.die, option)
    if kind == DECISION_UPGRADE:
        return wanted(t, seat, upgraded(option >> 1)) * ONE
    if kind == DECISION_TOKEN:
        n = deliverable(t, seat)
        return (t.r.v.token_donkeys[option] if t.r.v.token_donkeys[option] < n else n) * ONE
    if kind == DECISION_DELIVERY:
        return delivery_score(t, seat, option)
    if kind == DECISION_HEX:
        return count(t.r.market.prey[option] & t.g.board.occupied & ~p.markers) * ONE
    if kind == DECISION_FIRE:
        return option * ONE
    if kind == DECISION_EXTRA:
        return option if option <= deliverable(t, seat) else -ONE
    return 0


cdef inline int novice_choice(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    """Index of the option with the highest score, the first of equals."""
    cdef int best = 0
    cdef int i
    for i in range(n):
        t.scores[i] = novice_score(t, seat, kind, options[i])
        if t.scores[i] > t.scores[best]:
            best = i
    return best


cdef inline int novice_purchase(TableC *t, int seat, uint64_t acts) noexcept nogil:
    """An upgrade or a purchase after which a delivery can be made, -1 if there is none."""
    cdef int k
    for k in range(N_RESOURCES):
        if wanted(t, seat, upgraded(k)):
            if k < N_HARVEST and (acts >> (ACT_UPGRADE_FIELD + k)) & 1:
                return ACT_UPGRADE_FIELD + k
            if (acts >> (ACT_UPGRADE + k)) & 1:
                return ACT_UPGRADE + k
    for k in range(N_RESOURCES):
        if wanted(t, seat, GOOD_OLIVE + k) and (acts >> (ACT_BUY + k)) & 1:
            return ACT_BUY + k
    return -1


cdef inline int novice_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    """The main act if it can be made; in deliveries one purchase for it; roofs and helpers at once."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int step = t.g.board.step
    cdef uint64_t acts
    cdef int act
    if own_turn and (p.n_roofs or p.n_actions):
        acts = permitted_acts(t, seat) >> ACT_ROOF << ACT_ROOF
        if acts:
            return lowest(acts)
    if step == STEP_EXTRA and progress & bit(ACT_MAIN) and deliverable(t, seat) == 0:
        progress &= ~bit(ACT_MAIN)
    if progress & ~bit(ACT_DONE):
        return lowest(progress)
    if own_turn and step == STEP_DELIVER and t.main_left > 0:
        act = novice_purchase(t, seat, permitted_acts(t, seat))
        if act >= 0:
            return act
    return lowest(progress)
