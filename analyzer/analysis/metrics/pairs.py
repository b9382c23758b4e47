"""The same metrics in two runs that played the same blocks: what their paired differences are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.analysis.metrics.chapter import Sums
from analyzer.analysis.metrics.layout import Layout
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.moments import Figure, Moments
from analyzer.analysis.stats import Estimate, t_quantile
from cext.sums import paired_sums, products


@dataclass(frozen=True, slots=True)
class Cross:
    """Sums over blocks of products of one run's values x and divisors n with those of another.

    ``differing``: blocks in which the metric isn't the same in both.
    """

    xx: int
    xn: int
    nx: int
    nn: int
    differing: int


@dataclass(frozen=True, slots=True)
class Paired:
    """One metric of two runs over the same blocks."""

    metric: Metric
    first: Estimate
    second: Estimate
    difference: Estimate
    differing: int


class PairMoments:
    """The sums of two runs, and of their products, over the blocks that were added."""

    def __init__(self, first: Layout, second: Layout) -> None:
        self._second = second
        self._means = _Aligned(first.means, second.means)
        self._counted = _Aligned(first.counted, second.counted)
        self._own = [Moments(len(each.means), len(each.counted)) for each in (first, second)]
        self._cross_means = np.zeros((self._means.common, 2), np.int64)
        self._cross_counted = np.zeros((self._counted.common, 5), np.int64)

    @property
    def blocks(self) -> int:
        """Blocks that were added."""
        return self._own[0].blocks

    def add(self, first: Sums, second: Sums, own: Moments) -> None:
        """Add the same blocks of both; ``own``: the moments of the first."""
        self._own[0].add(own)
        self._own[1].add(Moments.of(second))
        a, b = self._means.rows(first.means, second.means)
        self._cross_means += np.stack([products(a, b), self._differing(a, b)], 1)
        x, y = self._counted.rows(first.counted, second.counted)
        n, m = self._counted.rows(first.divisors, second.divisors)
        self._cross_counted += paired_sums(x, n, y, m)

    def _differing(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """In how many blocks each mean isn't the same in both."""
        ours, theirs = self._means.trials
        apart = a != b if (ours == theirs).all() else a * theirs != b * ours
        return np.asarray(np.count_nonzero(apart, axis=1))

    def paired(self) -> list[Paired]:
        """Every metric that both have, in the order of the first run's sums."""
        first, second = self._own
        found: list[Paired] = []
        if not self.blocks:
            return found
        for index, (i, j) in enumerate(self._means.places):
            metric, other = self._means.first[i], self._means.second[j]
            a, b = first.mean(i, metric), second.mean(j, other)
            xx, differing = (int(each) for each in self._cross_means[index])
            n, m = a.n // self.blocks, b.n // self.blocks
            cross = Cross(xx, m * a.x, n * b.x, n * m * self.blocks, differing)
            found.append(self._pair(metric, a, b, cross))
        for index, (i, j) in enumerate(self._counted.places):
            cross = Cross(*(int(each) for each in self._cross_counted[index]))
            found.append(self._pair(self._counted.first[i], first.ratio(i), second.ratio(j), cross))
        return found

    def only_second(self) -> list[tuple[Metric, Estimate]]:
        """The metrics that the first run lacks, over the same blocks."""
        if not self.blocks:
            return []
        common = {self._second.means[j].key for _, j in self._means.places}
        common |= {self._second.counted[j].key for _, j in self._counted.places}
        values = self._second.estimates(self._own[1])
        return [(metric, values[metric.key]) for metric in self._second.metrics if metric.key not in common]

    def _pair(self, metric: Metric, a: Figure, b: Figure, cross: Cross) -> Paired:
        first, second = a.estimate(self.blocks, metric), b.estimate(self.blocks, metric)
        return Paired(metric, first, second, _difference(metric, a, b, cross, self.blocks), cross.differing)


class _Aligned:
    """Which metrics of one list are which of another, by key."""

    def __init__(self, first: Sequence[Metric], second: Sequence[Metric]) -> None:
        there = {metric.key: place for place, metric in enumerate(second)}
        self.first, self.second = first, second
        self.places = [(i, there[metric.key]) for i, metric in enumerate(first) if metric.key in there]
        self._alike = [(i, i) for i in range(len(first))] == self.places and len(first) == len(second)
        self._ours = [i for i, _ in self.places]
        self._theirs = [j for _, j in self.places]

    @property
    def common(self) -> int:
        """How many both have."""
        return len(self.places)

    @property
    def trials(self) -> tuple[np.ndarray, np.ndarray]:
        """The trials of a block, int32 (metrics, 1), in the first and the second."""
        ours = [self.first[i].trials for i, _ in self.places]
        theirs = [self.second[j].trials for _, j in self.places]
        return np.array(ours, np.int32).reshape(-1, 1), np.array(theirs, np.int32).reshape(-1, 1)

    def rows(self, ours: np.ndarray, theirs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rows of the metrics that both have, in the same order."""
        return (ours, theirs) if self._alike else (ours[self._ours], theirs[self._theirs])


def _difference(metric: Metric, a: Figure, b: Figure, cross: Cross, blocks: int) -> Estimate:
    """``b`` less ``a``: its error is that of the blocks' own differences, by the delta method for ratios."""
    if not (a.n and b.n):
        return Estimate(math.nan, math.nan, math.nan, 0, 0)
    mean = (b.x * a.n - a.x * b.n) / (a.n * b.n * metric.scale)
    n, seen = min(a.n, b.n), min(a.filled, b.filled)
    if seen < 2:
        return Estimate(mean, math.nan, math.nan, n, seen)
    # Sum over blocks of (x - n X/N) (y - m Y/M), times N M.
    together = a.n * b.n * cross.xx - a.n * b.x * cross.xn - a.x * b.n * cross.nx + a.x * b.x * cross.nn
    spread = Fraction(a.spread, a.n**4) + Fraction(b.spread, b.n**4) - 2 * Fraction(together, a.n**2 * b.n**2)
    se = math.sqrt(spread * Fraction(blocks, blocks - 1)) / metric.scale
    half = float(t_quantile(seen)) * se
    return Estimate(mean, mean - half, mean + half, n, seen, se)
