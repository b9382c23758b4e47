"""What being told to wait or to rush did in the games in which it changed something."""

from __future__ import annotations

import math

from analyzer.analysis.delays import Delay
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.study_measures import CHANGED, margin_change


def where_changed(effect: Delay) -> Estimate:
    """The mean effect over the games that changed; NOTHING if none did.

    Worked out from the effect over all games: each block has one of them, and where nothing changed the
    effect is 0, so that sum and sum of squares are those of the changed games alone.
    """
    every = effect.margin
    n = round(effect.mattered.mean * effect.mattered.n)
    if n == 0:
        return NOTHING
    mean = every.mean * every.n / n
    if n == 1:
        return Estimate(mean, math.nan, math.nan, n, n)
    squares = every.se**2 * every.n * (every.n - 1) + every.n * every.mean**2
    se = math.sqrt(max(0.0, squares - n * mean * mean) / (n - 1) / n)
    half = float(t_quantile(n)) * se
    return Estimate(mean, mean - half, mean + half, n, n, se)


def where_changed_measure(players: int) -> Measure:
    """The measure of ``where_changed``, for the page's definitions."""
    change = margin_change(players)
    return Measure(
        "told_where_changed",
        f"{change.name}, where it changed something",
        "vp",
        f"As the {change.name}, averaged only over the games counted under \u201c{CHANGED.name}\u201d.",
        change.expression,
        change.scale,
    )
