"""Sums over the sixteen places of a PlanC's arrays, as vectors of 16-bit integers.

GCC and Clang turn the vector extension into whatever the target has.
"""
from libc.stdint cimport int16_t, int32_t, uint8_t


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    typedef int16_t granja_v16 __attribute__((vector_size(32)));
    typedef uint64_t granja_v4 __attribute__((vector_size(32)));
    typedef uint8_t granja_b16 __attribute__((vector_size(16)));
    static inline granja_v16 granja_widen(const uint8_t *need) {
        granja_b16 bytes;
        memcpy(&bytes, need, 16);
        return __builtin_convertvector(bytes, granja_v16);
    }
    static inline granja_v16 granja_load(const int16_t *from) {
        granja_v16 v;
        memcpy(&v, from, 32);
        return v;
    }
    /* Sum of what need exceeds stock by, times unit; below 65536, so 16-bit fields don't overflow. */
    static inline int32_t granja_missing(const uint8_t *need, const int16_t *stock, const int16_t *unit) {
        granja_v16 lack = granja_widen(need) - granja_load(stock);
        granja_v4 sums;
        lack = (lack & (lack > 0)) * granja_load(unit);
        memcpy(&sums, &lack, 32);
        return (int32_t)(((sums[0] + sums[1] + sums[2] + sums[3]) * 0x0001000100010001ULL) >> 48);
    }
    /* What the rows with a share want together, less stock. */
    static inline void granja_lacking(int16_t *to, const int16_t *stock, const uint8_t *need,
                                      const int32_t *share, int n) {
        granja_v16 sum = -granja_load(stock);
        for (int i = 0; i < n; i++) sum += granja_widen(need + 16 * i) & (int16_t)-(share[i] > 0);
        memcpy(to, &sum, 32);
    }
    """
    int32_t missing_silver "granja_missing"(
        const uint8_t *need, const int16_t *stock, const int16_t *unit
    ) noexcept nogil
    void lacking_goods "granja_lacking"(
        int16_t *to, const int16_t *stock, const uint8_t *need, const int32_t *share, int n
    ) noexcept nogil
