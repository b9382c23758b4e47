"""A chapter of the metrics: some of them, and how a part's rows give their sums by block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.rows import Rows
from analyzer.scenario import seating
from analyzer.scenario.model import Hex, Scenario
from analyzer.scenario.named_bots import split_bot
from cext.sums import add_up


@dataclass(frozen=True, slots=True)
class Table:
    """What the metrics need to know of a run.

    ``seating``: int8 (games per block, players), indices of ``bots``.  ``bots``: as metrics name them,
    without what they are told where no two have one name, so that a bot and the same bot restricted
    are compared.  ``cards``: names by number; ``hexes``: those in the game.
    """

    seating: np.ndarray
    bots: tuple[str, ...]
    rounds: int
    cards: dict[int, str]
    hexes: tuple[Hex, ...]

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    @property
    def games(self) -> int:
        """Games of a block."""
        return int(self.seating.shape[0])

    @property
    def seats(self) -> int:
        """Player-games of a block."""
        return int(self.seating.size)

    @property
    def solo(self) -> bool:
        """One player: no win shares and no margins."""
        return self.players == 1


def table_of(scenario: Scenario) -> Table:
    """The table at which a scenario is played."""
    rules = scenario.rule_set
    names = [bot.name for bot in scenario.bots]
    short = [split_bot(name)[0] for name in names]
    return Table(
        seating=seating(scenario.line_up),
        bots=tuple(short if len(set(short)) == len(short) else names),
        rounds=rules.number("rounds"),
        cards={card.number: card.name for card in rules.deck},
        hexes=tuple(h for h in rules.hexes if scenario.players == 4 or not h.four_players_only),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums of some metrics by block, whole numbers, int32.

    ``means``: (metrics with ``trials``, blocks); ``counted``: (metrics without, blocks); ``divisors``:
    what each of these is divided by, of the same shape.
    """

    means: np.ndarray
    counted: np.ndarray
    divisors: np.ndarray

    @property
    def blocks(self) -> int:
        """How many blocks."""
        return int(self.means.shape[1])

    def at(self, which: slice) -> Sums:
        """Some of the blocks."""
        arrays = (self.means, self.counted, self.divisors)
        return Sums(*(np.ascontiguousarray(each[:, which]) for each in arrays))


@dataclass(frozen=True, slots=True)
class Chapter:
    """``means``: metrics with the same number of trials in every block; ``counted``: those without.

    ``fill`` adds the sums of its metrics to a chapter's share of the arrays, which are all 0.
    """

    means: tuple[Metric, ...]
    counted: tuple[Metric, ...]
    fill: Callable[[Rows, Sums], None]


def add_by_block(
    total: np.ndarray, block: np.ndarray, row: np.ndarray, values: np.ndarray | None = None
) -> None:
    """Add whole ``values`` (1 if None) to their rows of ``total``, int32 (rows, blocks).

    ``block``: that of each, counted from the first.
    """
    whole = None if values is None else _plain(values)
    add_up(total, _plain(row), _plain(block), whole)


def _plain(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values, np.int32)
