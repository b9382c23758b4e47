"""Plays matches for their scores, here or in workers that stay for the next call.

What compares, ranks or tunes bots plays through it: many short matches, of which only wins and
vp are wanted.  Scores do not depend on how the matches are cut nor on who plays the cuts.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import TracebackType

from analyzer.errors import BotError
from analyzer.simulate.failures import died_twice, engine_failed
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.job import BATCH_SECONDS, slow
from analyzer.simulate.matches import SHARES, CutFailed, Match, Played, Scores, no_scores, play_match
from analyzer.simulate.processes import WorkerProcess

__all__ = ["SHARES", "Match", "Scorer", "Scores"]

_PATIENCE = 0.5  # seconds of play in this process before workers, which take as long to start, are started
_GROWTH = 8  # at most so many times the games of the cut before: one odd measurement makes no endless cut


def _no_progress(games: int) -> None:
    """No progress bar."""


def _no_notice(text: str) -> None:
    """Nobody to tell."""


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """Some blocks of match number ``number`` from its block ``block`` and arrangement ``row`` on."""

    number: int
    block: int
    row: int
    match: Match


class _Course:
    """The cuts that are left of some matches, and the scores so far."""

    def __init__(self, matches: Sequence[Match], jobs: int) -> None:
        self.scores = [no_scores(match) for match in matches]
        self.again: deque[_Cut] = deque()  # to be played once more
        self.retried: set[tuple[int, int, int]] = set()
        self.slow = any(slow(match.bots, match.functions) for match in matches)
        self._matches = matches
        self._jobs = jobs
        self._left = sum(match.games for match in matches)  # games that aren't cut off yet
        self._number = self._block = self._row = 0
        self._aim = [1] * len(matches)  # games of the next cut

    def next_cut(self) -> _Cut | None:
        """The next cut, about BATCH_SECONDS long; smaller at the end, so that workers end together."""
        if self.again:
            return self.again.popleft()
        while self._number < len(self._matches) and self._block >= self._matches[self._number].blocks:
            self._number, self._block = self._number + 1, 0
        if self._number == len(self._matches) or self._left == 0:
            return None
        match = self._matches[self._number]
        aim = self._aim[self._number]
        if self._jobs > 1:
            aim = max(1, min(aim, self._left // (2 * self._jobs)))
        blocks = rows = 1
        if self._row == 0 and aim >= match.games_per_block:
            blocks = min(aim // match.games_per_block, match.blocks - self._block)
            rows = match.games_per_block
        else:
            rows = min(aim, match.games_per_block - self._row)
        cut = _Cut(self._number, self._block, self._row, match.cut(self._block, blocks, self._row, rows))
        self._left -= cut.match.games
        self._row += rows
        if self._row == match.games_per_block:
            self._row, self._block = 0, self._block + blocks
        return cut

    def keep(self, cut: _Cut, played: Played) -> None:
        """Put the scores of a cut in their place."""
        scores = self.scores[cut.number]
        blocks = slice(cut.block, cut.block + cut.match.blocks)
        rows = slice(cut.row, cut.row + cut.match.games_per_block)
        scores.wins[blocks, rows] = played.scores.wins
        scores.vp[blocks, rows] = played.scores.vp
        assert scores.yields is not None
        scores.yields[blocks, rows] = played.scores.yields
        games = cut.match.games
        aim = int(games * BATCH_SECONDS / max(played.seconds, 1e-6))
        self._aim[cut.number] = max(1, min(aim, games * _GROWTH))


class _Worker(WorkerProcess):
    """A worker and the cut it plays."""

    def __init__(self, number: int) -> None:
        super().__init__(number, None)
        self.cut: _Cut | None = None

    def give(self, cut: _Cut) -> None:
        """Hand out a cut."""
        self.cut = cut
        self.send(cut.match)


class Scorer:
    """Plays matches with ``jobs`` workers; with one, or what takes half a second, in this process.

    A context manager: its workers live from the first long call to its end.  With ``interrupt``
    given (and entered), its signal ends a call; else Ctrl-C acts as usual.  ``notice`` is told what
    the user should know.
    """

    def __init__(
        self, jobs: int, interrupt: Interrupt | None = None, notice: Callable[[str], None] = _no_notice
    ) -> None:
        self._jobs = jobs
        self._interrupt = interrupt
        self._notice = notice
        self._workers: dict[Connection, _Worker] = {}
        self._started = 0
        self._seconds = 0.0  # of play in this process

    def __enter__(self) -> Scorer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_workers()

    def play(self, matches: Sequence[Match], progress: Callable[[int], None] = _no_progress) -> list[Scores]:
        """Play all blocks of all matches; one Scores for each match.

        ``progress`` is told games just played.  Raises Interrupted, or RunFailed for blocks that
        can't be played (tried twice if a worker died over them).
        """
        course = _Course(matches, self._jobs)
        try:
            self._play_here(course, progress)
            self._play_there(course, progress)
        except BaseException:
            self._end_workers()  # they are at work for nobody
            raise
        return course.scores

    def _play_here(self, course: _Course, progress: Callable[[int], None]) -> None:
        """Play in this process: all of it, or until workers are worth while.

        Slow bots play in workers only, which can be stopped in the middle of a game.
        """
        if course.slow:
            return
        while self._jobs == 1 or (not self._workers and self._seconds < _PATIENCE):
            self._check_interrupt()
            if (cut := course.next_cut()) is None:
                return
            try:
                played = play_match(cut.match)
            except BotError:
                raise
            except Exception as error:
                raise engine_failed(cut.match.place, traceback.format_exc()) from error
            self._seconds += played.seconds
            course.keep(cut, played)
            progress(cut.match.games)

    def _play_there(self, course: _Course, progress: Callable[[int], None]) -> None:
        """Play the rest in workers."""
        self._check_interrupt()
        while len(self._workers) < self._jobs and (cut := course.next_cut()):
            self._add_worker().give(cut)
        for worker in self._workers.values():
            if worker.cut is None and (cut := course.next_cut()):
                worker.give(cut)
        signals = [] if self._interrupt is None else [self._interrupt.fileno()]
        while busy := [pipe for pipe, worker in self._workers.items() if worker.cut is not None]:
            for pipe in wait([*busy, *signals]):
                if isinstance(pipe, Connection):
                    self._listen(self._workers[pipe], course, progress)
            self._check_interrupt()

    def _listen(self, worker: _Worker, course: _Course, progress: Callable[[int], None]) -> None:
        """Take the scores, or the death, of a worker."""
        cut = worker.cut
        assert cut is not None
        try:
            message: Played | CutFailed = worker.pipe.recv()
        except (EOFError, OSError):
            worker = self._bury(worker, cut, course)
        else:
            if isinstance(message, CutFailed):
                if message.bot:
                    raise BotError(message.text)
                raise engine_failed(cut.match.place, message.text)
            course.keep(cut, message)
            progress(cut.match.games)
        worker.cut = None
        if following := course.next_cut():
            worker.give(following)

    def _bury(self, worker: _Worker, cut: _Cut, course: _Course) -> _Worker:
        """Replace a dead worker; its cut is played once more, but a second death raises RunFailed."""
        del self._workers[worker.pipe]
        cause = worker.cause_of_death()
        worker.end()
        place = (cut.number, cut.block, cut.row)
        if place in course.retried:
            raise died_twice(cause, cut.match.place)
        course.retried.add(place)
        course.again.append(cut)
        self._notice(worker.obituary(cause, cut.match.place))
        return self._add_worker()

    def _add_worker(self) -> _Worker:
        self._started += 1
        worker = _Worker(self._started)
        self._workers[worker.pipe] = worker
        return worker

    def _check_interrupt(self) -> None:
        if self._interrupt is not None and self._interrupt.reason is not None:
            raise Interrupted(self._interrupt.reason)

    def _end_workers(self) -> None:
        for worker in self._workers.values():
            worker.end()
        self._workers.clear()
