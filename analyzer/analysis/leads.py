"""How far apart players end: margins by bot, and the lead of those who win."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import Found, estimates_together
from analyzer.analysis.measures import GAME_VP, Measure
from analyzer.analysis.overview import Scores, scores_of
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import GAME, Study
from analyzer.recording.schema import Players

CLOSE = 2
"""A game is close that is won by at most so many vp."""

_LEAD = "lead"
_VALUE = "value"
_COUNTED_FOR_GAME = "counted_for_game"

LEAD = Measure(
    "lead",
    "winning lead",
    "vp",
    "The winner's vp less the best other's, per game; 0 if silver decides or the win is shared (E2).",
    pl.col(_LEAD),
)

CLOSE_GAMES = Measure(
    "close",
    f"won by at most {CLOSE} vp",
    "share",
    f"Share of games with a winning lead of at most {CLOSE} vp, ties among them.",
    (pl.col(_LEAD) <= CLOSE).cast(pl.Int32),
    1,
    True,
)

BY_SILVER = Measure(
    "silver",
    "decided by silver",
    "share",
    "Share of games in which several players have the most vp and one of them more silver (E2).",
    ((pl.col(_LEAD) == 0) & (pl.col(Players.WINNERS) == 1)).cast(pl.Int32),
    1,
    True,
)

SHARED = Measure(
    "shared",
    "shared wins",
    "share",
    "Share of games that several players win together, with the same vp and silver (E2).",
    (pl.col(Players.WINNERS) > 1).cast(pl.Int32),
    1,
    True,
)

MEASURES = (LEAD, CLOSE_GAMES, BY_SILVER, SHARED)


@dataclass(frozen=True, slots=True)
class Leads:
    """The leads with which games end: of all games, or of those that one bot wins or shares.

    ``bot``: index into the bots, None for all games; ``counts``: games by lead.
    """

    bot: int | None
    counts: Scores
    lead: Estimate
    close: Estimate
    by_silver: Estimate
    shared: Estimate


def margins(study: Study) -> tuple[Scores, ...]:
    """How often each bot ended with each margin, rounded to whole vp (halves up)."""
    others = study.players - 1
    twice = 2 * (pl.col(Players.VP).cast(pl.Int32) * study.players - pl.col(GAME_VP))
    rounded = ((twice + others) // (2 * others)).alias(_VALUE)
    return scores_of([frame.select(Players.BOT, rounded) for frame in study.results()], _VALUE)


def leads(study: Study) -> tuple[Leads, ...]:
    """The leads of all games first, then by the winner's bot, if there are several."""
    winners = [_winners(part.players) for part in study.parts]
    games = [frame.filter(_COUNTED_FOR_GAME) for frame in winners]
    every_game = [frame.with_columns(pl.lit(0).alias(Players.BOT)) for frame in games]
    (of_all,) = estimates_together(games, [(MEASURES, ())])
    found = [_leads(None, scores_of(every_game, _LEAD)[0], of_all, ())]
    if len(study.bots) > 1:
        (by_bot,) = estimates_together(winners, [(MEASURES, (Players.BOT,))])
        found += [_leads(counts.bot, counts, by_bot, (counts.bot,)) for counts in scores_of(winners, _LEAD)]
    return tuple(found)


def _leads(bot: int | None, counts: Scores, found: Found, key: tuple[int, ...]) -> Leads:
    row = found[key]
    return Leads(bot, counts, *(row[measure.key] for measure in MEASURES))


def _winners(players: pl.LazyFrame) -> pl.LazyFrame:
    """A row per winner with its lead; one of those who share a win is marked to count for the game."""
    vp, seat, won = pl.col(Players.VP).cast(pl.Int32), pl.col(Players.SEAT), pl.col(Players.WINNERS) > 0
    loser_vp = pl.when(~won).then(vp).max().over(*GAME)
    lead = pl.when(pl.col(Players.WINNERS) > 1).then(0).otherwise(vp - loser_vp)
    return (
        players.select(*GAME, Players.SEAT, Players.BOT, Players.WINNERS, lead.alias(_LEAD))
        .filter(won)
        .with_columns((seat == seat.min().over(*GAME)).alias(_COUNTED_FOR_GAME))
    )
