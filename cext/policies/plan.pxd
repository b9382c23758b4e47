"""What a seat's barrows and rows still need, what finishing them gives, and what that costs.

All worths are in thousandths of a vp.  A seat's PlanC is kept until what it looks at changes.
"""
from libc.stdint cimport int16_t, int32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from cext.bits cimport count, lowest
from cext.checks cimport GRANJA_CHECKS, check
from cext.game cimport NOBODY, PlanC, SeatC, TableC, WorthC
from cext.grants cimport granted_acts
from cext.policies.restrained cimport out_of_reach, permitted_extras, restrict_units, rush_reward
from cext.policies.weights cimport *
from cext.rules cimport ValuesC
from cext.types cimport *
from cext.vectors cimport lacking_goods, missing_silver


cdef enum:
    MAX_TARGETS = 24         # barrows past the first 18 are not planned for
    VP = 1000
    FAR = 1000               # a price that nobody can pay


cdef inline int weight(TableC *t, int seat, int name) noexcept nogil:
    return t.bots[seat].weights[t.stage + name]


cdef inline int round_now(TableC *t) noexcept nogil:
    """The round; in the draft the first one, which is about to begin."""
    return t.g.board.round + (t.g.board.round == 0)


cdef inline int rounds_left(TableC *t) noexcept nogil:
    return t.r.v.rounds - round_now(t)


cdef inline int scorings_left(TableC *t) noexcept nogil:
    """Scoring phases to come, this round's included."""
    return rounds_left(t) + 1


cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline int most(int a, int b) noexcept nogil:
    return a if a > b else b


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


cdef inline int stage_now(TableC *t) noexcept nogil:
    """The stage's place in BotC.weights: late are the last two rounds, middle the two before them."""
    cdef int left = rounds_left(t) >> 1
    return N_WEIGHTS * (N_STAGES - 1 - (left if left < N_STAGES else N_STAGES - 1))


cdef inline void enter_stage(TableC *t) noexcept nogil:
    """Bots weigh things anew when a stage of the game begins."""
    cdef int seat
    t.stage = stage_now(t)
    for seat in range(t.g.board.n_seats):
        if t.bots[seat].policy >= POLICY_BALANCED:
            prepare_worth(t, seat)


cdef inline void prepare_worth(TableC *t, int seat) noexcept nogil:
    """What follows from rules and weights alone."""
    cdef WorthC *w = &t.worth[seat]
    cdef const ValuesC *v = &t.r.v
    cdef int silver = weight(t, seat, WEIGHT_SILVER)
    cdef int commodity = weight(t, seat, WEIGHT_COMMODITY)
    cdef int delivery = weight(t, seat, WEIGHT_DELIVERY)
    cdef int i
    w.harvest = least(v.buy[0], least(v.buy[1], v.buy[2])) * silver
    w.pig = v.buy[3] * silver
    w.step = weight(t, seat, WEIGHT_SIESTA_STEP) + (
        v.siesta_vp[v.track_top] - v.siesta_vp[0]) * VP // (v.track_top if v.track_top > 0 else 1)
    w.revenue = v.revenue_silver_4 * silver
    w.at_once[BUILDING_MERCHANT_HOUSE] = v.merchant_at_once * silver
    w.lasting[BUILDING_MERCHANT_HOUSE] = v.merchant_income * silver
    w.at_once[BUILDING_WAINWRIGHT] = delivery
    w.lasting[BUILDING_WAINWRIGHT] = (
        v.wainwright_donkeys * delivery + v.wainwright_hats * weight(t, seat, WEIGHT_HAT)
    )
    w.at_once[BUILDING_VILLAGE_STORE] = v.village_at_once * VP
    w.lasting[BUILDING_VILLAGE_STORE] = v.village_lasting * VP // 2
    w.at_once[BUILDING_DELI] = v.deli_at_once * commodity
    w.lasting[BUILDING_DELI] = v.deli_income * commodity
    w.at_once[BUILDING_GREENGROCER] = v.greengrocer_at_once * w.harvest
    w.lasting[BUILDING_GREENGROCER] = v.greengrocer_income * w.harvest
    w.at_once[BUILDING_BUTCHER] = 0          # counts the barrows, see building_reward
    w.lasting[BUILDING_BUTCHER] = v.butcher_lasting * VP
    for i in range(6):
        w.lasting[i] = w.lasting[i] * weight(t, seat, WEIGHT_LASTING) // 1000
    w.first = v.first_vp * VP
    w.marker = v.marker_vp * weight(t, seat, WEIGHT_MARKER) // 10


cdef inline int barrow_reward(TableC *t, int seat, int card) noexcept nogil:
    """B1 to B3 and the marker's rounds."""
    cdef int value = t.r.cards[card].barrow_value
    return weight(t, seat, WEIGHT_BARROWS) * (
        value * VP
        + t.r.v.barrow_commodity * weight(t, seat, WEIGHT_COMMODITY)
        + best_prey(t, seat, value) * weight(t, seat, WEIGHT_REMOVAL)
        + scorings_left(t) * t.worth[seat].marker * (4 + least(value, 9))
        + ((t.g.seats[seat].lasting >> BUILDING_BUTCHER) & 1) * t.r.v.butcher_lasting * VP
    ) // 1000


cdef inline int any_building(TableC *t, int seat) noexcept nogil:
    """What C2 gives in this round for whatever building is finished, first finisher and effect aside."""
    return VP * (
        t.r.v.round_vp[round_now(t) - 1]
        + (t.g.board.n_closed > 0) * t.r.v.order_vp
        + ((t.g.seats[seat].lasting >> BUILDING_VILLAGE_STORE) & 1) * t.r.v.village_lasting
    )


cdef inline int building_reward(TableC *t, int seat, int building) noexcept nogil:
    """What the building gives beyond any_building: first finisher, effect at once, lasting effect."""
    cdef const WorthC *w = &t.worth[seat]
    cdef int reward = w.at_once[building] + rounds_left(t) * w.lasting[building]
    if t.g.board.finishers[building] == 0:
        reward += w.first
    if building == BUILDING_WAINWRIGHT:
        reward += t.r.v.siesta_vp[t.g.seats[seat].space] * VP
    elif building == BUILDING_BUTCHER:
        reward += t.g.seats[seat].n_barrows * t.r.v.butcher_at_once * VP
    return reward + weight(t, seat, WEIGHT_MERCHANT_HOUSE + building)


cdef inline void plan_stock(TableC *t, int seat, PlanC *plan) noexcept nogil:
    """Stock, prices, and what one more of each good costs in silver."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int16_t *unit = plan.unit
    cdef int good, k
    memset(&unit[8], 0, 16)
    memset(&plan.stock[8], 0, 16)
    for good in range(10):
        plan.stock[good] = p.have[good]
    for k in range(3):
        plan.stock[GOOD_OLIVE + k] += p.n_full[k]
    memcpy(plan.free, plan.stock, sizeof(plan.stock))
    plan.free[GOOD_SILVER] = 0
    for k in range(4):
        # Bytes of SeatC.prices are the prices with discounts.
        plan.buy[k] = (p.prices >> (8 * k)) & 255
        plan.up[k] = (p.prices >> (8 * k + 32)) & 255
        unit[GOOD_OLIVE + k] = plan.buy[k]
    unit[GOOD_SILVER] = 1
    unit[GOOD_VP] = FAR
    unit[GOOD_COMMODITY] = FAR
    unit[GOOD_FOOD] = least(
        plan.up[0] + (plan.buy[0] if plan.stock[GOOD_OLIVE] <= 0 else 0),
        plan.up[1] + (plan.buy[1] if plan.stock[GOOD_GRAIN] <= 0 else 0),
    )
    unit[GOOD_WINE] = plan.up[2] + (plan.buy[2] if plan.stock[GOOD_GRAPES] <= 0 else 0)
    unit[GOOD_MEAT] = plan.up[3] + (plan.buy[3] if plan.stock[GOOD_PIG] <= 0 else 0)
    restrict_units(t, seat, unit, FAR)


cdef inline void plan_target(TableC *t, int seat, PlanC *plan, int i, int silver_worth) noexcept nogil:
    """The share of the reward, less the cost of what is missing, that one delivery earns."""
    cdef const uint8_t *need = &plan.need[i * 16]
    cdef int silver = missing_silver(need, plan.free, plan.unit)
    # What goes in from stock and would score or fetch silver otherwise.
    cdef int used = need[GOOD_VP] * VP + need[GOOD_COMMODITY] * plan.commodity_worth
    cdef int value = plan.reward[i] - silver * silver_worth - used
    cdef int left = plan.left[i]
    cdef int factor = plan.later
    if left <= plan.capacity and silver <= plan.reach:
        factor = plan.now
    elif left > plan.most_left:
        factor = 0
    if out_of_reach(t, seat, plan, i):
        factor = 0
    plan.share[i] = value * factor // (1000 * left) if value > 0 and silver < FAR else 0
    if plan.share[i] > 0:
        plan.short += silver


cdef inline void plan_lacking(PlanC *plan) noexcept nogil:
    """What targets within reach want beyond stock; a lacking upgraded good asks for its input."""
    cdef int16_t *lacking = plan.lacking
    cdef int short
    lacking_goods(lacking, plan.stock, plan.need, plan.share, plan.n)
    short = most(lacking[GOOD_FOOD], 0)
    lacking[GOOD_OLIVE] += short
    lacking[GOOD_GRAIN] += short
    lacking[GOOD_GRAPES] += most(lacking[GOOD_WINE], 0)
    lacking[GOOD_PIG] += most(lacking[GOOD_MEAT], 0)


cdef inline void plan_barrow(TableC *t, int seat, PlanC *plan, int n, int card) noexcept nogil:
    cdef uint8_t *need = &plan.need[n * 16]
    cdef int delivered = t.g.board.delivered[card]
    cdef int i
    plan.target[n] = card
    plan.kinds[n] = t.g.board.wanted[card]
    plan.left[n] = t.r.cards[card].barrow_length - count(delivered)
    memcpy(need, t.r.cards[card].barrow_need, 16)
    while delivered:
        i = lowest(delivered)
        delivered &= delivered - 1
        need[t.r.cards[card].barrow_goods[i]] -= 1
    if t.rewarded != seat:
        plan.reward[n] = barrow_reward(t, seat, card)


cdef inline void plan_row(TableC *t, int seat, PlanC *plan, int n, int building) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    plan.target[n] = 128 + building
    plan.kinds[n] = p.row_kinds[building]
    plan.left[n] = p.row_left[building]
    memcpy(&plan.need[n * 16], &p.row_need[building * 10], 16)
    if t.rewarded != seat:
        plan.reward[n] = any_building(t, seat) + building_reward(t, seat, building)
        plan.reward[n] = plan.reward[n] * weight(t, seat, WEIGHT_BUILDINGS) // 1000
        plan.reward[n] += rush_reward(t, seat, building)


cdef inline void make_plan(TableC *t, int seat, int capacity, PlanC *plan) noexcept nogil:
    """Targets of a seat; capacity is how many deliveries it still expects in this round."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int silver_worth = weight(t, seat, WEIGHT_SILVER)
    cdef int open_rows = t.g.board.open & ~p.done
    cdef int i
    cdef int n = 0
    plan.rounds_left = rounds_left(t)
    plan.capacity = capacity
    plan.commodity_worth = weight(t, seat, WEIGHT_COMMODITY)
    plan.now = 1000 + weight(t, seat, WEIGHT_FINISH_NOW)
    plan.later = weight(t, seat, WEIGHT_LATER) if plan.rounds_left > 0 else 0
    plan.most_left = capacity + plan.rounds_left * weight(t, seat, WEIGHT_DELIVERIES_PER_ROUND) // 1000
    plan.barrows_left = 0
    plan.short = 0
    plan.extension_price = -1
    plan.best_play = -1
    plan_stock(t, seat, plan)
    plan.reach = plan.stock[GOOD_SILVER] + t.r.v.cash_silver * plan.stock[GOOD_COMMODITY]
    for i in range(p.n_barrows if p.n_barrows < MAX_TARGETS - N_BUILDINGS else MAX_TARGETS - N_BUILDINGS):
        plan_barrow(t, seat, plan, n, p.barrows[i])
        plan.barrows_left += plan.left[n]
        n += 1
    while open_rows:
        i = lowest(open_rows)
        open_rows &= open_rows - 1
        plan_row(t, seat, plan, n, i)
        n += 1
    plan.n = n
    # A loop of its own: vectors are read some time after their bytes were written.
    for i in range(n):
        plan_target(t, seat, plan, i, silver_worth)
        plan.share_of[plan.target[i]] = plan.share[i]
    plan.short = most(plan.short - plan.stock[GOOD_SILVER], 0)
    for i in range(MAX_TARGETS - N_BUILDINGS, p.n_barrows):
        plan.share_of[p.barrows[i]] = 0
    plan_lacking(plan)


cdef inline int expected_deliveries(TableC *t, int seat) noexcept nogil:
    """Deliveries that the seat still expects in this round, the one being chosen among them."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int step = t.g.board.step
    cdef int now = granted_acts(t, seat, ACT_GRANT_DELIVERY) + t.free_deliveries
    cdef int best = 0
    cdef int extra, token
    if step == STEP_EXTRA:
        return now + least(t.main_left, p.have[GOOD_SILVER])
    if step == STEP_SCORE or step == STEP_END:
        return now
    extra = permitted_extras(t, seat, least(
        t.r.v.extra_limit + p.icons[ICON_DELIVERY] * t.r.v.icon_delivery
        + p.modifiers[MODIFIER_EXTRA_DELIVERY_LIMIT],
        p.have[GOOD_SILVER],
    ))
    if step == STEP_DELIVER:
        return now + t.main_left + extra
    if p.token != NOBODY:
        best = t.r.v.token_donkeys[p.token]
    else:
        for token in range(t.r.v.n_tokens):
            if (p.tokens >> token) & 1 and t.r.v.token_donkeys[token] > best:
                best = t.r.v.token_donkeys[token]
    return now + best + p.bonus + extra + (p.lasting >> BUILDING_WAINWRIGHT & 1) * t.r.v.wainwright_donkeys


cdef inline PlanC *plan_for(TableC *t, int seat) noexcept nogil:
    """The seat's plan, made anew if anything that it looks at has changed."""
    if t.planned != seat:
        make_plan(t, seat, expected_deliveries(t, seat), &t.plan)
        t.planned = seat
        t.rewarded = seat
    if GRANJA_CHECKS:
        check_plan(t, seat, &t.plan)
    return &t.plan


cdef inline void check_plan(TableC *t, int seat, PlanC *plan) noexcept nogil:
    """A kept plan is the one that would be made now."""
    cdef PlanC fresh
    cdef int i
    t.rewarded = NOBODY
    make_plan(t, seat, expected_deliveries(t, seat), &fresh)
    check(t, fresh.capacity == plan.capacity, b"bot: kept plan")
    t.rewarded = seat
    check(t, fresh.n == plan.n, b"bot: kept plan")
    for i in range(fresh.n):
        check(t, fresh.share[i] == plan.share[i] and fresh.reward[i] == plan.reward[i], b"bot: kept plan")
    for i in range(10):
        check(t, fresh.lacking[i] == plan.lacking[i] and fresh.stock[i] == plan.stock[i], b"bot: kept plan")


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


cdef inline int silver_worth(TableC *t, int seat, PlanC *plan, int n) noexcept nogil:
    """Some silver; what targets within reach still want is worth more."""
    return n * weight(t, seat, WEIGHT_SILVER) + least(n, plan.short) * weight(t, seat, WEIGHT_SILVER_SHORT)
