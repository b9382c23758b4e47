"""Probes: one decision of a game is kept, then the game is played again with another option.

Looking: of the decisions of a kind with at least two options to compare, each is kept with the same
chance.  Changing: one decision, by its number, takes one option, by its value; the rest is as it was.
"""
from libc.stdint cimport int32_t

from cext.checks cimport check
from cext.game cimport ProbeC, TARGET_BUILDING, TableC
from cext.luck cimport below, chance
from cext.types cimport *


cdef enum:
    MAX_PROBED = 64          # options of a decision that are compared; the longest list is hexes


cdef inline int asked_kind(int probe) noexcept nogil:
    """The Decision at which a kind of probe looks."""
    if probe == PROBE_PLACEMENT:
        return DECISION_CARD
    if probe == PROBE_HEX:
        return DECISION_HEX
    if probe == PROBE_BUILDING:
        return DECISION_DELIVERY
    if probe == PROBE_ROOF:
        return DECISION_ROOF
    if probe == PROBE_DIE:
        return DECISION_DIE
    return DECISION_TOKEN


cdef inline int subject_of(int probe, int option) noexcept nogil:
    """What an option is, as the table of probes names it."""
    if probe == PROBE_PLACEMENT:
        return (option >> 2) + 1
    if probe == PROBE_BUILDING:
        option &= 255
        return option - TARGET_BUILDING + 1 if option >= TARGET_BUILDING else 0
    if probe == PROBE_ROOF:
        return option + 1
    if probe == PROBE_DIE:
        return option >> 4
    return option


cdef inline int place_of(int probe, int option) noexcept nogil:
    if probe == PROBE_PLACEMENT:
        return option & 3
    if probe == PROBE_DIE:
        return option & 15
    return -1


cdef inline bint compared(int probe, int option, int chosen) noexcept nogil:
    """Is this one of the options that are set against each other?"""
    if probe == PROBE_PLACEMENT:
        return option >> 2 == chosen >> 2
    return option >= 0 or probe != PROBE_BUILDING      # passing a delivery isn't one


cdef inline int listed(ProbeC *found, int subject, int place) noexcept nogil:
    """Where an option stands in the list; its end if it isn't there."""
    cdef int i = 0
    while i < found.n and (found.subject[i] != subject or found.place[i] != place):
        i += 1
    return i


cdef inline void list_compared(
    TableC *t, ProbeC *found, const int32_t *options, const int32_t *places, int m, int index
) noexcept nogil:
    """The options to compare.  For those with one subject stands the bot's own choice, else its best."""
    cdef int32_t best[MAX_PROBED]
    cdef int i, k, place, option
    found.n = 0
    for i in range(-1, m):
        place = index if i < 0 else (i if places == NULL else places[i])
        option = options[place]
        if not compared(found.kind, option, options[index]):
            continue
        k = listed(found, subject_of(found.kind, option), place_of(found.kind, option))
        if k < found.n:
            if k == 0 or t.scores[place] <= t.scores[best[k]]:
                continue
        elif found.n == MAX_PROBED:
            continue
        else:
            found.n += 1
        best[k] = place
        found.change_at[k] = t.g.board.decisions - 1
        found.change_to[k] = option
        found.subject[k] = subject_of(found.kind, option)
        found.place[k] = place_of(found.kind, option)
    if found.kind == PROBE_ROOF and found.n < MAX_PROBED:
        # No roof: the act before, which was to buy one, is to be done.
        found.change_at[found.n] = t.g.board.decisions - 2
        found.change_to[found.n] = ACT_DONE
        found.subject[found.n] = 0
        found.place[found.n] = -1
        found.n += 1


cdef inline void look(
    TableC *t, int seat, int kind, const int32_t *options, const int32_t *places, int m, int index
) noexcept nogil:
    """Keeps this decision, or not.  places: of the m options that the seat may take; NULL: all of them."""
    cdef ProbeC *probe = t.probe
    cdef ProbeC found
    if kind != asked_kind(probe.kind) or not compared(probe.kind, options[index], options[index]):
        return
    found.kind = probe.kind
    list_compared(t, &found, options, places, m, index)
    if found.n < 2:
        return
    found.replays = 0
    found.eligible = probe.eligible + 1
    found.seat = seat
    found.round = t.g.board.round
    found.decision = t.g.board.decisions - 1
    found.chosen = 0
    if below(chance(t.g.board.luck, LUCK_PROBE, probe.kind, 0, found.eligible), found.eligible) == 0:
        probe[0] = found
    else:
        probe.eligible = found.eligible


cdef inline int probed(
    TableC *t, int seat, int kind, const int32_t *options, const int32_t *places, int m, int n, int index
) noexcept nogil:
    """The choice among n options: the bot's own, or the change."""
    cdef int i
    if not t.probe.replays:
        look(t, seat, kind, options, places, m, index)
        return index
    if t.g.board.decisions - 1 != t.probe.at:
        return index
    for i in range(n):
        if options[i] == t.probe.value:
            return i
    check(t, False, b"A9")
    return index


cdef inline int probed_act(TableC *t, int act) noexcept nogil:
    """The act: the bot's own, or the change."""
    if t.probe.replays and t.g.board.decisions - 1 == t.probe.at:
        return t.probe.value
    return act
