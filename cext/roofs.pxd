"""Which roofs a game has, and which of them lie face up (S4)."""
from libc.stdint cimport uint64_t, uint8_t

from cext.game cimport BoardC, TableC
from cext.luck cimport chance, luck_of
from cext.types cimport *


cdef inline void smallest_keys(const uint64_t *keys, int n, uint8_t *out, int wanted) noexcept nogil:
    """Indices of the `wanted` smallest of n keys, smallest first."""
    cdef uint64_t taken = 0
    cdef int i, j, best
    for i in range(wanted):
        best = -1
        for j in range(n):
            if not (taken >> j) & 1 and (best < 0 or keys[j] < keys[best]):
                best = j
        taken |= <uint64_t>1 << best
        out[i] = best


cdef inline int roofs_per_round(TableC *t) noexcept nogil:
    """S4; solo as with two players (O1)."""
    return t.g.board.n_seats if t.g.board.n_seats > 1 else 2


cdef inline void draw_roofs(TableC *t, int known) noexcept nogil:
    """S4; the first `known` rounds' roofs stay as they are."""
    cdef BoardC *b = &t.g.board
    cdef uint64_t keys[4]
    cdef uint8_t slots[4]
    cdef int per_round = roofs_per_round(t)
    cdef int round, i
    for round in range(known, 6):
        for i in range(4):
            keys[i] = chance(luck_of(t, LUCK_ROOF), LUCK_ROOF, round * 4 + i, 0, 0)
        smallest_keys(keys, 4, slots, per_round)
        for i in range(per_round):
            b.roof_draw[round * 4 + i] = round * 4 + slots[i]


cdef inline void reveal_roofs(TableC *t, int round) noexcept nogil:
    """The round's roofs lie face up: round 1's from the start, others at the end of the round before."""
    cdef BoardC *b = &t.g.board
    cdef int i
    b.n_face_up = roofs_per_round(t)
    for i in range(b.n_face_up):
        b.face_up[i] = b.roof_draw[(round - 1) * 4 + i]
