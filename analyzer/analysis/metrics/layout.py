"""All metrics of a run in their order, and their sums in the blocks of a part."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analyzer.analysis.metrics import buildings, cards, market, results
from analyzer.analysis.metrics.chapter import Chapter, Sums, table_of
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.moments import Figure, Moments
from analyzer.analysis.metrics.rows import Rows
from analyzer.analysis.stats import Estimate
from analyzer.scenario.model import Scenario

_CHAPTERS = (results, buildings, market, cards)


@dataclass(frozen=True)
class Layout:
    """The metrics of a run, chapter by chapter."""

    chapters: tuple[Chapter, ...]

    @cached_property
    def means(self) -> tuple[Metric, ...]:
        """Metrics with as many trials in every block, in the order of their sums."""
        return tuple(metric for chapter in self.chapters for metric in chapter.means)

    @cached_property
    def counted(self) -> tuple[Metric, ...]:
        """Metrics whose divisor is counted, in the order of their sums."""
        return tuple(metric for chapter in self.chapters for metric in chapter.counted)

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics as they are shown: by kind."""
        order = list(Kind)
        return tuple(sorted((*self.means, *self.counted), key=lambda metric: order.index(metric.kind)))

    def sums(self, rows: Rows) -> Sums:
        """The sums of all metrics by block."""
        found = self._empty(rows.blocks)
        mean = counted = 0
        for chapter in self.chapters:
            means, ratios = (
                slice(mean, mean + len(chapter.means)),
                slice(counted, counted + len(chapter.counted)),
            )
            chapter.fill(rows, Sums(found.means[means], found.counted[ratios], found.divisors[ratios]))
            mean, counted = means.stop, ratios.stop
        return found

    def figures(self, moments: Moments) -> dict[str, tuple[Metric, Figure]]:
        """The sums behind each metric, by key, in the order in which metrics are shown."""
        found = {metric.key: moments.mean(i, metric) for i, metric in enumerate(self.means)}
        found |= {metric.key: moments.ratio(i) for i, metric in enumerate(self.counted)}
        return {metric.key: (metric, found[metric.key]) for metric in self.metrics}

    def estimates(self, moments: Moments) -> dict[str, Estimate]:
        """Each metric by its key, with its interval."""
        figures = self.figures(moments).items()
        return {key: figure.estimate(moments.blocks, metric) for key, (metric, figure) in figures}

    def _empty(self, blocks: int) -> Sums:
        means, counted = len(self.means), len(self.counted)
        return Sums(*(np.zeros((metrics, blocks), np.int32) for metrics in (means, counted, counted)))


def layout_of(scenario: Scenario, keys: Collection[str] = ()) -> Layout:
    """The metrics of a scenario's runs; with ``keys`` only the chapters that have one of them."""
    table = table_of(scenario)
    chapters = [module.chapter(table) for module in _CHAPTERS]
    if keys:
        chapters = [each for each in chapters if _has(each, keys)]
    return Layout(tuple(chapters))


def _has(chapter: Chapter, keys: Collection[str]) -> bool:
    return any(metric.key in keys for metric in (*chapter.means, *chapter.counted))


def metrics_of(scenario: Scenario) -> tuple[Metric, ...]:
    """All metrics of a scenario's runs, in the order in which they are shown."""
    return layout_of(scenario).metrics
