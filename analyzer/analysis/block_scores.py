"""Scores by block, bot and seat: what comparing and ranking bots counts with.

A block is one observation: its games share their luck.  Everything is a whole number until the
last division, so a difference of bots that play alike is exactly 0, in each block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from analyzer.analysis.stats import Estimate, t_quantile, wilson_interval
from analyzer.simulate.matches import SHARES, Scores


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One figure per block: ``values / divisor``, from ``n`` player-games in each block.

    ``values``: int64 (blocks,).  ``most``: of a win share, what it is if the bot wins all its games.
    """

    values: np.ndarray
    divisor: int
    n: int
    most: float | None = None

    def minus(self, other: Series) -> Series:
        """The difference block by block, still in whole numbers."""
        common = math.lcm(self.divisor, other.divisor)
        values = self.values * (common // self.divisor) - other.values * (common // other.divisor)
        return Series(values, common, self.n + other.n)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """Mean over all blocks."""
        return int(self.values.sum()) / (self.blocks * self.divisor)

    @property
    def squares(self) -> float:
        """Sum of the squared distances of the blocks from their mean; exactly 0 if all are alike."""
        total, squares = int(self.values.sum()), int((self.values * self.values).sum())
        return (squares * self.blocks - total * total) / self.blocks / self.divisor**2

    def estimate(self, quantile: float | None = None) -> Estimate:
        """Mean with interval: Student's t over blocks, or so many standard errors (``quantile``)."""
        blocks, mean = self.blocks, self.mean
        se = math.sqrt(self.squares / (blocks - 1) / blocks) if blocks > 1 else math.nan
        reach = float(t_quantile(blocks)) if quantile is None else quantile
        low, high = mean - reach * se, mean + reach * se
        if self.most is not None:
            low, high = wilson_interval(mean / self.most, se / self.most, blocks, reach)
            low, high = low * self.most, high * self.most
        return Estimate(mean, low, high, blocks * self.n, blocks, se)


@dataclass(frozen=True, slots=True, eq=False)
class BlockScores:
    """Sums over the games of each block, by bot and seat.

    ``held``: int64 (bots, players), the games of a block in which the bot has the seat; ``games``:
    int64 (bots,), those in which it has any.  ``wins``, ``vp`` and ``margins``: int64 (blocks, bots,
    players), wins in 1/SHARES, margins (own vp less the mean of the others) in 1/(players - 1) vp.
    ``yields``: int64 (blocks, bots), choices in which what the bot is told had to yield.
    """

    held: np.ndarray
    games: np.ndarray
    wins: np.ndarray
    vp: np.ndarray
    margins: np.ndarray
    yields: np.ndarray

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self.wins)

    @property
    def bots(self) -> int:
        """How many bots play."""
        return int(self.held.shape[0])

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.held.shape[1])

    @property
    def fair(self) -> float:
        """The win share of a seat whose player is as good as the others."""
        return 1 / self.players

    def at(self, which: slice | np.ndarray) -> BlockScores:
        """Some of the blocks: a range of them, or a resample by their indices."""
        return replace(
            self,
            wins=self.wins[which],
            vp=self.vp[which],
            margins=self.margins[which],
            yields=self.yields[which],
        )

    def prefix(self, blocks: int) -> BlockScores:
        """The first blocks alone."""
        return self.at(slice(blocks))

    def followed_by(self, more: BlockScores) -> BlockScores:
        """These blocks, then those of ``more``, of the same bots and seats."""
        return replace(
            self,
            wins=np.concatenate([self.wins, more.wins]),
            vp=np.concatenate([self.vp, more.vp]),
            margins=np.concatenate([self.margins, more.margins]),
            yields=np.concatenate([self.yields, more.yields]),
        )

    def share(self, bot: int, seat: int | None = None) -> Series:
        """Win share per seat held; in one seat or in all."""
        held, wins = self._of(self.wins, bot, seat)
        most = 1.0 if seat is not None else int(self.games[bot]) / held
        return Series(wins, SHARES * held, held, most)

    def mean_vp(self, bot: int, seat: int | None = None) -> Series:
        """vp per seat held."""
        held, vp = self._of(self.vp, bot, seat)
        return Series(vp, held, held)

    def margin(self, bot: int, seat: int | None = None) -> Series:
        """vp margin per seat held."""
        held, margins = self._of(self.margins, bot, seat)
        return Series(margins, (self.players - 1) * held, held)

    def _of(self, sums: np.ndarray, bot: int, seat: int | None) -> tuple[int, np.ndarray]:
        """Games in which a bot has a seat, or any, and its sums there by block."""
        if seat is None:
            return int(self.held[bot].sum()), sums[:, bot].sum(axis=1)
        return int(self.held[bot, seat]), sums[:, bot, seat]


def block_scores(scores: Scores, seating: np.ndarray) -> BlockScores:
    """Sum up the scores of a match; ``seating``: int8 (games per block, players), with all its bots."""
    games, players = seating.shape
    bots = int(seating.max()) + 1
    held = np.zeros((bots, players), np.int64)
    wins, vp, margins = np.zeros((3, len(scores.wins), bots, players), np.int64)
    yields = np.zeros((len(scores.wins), bots), np.int64)
    for game in range(games):
        of_all = scores.vp[:, game].sum(axis=1, dtype=np.int64)
        for seat in range(players):
            bot = seating[game, seat]
            own = scores.vp[:, game, seat].astype(np.int64)
            held[bot, seat] += 1
            wins[:, bot, seat] += scores.wins[:, game, seat]
            vp[:, bot, seat] += own
            margins[:, bot, seat] += own * players - of_all
            if scores.yields is not None:
                yields[:, bot] += scores.yields[:, game, seat]
    in_games = np.array([int((seating == bot).any(axis=1).sum()) for bot in range(bots)])
    return BlockScores(held, in_games, wins, vp, margins, yields)
