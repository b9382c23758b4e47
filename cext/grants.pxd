"""Granted plays, free upgrades and deliveries, done or given up before the turn ends (A11)."""
from libc.stdint cimport uint8_t

from cext.checks cimport check
from cext.game cimport GrantC, MAX_GRANTS, TableC
from cext.goods cimport stale


cdef inline void grant(TableC *t, int seat, int act, int count, int via, int arg) noexcept nogil:
    """Adds to the open grant of the same act and cause, if there is one, so that their number stays small."""
    cdef GrantC *each
    cdef int i
    if count <= 0:
        return
    stale(t)
    for i in range(t.n_grants[seat]):
        each = &t.grants[seat * MAX_GRANTS + i]
        if each.act == act and each.via == via and each.arg == <uint8_t>arg:
            each.count += count
            return
    check(t, t.n_grants[seat] < MAX_GRANTS, b"A11")
    each = &t.grants[seat * MAX_GRANTS + t.n_grants[seat]]
    each.act = act
    each.via = via
    each.arg = arg
    each.count = count
    t.n_grants[seat] += 1
    t.open_grants += 1


cdef inline int find_grant(TableC *t, int seat, int act) noexcept nogil:
    """Place of the oldest grant of that act, -1 if there is none."""
    cdef int i
    for i in range(t.n_grants[seat]):
        if t.grants[seat * MAX_GRANTS + i].act == act:
            return i
    return -1


cdef inline void close_grant(TableC *t, int seat, int place) noexcept nogil:
    cdef int i
    for i in range(place, t.n_grants[seat] - 1):
        t.grants[seat * MAX_GRANTS + i] = t.grants[seat * MAX_GRANTS + i + 1]
    t.n_grants[seat] -= 1
    t.open_grants -= 1
    stale(t)


cdef inline GrantC use_grant(TableC *t, int seat, int act) noexcept nogil:
    """Takes one unit of the oldest grant of that act; returns it for its cause."""
    cdef int place = find_grant(t, seat, act)
    cdef GrantC taken
    check(t, place >= 0, b"A11")
    taken = t.grants[seat * MAX_GRANTS + place]
    stale(t)
    t.grants[seat * MAX_GRANTS + place].count -= 1
    if taken.count == 1:
        close_grant(t, seat, place)
    return taken


cdef inline int granted(TableC *t, int seat, int via) noexcept nogil:
    """Units of all open grants of one cause."""
    cdef int i
    cdef int total = 0
    for i in range(t.n_grants[seat]):
        if t.grants[seat * MAX_GRANTS + i].via == via:
            total += t.grants[seat * MAX_GRANTS + i].count
    return total


cdef inline int granted_acts(TableC *t, int seat, int act) noexcept nogil:
    """Units of all open grants of one act."""
    cdef int i
    cdef int total = 0
    for i in range(t.n_grants[seat]):
        if t.grants[seat * MAX_GRANTS + i].act == act:
            total += t.grants[seat * MAX_GRANTS + i].count
    return total


cdef inline void give_up(TableC *t, int seat, int via) noexcept nogil:
    """Drops the grants of one cause."""
    cdef int i = 0
    while i < t.n_grants[seat]:
        if t.grants[seat * MAX_GRANTS + i].via == via:
            close_grant(t, seat, i)
        else:
            i += 1


cdef inline void drop_grants(TableC *t, int seat) noexcept nogil:
    """Gives up all that is open."""
    t.open_grants -= t.n_grants[seat]
    t.n_grants[seat] = 0
    stale(t)
