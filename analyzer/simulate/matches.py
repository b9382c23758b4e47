"""Matches: blocks that are played for their scores alone, without rows in files.

Imported by workers: numpy and the core only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from analyzer.simulate.job import place_of
from cext import core

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions

SHARES = 12
"""Parts of a win: one shared by k players (at most 4) is SHARES / k for each, a whole number."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What one comparison plays, as flat data that can go through a pipe.

    ``rules``: 0-d array of ``core.RULES_DTYPE``; ``bots``: ``core.BOT_DTYPE`` (bots,); ``seating``:
    int8 (games per block, players), bot index by seat; ``first``: first block.
    ``functions``: the Python functions among the bots.  ``reseed``: chance for these purposes (bit per
    ``cext.types.Luck``) comes from this other root seed, all else from ``seed``.
    """

    rules: np.ndarray
    bots: np.ndarray
    seating: np.ndarray
    seed: int
    first: int
    blocks: int
    functions: Functions | None = None
    reseed: tuple[int, int] | None = None

    @property
    def games_per_block(self) -> int:
        """Arrangements, each played once a block."""
        return int(self.seating.shape[0])

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    @property
    def games(self) -> int:
        """Games in all blocks."""
        return self.blocks * self.games_per_block

    @property
    def place(self) -> str:
        """Where its blocks are, in words that let anyone play them again."""
        return place_of(self.seed, self.first, self.blocks)

    def cut(self, block: int, blocks: int, row: int, rows: int) -> Match:
        """Some of its blocks, counted from its first, in some of its arrangements.

        A game's luck is that of its seed and block, so it is the same game in any cut.
        """
        seating = np.ascontiguousarray(self.seating[row : row + rows])
        return replace(self, first=self.first + block, blocks=blocks, seating=seating)

    def play(self) -> Played:
        """Play all of it here, without a pause."""
        return play_match(self)


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The results of a match, as integers, in the order of its blocks and arrangements.

    ``wins``: int16 (blocks, games per block, players), the share of the win in twelfths (SHARES):
    12 alone, 6 of two, 4 of three, 3 of four, else 0; ``vp``: int16, of the same shape; ``yields``:
    int16 too, choices in which what a seat's bot is told had to yield, None where nobody counted.
    """

    wins: np.ndarray
    vp: np.ndarray
    yields: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A match that was played, and the time it took."""

    scores: Scores
    seconds: float


def play_match(match: Match) -> Played:
    """Play all of a match here, without a pause."""
    started = time.perf_counter()
    shape = (match.blocks, match.games_per_block, match.players)
    rows = np.empty(match.games * match.players, core.ROW_DTYPES["players"])
    functions = None if match.functions is None else match.functions.askers(match.players)
    core.play_blocks(
        match.rules,
        match.bots,
        match.seating,
        match.seed,
        match.first,
        match.blocks,
        {"players": rows},
        functions,
        match.reseed,
    )
    winners = rows["winners"].astype(np.int16)
    wins = np.where(winners > 0, SHARES // np.maximum(winners, 1), 0).astype(np.int16)
    scores = Scores(
        wins.reshape(shape), rows["vp"].reshape(shape).copy(), rows["yields"].astype(np.int16).reshape(shape)
    )
    return Played(scores, time.perf_counter() - started)


def no_scores(match: Match) -> Scores:
    """Room for the scores of a match."""
    shape = (match.blocks, match.games_per_block, match.players)
    return Scores(*(np.zeros(shape, np.int16) for _ in range(3)))
