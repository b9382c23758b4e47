"""Deliveries, barrows and craft buildings (T5, B1, C1 to C4)."""
from libc.stdint cimport int32_t, uint16_t, uint8_t

from cext.bits cimport lowest
from cext.cards cimport discard
from cext.checks cimport check
from cext.door cimport decide
from cext.game cimport BoardC, NOBODY, SeatC, TARGET_BUILDING, TableC
from cext.goods cimport add, all_kinds, gain_vp, pay, settle_pigs, stale, stale_rewards, take_from_field
from cext.helpers cimport fire
from cext.log cimport log_close, log_int, log_open, logging
from cext.market cimport PlacedC, count_in_use, place_marker
from cext.record cimport record_building, record_building_effect, record_left, record_use
from cext.revenue cimport gain_resources
from cext.rules cimport CardC
from cext.siesta cimport siesta_worth
from cext.types cimport *


cdef enum:
    DELIVER_PASS = -1


cdef inline void refresh_need(TableC *t, int seat) noexcept nogil:
    """Which goods the seat's barrows and open rows still take (T5), when these have changed."""
    stale_rewards(t)
    count_need(t, seat)


cdef inline void count_need(TableC *t, int seat) noexcept nogil:
    """The same after a delivery that finished none of them."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int need = 0
    cdef int wants = t.g.board.open & ~p.done
    cdef int i
    for i in range(p.n_barrows):
        need |= t.g.board.wanted[p.barrows[i]]
    for i in range(N_BUILDINGS):
        need |= p.row_kinds[i] & -((wants >> i) & 1)
    p.need = need


cdef inline int add_target(SeatC *p, int32_t *options, int n, int kinds, int target) noexcept nogil:
    """Appends the ways to deliver to one target; returns the new number of options."""
    cdef int good
    kinds &= all_kinds(p)
    while kinds:
        good = lowest(kinds)
        kinds &= kinds - 1
        if (p.den >> good) & 1:
            options[n] = ((good * 2) << 8) + target
            n += 1
        if GOOD_OLIVE <= good <= GOOD_GRAPES and (p.full_kinds >> (good - GOOD_OLIVE)) & 1:
            options[n] = ((good * 2 + 1) << 8) + target
            n += 1
    return n


cdef inline int list_deliveries(TableC *t, int seat, int32_t *options) noexcept nogil:
    """((good * 2 + from field) << 8) + target; returns how many."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int wants = t.g.board.open & ~p.done
    cdef int n = 0
    cdef int i
    for i in range(p.n_barrows):
        n = add_target(p, options, n, t.g.board.wanted[p.barrows[i]], p.barrows[i])
    for i in range(N_BUILDINGS):
        if (wants >> i) & 1:
            n = add_target(p, options, n, p.row_kinds[i], TARGET_BUILDING + i)
    return n


cdef inline void others_removed(TableC *t, int seat, PlacedC *placed) noexcept nogil:
    """A11: other players' helpers, in turn order."""
    cdef int i, other
    for i in range(t.g.board.n_seats):
        other = t.g.board.order[i]
        if other != seat and placed.lost[other] > 0:
            fire(t, other, 1 << TRIGGER_REMOVED, 0, placed.lost[other], NOBODY)


cdef inline void finish_barrow(TableC *t, int seat, int card) noexcept nogil:
    """B1 to B4, then the helpers (A11)."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int value = t.r.cards[card].barrow_value
    cdef int i = 0
    cdef PlacedC placed
    while p.barrows[i] != card:
        i += 1
    p.n_barrows -= 1
    while i < p.n_barrows:
        p.barrows[i] = p.barrows[i + 1]
        i += 1
    t.g.board.delivered[card] = 0
    discard(t, card)
    refresh_need(t, seat)
    p.barrows_done += 1
    gain_vp(t, seat, value, SOURCE_BARROWS)
    add(t, p, GOOD_COMMODITY, t.r.v.barrow_commodity)
    if (p.lasting >> BUILDING_BUTCHER) & 1:
        gain_vp(t, seat, t.r.v.butcher_lasting, SOURCE_BUILDING_EFFECTS)
        if t.record != NULL:
            record_building_effect(t, seat, BUILDING_BUTCHER, 0, t.r.v.butcher_lasting)
    if logging(t):
        log_open(t, EVENT_BARROW_DONE, seat, VIA_NONE, -1)
        log_int(t, FIELD_CARD, card)
        log_int(t, FIELD_VALUE, value)
        log_close(t)
    placed = place_marker(t, seat, value, VIA_BARROW, card, value)
    if t.record != NULL:
        record_use(t, card, 0, value + placed.vp)
        record_left(t, card, 1)
    fire(t, seat, (1 << TRIGGER_BARROW) | (1 << TRIGGER_REMOVAL), 0, placed.removals, NOBODY)
    others_removed(t, seat, &placed)


cdef inline int open_building(TableC *t) noexcept nogil:
    """C2: the lowest building-order marker goes, its building opens for all; -1 if none is left."""
    cdef BoardC *b = &t.g.board
    cdef int opened, i
    if b.n_closed == 0:
        return -1
    opened = b.closed[0]
    b.n_closed -= 1
    for i in range(b.n_closed):
        b.closed[i] = b.closed[i + 1]
    b.open |= 1 << opened
    for i in range(b.n_seats):
        refresh_need(t, i)
    return opened


cdef inline void effect_at_once(TableC *t, int seat, int building) noexcept nogil:
    """C2, the table's column `at once`, and its `gain` line."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int before = p.vp_by[SOURCE_BUILDING_EFFECTS]
    if building == BUILDING_MERCHANT_HOUSE:
        add(t, p, GOOD_SILVER, t.r.v.merchant_at_once)
    elif building == BUILDING_WAINWRIGHT:
        free_delivery(t, seat)
        gain_vp(t, seat, siesta_worth(t, seat), SOURCE_BUILDING_EFFECTS)
        before = p.vp_by[SOURCE_BUILDING_EFFECTS] - siesta_worth(t, seat)
    elif building == BUILDING_VILLAGE_STORE:
        gain_vp(t, seat, t.r.v.village_at_once, SOURCE_BUILDING_EFFECTS)
    elif building == BUILDING_DELI:
        add(t, p, GOOD_COMMODITY, t.r.v.deli_at_once)
    elif building == BUILDING_GREENGROCER:
        gain_resources(t, seat, t.r.v.greengrocer_at_once)
    else:
        gain_vp(t, seat, t.r.v.butcher_at_once * p.n_barrows, SOURCE_BUILDING_EFFECTS)
    if t.record != NULL:
        record_building_effect(t, seat, building, p.vp_by[SOURCE_BUILDING_EFFECTS] - before, 0)
    if logging(t):
        log_open(t, EVENT_GAIN, seat, VIA_BUILDING, building)
        log_int(t, FIELD_EMPTY_DELTA, 0)
        log_close(t)
    settle_pigs(t, seat, VIA_BUILDING, building)


cdef inline void finish_building(TableC *t, int seat, int building) noexcept nogil:
    """C2, then the helpers (A11)."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef BoardC *b = &t.g.board
    cdef int first = t.r.v.first_vp if b.finishers[building] == 0 else 0
    cdef int was_first = b.finishers[building] == 0
    cdef int round_vp = t.r.v.round_vp[b.round - 1]
    cdef int opening = 0
    cdef int opened
    check(t, not (p.done >> building) & 1, b"C1")
    p.done |= 1 << building
    p.buildings_done += 1
    b.finishers[building] += 1
    opened = open_building(t)
    if opened >= 0:
        opening = t.r.v.order_vp
    refresh_need(t, seat)
    gain_vp(t, seat, first + opening, SOURCE_BUILDING_BONUSES)
    gain_vp(t, seat, round_vp, SOURCE_BUILDING_ROUNDS)
    if t.record != NULL:
        record_building(t, seat, building, first, opening, round_vp)
    if (p.lasting >> BUILDING_VILLAGE_STORE) & 1:
        gain_vp(t, seat, t.r.v.village_lasting, SOURCE_BUILDING_EFFECTS)
        if t.record != NULL:
            record_building_effect(t, seat, BUILDING_VILLAGE_STORE, 0, t.r.v.village_lasting)
    if t.r.v.lasting_at_once:
        p.lasting |= 1 << building
    count_in_use(p)
    if logging(t):
        log_open(t, EVENT_BUILDING_DONE, seat, VIA_NONE, -1)
        log_int(t, FIELD_BUILDING, building)
        log_int(t, FIELD_FIRST, was_first)
        log_int(t, FIELD_OPENED, opened)
        log_close(t)
    effect_at_once(t, seat, building)
    fire(t, seat, 1 << TRIGGER_BUILDING, 0, 1, NOBODY)


cdef inline void deliver_to_barrow(TableC *t, int seat, int card, int good) noexcept nogil:
    cdef const CardC *c = &t.r.cards[card]
    cdef int wanted = 0
    cdef int place = 0
    cdef int i
    while c.barrow_goods[place] != good or (t.g.board.delivered[card] >> place) & 1:
        place += 1
    check(t, place < c.barrow_length, b"T5")
    t.g.board.delivered[card] |= 1 << place
    for i in range(c.barrow_length):
        if not (t.g.board.delivered[card] >> i) & 1:
            wanted |= 1 << c.barrow_goods[i]
    t.g.board.wanted[card] = wanted
    if t.record != NULL:
        record_use(t, card, 1, 0)
    if wanted == 0:
        finish_barrow(t, seat, card)
    else:
        count_need(t, seat)


cdef inline void deliver_to_row(TableC *t, int seat, int building, int good) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    check(t, p.row_need[building * 10 + good] > 0, b"T5")
    p.row_need[building * 10 + good] -= 1
    p.row_left[building] -= 1
    if p.row_need[building * 10 + good] == 0:
        p.row_kinds[building] &= ~(1 << good)
        if p.row_left[building] == 0:
            finish_building(t, seat, building)
        else:
            count_need(t, seat)


cdef inline void deliver(TableC *t, int seat, int option, int via, int arg) noexcept nogil:
    """T5 with all that is required at once (A11); option as in list_deliveries."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int target = option & 255
    cdef int good = option >> 9
    cdef int source = 0
    p.deliveries += 1
    if (option >> 8) & 1:
        source = take_from_field(t, p, good - GOOD_OLIVE) + 1
    else:
        pay(t, seat, good, 1)
    if logging(t):
        log_open(t, EVENT_DELIVER, seat, via, arg)
        log_int(t, FIELD_GOOD, good)
        log_int(t, FIELD_SOURCE, source)
        if target < TARGET_BUILDING:
            log_int(t, FIELD_TO_BARROW, target)
        else:
            log_int(t, FIELD_TO_BUILDING, target - TARGET_BUILDING)
        log_close(t)
    if target < TARGET_BUILDING:
        deliver_to_barrow(t, seat, target, good)
    else:
        deliver_to_row(t, seat, target - TARGET_BUILDING, good)


cdef inline int choose_delivery(TableC *t, int seat) noexcept nogil:
    """Asks for one of the deliveries that can be made."""
    cdef int n = list_deliveries(t, seat, t.options)
    return t.options[decide(t, seat, DECISION_DELIVERY, t.options, n)]


cdef inline void free_delivery(TableC *t, int seat) noexcept nogil:
    """The Wainwright's delivery: at once, may be passed."""
    cdef int n = list_deliveries(t, seat, t.options)
    cdef int option
    if n == 0:
        return
    t.options[n] = DELIVER_PASS
    t.free_deliveries = 1
    stale(t)
    option = t.options[decide(t, seat, DECISION_DELIVERY, t.options, n + 1)]
    t.free_deliveries = 0
    stale(t)
    if option != DELIVER_PASS:
        deliver(t, seat, option, VIA_BUILDING, BUILDING_WAINWRIGHT)
