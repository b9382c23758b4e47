"""`search`: plays the options of the choices that matter forward on games dealt anew, and takes the best.

A playout is a game of its own on the inner table: it starts where the stretch began, takes the choices
made since, then deals anew what the searching seat can't know, takes the option to be tried and is
played to its end by the playout bot in all seats.  The same deals are used for all options.  Options
are tried in stages, the better half going on to the next.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from cext.game cimport MAX_SCRIPT, SearchC, SeatC, TableC, WATCH_SCRIPT
from cext.luck cimport chance
from cext.policies.balanced cimport balanced_choice
from cext.restrictions cimport note_restricted
from cext.rules cimport RestrictionsC
from cext.scoring cimport rank_of
from cext.sequence cimport play_on
from cext.setup cimport clear_table
from cext.types cimport *


cdef enum:
    MAX_TRIED = 12           # options of a choice that are tried, the best by the bot's own weights
    STAGES = 3
    NOT_TRIED = -100000      # score of an option that was not played forward, for explanations
    WIN = 24                 # a win in vp of margin
    FAR_AHEAD = 30           # vp; more margin counts no more


cdef inline int outcome(TableC *t, int seat) noexcept nogil:
    """A finished game to the seat: margin over the best other, and the win.  Alone its vp."""
    cdef int best = -1000
    cdef int other, margin
    if t.g.board.n_seats == 1:
        return t.g.seats[0].have[GOOD_VP]
    for other in range(t.g.board.n_seats):
        if other != seat and t.g.seats[other].have[GOOD_VP] > best:
            best = t.g.seats[other].have[GOOD_VP]
    margin = t.g.seats[seat].have[GOOD_VP] - best
    if margin > FAR_AHEAD:
        margin = FAR_AHEAD
    elif margin < -FAR_AHEAD:
        margin = -FAR_AHEAD
    return margin + (WIN if rank_of(t, seat) == 1 else 0)


cdef inline void set_inner(TableC *t, int seat) noexcept nogil:
    """The inner table for the choice that the seat has before it."""
    cdef SearchC *s = t.search
    cdef TableC *inner = &s.inner
    cdef int since = t.notes.n_tape - s.taped
    cdef int other
    memcpy(s.script, t.notes.tape + s.taped, since * sizeof(int32_t))
    for other in range(4):
        s.bots[other] = (t.bots[seat] + t.bots[seat].playout)[0]
        if s.bots[other].policy == POLICY_SEARCH:
            s.bots[other].policy = POLICY_BALANCED
        if other == seat:
            s.bots[other].restrictions = t.bots[seat].restrictions
        else:
            # What others are told it can't know.
            memset(&s.bots[other].restrictions, 0, sizeof(RestrictionsC))
        inner.bots[other] = &s.bots[other]
    inner.r = t.r
    note_restricted(inner)
    inner.block = t.block
    inner.notes = &s.notes
    s.notes.script = s.script
    s.notes.n_script = since + 1
    s.notes.first = s.decisions
    s.notes.forks = 1
    s.notes.fork_seat = seat


cdef inline int playout(TableC *t, int seat, int option, int number) noexcept nogil:
    """One game in which the seat takes this option, with the number-th deal of what it can't know."""
    cdef SearchC *s = t.search
    cdef TableC *inner = &s.inner
    s.script[s.notes.n_script - 1] = option if t.places == NULL else t.places[option]
    s.notes.fork_luck = chance(s.luck, LUCK_SEARCH, seat, number, t.g.board.decisions)
    inner.g = s.start
    inner.watch = WATCH_SCRIPT
    inner.stage = -1
    clear_table(inner)
    play_on(inner)
    return outcome(inner, seat)


cdef inline int shortlist(TableC *t, int n, int *tried) noexcept nogil:
    """The options with the highest scores, best first, the first of equals first; returns how many."""
    cdef int n_tried = 0
    cdef int i, j
    for i in range(n):
        j = n_tried
        while j > 0 and t.scores[tried[j - 1]] < t.scores[i]:
            if j < MAX_TRIED:
                tried[j] = tried[j - 1]
            j -= 1
        if j < MAX_TRIED:
            tried[j] = i
            n_tried += n_tried < MAX_TRIED
    return n_tried


cdef inline void sort_by_sum(int *tried, int64_t *sums, int n) noexcept nogil:
    """Highest sum first; equals stay in their order."""
    cdef int i, j, option
    cdef int64_t sum
    for i in range(1, n):
        option = tried[i]
        sum = sums[i]
        j = i
        while j > 0 and sums[j - 1] < sum:
            sums[j] = sums[j - 1]
            tried[j] = tried[j - 1]
            j -= 1
        sums[j] = sum
        tried[j] = option


cdef inline int search_choice(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil:
    """Index of the option that did best; of choices that are not searched, the bot's own."""
    cdef int tried[MAX_TRIED]
    cdef int64_t sums[MAX_TRIED]
    cdef int playouts = t.bots[seat].playouts
    cdef int best = balanced_choice(t, seat, kind, options, n)
    cdef int n_tried, stage, i, k
    if (
        not (t.bots[seat].choices >> kind) & 1 or t.notes.n_tape >= t.notes.max_tape
        or t.notes.n_tape - t.search.taped >= MAX_SCRIPT - 1
    ):
        return best
    n_tried = shortlist(t, n, tried)
    set_inner(t, seat)
    memset(sums, 0, sizeof(sums))
    for i in range(n):
        t.scores[i] = NOT_TRIED
    for stage in range(STAGES):
        for i in range(n_tried):
            for k in range(stage * playouts, (stage + 1) * playouts):
                sums[i] += playout(t, seat, tried[i], k)
            t.scores[tried[i]] = 1000 * sums[i] // ((stage + 1) * playouts)
        sort_by_sum(tried, sums, n_tried)
        if n_tried <= 2:
            break
        n_tried = (n_tried + 1) // 2
    return tried[0]
