"""Plays parts, or pieces of them, in batches into one set of tables, and writes them.

Imported by workers: numpy, the core and the writer only.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyzer.simulate.job import (
    BATCH_SECONDS,
    Assembly,
    Batch,
    Job,
    Part,
    PartDone,
    Piece,
    PieceDone,
    Task,
    slow,
)
from cext import core

if TYPE_CHECKING:
    from analyzer.functions.asking import Asker

_FIRST_BATCH = 32  # games of the first batch, from which the speed is measured
# Rows that a seat of one game fills; for the last three an ample guess, they grow when needed.
_ROWS_PER_SEAT = {"players": 1, "buildings": 6, "placements": 24, "markers": 12, "deals": 6}
_OPEN_ENDED = ("placements", "markers", "deals")
_MOST_ROWS = 512  # of one game in a table, far more than any game has


class Tables:
    """Rows of one piece in memory that is used again for each piece.

    Untouched room costs nothing (the system gives memory when it is written to), so there is
    plenty; the core stops at a whole block when a table is full, and the tables grow before
    the next batch.
    """

    def __init__(self, games: int, blocks: int, players: int) -> None:
        seats = games * players
        sizes = {table: rows * seats for table, rows in _ROWS_PER_SEAT.items()} | {"blocks": blocks}
        self.rows = {table: np.empty(size, core.ROW_DTYPES[table]) for table, size in sizes.items()}
        self.filled = dict.fromkeys(self.rows, 0)

    def clear(self) -> None:
        """Start a piece."""
        self.filled = dict.fromkeys(self.rows, 0)

    def room(self) -> dict[str, np.ndarray]:
        """The free end of each table."""
        return {table: rows[self.filled[table] :] for table, rows in self.rows.items()}

    def take(self, rows: dict[str, int]) -> None:
        """Count rows that the core has filled."""
        for table, count in rows.items():
            self.filled[table] += count

    def reserve(self, games: int) -> None:
        """See to room for some games in the tables whose rows can't be foretold."""
        for table in _OPEN_ENDED:
            rows, filled = self.rows[table], self.filled[table]
            if len(rows) - filled < games * _MOST_ROWS:
                larger = np.empty(len(rows) + len(rows) // 2 + games * _MOST_ROWS, rows.dtype)
                larger[:filled] = rows[:filled]
                self.rows[table] = larger

    def part(self) -> dict[str, np.ndarray]:
        """The rows so far."""
        return {table: rows[: self.filled[table]] for table, rows in self.rows.items()}


class Player:
    """Does the tasks of one job, one after the other; ``largest``: blocks of the largest piece."""

    def __init__(self, job: Job, largest: int) -> None:
        self._job = job
        self._tables: Tables | None = None
        if job.recording != "off":
            self._tables = Tables(largest * job.games_per_block, largest, job.players)
        self._askers: list[Asker | None] | None = None
        self._batch = job.batch_blocks or max(
            1, (1 if slow(job.bots, job.functions) else _FIRST_BATCH) // job.games_per_block
        )

    def do(self, task: Task) -> Generator[Batch | PieceDone | PartDone]:
        """Do a task: a ``Batch`` after each batch, at last what was done.

        Raises OSError if something can't be written.
        """
        if isinstance(task, Assembly):
            yield self._assemble(task)
            return
        started = time.process_time()
        decisions = 0
        for blocks, made in self.play(task.first, task.blocks):
            decisions += made
            yield Batch(blocks)
        if task.whole:
            yield self.finish(task.part, decisions, started)
        else:
            self.put_by(task)
            yield PieceDone(task, decisions, time.process_time() - started)

    def play(self, first: int, blocks: int) -> Generator[tuple[int, int]]:
        """Play blocks into empty tables; yields blocks and decisions of each batch."""
        played = 0
        if self._tables is not None:
            self._tables.clear()
        while played < blocks:
            done, decisions = self._play_batch(first + played, min(self._batch, blocks - played))
            played += done
            yield done, decisions

    def rows(self) -> dict[str, np.ndarray]:
        """The rows of what was just played, by table; of a job that records."""
        assert self._tables is not None
        return self._tables.part()

    def put_by(self, piece: Piece) -> None:
        """Keep the rows of a piece, which were just played, until the part is assembled."""
        write_rows(self._job.rows_file(piece), self.rows())

    def _play_batch(self, first: int, blocks: int) -> tuple[int, int]:
        """Blocks played and decisions made; fewer blocks than asked for if a table is full."""
        job, tables = self._job, self._tables
        if tables is not None:
            tables.reserve(job.games_per_block)
        if job.functions is not None and self._askers is None:
            self._askers = job.functions.askers(job.players, job.games_per_block)
        started = time.perf_counter()
        done, rows, decisions = core.play_blocks(
            job.rules,
            job.bots,
            job.seating,
            job.seed,
            first,
            blocks,
            None if tables is None else tables.room(),
            self._askers,
        )
        seconds = time.perf_counter() - started
        if tables is not None:
            tables.take(rows)
        if job.batch_blocks is None:
            # At most eight times as many as before: one odd measurement can't make an endless batch.
            aim = int(done * BATCH_SECONDS / max(seconds, 1e-6))
            self._batch = max(1, min(aim, self._batch * 8))
        return done, decisions

    def finish(self, part: Part, decisions: int, started: float) -> PartDone:
        """Record a part that was just played, as far as the job wants it.

        ``started``: processor time when its play began.
        """
        tables = {} if self._tables is None else self._tables.part()
        if self._job.recording == "memory":
            from analyzer.recording.writer import to_columns

            for table, rows in tables.items():
                to_columns(table, rows, self._job.bot_names)
        elif self._job.recording == "parquet":
            self._write(part, tables)
        return PartDone(part, decisions, time.process_time() - started)

    def _assemble(self, task: Assembly) -> PartDone:
        """Write a part from the rows of its pieces."""
        started = time.process_time()
        pieces = [read_rows(self._job.rows_file(done.piece)) for done in task.pieces]
        tables = {table: np.concatenate([rows[table] for rows in pieces]) for table in pieces[0]}
        self._write(task.part, tables)
        seconds = time.process_time() - started + sum(done.cpu_seconds for done in task.pieces)
        decisions = sum(done.decisions for done in task.pieces)
        return PartDone(task.part, decisions, seconds)

    def _write(self, part: Part, tables: dict[str, np.ndarray]) -> None:
        from analyzer.recording.writer import write_part

        assert self._job.folder is not None
        write_part(self._job.folder, part.number, tables, self._job.bot_names)


def write_rows(file: Path, tables: dict[str, np.ndarray]) -> None:
    """Write tables as the core's rows: how many of each, then the rows."""
    with file.open("wb") as out:
        for table in core.ROW_DTYPES:
            out.write(len(tables[table]).to_bytes(8, "little"))
            out.write(tables[table].view(np.uint8).data)


def read_rows(file: Path) -> dict[str, np.ndarray]:
    """Read what ``write_rows`` has written."""
    with file.open("rb") as rows:
        return {
            table: np.fromfile(rows, dtype, int.from_bytes(rows.read(8), "little"))
            for table, dtype in core.ROW_DTYPES.items()
        }
