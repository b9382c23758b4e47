"""The metrics of one run, part by part as they are finished."""

from __future__ import annotations

from collections.abc import Collection

from analyzer.analysis.metrics.layout import layout_of
from analyzer.analysis.metrics.moments import Moments
from analyzer.analysis.metrics.rows import Rows
from analyzer.analysis.stats import Estimate
from analyzer.scenario.model import Scenario


class Tally:
    """Adds up blocks of one run; ``keys``: metrics that are asked for (with them come some others)."""

    def __init__(self, scenario: Scenario, keys: Collection[str] = ()) -> None:
        self.layout = layout_of(scenario, keys)
        self._moments = Moments(len(self.layout.means), len(self.layout.counted))

    def add(self, rows: Rows) -> None:
        """Add some blocks."""
        self._moments.add(Moments.of(self.layout.sums(rows)))

    def estimates(self) -> dict[str, Estimate]:
        """Each metric by its key, with its interval."""
        return self.layout.estimates(self._moments)
