"""Invariants: kept in the check build, nothing in the release build.

A broken invariant ends the process at once with rule id, block and game, since an
exception in a ``noexcept`` function would be printed and swallowed.
"""
from cext.game cimport TableC


cdef extern from *:
    """
    #include <stdio.h>
    #include <stdlib.h>
    #ifdef GRANJA_CHECK
    #define GRANJA_CHECKS 1
    #else
    #define GRANJA_CHECKS 0
    #endif
    static void granja_die(const char *rule, int block, int game, unsigned decision) {
        fprintf(stderr, "granja: invariant of rule %s broken in block %d, game %d, decision %u\\n",
                rule, block, game, decision);
        abort();
    }
    """
    const int GRANJA_CHECKS
    void granja_die(const char *rule, int block, int game, unsigned decision) noexcept nogil


cdef inline void check(TableC *t, bint holds, const char *rule) noexcept nogil:
    if GRANJA_CHECKS and not holds:
        granja_die(rule, t.block, t.game, t.g.board.decisions)
