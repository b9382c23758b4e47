"""Farm phase: cards, hand limit, income, growth, breeding, roofs (F1 to F9)."""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from cext.bits cimport add_card, drop_card, list_cards, lowest
from cext.cards cimport discard, draw, drop_from_hand
from cext.checks cimport check
from cext.door cimport decide
from cext.game cimport BoardC, NOBODY, SeatC, TableC
from cext.goods cimport (
    add, extension_cost, fill_field, gain_vp, pay, roof_cost, room_for_pig, sell_price, settle_pigs, stale,
    take_from_field
)
from cext.helpers cimport fire, refresh_helpers
from cext.legal cimport can_extend, paying_kinds
from cext.log cimport log_close, log_event, log_int, log_list, log_one, log_open, logging
from cext.record cimport record_gift, record_lasting, record_left, record_play, record_use
from cext.revenue cimport gain_resources
from cext.rules cimport CardC
from cext.transport cimport refresh_need
from cext.types cimport *


cdef inline int list_plays(TableC *t, int seat, int32_t *options) noexcept nogil:
    """card * 4 + placement of every legal play (F2); returns how many."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int32_t hand[128]
    cdef int n_hand = list_cards(p.hand, hand)
    cdef bint helper = t.r.v.max_helpers > 0
    cdef bint barrow = t.r.v.max_barrows > 0
    cdef bint extension = can_extend(t, p)
    cdef int n = 0
    cdef int i, code
    for i in range(n_hand):
        code = hand[i] * 4
        options[n] = code + PLACEMENT_FIELD
        n += 1
        options[n] = code + PLACEMENT_HELPER
        n += helper
        options[n] = code + PLACEMENT_BARROW
        n += barrow
        options[n] = code + PLACEMENT_EXTENSION
        n += extension
    return n


cdef inline int discard_old(TableC *t, int seat, uint8_t *cards, uint8_t *n_cards) noexcept nogil:
    """F2: with all places taken an old card is discarded first; returns it."""
    cdef int i
    cdef int place
    cdef int card
    for i in range(n_cards[0]):
        t.options[i] = cards[i]
    place = decide(t, seat, DECISION_DISCARD_OLD, t.options, n_cards[0])
    card = cards[place]
    n_cards[0] -= 1
    for i in range(place, n_cards[0]):
        cards[i] = cards[i + 1]
    discard(t, card)
    if t.record != NULL:
        record_left(t, card, 0)
    return card


cdef inline int pay_extension(TableC *t, int seat, int32_t *paid) noexcept nogil:
    """F2: goods of all different kinds, from dens or fields; returns twice the number of goods.

    paid receives (good, source) pairs as the log writes them.
    """
    cdef SeatC *p = &t.g.seats[seat]
    cdef int cost = extension_cost(t, p)
    cdef int kinds = paying_kinds(t, p)
    cdef int i, n, good, rest
    for i in range(cost):
        n = 0
        rest = kinds
        while rest:
            good = lowest(rest)
            rest &= rest - 1
            if p.have[good] > 0:
                t.options[n] = good * 2
                n += 1
            if GOOD_OLIVE <= good <= GOOD_GRAPES and (p.full_kinds >> (good - GOOD_OLIVE)) & 1:
                t.options[n] = good * 2 + 1
                n += 1
        good = t.options[decide(t, seat, DECISION_PAY, t.options, n)]
        paid[2 * i] = good >> 1
        kinds &= ~(1 << (good >> 1))
        if good & 1:
            paid[2 * i + 1] = take_from_field(t, p, (good >> 1) - GOOD_OLIVE) + 1
        else:
            pay(t, seat, good >> 1, 1)
            paid[2 * i + 1] = 0
    return 2 * cost


cdef inline void put_on_farm(TableC *t, int seat, int card, int placement) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    cdef const CardC *c = &t.r.cards[card]
    cdef int i
    p.cards_played[placement] += 1
    if placement == PLACEMENT_FIELD:
        add_card(p.fields, card)
        p.n_fields += 1
        t.field_card = card
    elif placement == PLACEMENT_HELPER:
        p.helpers[p.n_helpers] = card
        p.n_helpers += 1
        drop_card(p.used, card)
        add_card(t.fresh, card)
        refresh_helpers(t, seat)
    elif placement == PLACEMENT_BARROW:
        p.barrows[p.n_barrows] = card
        p.n_barrows += 1
        t.g.board.delivered[card] = 0
        t.g.board.wanted[card] = 0
        for i in range(c.barrow_length):
            t.g.board.wanted[card] |= 1 << c.barrow_goods[i]
        refresh_need(t, seat)
    else:
        add_card(p.extensions, card)
        p.n_extensions += 1
        stale(t)
        for i in range(3):
            p.icons[i] += c.icons[i]


cdef inline void play_card(TableC *t, int seat, int via, int arg) noexcept nogil:
    """F1, F2: card and placement of choice, with what its place costs."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int n = list_plays(t, seat, t.options)
    cdef int option = t.options[decide(t, seat, DECISION_CARD, t.options, n)]
    cdef int card = option >> 2
    cdef int placement = option & 3
    cdef int discarded = -1
    cdef int32_t paid[32]
    cdef int n_paid = 0
    drop_from_hand(t, seat, card)
    if placement == PLACEMENT_HELPER and p.n_helpers >= t.r.v.max_helpers:
        discarded = discard_old(t, seat, p.helpers, &p.n_helpers)
    elif placement == PLACEMENT_BARROW and p.n_barrows >= t.r.v.max_barrows:
        discarded = discard_old(t, seat, p.barrows, &p.n_barrows)
    elif placement == PLACEMENT_EXTENSION:
        n_paid = pay_extension(t, seat, paid)
    put_on_farm(t, seat, card, placement)
    if t.record != NULL:
        record_play(t, seat, card, placement, via)
    if logging(t):
        log_open(t, EVENT_PLAY_CARD, seat, via, arg)
        log_int(t, FIELD_CARD, card)
        log_int(t, FIELD_AS, placement)
        if placement == PLACEMENT_EXTENSION:
            log_list(t, FIELD_PAYS, paid, n_paid)
        log_int(t, FIELD_DISCARDS, discarded)
        log_close(t)
    fire(t, seat, 1 << TRIGGER_CARD, 1 << placement, 1, card)


cdef inline void fill_hand(TableC *t, int seat) noexcept nogil:
    """F4: up to the hand limit, or down to it by choice."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int limit = (
        t.r.v.hand_limit + t.r.v.hand_per_extension * p.n_extensions + p.modifiers[MODIFIER_HAND_LIMIT]
    )
    cdef int32_t thrown[128]
    cdef int n_thrown = 0
    cdef int n
    if p.n_hand < limit:
        draw(t, seat, limit - p.n_hand, VIA_FARM, -1)
        return
    while p.n_hand > limit:
        n = list_cards(p.hand, t.options)
        thrown[n_thrown] = t.options[decide(t, seat, DECISION_DISCARD, t.options, n)]
        drop_from_hand(t, seat, thrown[n_thrown])
        discard(t, thrown[n_thrown])
        n_thrown += 1
    if n_thrown and logging(t):
        log_open(t, EVENT_DISCARD, seat, VIA_NONE, -1)
        log_list(t, FIELD_CARDS, thrown, n_thrown)
        log_close(t)


cdef inline void record_icons(TableC *t, int seat) noexcept nogil:
    """An extension's use is the silver its icons gave."""
    cdef int32_t cards[128]
    cdef int n = list_cards(t.g.seats[seat].extensions, cards)
    cdef int i, silver
    for i in range(n):
        silver = t.r.cards[cards[i]].icons[ICON_SILVER] * t.r.v.income_icon
        record_use(t, cards[i], silver, 0)
        record_gift(t, cards[i], silver, 0)


cdef inline void income(TableC *t, int seat) noexcept nogil:
    """F5."""
    cdef SeatC *p = &t.g.seats[seat]
    add(t, p, GOOD_SILVER, p.icons[ICON_SILVER] * t.r.v.income_icon)
    if (p.lasting >> BUILDING_MERCHANT_HOUSE) & 1:
        add(t, p, GOOD_SILVER, t.r.v.merchant_income)
        record_lasting(t, seat, BUILDING_MERCHANT_HOUSE, t.r.v.merchant_income)
    if (p.lasting >> BUILDING_DELI) & 1:
        add(t, p, GOOD_COMMODITY, t.r.v.deli_income)
        record_lasting(t, seat, BUILDING_DELI, t.r.v.deli_income)
    if (p.lasting >> BUILDING_GREENGROCER) & 1:
        gain_resources(t, seat, t.r.v.greengrocer_income)
        record_lasting(t, seat, BUILDING_GREENGROCER, t.r.v.greengrocer_income)
    if t.record != NULL:
        record_icons(t, seat)
    if logging(t):
        log_event(t, EVENT_INCOME, seat, VIA_NONE, -1)
    settle_pigs(t, seat, VIA_BUILDING, BUILDING_GREENGROCER)
    fire(t, seat, 1 << TRIGGER_INCOME, 0, 1, NOBODY)


cdef inline void growth(TableC *t, int seat) noexcept nogil:
    """F6: each empty field gets its good."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef uint64_t empty[2]
    cdef int32_t cards[128]
    cdef int n, i
    empty[0] = p.fields[0] & ~p.full[0]
    empty[1] = p.fields[1] & ~p.full[1]
    n = list_cards(empty, cards)
    for i in range(n):
        fill_field(t, p, cards[i])
        if t.record != NULL:
            record_use(t, cards[i], 1, 0)
    if logging(t):
        log_open(t, EVENT_GROWTH, seat, VIA_NONE, -1)
        log_list(t, FIELD_FIELDS, cards, n)
        log_close(t)
    fire(t, seat, 1 << TRIGGER_GROWTH, 0, 1, NOBODY)


cdef inline void breeding(TableC *t, int seat) noexcept nogil:
    """F7."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int result = BREEDING_NONE
    cdef int parents = t.r.v.breeding_pigs - p.modifiers[MODIFIER_BREEDING_PAIR]
    if p.have[GOOD_PIG] >= (parents if parents > 1 else 1):
        if room_for_pig(t, p):
            result = BREEDING_BORN
            add(t, p, GOOD_PIG, 1)
        elif t.r.v.breeding_sold:
            result = BREEDING_SOLD
            add(t, p, GOOD_SILVER, sell_price(t, p, 3))
        else:
            result = BREEDING_LOST
    if logging(t):
        log_one(t, EVENT_BREEDING, seat, VIA_NONE, -1, FIELD_RESULT, result)
    fire(t, seat, 1 << TRIGGER_BREEDING, 0, 1, NOBODY)


cdef inline bint can_buy_roof(TableC *t, SeatC *p) noexcept nogil:
    return (
        t.g.board.n_face_up > 0
        and p.n_roofs < t.r.v.roofs_max + p.modifiers[MODIFIER_ROOF_LIMIT]
        and p.have[GOOD_SILVER] >= roof_cost(t, p)
    )


cdef inline void buy_roof(TableC *t, int seat) noexcept nogil:
    """F8."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef BoardC *b = &t.g.board
    cdef int i, place, roof
    for i in range(b.n_face_up):
        t.options[i] = b.face_up[i]
    place = decide(t, seat, DECISION_ROOF, t.options, b.n_face_up)
    roof = b.face_up[place]
    b.n_face_up -= 1
    for i in range(place, b.n_face_up):
        b.face_up[i] = b.face_up[i + 1]
    add(t, p, GOOD_SILVER, -roof_cost(t, p))
    check(t, p.n_roofs < 6, b"F8")
    gain_vp(t, seat, t.r.v.roof_vp[p.n_roofs], SOURCE_ROOFS)
    p.roofs[p.n_roofs] = roof
    p.n_roofs += 1
    if logging(t):
        log_one(t, EVENT_BUY_ROOF, seat, VIA_NONE, -1, FIELD_ROOF, roof)
    fire(t, seat, 1 << TRIGGER_ROOF, 0, 1, NOBODY)
