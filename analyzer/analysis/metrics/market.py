"""Metrics of the market: what becomes of markers, and how long each hex is held."""

from __future__ import annotations

import numpy as np

from analyzer.analysis.metrics.chapter import Chapter, Sums, Table, add_by_block
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.rows import Rows
from analyzer.recording.schema import Markers

_PLACED = "Of markers placed for barrows; those of the set-up are left out."


def chapter(table: Table) -> Chapter:
    """Markers placed, their lives and vp, and the share of rounds in which each hex is held."""
    place = np.zeros(1 + max(each.number for each in table.hexes), np.int64)
    for index, each in enumerate(table.hexes):
        place[each.number] = index

    def fill(rows: Rows, sums: Sums) -> None:
        block, scored = rows.block(Markers), rows.of(Markers.ROUNDS_SCORED)
        placed, held = sums.means[:1], sums.means[1:]
        add_by_block(held, block, place[rows.of(Markers.HEX)], scored)
        own = rows.of(Markers.CARD) > 0
        block, row = block[own], np.zeros(int(own.sum()), np.int32)
        add_by_block(placed, block, row)
        removed = rows.of(Markers.ROUND_REMOVED)[own] > 0
        for life, values in enumerate((scored[own], removed, rows.of(Markers.VP)[own])):
            add_by_block(sums.counted, block, row + life, values)
        sums.divisors[:] = placed

    definition = (
        "Of all scoring phases (P1: rounds times games), the share in which a marker stood on the hex; those "
        "of the set-up count."
    )
    trials = table.games * table.rounds
    hexes = [
        Metric(
            f"hex.{each.number}.held",
            f"hex {each.number} (value {each.value}) held",
            Kind.HEXES,
            "share",
            definition,
            trials=trials,
        )
        for each in table.hexes
    ]
    markers = "Markers placed for barrows, per player and game."
    placed = Metric("marker.placed", "markers placed", Kind.MARKET, "", markers, trials=table.seats)
    told = (
        ("stood", "rounds a marker stands", "rounds", "Scoring phases (P1)."),
        ("removed", "markers removed", "share", "Share that was removed before the end."),
        ("vp", "vp of a marker", "vp", "Its barrow's value, the removals it made and its scoring phases."),
    )
    lives = tuple(
        Metric(f"marker.{key}", name, Kind.MARKET, unit, f"{text} {_PLACED}", among=placed.key)
        for key, name, unit, text in told
    )
    return Chapter((placed, *hexes), lives, fill)
