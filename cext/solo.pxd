"""The neutral colour of the solo game (O1 to O5)."""
from cext.cards cimport discard, reshuffle, top_card
from cext.game cimport BoardC, NOBODY, TableC
from cext.helpers cimport fire
from cext.legal cimport can_draw
from cext.log cimport log_one, logging
from cext.market cimport PlacedC, place_marker
from cext.types cimport *


cdef enum:
    NEUTRAL = 1


cdef inline void remove_die(TableC *t) noexcept nogil:
    """O2: the lowest number in rounds 1 to 3, the highest in rounds 4 to 6."""
    cdef BoardC *b = &t.g.board
    cdef int number = 0
    cdef int i
    for i in range(1, 7):
        if b.dice[i] > 0 and (number == 0 or b.round > 3):
            number = i
    b.dice[number] -= 1
    b.n_dice -= 1
    if logging(t):
        log_one(t, EVENT_REMOVE_DIE, NEUTRAL, VIA_NONE, -1, FIELD_DIE, number)


cdef inline void neutral_marker(TableC *t) noexcept nogil:
    """O3: a card is drawn and discarded; the neutral marker goes on a hex of its barrow value."""
    cdef int card, value
    cdef PlacedC placed
    if not can_draw(t):
        return
    if t.g.board.n_pile == 0:
        reshuffle(t)
    card = top_card(t, NEUTRAL)
    discard(t, card)
    if logging(t):
        log_one(t, EVENT_SOLO_CARD, NEUTRAL, VIA_NONE, -1, FIELD_CARD, card)
    value = t.r.cards[card].barrow_value
    placed = place_marker(t, NEUTRAL, value, VIA_SOLO, NOBODY, 0)
    if placed.lost[0] > 0:
        fire(t, 0, 1 << TRIGGER_REMOVED, 0, placed.lost[0], NOBODY)
