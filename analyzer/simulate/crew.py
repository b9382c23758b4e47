"""A crew of workers that plays short cuts of some course and hands their results back.

Scores of matches and the games of studies are played through it: the course cuts its work and keeps
the results, the crew plays the cuts, here or in workers that stay for the next course.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Protocol

from analyzer.errors import BotError
from analyzer.simulate.failures import died_twice, engine_failed
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.job import BATCH_SECONDS
from analyzer.simulate.processes import WorkerProcess

_PATIENCE = 0.5  # seconds of play in this process before workers, which take as long to start, are started
_GROWTH = 8  # at most so many times the size of the cut before: one odd measurement makes no endless cut


class Answer(Protocol):
    """What a task that was played comes to; it goes through a pipe."""

    @property
    def seconds(self) -> float:
        """How long it took."""


class Task(Protocol):
    """Something to play, as flat data that can go through a pipe."""

    @property
    def place(self) -> str:
        """Where its blocks are, in words that let anyone play them again."""

    def play(self) -> Answer:
        """Play it all, without a pause."""


@dataclass(frozen=True, slots=True)
class CutFailed:
    """A worker's word on a task that can't be played: a traceback, or what a Python bot did wrong."""

    text: str
    bot: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A task of a course: ``key`` says which, ``size`` what it adds to the progress."""

    key: tuple[int, ...]
    task: Task
    size: int


class Course(Protocol):
    """Work to be cut and its results; ``slow``: a single game of it may take long."""

    slow: bool

    def next_cut(self) -> Cut | None:
        """What to play next, about BATCH_SECONDS long; None at the end."""

    def keep(self, cut: Cut, answer: Any) -> None:
        """Put the result of a cut in its place; cuts may come in any order."""


class CoursePlayers(Protocol):
    """Whoever plays courses: a ``Crew``, or the workers of a cluster."""

    @property
    def jobs(self) -> int:
        """How many play at once."""

    def play_course(self, course: Course, progress: Callable[[int], None]) -> None:
        """Play all of a course, as ``Crew.play_course`` does."""


def next_size(size: int, seconds: float) -> int:
    """The size of a cut that takes about BATCH_SECONDS, after one of ``size`` took ``seconds``."""
    return max(1, min(int(size * BATCH_SECONDS / max(seconds, 1e-6)), size * _GROWTH))


def _no_notice(text: str) -> None:
    """Nobody to tell."""


class _Worker(WorkerProcess):
    """A worker and the cut it plays."""

    def __init__(self, number: int) -> None:
        super().__init__(number, None)
        self.cut: Cut | None = None

    def give(self, cut: Cut) -> None:
        """Hand out a cut."""
        self.cut = cut
        self.send(cut.task)


class Crew:
    """Plays courses with ``jobs`` workers; with one, or what takes half a second, in this process.

    A context manager: its workers live from the first long course to its end.  With ``interrupt``
    given (and entered), its signal ends a course; else Ctrl-C acts as usual.  ``notice`` is told what
    the user should know.
    """

    def __init__(
        self, jobs: int, interrupt: Interrupt | None = None, notice: Callable[[str], None] = _no_notice
    ) -> None:
        self.jobs = jobs
        self._interrupt = interrupt
        self._notice = notice
        self._workers: dict[Connection, _Worker] = {}
        self._again: deque[Cut] = deque()  # to be played once more
        self._retried: set[tuple[int, ...]] = set()
        self._started = 0
        self._seconds = 0.0  # of play in this process

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_workers()

    def play_course(self, course: Course, progress: Callable[[int], None]) -> None:
        """Play all of a course.

        ``progress`` is told the size of what was just played.  Raises Interrupted, BotError, or
        RunFailed for blocks that can't be played (tried twice if a worker died over them).
        """
        self._again.clear()
        self._retried.clear()
        try:
            self._play_here(course, progress)
            self._play_there(course, progress)
        except BaseException:
            self._end_workers()  # they are at work for nobody
            raise

    def _play_here(self, course: Course, progress: Callable[[int], None]) -> None:
        """Play in this process: all of it, or until workers are worth while.

        Slow bots play in workers only, which can be stopped in the middle of a game.
        """
        if course.slow:
            return
        while self.jobs == 1 or (not self._workers and self._seconds < _PATIENCE):
            self._check_interrupt()
            if (cut := course.next_cut()) is None:
                return
            try:
                answer = cut.task.play()
            except BotError:
                raise
            except Exception as error:
                raise engine_failed(cut.task.place, traceback.format_exc()) from error
            self._seconds += answer.seconds
            course.keep(cut, answer)
            progress(cut.size)

    def _play_there(self, course: Course, progress: Callable[[int], None]) -> None:
        """Play the rest in workers."""
        self._check_interrupt()
        while len(self._workers) < self.jobs and (cut := course.next_cut()):
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

    def _listen(self, worker: _Worker, course: Course, progress: Callable[[int], None]) -> None:
        """Take the result, or the death, of a worker."""
        cut = worker.cut
        assert cut is not None
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            worker = self._bury(worker, cut)
        else:
            if isinstance(message, CutFailed):
                if message.bot:
                    raise BotError(message.text)
                raise engine_failed(cut.task.place, message.text)
            course.keep(cut, message)
            progress(cut.size)
        worker.cut = None
        if following := (self._again.popleft() if self._again else course.next_cut()):
            worker.give(following)

    def _bury(self, worker: _Worker, cut: Cut) -> _Worker:
        """Replace a dead worker; its cut is played once more, but a second death raises RunFailed."""
        del self._workers[worker.pipe]
        cause = worker.cause_of_death()
        worker.end()
        if cut.key in self._retried:
            raise died_twice(cause, cut.task.place)
        self._retried.add(cut.key)
        self._again.append(cut)
        self._notice(worker.obituary(cause, cut.task.place))
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
