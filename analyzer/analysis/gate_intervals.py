"""Where a metric may lie when the same rules are played again with other luck, as often as before.

Each interval is for the difference of two independent runs of one size, and all of them hold at once
in 95 % of all cases.  It is made of one run alone, so what that run has hardly seen gets room: a few
events more or less are chance, even where a run saw none.
"""

from __future__ import annotations

import math

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import CONFIDENCE, FEW_BLOCKS, Estimate, t_quantile

_MAY_BE_NEGATIVE = "vp"
"""The one unit of which there can be less than none."""
_LUMP = 5
"""Goods, vp or acts that come at once where something happens that a run may not have seen at all."""


def each_confidence(metrics: int, together: float = CONFIDENCE) -> float:
    """The confidence of each of several intervals of which all have to hold at once.

    Šidák's, which is exact for independent metrics and errs on the safe side for those that go together.
    """
    return float(together ** (1 / max(1, metrics)))


def is_enough(value: Estimate) -> bool:
    """Whether there are enough blocks with something to count for an interval that can be trusted."""
    return value.blocks >= FEW_BLOCKS and math.isfinite(value.mean) and math.isfinite(value.se)


def repeat_interval(metric: Metric, value: Estimate, confidence: float) -> tuple[float, float]:
    """Bounds for the metric in another run of the same size; of ``is_enough`` values only.

    width² = reach² (2 se² + width · event): what hardly ever happens varies as its mean does, so a second
    run that is ``width`` away has a variance that is larger by width times what one event adds to the mean.
    For counts of events this is the score test of two equally large samples, for what happens often the
    event changes next to nothing.
    """
    reach = float(t_quantile(value.blocks, confidence))
    half = reach * reach * _event(metric, value) / 2
    width = half + math.sqrt(half * half + 2 * reach * reach * value.se * value.se)
    low, high = value.mean - width, value.mean + width
    if metric.unit != _MAY_BE_NEGATIVE:
        low = max(0.0, low)
    return low, min(1.0, high) if metric.is_share else high


def _event(metric: Metric, value: Estimate) -> float:
    """What one rare event adds to the mean: as much as those that were seen, and at least a usual lump.

    Of a share a lump is a whole block: its games are alike.
    """
    least = 1 / value.blocks if metric.is_share else _LUMP / (value.n * metric.scale)
    if _may_cancel(metric):
        return least
    rarely = min(value.mean, 1 - value.mean) if metric.is_share else abs(value.mean)
    return max(least, value.se * value.se / rarely) if rarely > 0.0 else least


def _may_cancel(metric: Metric) -> bool:
    """Whether values above and below zero go into the mean, which then says nothing of their size."""
    return "margin" in metric.key.split(".")
