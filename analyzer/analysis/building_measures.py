"""The measures of craft buildings, each with its words beside its expression."""

from __future__ import annotations

import polars as pl

from analyzer.analysis.building_games import (
    BONUSES,
    BOTH,
    FIRST,
    NUMBERS,
    OPENING,
    STARTED,
    decided,
    share_without,
)
from analyzer.analysis.measures import WIN_SHARE, Measure
from analyzer.simulate.matches import SHARES

FIRST_VP = Measure(
    FIRST,
    "first-finisher vp",
    "vp",
    "vp that a player got in a game for being the first to complete a craft building (C2), all buildings "
    "together.",
    pl.col(FIRST),
)

OPENING_VP = Measure(
    OPENING,
    "opening vp",
    "vp",
    "vp that a player got in a game for completing a craft building while a building-order marker was "
    "left: the lowest is removed and its building opens (C2).",
    pl.col(OPENING),
)

WITHOUT = Measure(
    share_without(BOTH),
    "win share without bonuses",
    "share",
    "The win share if first-finisher and opening vp were taken off every player's result and nothing else "
    "changed; ties by silver (E2). An arithmetical what-if: players would have played otherwise.",
    pl.col(share_without(BOTH)),
    SHARES,
    True,
)

GAINED = Measure(
    "gained",
    "win share from bonuses",
    "share",
    "Win share less the win share without bonuses.",
    WIN_SHARE.value.cast(pl.Int64) - pl.col(share_without(BOTH)),
    SHARES,
)

DECIDED = tuple(
    Measure(
        decided(bonus),
        f"decided by {name}",
        "share",
        "Share of games in which somebody who won, alone or with others, would not have won, not even "
        f"with others, had {name} been taken off every player's result and nothing else changed.",
        pl.col(decided(bonus)),
        1,
        True,
    )
    for bonus, name in zip(BONUSES, ("first-finisher vp", "opening vp", "bonuses"), strict=True)
)

BEGAN = tuple(
    Measure(
        f"began_{building}",
        "first building",
        "share",
        "",
        (pl.col(STARTED) == building).cast(pl.Int32),
        1,
        True,
    )
    for building in (*NUMBERS, 0)
)
"""Share of player-games with this first completion; by building, none at last. Its table says so."""
