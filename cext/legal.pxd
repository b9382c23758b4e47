"""What may be chosen now: anytime actions, roofs, helpers, revenues, extensions (A1 to A6, A9, F2).

Asks nothing and changes nothing; the door and the policies look here.
"""
from libc.stdint cimport uint64_t, uint8_t

from cext.bits cimport count, in_cards
from cext.game cimport NOBODY, SeatC, TableC
from cext.goods cimport (
    FARM_BITS, affordable, all_kinds, extension_cost, has_resource, pig_counts, room_for_pig
)
from cext.rules cimport CardC, RoofC
from cext.types cimport *


cdef enum:
    COST_NONE = 0
    COST_GOOD = 1
    COST_HARVEST = 2


cdef inline bint can_draw(TableC *t) noexcept nogil:
    return t.g.board.n_pile + t.g.board.n_discards > 0


cdef inline bint can_move(TableC *t, int seat) noexcept nogil:
    return t.g.seats[seat].space < t.r.v.track_top


cdef inline int paying_kinds(TableC *t, SeatC *p) noexcept nogil:
    """Bit per Good that could pay for an extension."""
    cdef int kinds = all_kinds(p)
    return kinds if t.r.v.commodity_pays else kinds & FARM_BITS


cdef inline bint can_extend(TableC *t, SeatC *p) noexcept nogil:
    return count(paying_kinds(t, p)) >= extension_cost(t, p)


cdef inline int silver_of(TableC *t, int number) noexcept nogil:
    return t.r.v.revenue_silver_4 if number == 4 else t.r.v.revenue_silver_6


cdef inline int choices_of(int number) noexcept nogil:
    """Bit per Choice that a revenue offers (R3); ten bits for each number, looked up by a shift."""
    cdef uint64_t table = (
        <uint64_t>1 << CHOICE_PIG
        | <uint64_t>((1 << CHOICE_PLAY) | (1 << CHOICE_DRAW) | (1 << CHOICE_HARVEST)) << 10
        | <uint64_t>(1 << CHOICE_TWO_HARVEST) << 20
        | <uint64_t>(1 << CHOICE_SILVER) << 30
        | <uint64_t>((1 << CHOICE_UPGRADES) | (1 << CHOICE_UPGRADE_SIESTA) | (1 << CHOICE_SIESTA)) << 40
        | <uint64_t>((1 << CHOICE_SILVER) | (1 << CHOICE_DELIVERY)) << 50
    )
    return (table >> (10 * (number - 1))) & 1023


cdef inline int choices_that_count(TableC *t, int seat) noexcept nogil:
    """Bit per Choice that would do something for the seat now (A9), silver aside."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef bint upgrade = has_resource(p)
    cdef bint step = can_move(t, seat)
    return (
        (1 << CHOICE_HARVEST) | (1 << CHOICE_TWO_HARVEST) | (1 << CHOICE_DELIVERY)
        | pig_counts(t, p) << CHOICE_PIG
        | (p.n_hand > 0) << CHOICE_PLAY
        | can_draw(t) << CHOICE_DRAW
        | (upgrade and t.r.v.revenue_upgrades > 0) << CHOICE_UPGRADES
        | (upgrade or step) << CHOICE_UPGRADE_SIESTA
        | (step and t.r.v.revenue_siesta > 0) << CHOICE_SIESTA
    )


cdef inline int useful_of(TableC *t, int counting, int number) noexcept nogil:
    """Of the choices that count, those of one revenue; silver counts where the rule set gives any."""
    return choices_of(number) & (counting | (silver_of(t, number) > 0) << CHOICE_SILVER)


cdef inline int useful_choices(TableC *t, int seat, int number, int without) noexcept nogil:
    """Bit per option of the revenue that does something; `without` is a Choice, or -1."""
    cdef int useful = useful_of(t, choices_that_count(t, seat), number)
    return useful & ~(1 << without) if without >= 0 else useful


cdef inline int other_used_roofs(SeatC *p, int slot) noexcept nogil:
    """Bit per own used roof; slot is the flipping roof's, or -1."""
    return p.roofs_used & ~(1 << slot if slot >= 0 else 0)


cdef inline int free_spaces(TableC *t) noexcept nogil:
    """Bit per revenue space that nobody has reserved."""
    cdef int spaces = 0x7e
    cdef int seat
    for seat in range(t.g.board.n_seats):
        spaces &= ~(1 << t.g.seats[seat].reserve)
    return spaces


cdef inline bint effect_counts(TableC *t, int seat, int effect, int n, int slot) noexcept nogil:
    """Would the effect do something now (A9)?"""
    cdef SeatC *p = &t.g.seats[seat]
    if n == 0:
        return False
    if effect == EFFECT_PIG:
        return pig_counts(t, p)
    if effect == EFFECT_UPGRADE:
        return has_resource(p)
    if effect == EFFECT_SIESTA:
        return can_move(t, seat)
    if effect == EFFECT_DRAW_CARD:
        return can_draw(t)
    if effect == EFFECT_PLAY_CARD:
        return p.n_hand > 0
    if effect == EFFECT_PLAY_OR_DRAW:
        return p.n_hand > 0 or can_draw(t)
    if effect == EFFECT_FLIP_ROOF:
        return other_used_roofs(p, slot) != 0
    if effect == EFFECT_SECOND_OPTION:
        return useful_choices(t, seat, t.die, t.die_choice) != 0
    if effect == EFFECT_RESERVE_DIE:
        return free_spaces(t) != 0
    if effect == EFFECT_REVENUE_OF_ROUND:
        return useful_choices(t, seat, t.g.board.round, -1) != 0
    if effect == EFFECT_REPEAT_DIE:
        return useful_choices(t, seat, t.die, -1) != 0
    if effect == EFFECT_FILL_FIELD:
        return not in_cards(p.full, t.field_card)
    if effect == EFFECT_VP_PER_EXTENSION:
        return p.n_extensions > 0
    if effect == EFFECT_VP_PER_HELPER:
        return p.n_helpers > 0
    return True


cdef inline bint program_counts(
    TableC *t, int seat, const uint8_t *effects, const uint8_t *counts, int n, int slot
) noexcept nogil:
    cdef int i
    for i in range(n):
        if effect_counts(t, seat, effects[i], counts[i], slot):
            return True
    return False


cdef inline int counted(TableC *t, int seat, int condition) noexcept nogil:
    """What a condition compares."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int i
    if condition == CONDITION_FIELDS:
        return p.n_fields
    if condition == CONDITION_FULL_FIELDS:
        return p.n_full[0] + p.n_full[1] + p.n_full[2]
    if condition == CONDITION_PIGS:
        return p.have[GOOD_PIG]
    if condition == CONDITION_BUILDINGS:
        return p.buildings_done
    if condition == CONDITION_MARKET_MARKERS:
        return count(p.markers)
    if condition == CONDITION_DONKEYS:
        return t.r.v.token_donkeys[p.token] if p.token != NOBODY else 0
    if condition == CONDITION_SIESTA_VP:
        return t.r.v.siesta_vp[p.space]
    if t.g.board.solo_second:
        return 2
    for i in range(t.g.board.n_seats):
        if t.g.board.order[i] == seat:
            return i + 1
    return 0


cdef inline bint condition_holds(TableC *t, int seat, const CardC *card) noexcept nogil:
    cdef int number
    if card.condition == CONDITION_NONE:
        return True
    number = counted(t, seat, card.condition)
    if card.compare == COMPARE_AT_LEAST:
        return number >= card.condition_count
    if card.compare == COMPARE_AT_MOST:
        return number <= card.condition_count
    return number == card.condition_count


cdef inline bint can_pay(SeatC *p, const CardC *card) noexcept nogil:
    """A6: the cost is paid from dens."""
    if card.cost_kind == COST_NONE:
        return True
    if card.cost_kind == COST_GOOD:
        return p.have[card.cost_good] >= card.cost_count
    return p.have[GOOD_OLIVE] + p.have[GOOD_GRAIN] + p.have[GOOD_GRAPES] >= card.cost_count


cdef inline bint usable(TableC *t, int seat, int index) noexcept nogil:
    """Could the helper on this card act now, its trigger aside?"""
    cdef const CardC *card = &t.r.cards[index]
    cdef SeatC *p = &t.g.seats[seat]
    return (
        not (card.once and in_cards(p.used, index))
        and can_pay(p, card)
        and condition_holds(t, seat, card)
        and program_counts(t, seat, card.effects, card.counts, card.n_effects, -1)
    )


cdef inline uint64_t helper_acts(TableC *t, int seat) noexcept nogil:
    """Act bits of the seat's action helpers that can act now."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef const CardC *card
    cdef uint64_t acts = 0
    cdef int i
    cdef int n = 0
    for i in range(p.n_helpers):
        card = &t.r.cards[p.helpers[i]]
        if card.trigger == TRIGGER_ACTION:
            if (card.phases >> t.g.board.phase) & 1 and usable(t, seat, p.helpers[i]):
                acts |= <uint64_t>1 << (ACT_HELPER + n)
            n += 1
    return acts


cdef inline uint64_t cash_acts(TableC *t, SeatC *p) noexcept nogil:
    """A4: uses of a commodity that do something; bit per Cash."""
    return (
        (t.r.v.cash_silver > 0) << CASH_SILVER
        | (t.r.v.cash_harvest > 0) << CASH_HARVEST
        | (p.n_hand > 0) << CASH_PLAY
        | can_draw(t) << CASH_DRAW
        | pig_counts(t, p) << CASH_PIG
        | (t.r.v.cash_upgrades > 0 and has_resource(p)) << CASH_UPGRADES
    )


cdef inline uint64_t roof_acts(TableC *t, int seat) noexcept nogil:
    """A5: own roofs that lie face up, in their phases, and would do something."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef const RoofC *roof
    cdef uint64_t acts = 0
    cdef int slot
    for slot in range(p.n_roofs):
        if (p.roofs_used >> slot) & 1:
            continue
        roof = &t.r.roofs[p.roofs[slot]]
        if (roof.phases >> t.g.board.phase) & 1 and program_counts(
            t, seat, roof.effects, roof.counts, roof.n_effects, slot
        ):
            acts |= <uint64_t>1 << (ACT_ROOF + slot)
    return acts


cdef inline uint64_t anytime_acts(TableC *t, int seat) noexcept nogil:
    """Act bits of all anytime actions that are legal now."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int reach = affordable(p)
    cdef int stock = (p.den >> GOOD_OLIVE) & 15
    cdef int buyable = reach & 15 & ~p.sold
    cdef uint64_t acts = <uint64_t>(stock & ~p.bought) << ACT_SELL
    if buyable & 8 and not room_for_pig(t, p):
        buyable &= 7
    acts |= <uint64_t>buyable << ACT_BUY
    reach >>= 4
    acts |= <uint64_t>(reach & stock) << ACT_UPGRADE
    acts |= <uint64_t>(reach & p.full_kinds) << ACT_UPGRADE_FIELD
    if p.modifiers[MODIFIER_SELL_FROM_FIELDS] > 0:
        acts |= <uint64_t>(p.full_kinds & ~p.bought) << ACT_SELL_FIELD
    if (p.den >> GOOD_COMMODITY) & 1:
        acts |= cash_acts(t, p) << ACT_CASH
    if p.n_roofs:
        acts |= roof_acts(t, seat)
    if p.n_actions:
        acts |= helper_acts(t, seat)
    return acts
