"""The parts of a run as a course for a cluster: what its workers play, and putting it into the run folder.

Quick bots play a part in a second, so a part is a cut.  Parts of slow bots are cut into pieces, whose rows
come here and are put together.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from analyzer.simulate.batches import Player, write_rows
from analyzer.simulate.crew import Cut, next_size
from analyzer.simulate.delivery import Delivery
from analyzer.simulate.job import BATCH_SECONDS, Job, Part, PartDone, Piece, PieceDone, slow

_PIECE_SECONDS = 2.0  # aim for the length of a piece: long beside what sending it costs


@dataclass(frozen=True, slots=True)
class Parcel:
    """A part that was played: what the delivery has made of its files."""

    parcel: object
    decisions: int
    cpu_seconds: float
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A piece that was played: its rows by table."""

    tables: dict[str, np.ndarray]
    decisions: int
    cpu_seconds: float
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class WholePart:
    """A part for a worker to play, encode and send."""

    job: Job
    part: Part
    delivery: Delivery

    @property
    def place(self) -> str:
        """Where its blocks are."""
        return self.job.place(self.part.first, self.part.blocks)

    def play(self) -> Parcel:
        """Play and send it."""
        from analyzer.recording.writer import encoded

        clock, processor = time.perf_counter(), time.process_time()
        rows, decisions = _play(self.job, self.part.first, self.part.blocks)
        parcel = self.delivery.send(self.part.number, encoded(rows, self.job.bot_names))
        return Parcel(parcel, decisions, time.process_time() - processor, time.perf_counter() - clock)


@dataclass(frozen=True, slots=True, eq=False)
class PieceOfPart:
    """Some blocks of a part for a worker to play."""

    job: Job
    first: int
    blocks: int

    @property
    def place(self) -> str:
        """Where its blocks are."""
        return self.job.place(self.first, self.blocks)

    def play(self) -> Rows:
        """Play it; the rows are copied out of the larger tables that they were played into."""
        clock, processor = time.perf_counter(), time.process_time()
        played, decisions = _play(self.job, self.first, self.blocks)
        rows = {table: each.copy() for table, each in played.items()}
        return Rows(rows, decisions, time.process_time() - processor, time.perf_counter() - clock)


def _play(job: Job, first: int, blocks: int) -> tuple[dict[str, np.ndarray], int]:
    """The rows of some blocks by table, and the decisions made in them."""
    player = Player(job, blocks)
    decisions = sum(made for _, made in player.play(first, blocks))
    return player.rows(), decisions


class PartsCourse:
    """Cuts of parts that are left, and the rows of those that aren't whole yet.

    The key of a cut is its first block and the number of its part.  ``folder``: the run's; ``jobs``: how
    many play at once.
    """

    def __init__(self, job: Job, folder: Path, parts: Sequence[Part], delivery: Delivery, jobs: int) -> None:
        self._job = replace(job, folder=None)
        self._folder = folder
        self._delivery = delivery
        self._jobs = max(1, jobs)
        self._slow = slow(job.bots, job.functions)
        self._parts = {part.number: part for part in parts}
        self._left = deque((part, part.first) for part in parts)  # and the first block that isn't cut off yet
        self._blocks_left = sum(part.blocks for part in parts)
        self._aim = 1  # blocks of the next piece
        self._pieces: dict[int, dict[int, Rows]] = {}  # by part and first block
        self._missing: dict[int, int] = {}  # blocks by part

    def next_cut(self) -> Cut | None:
        """The next part, or the next piece of one; smaller ones at the end, so that workers end together."""
        if not self._left:
            return None
        part, first = self._left.popleft()
        if not self._slow:
            return Cut((first, part.number), WholePart(self._job, part, self._delivery), part.blocks)
        end = part.first + part.blocks
        blocks = max(1, min(self._aim, self._blocks_left // (2 * self._jobs), end - first))
        if first + blocks < end:
            self._left.appendleft((part, first + blocks))
        self._blocks_left -= blocks
        return Cut((first, part.number), PieceOfPart(self._job, first, blocks), blocks)

    def keep(self, cut: Cut, answer: Parcel | Rows) -> PartDone | None:
        """Put a part, or the last piece of one, into the run folder; returns the part.  Raises OSError."""
        first, number = cut.key
        part = self._parts[number]
        if isinstance(answer, Parcel):
            self._delivery.take(self._folder, number, answer.parcel)
            return PartDone(part, answer.decisions, answer.cpu_seconds)
        self._aim = next_size(cut.size, answer.seconds * BATCH_SECONDS / _PIECE_SECONDS)
        pieces = self._pieces.setdefault(number, {})
        pieces[first] = answer
        self._missing[number] = self._missing.get(number, part.blocks) - cut.size
        if self._missing[number] > 0:
            return None
        del self._pieces[number], self._missing[number]
        return self._put_together(part, [pieces[block] for block in sorted(pieces)])

    def put_by(self, job: Job) -> Iterator[PieceDone]:
        """Put the pieces of the first part that isn't whole where ``job`` says, and name them.

        For a run that the clock ends.  Raises OSError.
        """
        if not self._pieces:
            return
        part = self._parts[min(self._pieces)]
        for first, rows in sorted(self._pieces[part.number].items()):
            piece = Piece(part, first, len(rows.tables["blocks"]))
            write_rows(job.rows_file(piece), rows.tables)
            yield PieceDone(piece, rows.decisions, rows.cpu_seconds)

    def _put_together(self, part: Part, pieces: list[Rows]) -> PartDone:
        """Write a part from the rows of its pieces."""
        from analyzer.recording.writer import write_part

        tables = {
            table: np.concatenate([piece.tables[table] for piece in pieces]) for table in pieces[0].tables
        }
        write_part(self._folder, part.number, tables, self._job.bot_names)
        return PartDone(
            part, sum(piece.decisions for piece in pieces), sum(piece.cpu_seconds for piece in pieces)
        )
