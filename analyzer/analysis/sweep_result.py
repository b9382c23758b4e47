"""What a sweep comes to: every metric of the baseline, and how each variant differs from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analyzer.analysis.metrics.metric import Compared, Metric
from analyzer.analysis.stats import Estimate
from analyzer.recording.sweep_manifest import SweepManifest
from analyzer.scenario.model import Scenario
from analyzer.scenario.sweep_model import Variant


@dataclass(frozen=True, slots=True)
class VariantResult:
    """One variant against the baseline, over the ``blocks`` that both have played.

    ``compared``: all metrics that both runs have, in the order of the list of metrics.
    ``own``: those that the variant alone has, such as the win share of a bot that the baseline lacks.
    ``complete``: whether all blocks that were asked for are there.
    """

    variant: Variant
    scenario: Scenario
    compared: tuple[Compared, ...]
    own: tuple[tuple[Metric, Estimate], ...]
    blocks: int
    games: int
    complete: bool

    @property
    def same(self) -> bool:
        """Whether every metric is that of the baseline in every block."""
        return all(each.same for each in self.compared)

    def of(self, key: str) -> Compared | None:
        """The comparison of a metric; None if one of the runs lacks it."""
        return next((each for each in self.compared if each.metric.key == key), None)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """A sweep that was played, or as far as it was: variants without games are in ``missing``.

    ``values``: the baseline's metrics over all its blocks.  ``shown``: keys of the metrics that pictures
    show.  ``folder``: of the sweep; its runs are in ``folder / RUNS``.
    """

    folder: Path
    manifest: SweepManifest
    baseline: Scenario
    values: tuple[tuple[Metric, Estimate], ...]
    variants: tuple[VariantResult, ...]
    missing: tuple[Variant, ...]
    shown: tuple[str, ...]
    blocks: int
    games: int
