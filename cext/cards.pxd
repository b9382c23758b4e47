"""The deck: draws, the discard pile, reshuffles (S11, F4)."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from cext.bits cimport add_card, drop_card, in_cards
from cext.checks cimport check
from cext.game cimport BoardC, SeatC, TableC
from cext.goods cimport stale
from cext.legal cimport can_draw
from cext.log cimport log_close, log_int, log_list, log_open, logging
from cext.luck cimport chance, luck_of
from cext.record cimport record_grant
from cext.types cimport *


cdef inline void discard(TableC *t, int card) noexcept nogil:
    """Onto the discard pile."""
    add_card(t.g.board.discards, card)
    t.g.board.n_discards += 1


cdef inline int top_card(TableC *t, int seat) noexcept nogil:
    """Takes a card off the draw pile.

    Each seat has, for each reshuffle, its own random order of all cards: the order of first
    occurrence in an endless keyed sequence of card indices, nine of seven bits in a hash.
    It draws the first of these that still lies in the pile.  Cards only leave a pile between
    reshuffles, so the place read so far never has to go back.
    """
    cdef SeatC *p = &t.g.seats[seat]
    cdef uint64_t bits
    cdef int card
    cdef int place
    while True:
        place = p.cursor % 9
        bits = chance(
            luck_of(t, LUCK_DRAW), LUCK_DRAW, <uint32_t>seat, t.g.board.reshuffles, <uint32_t>(p.cursor // 9)
        ) >> (7 * place)
        while place < 9:
            card = bits & 127
            bits >>= 7
            place += 1
            p.cursor += 1
            if in_cards(t.g.board.pile, card):
                drop_card(t.g.board.pile, card)
                t.g.board.n_pile -= 1
                return card


cdef inline void reshuffle(TableC *t) noexcept nogil:
    cdef BoardC *b = &t.g.board
    cdef int seat
    b.pile[0] = b.discards[0]
    b.pile[1] = b.discards[1]
    b.n_pile = b.n_discards
    b.discards[0] = 0
    b.discards[1] = 0
    b.n_discards = 0
    b.reshuffles += 1
    for seat in range(4):
        t.g.seats[seat].cursor = 0
    if logging(t):
        log_open(t, EVENT_RESHUFFLE, -1, VIA_NONE, -1)
        log_int(t, FIELD_COUNT, b.n_pile)
        log_close(t)


cdef inline void log_draw(TableC *t, int seat, const int32_t *drawn, int n, int via, int arg) noexcept nogil:
    if n > 0:
        log_open(t, EVENT_DRAW, seat, via, arg)
        log_list(t, FIELD_CARDS, drawn, n)
        log_close(t)


cdef inline void draw(TableC *t, int seat, int n, int via, int arg) noexcept nogil:
    """S11: the discard pile is shuffled in when a card is due and the draw pile is empty."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int32_t drawn[128]
    cdef int n_drawn = 0
    cdef int card
    stale(t)
    while n > 0 and can_draw(t):
        if t.g.board.n_pile == 0:
            if logging(t):
                log_draw(t, seat, drawn, n_drawn, via, arg)
            n_drawn = 0
            reshuffle(t)
        card = top_card(t, seat)
        check(t, not in_cards(p.hand, card), b"S11")
        add_card(p.hand, card)
        p.n_hand += 1
        p.cards_drawn += 1
        record_grant(t, via, arg, ACT_MAIN, 1)
        drawn[n_drawn] = card
        n_drawn += 1
        n -= 1
    if logging(t):
        log_draw(t, seat, drawn, n_drawn, via, arg)


cdef inline void drop_from_hand(TableC *t, int seat, int card) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    check(t, in_cards(p.hand, card), b"F1")
    stale(t)
    drop_card(p.hand, card)
    p.n_hand -= 1
