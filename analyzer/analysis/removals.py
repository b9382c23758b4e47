"""Who removes whom on the market: from which hex, on which hex, and how often."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.analysis.market_rows import Tallies
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study


@dataclass(frozen=True, slots=True)
class Flow:
    """Removals on one hex by markers placed on another, per game (B3)."""

    remover: int
    removed: int
    per_game: Estimate


@dataclass(frozen=True, slots=True)
class Removals:
    """All removals of a run, per game.

    ``flows``: B3, every pair of hexes at which it could happen, the most frequent first.
    ``displaced``: B4, by hex.  ``by_value``: by the values of the remover's and the removed marker's
    hex; with equal values, displacements.  ``total``, ``total_displaced``: all of B3, all of B4.
    """

    flows: tuple[Flow, ...]
    displaced: dict[int, Estimate]
    by_value: dict[tuple[int, int], Estimate]
    total: float
    total_displaced: float


def removals(study: Study, tallies: Tallies) -> Removals:
    """From the tallies of the markers' pass."""
    games = len(study.seating)

    def per_game(group: int) -> Estimate:
        return tallies.removals.rate(group, 0, study.blocks, games, is_share=False)

    pairs = [(remover, removed, per_game(index)) for index, (remover, removed) in enumerate(tallies.pairs)]
    flows = [Flow(*pair) for pair in pairs if pair[0] != pair[1]]
    displaced = {remover: rate for remover, removed, rate in pairs if remover == removed}
    n_values = len(tallies.values)
    by_value = {
        (remover, removed): tallies.removals_by_value.rate(
            i * n_values + j, 0, study.blocks, games, is_share=False
        )
        for i, remover in enumerate(tallies.values)
        for j, removed in enumerate(tallies.values)
        if j <= i
    }
    return Removals(
        tuple(sorted(flows, key=lambda flow: (-flow.per_game.mean, flow.remover, flow.removed))),
        displaced,
        by_value,
        sum(flow.per_game.mean for flow in flows),
        sum(value.mean for value in displaced.values()),
    )
