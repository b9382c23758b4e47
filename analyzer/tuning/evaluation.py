"""What a bot is worth in one seat: games against the opponents, in each seat in turn, block by block."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyzer.analysis.stats import Estimate, share_interval, t_quantile
from analyzer.functions.asking import functions_of
from analyzer.scenario import RuleSet, bots_array, seating, to_arrays
from analyzer.scenario.model import Bot
from analyzer.simulate.scores import SHARES, Match, Scorer, Scores
from analyzer.tuning.settings import Objective, Settings

POINTS_PER_VP = 3.5
"""Points of win share that go with 1 vp of margin where bots are about equal.

Measured with the balanced bot and close variants of it: 2.9 to 4.1 at two, three and four players.
"""
UNITS: dict[Objective, str] = {
    "mixed": f"points: mean of win share in points and {POINTS_PER_VP} times vp margin over the others' mean",
    "win": "points: win share in points",
    "margin": "points: vp margin over the others' mean",
}
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One number of players with one line-up; the candidate is bot 0, in each seat once a block."""

    rule_set: RuleSet
    rules: np.ndarray
    seating: np.ndarray
    opponents: tuple[Bot, ...]
    against: str

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    def match(self, bot: Bot, seed: int, first: int, blocks: int) -> Match:
        """Blocks in which ``bot`` is the candidate."""
        bots = (bot, *self.opponents)
        functions = functions_of(bots, self.rule_set)
        return Match(self.rules, bots_array(bots), self.seating, seed, first, blocks, functions)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a bot did: ``win`` in points of win share (100 = all), ``margin`` in vp over the others' mean.

    Both of shape (tables, blocks), means over the seats.
    """

    win: np.ndarray
    margin: np.ndarray

    def points(self, objective: Objective) -> np.ndarray:
        """The objective, shape (tables, blocks)."""
        match objective:
            case "win":
                return self.win
            case "margin":
                return self.margin
            case "mixed":
                return (self.win + POINTS_PER_VP * self.margin) / 2


class Arena:
    """All tables of a search."""

    def __init__(self, settings: Settings, rule_set: RuleSet) -> None:
        self.settings = settings
        self.rules = {players: to_arrays(rule_set, players) for players in settings.players}
        self.tables = [
            Table(rule_set, self.rules[players], _one_against(players, len(bots)), bots, against)
            for players in settings.players
            for against, bots in zip(settings.against, settings.opponents, strict=True)
        ]

    def games(self, bots: int, blocks: int) -> int:
        """Games in which ``bots`` bots play ``blocks`` blocks at each table."""
        return bots * blocks * sum(table.players for table in self.tables)

    def play(
        self, scorer: Scorer, bots: Sequence[Bot], seed: int, first: int, blocks: int, progress: Progress
    ) -> list[Result]:
        """What each bot does, all on the same blocks."""
        matches = [table.match(bot, seed, first, blocks) for bot in bots for table in self.tables]
        scores = scorer.play(matches, progress)
        width = len(self.tables)
        return [result(scores[i : i + width], self.tables) for i in range(0, len(scores), width)]


def _one_against(players: int, opponents: int) -> np.ndarray:
    """Bot 0 in each seat in turn, the line-up of the others going round with it."""
    others = range(1, players) if opponents > 1 else [1] * (players - 1)
    return np.ascontiguousarray(seating([str(bot) for bot in (0, *others)]))


def result(scores: Sequence[Scores], tables: Sequence[Table]) -> Result:
    """The candidate's result from the scores at each table."""
    win, margin = [], []
    for score, table in zip(scores, tables, strict=True):
        games = np.arange(table.players)
        seat = np.argmin(table.seating, axis=1)
        own = score.vp[:, games, seat].sum(axis=1, dtype=np.int64)
        all_vp = score.vp.sum(axis=(1, 2), dtype=np.int64)
        wins = score.wins[:, games, seat].sum(axis=1, dtype=np.int64)
        win.append(100 * wins / (SHARES * table.players))
        margin.append((own * table.players - all_vp) / ((table.players - 1) * table.players))
    return Result(np.array(win), np.array(margin))


def estimate(values: np.ndarray) -> Estimate:
    """The mean over blocks (last axis) with its 95 % interval; over the tables of a block first."""
    per_block = values.reshape(-1, values.shape[-1]).mean(axis=0)
    blocks = len(per_block)
    mean = float(per_block.mean())
    if blocks < 2:
        return Estimate(mean, math.nan, math.nan, blocks, blocks)
    se = float(per_block.std(ddof=1)) / math.sqrt(blocks)
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, blocks, blocks, se)


def share_estimate(win: np.ndarray) -> Estimate:
    """The same of win shares in points, with Wilson's interval: it has a width where all games are won."""
    found = estimate(win)
    low, high = share_interval(found.mean / 100, found.se / 100, found.blocks)
    return replace(found, low=100 * low, high=100 * high)
