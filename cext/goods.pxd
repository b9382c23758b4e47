"""Goods: stock, fields, prices (S2, A1 to A3, F9, R4)."""
from libc.stdint cimport int32_t, uint16_t, uint64_t, uint8_t

from cext.bits cimport lowest
from cext.checks cimport check
from cext.game cimport NOBODY, SeatC, TableC
from cext.log cimport log_event, logging
from cext.record cimport record_taken
from cext.types cimport *


cdef enum:
    HARVEST_BITS = (1 << GOOD_OLIVE) | (1 << GOOD_GRAIN) | (1 << GOOD_GRAPES)
    RESOURCE_BITS = HARVEST_BITS | (1 << GOOD_PIG)
    FARM_BITS = (1 << N_FARM_GOODS) - 1


cdef inline void stale(TableC *t) noexcept nogil:
    """Goods or prices have changed: policies must plan anew."""
    t.planned = NOBODY


cdef inline void stale_rewards(TableC *t) noexcept nogil:
    """What finishing a barrow or building gives has changed, or which there are."""
    t.planned = NOBODY
    t.rewarded = NOBODY


cdef inline void add(TableC *t, SeatC *p, int good, int n) noexcept nogil:
    stale(t)
    p.have[good] += n
    p.den = <uint16_t>((p.den & ~(1 << good)) | ((p.have[good] > 0) << good))


cdef inline void gain_vp(TableC *t, int seat, int n, int source) noexcept nogil:
    add(t, &t.g.seats[seat], GOOD_VP, n)
    t.g.seats[seat].vp_by[source] += n


cdef inline void gain(TableC *t, int seat, int good, int n, int source) noexcept nogil:
    """Into the dens; vp count for their source.  Pigs go through gain_pig."""
    if good == GOOD_VP:
        gain_vp(t, seat, n, source)
    else:
        add(t, &t.g.seats[seat], good, n)


cdef inline void pay(TableC *t, int seat, int good, int n) noexcept nogil:
    """From the dens, silver and vp down to 0 (A10)."""
    check(t, t.g.seats[seat].have[good] >= n, b"A10")
    gain(t, seat, good, -n, SOURCE_SPENT)


cdef inline bint room_for_pig(TableC *t, SeatC *p) noexcept nogil:
    """F9."""
    return p.have[GOOD_PIG] < (
        t.r.v.pig_spaces + p.icons[ICON_DEN] * t.r.v.icon_den + p.modifiers[MODIFIER_PIG_SPACE]
    )


cdef inline bint pig_counts(TableC *t, SeatC *p) noexcept nogil:
    """Does gaining a pig do something (A9)?"""
    return not t.r.v.pig_lost or room_for_pig(t, p)


cdef inline int sell_price(TableC *t, SeatC *p, int resource) noexcept nogil:
    """A1, with sell_bonus."""
    return t.r.v.sell[resource] + p.modifiers[MODIFIER_SELL_BONUS]


cdef inline int buy_price(TableC *t, SeatC *p, int resource) noexcept nogil:
    """A2, with discounts."""
    cdef int price = t.r.v.buy[resource] - p.modifiers[MODIFIER_BUY_DISCOUNT]
    return price if price > 0 else 0


cdef inline int upgrade_price(TableC *t, SeatC *p, int resource) noexcept nogil:
    """A3, with discounts."""
    cdef int price = t.r.v.upgrade[resource] - p.modifiers[MODIFIER_UPGRADE_DISCOUNT]
    return price if price > 0 else 0


cdef inline int upgraded(int resource) noexcept nogil:
    """The Good that a resource (0 to 3) becomes (A3)."""
    return GOOD_FOOD if resource < 2 else GOOD_WINE + resource - 2


cdef inline void refresh_prices(TableC *t, SeatC *p) noexcept nogil:
    cdef uint64_t prices = 0
    cdef int k
    for k in range(4):
        prices |= <uint64_t>buy_price(t, p, k) << (8 * k)
        prices |= <uint64_t>upgrade_price(t, p, k) << (8 * k + 32)
    p.prices = prices
    stale(t)


cdef inline int affordable(SeatC *p) noexcept nogil:
    """Bits 0 to 3: resources that silver buys; 4 to 7: resources whose upgrade it pays.

    Compares eight prices at once: a price is at most 99, so (silver | 128) - price keeps
    its high bit exactly if silver, cut to 127, is at least the price.
    """
    cdef uint64_t silver = p.have[GOOD_SILVER] if p.have[GOOD_SILVER] < 127 else 127
    cdef uint64_t high = <uint64_t>0x8080808080808080
    cdef uint64_t reach = (((silver * <uint64_t>0x0101010101010101) | high) - p.prices) & high
    return <int>(((reach >> 7) * <uint64_t>0x0102040810204080) >> 56)


cdef inline int field_of(TableC *t, SeatC *p, int kind) noexcept nogil:
    """The full field of a harvest good (0 to 2) with the lowest card; fields of a good are alike."""
    cdef int half
    cdef uint64_t rest
    cdef int card
    for half in range(2):
        rest = p.full[half]
        while rest:
            card = half * 64 + lowest(rest)
            if t.r.cards[card].field == GOOD_OLIVE + kind:
                return card
            rest &= rest - 1
    check(t, False, b"A7")
    return 0


cdef inline int take_from_field(TableC *t, SeatC *p, int kind) noexcept nogil:
    """Empties a full field of the good; returns its card (A7)."""
    cdef int card = field_of(t, p, kind)
    record_taken(t, card)
    stale(t)
    p.full[card >> 6] &= ~(<uint64_t>1 << (card & 63))
    p.n_full[kind] -= 1
    p.full_kinds = <uint8_t>((p.full_kinds & ~(1 << kind)) | ((p.n_full[kind] > 0) << kind))
    return card


cdef inline void fill_field(TableC *t, SeatC *p, int card) noexcept nogil:
    cdef int kind = t.r.cards[card].field - GOOD_OLIVE
    stale(t)
    p.full[card >> 6] |= <uint64_t>1 << (card & 63)
    p.n_full[kind] += 1
    p.full_kinds |= 1 << kind


cdef inline void gain_pig(TableC *t, int seat) noexcept nogil:
    """R4: a pig without a space never enters the farm; settle_pigs sells it after the line."""
    if room_for_pig(t, &t.g.seats[seat]):
        add(t, &t.g.seats[seat], GOOD_PIG, 1)
    elif not t.r.v.pig_lost:
        t.pigs_over += 1


cdef inline void settle_pigs(TableC *t, int seat, int via, int arg) noexcept nogil:
    while t.pigs_over > 0:
        t.pigs_over -= 1
        add(t, &t.g.seats[seat], GOOD_SILVER, sell_price(t, &t.g.seats[seat], 3))
        if logging(t):
            log_event(t, EVENT_PIG_SOLD, seat, via, arg)


cdef inline int all_kinds(SeatC *p) noexcept nogil:
    """Bit per Good that the seat has in dens or on fields."""
    return p.den | (p.full_kinds << GOOD_OLIVE)


cdef inline bint can_deliver(SeatC *p) noexcept nogil:
    """T5: some good in stock is wanted by a barrow or an open row."""
    return all_kinds(p) & p.need != 0


cdef inline bint has_resource(SeatC *p) noexcept nogil:
    """Is there anything to upgrade (A9)?"""
    return all_kinds(p) & RESOURCE_BITS != 0


cdef inline int roof_cost(TableC *t, SeatC *p) noexcept nogil:
    """F8: the round's number in the standard rules, with discounts."""
    cdef int price = t.r.v.roof_price[t.g.board.round - 1] - p.modifiers[MODIFIER_ROOF_DISCOUNT]
    return price if price > 0 else 0


cdef inline int extra_cost(TableC *t, SeatC *p) noexcept nogil:
    """T6, read at the purchase."""
    cdef int price = t.r.v.extra_price - p.modifiers[MODIFIER_EXTRA_DELIVERY_DISCOUNT]
    return price if price > 0 else 0


cdef inline int extension_cost(TableC *t, SeatC *p) noexcept nogil:
    """F2: how many different goods the next extension costs."""
    cdef int cost = p.n_extensions + 1 - p.modifiers[MODIFIER_EXTENSION_DISCOUNT]
    return cost if cost > 0 else 0
