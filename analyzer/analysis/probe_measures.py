"""The measures of probes, in words and as expressions over the rows of a probed decision.

A block holds one decision, a row per option; the game was played once with each of them.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.recording.study_schema import Probes
from analyzer.simulate.matches import SHARES

OUTCOME = pl.col(Probes.MARGIN).cast(pl.Int64)
"""The margin as in the rows; to be divided by the number of other players."""
WIN = (
    pl.when(pl.col(Probes.WINNERS) > 0)
    .then(SHARES // pl.col(Probes.WINNERS).cast(pl.Int64).clip(1))
    .otherwise(0)
)
"""The win share in twelfths."""

CAUTION = (
    "An estimate from probes holds for the moments at which that bot had that choice and plays on as it "
    "does; a bot that would make more of an option can find it better."
)
"""Stands beside every figure from probes."""


def _less_others(value: pl.Expr) -> pl.Expr:
    """An option's value less the mean of its alternatives, times the number of these."""
    return pl.col(Probes.OPTIONS).cast(pl.Int64) * value - value.sum().over(Probes.BLOCK)


def effect(players: int) -> Measure:
    """What an option changes; to be divided by the number of its alternatives too."""
    outcome = "vp" if players == 1 else "vp margin"
    return Measure(
        "effect",
        "effect",
        "vp",
        f"The {outcome} at the end of the game with this option, less the mean of those with the other "
        "options of the same decision: the game is played again from the same seed with only this decision "
        "changed. Averaged over all probed decisions in which the option could be chosen (offered); one "
        "decision is drawn from each game.",
        _less_others(OUTCOME),
        max(1, players - 1),
    )


def when_chosen(players: int) -> Measure:
    """The effect where the bot chose the option."""
    return replace(
        effect(players),
        key="when_chosen",
        name="effect when chosen",
        definition="As the effect, over the probed decisions in which the bot did choose the option.",
    )


def against_none(players: int) -> Measure:
    """The effect of buying a roof against buying none."""
    outcome = "vp" if players == 1 else "vp margin"
    return Measure(
        "against_none",
        "effect against buying none",
        "vp",
        f"The {outcome} at the end of the game with a roof, less that of the same game in which none was "
        "bought at this moment, over all probed purchases in which the roof was on offer.",
        OUTCOME - OUTCOME.filter(pl.col(Probes.SUBJECT) == 0).sum().over(Probes.BLOCK),
        max(1, players - 1),
    )


def gain(players: int) -> Measure:
    """The effect of whatever the bot chose."""
    return replace(
        effect(players),
        key="gain",
        name="gain of the choice",
        definition="As the effect, of the option that the bot chose, over all probed decisions: what its "
        "choice gains over one drawn from the others.",
    )


SHARE_EFFECT = Measure(
    "share_effect",
    "effect on the win share",
    "share",
    "As the effect, for the win share: 1 for winning alone, 1/k for winning with others, else 0.",
    _less_others(WIN),
    SHARES,
)


def regret(players: int) -> Measure:
    """What the best option in hindsight would have brought."""
    outcome = "vp" if players == 1 else "vp margin"
    return Measure(
        "regret",
        "regret",
        "vp",
        f"The best {outcome} that any option of the decision leads to, less that of the option the bot "
        "chose. The best is known only in hindsight, with the luck of the rest of the game, so even perfect "
        "play has regret: it compares bots and decisions, and isn't what a better bot would gain.",
        OUTCOME.max().over(Probes.BLOCK) - OUTCOME,
        max(1, players - 1),
    )


MATTERED = Measure(
    "mattered",
    "choice mattered",
    "share",
    "Share of the probed decisions in which not all options lead to the same result.",
    (OUTCOME.max().over(Probes.BLOCK) != OUTCOME.min().over(Probes.BLOCK)).cast(pl.Int64),
    1,
    True,
)

DECIDED = Measure(
    "decided",
    "choice decided the win",
    "share",
    "Share of the probed decisions in which the options lead to different win shares of the deciding seat.",
    (WIN.max().over(Probes.BLOCK) != WIN.min().over(Probes.BLOCK)).cast(pl.Int64),
    1,
    True,
)


def probe_measures(players: int) -> tuple[Measure, ...]:
    """All measures of probes, for a page that defines them."""
    measures = (effect(players), when_chosen(players), gain(players), regret(players), MATTERED)
    return measures if players == 1 else (*measures, SHARE_EFFECT, DECIDED)
