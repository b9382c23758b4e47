"""What a seat's barrows and rows still need, what finishing them gives, and what that costs.

All worths are in thousandths of a vp.  A PlanC is made for one question and thrown away.
"""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from cext.bits cimport count, lowest
from cext.game cimport SeatC, TableC
from cext.policies.weights cimport *
from cext.types cimport *


cdef enum:
    MAX_TARGETS = 24         # barrows past the first 18 are not planned for
    VP = 1000
    FAR = 99                 # a price that nobody can pay


cdef struct PlanC:
    int32_t n                # targets
    int32_t target[24]       # barrow's card index, or 128 + building
    int32_t kinds[24]        # bit per Good still wanted
    int32_t left[24]         # deliveries still wanted
    int32_t reward[24]       # for finishing it
    int32_t cost[24]         # silver to get all that is missing
    int32_t share[24]        # worth of one delivery to it, costs paid; 0 if out of reach
    uint8_t need[240]        # target * 10 + good
    int32_t stock[10]        # by Good: in dens and on fields
    int32_t lacking[10]      # by Good: wanted by targets within reach, less stock
    int32_t buy[4]           # prices by resource, FAR if it cannot be bought
    int32_t up[4]
    int32_t rounds_left      # after this one
    int32_t capacity         # deliveries still expected in this round


cdef inline int weight(TableC *t, int seat, int name) noexcept nogil:
    return t.bots[seat].weights[name]


cdef inline int rounds_left(TableC *t) noexcept nogil:
    return t.r.v.rounds - t.g.board.round


cdef inline int scorings_left(TableC *t) noexcept nogil:
    """Scoring phases to come, this round's included."""
    return t.r.v.rounds - t.g.board.round + 1


cdef inline int best_prey(TableC *t, int seat, int value) noexcept nogil:
    """Most opponents' markers that a new marker of this value could remove."""
    cdef uint64_t hexes = t.r.market.by_value[value] & ~t.g.board.occupied
    cdef uint64_t others = t.g.board.occupied & ~t.g.seats[seat].markers
    cdef int best = 0
    cdef int n
    while hexes:
        n = count(t.r.market.prey[lowest(hexes)] & others)
        if n > best:
            best = n
        hexes &= hexes - 1
    return best


cdef inline int barrow_reward(TableC *t, int seat, int card) noexcept nogil:
    """B1 to B3 and the marker's rounds."""
    cdef int value = t.r.cards[card].barrow_value
    cdef int reward = value * VP + t.r.v.barrow_commodity * weight(t, seat, WEIGHT_COMMODITY)
    reward += best_prey(t, seat, value) * weight(t, seat, WEIGHT_REMOVAL)
    reward += (
        t.r.v.marker_vp * scorings_left(t) * weight(t, seat, WEIGHT_MARKER) * (4 + (value if value < 9 else 9))
    ) // 10
    if (t.g.seats[seat].lasting >> BUILDING_BUTCHER) & 1:
        reward += t.r.v.butcher_lasting * VP
    return reward


cdef inline int resource_worth(TableC *t, int seat) noexcept nogil:
    """A resource of choice."""
    return 3 * weight(t, seat, WEIGHT_SILVER)


cdef inline int building_effect(TableC *t, int seat, int building, int rounds) noexcept nogil:
    """The effect at once, and the lasting one for some rounds."""
    cdef const SeatC *p = &t.g.seats[seat]
    cdef int silver = weight(t, seat, WEIGHT_SILVER)
    cdef int at_once, lasting
    if building == BUILDING_MERCHANT_HOUSE:
        at_once = t.r.v.merchant_at_once * silver
        lasting = t.r.v.merchant_income * silver
    elif building == BUILDING_WAINWRIGHT:
        at_once = weight(t, seat, WEIGHT_DELIVERY) + t.r.v.siesta_vp[p.space] * VP
        lasting = (
            t.r.v.wainwright_donkeys * weight(t, seat, WEIGHT_DELIVERY)
            + t.r.v.wainwright_hats * weight(t, seat, WEIGHT_HAT)
        )
    elif building == BUILDING_VILLAGE_STORE:
        at_once = t.r.v.village_at_once * VP
        lasting = t.r.v.village_lasting * VP // 2
    elif building == BUILDING_DELI:
        at_once = t.r.v.deli_at_once * weight(t, seat, WEIGHT_COMMODITY)
        lasting = t.r.v.deli_income * weight(t, seat, WEIGHT_COMMODITY)
    elif building == BUILDING_GREENGROCER:
        at_once = t.r.v.greengrocer_at_once * resource_worth(t, seat)
        lasting = t.r.v.greengrocer_income * resource_worth(t, seat)
    else:
        at_once = t.r.v.butcher_at_once * p.n_barrows * VP
        lasting = t.r.v.butcher_lasting * VP
    return at_once + lasting * rounds * weight(t, seat, WEIGHT_LASTING) // 1000


cdef inline int building_reward(TableC *t, int seat, int building) noexcept nogil:
    """C2 as if finished in this round, the lasting effect included."""
    cdef int reward = t.r.v.round_vp[t.g.board.round - 1] * VP
    if t.g.board.finishers[building] == 0:
        reward += t.r.v.first_vp * VP
    if t.g.board.n_closed > 0:
        reward += t.r.v.order_vp * VP
    if (t.g.seats[seat].lasting >> BUILDING_VILLAGE_STORE) & 1:
        reward += t.r.v.village_lasting * VP
    return reward + building_effect(t, seat, building, rounds_left(t))


cdef inline void plan_stock(TableC *t, int seat, PlanC *plan) noexcept nogil:
    """Stock and prices; bytes of SeatC.prices are the prices with discounts."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int good, k
    for good in range(10):
        plan.stock[good] = p.have[good]
    for k in range(3):
        plan.stock[GOOD_OLIVE + k] += p.n_full[k]
    for k in range(4):
        plan.buy[k] = (p.prices >> (8 * k)) & 255
        plan.up[k] = (p.prices >> (8 * k + 32)) & 255


cdef inline int inputs(PlanC *plan, int good, int *price, int *fresh) noexcept nogil:
    """For an upgraded good: how many inputs lie in stock, the upgrade's price, and what a bought input adds."""
    if good == GOOD_FOOD:
        price[0] = plan.up[0] if plan.up[0] < plan.up[1] else plan.up[1]
        fresh[0] = plan.buy[0] if plan.buy[0] < plan.buy[1] else plan.buy[1]
        return plan.stock[GOOD_OLIVE] + plan.stock[GOOD_GRAIN]
    price[0] = plan.up[good - GOOD_FOOD + 1]
    fresh[0] = plan.buy[good - GOOD_FOOD + 1]
    return plan.stock[good - GOOD_FOOD + GOOD_GRAPES - 1]


cdef inline int price_of(PlanC *plan, int good, int wanted) noexcept nogil:
    """Silver for `wanted` goods of a kind beyond what is in stock."""
    cdef int missing = wanted - plan.stock[good]
    cdef int price, fresh, ready
    if good == GOOD_SILVER:
        return wanted
    if missing <= 0:
        return 0
    if good <= GOOD_PIG:
        return missing * plan.buy[good - GOOD_OLIVE] if good >= GOOD_OLIVE else FAR
    if good == GOOD_COMMODITY:
        return FAR
    ready = inputs(plan, good, &price, &fresh)
    if ready >= missing:
        return missing * price
    return missing * price + (missing - ready) * fresh


cdef inline void plan_target(TableC *t, int seat, PlanC *plan, int i, int silver_worth) noexcept nogil:
    """Cost of what is missing, and the share of the reward that one delivery earns."""
    cdef int kinds = plan.kinds[i]
    cdef int silver = 0
    cdef int used = 0            # worth of stock that goes into it and could be sold or scored
    cdef int good, wanted, value
    while kinds:
        good = lowest(kinds)
        kinds &= kinds - 1
        wanted = plan.need[i * 10 + good]
        silver += price_of(plan, good, wanted)
        if good == GOOD_VP:
            used += wanted * VP
        elif good == GOOD_COMMODITY:
            used += wanted * weight(t, seat, WEIGHT_COMMODITY)
    plan.cost[i] = silver
    value = plan.reward[i] - silver * silver_worth - used
    plan.share[i] = 0
    if value <= 0 or silver >= FAR:
        return
    if plan.left[i] <= plan.capacity and silver <= plan.stock[GOOD_SILVER] + 4 * plan.stock[GOOD_COMMODITY]:
        value += value * weight(t, seat, WEIGHT_FINISH_NOW) // 1000
    elif plan.rounds_left == 0:
        return
    elif plan.left[i] * 1000 > plan.capacity * 1000 + plan.rounds_left * weight(t, seat, WEIGHT_DELIVERIES_PER_ROUND):
        return
    else:
        value = value * weight(t, seat, WEIGHT_LATER) // 1000
    plan.share[i] = value // plan.left[i]


cdef inline void plan_lacking(PlanC *plan) noexcept nogil:
    cdef int wanted[10]
    cdef int good, i, kinds
    for good in range(10):
        wanted[good] = 0
    for i in range(plan.n):
        if plan.share[i] > 0:
            kinds = plan.kinds[i]
            while kinds:
                good = lowest(kinds)
                kinds &= kinds - 1
                wanted[good] += plan.need[i * 10 + good]
    for good in range(10):
        plan.lacking[good] = wanted[good] - plan.stock[good]
    # An upgraded good that is lacking asks for its input.
    for good in range(GOOD_FOOD, GOOD_MEAT + 1):
        if plan.lacking[good] > 0:
            if good == GOOD_FOOD:
                plan.lacking[GOOD_OLIVE] += plan.lacking[good]
                plan.lacking[GOOD_GRAIN] += plan.lacking[good]
            else:
                plan.lacking[good - GOOD_FOOD + GOOD_GRAPES - 1] += plan.lacking[good]


cdef inline void make_plan(TableC *t, int seat, int capacity, PlanC *plan) noexcept nogil:
    """Targets of a seat; capacity is how many deliveries it still expects in this round."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int silver_worth = weight(t, seat, WEIGHT_SILVER)
    cdef int open_rows = t.g.board.open & ~p.done
    cdef int i, j, card, good, n
    plan.rounds_left = rounds_left(t)
    plan.capacity = capacity
    plan_stock(t, seat, plan)
    n = 0
    for i in range(p.n_barrows if p.n_barrows < MAX_TARGETS - N_BUILDINGS else MAX_TARGETS - N_BUILDINGS):
        card = p.barrows[i]
        plan.target[n] = card
        plan.kinds[n] = t.g.board.wanted[card]
        plan.left[n] = 0
        for good in range(10):
            plan.need[n * 10 + good] = 0
        for j in range(t.r.cards[card].barrow_length):
            if not (t.g.board.delivered[card] >> j) & 1:
                plan.need[n * 10 + t.r.cards[card].barrow_goods[j]] += 1
                plan.left[n] += 1
        plan.reward[n] = barrow_reward(t, seat, card)
        plan_target(t, seat, plan, n, silver_worth)
        n += 1
    while open_rows:
        i = lowest(open_rows)
        open_rows &= open_rows - 1
        plan.target[n] = 128 + i
        plan.kinds[n] = p.row_kinds[i]
        plan.left[n] = p.row_left[i]
        for good in range(10):
            plan.need[n * 10 + good] = p.row_need[i * 10 + good]
        plan.reward[n] = building_reward(t, seat, i)
        plan_target(t, seat, plan, n, silver_worth)
        n += 1
    plan.n = n
    plan_lacking(plan)


cdef inline int best_share(PlanC *plan) noexcept nogil:
    cdef int best = 0
    cdef int i
    for i in range(plan.n):
        if plan.share[i] > best:
            best = plan.share[i]
    return best


cdef inline int good_worth(TableC *t, int seat, PlanC *plan, int good) noexcept nogil:
    """Worth of one more of a good: what it saves where it is lacking, else what it sells for."""
    cdef int silver = weight(t, seat, WEIGHT_SILVER)
    if good == GOOD_SILVER:
        return silver
    if good == GOOD_VP:
        return VP
    if good == GOOD_COMMODITY:
        return weight(t, seat, WEIGHT_COMMODITY)
    if good <= GOOD_PIG:
        if plan.lacking[good] > 0:
            return plan.buy[good - GOOD_OLIVE] * silver
        return t.r.v.sell[good - GOOD_OLIVE] * silver + 60
    if plan.lacking[good] > 0:
        if good == GOOD_FOOD:
            return (plan.buy[0] + plan.up[0]) * silver
        return (plan.buy[good - GOOD_FOOD + 1] + plan.up[good - GOOD_FOOD + 1]) * silver
    return silver
