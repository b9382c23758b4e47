"""How large a true difference must be to be found, foreseen from a comparison of some blocks."""

from __future__ import annotations

import math

from analyzer.analysis.metrics.compare import FEW_DIFFERING
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.stats import FEW_BLOCKS, POWER, Estimate, detectable_difference

_SURELY_DIFFERING = FEW_DIFFERING * 4 / 3  # expected, so that nearly every sweep reaches FEW_DIFFERING


def likely_judged(blocks: float, differing: float) -> bool:
    """Whether a comparison is likely to be judged that is expected to have so many blocks."""
    return blocks >= FEW_BLOCKS and differing >= _SURELY_DIFFERING


def findable(
    metric: Metric, baseline: Estimate, difference: Estimate, confidence: float, more: float = 1.0
) -> float:
    """The smallest true difference that a comparison at ``confidence`` finds with the probability POWER.

    ``difference``: from blocks like those of the comparison, which has ``more`` times as many.  A share
    or a count that is moved varies more than one that isn't, and a rare one far more: the cases that the
    move adds have a spread of their own, which is reckoned with here.
    """
    blocks = round(difference.blocks * more)
    reach = detectable_difference(1.0, blocks, confidence, POWER)
    variance = difference.se**2 / more
    if metric.conditional or (metric.kind is Kind.RESULTS and not metric.is_share):
        return reach * math.sqrt(variance)
    # d solves d² = reach² (variance + d (1 - d) / n) for shares, and without - d for counts.
    added = reach**2 / (_independent(metric, baseline, difference) * more)
    square = 1 + added if metric.is_share else 1.0
    return (added + math.sqrt(added**2 + 4 * square * reach**2 * variance)) / (2 * square)


def _independent(metric: Metric, value: Estimate, difference: Estimate) -> float:
    """How many observations by themselves a metric rests on: fewer than there are, if blocks differ in it.

    Of counts: if cases came by chance, each by itself.
    """
    if not value.se > 0:
        return float(difference.n)
    spread = value.mean * (1 - value.mean) if metric.is_share else abs(value.mean)
    return min(float(difference.n), spread / value.se**2) or float(difference.n)
