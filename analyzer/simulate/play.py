"""Plays the parts of a run, here or in workers: one stream of events either way."""

from __future__ import annotations

import math
import os
import time
import traceback
from collections.abc import Generator, Sequence
from itertools import pairwise

from analyzer.errors import BotError
from analyzer.simulate.batches import Player
from analyzer.simulate.failures import failure
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Batch, Event, Job, Part, Piece, PieceDone, TaskFailed, slow
from analyzer.simulate.pool import Pool

_PIECES_PER_JOB = 16  # of the last parts: what a worker waits for the others is a part of a piece
_SMALLEST_PIECE = 16  # blocks
# Where the clock may end the run, the first parts are cut too: later ones are a small share of what is whole.
_FINE_PARTS_PER_JOB = 8
_FINE_PIECES = 8  # of a part
_SLOW_PIECE_GAMES = 16  # of bots that may need seconds for a game
# Starting workers takes some tenths of a second.
_PATIENCE = 0.5  # seconds to play before workers are thought of
_WORTH_WORKERS = 1.0  # seconds left to play for which they are started


def usable_cores() -> int:
    """Cores that this process may use: the default number of jobs."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


def play(job: Job, parts: Sequence[Part], jobs: int, interrupt: Interrupt) -> Generator[Event]:
    """Play ``parts`` into ``job.folder`` with ``jobs`` workers.

    A single part is played in this process, or begun here if that takes long and there are
    more jobs; slow bots always play in workers, which can be stopped in the middle of a game, and so
    does a job that plays finely.
    Parts may end in any order.  The stream ends early when ``interrupt`` has a
    reason.  Raises RunFailed or DiskTrouble.  Close the iterator (``contextlib.closing``) to
    end the workers.
    """
    if len(parts) == 1 and not job.finely and not slow(job.bots, job.functions):
        return _play_one(job, parts[0], jobs, interrupt)
    return Pool(job, cut(parts, jobs, _fine_size(job, parts) if job.finely else None), jobs).events(interrupt)


def cut(parts: Sequence[Part], jobs: int, fine: int | None = None) -> list[Piece]:
    """Whole parts, and the last ones in pieces so small that all workers end at about one time.

    ``fine``: blocks of the pieces of the first parts, which are then cut too.
    """
    begin = 0 if fine is None else _FINE_PARTS_PER_JOB * jobs
    pieces = [piece for part in parts[:begin] for piece in _split(part, part.first, fine or part.blocks)]
    parts = parts[begin:]
    whole, last = (parts, parts[:0]) if jobs == 1 else (parts[: -2 * jobs], parts[-2 * jobs :])
    size = _piece_size(sum(part.blocks for part in last), jobs)
    pieces += [Piece(part, part.first, part.blocks) for part in whole]
    for part in last:
        pieces.extend(_split(part, part.first, size))
    return pieces


def _fine_size(job: Job, parts: Sequence[Part]) -> int:
    """Blocks of a piece that takes a fraction of a second, or few games of slow bots."""
    if slow(job.bots, job.functions):
        return max(1, _SLOW_PIECE_GAMES // job.games_per_block)
    return max(_SMALLEST_PIECE, parts[0].blocks // _FINE_PIECES)


def _piece_size(blocks: int, jobs: int) -> int:
    """Blocks of a piece when so many are to be shared out."""
    return max(_SMALLEST_PIECE, math.ceil(blocks / (_PIECES_PER_JOB * jobs)))


def _split(part: Part, first: int, size: int) -> list[Piece]:
    """The blocks of a part from ``first`` on in equal pieces of at most ``size``."""
    blocks = part.first + part.blocks - first
    count = math.ceil(blocks / size)
    bounds = [first + blocks * i // count for i in range(count + 1)]
    return [Piece(part, start, end - start) for start, end in pairwise(bounds)]


def _play_one(job: Job, part: Part, jobs: int, interrupt: Interrupt) -> Generator[Event]:
    """Play one part here; if it turns out to be long, leave the rest of it to workers."""
    player = Player(job, part.blocks)
    clock, processor = time.perf_counter(), time.process_time()
    played = decisions = 0
    whole = Piece(part, part.first, part.blocks)
    try:
        for blocks, made in player.play(part.first, part.blocks):
            played += blocks
            decisions += made
            yield Batch(blocks)
            if interrupt.reason is not None:
                return
            seconds = time.perf_counter() - clock
            left = seconds / played * (part.blocks - played)
            if jobs > 1 and seconds > _PATIENCE and left > _WORTH_WORKERS:
                break
        else:
            yield player.finish(part, decisions, processor)
            return
        begun = Piece(part, part.first, played)
        player.put_by(begun)
    except OSError as error:
        raise failure(job, TaskFailed(whole, "disk", error.strerror or str(error))) from error
    except BotError:
        raise
    except Exception as error:
        raise failure(job, TaskFailed(whole, "engine", traceback.format_exc())) from error
    done = PieceDone(begun, decisions, time.process_time() - processor)
    rest = _split(part, part.first + played, _piece_size(part.blocks - played, jobs))
    yield from Pool(job, rest, jobs, [done]).events(interrupt)
