"""How large a true difference must be to be found, foreseen from a comparison of some blocks."""

from __future__ import annotations

import math

from analyzer.analysis.metrics.compare import FEW_DIFFERING
from analyzer.analysis.metrics.metric import Metric
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
    that is moved varies more than one that isn't, and a rare one far more: the observations that the
    move changes add their own spread, which is reckoned with here.
    """
    blocks = round(difference.blocks * more)
    reach = detectable_difference(1.0, blocks, confidence, POWER)
    variance = difference.se**2 / more
    if not metric.is_share:
        return reach * math.sqrt(variance)
    # d solves d² = reach² (variance + d (1 - d) / n).
    spread = reach**2 / (_independent(baseline, difference) * more)
    return (spread + math.sqrt(spread**2 + 4 * (1 + spread) * reach**2 * variance)) / (2 * (1 + spread))


def _independent(share: Estimate, difference: Estimate) -> float:
    """How many independent observations a share rests on: fewer than there are, if blocks differ in it."""
    if not share.se > 0:
        return float(difference.n)
    return min(float(difference.n), share.mean * (1 - share.mean) / share.se**2)
