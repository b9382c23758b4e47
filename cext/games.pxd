"""Whole games: one after the other, or one again and again with one decision changed."""
from libc.stdint cimport int64_t, int8_t, int32_t, uint64_t
from libc.string cimport memset

from cext.game cimport ProbeC, RecorderC, TableC
from cext.records cimport ProbeRowC
from cext.rules cimport BotC
from cext.scoring cimport rank_of
from cext.sequence cimport play_on
from cext.setup cimport set_up
from cext.types cimport *


cdef inline void play_game(TableC *t, uint64_t seed, const BotC *bots, const int8_t *seating) noexcept nogil:
    """Game t.game of block t.block from its set-up to its end."""
    cdef int seat
    for seat in range(t.r.v.players):
        t.seat_bot[seat] = seating[seat]
        t.bots[seat] = bots + seating[seat]
    if t.search != NULL:
        t.notes.n_tape = 0
    set_up(t, seed, t.block)
    play_on(t)


cdef inline bint given_up(TableC *t) noexcept nogil:
    """A Python function failed, so the game has no end."""
    return t.functions != NULL and t.functions.failed


cdef inline int64_t play_many(
    TableC *t, uint64_t seed, const BotC *bots, const int8_t *seating, int games, int64_t first, int64_t n,
    int64_t *decisions
) noexcept nogil:
    """Plays blocks until done or a table is full; a block is recorded whole or not at all."""
    cdef RecorderC *rec = t.record
    cdef RecorderC before
    cdef int64_t i, asked
    cdef uint64_t hash
    cdef int game
    for i in range(n):
        t.block = <int32_t>(first + i)
        asked = 0
        hash = 0
        if rec != NULL:
            before = rec[0]
            if rec.blocks != NULL and rec.n_blocks >= rec.max_blocks:
                return i
        for game in range(games):
            t.game = game
            play_game(t, seed, bots, seating + game * t.r.v.players)
            if given_up(t):
                if rec != NULL:
                    rec[0] = before
                return i
            asked += t.g.board.decisions
            hash = (hash ^ t.g.board.hash) * <uint64_t>0x9e3779b97f4a7c15
            hash ^= hash >> 32
        if rec != NULL:
            if rec.full:
                rec[0] = before
                return i
            if rec.blocks != NULL:
                rec.blocks[rec.n_blocks].block = t.block
                rec.blocks[rec.n_blocks].decisions = <int32_t>asked
                rec.blocks[rec.n_blocks].hash = hash
                rec.n_blocks += 1
        decisions[0] += asked
    return n


cdef inline void note_result(TableC *t, int seat, ProbeRowC *row) noexcept nogil:
    """The end of a game to the seat that decided."""
    cdef int players = t.g.board.n_seats
    cdef int total = 0
    cdef int winners = 0
    cdef int other
    for other in range(players):
        total += t.g.seats[other].have[GOOD_VP]
        winners += rank_of(t, other) == 1
    row.vp = t.g.seats[seat].have[GOOD_VP]
    row.margin = row.vp if players == 1 else row.vp * players - total
    row.winners = winners if rank_of(t, seat) == 1 else 0


cdef inline int64_t probe_many(
    TableC *t, uint64_t seed, const BotC *bots, const int8_t *seating, int games, int64_t first, int64_t n,
    int kind, ProbeRowC *rows, int64_t max_rows, int64_t *n_rows
) noexcept nogil:
    """Probes one decision of one game of each block until done or the rows are full (after a whole block).

    t.watch has WATCH_PROBE on.  Blocks take turns in whose arrangement is played.
    """
    cdef ProbeC found, change
    cdef ProbeRowC *row
    cdef const int8_t *seats
    cdef int64_t i
    cdef int option
    for i in range(n):
        t.block = <int32_t>(first + i)
        t.game = t.block % games
        seats = seating + t.game * t.r.v.players
        memset(&found, 0, sizeof(found))
        found.kind = kind
        t.probe = &found
        play_game(t, seed, bots, seats)
        if given_up(t) or n_rows[0] + found.n > max_rows:
            return i
        for option in range(found.n):
            row = &rows[n_rows[0] + option]
            if option != found.chosen:
                change.kind = kind
                change.replays = 1
                change.at = found.change_at[option]
                change.value = found.change_to[option]
                t.probe = &change
                play_game(t, seed, bots, seats)
                if given_up(t):
                    return i
            row.block = t.block
            row.game = t.game
            row.seat = found.seat
            row.bot = t.seat_bot[found.seat]
            row.round = found.round
            row.decision = found.decision
            row.eligible = found.eligible
            row.options = found.n
            row.subject = found.subject[option]
            row.place = found.place[option]
            row.chosen = option == found.chosen
            note_result(t, found.seat, row)
        n_rows[0] += found.n
    return n
