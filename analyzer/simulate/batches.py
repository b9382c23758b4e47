"""Plays a part in batches into one set of tables, and writes it.

Imported by workers: numpy, the core and the writer only.
"""

from __future__ import annotations

import time
from collections.abc import Generator

import numpy as np

from analyzer.simulate.job import BATCH_SECONDS, Batch, Event, Job, Part, PartDone
from cext import core

_FIRST_BATCH = 32  # games of the first batch, from which the speed is measured
# Rows that a seat of one game fills; for the last two an ample guess, they grow when needed.
_ROWS_PER_SEAT = {"players": 1, "buildings": 6, "placements": 24, "markers": 12}
_OPEN_ENDED = ("placements", "markers")
_MOST_ROWS = 512  # of one game in a table, far more than any game has


class Tables:
    """Rows of one part in memory that is used again for each part.

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
        """Start a part."""
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
        """The rows of the part so far."""
        return {table: rows[: self.filled[table]] for table, rows in self.rows.items()}


class PartPlayer:
    """Plays parts of one job, one after the other."""

    def __init__(self, job: Job, largest_part: int) -> None:
        self._job = job
        self._tables: Tables | None = None
        if job.recording != "off":
            self._tables = Tables(largest_part * job.games_per_block, largest_part, job.players)
        self._batch = job.batch_blocks or max(1, _FIRST_BATCH // job.games_per_block)

    def play(self, part: Part) -> Generator[Event]:
        """Play and record a part: a ``Batch`` after each batch, at last the ``PartDone``.

        Raises OSError if the part can't be written.
        """
        started = time.process_time()
        decisions = played = 0
        if self._tables is not None:
            self._tables.clear()
        while played < part.blocks:
            blocks, made = self._play_batch(part.first + played, min(self._batch, part.blocks - played))
            decisions += made
            played += blocks
            yield Batch(blocks)
        rows = self._record(part)
        yield PartDone(part, rows, decisions, time.process_time() - started)

    def _play_batch(self, first: int, blocks: int) -> tuple[int, int]:
        """Blocks played and decisions made; fewer blocks than asked for if a table is full."""
        job, tables = self._job, self._tables
        if tables is not None:
            tables.reserve(job.games_per_block)
        started = time.perf_counter()
        done, rows, decisions = core.play_blocks(
            job.rules,
            job.bots,
            job.seating,
            job.seed,
            first,
            blocks,
            None if tables is None else tables.room(),
        )
        seconds = time.perf_counter() - started
        if tables is not None:
            tables.take(rows)
        if job.batch_blocks is None:
            # At most eight times as many as before: one odd measurement can't make an endless batch.
            aim = int(done * BATCH_SECONDS / max(seconds, 1e-6))
            self._batch = max(1, min(aim, self._batch * 8))
        return done, decisions

    def _record(self, part: Part) -> dict[str, int]:
        """Turn the rows into columns and write them, as far as the job wants it."""
        job, tables = self._job, self._tables
        if tables is None:
            return {}
        from analyzer.recording.writer import to_columns, write_part

        if job.recording == "memory":
            for table, rows in tables.part().items():
                to_columns(table, rows, job.bot_names)
        else:
            assert job.folder is not None
            write_part(job.folder, part.number, tables.part(), job.bot_names)
        return dict(tables.filled)
