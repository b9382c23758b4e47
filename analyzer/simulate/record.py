"""Plays a plan into a run folder, and leaves it readable however that ends."""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from analyzer.recording.lock import locked
from analyzer.recording.manifest import Ended, Manifest, shortened, versions, write_manifest
from analyzer.recording.schema import FORMAT
from analyzer.recording.store import (
    continue_run,
    count,
    create_run,
    drop_parts,
    drop_unfinished,
    sync_tables,
    whole_parts,
    write_timings,
)
from analyzer.simulate.ending import BUDGET, Limits, Prefix, clock, write_begun
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Batch, Notice, Part, PartDone, PieceDone
from analyzer.simulate.plan import Plan
from analyzer.simulate.signature import engine_signature

if TYPE_CHECKING:
    from analyzer.simulate.resume import Begun
    from analyzer.simulate.workers import Workers


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: ``stopped`` says why it is partial, None if it is complete.

    ``games`` are in the folder, ``played`` were played now, in ``seconds``.  ``ended``: what ended a
    complete run before the most games that it might have played.
    """

    folder: Path
    stopped: str | None
    games: int
    seconds: float
    played: int
    ended: Ended | None = None

    @property
    def rate(self) -> float:
        """Games played a second."""
        return self.played / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class _Course:
    """What is to be played, and what has happened so far.

    ``there``: parts that were whole before.  ``manifest``: the last one that was written, so that whatever
    cuts an early end short leaves the run of that end.
    """

    manifest: Manifest
    limits: Limits
    prefix: Prefix
    parts: tuple[Part, ...]
    there: tuple[int, ...]
    parts_done: int = 0
    blocks_done: int = 0
    cpu_seconds: float = 0.0
    notices: list[str] = field(default_factory=list)
    stopped: str | None = None


def _ignore_progress(games: int) -> None:
    """No progress bar."""


def _ignore_notice(text: str) -> None:
    """Nobody to tell."""


_NO_LIMITS = Limits()


def record(  # noqa: PLR0913 (what it plays, where, how, and whom it tells)
    plan: Plan,
    folder: Path,
    *,
    workers: Workers,
    force: bool = False,
    begun: Begun | None = None,
    limits: Limits = _NO_LIMITS,
    batch_blocks: int | None = None,
    progress: Callable[[int], None] = _ignore_progress,
    notice: Callable[[str], None] = _ignore_notice,
) -> Outcome:
    """Play the whole plan into a new run folder, or what one that was ``begun`` lacks, with ``workers``.

    ``limits`` may end it before; it is then a run of fewer games.  ``progress`` is told games just
    played (negative: lost with a worker), ``notice`` what the user should know.  Ctrl-C ends the run
    cleanly (``Outcome.stopped``).  Raises UserError if the folder can't be made or a Python bot can't be
    loaded, FolderLocked if another process writes it, BotError if a bot fails, DiskTrouble, RunFailed;
    the folder then holds a partial run.
    """
    if plan.functions is not None:
        plan.functions.askers(plan.players)
    parts = plan.parts if begun is None else begun.missing
    there = sorted({part.number for part in plan.parts} - {part.number for part in parts})
    with locked(folder):
        if begun is None:
            manifest = plan_manifest(plan)
            create_run(folder, manifest, force=force)
        else:
            manifest = continue_run(folder, begun.manifest)
        course = _Course(manifest, limits, Prefix(plan.parts, limits.rule), parts, tuple(there))
        return _record(plan, folder, course, workers, batch_blocks, progress, notice)


def _record(
    plan: Plan,
    folder: Path,
    course: _Course,
    workers: Workers,
    batch_blocks: int | None,
    progress: Callable[[int], None],
    notice: Callable[[str], None],
) -> Outcome:
    """Play the parts of the course, and leave the folder readable."""
    started, clock = datetime.now(UTC), time.perf_counter()
    try:
        if not course.prefix.add(course.there) and course.parts:
            _play_all(plan, folder, course, workers, batch_blocks, progress, notice)
        _end_early(plan, folder, course)
    except BaseException as error:
        course.stopped = (str(error) or type(error).__name__).splitlines()[0]
        raise
    finally:
        seconds = time.perf_counter() - clock
        with contextlib.suppress(OSError):  # a full disk: the first manifest stays, which says "partial"
            drop_unfinished(folder)
            sync_tables(folder)
            course.manifest = _finish(folder, course.manifest, course.stopped)
            write_timings(folder, _timings(plan, course, workers.jobs, started, seconds))
    games = course.manifest.blocks_done * plan.games_per_block
    played = course.blocks_done * plan.games_per_block
    return Outcome(folder, course.stopped, games, seconds, played, course.manifest.ended)


def _play_all(
    plan: Plan,
    folder: Path,
    course: _Course,
    workers: Workers,
    batch_blocks: int | None,
    progress: Callable[[int], None],
    notice: Callable[[str], None],
) -> None:
    """Play all parts, keeping account in ``course``."""
    job = replace(plan.job("parquet", folder, batch_blocks), finely=course.limits.seconds is not None)
    with Interrupt() as interrupt, clock(course.limits.seconds, interrupt):
        with contextlib.closing(workers.play(job, course.parts, interrupt)) as events:
            for event in events:
                match event:
                    case Batch(blocks):
                        progress(blocks * plan.games_per_block)
                    case PieceDone():
                        course.prefix.add_piece(event)
                    case PartDone():
                        course.parts_done += 1
                        course.blocks_done += event.part.blocks
                        course.cpu_seconds += event.cpu_seconds
                        if course.prefix.add([event.part.number]):
                            return
                    case Notice(text, blocks):
                        progress(-blocks * plan.games_per_block)
                        course.notices.append(text)
                        notice(text)
        if course.parts_done < len(course.parts):
            course.stopped = interrupt.reason


def _end_early(plan: Plan, folder: Path, course: _Course) -> None:
    """Make of what a rule or the clock has ended a run of so many games; else change nothing.

    Parts beyond go first: until the manifest says so, the run is one that lacks them.
    """
    prefix = course.prefix
    begun = prefix.begun() if course.stopped == BUDGET and not prefix.is_met else None
    blocks = prefix.blocks + (0 if begun is None else begun.blocks)
    if not blocks or not (prefix.is_met or course.stopped == BUDGET):
        return
    drop_parts(folder, prefix.parts)
    if prefix.is_met or blocks < plan.blocks:
        course.manifest = shortened(course.manifest, blocks, "until" if prefix.is_met else "budget")
        write_manifest(folder, course.manifest)
    if begun is not None:
        write_begun(plan.job("parquet", folder), begun)
        course.blocks_done += begun.blocks
    course.stopped = None


def plan_manifest(plan: Plan) -> Manifest:
    """The manifest of a run in which nothing was played yet."""
    from analyzer.scenario import scenario_to_dict

    return Manifest(
        format=FORMAT,
        scenario=scenario_to_dict(plan.scenario),
        rules_hash=plan.scenario.rule_set.hash,
        players=plan.players,
        bots=plan.bot_names,
        seating=tuple(tuple(row) for row in plan.seating.tolist()),
        seed=plan.seed,
        games=plan.games,
        blocks=plan.blocks,
        games_per_block=plan.games_per_block,
        blocks_per_part=plan.blocks_per_part,
        parts=len(plan.parts),
        engine=engine_signature(),
        versions=versions(),
        command=plan.command,
        until=plan.until,
    )


def _finish(folder: Path, manifest: Manifest, stopped: str | None) -> Manifest:
    """Write the manifest of what was played: the parts from the first on that are whole."""
    whole = whole_parts(folder, manifest.parts)
    complete = whole == manifest.parts
    # Counted in the files: a worker may have written a part and been stopped before it could say so.
    rows, decisions = count(folder, whole)
    finished = msgspec.structs.replace(
        manifest,
        state="complete" if complete else "partial",
        stopped=None if complete else stopped,
        blocks_done=rows["blocks"],
        decisions=decisions,
        rows=rows,
    )
    write_manifest(folder, finished)
    return finished


def _timings(plan: Plan, course: _Course, jobs: int, started: datetime, seconds: float) -> dict[str, object]:
    """The clock's side of the run; memory in MB is the largest of any worker and of the parent."""
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes
    peaks = {
        name: resource.getrusage(who).ru_maxrss * unit // 1_000_000
        for name, who in (("workers", resource.RUSAGE_CHILDREN), ("parent", resource.RUSAGE_SELF))
    }
    games = course.blocks_done * plan.games_per_block
    return {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round(seconds, 3),
        "cpu_seconds": round(course.cpu_seconds, 3),
        "games_played": games,
        "games_per_s": round(games / seconds, 1),
        "jobs": jobs,
        "cores": os.cpu_count(),
        "peak_memory_mb": peaks,
        "budget_seconds": course.limits.seconds,
        "notices": course.notices,
    }
