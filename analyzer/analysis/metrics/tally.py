"""The metrics of one run, part by part as they are finished."""

from __future__ import annotations

from collections.abc import Collection

from analyzer.analysis.metrics.layout import layout_of
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.moments import Figure, Moments
from analyzer.analysis.metrics.rows import Rows, rows_of_part
from analyzer.analysis.stats import Estimate
from analyzer.recording.store import Run
from analyzer.scenario.model import Scenario


class Tally:
    """Adds up blocks of one run; ``keys``: metrics that are asked for (with them come some others)."""

    def __init__(self, scenario: Scenario, keys: Collection[str] = ()) -> None:
        self.layout = layout_of(scenario, keys)
        self._moments = Moments(len(self.layout.means), len(self.layout.counted))

    @property
    def blocks(self) -> int:
        """Blocks that were added."""
        return self._moments.blocks

    def add(self, rows: Rows) -> None:
        """Add some blocks."""
        self._moments.add(Moments.of(self.layout.sums(rows)))

    def figures(self) -> dict[str, tuple[Metric, Figure]]:
        """The sums behind each metric, by key, in the order in which metrics are shown."""
        return self.layout.figures(self._moments)

    def estimates(self) -> dict[str, Estimate]:
        """Each metric by its key, with its interval."""
        return self.layout.estimates(self._moments)


def rows_in(run: Run, part: int) -> Rows:
    """The rows of one part of a run."""
    first, blocks = block_range(run, part)
    return rows_of_part(run.path, part, first, blocks)


def block_range(run: Run, part: int) -> tuple[int, int]:
    """The first block of a part, and how many it holds."""
    first = part * run.manifest.blocks_per_part
    return first, min(run.manifest.blocks_per_part, run.manifest.blocks - first)
