"""Plays a study into its folder: blocks in short cuts, rows put together to parts in order of blocks.

What each study plays in a block is its own task; equal studies have equal bytes whoever plays the cuts.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from analyzer.recording.manifest import versions
from analyzer.recording.studies import (
    PART_BLOCKS,
    STUDIES,
    StudyManifest,
    Variant,
    create_study,
    finish_study,
    resume_study,
    study_frame,
    write_study_part,
    writing_study,
)
from analyzer.simulate.crew import Answer, CoursePlayers, Cut, Task, next_size
from analyzer.simulate.failures import DiskTrouble
from analyzer.simulate.job import SLOW_PART_BLOCKS, slow

if TYPE_CHECKING:
    from analyzer.simulate.plan import Plan


class StudyAnswer(Answer, Protocol):
    """Rows of some blocks, in order of blocks; fields are named as the study's columns."""

    @property
    def rows(self) -> np.ndarray:
        """Structured array, one-dimensional; bots as indices."""


class StudyTask(Task, Protocol):
    """Some blocks of a study."""

    def play(self) -> StudyAnswer:
        """Play it all, without a pause."""


@dataclass(frozen=True, slots=True, eq=False)
class StudyPlan:
    """A study to be played.  ``task``: first block, blocks -> what plays them; ``slow``: as in Course."""

    manifest: StudyManifest
    task: Callable[[int, int], StudyTask]
    slow: bool


def study_manifest(plan: Plan, name: str, blocks: int, variants: tuple[Variant, ...]) -> StudyManifest:
    """What a study beside a run is, before anything was played."""
    from analyzer.scenario import scenario_to_dict
    from analyzer.simulate.signature import engine_signature

    return StudyManifest(
        name=name,
        scenario=scenario_to_dict(plan.scenario),
        players=plan.players,
        bots=plan.bot_names,
        seating=tuple(tuple(row) for row in plan.seating.tolist()),
        seed=plan.seed,
        blocks=blocks,
        blocks_per_part=SLOW_PART_BLOCKS if slow(plan.bots, plan.functions) else PART_BLOCKS,
        engine=engine_signature(),
        versions=versions(),
        variants=variants,
    )


class StudyCourse:
    """The cuts of a study that are left, and the rows of parts that aren't whole yet.

    The key of a cut is its first block.  ``done``: parts that are not to be played.
    """

    def __init__(
        self,
        plan: StudyPlan,
        write: Callable[[int, np.ndarray], None],
        jobs: int,
        done: frozenset[int] = frozenset(),
    ) -> None:
        self.slow = plan.slow
        self._plan = plan
        self._write = write
        self._jobs = jobs
        parts = [plan.manifest.part_blocks(part) for part in range(plan.manifest.parts) if part not in done]
        self._ranges = deque(parts)  # blocks that aren't cut off yet, by part
        self._left = sum(map(len, parts))
        self._aim = 1  # blocks of the next cut
        self._rows: dict[int, dict[int, np.ndarray]] = {}  # by part and first block
        self._missing: dict[int, int] = {}  # blocks by part

    def next_cut(self) -> Cut | None:
        """Blocks of one part, about BATCH_SECONDS long; fewer at the end, so that workers end together."""
        if not self._ranges:
            return None
        aim = self._aim if self._jobs == 1 else max(1, min(self._aim, self._left // (2 * self._jobs)))
        part = self._ranges.popleft()
        first, blocks = part.start, min(aim, len(part))
        if blocks < len(part):
            self._ranges.appendleft(part[blocks:])
        self._left -= blocks
        return Cut((first,), self._plan.task(first, blocks), blocks)

    def keep(self, cut: Cut, answer: StudyAnswer) -> None:
        """Put by the rows of a cut; a part whose blocks are all there is written.  Raises OSError."""
        (first,) = cut.key
        part = first // self._plan.manifest.blocks_per_part
        rows = self._rows.setdefault(part, {})
        rows[first] = answer.rows
        blocks = len(self._plan.manifest.part_blocks(part))
        self._missing[part] = self._missing.get(part, blocks) - cut.size
        self._aim = next_size(cut.size, answer.seconds)
        if self._missing[part] == 0:
            del self._rows[part], self._missing[part]
            self._write(part, np.concatenate([rows[block] for block in sorted(rows)]))


def _no_progress(blocks: int) -> None:
    """No progress bar."""


def play_study(
    plan: StudyPlan,
    folder: Path,
    crew: CoursePlayers,
    *,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[int], None] = _no_progress,
) -> StudyManifest:
    """Play a study into a new folder; the same plan gives the same bytes with any crew.

    ``resume``: the folder may hold parts of it, and the rest is played.  ``progress`` is told blocks
    just played, and first those that are there.  Raises UserError if the folder can't be made, and what
    ``Crew.play_course`` raises (Interrupted, BotError, RunFailed), or DiskTrouble; the folder then
    holds the parts that were whole, readable, and says why it has no more.
    """
    with writing_study(folder):
        manifest, done = plan.manifest, frozenset[int]()
        if resume:
            manifest, done = resume_study(folder, manifest)
        else:
            create_study(folder, manifest, force)
        if manifest.state == "complete" and len(done) == manifest.parts:
            return manifest
        if done:
            progress(sum(len(manifest.part_blocks(part)) for part in done))
        return _play(plan, manifest, done, folder, crew, progress)


def _play(
    plan: StudyPlan,
    manifest: StudyManifest,
    done: frozenset[int],
    folder: Path,
    crew: CoursePlayers,
    progress: Callable[[int], None],
) -> StudyManifest:
    """Play what a study's folder lacks."""

    def write(part: int, rows: np.ndarray) -> None:
        write_study_part(folder, part, study_frame(manifest, rows))

    course = StudyCourse(plan, write, crew.jobs, done)
    stopped: str | None = None
    try:
        crew.play_course(course, progress)
    except OSError as error:
        stopped = f"a part can't be written: {error.strerror}"
        again = "play it again with --force, or give a folder on another disk with --out"
        if folder.parent.name == STUDIES:
            again = "go on with --resume"
        raise DiskTrouble(
            f"{folder}: {stopped}; what was written before stays, so make room and {again}."
        ) from error
    except BaseException as error:
        stopped = (str(error) or type(error).__name__).splitlines()[0]
        raise
    finally:
        with contextlib.suppress(OSError):  # a full disk: the first manifest stays, which says "partial"
            manifest = finish_study(folder, manifest, stopped)
    return manifest
