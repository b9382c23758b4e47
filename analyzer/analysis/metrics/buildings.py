"""Metrics of the craft buildings: how often each is completed, and when."""

from __future__ import annotations

from analyzer.analysis.metrics.chapter import Chapter, Sums, Table, add_by_block
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.rows import Rows
from analyzer.recording.schema import BUILDING_WORDS, Buildings


def chapter(table: Table) -> Chapter:
    """Completion and its round, of each building."""

    def fill(rows: Rows, sums: Sums) -> None:
        block, row = rows.block(Buildings), rows.of(Buildings.BUILDING) - 1
        add_by_block(sums.means, block, row)
        add_by_block(sums.counted, block, row, rows.of(Buildings.ROUND))
        sums.divisors[:] = sums.means

    completed = [
        Metric(
            f"{word}.completed",
            f"{_named(word)} completed",
            Kind.BUILDINGS,
            "share",
            "Share of player-games in which the player completed the building.",
            trials=table.seats,
        )
        for word in BUILDING_WORDS
    ]
    rounds = [
        Metric(
            f"{word}.round",
            f"round of the {_named(word)}",
            Kind.BUILDINGS,
            "rounds",
            "Mean round in which the building was completed, of those who completed it.",
            among=f"{word}.completed",
        )
        for word in BUILDING_WORDS
    ]
    return Chapter(tuple(completed), tuple(rounds), fill)


def _named(word: str) -> str:
    return word.replace("_", " ").title()
