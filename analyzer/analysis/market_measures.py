"""The measures of market hexes that no other part of a report uses."""

from __future__ import annotations

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.recording.schema import Markers

MARKERS_PLACED = Measure(
    "placed",
    "markers per game",
    "per game",
    "Markers that were placed on the hex for barrows, by all players together, per game.",
    (pl.col(Markers.CARD) > 0).cast(pl.Int32),
)


def scored_vp(marker_vp: int) -> Measure:
    """``marker_vp``: vp of a marker in a scoring phase."""
    return Measure(
        "scored_vp",
        "vp of rounds held",
        "vp",
        "The part of vp per marker that came from the scoring phases in which the marker stood (P1).",
        pl.col(Markers.ROUNDS_SCORED).cast(pl.Int32) * marker_vp,
    )


def removal_vp(marker_vp: int) -> Measure:
    """What is left of a marker's vp without the barrow's value and the scoring phases."""
    value, scored = pl.col(Markers.VALUE).cast(pl.Int32), scored_vp(marker_vp).value
    return Measure(
        "removal_vp",
        "vp of removals",
        "vp",
        "The part of vp per marker that came from the markers which it removed when it was placed (B3, B4).",
        pl.col(Markers.VP).cast(pl.Int32) - value - scored,
    )


STANDING = Measure(
    "standing",
    "still standing after k rounds",
    "share",
    "Of the markers placed on hexes of a value, the share that stands in its k-th scoring phase. A marker "
    "that stood when the game ended counts for as many phases as it could stand in, and says nothing about "
    "later ones (Kaplan and Meier's estimate). The error is that of leaving out one block after the other.",
    (pl.col(Markers.ROUND_REMOVED) > 0).cast(pl.Int32),
    1,
    True,
)

LIFE = Measure(
    "life",
    "mean life",
    "rounds",
    "In how many of the first scoring phases after it was placed (of how many stands beside the figure) a "
    "marker stands on average: the sum of the shares still standing after each of them.",
    pl.col(Markers.ROUNDS_SCORED),
)

REMOVALS = Measure(
    "removals",
    "removals per game",
    "per game",
    "Markers removed by a marker placed on a neighbouring hex of higher value (B3), per game, by all players "
    "together. Displaced markers (B4: replaced on their own hex) are counted apart.",
    pl.col(Markers.REMOVED_FROM).is_not_null().cast(pl.Int32),
)
