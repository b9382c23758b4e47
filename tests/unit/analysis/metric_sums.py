"""Layouts and sums of made-up metrics."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.metrics.chapter import Chapter, Sums
from analyzer.analysis.metrics.layout import Layout
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.rows import Rows


def metric(key: str, trials: int | None = 1, kind: Kind = Kind.PLAY) -> Metric:
    return Metric(key, key, kind, "", "", trials=trials)


def layout(*means: str, counted: Sequence[str] = ()) -> Layout:
    """Metrics with one trial a block, and ``counted`` ones."""
    counted_metrics = tuple(metric(key, None) for key in counted)
    return Layout((Chapter(tuple(metric(key) for key in means), counted_metrics, _fill),))


def _fill(rows: Rows, sums: Sums) -> None:
    """The sums are made elsewhere."""
    raise NotImplementedError
