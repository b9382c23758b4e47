"""Probes: in each block one decision of a kind is played again with every other option it had.

The core finds and replays the decisions; here they are planned, cut, and put together to the parts of
a study's folder, in order of blocks whoever plays them.  Workers import this: numpy and the core only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from analyzer.errors import UserError
from analyzer.simulate.job import SLOW_PART_BLOCKS, place_of, slow
from analyzer.simulate.study_rows import StudyPlayed
from cext import core, types

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions
    from analyzer.recording.studies import StudyManifest
    from analyzer.scenario import Scenario
    from analyzer.simulate.crew import Crew
    from analyzer.simulate.plan import Plan
    from analyzer.simulate.study_course import StudyPlan

KINDS: Final = tuple(types.words(types.Probe))
"""Kinds of decisions that can be probed, in the order of their numbers."""

# A part is what Ctrl-C leaves readable: some seconds of play.  Fixed by the bots, so equal studies have
# equal parts.
_PART_BLOCKS = 2048
_ROWS_PER_BLOCK = 8  # a guess; the core stops at a whole block when the rows are full
_MOST_ROWS = 64  # of one block


@dataclass(frozen=True, slots=True, eq=False)
class ProbeTask:
    """Blocks in which decisions of one ``kind`` (Probe) are probed; the rest is as in ``Match``."""

    rules: np.ndarray
    bots: np.ndarray
    seating: np.ndarray
    seed: int
    kind: int
    first: int
    blocks: int
    functions: Functions | None = None

    @property
    def place(self) -> str:
        """Where its blocks are, in words that let anyone play them again."""
        return place_of(self.seed, self.first, self.blocks)

    def play(self) -> StudyPlayed:
        """Play all of it here, without a pause.  Raises BotError."""
        started = time.perf_counter()
        games_per_block, players = self.seating.shape
        functions = None if self.functions is None else self.functions.askers(players, games_per_block)
        room = np.empty(self.blocks * _ROWS_PER_BLOCK + _MOST_ROWS, core.PROBE_DTYPE)
        filled: list[np.ndarray] = []
        done = 0
        while done < self.blocks:
            blocks, rows = core.probe_blocks(
                self.rules,
                self.bots,
                self.seating,
                self.seed,
                self.first + done,
                self.blocks - done,
                self.kind,
                room,
                functions,
            )
            filled.append(room[:rows].copy())
            done += blocks
        return StudyPlayed(np.concatenate(filled), time.perf_counter() - started)


def plan_probes(scenario: Scenario, decisions: int, seed: int | None = None) -> Plan:
    """A plan with a block for each decision to be probed.  Raises UserError for numbers out of range."""
    from analyzer.scenario import seating
    from analyzer.simulate.plan import MAX_BLOCKS, make_plan

    if not 1 <= decisions <= MAX_BLOCKS:
        raise UserError(
            f"{decisions} decisions can't be probed; give a number from 1 to {MAX_BLOCKS} with -n."
        )
    return make_plan(scenario, decisions * len(seating(scenario.line_up)), seed)


def _no_progress(blocks: int) -> None:
    """No progress bar."""


def play_probes(
    plan: Plan,
    kind: str,
    folder: Path,
    crew: Crew,
    *,
    force: bool = False,
    progress: Callable[[int], None] = _no_progress,
) -> StudyManifest:
    """Probe a decision of ``kind`` (a word of KINDS) in each block of the plan, into a new study folder.

    Raises UserError if a Python bot can't be loaded, and what ``play_study`` raises.
    """
    from analyzer.simulate.study_course import play_study

    return play_study(probe_study(plan, kind), folder, crew, force=force, progress=progress)


def probe_study(plan: Plan, kind: str) -> StudyPlan:
    """The study that probes a decision of ``kind`` (a word of KINDS) in each block of the plan.

    Raises UserError if a Python bot can't be loaded.
    """
    from analyzer.simulate.study_course import StudyPlan

    functions = plan.functions
    if functions is not None:
        functions.askers(plan.players)

    def task(first: int, blocks: int) -> ProbeTask:
        number = KINDS.index(kind)
        return ProbeTask(plan.rules, plan.bots, plan.seating, plan.seed, number, first, blocks, functions)

    return StudyPlan(probe_manifest(plan, kind), task, slow(plan.bots, functions))


def probe_manifest(plan: Plan, kind: str) -> StudyManifest:
    """What a study of probes is, before anything was played."""
    from analyzer.recording.manifest import versions
    from analyzer.recording.studies import StudyManifest
    from analyzer.recording.study_schema import PROBES
    from analyzer.scenario import scenario_to_dict
    from analyzer.simulate.signature import engine_signature

    return StudyManifest(
        name=f"{PROBES}{kind}",
        scenario=scenario_to_dict(plan.scenario),
        players=plan.players,
        bots=plan.bot_names,
        seating=tuple(tuple(row) for row in plan.seating.tolist()),
        seed=plan.seed,
        blocks=plan.blocks,
        blocks_per_part=SLOW_PART_BLOCKS if slow(plan.bots, plan.functions) else _PART_BLOCKS,
        engine=engine_signature(),
        versions=versions(),
    )
