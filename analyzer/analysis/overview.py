"""Who wins, where the vp come from, how scores are spread and what players do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyzer.analysis.estimates import collect_parts, estimates, estimates_together
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.analysis.sums import Key
from analyzer.recording.schema import VP_SOURCES, Players

SOURCE_NAMES = {
    Players.VP_BARROWS: "barrow values",
    Players.VP_MARKET: "market rounds",
}
"""Sources whose name in rules.md section 12 is longer than its word."""

ACTIVITY = (
    Players.FIELDS,
    Players.HELPERS,
    Players.BARROWS,
    Players.EXTENSIONS,
    Players.BARROWS_DONE,
    Players.BUILDINGS_DONE,
    Players.ROOFS,
    Players.CARDS_DRAWN,
    Players.DELIVERIES,
    Players.EXTRA_DELIVERIES,
    Players.SOLD,
    Players.BOUGHT,
    Players.UPGRADED,
    Players.CASHED,
    Players.ROOFS_USED,
    Players.HELPERS_USED,
    Players.REMOVALS,
    Players.REMOVED,
    Players.MARKERS_END,
    Players.FIRST_ROUNDS,
)
"""What players do in a game, in the order of a table."""


def source_name(column: Players) -> str:
    """A source of vp in words."""
    return SOURCE_NAMES.get(column, column.removeprefix("vp_").replace("_", " "))


@dataclass(frozen=True, slots=True)
class Result:
    """Results of one group of player-games: a bot, a seat, or a bot in a seat."""

    key: Key
    outcomes: dict[str, Estimate]  # by measure key: margin, share, vp (solo: vp only)


@dataclass(frozen=True, slots=True)
class Scores:
    """How often a bot ended with each number (vp, margin, lead): ``counts[i]`` times ``first + i``."""

    bot: int
    first: int
    counts: tuple[int, ...]

    @property
    def n(self) -> int:
        """How many were counted."""
        return sum(self.counts)

    def quantile(self, q: float) -> int:
        """The smallest number that at least a share ``q`` of those counted does not exceed."""
        reached = np.cumsum(self.counts) >= q * self.n
        return self.first + int(np.argmax(reached))


def results(study: Study, by: tuple[Players, ...]) -> tuple[Result, ...]:
    """Results by ``bot``, by ``seat`` or by both."""
    return results_together(study, (by,))[0]


def results_together(study: Study, groups: Sequence[tuple[Players, ...]]) -> tuple[tuple[Result, ...], ...]:
    """Results by several groups of columns in one pass."""
    found = estimates_together(study.results(), [(study.outcomes, by) for by in groups])
    return tuple(tuple(Result(key, row) for key, row in of_group.items()) for of_group in found)


def averages(study: Study, columns: tuple[Players, ...]) -> dict[int, dict[str, Estimate]]:
    """Means of columns of the players table per bot: ``{bot: {column: estimate}}``."""
    measures = [Measure(name, name, "", "", pl.col(name)) for name in columns]
    found = estimates([part.players for part in study.parts], measures, (Players.BOT,))
    return {key[0]: row for key, row in found.items()}


def overall(study: Study, columns: tuple[Players, ...]) -> dict[str, Estimate]:
    """Means of columns of the players table over all bots."""
    measures = [Measure(name, name, "", "", pl.col(name)) for name in columns]
    return estimates([part.players for part in study.parts], measures)[()]


def sources_by_result(study: Study) -> dict[bool, dict[str, Estimate]]:
    """Mean vp by source of those who won (or shared the win) and of those who did not."""
    won = (pl.col(Players.WINNERS) > 0).cast(pl.Int32).alias("won")
    frames = [part.players.with_columns(won) for part in study.parts]
    measures = [Measure(name, name, "vp", "", pl.col(name)) for name in (*VP_SOURCES, Players.VP)]
    return {bool(key[0]): row for key, row in estimates(frames, measures, ("won",)).items()}


def score_distribution(study: Study) -> tuple[Scores, ...]:
    """Distribution of the vp of each bot."""
    return scores_of([part.players for part in study.parts], Players.VP)


def scores_of(frames: Sequence[pl.LazyFrame], column: str) -> tuple[Scores, ...]:
    """How often a whole number occurs in ``column``, by bot."""
    counted = collect_parts([frame.group_by(Players.BOT, column).len() for frame in frames])
    table = counted.group_by(Players.BOT, column).agg(pl.col("len").sum()).sort(Players.BOT, column)
    scores = []
    for (bot,), rows in table.group_by(Players.BOT, maintain_order=True):
        values = rows[column].to_numpy().astype(np.int64)
        counts = np.zeros(int(values[-1] - values[0]) + 1, dtype=np.int64)
        counts[values - values[0]] = rows["len"].to_numpy()
        scores.append(Scores(int(str(bot)), int(values[0]), tuple(int(count) for count in counts)))
    return tuple(scores)
