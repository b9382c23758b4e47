"""Sums over blocks from which estimates and their errors are made: whole numbers until the last division.

Blocks are added some at a time, so memory stays flat; the order in which they come changes nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.metrics.chapter import Sums
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import Estimate, share_interval, t_quantile
from cext.sums import products, ratio_sums


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric's sums over blocks: of its values x, of its divisors n, and of their products.

    ``filled``: blocks in which n is not 0.
    """

    x: int
    n: int
    xx: int
    xn: int
    nn: int
    filled: int

    @property
    def spread(self) -> int:
        """Sum over blocks of (x - n X/N)², times N²: 0 if x/n is the same in every block."""
        return self.n * self.n * self.xx - 2 * self.x * self.n * self.xn + self.x * self.x * self.nn

    def estimate(self, blocks: int, metric: Metric) -> Estimate:
        """The metric with its interval; NaN where nothing was counted."""
        if self.n == 0:
            return Estimate(math.nan, math.nan, math.nan, 0, 0)
        mean = self.x / (self.n * metric.scale)
        se = math.nan
        if self.filled > 1:
            se = math.sqrt(self.spread * blocks / (blocks - 1)) / (self.n * self.n * metric.scale)
        if metric.is_share:
            return Estimate(mean, *share_interval(mean, se, self.filled), self.n, self.filled, se)
        half = float(t_quantile(self.filled)) * se
        return Estimate(mean, mean - half, mean + half, self.n, self.filled, se)


def mean_figure(x: int, xx: int, trials: int, blocks: int) -> Figure:
    """The sums of a metric whose divisor is ``trials`` in every block."""
    return Figure(x, trials * blocks, xx, trials * x, trials * trials * blocks, blocks)


class Moments:
    """The sums of all metrics of a run over the blocks that were added."""

    def __init__(self, means: int, counted: int) -> None:
        self.blocks = 0
        self._means = np.zeros((means, 2), np.int64)
        self._counted = np.zeros((counted, 6), np.int64)

    @classmethod
    def of(cls, sums: Sums) -> Moments:
        """Those of some blocks."""
        found = cls(len(sums.means), len(sums.counted))
        found.blocks = sums.means.shape[1]
        means = sums.means
        found._means[:] = np.stack([means.sum(axis=1, dtype=np.int64), products(means, means)], 1)
        found._counted[:] = ratio_sums(sums.counted, sums.divisors)
        return found

    def add(self, other: Moments) -> None:
        """Add the sums over other blocks."""
        self.blocks += other.blocks
        self._means += other._means
        self._counted += other._counted

    def mean(self, index: int, metric: Metric) -> Figure:
        """The sums of a metric with fixed trials."""
        assert metric.trials is not None
        x, xx = (int(each) for each in self._means[index])
        return mean_figure(x, xx, metric.trials, self.blocks)

    def ratio(self, index: int) -> Figure:
        """The sums of a metric whose divisor is counted."""
        return Figure(*(int(each) for each in self._counted[index]))
