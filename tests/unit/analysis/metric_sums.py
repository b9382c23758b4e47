"""Layouts and sums of made-up metrics, and the metrics of a finished run."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from analyzer.analysis.metrics.chapter import Chapter, Sums
from analyzer.analysis.metrics.layout import Layout
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.rows import Rows, rows_of_part
from analyzer.analysis.metrics.tally import Tally
from analyzer.analysis.stats import Estimate
from analyzer.recording.store import Run
from analyzer.scenario import scenario_from_dict


def metric(key: str, trials: int | None = 1, kind: Kind = Kind.PLAY) -> Metric:
    return Metric(key, key, kind, "", "", trials=trials)


def layout(*means: str, counted: Sequence[str] = ()) -> Layout:
    """Metrics with one trial a block, and ``counted`` ones."""
    counted_metrics = tuple(metric(key, None) for key in counted)
    return Layout((Chapter(tuple(metric(key) for key in means), counted_metrics, _fill),))


def _fill(rows: Rows, sums: Sums) -> None:
    """Tests give the sums themselves."""
    raise AssertionError(f"sums of {rows.blocks} blocks are wanted, in place of {sums.blocks} that are given")


def metric_values(run: Run, keys: Collection[str] = ()) -> tuple[tuple[Metric, Estimate], ...]:
    """All metrics of a run, in the order in which they are shown; with ``keys`` at least these."""
    tally = Tally(scenario_from_dict(run.manifest.scenario), keys)
    for part in range(run.n_parts):
        tally.add(rows_of_part(run.path, part, *block_range(run, part)))
    found = tally.estimates()
    return tuple((metric, found[metric.key]) for metric in tally.layout.metrics)


def block_range(run: Run, part: int) -> tuple[int, int]:
    """The first block of a part, and how many it holds."""
    first = part * run.manifest.blocks_per_part
    return first, min(run.manifest.blocks_per_part, run.manifest.blocks - first)
