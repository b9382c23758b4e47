"""Probes: in each block one decision of a kind is played again with every other option it had.

The core finds and replays the decisions; here they are planned, cut, and put together to the parts of
a study's folder, in order of blocks whoever plays them.  Workers import this: numpy and the core only.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from analyzer.errors import UserError
from analyzer.simulate.crew import Crew, Cut, next_size
from analyzer.simulate.failures import DiskTrouble
from analyzer.simulate.job import place_of, slow
from cext import core, types

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions
    from analyzer.recording.studies import StudyManifest
    from analyzer.scenario import Scenario
    from analyzer.simulate.plan import Plan

KINDS: Final = tuple(types.words(types.Probe))
"""Kinds of decisions that can be probed, in the order of their numbers."""

# A part is what Ctrl-C leaves readable: some seconds of play.  Fixed by the bots, so equal studies have
# equal parts.
_PART_BLOCKS = 2048
_SLOW_PART_BLOCKS = 16  # of bots that need seconds for a block
_ROWS_PER_BLOCK = 8  # a guess; the core stops at a whole block when the rows are full
_MOST_ROWS = 64  # of one block


@dataclass(frozen=True, slots=True, eq=False)
class ProbesPlayed:
    """Rows of ``core.ROW_DTYPES["probes"]`` in order of blocks, and the time they took."""

    rows: np.ndarray
    seconds: float


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

    def play(self) -> ProbesPlayed:
        """Play all of it here, without a pause.  Raises BotError."""
        started = time.perf_counter()
        games_per_block, players = self.seating.shape
        functions = None if self.functions is None else self.functions.askers(players, games_per_block)
        room = np.empty(self.blocks * _ROWS_PER_BLOCK + _MOST_ROWS, core.ROW_DTYPES["probes"])
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
        return ProbesPlayed(np.concatenate(filled), time.perf_counter() - started)


class _Course:
    """The cuts of a study that are left, and the rows of parts that aren't whole yet.

    The key of a cut is its first block.
    """

    def __init__(
        self, plan: Plan, kind: int, per_part: int, write: Callable[[int, np.ndarray], None], jobs: int
    ) -> None:
        self.slow = slow(plan.bots, plan.functions)
        self._plan = plan
        self._kind = kind
        self._per_part = per_part
        self._write = write
        self._jobs = jobs
        self._functions = plan.functions
        self._next = 0  # the first block that isn't cut off yet
        self._aim = 1  # blocks of the next cut
        self._rows: dict[int, dict[int, ProbesPlayed]] = {}  # by part and first block
        self._missing: dict[int, int] = {}  # blocks by part

    def next_cut(self) -> Cut | None:
        """Blocks of one part, about BATCH_SECONDS long; fewer at the end, so that workers end together."""
        first, plan = self._next, self._plan
        left = plan.blocks - first
        if left == 0:
            return None
        aim = self._aim if self._jobs == 1 else max(1, min(self._aim, left // (2 * self._jobs)))
        blocks = min(aim, left, self._per_part - first % self._per_part)
        self._next += blocks
        task = ProbeTask(
            plan.rules, plan.bots, plan.seating, plan.seed, self._kind, first, blocks, self._functions
        )
        return Cut((first,), task, blocks)

    def keep(self, cut: Cut, answer: ProbesPlayed) -> None:
        """Put by the rows of a cut; a part whose blocks are all there is written.  Raises OSError."""
        (first,) = cut.key
        part = first // self._per_part
        start = part * self._per_part
        rows = self._rows.setdefault(part, {})
        rows[first] = answer
        blocks = min(self._per_part, self._plan.blocks - start)
        self._missing[part] = self._missing.get(part, blocks) - cut.size
        self._aim = next_size(cut.size, answer.seconds)
        if self._missing[part] == 0:
            del self._rows[part], self._missing[part]
            self._write(part, np.concatenate([rows[block].rows for block in sorted(rows)]))


def plan_probes(scenario: Scenario, decisions: int, seed: int | None = None) -> Plan:
    """A plan with a block for each decision to be probed.  Raises UserError for numbers out of range."""
    from analyzer.scenario import seating
    from analyzer.simulate.plan import MAX_BLOCKS, make_plan

    if not 1 <= decisions <= MAX_BLOCKS:
        raise UserError(f"{decisions} decisions can't be probed; give 1 to {MAX_BLOCKS} with -n.")
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

    The same plan gives the same bytes with any crew.  ``progress`` is told blocks just played.
    Raises UserError if the folder can't be made or a Python bot can't be loaded, and what
    ``Crew.play_course`` raises (Interrupted, BotError, RunFailed), or DiskTrouble; the folder then
    holds the parts that were whole, readable, and says why it has no more.
    """
    from analyzer.recording.studies import create_study, finish_study, study_frame, write_study_part

    if plan.functions is not None:
        plan.functions.askers(plan.players)
    manifest = probe_manifest(plan, kind)

    def write(part: int, rows: np.ndarray) -> None:
        write_study_part(folder, part, study_frame(manifest, rows))

    course = _Course(plan, KINDS.index(kind), manifest.blocks_per_part, write, crew.jobs)
    create_study(folder, manifest, force)
    stopped: str | None = None
    try:
        crew.play_course(course, progress)
    except OSError as error:
        stopped = f"a part can't be written: {error.strerror}"
        raise DiskTrouble(
            f"{folder}: {stopped}; what was written before stays, so make room and play it again with "
            "--force, or give a folder on another disk with --out."
        ) from error
    except BaseException as error:
        stopped = (str(error) or type(error).__name__).splitlines()[0]
        raise
    finally:
        with contextlib.suppress(OSError):  # a full disk: the first manifest stays, which says "partial"
            manifest = finish_study(folder, manifest, stopped)
    return manifest


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
        blocks_per_part=_SLOW_PART_BLOCKS if slow(plan.bots, plan.functions) else _PART_BLOCKS,
        engine=engine_signature(),
        versions=versions(),
    )
