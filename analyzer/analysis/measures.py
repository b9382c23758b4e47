"""The measures of the reports: each is defined here once, in words and as an expression.

The words are what a report prints under "How each measure is defined"; the expression
next to them is what computes the figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import polars as pl

from analyzer.recording.schema import Markers, Players
from analyzer.simulate.matches import SHARES

GAME_VP = "game_vp"  # vp of all players of the game, joined to each of them


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: ``value / scale`` averaged over rows, ``value`` an integer expression.

    Taking ``value`` says that the measure is being computed (see ``measures_used``).
    """

    key: str
    name: str
    unit: str
    definition: str
    expression: pl.Expr
    scale: int = 1
    is_share: bool = False

    @property
    def value(self) -> pl.Expr:
        """What is averaged, times ``scale``."""
        use(self)
        return self.expression


_used: ContextVar[list[Measure] | None] = ContextVar("measures used", default=None)


@contextmanager
def measures_used() -> Iterator[list[Measure]]:
    """Lists the measures that are computed within the block, in order of first use, each once.

    So a page defines what it shows and nothing else.
    """
    found: list[Measure] = []
    before = _used.set(found)
    try:
        yield found
    finally:
        _used.reset(before)


def use(measure: Measure) -> Measure:
    """Say that a measure is shown (for one that is computed without its expression)."""
    found = _used.get()
    if found is not None and all((m.key, m.name) != (measure.key, measure.name) for m in found):
        found.append(measure)
    return measure


VP = Measure("vp", "vp", "vp", "A player's victory points at the end of the game (E2).", pl.col(Players.VP))

WIN_SHARE = Measure(
    "share",
    "win share",
    "share",
    "1 for the winner of a game, 1/k for each of k players who share the win (E2), else 0; averaged over "
    "player-games. The fair share is 1 divided by the number of players.",
    pl.when(pl.col(Players.WINNERS) > 0)
    .then(SHARES // pl.col(Players.WINNERS).cast(pl.Int32).clip(1))
    .otherwise(0),
    SHARES,
    True,
)


def margin(players: int) -> Measure:
    """Own vp less the mean vp of the others; needs the column GAME_VP."""
    return Measure(
        "margin",
        "vp margin",
        "vp",
        "A player's vp less the mean vp of the other players of the same game; it sums to zero over a game.",
        pl.col(Players.VP).cast(pl.Int32) * players - pl.col(GAME_VP),
        players - 1,
    )


MARKER_VP = Measure(
    "marker_vp",
    "vp per marker",
    "vp",
    "For each market marker placed for a barrow: the barrow's value, the removals it made and the scoring "
    "phases it stood in, in vp. Markers of the set-up are left out.",
    pl.col(Markers.VP),
)

BEYOND = Measure(
    "beyond",
    "vp beyond the barrow",
    "vp",
    "As vp per marker, without the barrow's value: what the place on the market itself gave.",
    pl.col(Markers.VP) - pl.col(Markers.VALUE).cast(pl.Int32),
)

STOOD = Measure(
    "stood",
    "rounds stood",
    "rounds",
    "Scoring phases (P1) in which a marker stood, among markers placed for barrows.",
    pl.col(Markers.ROUNDS_SCORED),
)

REMOVED = Measure(
    "removed",
    "removed later",
    "share",
    "Share of the markers placed for barrows that were removed before the end of the game.",
    (pl.col(Markers.ROUND_REMOVED) > 0).cast(pl.Int32),
    1,
    True,
)

HELD = Measure(
    "held",
    "share of rounds held",
    "share",
    "Of all scoring phases (P1: rounds times games), the share in which a marker stood on the hex.",
    pl.col(Markers.ROUNDS_SCORED),
    1,
    True,
)

COMPLETED = Measure(
    "completed",
    "completed by round r",
    "share",
    "Share of player-games in which the player had completed the building by the end of round r; those "
    "who never complete it stay in the denominator.",
    pl.lit(1, pl.Int32),
    1,
    True,
)
