"""`balanced`: completes barrows and buildings, and serves that with everything else.

Scores are in thousandths of a vp and stand in TableC.scores, for `granja trace --why`.
"""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport bit, count, lowest
from cext.game cimport NOBODY, PlanC, SeatC, TableC
from cext.goods cimport extra_cost, roof_cost, room_for_pig, sell_price
from cext.grants cimport find_grant
from cext.legal cimport helper_acts, roof_acts
from cext.policies.delivering cimport (
    ACT_DELIVER, NO_ACT, delivery_worth, offered, plan_act, useful_deliveries
)
from cext.policies.plan cimport VP, barrow_reward, good_worth, least, most, plan_for, weight
from cext.policies.restrained cimport never_turns_roofs
from cext.policies.revenues cimport best_play, cash_act, free_upgrade_worth, number_worth, revenue_choice
from cext.policies.tokens cimport token_choice
from cext.policies.uses cimport best_use, helper_worth, placement_worth, program_worth, use_worth
from cext.policies.weights cimport *
from cext.restrictions cimport permitted, permitted_acts
from cext.types cimport *


cdef inline void weigh(TableC *t, int act, int worth) noexcept nogil:
    """Keeps an act's worth for explanations."""
    t.weighed |= bit(act)
    t.act_worth[act] = worth


cdef inline int hex_worth(TableC *t, int seat, int hex) noexcept nogil:
    """Removals now, and how open the marker lies to removal."""
    cdef uint64_t own = t.g.seats[seat].markers
    cdef int worth = count(t.r.market.prey[hex] & t.g.board.occupied & ~own) * weight(t, seat, WEIGHT_REMOVAL)
    worth -= count(t.r.market.hunters[hex] & ~own) * weight(t, seat, WEIGHT_EXPOSURE)
    # Own markers next to it, of lower value, lie behind it.
    worth += count(t.r.market.prey[hex] & own) * (weight(t, seat, WEIGHT_EXPOSURE) >> 1)
    return worth


cdef inline int roof_worth(TableC *t, int seat, PlanC *plan, int roof) noexcept nogil:
    """F8: its vp, its use and what it makes later roofs worth."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int worth = t.r.v.roof_vp[p.n_roofs] * VP - roof_cost(t, p) * weight(t, seat, WEIGHT_SILVER)
    cdef int later = t.r.v.roofs_max - 1 - p.n_roofs
    if later > plan.rounds_left:
        later = plan.rounds_left
    if not never_turns_roofs(t, seat):
        worth += program_worth(
            t, seat, plan, t.r.roofs[roof].effects, t.r.roofs[roof].counts, t.r.roofs[roof].n_effects
        )
    return worth + (weight(t, seat, WEIGHT_ROOF) if later > 0 else 0)


cdef inline int option_worth(
    TableC *t, int seat, PlanC *plan, int kind, int option
) noexcept nogil:
    """The score of one option."""
    cdef SeatC *p = &t.g.seats[seat]
    if kind == DECISION_CARD:
        return placement_worth(t, seat, plan, option >> 2, option & 3)
    if kind == DECISION_DRAFT:
        return best_use(t, seat, plan, option)
    if kind == DECISION_DISCARD:
        return -best_use(t, seat, plan, option)
    if kind == DECISION_DISCARD_OLD:
        if in_barrows(p, option):
            return -barrow_reward(t, seat, option) - VP * count(t.g.board.delivered[option])
        return -helper_worth(t, seat, plan, option)
    if kind == DECISION_PAY:
        return -(good_worth(t, seat, plan, option >> 1) >> (2 * (option & 1)))
    if kind == DECISION_COST:
        return -good_worth(t, seat, plan, option)
    if kind == DECISION_HARVEST:
        return good_worth(t, seat, plan, option)
    if kind == DECISION_ROOF:
        return roof_worth(t, seat, plan, option)
    if kind == DECISION_UPGRADE:
        return free_upgrade_worth(t, seat, plan, option >> 1) + 20 * (option & 1)
    if kind == DECISION_DELIVERY:
        return delivery_worth(t, seat, plan, option) if option >= 0 else 1
    if kind == DECISION_HEX:
        return hex_worth(t, seat, option)
    if kind == DECISION_FIRE:
        return use_worth(t, seat, plan, t.asked_card) if option else 0
    if kind == DECISION_RESERVE:
        return number_worth(t, seat, plan, option)
    if kind == DECISION_FLIP:
        option = p.roofs[option]
        return program_worth(
            t, seat, plan, t.r.roofs[option].effects, t.r.roofs[option].counts, t.r.roofs[option].n_effects
        )
    return 0


cdef inline bint in_barrows(SeatC *p, int card) noexcept nogil:
    cdef int i
    for i in range(p.n_barrows):
        if p.barrows[i] == card:
            return True
    return False


cdef inline int extra_choice(TableC *t, int seat, PlanC *plan, const int32_t *options, int n) noexcept nogil:
    """T6: as many deliveries as are worth their price and can be made with the silver left."""
    cdef int useful = useful_deliveries(t, seat, plan)
    cdef int best = 0
    cdef int i
    for i in range(n):
        t.scores[i] = options[i] * VP if options[i] <= useful else -VP
        if t.scores[i] > t.scores[best]:
            best = i
    return best


cdef inline int balanced_choice(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    """Index of the option with the highest score, the first of equals."""
    cdef PlanC *plan
    cdef int best = 0
    cdef int i
    if kind == DECISION_HEX:
        for i in range(n):
            t.scores[i] = hex_worth(t, seat, options[i])
            if t.scores[i] > t.scores[best]:
                best = i
        return best
    plan = plan_for(t, seat)
    if kind == DECISION_DIE or kind == DECISION_REVENUE:
        return revenue_choice(t, seat, plan, kind, options, n)
    if kind == DECISION_EXTRA:
        return extra_choice(t, seat, plan, options, n)
    if kind == DECISION_TOKEN:
        return token_choice(t, seat, plan, options, n)
    for i in range(n):
        t.scores[i] = option_worth(t, seat, plan, kind, options[i])
        if t.scores[i] > t.scores[best]:
            best = i
    return best


cdef inline int anytime_act(TableC *t, int seat, PlanC *plan, uint64_t acts, uint64_t rest) noexcept nogil:
    """A roof or helper of a set whose use is worth it now, or NO_ACT."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int act, card, worth, n, i, k
    while rest:
        act = lowest(rest)
        rest &= rest - 1
        if act < ACT_HELPER:
            card = p.roofs[act - ACT_ROOF]
            worth = program_worth(
                t, seat, plan, t.r.roofs[card].effects, t.r.roofs[card].counts, t.r.roofs[card].n_effects
            )
            i = t.r.roofs[card].effects[0]
        else:
            n = act - ACT_HELPER
            card = NOBODY
            for k in range(p.n_helpers):
                if t.r.cards[p.helpers[k]].trigger == TRIGGER_ACTION:
                    if n == 0:
                        card = p.helpers[k]
                    n -= 1
            worth = use_worth(t, seat, plan, card)
            i = t.r.cards[card].effects[0]
        if i == EFFECT_DELIVERY:
            k = plan_act(t, seat, plan, acts, &n)
            worth += n - weight(t, seat, WEIGHT_DELIVERY) if k != NO_ACT else -100 * VP
        elif i == EFFECT_UPGRADE:
            worth = 0
            for k in range(4):
                if free_upgrade_worth(t, seat, plan, k) > worth:
                    worth = free_upgrade_worth(t, seat, plan, k)
        elif i == EFFECT_PLAY_CARD:
            worth += best_play(t, seat, plan) - weight(t, seat, WEIGHT_PLAY)
        weigh(t, act, worth)
        if worth > 0:
            return act
    return NO_ACT


cdef inline int deliver_act(
    TableC *t, int seat, PlanC *plan, uint64_t acts, uint64_t progress, int through
) noexcept nogil:
    """Towards a delivery through `through` (main act or grant), else NO_ACT."""
    cdef int worth
    cdef int act = plan_act(t, seat, plan, acts, &worth)
    if act == NO_ACT:
        return NO_ACT
    if act == ACT_DELIVER:
        act = through if offered(progress, through) else NO_ACT
    if act != NO_ACT:
        weigh(t, act, worth)
    return act


cdef inline int grant_choice(
    TableC *t, int seat, PlanC *plan, uint64_t acts, uint64_t progress
) noexcept nogil:
    """What to do with open grants, or NO_ACT."""
    cdef int k
    if offered(progress, ACT_GRANT_PLAY):
        weigh(t, ACT_GRANT_PLAY, best_play(t, seat, plan))
        if t.act_worth[ACT_GRANT_PLAY] > 0:
            return ACT_GRANT_PLAY
    if offered(progress, ACT_GRANT_UPGRADE):
        for k in range(4):
            if free_upgrade_worth(t, seat, plan, k) > 0:
                return ACT_GRANT_UPGRADE
    if find_grant(t, seat, ACT_GRANT_DELIVERY) >= 0:
        return deliver_act(t, seat, plan, acts, progress, ACT_GRANT_DELIVERY)
    return NO_ACT


cdef inline int main_choice(
    TableC *t, int seat, PlanC *plan, uint64_t acts, uint64_t progress
) noexcept nogil:
    """The turn's main act if it is worth it, what prepares it, or done."""
    cdef int step = t.g.board.step
    cdef int i, act, worth
    if step == STEP_DELIVER and t.main_left > 0:
        act = deliver_act(t, seat, plan, acts, progress, ACT_MAIN)
        return act if act != NO_ACT else ACT_DONE
    if step == STEP_EXTRA and offered(progress, ACT_MAIN):
        plan_act(t, seat, plan, acts, &worth)
        worth -= extra_cost(t, &t.g.seats[seat]) * weight(t, seat, WEIGHT_SILVER)
        weigh(t, ACT_MAIN, worth)
        return ACT_MAIN if worth > 0 else ACT_DONE
    if not offered(progress, ACT_MAIN):
        return ACT_DONE
    if step == STEP_ROOF:
        worth = 0
        for i in range(t.g.board.n_face_up):
            worth = most(worth, roof_worth(t, seat, plan, t.g.board.face_up[i]))
        weigh(t, ACT_MAIN, worth)
        return ACT_MAIN if worth > 0 else ACT_DONE
    return ACT_MAIN


cdef inline uint64_t tools(TableC *t, int seat) noexcept nogil:
    """Act bits of own roofs and helpers that can act now, in the steps in which they are looked at."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int step = t.g.board.step
    cdef uint64_t acts = 0
    if step < STEP_ROOF or step == STEP_DIE:    # each phase has one turn in which they are looked at
        return 0
    if p.n_roofs:
        acts = roof_acts(t, seat)
    if p.n_actions:
        acts |= helper_acts(t, seat)
    return permitted(t, seat, acts)


cdef inline bint sells_a_pig(TableC *t, int seat) noexcept nogil:
    """F7: with a full stall the pig that is born would be lost; one sold before makes room for it."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int parents = most(t.r.v.breeding_pigs - p.modifiers[MODIFIER_BREEDING_PAIR], 1)
    return (
        t.main_left > 0 and not t.r.v.breeding_sold and p.have[GOOD_PIG] > parents
        and not room_for_pig(t, p) and not p.bought & 8 and sell_price(t, p, 3) > 0
    )


cdef inline bint worth_planning(TableC *t, int seat, uint64_t progress) noexcept nogil:
    """Is there more to weigh than the one way on?"""
    cdef int step = t.g.board.step
    if step == STEP_DELIVER and t.main_left > 0:
        return True
    if offered(progress, ACT_MAIN) and (step == STEP_ROOF or step == STEP_EXTRA):
        return True
    return t.n_grants[seat] > 0


cdef inline int balanced_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    cdef uint64_t useful = tools(t, seat) if own_turn else 0
    cdef uint64_t acts
    cdef PlanC *plan
    cdef int act = NO_ACT
    if own_turn and t.g.board.step == STEP_GROWTH and sells_a_pig(t, seat):
        return ACT_SELL + 3
    if not useful and not worth_planning(t, seat, progress):
        return lowest(progress)
    plan = plan_for(t, seat)
    acts = permitted_acts(t, seat) if own_turn else 0
    if useful:
        act = anytime_act(t, seat, plan, acts, useful)
    if act == NO_ACT and t.g.board.step >= STEP_ROOF:
        act = cash_act(t, seat, plan, acts)
    if act == NO_ACT and t.n_grants[seat] > 0:
        act = grant_choice(t, seat, plan, acts, progress)
    if act == NO_ACT:
        act = main_choice(t, seat, plan, acts, progress)
    return act
