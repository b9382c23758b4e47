"""Shrinkage: what estimates are worth once the best of many is no longer just the luckiest.

Empirical Bayes with normal errors and normally spread true values: each estimate is drawn to the
mean of all, the more so the larger its error is against the spread of the true values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from analyzer.analysis.stats import Estimate

_HALVINGS = 80


def shrunk(values: Sequence[Estimate]) -> tuple[float, ...]:
    """The shrunk mean of each estimate; NaN for one without an error to judge by.

    The variance of the true values is Paule and Mandel's: the one under which the weighted squares of
    the deviations sum to their degrees of freedom; 0 if errors alone explain how the estimates differ.
    """
    mean = np.array([value.mean for value in values], dtype=np.float64)
    variance = np.array([value.se for value in values], dtype=np.float64) ** 2
    known = np.isfinite(mean) & np.isfinite(variance) & (variance > 0.0)
    found = np.full(mean.shape, math.nan)
    if known.any():
        spread = true_variance(mean[known], variance[known])
        centre = _centre(mean[known], variance[known], spread)
        weight = spread / (spread + variance[known])
        found[known] = centre + weight * (mean[known] - centre)
    return tuple(float(value) for value in found)


def true_variance(mean: np.ndarray, variance: np.ndarray) -> float:
    """Variance of the true values behind estimates with these error variances (all above 0)."""
    freedom = len(mean) - 1

    def excess(spread: float) -> float:
        deviation = mean - _centre(mean, variance, spread)
        return float(np.sum(deviation**2 / (variance + spread))) - freedom

    if freedom < 1 or excess(0.0) <= 0.0:
        return 0.0
    low, high = 0.0, float(np.ptp(mean) ** 2)  # there the sum is at most a quarter of the number of estimates
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0.0 else (low, middle)
    return high


def _centre(mean: np.ndarray, variance: np.ndarray, spread: float) -> float:
    """The mean of all, each by the inverse of its whole variance."""
    weight = 1.0 / (variance + spread)
    return float(np.sum(weight * mean) / np.sum(weight))
