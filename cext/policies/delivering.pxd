"""Which delivery comes next, and what has to be bought or upgraded for it.

All worths are in thousandths of a vp.
"""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport lowest
from cext.game cimport PlanC, SeatC, TableC
from cext.goods cimport room_for_pig, sell_price
from cext.policies.plan cimport FAR, weight
from cext.policies.restrained cimport never_buys
from cext.policies.weights cimport *
from cext.types cimport *


cdef enum:
    NO_ACT = -1
    ACT_DELIVER = -2         # the good is at hand: deliver


cdef inline bint offered(uint64_t acts, int act) noexcept nogil:
    return (acts >> act) & 1


cdef inline int sale(TableC *t, SeatC *p, PlanC *plan, uint64_t acts, int short) noexcept nogil:
    """Selling a resource from the den that nothing asks for and that brings at least `short` silver."""
    cdef int k
    for k in range(4):
        if offered(acts, ACT_SELL + k) and plan.lacking[GOOD_OLIVE + k] < 0 and sell_price(t, p, k) >= short:
            return ACT_SELL + k
    return NO_ACT


cdef inline int pay_act(TableC *t, SeatC *p, PlanC *plan, uint64_t acts, int act, int price) noexcept nogil:
    """The act itself if silver pays all of its price; else a sale or a commodity that makes up for it."""
    cdef int short = price - plan.stock[GOOD_SILVER]
    cdef int selling
    if short <= 0:
        return act
    selling = sale(t, p, plan, acts, short)
    if selling != NO_ACT:
        return selling
    if offered(acts, ACT_CASH + CASH_SILVER) and short <= plan.stock[GOOD_COMMODITY] * t.r.v.cash_silver:
        return ACT_CASH + CASH_SILVER
    return NO_ACT


cdef inline bint may_buy(TableC *t, SeatC *p, int resource) noexcept nogil:
    """A2, A9, silver aside."""
    return not (p.sold >> resource) & 1 and (resource < 3 or room_for_pig(t, p)) and not never_buys(t, p)


cdef inline int get_act(TableC *t, int seat, PlanC *plan, uint64_t acts, int good, int *price) noexcept nogil:
    """The next act that brings a good closer; price is the silver for all of it."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int first, last, k, act, cost
    cdef int best = NO_ACT
    price[0] = FAR
    if plan.stock[good] > 0:
        price[0] = 1 if good == GOOD_SILVER else 0
        return ACT_DELIVER
    if not acts:
        return NO_ACT                      # outside its turn nothing can be got
    if GOOD_OLIVE <= good <= GOOD_PIG:
        k = good - GOOD_OLIVE
        price[0] = plan.buy[k]
        return pay_act(t, p, plan, acts, ACT_BUY + k, plan.buy[k]) if may_buy(t, p, k) else NO_ACT
    if good == GOOD_SILVER:
        price[0] = 1
        return pay_act(t, p, plan, acts, NO_ACT, 1)
    if good < GOOD_FOOD or good > GOOD_MEAT:
        return NO_ACT
    first = 0 if good == GOOD_FOOD else good - GOOD_FOOD + 1
    last = 1 if good == GOOD_FOOD else first
    for k in range(first, last + 1):
        if plan.stock[GOOD_OLIVE + k] > 0:
            cost = plan.up[k]
            act = ACT_UPGRADE_FIELD + k if k < 3 and (p.full_kinds >> k) & 1 else ACT_UPGRADE + k
        elif may_buy(t, p, k):
            cost = plan.buy[k] + plan.up[k]
            act = ACT_BUY + k
        else:
            continue
        act = pay_act(t, p, plan, acts, act, cost)
        if act != NO_ACT and cost < price[0]:
            price[0] = cost
            best = act
    return best


cdef inline int plan_act(TableC *t, int seat, PlanC *plan, uint64_t acts, int *worth) noexcept nogil:
    """The best act towards a delivery: ACT_DELIVER, a purchase or an upgrade, or NO_ACT.

    worth is the delivery's, what still has to be paid taken off.
    """
    cdef int silver = weight(t, seat, WEIGHT_SILVER) >> 2
    cdef int best = NO_ACT
    cdef int known = 0
    cdef int act_for[10]
    cdef int fee[10]
    cdef int i, kinds, good, value
    worth[0] = 0
    for i in range(plan.n):
        if plan.share[i] <= worth[0]:
            continue
        kinds = plan.kinds[i]
        while kinds:
            good = lowest(kinds)
            kinds &= kinds - 1
            if not (known >> good) & 1:
                known |= 1 << good
                act_for[good] = get_act(t, seat, plan, acts, good, &fee[good])
                fee[good] *= silver
            if act_for[good] == NO_ACT:
                continue
            # Costs are in the share already; of equal shares the good at hand goes first.
            value = plan.share[i] - fee[good]
            if value > worth[0]:
                worth[0] = value
                best = act_for[good]
    return best


cdef inline int delivery_worth(TableC *t, int seat, PlanC *plan, int option) noexcept nogil:
    """One option of DECISION_DELIVERY."""
    cdef int share = plan.share_of[option & 255]
    if option >> 9 == GOOD_SILVER:
        return share - (weight(t, seat, WEIGHT_SILVER) >> 2)
    # From the field rather than from the den: fields refill, dens can be sold.
    return share + ((option >> 8) & 1) * 20


cdef inline int useful_deliveries(TableC *t, int seat, PlanC *plan) noexcept nogil:
    """How many deliveries this round's stock and silver could make to targets within reach."""
    cdef int stock[10]
    cdef int silver = plan.stock[GOOD_SILVER]
    cdef int made = 0
    cdef int i, good, kinds, wanted, price
    for good in range(10):
        stock[good] = plan.stock[good]
    for i in range(plan.n):
        if plan.share[i] <= 0:
            continue
        kinds = plan.kinds[i]
        while kinds:
            good = lowest(kinds)
            kinds &= kinds - 1
            wanted = plan.need[i * 16 + good]
            while wanted > 0:
                if stock[good] > 0:
                    stock[good] -= 1
                    if good == GOOD_SILVER:
                        silver -= 1
                    made += 1
                else:
                    price = plan.unit[good]
                    if price > silver:
                        break
                    silver -= price
                    made += 1
                wanted -= 1
    return made
