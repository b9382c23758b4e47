"""Deals anew everything that a seat can't know: for playouts, which must not see the game's future."""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport add_card, count, list_cards
from cext.game cimport BoardC, NOBODY, SeatC, TableC
from cext.luck cimport below, chance
from cext.roofs cimport draw_roofs
from cext.types cimport *


cdef inline void redeal_cards(TableC *t, int seat) noexcept nogil:
    """Other hands and the draw pile: the cards that the seat sees nowhere."""
    cdef BoardC *b = &t.g.board
    cdef uint64_t unseen[2]
    cdef int32_t cards[128]
    cdef int n, i, j, other
    unseen[0] = b.pile[0]
    unseen[1] = b.pile[1]
    for other in range(b.n_seats):
        if other != seat:
            unseen[0] |= t.g.seats[other].hand[0]
            unseen[1] |= t.g.seats[other].hand[1]
    n = list_cards(unseen, cards)
    for other in range(b.n_seats):
        if other == seat:
            continue
        t.g.seats[other].hand[0] = 0
        t.g.seats[other].hand[1] = 0
        for _ in range(t.g.seats[other].n_hand):
            j = below(chance(b.luck, LUCK_REDEAL, n, 0, 0), n)
            add_card(t.g.seats[other].hand, cards[j])
            n -= 1
            cards[j] = cards[n]
    b.pile[0] = 0
    b.pile[1] = 0
    for i in range(n):
        add_card(b.pile, cards[i])
    for other in range(4):
        t.g.seats[other].cursor = 0


cdef inline void redeal_tokens(TableC *t, int seat) noexcept nogil:
    """T1: tokens that others have chosen and not yet shown."""
    cdef SeatC *p
    cdef int other, token, left
    for other in range(t.g.board.n_seats):
        p = &t.g.seats[other]
        if other == seat or p.token == NOBODY:
            continue
        p.tokens |= 1 << p.token
        left = below(chance(t.g.board.luck, LUCK_REDEAL, 128 + other, 0, 0), count(p.tokens))
        token = 0
        while left > 0 or not (p.tokens >> token) & 1:
            left -= (p.tokens >> token) & 1
            token += 1
        p.token = token
        p.tokens &= ~(1 << token)


cdef inline void redeal(TableC *t, int seat, uint64_t luck) noexcept nogil:
    """A game that looks the same to the seat: hands, pile, tokens, roofs and all chance to come."""
    t.g.board.luck = luck
    redeal_cards(t, seat)
    if t.g.board.step == STEP_TOKEN:
        redeal_tokens(t, seat)
    draw_roofs(t, t.g.board.round + (t.g.board.round == 0))
