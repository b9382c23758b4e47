"""How a run ended that had a rule or a budget: at all of its games, once it knew enough, or by the clock."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.stats import Estimate
from analyzer.analysis.until import Aim, aim_of, whose_interval
from analyzer.analysis.until_tallies import metrics_of_aim, tally_of
from analyzer.recording.manifest import Manifest
from analyzer.scenario import scenario_from_dict


@dataclass(frozen=True, slots=True)
class Reached:
    """What a run with ``--until`` has come to: the one of the aim's ``metrics`` that is known least."""

    aim: Aim
    metrics: tuple[Metric, ...]
    widest: Metric
    value: Estimate

    @property
    def whose(self) -> str:
        """The metrics in words, for "the interval of …"."""
        return whose_interval(self.metrics)

    @property
    def known(self) -> str:
        """What is known as well as the widest interval says: of several bots the one, of seats each."""
        of_seats = len(self.metrics) > 1 and self.widest.key.startswith("seat.")
        return self.whose if of_seats else self.widest.name

    @property
    def cases(self) -> float:
        """As how many cases, each by itself, what is counted varies; infinite where rareness does no harm.

        Shares have intervals that bear it, results are there in every game, and a mean of those who did
        something waits for FEW_BLOCKS blocks that have any.
        """
        value, metric = self.value, self.widest
        if metric.is_share or metric.kind is Kind.RESULTS or metric.conditional or not value.se > 0:
            return math.inf
        return (value.mean / value.se) ** 2


@dataclass(frozen=True, slots=True)
class Ending:
    """How a whole run ended: ``games`` of ``most`` are there.

    ``by``: ``until``, the rule was met; ``budget``, the clock; ``games``, all were played though there
    was a rule.  ``reached``: of a run that has a rule.
    """

    by: Literal["until", "budget", "games"]
    games: int
    most: int
    reached: Reached | None


def ending_of(run: Path, manifest: Manifest) -> Ending | None:
    """How a run ended; None if it had neither rule nor end before its games, or isn't whole.

    Reads what the rule looks at once more, part by part.
    """
    if manifest.state == "partial" or (manifest.ended is None and manifest.until is None):
        return None
    reached = None if manifest.until is None else _reached(run, manifest, aim_of(manifest.until))
    return Ending(manifest.ended or "games", manifest.games, manifest.most or manifest.games, reached)


def _reached(run: Path, manifest: Manifest, aim: Aim) -> Reached:
    scenario = scenario_from_dict(manifest.scenario)
    tally = tally_of(aim, scenario, run, manifest.blocks, manifest.blocks_per_part)
    for part in range(manifest.parts):
        tally.add(part)
    found, metrics = tally.estimates(), metrics_of_aim(aim, scenario)
    widest = max(metrics, key=lambda metric: found[metric.key].half_width)
    return Reached(aim, metrics, widest, found[widest.key])
