"""A short pilot of a sweep: some blocks of every run, played in memory.

It says how long the sweep will take, and how small a difference it could show: the spread of the paired
differences between blocks is known from a few blocks, and shrinks with their number.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.analysis.metrics.detect import findable, likely_judged
from analyzer.analysis.metrics.layout import layout_of
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.moments import Moments
from analyzer.analysis.metrics.pairs import Paired, PairMoments
from analyzer.analysis.metrics.rows import rows_of_core
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.simulate.batches import Player
from analyzer.simulate.job import slow

if TYPE_CHECKING:
    from analyzer.analysis.metrics.chapter import Sums
    from analyzer.simulate.plan import Plan
    from analyzer.simulate.sweeps import SweepPlan

PILOT_SECONDS = 6.0
"""Time for a pilot: more blocks are begun only if they end within it."""
GLANCE_SECONDS = 0.4
"""Time to see how fast a line-up plays; after _GLANCES of them the others are taken to be like the first."""
FEWEST_BLOCKS = 20
"""With fewer the spread of differences is not known well enough to foretell anything."""

_FEWEST_DIFFERING = 5  # blocks, for the spread of a metric's differences
_MOST_BLOCKS = 1_000  # more would make the forecast no better
_FIRST_GAMES = 32
_GROWTH = 4
_GLANCES = 4


class _Sample:
    """Blocks of one run that are played in memory, and the processor time that they take.

    Writing them would cost a few per cent more.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._layout = layout_of(plan.scenario)
        self._most = 0
        self.seconds_per_game = math.nan  # of one core, in the longest stretch
        self.pairs: PairMoments | None = None

    @property
    def first_blocks(self) -> int:
        """How many blocks to begin with: so few that even slow bots play them in a moment."""
        is_slow = slow(self._plan.bots, self._plan.functions)
        return 1 if is_slow else max(1, _FIRST_GAMES // self._plan.games_per_block)

    def play(self, first: int, blocks: int) -> Sums:
        """Play some blocks; returns the sums of metrics."""
        player = Player(self._plan.job("memory"), blocks)
        started = time.process_time()
        for _ in player.play(first, blocks):
            pass
        if blocks > self._most:
            self._most = blocks
            games = blocks * self._plan.games_per_block
            self.seconds_per_game = (time.process_time() - started) / games
        return self._layout.sums(rows_of_core(player.rows(), first, blocks))

    def pair(self, baseline: _Sample, first: int, blocks: int, sums: Sums, moments: Moments) -> None:
        """Play blocks that the baseline has played with these ``sums``."""
        if self.pairs is None:
            self.pairs = PairMoments(baseline._layout, self._layout)
        self.pairs.add(sums, self.play(first, blocks), moments)


@dataclass(frozen=True, slots=True)
class Smallest:
    """The smallest true difference in a metric that a sweep finds with the probability POWER.

    ``among``: if it is the only one among all that are compared; ``alone``: if nothing else were compared.
    Both are NaN where the sweep is likely to have too few blocks that differ for any judgement.
    """

    metric: Metric
    among: float
    alone: float

    @property
    def judged(self) -> bool:
        """Whether the sweep is likely to judge a difference in the metric at all."""
        return not math.isnan(self.among)


@dataclass(frozen=True, slots=True)
class PilotRun:
    """One run in the pilot: processor time per game, NaN if there was no time to play it.

    ``smallest``: of a variant, by the key of a main metric; those that differed too seldom to foretell
    anything have none.  ``same``: no metric differed in any block.
    """

    name: str
    seconds_per_game: float
    smallest: dict[str, Smallest]
    same: bool = False


@dataclass(frozen=True, slots=True)
class Pilot:
    """``blocks`` were played of each run, of which the sweep takes ``cpu_seconds`` in all.

    ``comparisons``: how many the sweep will make, at most.
    """

    blocks: int
    comparisons: int
    cpu_seconds: float
    baseline: PilotRun
    variants: tuple[PilotRun, ...]

    @property
    def can_tell(self) -> bool:
        """Whether there were enough blocks to foretell differences."""
        return self.blocks >= FEWEST_BLOCKS

    def smallest(self, key: str) -> tuple[Smallest, Smallest] | None:
        """Of a typical variant (the median) and of the one with most spread, of those likely to be judged."""
        found = [each.smallest[key] for each in self.variants if key in each.smallest]
        found = [each for each in found if each.judged]
        ranked = sorted(found, key=lambda each: each.among)
        return (ranked[len(ranked) // 2], ranked[-1]) if ranked else None

    def unjudged(self, key: str) -> int:
        """In how many variants the sweep would hardly judge a metric."""
        return sum(key in each.smallest and not each.smallest[key].judged for each in self.variants)


def pilot_sweep(plan: SweepPlan, seconds: float = PILOT_SECONDS) -> Pilot:
    """Play blocks of all runs for about so many seconds, at least one of the baseline.

    Runs for which slow bots leave no time count as fast as the baseline.  Raises BotError.
    """
    baseline = _Sample(plan.baseline)
    variants = [_Sample(each) for each in plan.variants]
    played = _play(baseline, variants, min(plan.baseline.blocks, _MOST_BLOCKS), seconds)
    paired = [[] if each.pairs is None else each.pairs.paired() for each in variants]
    comparisons = sum(len(each) for each in paired if not _is_same(each))
    foretell = _Forecast(played, plan.baseline.blocks, comparisons)
    speeds = [each.seconds_per_game for each in (baseline, *variants)]
    known = [speeds[0] if math.isnan(speed) else speed for speed in speeds]
    names = [variant.name for variant in plan.sweep.variants]
    return Pilot(
        blocks=played,
        comparisons=comparisons,
        cpu_seconds=sum(map(math.prod, zip(known, (each.games for each in plan.runs.values()), strict=True))),
        baseline=PilotRun(plan.baseline.scenario.name, speeds[0], {}),
        variants=tuple(
            PilotRun(name, speed, foretell.smallest(each), _is_same(each))
            for name, speed, each in zip(names, speeds[1:], paired, strict=True)
        ),
    )


def _play(baseline: _Sample, variants: Sequence[_Sample], most: int, seconds: float) -> int:
    """Play the same blocks of all, in stretches that grow while they fit the time; returns how many."""
    end = time.perf_counter() + seconds
    first, blocks = 0, min(most, *(each.first_blocks for each in (baseline, *variants)))
    while blocks > 0:
        started = time.perf_counter()
        sums = baseline.play(first, blocks)
        moments = Moments.of(sums)
        for variant in variants:
            if first == 0 and time.perf_counter() > end:
                return blocks
            variant.pair(baseline, first, blocks, sums, moments)
        first += blocks
        took, left = time.perf_counter() - started, end - time.perf_counter()
        blocks = min(most - first, _GROWTH * blocks, int(blocks * left / took))
    return first


def _is_same(paired: Sequence[Paired]) -> bool:
    """Whether a variant was played, and no metric differed."""
    return bool(paired) and all(each.differing == 0 for each in paired)


@dataclass(frozen=True, slots=True)
class _Forecast:
    """From ``played`` blocks to ``planned`` ones, of which so many ``comparisons`` will be made."""

    played: int
    planned: int
    comparisons: int

    def smallest(self, paired: Sequence[Paired]) -> dict[str, Smallest]:
        """The smallest differences that show in a variant, by the key of its main metrics."""
        if _is_same(paired):
            return {}
        told = ((each.metric.key, self._smallest(each)) for each in paired if each.metric.main)
        return {key: found for key, found in told if found is not None}

    def _smallest(self, paired: Paired) -> Smallest | None:
        """That of one metric; None if the pilot doesn't know."""
        more = self.planned / self.played
        differing = max(paired.differing, _FEWEST_DIFFERING)
        if not likely_judged(paired.difference.blocks * more, differing * more):
            return Smallest(paired.metric, math.nan, math.nan)
        if paired.differing < _FEWEST_DIFFERING or not paired.difference.se > 0:
            return None
        among, alone = (
            findable(paired.metric, paired.first, paired.difference, confidence, more)
            for confidence in (1 - FALSE_DISCOVERIES / self.comparisons, 1 - FALSE_DISCOVERIES)
        )
        return Smallest(paired.metric, among, alone)


def expected_seconds(work: Sequence[tuple[Plan, int]], seconds: float = GLANCE_SECONDS) -> float:
    """Processor time that games of some plans take, seen from a glance at each line-up.

    ``work``: plans with how many games of each; the first of a line-up stands for the others.  Raises
    BotError.
    """
    end = time.perf_counter() + _GLANCES * seconds
    speeds: dict[bytes, float] = {}
    total = 0.0
    for plan, games in work:
        line_up = plan.bots.tobytes() + plan.seating.tobytes()
        if line_up not in speeds:
            is_late = bool(speeds) and time.perf_counter() > end
            speeds[line_up] = next(iter(speeds.values())) if is_late else _glance(plan, seconds)
        total += games * speeds[line_up]
    return total


def _glance(plan: Plan, seconds: float) -> float:
    """Processor time per game, from about so many seconds of play."""
    sample = _Sample(plan)
    _play(sample, (), min(plan.blocks, _MOST_BLOCKS), seconds)
    return sample.seconds_per_game
