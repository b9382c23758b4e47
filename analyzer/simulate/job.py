"""What a worker has to know to play any part of a run.

Imported by workers: numpy and the core only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from cext import types

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions

Recording = Literal["off", "memory", "parquet"]
"""``off``: rows aren't filled; ``memory``: columns are filled and dropped; ``parquet``: and written."""

BATCH_SECONDS = 0.2
"""Aim for the length of a batch: an interrupted worker is back within a quarter of a second."""

SLOW_PART_BLOCKS = 16
"""Blocks of a part of a study where bots need seconds for a block: a part is what Ctrl-C leaves readable."""


def place_of(seed: int, first: int, blocks: int) -> str:
    """Where some blocks are, in words that let anyone play them again."""
    return f"seed {seed}, blocks {first} to {first + blocks - 1}"


def slow(bots: np.ndarray, functions: object) -> bool:
    """Whether a game may take long: bots that are Python functions, or search."""
    return functions is not None or bool((bots["policy"] == types.Policy.POLICY_SEARCH).any())


@dataclass(frozen=True, slots=True)
class Part:
    """A fixed range of blocks, the unit that is written."""

    number: int
    first: int
    blocks: int


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One run as flat data.

    ``rules``: 0-d array of ``core.RULES_DTYPE``; ``bots``: 1-d array of ``core.BOT_DTYPE``;
    ``seating``: int8 (games per block, players), indices into ``bots``; ``folder``: the run
    folder, for parquet.  ``batch_blocks`` fixes the blocks of a batch (tests); None: by time.
    ``functions``: the Python functions among the bots.  ``finely``: the first parts are played in pieces,
    so that a run which the clock ends keeps what it has of the part that is not whole.
    """

    rules: np.ndarray
    bots: np.ndarray
    bot_names: tuple[str, ...]
    seating: np.ndarray
    seed: int
    recording: Recording = "off"
    folder: Path | None = None
    batch_blocks: int | None = None
    functions: Functions | None = None
    finely: bool = False

    @property
    def games_per_block(self) -> int:
        """Arrangements of the line-up, each played once a block."""
        return int(self.seating.shape[0])

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    def place(self, first: int, blocks: int) -> str:
        """Where some blocks are, in words that let anyone play them again."""
        return place_of(self.seed, first, blocks)

    def rows_file(self, piece: Piece) -> Path:
        """Where the rows of a piece wait for the rest of the part."""
        assert self.folder is not None
        return self.folder / f"part-{piece.part.number:05d}.{piece.first}.rows.tmp"


@dataclass(frozen=True, slots=True)
class Piece:
    """Blocks of a part that one worker plays; usually the whole part, which it then writes.

    The rows of a smaller piece wait in a temporary file for the rest of the part.
    """

    part: Part
    first: int
    blocks: int

    @property
    def whole(self) -> bool:
        """Whether the piece is all of its part."""
        return self.blocks == self.part.blocks


@dataclass(frozen=True, slots=True)
class PieceDone:
    """A piece that was played, its rows in their file."""

    piece: Piece
    decisions: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Assembly:
    """Write a part whose ``pieces`` are all played, in order of blocks."""

    part: Part
    pieces: tuple[PieceDone, ...]

    @property
    def first(self) -> int:
        """First block of the part."""
        return self.part.first

    @property
    def blocks(self) -> int:
        """Blocks of the part."""
        return self.part.blocks


Task = Piece | Assembly


@dataclass(frozen=True, slots=True)
class PartDone:
    """A part that was played (and written), and the decisions made in it."""

    part: Part
    decisions: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Batch:
    """Blocks that were just played: for the progress bar."""

    blocks: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the user should know while the run goes on.

    ``blocks``: blocks counted by ``Batch`` before that have to be played again.
    """

    text: str
    blocks: int = 0


Event = PartDone | PieceDone | Batch | Notice
"""What a run is told while its parts are played."""


@dataclass(frozen=True, slots=True)
class Start:
    """First message to a worker; ``largest`` piece in blocks."""

    job: Job
    largest: int


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """A worker's last word on a task: its rows can't be written, a Python bot failed, or the engine.

    ``text``: why in words, for the engine a traceback.
    """

    task: Task
    cause: Literal["disk", "bot", "engine"]
    text: str
