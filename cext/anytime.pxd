"""What a player may do at any time in its own turn (A1 to A6, A9)."""
from libc.stdint cimport int32_t, uint64_t

from cext.cards cimport draw
from cext.door cimport decide
from cext.effects cimport OutcomeC, log_outcome, run_follow, run_gain
from cext.game cimport NOBODY, SeatC, TableC
from cext.goods cimport (
    add, buy_price, gain_pig, sell_price, settle_pigs, take_from_field, upgrade_price, upgraded
)
from cext.grants cimport grant
from cext.helpers cimport action_helper, fire, run_helper
from cext.log cimport log_close, log_int, log_one, log_open, logging
from cext.revenue cimport gain_harvest
from cext.rules cimport RoofC
from cext.types cimport *


cdef inline void sell(TableC *t, int seat, int resource, bint from_field) noexcept nogil:
    """A1."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int source = 0
    if from_field:
        source = take_from_field(t, p, resource) + 1
    else:
        add(t, p, GOOD_OLIVE + resource, -1)
    add(t, p, GOOD_SILVER, sell_price(t, p, resource))
    p.sold |= 1 << resource
    p.n_sold += 1
    if logging(t):
        log_open(t, EVENT_SELL, seat, VIA_NONE, -1)
        log_int(t, FIELD_GOOD, GOOD_OLIVE + resource)
        log_int(t, FIELD_COUNT, 1)
        log_int(t, FIELD_SOURCE, source)
        log_close(t)


cdef inline void buy(TableC *t, int seat, int resource) noexcept nogil:
    """A2."""
    cdef SeatC *p = &t.g.seats[seat]
    add(t, p, GOOD_SILVER, -buy_price(t, p, resource))
    add(t, p, GOOD_OLIVE + resource, 1)
    p.bought |= 1 << resource
    p.n_bought += 1
    if logging(t):
        log_open(t, EVENT_BUY, seat, VIA_NONE, -1)
        log_int(t, FIELD_GOOD, GOOD_OLIVE + resource)
        log_int(t, FIELD_COUNT, 1)
        log_close(t)


cdef inline void upgrade(
    TableC *t, int seat, int resource, bint from_field, int price, int via, int arg
) noexcept nogil:
    """A3; a free upgrade has a cause and price 0."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int source = 0
    if from_field:
        source = take_from_field(t, p, resource) + 1
    else:
        add(t, p, GOOD_OLIVE + resource, -1)
    add(t, p, GOOD_SILVER, -price)
    add(t, p, upgraded(resource), 1)
    p.n_upgraded += 1
    if logging(t):
        log_open(t, EVENT_UPGRADE, seat, via, arg)
        log_int(t, FIELD_GOOD, GOOD_OLIVE + resource)
        log_int(t, FIELD_TO_GOOD, upgraded(resource))
        log_int(t, FIELD_SOURCE, source)
        log_int(t, FIELD_PRICE, price)
        log_close(t)
    fire(t, seat, 1 << TRIGGER_UPGRADE, 1 << resource, 1, NOBODY)


cdef inline void free_upgrade(TableC *t, int seat, int via, int arg) noexcept nogil:
    """One granted upgrade of choice."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int n = 0
    cdef int k, option
    for k in range(4):
        if p.have[GOOD_OLIVE + k] > 0:
            t.options[n] = 2 * k
            n += 1
        if k < 3 and (p.full_kinds >> k) & 1:
            t.options[n] = 2 * k + 1
            n += 1
    option = t.options[decide(t, seat, DECISION_UPGRADE, t.options, n)]
    upgrade(t, seat, option >> 1, option & 1, 0, via, arg)


cdef inline void cash(TableC *t, int seat, int use) noexcept nogil:
    """A4."""
    cdef SeatC *p = &t.g.seats[seat]
    add(t, p, GOOD_COMMODITY, -1)
    p.n_cashed += 1
    if use == CASH_SILVER:
        add(t, p, GOOD_SILVER, t.r.v.cash_silver)
    elif use == CASH_HARVEST:
        gain_harvest(t, seat, t.r.v.cash_harvest, True)
    elif use == CASH_PIG:
        gain_pig(t, seat)
    if logging(t):
        log_one(t, EVENT_CASH, seat, VIA_NONE, -1, FIELD_USE, use)
    settle_pigs(t, seat, VIA_COMMODITY, -1)
    if use == CASH_PLAY:
        grant(t, seat, ACT_GRANT_PLAY, 1, VIA_COMMODITY, -1)
    elif use == CASH_DRAW:
        draw(t, seat, 1, VIA_COMMODITY, -1)
    elif use == CASH_UPGRADES:
        grant(t, seat, ACT_GRANT_UPGRADE, t.r.v.cash_upgrades, VIA_COMMODITY, -1)


cdef inline void use_roof(TableC *t, int seat, int slot) noexcept nogil:
    """A5."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef const RoofC *roof = &t.r.roofs[p.roofs[slot]]
    cdef OutcomeC out
    p.roofs_used |= 1 << slot
    p.n_roofs_used += 1
    run_gain(t, seat, roof.effects, roof.counts, roof.n_effects, slot, SOURCE_ROOFS, &out)
    if logging(t):
        log_open(t, EVENT_USE_ROOF, seat, VIA_NONE, -1)
        log_int(t, FIELD_ROOF, p.roofs[slot])
        log_outcome(t, &out)
        log_close(t)
    run_follow(t, seat, roof.effects, roof.counts, roof.n_effects, VIA_ROOF, p.roofs[slot], &out)


cdef inline void do_anytime(TableC *t, int seat, int act) noexcept nogil:
    """Carries out the anytime action with this Act bit."""
    cdef SeatC *p = &t.g.seats[seat]
    p.anytime += p.anytime < 255
    if act < ACT_SELL_FIELD:
        sell(t, seat, act - ACT_SELL, False)
    elif act < ACT_BUY:
        sell(t, seat, act - ACT_SELL_FIELD, True)
    elif act < ACT_UPGRADE:
        buy(t, seat, act - ACT_BUY)
    elif act < ACT_UPGRADE_FIELD:
        upgrade(t, seat, act - ACT_UPGRADE, False, upgrade_price(t, p, act - ACT_UPGRADE), VIA_NONE, -1)
    elif act < ACT_CASH:
        upgrade(
            t, seat, act - ACT_UPGRADE_FIELD, True, upgrade_price(t, p, act - ACT_UPGRADE_FIELD), VIA_NONE, -1
        )
    elif act < ACT_ROOF:
        cash(t, seat, act - ACT_CASH)
    elif act < ACT_HELPER:
        use_roof(t, seat, act - ACT_ROOF)
    else:
        run_helper(t, seat, action_helper(t, seat, act - ACT_HELPER))
