"""Writes the event log as raw records (eventlog.py turns them into event-log.md's lines).

A record is ``[words, event, round, phase, player, via, argument, fields]`` and then per
field ``[Field, count, value …]``.  A line's delta is what changed since the line before,
so nothing that a player owns can change without showing.  Off in bulk runs.
"""
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from cext.game cimport GameC, LogC, TableC
from cext.types cimport *


cdef inline bint logging(TableC *t) noexcept nogil:
    return t.log != NULL


cdef inline void put(LogC *log, int32_t word) noexcept nogil:
    if log.size < log.capacity:
        log.words[log.size] = word
        log.size += 1
    else:
        log.overflow = 1


cdef inline void log_open(TableC *t, int event, int seat, int via, int arg) noexcept nogil:
    cdef LogC *log = t.log
    log.line = log.size
    put(log, 0)
    put(log, event)
    put(log, t.g.board.round)
    put(log, t.g.board.phase)
    put(log, seat)
    put(log, via)
    put(log, arg)
    put(log, 0)


cdef inline void log_field(TableC *t, int field, int n) noexcept nogil:
    """Starts a field of n values, which `put` adds."""
    cdef LogC *log = t.log
    if log.line + 7 < log.capacity:
        log.words[log.line + 7] += 1
    put(log, field)
    put(log, n)


cdef inline void log_int(TableC *t, int field, int value) noexcept nogil:
    log_field(t, field, 1)
    put(t.log, value)


cdef inline void log_list(TableC *t, int field, const int32_t *values, int n) noexcept nogil:
    cdef int i
    log_field(t, field, n)
    for i in range(n):
        put(t.log, values[i])


cdef inline void log_bytes(TableC *t, int field, const unsigned char *values, int n) noexcept nogil:
    cdef int i
    log_field(t, field, n)
    for i in range(n):
        put(t.log, values[i])


cdef inline void log_close(TableC *t) noexcept nogil:
    """Adds the player's delta, if anything changed, and the record's length."""
    cdef LogC *log = t.log
    cdef int32_t *before
    cdef int32_t seat = -1
    cdef int good
    cdef bint changed = False
    if log.line + 4 < log.size:
        seat = log.words[log.line + 4]
    if 0 <= seat < t.g.board.n_seats:
        before = &log.before[seat * 10]
        for good in range(10):
            changed = changed or t.g.seats[seat].have[good] != before[good]
        if changed:
            log_field(t, FIELD_DELTA, 10)
            for good in range(10):
                put(log, t.g.seats[seat].have[good] - before[good])
            memcpy(before, &t.g.seats[seat].have[0], 10 * sizeof(int32_t))
    if log.line < log.capacity:
        log.words[log.line] = <int32_t>(log.size - log.line)


cdef inline void log_event(TableC *t, int event, int seat, int via, int arg) noexcept nogil:
    """A line without fields of its own."""
    log_open(t, event, seat, via, arg)
    log_close(t)


cdef inline void log_one(
    TableC *t, int event, int seat, int via, int arg, int field, int value
) noexcept nogil:
    log_open(t, event, seat, via, arg)
    log_int(t, field, value)
    log_close(t)


cdef inline void log_state(TableC *t) noexcept nogil:
    """A snapshot: the words of GameC."""
    cdef const int32_t *words = <const int32_t *>&t.g
    log_open(t, EVENT_STATE, -1, VIA_NONE, -1)
    log_list(t, FIELD_STATE, words, sizeof(GameC) // sizeof(int32_t))
    log_close(t)
