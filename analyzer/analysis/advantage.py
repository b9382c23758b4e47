"""Of what the winners' advantage over the others is made, source by source."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import estimates
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import GAME, Study
from analyzer.recording.schema import VP_SOURCES, Players

_ALL = "all of "


@dataclass(frozen=True, slots=True)
class Advantage:
    """vp that winners have more than the mean of the others, in all and from each source (observed)."""

    margin: Estimate
    by_source: dict[Players, Estimate]

    @property
    def largest(self) -> Players:
        """The source that gives most of it."""
        return max(self.by_source, key=lambda source: self.by_source[source].mean)


def winners_advantage(study: Study) -> Advantage | None:
    """Over games with one winner; None in solo games, or if every game is shared."""
    if study.solo:
        return None
    columns = (Players.VP, *VP_SOURCES)
    frames = [_games(part.players, columns) for part in study.parts]
    players = study.players
    measures = [
        Measure(column, column, "vp", "", pl.col(column) * players - pl.col(_ALL + column), players - 1)
        for column in columns
    ]
    found = estimates(frames, measures).get(())
    if found is None:
        return None
    return Advantage(found[Players.VP], {source: found[source] for source in VP_SOURCES})


def _games(players: pl.LazyFrame, columns: tuple[Players, ...]) -> pl.LazyFrame:
    """A row per game with one winner: the winner's columns, and their sums over the game."""
    alone = pl.col(Players.WINNERS) == 1
    values = {column: pl.col(column).cast(pl.Int32) for column in columns}
    return (
        players.group_by(*GAME)
        .agg(
            alone.any().alias("decided"),
            *((value * alone).sum().alias(column) for column, value in values.items()),
            *(value.sum().alias(_ALL + column) for column, value in values.items()),
        )
        .filter("decided")
    )
