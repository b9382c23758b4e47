"""What a worker has to know to play any part of a run.

Imported by workers: numpy only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

Recording = Literal["off", "memory", "parquet"]
"""``off``: rows aren't filled; ``memory``: columns are filled and dropped; ``parquet``: and written."""

BATCH_SECONDS = 0.2
"""Aim for the length of a batch: an interrupted worker is back within a quarter of a second."""


@dataclass(frozen=True, slots=True)
class Part:
    """A fixed range of blocks, the unit that is handed out and written."""

    number: int
    first: int
    blocks: int


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One run as flat data.

    ``rules``: 0-d array of ``core.RULES_DTYPE``; ``bots``: 1-d array of ``core.BOT_DTYPE``;
    ``seating``: int8 (games per block, players), indices into ``bots``; ``folder``: the run
    folder, for parquet.  ``batch_blocks`` fixes the blocks of a batch (tests); None: by time.
    """

    rules: np.ndarray
    bots: np.ndarray
    bot_names: tuple[str, ...]
    seating: np.ndarray
    seed: int
    recording: Recording = "off"
    folder: Path | None = None
    batch_blocks: int | None = None

    @property
    def games_per_block(self) -> int:
        """Arrangements of the line-up, each played once a block."""
        return int(self.seating.shape[0])

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    def place(self, part: Part) -> str:
        """Where a part is, in words that let anyone play it again."""
        return f"seed {self.seed}, blocks {part.first} to {part.first + part.blocks - 1}"


@dataclass(frozen=True, slots=True)
class PartDone:
    """A part that was played (and written): its rows by table and the decisions made in it."""

    part: Part
    rows: dict[str, int]
    decisions: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Batch:
    """Blocks of a part that were just played: for the progress bar."""

    blocks: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the user should know while the run goes on.

    ``blocks``: blocks counted by ``Batch`` before that have to be played again.
    """

    text: str
    blocks: int = 0


Event = PartDone | Batch | Notice


@dataclass(frozen=True, slots=True)
class Start:
    """First message to a worker; ``largest_part`` in blocks."""

    job: Job
    largest_part: int


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A worker's last word on a part: it can't be written (``disk``) or can't be played."""

    part: Part
    disk: bool
    text: str
