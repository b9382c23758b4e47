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


HORIZON = 3
"""Scoring phases in which lives are compared: many markers are placed too late to be seen for longer."""


def horizon(rounds: int) -> int:
    """HORIZON, or the rounds of a shorter game."""
    return min(HORIZON, rounds)


def last_early(rounds: int) -> int:
    """The last round in which a marker may be placed that can be watched for the whole horizon."""
    return rounds - horizon(rounds) + 1


def standing(rounds: int) -> Measure:
    """Its value: whether a marker is one of those watched."""
    return Measure(
        "standing",
        "still standing in phase k",
        "share",
        f"Of the markers placed on hexes of a value by round {last_early(rounds)}, the share that stands in "
        "its k-th scoring phase. All of these were in the game for that many phases, so each is counted "
        "as it went. Later markers are left out: they are in other danger.",
        (pl.col(Markers.ROUND_PLACED) <= last_early(rounds)).cast(pl.Int32),
        1,
        True,
    )


def life(rounds: int) -> Measure:
    """Its value: the scoring phases in which a marker stood, those beyond the horizon too."""
    return Measure(
        "life",
        "mean life",
        "phases",
        f"In how many of its first {horizon(rounds)} scoring phases a marker stands on average, among those "
        f"placed by round {last_early(rounds)}: later ones can't be watched for so long.",
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
