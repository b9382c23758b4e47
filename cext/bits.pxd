"""Sets of up to 64 or 128 members as bit masks."""
from libc.stdint cimport int32_t, uint64_t


cdef extern from *:
    """
    #include <stdint.h>
    #define granja_lowest(x) ((int)__builtin_ctzll(x))
    #define granja_count(x) ((int)__builtin_popcountll(x))
    #define granja_unlikely(x) __builtin_expect(!!(x), 0)
    #ifdef __BMI2__
    #include <immintrin.h>
    static inline int granja_nth(uint64_t x, int k) { return (int)__builtin_ctzll(_pdep_u64(1ULL << k, x)); }
    #else
    static inline int granja_nth(uint64_t x, int k) {
        while (k--) x &= x - 1;
        return (int)__builtin_ctzll(x);
    }
    #endif
    """
    int lowest "granja_lowest"(uint64_t x) noexcept nogil
    int count "granja_count"(uint64_t x) noexcept nogil
    bint unlikely "granja_unlikely"(bint x) noexcept nogil
    int nth "granja_nth"(uint64_t x, int k) noexcept nogil


cdef inline uint64_t bit(int i) noexcept nogil:
    return <uint64_t>1 << i


cdef inline bint in_cards(const uint64_t *cards, int card) noexcept nogil:
    return (cards[card >> 6] >> (card & 63)) & 1


cdef inline void add_card(uint64_t *cards, int card) noexcept nogil:
    cards[card >> 6] |= bit(card & 63)


cdef inline void drop_card(uint64_t *cards, int card) noexcept nogil:
    cards[card >> 6] &= ~bit(card & 63)


cdef inline int list_cards(const uint64_t *cards, int32_t *out) noexcept nogil:
    """Writes the card indices in ascending order; returns how many."""
    cdef int n = 0
    cdef int half
    cdef uint64_t rest
    for half in range(2):
        rest = cards[half]
        while rest:
            out[n] = half * 64 + lowest(rest)
            n += 1
            rest &= rest - 1
    return n
