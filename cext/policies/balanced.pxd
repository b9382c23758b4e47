from libc.stdint cimport int32_t, uint64_t
from cext.bits cimport lowest
from cext.game cimport TableC

cdef inline int balanced_choice(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    return 0

cdef inline int balanced_act(TableC *t, int seat, uint64_t acts, bint own_turn) noexcept nogil:
    return lowest(acts)
