"""Who removes whom on the market: from which hex, on which hex, and how often."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.analysis.market_rows import Tallies
from analyzer.analysis.moments import Moments
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study


@dataclass(frozen=True, slots=True)
class Flow:
    """Removals on one hex by markers placed on another, ``times`` in all (B3)."""

    remover: int
    removed: int
    per_game: Estimate
    times: int


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
    total: Estimate
    total_displaced: Estimate


def removals(study: Study, tallies: Tallies) -> Removals:
    """From the tallies of the markers' pass."""
    games = len(study.seating)

    def per_game(moments: Moments, group: int) -> Estimate:
        return moments.rate(group, 0, study.blocks, games, is_share=False)

    flows, displaced = [], {}
    for index, (remover, removed) in enumerate(tallies.pairs):
        rate = per_game(tallies.removals, index)
        if remover == removed:
            displaced[remover] = rate
        else:
            flows.append(Flow(remover, removed, rate, int(tallies.removals.totals[index, 0])))
    n_values = len(tallies.values)
    by_value = {
        (remover, removed): per_game(tallies.removals_by_value, i * n_values + j)
        for i, remover in enumerate(tallies.values)
        for j, removed in enumerate(tallies.values)
        if j <= i
    }
    return Removals(
        tuple(sorted(flows, key=lambda flow: (-flow.times, flow.remover, flow.removed))),
        displaced,
        by_value,
        per_game(tallies.all_removals, 0),
        per_game(tallies.all_removals, 1),
    )
