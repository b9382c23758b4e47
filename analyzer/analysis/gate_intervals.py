"""Where a metric may lie when the same rules are played again with other luck, as often as before.

Each interval is for the difference of two independent runs of one size, and all of them hold at once
in 95 % of all cases.  It is made of one run alone, so what that run has hardly seen gets room: a few
events more or less are chance, even where a run saw none.
"""

from __future__ import annotations

import math

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import CONFIDENCE, FEW_BLOCKS, Estimate, t_quantile


def each_confidence(metrics: int, together: float = CONFIDENCE) -> float:
    """The confidence of each of several intervals of which all have to hold at once.

    Šidák's, which is exact for independent metrics and errs on the safe side for those that go together.
    """
    return float(together ** (1 / max(1, metrics)))


def is_enough(value: Estimate) -> bool:
    """Whether there are enough blocks with something to count for an interval that can be trusted."""
    return value.blocks >= FEW_BLOCKS and math.isfinite(value.mean) and math.isfinite(value.se)


def repeat_interval(metric: Metric, value: Estimate, confidence: float) -> tuple[float, float]:
    """Bounds for the metric in another run of the same size; of ``is_enough`` values only."""
    reach = float(t_quantile(value.blocks, confidence))
    if metric.is_share:
        return _of_share(value, reach)
    width = _width(metric, value, reach)
    return value.mean - width, value.mean + width


def _of_share(value: Estimate, reach: float) -> tuple[float, float]:
    """The shares from which this one does not differ by the score test of two equally large samples.

    As Wilson's interval it takes the error that the compared shares would have, for as many independent
    trials as the error amounts to.  A share between 0 and 1 that never varies is so by construction.
    """
    share, se = value.mean, value.se
    if value.is_fixed:
        return share, share
    trials = share * (1 - share) / (se * se) if se > 0.0 else float(value.blocks)
    # (other - share)² = reach² · 2 m (1 - m) / trials, m the mean of both; solved for other - share.
    weight = 2 * reach * reach / trials
    middle = weight / 2 * (1 - 2 * share)
    root = math.sqrt(middle * middle + (4 + weight) * weight * share * (1 - share))
    down, up = ((middle + sign * root) / (2 + weight / 2) for sign in (-1, 1))
    return max(0.0, share + down), min(1.0, share + up)


def _width(metric: Metric, value: Estimate, reach: float) -> float:
    """Half of the interval of a mean: width² = reach² (2 se² + width · event).

    What hardly ever happens varies as its mean does: a second run that is ``width`` higher has a variance
    larger by width times what one event adds to the mean.  Elsewhere that changes next to nothing.
    """
    event = 1 / (value.n * metric.scale)
    if value.mean != 0.0 and not _may_cancel(metric):
        event = max(event, value.se * value.se / abs(value.mean))
    half = reach * reach * event / 2
    return half + math.sqrt(half * half + 2 * reach * reach * value.se * value.se)


def _may_cancel(metric: Metric) -> bool:
    """Whether values above and below zero go into the mean, which then says nothing of their size."""
    return "margin" in metric.key.split(".")
