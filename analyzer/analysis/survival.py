"""How long market markers stand: Kaplan and Meier's curve by value of the hex, with errors from blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.market_rows import Tallies
from analyzer.analysis.moments import Moments
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study

HORIZON = 3
"""Scoring phases that the mean life looks at: many markers are placed too late to be seen for longer."""


@dataclass(frozen=True, slots=True)
class Life:
    """How long markers on hexes of one value stand.

    ``value``: None for the markers of the set-up.  ``bot``: None for all bots together.
    ``standing``: share that stands in the k-th scoring phase after it was placed, k from 1; n of each
    are the markers that could stand in it.  ``mean``: phases stood of the first HORIZON.  ``stood``:
    phases stood as played, however soon the game ended.
    """

    value: int | None
    bot: int | None
    markers: int
    standing: tuple[Estimate, ...]
    mean: Estimate
    stood: Estimate


def horizon(study: Study) -> int:
    """HORIZON, or the rounds of a shorter game."""
    return min(HORIZON, study.rounds)


def lives(study: Study, tallies: Tallies) -> tuple[Life, ...]:
    """By value, lowest first, then the set-up; for all bots and, where there are several, for each."""
    bots: list[int | None] = [None] if len(study.bots) == 1 else [None, *range(len(study.bots))]
    values = (*tallies.values, None)
    found = []
    for group, value in enumerate(values):
        for place, bot in enumerate(bots):
            steps = np.arange(study.rounds) + 2 * study.rounds * place
            found.append(_life(tallies.fates, group, steps, value, bot, horizon(study)))
    return tuple(found)


def _life(
    fates: Moments, group: int, at_risk: np.ndarray, value: int | None, bot: int | None, until: int
) -> Life:
    """``at_risk``: places of the counts of markers that could stand; the fallen follow them."""
    rounds = len(at_risk)
    exposed = fates.totals[group, at_risk]
    known = int(np.argmax(exposed == 0)) if (exposed == 0).any() else rounds
    shares, gradients = _curve(fates.totals[group], at_risk[:known], at_risk[:known] + rounds)
    blocks = fates.present[group, at_risk]
    standing = [
        fates.linear(group, shares[k], gradients[k], int(exposed[k]), int(blocks[k]), is_share=True)
        for k in range(known)
    ]
    mean = NOTHING
    if known >= until:
        total, gradient = float(np.sum(shares[:until])), gradients[:until].sum(axis=0)
        least = int(blocks[:until].min())
        mean = fates.linear(group, total, gradient, int(exposed[0]), least, is_share=False)
    stood = _stood(fates, group, at_risk) if known else NOTHING
    padding = [NOTHING] * (rounds - known)
    return Life(value, bot, int(exposed[0]), (*standing, *padding), mean, stood)


def _curve(totals: np.ndarray, at_risk: np.ndarray, fallen: np.ndarray) -> tuple[list[float], np.ndarray]:
    """Kaplan and Meier's shares step by step, and their derivatives by the totals, [steps, counts]."""
    exposed = totals[at_risk].astype(np.float64)
    stays = 1.0 - totals[fallen] / exposed
    gradients = np.zeros((len(at_risk), len(totals)))
    for k in range(len(at_risk)):
        for j in range(k + 1):
            others = np.prod(np.delete(stays[: k + 1], j))
            gradients[k, at_risk[j]] = others * (1.0 - stays[j]) / exposed[j]
            gradients[k, fallen[j]] = -others / exposed[j]
    return [float(np.prod(stays[: k + 1])) for k in range(len(at_risk))], gradients


def _stood(fates: Moments, group: int, at_risk: np.ndarray) -> Estimate:
    """Phases stood per marker: those that could stand in a phase less those that fell before it."""
    fallen = at_risk + len(at_risk)
    totals = fates.totals[group]
    n = int(totals[at_risk[0]])
    mean = float(totals[at_risk].sum() - totals[fallen].sum()) / n
    gradient = np.zeros(len(totals))
    gradient[at_risk] = 1.0 / n
    gradient[fallen] = -1.0 / n
    gradient[at_risk[0]] -= mean / n
    return fates.linear(group, mean, gradient, n, int(fates.present[group, at_risk[0]]), is_share=False)
