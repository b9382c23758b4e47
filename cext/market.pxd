"""The market: markers, removals, displacement (B2 to B4, O3, O4)."""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport bit, count, lowest
from cext.checks cimport check
from cext.door cimport decide_member
from cext.game cimport SeatC, TableC
from cext.goods cimport gain_vp, stale_rewards
from cext.log cimport log_close, log_field, log_int, log_open, logging, put
from cext.record cimport record_marker, record_marker_lost
from cext.types cimport *


cdef enum:
    NO_HEX = 255


cdef struct PlacedC:
    # What placing a marker did.
    int32_t hex                  # NO_HEX if none was placed
    int32_t displaced            # seat, or -1
    int32_t removals             # markers removed, the displaced one among them
    int32_t vp                   # for them (B3, B4)
    int32_t lost[4]              # of them, by the seat that lost them


cdef inline int owner_of(TableC *t, int hex) noexcept nogil:
    cdef int seat
    for seat in range(4):
        if (t.g.seats[seat].markers >> hex) & 1:
            return seat
    return -1


cdef inline void count_in_use(SeatC *p) noexcept nogil:
    """S12: the peak of markers, on the market and on craft buildings."""
    cdef int in_use = count(p.markers) + p.buildings_done
    if in_use > p.peak_markers:
        p.peak_markers = in_use


cdef inline void set_marker(TableC *t, int seat, int hex) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    check(t, not (t.g.board.occupied >> hex) & 1, b"B2")
    check(t, (t.r.market.open >> hex) & 1, b"S9")
    p.markers |= bit(hex)
    stale_rewards(t)
    t.g.board.occupied |= bit(hex)
    count_in_use(p)


cdef inline void take_marker(TableC *t, int owner, int hex, int by, PlacedC *out) noexcept nogil:
    """Removes an opponent's marker."""
    t.g.seats[owner].markers &= ~bit(hex)
    stale_rewards(t)
    t.g.board.occupied &= ~bit(hex)
    t.g.seats[owner].n_removed += 1
    t.g.seats[by].n_removals += 1
    out.removals += 1
    out.lost[owner] += 1
    if t.record != NULL:
        record_marker_lost(t, hex, by, out.hex)


cdef inline int hunters_left(TableC *t, int hex, int player) noexcept nogil:
    """O4: open neighbours of higher value that are empty or the player's."""
    return count(t.r.market.hunters[hex] & (~t.g.board.occupied | t.g.seats[player].markers))


cdef inline int neutral_hex(TableC *t, uint64_t hexes) noexcept nogil:
    """O4: most markers of the player removed, then hardest to remove from, then lowest number."""
    cdef int best = NO_HEX
    cdef int best_prey = -1
    cdef int best_hunters = 0
    cdef int hex, prey, hunters
    while hexes:
        hex = lowest(hexes)
        hexes &= hexes - 1
        prey = count(t.r.market.prey[hex] & t.g.seats[0].markers)
        hunters = hunters_left(t, hex, 0)
        if prey > best_prey or (prey == best_prey and hunters < best_hunters):
            best = hex
            best_prey = prey
            best_hunters = hunters
    return best


cdef inline void log_marker(
    TableC *t, int seat, int via, PlacedC *out, uint64_t removed, const int32_t *owners
) noexcept nogil:
    cdef int i = 0
    log_open(t, EVENT_MARKER, seat, via, -1)
    log_int(t, FIELD_HEX, out.hex)
    log_int(t, FIELD_DISPLACED, out.displaced)
    log_field(t, FIELD_REMOVED, 2 * count(removed))
    while removed:
        put(t.log, lowest(removed))
        put(t.log, owners[i])
        removed &= removed - 1
        i += 1
    log_close(t)


cdef inline PlacedC place_marker(
    TableC *t, int seat, int value, int via, int card, int base_vp
) noexcept nogil:
    """B2 to B4 for a seat, or the neutral colour (a seat without a farm).

    card and base_vp (the barrow's value) are for the record only.
    """
    cdef PlacedC out
    cdef uint64_t usable = t.r.market.by_value[value] & ~t.g.board.occupied
    cdef bint neutral = seat >= t.g.board.n_seats
    cdef uint64_t removed, rest
    cdef int32_t owners[64]
    cdef int n = 0
    cdef int hex
    out.hex = NO_HEX
    out.displaced = -1
    out.removals = 0
    out.vp = 0
    for hex in range(4):
        out.lost[hex] = 0
    if not usable:
        usable = t.r.market.by_value[value] & ~t.g.seats[seat].markers
        if not usable:
            return out                     # B4, O3: all of them are its own
    hex = neutral_hex(t, usable) if neutral else decide_member(t, seat, DECISION_HEX, usable)
    out.hex = hex
    if (t.g.board.occupied >> hex) & 1:
        out.displaced = owner_of(t, hex)
        take_marker(t, out.displaced, hex, seat, &out)
        if not t.r.v.displaced_silent:
            out.vp += t.r.v.removal_vp
    set_marker(t, seat, hex)
    removed = t.r.market.prey[hex] & t.g.board.occupied & ~t.g.seats[seat].markers
    rest = removed
    while rest:
        owners[n] = owner_of(t, lowest(rest))
        take_marker(t, owners[n], lowest(rest), seat, &out)
        out.vp += t.r.v.removal_vp
        rest &= rest - 1
        n += 1
    if not neutral:
        gain_vp(t, seat, out.vp, SOURCE_REMOVALS)
    if t.record != NULL:
        record_marker(t, seat, hex, value, card, out.removals, base_vp + out.vp)
    if logging(t):
        log_marker(t, seat, via, &out, removed, owners)
    return out
