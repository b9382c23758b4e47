"""Worker processes that play the parts of a run, one pipe each.

A worker that dies is noticed by its closed pipe, named, and its task done once more by a
fresh worker; a task that ends two workers ends the run.  Nothing here waits for a message
that a dead process would have to send.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from multiprocessing.connection import Connection, wait

from analyzer.simulate.failures import died_twice, failure
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import (
    Assembly,
    Batch,
    Event,
    Job,
    Notice,
    PartDone,
    Piece,
    PieceDone,
    Start,
    Task,
    TaskFailed,
)
from analyzer.simulate.processes import WorkerProcess


class _Worker(WorkerProcess):
    """A worker and what it is at; parts are whole or absent, so nothing is lost when it ends."""

    def __init__(self, number: int, start: Start) -> None:
        super().__init__(number, start)
        self.task: Task | None = None
        self.played = 0  # blocks of its task so far

    def give(self, task: Task) -> None:
        """Hand out a task."""
        self.task, self.played = task, 0
        self.send(task)


class Pool:
    """Plays pieces of parts with ``jobs`` workers; ``events`` tells what happens.

    Whoever plays the last piece of a part assembles it.  ``done``: pieces that were played
    already; with ``pieces`` they make up whole parts.
    """

    def __init__(self, job: Job, pieces: Sequence[Piece], jobs: int, done: Sequence[PieceDone] = ()) -> None:
        self._job = job
        self._waiting: deque[Task] = deque(pieces)
        self._start = Start(job, max(piece.blocks for piece in pieces))
        self._jobs = min(jobs, len(pieces))
        self._workers: dict[Connection, _Worker] = {}
        self._done: dict[int, list[PieceDone]] = {}
        for piece in done:
            self._keep(piece)
        self._retried: set[tuple[int, int]] = set()
        self._started = 0
        self._failed: TaskFailed | None = None  # by a Python bot, the first in order of blocks

    def events(self, interrupt: Interrupt) -> Generator[Event]:
        """Play all pieces; ends early, dropping what is in work, when ``interrupt`` says so.

        Raises RunFailed for blocks that can't be played, DiskTrouble for a part that can't be
        written, and BotError for a Python bot that fails, once all that lies before its blocks is
        played: whatever the number of jobs, the same is kept and said.  Closing the iterator ends
        the workers.
        """
        try:
            for _ in range(self._jobs):
                self._add_worker()
            while self._workers and interrupt.reason is None:
                for pipe in wait([*self._workers, interrupt.fileno()]):
                    if isinstance(pipe, Connection) and pipe in self._workers:
                        yield from self._listen(self._workers[pipe])
            if self._failed is not None:
                raise failure(self._job, self._failed)
        finally:
            for worker in self._workers.values():
                worker.end()

    def _add_worker(self) -> None:
        """Start a worker with the next task."""
        self._started += 1
        worker = _Worker(self._started, self._start)
        self._workers[worker.pipe] = worker
        worker.give(self._waiting.popleft())

    def _listen(self, worker: _Worker) -> Generator[Event]:
        """Take one message, or the death, of a worker."""
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            yield self._bury(worker)
            return
        match message:
            case TaskFailed(cause="bot"):
                self._fall_back(message)
                self._go_on(worker)
            case TaskFailed():
                raise failure(self._job, message)
            case Batch(blocks):
                worker.played += blocks
                yield message
            case PieceDone():
                self._keep(message)
                yield message
                self._go_on(worker)
            case PartDone():
                self._tidy(worker.task)
                yield message
                self._go_on(worker)

    def _keep(self, done: PieceDone) -> None:
        """Note a piece; when its part has all pieces, they are to be assembled."""
        part = done.piece.part
        pieces = self._done.setdefault(part.number, [])
        pieces.append(done)
        if sum(piece.piece.blocks for piece in pieces) == part.blocks:
            in_order = sorted(self._done.pop(part.number), key=lambda piece: piece.piece.first)
            self._waiting.appendleft(Assembly(part, tuple(in_order)))

    def _tidy(self, task: Task | None) -> None:
        """Remove the rows from which a part was assembled."""
        if isinstance(task, Assembly):
            for done in task.pieces:
                self._job.rows_file(done.piece).unlink(missing_ok=True)

    def _fall_back(self, failed: TaskFailed) -> None:
        """Give up what comes after the blocks in which a bot has failed."""
        if self._failed is None or failed.task.first < self._failed.task.first:
            self._failed = failed
        end = self._failed.task.first
        self._waiting = deque(task for task in self._waiting if task.first < end)
        for pipe, worker in [*self._workers.items()]:
            if worker.task is not None and worker.task.first > end:
                del self._workers[pipe]
                worker.end()

    def _go_on(self, worker: _Worker) -> None:
        """Give a worker its next task, or its leave."""
        if self._waiting:
            worker.give(self._waiting.popleft())
        else:
            del self._workers[worker.pipe]
            worker.end()

    def _bury(self, worker: _Worker) -> Notice:
        """Replace a dead worker, which does its task again; raises RunFailed the second time."""
        del self._workers[worker.pipe]
        cause = worker.cause_of_death()
        worker.end()
        task = worker.task
        assert task is not None
        place = self._job.place(task.first, task.blocks)
        if (task.first, task.blocks) in self._retried:
            raise died_twice(cause, place)
        self._retried.add((task.first, task.blocks))
        self._waiting.appendleft(task)
        self._add_worker()
        return Notice(worker.obituary(cause, place), worker.played)
