"""The siesta track (T2, T3, P2, P3)."""
from libc.stdint cimport uint32_t

from cext.game cimport BoardC, SeatC, TableC
from cext.goods cimport stale_rewards
from cext.log cimport log_close, log_int, log_open, logging
from cext.record cimport record_steps
from cext.types cimport *


cdef inline int move_disc(TableC *t, int seat, int steps) noexcept nogil:
    """Moves onto the top of the discs already there; returns the steps really moved."""
    cdef SeatC *p = &t.g.seats[seat]
    if steps > t.r.v.track_top - p.space:
        steps = t.r.v.track_top - p.space
    if steps > 0:
        p.space += steps
        t.g.board.stamp += 1
        p.stamp = t.g.board.stamp
        stale_rewards(t)
    return steps


cdef inline void siesta(TableC *t, int seat, int steps, int via, int arg) noexcept nogil:
    """Granted steps (A11), or the token's hats (T2: written even if nothing moves)."""
    cdef int moved = move_disc(t, seat, steps)
    record_steps(t, via, arg, moved)
    if logging(t) and (moved > 0 or via == VIA_DONKEY):
        log_open(t, EVENT_SIESTA, seat, via, arg)
        log_int(t, FIELD_STEPS, moved)
        log_int(t, FIELD_SPACE, t.g.seats[seat].space)
        log_close(t)


cdef inline int siesta_worth(TableC *t, int seat) noexcept nogil:
    """vp of the seat's space."""
    return t.r.v.siesta_vp[t.g.seats[seat].space]


cdef inline void stack_discs(TableC *t) noexcept nogil:
    """All on space 0, the first player's on top (S3, P3)."""
    cdef BoardC *b = &t.g.board
    cdef int i
    for i in range(b.n_seats - 1, -1, -1):
        b.stamp += 1
        t.g.seats[b.order[i]].space = 0
        t.g.seats[b.order[i]].stamp = b.stamp


cdef inline void sort_order(TableC *t) noexcept nogil:
    """T3: farthest first, on one space the higher disc first."""
    cdef BoardC *b = &t.g.board
    cdef int i, j, seat
    cdef uint32_t space, stamp
    for i in range(1, b.n_seats):
        seat = b.order[i]
        space = t.g.seats[seat].space
        stamp = t.g.seats[seat].stamp
        j = i
        while j > 0 and (
            t.g.seats[b.order[j - 1]].space < space
            or (t.g.seats[b.order[j - 1]].space == space and t.g.seats[b.order[j - 1]].stamp < stamp)
        ):
            b.order[j] = b.order[j - 1]
            j -= 1
        b.order[j] = seat
