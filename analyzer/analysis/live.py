"""The figure that a run shows while it plays: one estimate from the parts that are finished.

The win share of the bot that is ahead or, where one bot plays all seats, its vp.  Parts wait when
reading them would cost time that the games should have; which ones does not depend on what they hold.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.analysis.metrics.chapter import table_of
from analyzer.analysis.metrics.layout import metrics_of
from analyzer.analysis.stats import FEW_BLOCKS, Estimate
from analyzer.analysis.until_tallies import OneMetric, WinShares
from analyzer.recording.schema import part_name

if TYPE_CHECKING:
    from analyzer.simulate.plan import Plan

_MOST_TIME = 0.005  # of the time since the run began
_PAUSE = 1.0  # seconds between two looks
_AHEAD = 64  # parts that may be finished before an earlier one is
_WINS = "win_share."


class LiveEstimate:
    """An estimate from the finished parts of a run that is being played."""

    def __init__(self, run: Path, plan: Plan) -> None:
        self._run = run
        self._waiting = [part.number for part in plan.parts]
        self._tally = _tally(run, plan)
        self._started = self._looked = time.perf_counter()
        self._spent = 0.0

    def look(self) -> str | None:
        """The estimate in words, with the parts that were finished since; None if there is nothing new."""
        now = time.perf_counter()
        if now - self._looked < _PAUSE:
            return None
        self._looked = now
        words = None
        for part in [part for part in self._waiting[:_AHEAD] if self._is_whole(part)]:
            started = time.perf_counter()
            if self._spent > _MOST_TIME * (started - self._started):
                break
            self._waiting.remove(part)
            self._tally.add(part)
            words = _words(self._tally.estimates())
            self._spent += time.perf_counter() - started
        return words

    def _is_whole(self, part: int) -> bool:
        """Whether a part is there: its blocks are written last."""
        return (self._run / "blocks" / part_name(part)).is_file()


def _tally(run: Path, plan: Plan) -> WinShares | OneMetric:
    """What adds up the parts."""
    metrics = metrics_of(plan.scenario)
    if shares := [metric for metric in metrics if metric.key.startswith(_WINS)]:
        return WinShares(run, table_of(plan.scenario), shares)
    (vp,) = (metric for metric in metrics if metric.key == "vp")
    return OneMetric(run, plan.scenario, vp, plan.blocks, plan.blocks_per_part)


def _words(found: dict[str, Estimate]) -> str | None:
    """The estimate with its interval (95 %); None for a few blocks."""
    shares = {key: value for key, value in found.items() if key.startswith(_WINS)}
    ahead = max(shares, key=lambda key: shares[key].mean) if shares else "vp"
    value = found[ahead]
    if value.blocks < FEW_BLOCKS:
        return None
    if not shares:
        return f"{value.mean:.1f} ±{value.half_width:.2f} vp per player"
    share, low, high = (f"{100 * each:.1f}" for each in (value.mean, value.low, value.high))
    return f"{ahead.removeprefix(_WINS)} wins {share} % ({low} to {high})"
