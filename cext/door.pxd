"""The one door for choices.

Every choice of the game is asked here: the door takes a script's option, or hands what the
seat's restrictions allow to its policy, and counts.  Scripts speak of the full list of options.
A question with one option is counted and not asked.  ``decide`` takes a list of options and
returns an index; ``decide_act`` is the one question of a turn, over a set of Act bits.
"""
from libc.stdint cimport int32_t, uint64_t

from cext.bits cimport bit, count, lowest, unlikely
from cext.checks cimport GRANJA_CHECKS, check
from cext.game cimport (
    MAX_OPTIONS, NOT_ALLOWED, NotesC, TableC, WATCH_NOTES, WATCH_PROBE, WATCH_SCRIPT, WATCH_STOP, WATCH_TAPE,
    WATCH_WHY, WhyC
)
from cext.legal cimport anytime_acts
from cext.policies.balanced cimport balanced_act, balanced_choice
from cext.policies.novice cimport novice_act, novice_choice
from cext.policies.random cimport random_act, random_choice
from cext.probe cimport probed, probed_act
from cext.redeal cimport redeal
from cext.restrictions cimport (
    is_restricted, obeying_act, permitted, permitted_acts, permitted_options, permitted_progress
)
from cext.types cimport *


cdef inline void note(TableC *t, int seat, int kind, const int32_t *options, int n, int index) noexcept nogil:
    """Keeps the choice, and what was weighed, for replays and explanations."""
    cdef NotesC *notes = t.notes
    cdef WhyC *why
    cdef int i
    if notes.stopped:
        return
    if t.watch & WATCH_TAPE and notes.n_tape < notes.max_tape:
        notes.tape[notes.n_tape] = index
        notes.n_tape += 1
    if t.watch & WATCH_WHY and n > 1 and notes.n_why < notes.max_why:
        if notes.n_why_options + n <= notes.max_why_options:
            why = &notes.why[notes.n_why]
            why.at = t.log.size if t.log != NULL else 0
            why.seat = seat
            why.kind = kind
            why.n = n
            why.chosen = index
            why.first = notes.n_why_options
            for i in range(n):
                notes.why_options[2 * (why.first + i)] = options[i]
                notes.why_options[2 * (why.first + i) + 1] = t.scores[i]
            notes.n_why_options += n
            notes.n_why += 1


cdef inline int watched(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    """The script's option for this decision, -1 if the policy is to choose."""
    cdef NotesC *notes = t.notes
    cdef int at = <int>t.g.board.decisions - 1 - notes.first
    cdef int i
    if not t.watch & WATCH_SCRIPT:
        return -1
    if at < notes.n_script:
        if notes.forks and at == notes.n_script - 1:
            redeal(t, notes.fork_seat, notes.fork_luck)
            t.watch = 0
        # An option index beyond the list (a script of another game) takes the last one.
        if notes.script[at] < 0:
            return -1
        return notes.script[at] if notes.script[at] < n else n - 1
    if not t.watch & WATCH_STOP:
        return -1
    if not notes.stopped:
        notes.stopped = 1
        notes.stop_seat = seat
        notes.stop_kind = kind
        notes.stop_n = n
        for i in range(n):
            notes.stop_options[i] = options[i]
        t.log = NULL
    return 0


cdef inline void remember(TableC *t, int kind, int choice) noexcept nogil:
    """Folds a choice into the hash of the game's course."""
    t.g.board.hash = (t.g.board.hash ^ <uint64_t>(choice * 64 + kind + 1)) * <uint64_t>0x9e3779b97f4a7c15


cdef inline void count_question(TableC *t, int seat, int kind) noexcept nogil:
    """All questions count alike, whoever answers: number of the decision, ordinal of a bot's noise."""
    t.g.board.decisions += 1
    t.g.seats[seat].ordinal[kind] += 1


cdef inline int ask(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    cdef int policy = t.bots[seat].policy
    if policy == POLICY_NOVICE:
        return novice_choice(t, seat, kind, options, n)
    if policy == POLICY_RANDOM:
        return random_choice(t, seat, kind, n)
    if policy == POLICY_BALANCED:
        return balanced_choice(t, seat, kind, options, n)
    if policy == POLICY_SEARCH:
        return t.search.choose(t, seat, kind, options, n)
    if policy == POLICY_PYTHON:
        return t.functions.choose(t, seat, kind, options, n)
    return 0


cdef inline int ask_permitted(
    TableC *t, int seat, int kind, const int32_t *options, const int32_t *places, int m, int n
) noexcept nogil:
    """Asks about m of the n options; scores then stand beside their options in the full list."""
    cdef int32_t offered[MAX_OPTIONS]
    cdef int i, index, place
    for i in range(m):
        offered[i] = options[places[i]]
    t.places = places
    index = places[ask(t, seat, kind, offered, m) if m > 1 else 0]
    t.places = NULL
    if t.watch:
        i = m - 1
        for place in range(n - 1, -1, -1):
            if i >= 0 and places[i] == place:
                t.scores[place] = t.scores[i]
                i -= 1
            else:
                t.scores[place] = NOT_ALLOWED
    return index


cdef inline int decide_closely(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    """Where a script, notes or restrictions have a say."""
    cdef int32_t places[MAX_OPTIONS]
    cdef int m = n
    cdef int index = -1
    if is_restricted(t, seat):
        m = permitted_options(t, seat, kind, options, n, places)
    if t.watch:
        for index in range(n):
            t.scores[index] = 0
        index = -1
    if t.watch & WATCH_NOTES:
        index = watched(t, seat, kind, options, n)
    if index < 0 and m < n:
        index = ask_permitted(t, seat, kind, options, places, m, n)
    elif index < 0:
        index = ask(t, seat, kind, options, n) if n > 1 else 0
    if t.watch & WATCH_PROBE:
        index = probed(t, seat, kind, options, places if m < n else NULL, m, n, index)
    if t.watch & WATCH_NOTES:
        note(t, seat, kind, options, n, index)
    return index


cdef inline int decide(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    """Index of the chosen option; n is at least 1."""
    cdef int index = 0
    count_question(t, seat, kind)
    check(t, n >= 1 and n <= MAX_OPTIONS, b"A9")
    if unlikely(t.watch | t.restricted):
        index = decide_closely(t, seat, kind, options, n)
    elif n > 1:
        index = ask(t, seat, kind, options, n)
    check(t, 0 <= index < n, b"A9")
    remember(t, kind, options[index])
    return index


cdef inline int decide_member(TableC *t, int seat, int kind, uint64_t members) noexcept nogil:
    """The chosen member of a set that is not empty; its members are the options, in ascending order."""
    cdef int n = 0
    while members:
        t.options[n] = lowest(members)
        members &= members - 1
        n += 1
    return t.options[decide(t, seat, kind, t.options, n)]


cdef inline int ask_function_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    """A Python function's act: all acts that are legal and allowed are its options, in ascending order."""
    cdef uint64_t acts = progress | (permitted_acts(t, seat) if own_turn else 0)
    cdef int n = 0
    while acts:
        t.options[n] = lowest(acts)
        acts &= acts - 1
        n += 1
    return t.options[t.functions.choose(t, seat, DECISION_ACT, t.options, n) if n > 1 else 0]


cdef inline int ask_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    """The policy's act.  Policies look up the anytime actions themselves, if they want one."""
    cdef int policy = t.bots[seat].policy
    if policy == POLICY_NOVICE:
        return novice_act(t, seat, progress, own_turn)
    if policy == POLICY_RANDOM:
        return random_act(t, seat, progress, own_turn)
    if POLICY_BALANCED <= policy <= POLICY_SEARCH:
        return balanced_act(t, seat, progress, own_turn)
    if policy == POLICY_PYTHON:
        return ask_function_act(t, seat, progress, own_turn)
    return lowest(progress)


cdef inline int ask_closely(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    """The policy's act, within its restrictions."""
    if not is_restricted(t, seat):
        return ask_act(t, seat, progress, own_turn)
    progress = permitted_progress(t, seat, progress)
    return obeying_act(t, seat, progress, ask_act(t, seat, progress, own_turn))


cdef inline int watched_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    """Like decide, for a set: its members are the options, in ascending order."""
    cdef int32_t options[64]
    cdef uint64_t acts = progress
    cdef uint64_t open_to_it, rest
    cdef int n = 0
    cdef int index, act, i
    if own_turn:
        acts |= anytime_acts(t, seat)
    rest = acts
    while rest:
        options[n] = lowest(rest)
        t.scores[n] = 0
        n += 1
        rest &= rest - 1
    index = watched(t, seat, DECISION_ACT, options, n)
    if index < 0:
        t.weighed = 0
        act = ask_closely(t, seat, progress, own_turn)
        if t.watch & WATCH_PROBE:
            act = probed_act(t, act)
        index = count(acts & (bit(act) - 1))
        open_to_it = acts
        if is_restricted(t, seat):
            open_to_it = permitted_progress(t, seat, progress) | permitted(t, seat, acts & ~progress)
        for i in range(n):
            if not (open_to_it >> options[i]) & 1:
                t.scores[i] = NOT_ALLOWED
            elif (t.weighed >> options[i]) & 1:
                t.scores[i] = t.act_worth[options[i]]
    note(t, seat, DECISION_ACT, options, n, index)
    check(t, 0 <= index < n, b"A9")
    return options[index]


cdef inline int decide_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    """The next act of a turn, as an Act bit.

    progress is the set of main acts, grants and `done` that are legal now, never empty;
    with own_turn all anytime actions that are legal now are options too (A8).
    """
    cdef int act
    count_question(t, seat, DECISION_ACT)
    check(t, progress != 0, b"A9")
    if unlikely(t.watch | t.restricted):
        if t.watch & WATCH_NOTES:
            act = watched_act(t, seat, progress, own_turn)
        else:
            act = ask_closely(t, seat, progress, own_turn)
            if t.watch & WATCH_PROBE:
                act = probed_act(t, act)
    else:
        act = ask_act(t, seat, progress, own_turn)
    if GRANJA_CHECKS:
        check(t, ((progress | (anytime_acts(t, seat) if own_turn else 0)) >> act) & 1, b"A9")
    remember(t, DECISION_ACT, act)
    return act
