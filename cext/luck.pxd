"""The one door for luck: every chance is a hash of a key, never a sequence.

A key is (root seed, block, purpose, indices), so one more item, or another choice
of a player, changes no other chance.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t


cdef enum:
    LUCK_DIE = 1             # round, die index
    LUCK_DRAW = 2            # seat, reshuffles, position in the seat's draw order
    LUCK_BUILDING = 3        # building
    LUCK_ROOF = 4            # roof
    LUCK_SOLO = 5            # O1
    LUCK_NOISE = 6           # seat, round, Decision, ordinal
    LUCK_SEARCH = 7          # decision and playout, of a luck of its own
    LUCK_REDEAL = 8          # card or seat, of a playout's luck


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
