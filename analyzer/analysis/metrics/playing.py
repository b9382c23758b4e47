"""Plays blocks for their metrics alone: what is kept of them is sums, no rows and no files.

Workers add up what they have played, so that only the sums go through their pipes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.metrics.layout import Layout, layout_of
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.moments import Moments
from analyzer.analysis.metrics.rows import rows_of_core
from analyzer.analysis.stats import Estimate
from analyzer.scenario.model import Scenario
from analyzer.simulate.batches import Player
from analyzer.simulate.crew import Crew, Cut, next_size
from analyzer.simulate.job import Job, slow
from analyzer.simulate.plan import Plan

_WORD = 2**64


@dataclass(frozen=True, slots=True)
class Summed:
    """The sums over some blocks; ``hash``: of all their games, the sum of the blocks' hashes below 2**64."""

    moments: Moments
    hash: int
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class SumTask:
    """Blocks of a plan to be played; ``job``: in memory; ``keys`` as in ``layout_of``."""

    job: Job
    scenario: Scenario
    keys: frozenset[str]
    first: int
    blocks: int

    @property
    def place(self) -> str:
        """Where its blocks are, in words that let anyone play them again."""
        return self.job.place(self.first, self.blocks)

    def play(self) -> Summed:
        """Play all of it here, without a pause.  Raises BotError."""
        started = time.perf_counter()
        player = Player(self.job, self.blocks)
        for _ in player.play(self.first, self.blocks):
            pass
        rows = player.rows()
        sums = layout_of(self.scenario, self.keys).sums(rows_of_core(rows, self.first, self.blocks))
        hashes = int(rows["blocks"]["hash"].sum(dtype=np.uint64))
        return Summed(Moments.of(sums), hashes, time.perf_counter() - started)


class SumCourse:
    """The cuts of a plan that are left, and the sums so far; the key of a cut is its first block."""

    def __init__(self, plan: Plan, layout: Layout, keys: frozenset[str], jobs: int) -> None:
        self.slow = slow(plan.bots, plan.functions)
        self.moments = Moments(len(layout.means), len(layout.counted))
        self.hash = 0
        self._plan = plan
        self._job = plan.job("memory")
        self._keys = keys
        self._jobs = jobs
        self._next = 0
        self._aim = 1  # blocks of the next cut

    def next_cut(self) -> Cut | None:
        """About BATCH_SECONDS long; fewer blocks at the end, so that workers end together."""
        left = self._plan.blocks - self._next
        if left == 0:
            return None
        aim = self._aim if self._jobs == 1 else max(1, min(self._aim, left // (2 * self._jobs)))
        first, blocks = self._next, min(aim, left)
        self._next += blocks
        task = SumTask(self._job, self._plan.scenario, self._keys, first, blocks)
        return Cut((first,), task, blocks * self._plan.games_per_block)

    def keep(self, cut: Cut, answer: Summed) -> None:
        """Add up; whole numbers, so that the order of the cuts changes nothing."""
        self.moments.add(answer.moments)
        self.hash = (self.hash + answer.hash) % _WORD
        self._aim = max(1, next_size(cut.size, answer.seconds) // self._plan.games_per_block)


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A plan that was played for its metrics: each with its interval, by key, and a hash of all games."""

    plan: Plan
    metrics: tuple[Metric, ...]
    values: dict[str, Estimate]
    games_hash: str


def _no_progress(games: int) -> None:
    """No progress bar."""


def play_metrics(
    plan: Plan, keys: Collection[str], crew: Crew, progress: Callable[[int], None] = _no_progress
) -> Played:
    """Play all blocks of a plan; ``keys``: metrics that are asked for (with them come some others).

    The same for any crew.  ``progress`` is told games just played.  Raises what ``play_course`` raises.
    """
    wanted = frozenset(keys)
    layout = layout_of(plan.scenario, wanted)
    course = SumCourse(plan, layout, wanted, crew.jobs)
    crew.play_course(course, progress)
    return Played(plan, layout.metrics, layout.estimates(course.moments), f"{course.hash:016x}")
