"""Plays blocks of a run again and compares them with what its tables hold.

Workers import this: numpy, the core and, when they read a part, the writer.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.simulate.batches import Player
from analyzer.simulate.crew import Cut, next_size
from analyzer.simulate.job import Job, place_of, slow

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

_HASHES = "blocks"  # the table that is compared first: a block whose games differ shows in its hash
_BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in which a block, played again, differs from the run's tables.

    ``row``: within the block's rows of the table; ``column`` None: one of the two has more rows, and
    ``stored`` and ``played`` say how many.
    """

    block: int
    table: str
    row: int | None
    column: str | None
    stored: Any
    played: Any


@dataclass(frozen=True, slots=True)
class Verified:
    """The differences among some blocks, at most one a block, and how long it took."""

    differences: tuple[Difference, ...]
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class VerifyTask:
    """Blocks of one part (ascending) to be played again; ``job``: in memory; ``run``: whose tables."""

    job: Job
    run: Path
    part: int
    blocks: tuple[int, ...]

    @property
    def place(self) -> str:
        """Where its blocks are, in words that let anyone play them again."""
        first, last = self.blocks[0], self.blocks[-1]
        return place_of(self.job.seed, first, last - first + 1)

    def play(self) -> Verified:
        """Play and compare all of it here, without a pause.  Raises BotError."""
        from analyzer.recording.schema import TABLES, part_name
        from analyzer.recording.writer import to_columns

        started = time.perf_counter()
        played = self._played()
        found: dict[int, Difference] = {}
        for table in (_HASHES, *(table for table in TABLES if table != _HASHES)):
            again = to_columns(table, played[table], self.job.bot_names)
            stored = _rows_of(self.run / table / part_name(self.part), self.blocks)
            for difference in _compared(table, stored, again):
                found.setdefault(difference.block, difference)
        return Verified(tuple(found[block] for block in sorted(found)), time.perf_counter() - started)

    def _played(self) -> dict[str, np.ndarray]:
        """The core's rows of all blocks, by table."""
        runs = list(stretches(self.blocks))
        player = Player(self.job, max(map(len, runs)))
        pieces = []
        for blocks in runs:
            for _ in player.play(blocks.start, len(blocks)):
                pass
            pieces.append({table: rows.copy() for table, rows in player.rows().items()})
        return {table: np.concatenate([piece[table] for piece in pieces]) for table in pieces[0]}


def stretches(blocks: Sequence[int]) -> Iterator[range]:
    """Ascending numbers as ranges without gaps."""
    start = 0
    for end in range(1, len(blocks) + 1):
        if end == len(blocks) or blocks[end] != blocks[end - 1] + 1:
            yield range(blocks[start], blocks[end - 1] + 1)
            start = end


def _rows_of(file: Path, blocks: Sequence[int]) -> pl.DataFrame:
    """The rows of some blocks in a file of a run, in the file's order."""
    import polars as pl

    rows = pl.read_parquet(file, glob=False)
    return rows.filter(pl.col(_BLOCK).is_in(list(blocks)))


def _compared(table: str, stored: pl.DataFrame, played: pl.DataFrame) -> Iterator[Difference]:
    """For each block that differs in a table, the first thing that does."""
    if stored.equals(played):
        return
    ours, theirs = _by_block(stored), _by_block(played)
    for block in sorted(ours.keys() | theirs.keys()):
        left, right = ours.get(block, stored.clear()), theirs.get(block, played.clear())
        if left.height != right.height:
            yield Difference(block, table, None, None, left.height, right.height)
        elif not left.equals(right):
            yield _first_difference(block, table, left, right)


def _by_block(rows: pl.DataFrame) -> dict[int, pl.DataFrame]:
    parted = rows.partition_by(_BLOCK, as_dict=True, maintain_order=True)
    return {block: frame for (block,), frame in parted.items()}


def _first_difference(block: int, table: str, stored: pl.DataFrame, played: pl.DataFrame) -> Difference:
    """The first column that differs in the first row that does; the frames are equally long and differ."""
    unequal = {name: stored[name].ne_missing(played[name]).arg_true() for name in stored.columns}
    row, column = min(
        ((int(rows[0]), name) for name, rows in unequal.items() if len(rows)), key=lambda found: found[0]
    )
    return Difference(block, table, row, column, stored[row, column], played[row, column])


class VerifyCourse:
    """The cuts of blocks (ascending) that are to be verified; the key of a cut is its first block."""

    def __init__(self, job: Job, run: Path, blocks_per_part: int, blocks: Sequence[int]) -> None:
        self.slow = slow(job.bots, job.functions)
        self.differences: list[Difference] = []
        self._job = job
        self._run = run
        self._aim = 1
        parts = groupby(blocks, lambda block: block // blocks_per_part)
        self._left = deque((part, tuple(of_part)) for part, of_part in parts)

    def next_cut(self) -> Cut | None:
        """Blocks of one part, about BATCH_SECONDS long."""
        if not self._left:
            return None
        part, blocks = self._left.popleft()
        cut, rest = blocks[: self._aim], blocks[self._aim :]
        if rest:
            self._left.appendleft((part, rest))
        return Cut((cut[0],), VerifyTask(self._job, self._run, part, cut), len(cut))

    def keep(self, cut: Cut, answer: Verified) -> None:
        """Note the differences, in order of blocks."""
        self._aim = next_size(cut.size, answer.seconds)
        self.differences = sorted([*self.differences, *answer.differences], key=lambda found: found.block)


def sample_blocks(blocks: int, wanted: int, seed: int) -> tuple[int, ...]:
    """``wanted`` different numbers below ``blocks``, ascending; all if that is as many.

    Keyed by a hash of seed and place, so that the same seed draws the same blocks everywhere and for ever.
    """
    if wanted >= blocks:
        return tuple(range(blocks))
    if wanted > blocks // 2:
        left_out = set(sample_blocks(blocks, blocks - wanted, seed))
        return tuple(block for block in range(blocks) if block not in left_out)
    drawn: set[int] = set()
    for place in count():
        if len(drawn) == wanted:
            break
        digest = hashlib.blake2b(f"{seed}/{place}".encode(), digest_size=16).digest()
        drawn.add(int.from_bytes(digest, "little") % blocks)
    return tuple(sorted(drawn))
