"""What a card is worth in each of its four places, and a roof or helper effect at one use.

All worths are in thousandths of a vp.
"""
from libc.stdint cimport int32_t, uint8_t

from cext.bits cimport count
from cext.game cimport PlanC, SeatC, TableC
from cext.goods cimport extension_cost
from cext.legal cimport COST_GOOD, COST_HARVEST, COST_NONE
from cext.policies.plan cimport (
    VP, barrow_reward, good_worth, least, rounds_left, scorings_left, silver_worth, weight
)
from cext.policies.restrained cimport never_fires, never_plays
from cext.policies.weights cimport *
from cext.types cimport *


cdef inline int effect_worth(TableC *t, int seat, PlanC *plan, int effect, int n) noexcept nogil:
    """One use of an effect, now or later."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int silver = weight(t, seat, WEIGHT_SILVER)
    if effect == EFFECT_SILVER:
        return silver_worth(t, seat, plan, n)
    if effect <= EFFECT_COMMODITY:
        return n * good_worth(t, seat, plan, effect - EFFECT_SILVER)
    if effect == EFFECT_HARVEST or effect == EFFECT_GRAIN_OR_OLIVE:
        return n * t.worth[seat].harvest
    if effect == EFFECT_HARVEST_TWO_KINDS:
        return 2 * n * t.worth[seat].harvest
    if effect == EFFECT_UPGRADE:
        return n * weight(t, seat, WEIGHT_UPGRADE)
    if effect == EFFECT_SIESTA:
        return n * t.worth[seat].step * weight(t, seat, WEIGHT_STEPS_GIVEN) // 1000
    if effect == EFFECT_DELIVERY:
        return n * weight(t, seat, WEIGHT_DELIVERY)
    if effect == EFFECT_DRAW_CARD:
        return n * weight(t, seat, WEIGHT_CARD)
    if effect == EFFECT_PLAY_CARD or effect == EFFECT_PLAY_OR_DRAW:
        return n * weight(t, seat, WEIGHT_PLAY)
    if effect == EFFECT_FLIP_ROOF or effect == EFFECT_FILL_FIELD:
        return n * t.worth[seat].harvest
    if effect == EFFECT_SECOND_OPTION or effect == EFFECT_REVENUE_OF_ROUND or effect == EFFECT_REPEAT_DIE:
        return t.worth[seat].revenue * weight(t, seat, WEIGHT_DIE_AGAIN) // 1000
    if effect == EFFECT_RESERVE_DIE:
        return silver
    if effect == EFFECT_VP_PER_EXTENSION:
        return n * (p.n_extensions + (scorings_left(t) >> 1)) * VP
    if effect == EFFECT_VP_PER_HELPER:
        return n * (p.n_helpers + 1) * VP
    return 0


cdef inline int modifier_worth(TableC *t, int seat, int effect, int n) noexcept nogil:
    """A static helper's round."""
    cdef int silver = weight(t, seat, WEIGHT_SILVER)
    if effect == EFFECT_UPGRADE_DISCOUNT or effect == EFFECT_BUY_DISCOUNT:
        return 2 * n * silver
    if effect == EFFECT_SELL_BONUS or effect == EFFECT_ROOF_DISCOUNT or effect == EFFECT_SELL_FROM_FIELDS:
        return n * silver
    if effect == EFFECT_EXTENSION_DISCOUNT:
        return 2 * n * silver
    if effect == EFFECT_EXTRA_DELIVERY_DISCOUNT:
        return n * silver * weight(t, seat, WEIGHT_EXTRAS_USED) // 1000
    if effect == EFFECT_EXTRA_DELIVERY_LIMIT:
        return n * weight(t, seat, WEIGHT_ICON_DELIVERY)
    if effect == EFFECT_HAND_LIMIT:
        return n * weight(t, seat, WEIGHT_CARD) // 2
    if effect == EFFECT_BREEDING_PAIR:
        return n * weight(t, seat, WEIGHT_BREEDING_PAIR)
    if effect == EFFECT_PIG_SPACE:
        return n * 2 * weight(t, seat, WEIGHT_ICON_DEN)
    return n * silver


cdef inline int uses_per_round(const TableC *t, int card) noexcept nogil:
    """How often a trigger is used in a round, in thousandths.

    Measured over 12,000 games of four bots that play every helper they can.
    """
    cdef int trigger = t.r.cards[card].trigger
    cdef int mask = t.r.cards[card].trigger_mask
    if trigger == TRIGGER_DIE:
        return least(250 * count(mask), 1000)
    if trigger == TRIGGER_CARD or trigger == TRIGGER_UPGRADE:
        return least(220 * count(mask), 1000)
    if trigger == TRIGGER_BARROW:
        return 400
    if trigger == TRIGGER_BUILDING or trigger == TRIGGER_ROOF:
        return 600
    if trigger == TRIGGER_REMOVAL or trigger == TRIGGER_REMOVED:
        return 250
    if t.r.cards[card].cost_kind != COST_NONE and t.r.cards[card].cost_good >= GOOD_OLIVE:
        return 250                               # goods that barrows and rows want too
    return 1000


cdef inline int program_worth(
    TableC *t, int seat, PlanC *plan, const uint8_t *effects, const uint8_t *counts, int n
) noexcept nogil:
    cdef int total = 0
    cdef int i
    for i in range(n):
        total += effect_worth(t, seat, plan, effects[i], counts[i])
    return total


cdef inline int use_worth(TableC *t, int seat, PlanC *plan, int card) noexcept nogil:
    """One use of a helper, its cost paid."""
    cdef int worth = program_worth(
        t, seat, plan, t.r.cards[card].effects, t.r.cards[card].counts, t.r.cards[card].n_effects
    )
    cdef int good
    cdef int cheapest = 100 * VP
    if t.r.cards[card].cost_kind == COST_GOOD:
        worth -= t.r.cards[card].cost_count * good_worth(t, seat, plan, t.r.cards[card].cost_good)
    elif t.r.cards[card].cost_kind == COST_HARVEST:
        for good in range(GOOD_OLIVE, GOOD_GRAPES + 1):
            if good_worth(t, seat, plan, good) < cheapest:
                cheapest = good_worth(t, seat, plan, good)
        worth -= t.r.cards[card].cost_count * cheapest
    return worth


cdef inline int helper_worth(TableC *t, int seat, PlanC *plan, int card) noexcept nogil:
    """A helper on the farm until the end of the game."""
    cdef int rounds = scorings_left(t)
    cdef int worth = 0
    cdef int i
    if t.r.cards[card].trigger == TRIGGER_STATIC:
        for i in range(t.r.cards[card].n_effects):
            worth += modifier_worth(t, seat, t.r.cards[card].effects[i], t.r.cards[card].counts[i])
        return worth * rounds * weight(t, seat, WEIGHT_HELPER) // 1000
    worth = use_worth(t, seat, plan, card)
    if worth <= 0 or never_fires(t, seat, card):
        return 0
    if t.r.cards[card].condition != CONDITION_NONE:
        worth = worth * weight(t, seat, WEIGHT_CONDITION) // 1000
    if t.r.cards[card].trigger == TRIGGER_GAME_END:
        return worth
    return worth * rounds * uses_per_round(t, card) // 1000 * weight(t, seat, WEIGHT_HELPER) // 1000


cdef inline int field_worth(TableC *t, int seat, PlanC *plan, int card) noexcept nogil:
    """One growth a round; each further field adds less, a kind that is lacking more."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int growths = rounds_left(t) + (t.g.board.step <= STEP_GROWTH)
    cdef int each = weight(t, seat, WEIGHT_FIELD) - p.n_fields * weight(t, seat, WEIGHT_FIELD_FADE)
    cdef int worth = (each if each > 100 else 100) * growths
    if growths > 0 and plan.lacking[t.r.cards[card].field] > 0:
        worth += weight(t, seat, WEIGHT_SILVER)
    return worth


cdef inline int barrow_worth(TableC *t, int seat, PlanC *plan, int card) noexcept nogil:
    """Its reward, less what its goods will cost, if the deliveries can still be made."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int i, good
    cdef int asked = t.r.cards[card].barrow_length + plan.barrows_left
    cdef int worth, room
    room = plan.capacity * 1000 + plan.rounds_left * weight(t, seat, WEIGHT_DELIVERIES_PER_ROUND)
    worth = barrow_reward(t, seat, card) * weight(t, seat, WEIGHT_BARROW) // 1000
    for i in range(t.r.cards[card].barrow_length):
        good = t.r.cards[card].barrow_goods[i]
        if good >= GOOD_FOOD:
            worth -= weight(t, seat, WEIGHT_BARROW_GOODS)
        if plan.stock[good] <= 0:
            worth -= weight(t, seat, WEIGHT_BARROW_GOODS)
    if asked * 1000 > room:
        worth = worth * (room // 100) // (asked * 10) - VP
    if p.n_barrows >= t.r.v.max_barrows:
        worth -= 4 * VP
    return worth


cdef inline int extension_price(TableC *t, int seat, PlanC *plan) noexcept nogil:
    """F2: the cheapest different kinds in stock."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int wanted = extension_cost(t, p)
    cdef int taken = 0
    cdef int total = 0
    cdef int good, best, worth, lowest_worth
    while wanted > 0:
        best = -1
        lowest_worth = 0
        for good in range(N_FARM_GOODS):
            if plan.stock[good] > 0 and not (taken >> good) & 1:
                worth = pay_worth(t, seat, plan, good)
                if best < 0 or worth < lowest_worth:
                    best = good
                    lowest_worth = worth
        if best < 0:
            return 100 * VP
        taken |= 1 << best
        total += lowest_worth
        wanted -= 1
    return total


cdef inline int pay_worth(TableC *t, int seat, PlanC *plan, int good) noexcept nogil:
    """Giving a good away; a field refills before the next growth."""
    cdef SeatC *p = &t.g.seats[seat]
    if ((p.full_kinds << GOOD_OLIVE) >> good) & 1:
        return good_worth(t, seat, plan, good) // (4 if t.g.board.step <= STEP_GROWTH else 2)
    return good_worth(t, seat, plan, good)


cdef inline int extension_worth(TableC *t, int seat, PlanC *plan, int card) noexcept nogil:
    cdef int rounds = scorings_left(t)
    cdef int worth = weight(t, seat, WEIGHT_EXTENSION) * rounds // t.r.v.rounds
    worth += (
        t.r.cards[card].icons[ICON_DELIVERY] * weight(t, seat, WEIGHT_ICON_DELIVERY)
        + t.r.cards[card].icons[ICON_SILVER] * t.r.v.income_icon * weight(t, seat, WEIGHT_SILVER)
        + t.r.cards[card].icons[ICON_DEN] * weight(t, seat, WEIGHT_ICON_DEN)
    ) * rounds
    if plan.extension_price < 0:
        plan.extension_price = extension_price(t, seat, plan)
    return worth - plan.extension_price


cdef inline int placement_worth(TableC *t, int seat, PlanC *plan, int card, int placement) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    cdef int worth, i, old, worst
    if placement == PLACEMENT_FIELD:
        return field_worth(t, seat, plan, card) + weight(t, seat, WEIGHT_AS_FIELD)
    if placement == PLACEMENT_BARROW:
        return barrow_worth(t, seat, plan, card) + weight(t, seat, WEIGHT_AS_BARROW)
    if placement == PLACEMENT_EXTENSION:
        return extension_worth(t, seat, plan, card) + weight(t, seat, WEIGHT_AS_EXTENSION)
    worth = helper_worth(t, seat, plan, card) + weight(t, seat, WEIGHT_AS_HELPER)
    if p.n_helpers >= t.r.v.max_helpers:
        worst = 100 * VP
        for i in range(p.n_helpers):
            old = helper_worth(t, seat, plan, p.helpers[i])
            if old < worst:
                worst = old
        worth -= worst
    return worth


cdef inline int best_use(TableC *t, int seat, PlanC *plan, int card) noexcept nogil:
    """A card in hand: its best place."""
    cdef int best = 0
    cdef int placement, worth
    for placement in range(4):
        worth = placement_worth(t, seat, plan, card, placement)
        if worth > best and not never_plays(t, seat, card, placement):
            best = worth
    return best
