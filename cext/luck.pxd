"""The one door for luck: every chance is a hash of a key, never a sequence.

A key is (root seed, block, purpose, indices), so one more item, or another choice
of a player, changes no other chance.
"""
from libc.stdint cimport uint32_t, uint64_t

from cext.game cimport TableC


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """Finaliser of MurmurHash3: every input bit reaches every output bit."""
    x ^= x >> 33
    x *= <uint64_t>0xff51afd7ed558ccd
    x ^= x >> 33
    x *= <uint64_t>0xc4ceb9fe1a85ec53
    return x ^ (x >> 33)


cdef inline uint64_t game_luck(uint64_t seed, uint64_t block) noexcept nogil:
    return mix(mix(seed + <uint64_t>0x9e3779b97f4a7c15) + block)


cdef inline uint64_t chance(
    uint64_t luck, uint32_t purpose, uint32_t a, uint32_t b, uint32_t c
) noexcept nogil:
    """64 random bits for one key; a below 2**12, b below 2**12, c below 2**32."""
    return mix(luck ^ ((<uint64_t>purpose << 56) | (<uint64_t>a << 44) | (<uint64_t>b << 32) | c))


cdef inline uint32_t below(uint64_t bits, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1 from the upper half of the bits."""
    return <uint32_t>(((bits >> 32) * n) >> 32)


cdef inline uint64_t luck_of(TableC *t, int purpose) noexcept nogil:
    """The luck of a purpose (Luck): the game's own, or another where that purpose is drawn anew."""
    return t.other_luck if (t.reseeded >> purpose) & 1 else t.g.board.luck
