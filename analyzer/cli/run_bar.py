"""Plays the games of ``granja run`` with a progress bar: speed, time left, and the estimate so far."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tqdm import tqdm

    from analyzer.analysis.until import UntilNarrow
    from analyzer.cli.run_limits import Ends
    from analyzer.simulate.plan import Plan
    from analyzer.simulate.record import Outcome
    from analyzer.simulate.resume import Begun
    from analyzer.simulate.workers import Workers

_PAUSE = 1.0  # seconds between two looks


def record_with_bar(
    plan: Plan, folder: Path, workers: Workers, ends: Ends, begun: Begun | None, *, force: bool, quiet: bool
) -> Outcome:
    """Play with one progress bar."""
    from tqdm import tqdm

    from analyzer.simulate.ending import Limits
    from analyzer.simulate.record import record

    hidden = quiet or not sys.stderr.isatty()
    with tqdm(
        total=min(plan.games, ends.expected),
        initial=0 if begun is None else begun.games,
        unit=" games",
        unit_scale=True,
        dynamic_ncols=True,
        disable=hidden,
        bar_format="{percentage:3.0f}% |{bar}| {n_fmt} of {total_fmt} games, {rate_fmt}, {remaining} left"
        "{postfix}",
    ) as bar:
        display = None if hidden else Display(bar, plan, folder, ends)

        def progress(games: int) -> None:
            bar.total = max(bar.total or 0, bar.n + games)
            bar.update(games)
            if display is not None:
                display.look()

        def warn(text: str) -> None:
            tqdm.write(text, file=sys.stderr)

        return record(
            plan,
            folder,
            workers=workers,
            force=force,
            begun=begun,
            limits=Limits(ends.rule, ends.seconds),
            progress=progress,
            notice=warn,
        )


class Display:
    """What the bar says besides games: the estimate so far, and with how many games the run may end."""

    def __init__(self, bar: tqdm[Any], plan: Plan, run: Path, ends: Ends) -> None:
        from analyzer.analysis.live import LiveEstimate

        self._bar, self._plan, self._ends = bar, plan, ends
        self._live = None if ends.rule is not None else LiveEstimate(run, plan)
        self._begin = bar.n
        self._started = self._looked = time.perf_counter()

    def look(self) -> None:
        """Say what is new, at most once a second."""
        now = time.perf_counter()
        if now - self._looked < _PAUSE:
            return
        self._looked = now
        needed = self._ends.expected
        if self._ends.rule is not None:
            needed = self._look_at(self._ends.rule)
        elif self._live is not None and (words := self._live.look()):
            self._bar.set_postfix_str(words, refresh=False)
        seconds = now - self._started
        self._bar.total = expected_total(
            int(self._bar.n),
            most=self._plan.games,
            needed=needed,
            rate=(self._bar.n - self._begin) / seconds,
            left=None if self._ends.seconds is None else self._ends.seconds - seconds,
        )

    def _look_at(self, rule: UntilNarrow) -> float:
        """Say what the rule waits for; the games that it may need."""
        from reports.ending_words import estimate_so_far

        if (widest := rule.widest()) is None:
            return self._ends.expected
        self._bar.set_postfix_str(estimate_so_far(widest.metric, widest.value), refresh=False)
        return rule.blocks_needed(widest) * self._plan.games_per_block


def expected_total(games: int, *, most: int, needed: float, rate: float, left: float | None) -> int:
    """The games at which a run is expected to end that has so many.

    ``needed``: by the rule, infinite while nobody can tell; ``rate``: games a second; ``left``: seconds
    of the budget, if there is one.
    """
    by_budget = math.inf if left is None else games + rate * max(0.0, left)
    return max(games, math.ceil(min(most, needed, by_budget)))
