"""The compiled core as Python sees it: layouts of the flat structs and ways to play games.

One extension holds all chapters of the rules (the ``.pxd`` files of this package), so that
the compiler sees the whole game at once.
"""
from libc.stdint cimport int32_t, int64_t, int8_t, uint64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import hashlib

import numpy as np

from cext.weights import WEIGHTS  # no-cython-lint

from cext.checks cimport GRANJA_CHECKS
from cext.game cimport (
    BoardC, FunctionsC, GameC, LogC, NOBODY, NOT_ALLOWED, NotesC, RecorderC, SearchC, SeatC, TableC,
    WATCH_PROBE, WATCH_SCRIPT, WATCH_STOP, WATCH_TAPE, WATCH_WHY, WhyC
)
from cext.games cimport play_many, probe_many
from cext.grants cimport granted_acts
from cext.helpers cimport refresh_helpers
from cext.luck cimport luck_of
from cext.records cimport (
    BlockRowC, BuildingRowC, DealRowC, MarkerRowC, PlacementRowC, PlayerRowC, ProbeRowC
)
from cext.rules cimport BotC, CardC, MarketC, RestrictionsC, RoofC, RulesC, ValuesC
from cext.search cimport search_choice
from cext.seen cimport see
from cext.sequence cimport play_on, play_stretch
from cext.setup cimport set_up
from cext.transport cimport refresh_need
from cext.types cimport *

CHECKED = bool(GRANJA_CHECKS)
"""True in the check build, which keeps the invariants."""
NO_SCORE = NOT_ALLOWED
"""Stands in Table.why for the score of an option that the bot's restrictions forbid."""


def _composed(parts, size):
    """dtype of a struct from (name, format, offset) triples and its size in bytes."""
    return np.dtype({
        "names": [part[0] for part in parts],
        "formats": [part[1] for part in parts],
        "offsets": [part[2] for part in parts],
        "itemsize": size,
    })


def _layouts():
    """The numpy dtypes of the flat structs, read off the structs themselves."""
    cdef RulesC *r = <RulesC *>malloc(sizeof(RulesC))
    cdef GameC *g = <GameC *>malloc(sizeof(GameC))
    cdef BotC bot
    cdef PlayerRowC player
    cdef PlacementRowC placement
    cdef BuildingRowC building
    cdef MarkerRowC marker
    cdef BlockRowC block
    cdef DealRowC deal
    cdef ProbeRowC probe
    try:
        rules = _composed([
            ("v", np.asarray(<ValuesC[:1]>&r.v).dtype, <char *>&r.v - <char *>r),
            ("market", np.asarray(<MarketC[:1]>&r.market).dtype, <char *>&r.market - <char *>r),
            ("deck", (np.uint64, 2), <char *>&r.deck - <char *>r),
            ("cards", (np.asarray(<CardC[:1]>&r.cards[0]).dtype, 128), <char *>&r.cards - <char *>r),
            ("roofs", (np.asarray(<RoofC[:1]>&r.roofs[0]).dtype, 24), <char *>&r.roofs - <char *>r),
        ], sizeof(RulesC))
        game = _composed([
            ("board", np.asarray(<BoardC[:1]>&g.board).dtype, <char *>&g.board - <char *>g),
            ("seats", (np.asarray(<SeatC[:1]>&g.seats[0]).dtype, 4), <char *>&g.seats - <char *>g),
        ], sizeof(GameC))
        bots = _composed([
            ("policy", np.int32, <char *>&bot.policy - <char *>&bot),
            ("playouts", np.int32, <char *>&bot.playouts - <char *>&bot),
            ("choices", np.int32, <char *>&bot.choices - <char *>&bot),
            ("playout", np.int32, <char *>&bot.playout - <char *>&bot),
            ("weights", (np.int32, N_STAGES * N_WEIGHTS), <char *>&bot.weights - <char *>&bot),
            (
                "restrictions", np.asarray(<RestrictionsC[:1]>&bot.restrictions).dtype,
                <char *>&bot.restrictions - <char *>&bot,
            ),
        ], sizeof(BotC))
        rows = {
            "players": np.asarray(<PlayerRowC[:1]>&player).dtype,
            "placements": np.asarray(<PlacementRowC[:1]>&placement).dtype,
            "buildings": np.asarray(<BuildingRowC[:1]>&building).dtype,
            "markers": np.asarray(<MarkerRowC[:1]>&marker).dtype,
            "deals": np.asarray(<DealRowC[:1]>&deal).dtype,
            "blocks": np.asarray(<BlockRowC[:1]>&block).dtype,
        }
        return rules, game, bots, rows, np.asarray(<ProbeRowC[:1]>&probe).dtype
    finally:
        free(r)
        free(g)


RULES_DTYPE, GAME_DTYPE, BOT_DTYPE, ROW_DTYPES, PROBE_DTYPE = _layouts()


cdef void *_address(array) except NULL:
    return <void *><size_t>array.__array_interface__["data"][0]


def _owned(array, dtype, what):
    """A contiguous array of exactly this dtype; TypeError otherwise."""
    if array.dtype != dtype or not array.flags.c_contiguous:
        raise TypeError(f"{what} must be a contiguous array of the core's own layout")
    return array


cdef SearchC *_search_for(bots) except? NULL:
    """What searching bots need; NULL if none of them searches.  To be freed.

    ValueError for one without playouts, or with nobody in the array who could play them.
    """
    cdef SearchC *search
    searching = np.flatnonzero(bots["policy"] == POLICY_SEARCH)
    if len(searching) == 0:
        return NULL
    players = searching + bots["playout"][searching]
    if (bots["playouts"][searching] < 1).any() or players.min() < 0 or players.max() >= len(bots):
        raise ValueError("a searching bot has no playouts, or nobody to play them")
    if (bots["policy"][players] == POLICY_PYTHON).any():
        raise ValueError("a Python function can't play playouts")
    search = <SearchC *>malloc(sizeof(SearchC))
    memset(search, 0, sizeof(SearchC))
    search.choose = search_choice
    return search


cdef class Functions:
    """The Python functions that play in some games: by bot one of these, or None.

    Each is called as ``ask(seen, seat, kind, options, moment)`` and returns an index into options.
    seen: bytes of one GAME_DTYPE, what the seat may know, all else 0.  kind: Decision.  options: as
    Decision encodes them.  moment: (block, arrangement, main acts left in the turn, card index that a
    DECISION_FIRE is about or NOBODY, granted plays, upgrades and deliveries, 16 random bytes of the seat).
    What one of them raises ends the game, and ``check`` raises it again.
    """
    cdef FunctionsC c
    cdef object by_bot, error

    def __init__(self, by_bot, bots):
        """ValueError if a bot of policy `python` has no function."""
        self.by_bot = list(by_bot or ())
        self.c.choose = _ask_function
        self.c.askers = <void *>self
        for bot, policy in enumerate(bots["policy"].tolist()):
            if policy == POLICY_PYTHON and (bot >= len(self.by_bot) or self.by_bot[bot] is None):
                raise ValueError(f"bot {bot} is a Python function, which was not given")

    cdef FunctionsC *address(self):
        """NULL if no bot is a function: then games pay nothing for them."""
        return &self.c if any(self.by_bot) else NULL

    cdef check(self):
        """Raises what a function raised."""
        error, self.error = self.error, None
        self.c.failed = 0
        if error is not None:
            raise error


cdef _moment(TableC *t, int seat, int kind):
    """What a function is told of the moment; its random bytes lead back to no other chance."""
    key = (luck_of(t, LUCK_NOISE), seat, t.g.board.round, kind, t.g.seats[seat].ordinal[kind])
    noise = hashlib.blake2b(repr(key).encode(), digest_size=16).digest()
    granted = [granted_acts(t, seat, act) for act in (ACT_GRANT_PLAY, ACT_GRANT_UPGRADE, ACT_GRANT_DELIVERY)]
    return (t.block, t.game, t.main_left, t.asked_card if kind == DECISION_FIRE else NOBODY, *granted, noise)


cdef int _ask_function(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept with gil:
    """ChooseC for bots that are Python functions; 0 once one has failed."""
    cdef Functions functions = <Functions>t.functions.askers
    cdef GameC seen
    cdef int index
    if t.functions.failed:
        return 0
    try:
        memset(&seen, 0, sizeof(seen))
        see(&t.g, seat, &seen)
        ask = functions.by_bot[t.seat_bot[seat]]
        index = ask(
            (<const char *>&seen)[:sizeof(seen)], seat, kind, [options[i] for i in range(n)],
            _moment(t, seat, kind)
        )
        if not 0 <= index < n:
            raise IndexError(f"option {index} of {n}")
        return index
    except BaseException as error:  # also Ctrl-C: the core can't be left by an exception
        functions.error = error
        t.functions.failed = 1
        return 0


cdef class Table:
    """One table with its rules, bots and game, for step-by-step play in tests and replays.

    ``state`` is a writable view of GameC (dtype GAME_DTYPE, shape ()).  A test sets the
    state, calls ``refresh`` for what is derived from it, plays a stretch and looks again.
    """
    cdef TableC *t
    cdef LogC log_c
    cdef NotesC notes
    cdef readonly object rules, bots, state
    cdef object _words, _tape, _script, _why, _why_options
    cdef Functions _functions

    def __cinit__(
        self, rules, bots, seating_row, uint64_t seed, uint64_t block, int64_t log_words=1 << 20,
        functions=None
    ):
        cdef int seat
        self.t = <TableC *>malloc(sizeof(TableC))
        memset(self.t, 0, sizeof(TableC))
        self.rules = _owned(rules, RULES_DTYPE, "rules")
        self.bots = _owned(bots, BOT_DTYPE, "bots")
        self.t.r = <const RulesC *>_address(self.rules)
        self.t.block = block
        self._functions = Functions(functions, self.bots)
        self.t.functions = self._functions.address()
        for seat in range(self.t.r.v.players):
            self.t.seat_bot[seat] = seating_row[seat]
            self.t.bots[seat] = <const BotC *>_address(self.bots) + <int>seating_row[seat]
        self._words = np.empty(log_words, np.int32)
        self._tape = np.empty(100_000, np.int32)
        self._why = np.empty(100_000 * (sizeof(WhyC) // 8), np.int64)
        self._why_options = np.empty(4_000_000, np.int32)
        self.log_c.words = <int32_t *>_address(self._words)
        self.log_c.capacity = log_words
        self.notes.tape = <int32_t *>_address(self._tape)
        self.notes.max_tape = len(self._tape)
        self.notes.why = <WhyC *>_address(self._why)
        self.notes.max_why = 100_000
        self.notes.why_options = <int32_t *>_address(self._why_options)
        self.notes.max_why_options = len(self._why_options) // 2
        self.t.log = &self.log_c
        self.t.notes = &self.notes
        self.t.watch = WATCH_TAPE
        self.t.search = _search_for(self.bots)
        set_up(self.t, seed, block)
        self.state = np.ndarray((), GAME_DTYPE, buffer=<uint8_t[:sizeof(GameC)]><uint8_t *>&self.t.g)

    def __dealloc__(self):
        if self.t != NULL:
            free(self.t.search)
        free(self.t)

    def script(self, choices, bint stop=True):
        """Takes these option indices for decisions 0, 1 …; -1 leaves one to the bot.

        With stop the log ends at the first decision beyond them.
        """
        self._script = np.ascontiguousarray(choices, np.int32)
        self.notes.script = <const int32_t *>_address(self._script) if len(self._script) else self.notes.tape
        self.notes.n_script = len(self._script)
        self.t.watch |= WATCH_SCRIPT | (WATCH_STOP if stop else 0)

    def explain(self):
        """Keeps what the bots weigh (see why)."""
        self.t.watch |= WATCH_WHY

    def refresh(self):
        """Recomputes what the core derives from the state: prices, modifiers, needs."""
        cdef int seat
        for seat in range(self.t.g.board.n_seats):
            refresh_helpers(self.t, seat)
            refresh_need(self.t, seat)
            for good in range(10):
                if self.t.g.seats[seat].have[good] > 0:
                    self.t.g.seats[seat].den |= 1 << <int>good
                else:
                    self.t.g.seats[seat].den &= ~(1 << <int>good)
            memcpy(&self.log_c.before[seat * 10], &self.t.g.seats[seat].have[0], 40)

    def stretch(self):
        """Plays one stretch (a seat's turn or a common step)."""
        with nogil:
            play_stretch(self.t)
        self._functions.check()

    def play(self):
        """Plays on to the end."""
        with nogil:
            play_on(self.t)
        self._functions.check()

    @property
    def words(self):
        """The raw log records so far (int32); OverflowError if they did not fit."""
        if self.log_c.overflow:
            raise OverflowError("the event log outgrew its buffer")
        return self._words[: self.log_c.size].copy()

    @property
    def choices(self):
        """Option index of every decision so far (int32)."""
        return self._tape[: self.notes.n_tape].copy()

    @property
    def decisions(self):
        return self.t.g.board.decisions

    @property
    def decision(self):
        """(seat, Decision, options) at which the script ran out, or None."""
        if not self.notes.stopped:
            return None
        options = [self.notes.stop_options[i] for i in range(self.notes.stop_n)]
        return self.notes.stop_seat, self.notes.stop_kind, options

    @property
    def why(self):
        """What was weighed, a row per decision with a choice.

        (log words before it, seat, Decision, options, scores in vp / 1000 or NO_SCORE, chosen index)
        """
        rows = []
        for i in range(self.notes.n_why):
            first = self.notes.why[i].first
            n = self.notes.why[i].n
            pairs = self._why_options[2 * first: 2 * (first + n)].reshape(n, 2)
            rows.append((
                self.notes.why[i].at, self.notes.why[i].seat, self.notes.why[i].kind,
                pairs[:, 0].tolist(), pairs[:, 1].tolist(), self.notes.why[i].chosen,
            ))
        return rows


def play_log(rules, bots, seating_row, seed, block, choices=None, bint why=False, functions=None):
    """Plays one game with the event log on; returns its finished Table.

    seating_row: bot index by seat.  choices: option indices of decisions 0 to n - 1; the log
    then stops at the first decision beyond them (Table.decision).  ``why`` keeps what was weighed.
    functions: those of Python bots (see Functions); what one of them raises is raised.
    """
    table = Table(rules, bots, seating_row, seed, block, functions=functions)
    if choices is not None:
        table.script(choices)
    if why:
        table.explain()
    table.play()
    return table


cdef class _Room:
    """What many games are played on: one table, the recorder, and what special bots need."""
    cdef TableC *t
    cdef RecorderC rec
    cdef NotesC notes
    cdef Functions functions
    cdef const BotC *bots
    cdef const int8_t *seating
    cdef int games
    cdef object _kept                # the arrays at which the pointers point

    def __cinit__(self, rules, bots, seating, functions=None, reseed=None):
        cdef const RulesC *r = <const RulesC *>_address(_owned(rules, RULES_DTYPE, "rules"))
        self.bots = <const BotC *>_address(_owned(bots, BOT_DTYPE, "bots"))
        self.seating = <const int8_t *>_address(_owned(seating, np.dtype(np.int8), "seating"))
        self.games = len(seating)
        if seating.shape != (self.games, r.v.players):
            raise ValueError(f"seating must have {r.v.players} columns")
        if self.games and (seating.min() < 0 or seating.max() >= len(bots)):
            raise ValueError("seating names a bot that is not there")
        self.functions = Functions(functions, bots)
        memset(&self.rec, 0, sizeof(self.rec))
        memset(&self.notes, 0, sizeof(self.notes))
        self.t = <TableC *>malloc(sizeof(TableC))
        memset(self.t, 0, sizeof(TableC))
        self.t.r = r
        self.t.functions = self.functions.address()
        self.t.search = _search_for(bots)
        tape = np.empty(1 << 17 if self.t.search != NULL else 0, np.int32)
        if self.t.search != NULL:
            self.notes.tape = <int32_t *>_address(tape)
            self.notes.max_tape = len(tape)
            self.t.notes = &self.notes
            self.t.watch = WATCH_TAPE
        if reseed is not None:
            self.t.reseeded, self.t.other_seed = reseed
        self._kept = (rules, bots, seating, tape)

    def __dealloc__(self):
        if self.t != NULL:
            free(self.t.search)
        free(self.t)

    cdef record(self, tables):
        """Fills these tables from their start."""
        self.rec.max_players = _rows(tables, "players", <void **>&self.rec.players)
        self.rec.max_placements = _rows(tables, "placements", <void **>&self.rec.placements)
        self.rec.max_buildings = _rows(tables, "buildings", <void **>&self.rec.buildings)
        self.rec.max_markers = _rows(tables, "markers", <void **>&self.rec.markers)
        self.rec.max_deals = _rows(tables, "deals", <void **>&self.rec.deals)
        self.rec.max_blocks = _rows(tables, "blocks", <void **>&self.rec.blocks)
        self.t.record = &self.rec

    cdef recorded(self):
        """Rows filled, by table."""
        return {
            "players": self.rec.n_players, "placements": self.rec.n_placements,
            "buildings": self.rec.n_buildings, "markers": self.rec.n_markers, "deals": self.rec.n_deals,
            "blocks": self.rec.n_blocks,
        }


cdef int64_t _rows(tables, str name, void **rows) except -1:
    """Puts a table's address into rows; returns how many rows it holds."""
    if name not in tables:
        rows[0] = NULL
        return 0
    array = _owned(tables[name], ROW_DTYPES[name], f"table {name}")
    rows[0] = _address(array)
    return len(array)


def play_blocks(
    rules, bots, seating, uint64_t seed, int64_t first_block, int64_t n_blocks, tables=None, functions=None,
    reseed=None
):
    """Plays blocks first_block … first_block + n_blocks - 1; returns (blocks, rows, decisions).

    rules: RULES_DTYPE, shape ().  bots: BOT_DTYPE, one-dimensional.  seating: int8, shape
    (games per block, players), bot indices.  tables: name -> array of ROW_DTYPES[name] to be
    filled from its start, or None (nothing is recorded).  Stops early, after a whole block,
    when a table is full; ValueError if not even one block fits.  Releases the GIL.
    functions: those of Python bots (see Functions); what one of them raises is raised.
    reseed: (purposes, another seed): chance for these purposes (bit per Luck) is that of the other seed.
    """
    cdef _Room room = _Room(rules, bots, seating, functions, reseed)
    cdef int64_t decisions = 0
    cdef int64_t done
    if tables is not None:
        room.record(tables)
    with nogil:
        done = play_many(
            room.t, seed, room.bots, room.seating, room.games, first_block, n_blocks, &decisions
        )
    room.functions.check()
    if done == 0 and n_blocks > 0:
        raise ValueError("the tables are too small for one block")
    rows = room.recorded()
    return done, {name: rows[name] for name in tables or {}}, decisions


def probe_blocks(
    rules, bots, seating, uint64_t seed, int64_t first_block, int64_t n_blocks, int kind, rows, functions=None
):
    """Probes one decision of a kind (Probe) in one game of each block; returns (blocks, rows filled).

    The decision is drawn evenly from the game's decisions of that kind with two options or more; then
    the game is played once for each option, all else as it was.  rows: array of PROBE_DTYPE, a row
    per option, filled from its start; a game without such a decision gives none.  Stops early, after a whole
    block, when they are full; ValueError if not even one block fits.  Other arguments as in play_blocks.
    """
    cdef _Room room = _Room(rules, bots, seating, functions)
    cdef ProbeRowC *out = <ProbeRowC *>_address(_owned(rows, PROBE_DTYPE, "rows"))
    cdef int64_t n_rows = 0
    cdef int64_t max_rows = len(rows)
    cdef int64_t done
    if not PROBE_PLACEMENT <= kind <= PROBE_TOKEN:
        raise ValueError(f"there is no kind {kind} of probe")
    room.t.watch |= WATCH_PROBE
    with nogil:
        done = probe_many(
            room.t, seed, room.bots, room.seating, room.games, first_block, n_blocks, kind, out, max_rows,
            &n_rows
        )
    room.functions.check()
    if done == 0 and n_blocks > 0:
        raise ValueError("the rows are too few for one block")
    return done, n_rows
