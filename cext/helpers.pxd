"""Helpers: static modifiers, voluntary actions, triggers (A6, section 9)."""
from libc.stdint cimport int32_t, uint64_t, uint8_t
from libc.string cimport memset

from cext.bits cimport add_card, in_cards
from cext.door cimport decide, decide_member
from cext.effects cimport OutcomeC, log_outcome, run_follow, run_gain
from cext.game cimport NOBODY, SeatC, TableC
from cext.goods cimport HARVEST_BITS, pay, refresh_prices
from cext.legal cimport COST_GOOD, COST_HARVEST, COST_NONE, usable
from cext.log cimport log_close, log_int, log_open, logging
from cext.record cimport record_gift, record_use
from cext.rules cimport CardC
from cext.types cimport *


cdef inline void refresh_helpers(TableC *t, int seat) noexcept nogil:
    """Sums what the seat's helpers stand for, after one came or went."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef const CardC *card
    cdef int i, j
    memset(p.modifiers, 0, sizeof(p.modifiers))
    p.triggers = 0
    p.n_actions = 0
    for i in range(p.n_helpers):
        card = &t.r.cards[p.helpers[i]]
        p.triggers |= <uint64_t>1 << card.trigger
        if card.trigger == TRIGGER_ACTION:
            p.n_actions += 1
        elif card.trigger == TRIGGER_STATIC:
            for j in range(card.n_effects):
                p.modifiers[card.effects[j] - EFFECT_UPGRADE_DISCOUNT] += card.counts[j]
    refresh_prices(t, p)


cdef inline void pay_cost(TableC *t, int seat, const CardC *card) noexcept nogil:
    cdef int _paid
    if card.cost_kind == COST_GOOD:
        pay(t, seat, card.cost_good, card.cost_count)
    elif card.cost_kind == COST_HARVEST:
        for _paid in range(card.cost_count):
            pay(t, seat, decide_member(t, seat, DECISION_COST, t.g.seats[seat].den & HARVEST_BITS), 1)


cdef inline int goods_of(SeatC *p) noexcept nogil:
    """Goods and commodities in dens and on fields, without silver and vp."""
    cdef int n = p.n_full[0] + p.n_full[1] + p.n_full[2]
    cdef int good
    for good in range(GOOD_OLIVE, N_GOODS):
        n += p.have[good]
    return n


cdef inline void run_helper(TableC *t, int seat, int index) noexcept nogil:
    """Cost, gain, the helper's line, and what follows from it."""
    cdef const CardC *card = &t.r.cards[index]
    cdef SeatC *p = &t.g.seats[seat]
    cdef OutcomeC out
    cdef int before, silver
    cdef int goods = 0
    pay_cost(t, seat, card)
    before = p.vp_by[SOURCE_HELPERS]
    silver = p.have[GOOD_SILVER]
    if t.record != NULL:
        goods = goods_of(p)
    run_gain(t, seat, card.effects, card.counts, card.n_effects, -1, SOURCE_HELPERS, &out)
    if card.once:
        add_card(p.used, index)
    p.n_helpers_used += 1
    if t.record != NULL:
        goods = goods_of(p) - goods
        record_use(t, index, 1, p.vp_by[SOURCE_HELPERS] - before)
    if logging(t):
        log_open(t, EVENT_HELPER, seat, VIA_NONE, -1)
        log_int(t, FIELD_CARD, index)
        log_outcome(t, &out)
        log_close(t)
    run_follow(t, seat, card.effects, card.counts, card.n_effects, VIA_HELPER, index, &out)
    record_gift(t, index, p.have[GOOD_SILVER] - silver, goods)


cdef inline void fire_one(TableC *t, int seat, int index) noexcept nogil:
    """Without 1x and cost always, else if its owner wants (section 9)."""
    cdef const CardC *card = &t.r.cards[index]
    if not usable(t, seat, index):
        return
    if card.once or card.cost_kind != COST_NONE:
        t.options[0] = 0
        t.options[1] = 1
        t.asked_card = index
        if decide(t, seat, DECISION_FIRE, t.options, 2) == 0:
            return
    run_helper(t, seat, index)


cdef inline void fire(TableC *t, int seat, int triggers, int mask, int times, int without) noexcept nogil:
    """The seat's helpers of some triggers (bit per Trigger), in the order in which they were played.

    mask is the event's argument bit (die number, resource, placement); `times` the number of
    markers removed, for `removal` and `removed`; `without` a card just played, or NOBODY (F2).
    A helper that a die's own revenue brought to the farm does not act for that die (F2).
    """
    cdef SeatC *p = &t.g.seats[seat]
    cdef const CardC *card
    cdef int i, _time
    if not p.triggers & triggers:
        return
    for i in range(p.n_helpers):
        card = &t.r.cards[p.helpers[i]]
        if not (triggers >> card.trigger) & 1 or p.helpers[i] == without:
            continue
        if card.trigger == TRIGGER_REMOVAL or card.trigger == TRIGGER_REMOVED:
            for _time in range(times):
                fire_one(t, seat, p.helpers[i])
        elif card.trigger == TRIGGER_DIE or card.trigger == TRIGGER_LAST_DIE:
            if not in_cards(t.fresh, p.helpers[i]) and (not mask or card.trigger_mask & mask):
                fire_one(t, seat, p.helpers[i])
        elif not card.trigger_mask or card.trigger_mask & mask:
            fire_one(t, seat, p.helpers[i])


cdef inline int action_helper(TableC *t, int seat, int nth_action) noexcept nogil:
    """Card index of the n-th action helper."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int i
    for i in range(p.n_helpers):
        if t.r.cards[p.helpers[i]].trigger == TRIGGER_ACTION:
            if nth_action == 0:
                return p.helpers[i]
            nth_action -= 1
    return NOBODY
