"""Measures over the rows of studies: each is defined here once, in words and as an expression."""

from __future__ import annotations

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.recording.luck_variants import ALONE_GAMES
from analyzer.recording.study_schema import WhatIfs
from analyzer.simulate.matches import SHARES

AS_IS = "as_is"  # result of the game as it is
ANEW = "anew"  # result of the same game with one thing drawn anew
OTHER_DEAL = "other_deal"  # result of the same game with other cards
ANEW_OTHER_DEAL = "anew_other_deal"  # and with those cards the one thing drawn anew
SUM = "sum"  # of the results of a block's games that have one thing in common, each less the seat's mean
SQUARES = "squares"  # of the same results


def as_is(column: WhatIfs) -> str:
    """The name of a column of variant 0 where it stands beside the same column of another variant."""
    return f"{AS_IS}_{column}"


def _change(column: WhatIfs) -> pl.Expr:
    return pl.col(column).cast(pl.Int32) - pl.col(as_is(column)).cast(pl.Int32)


def margin_change(players: int) -> Measure:
    """What being told something changes in the margin (solo: vp)."""
    result = "vp" if players == 1 else "vp margin"
    return Measure(
        "told_margin",
        f"effect on the {result}",
        "vp",
        "The same game is played twice from the same seed: once as it is, and once with one player told to "
        f"rush a building or to wait with it. The effect is that player's {result} when told, less that of "
        "the game as it is.",
        _change(WhatIfs.MARGIN),
        max(1, players - 1),
    )


SHARE_CHANGE = Measure(
    "told_share",
    "effect on the win share, when told",
    "share",
    "As the effect on the vp margin, for the share of the win: 1 for a winner, 1/k for each of k who share "
    "it, else 0.",
    _change(WhatIfs.WIN),
    SHARES,
)

CHANGED = Measure(
    "told_changed",
    "how often it mattered",
    "share",
    "Share of these games in which being told so changed the player's vp, margin or share of the win at "
    "all. Where the bot would have done so anyway, nothing changes.",
    pl.any_horizontal(*(_change(column) != 0 for column in (WhatIfs.VP, WhatIfs.MARGIN, WhatIfs.WIN))).cast(
        pl.Int32
    ),
    1,
    True,
)

TOTAL_SHARE = Measure(
    "variance_total",
    "share in the result, with interplay",
    "share",
    "The same game with this one thing drawn anew: half the mean squared change of the result, as a share "
    "of the result's variance. It counts what the thing does together with others too, so these shares "
    "add up to more than 100 % where a small difference makes another game of it.",
    (pl.col(ANEW) - pl.col(AS_IS)).pow(2),
    2,
)

SEAT_SHARE = Measure(
    "variance_seat",
    "share in the result of the seat, whatever the cards",
    "share",
    "The player in another seat, once with the cards of the game as it is and once with others: half the "
    "mean product of the two changes of the result, as a share of the result's variance. A hand belongs to a "
    "seat, so whoever changes seats gets another one; the product leaves out what that does, and with it how "
    "seat and cards act together. So it says less than the shares of other things with interplay.",
    (pl.col(ANEW) - pl.col(AS_IS)) * (pl.col(ANEW_OTHER_DEAL) - pl.col(OTHER_DEAL)),
    2,
)


def alone_share(players: int) -> Measure:
    """``players``: 1 in solo games, which have no seats to tell apart."""
    one_seat = "" if players == 1 else " of a player in one seat"
    mean = "the mean" if players == 1 else "the seat's mean"
    return Measure(
        "variance_alone",
        "share in the result, alone",
        "share",
        f"What this one thing explains by itself: how far results go together in games{one_seat} "
        "that have this thing in common and nothing else (the mean product of two results, each less "
        f"{mean}, as a share of the result's variance). What all things explain alone adds up to less than "
        "100 %; the rest is their interplay.",
        pl.col(SUM).pow(2) - pl.col(SQUARES),
        (ALONE_GAMES + 1) * ALONE_GAMES,
    )
