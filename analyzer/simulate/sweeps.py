"""Sweeps: a baseline and its variants on the same blocks, each a run of its own in the sweep's folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.recording.manifest import versions
from analyzer.recording.sweep_manifest import SweepManifest
from analyzer.recording.sweep_store import (
    create_sweep,
    name_runs,
    read_sweep_manifest,
    run_folder,
    run_names,
)
from analyzer.scenario.sweep_model import BASELINE
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.plan import Plan, make_plan
from analyzer.simulate.record import plan_manifest, record
from analyzer.simulate.resume import Begun, begun_run, check_engine
from analyzer.simulate.signature import engine_signature

if TYPE_CHECKING:
    from analyzer.scenario import Scenario
    from analyzer.scenario.sweep_model import Sweep
    from analyzer.simulate.workers import Workers


@dataclass(frozen=True, slots=True, eq=False)
class SweepPlan:
    """What a sweep plays: its runs have the same seed and number of blocks, so the same luck.

    ``variants``: a plan for each of the sweep's, in its order.
    """

    sweep: Sweep
    baseline: Plan
    variants: tuple[Plan, ...]

    @property
    def runs(self) -> dict[str, Plan]:
        """All plans by the names of their folders, in the order of playing."""
        folders = (variant.folder for variant in self.sweep.variants)
        return {BASELINE: self.baseline, **dict(zip(folders, self.variants, strict=True))}

    @property
    def games(self) -> int:
        """Games of all runs."""
        return sum(plan.games for plan in self.runs.values())

    @property
    def disk_bytes(self) -> int:
        """About how much disk all tables will take."""
        return sum(plan.disk_bytes for plan in self.runs.values())

    def asked_by(self, command: tuple[str, ...]) -> SweepPlan:
        """The same with the words after "granja" that ask for it."""
        baseline, *variants = (replace(plan, command=command) for plan in self.runs.values())
        return replace(self, baseline=baseline, variants=tuple(variants))


@dataclass(frozen=True, slots=True)
class SweepRun:
    """One run of a sweep: its folder's name, what people call it, and what of it is there."""

    folder: str
    name: str
    begun: Begun


@dataclass(frozen=True, slots=True)
class BegunSweep:
    """A sweep whose folder is made, just now or earlier: all of its runs, in the order of playing."""

    folder: Path
    manifest: SweepManifest
    runs: tuple[SweepRun, ...]

    @property
    def complete(self) -> bool:
        """Whether no game is left to play."""
        return all(run.begun.complete for run in self.runs)

    @property
    def games(self) -> int:
        """Games of all runs, played or not."""
        return sum(run.begun.plan.games for run in self.runs)

    @property
    def games_there(self) -> int:
        """Games that are in the folder."""
        return sum(run.begun.games for run in self.runs)

    @property
    def complete_runs(self) -> int:
        """Runs that have all their games."""
        return sum(run.begun.complete for run in self.runs)

    @property
    def disk_bytes_left(self) -> int:
        """About how much disk the games will take that are left."""
        return sum(run.begun.disk_bytes_left for run in self.runs)

    @property
    def doubt(self) -> str | None:
        """Why bytes may differ from those of an undisturbed sweep; None if they can't."""
        return next((run.begun.doubt for run in self.runs if run.begun.doubt), None)


@dataclass(frozen=True, slots=True)
class SweepOutcome:
    """How a sweep ended: ``stopped`` says why it is partial, None if it is complete.

    ``played`` games were played now, in ``seconds``.
    """

    stopped: str | None
    played: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games played a second."""
        return self.played / self.seconds if self.seconds else 0.0


def plan_sweep(sweep: Sweep, games: int | None = None, seed: int | None = None) -> SweepPlan:
    """Plan a sweep; ``games`` (of the baseline) and ``seed`` take the place of the sweep's own.

    Line-ups of another seating have another number of games in as many blocks.  Raises UserError for
    numbers out of range.
    """
    baseline = make_plan(
        sweep.baseline, sweep.games if games is None else games, sweep.seed if seed is None else seed
    )
    variants = tuple(_same_blocks(scenario, baseline) for scenario in sweep.scenarios)
    return SweepPlan(sweep, baseline, variants)


def _same_blocks(scenario: Scenario, baseline: Plan) -> Plan:
    """A variant's plan: the baseline's blocks, in the arrangements of its own line-up."""
    plan = make_plan(scenario, 1, baseline.seed)
    games = baseline.blocks * plan.games_per_block
    return replace(plan, asked=games, blocks=baseline.blocks)


def sweep_manifest(plan: SweepPlan) -> SweepManifest:
    """What a sweep is, in full."""
    sweep, baseline = plan.sweep, plan.baseline
    return SweepManifest(
        name=sweep.name,
        description=sweep.description,
        variants=sweep.variants,
        axes=sweep.axes,
        grids=sweep.grids,
        measures=sweep.measures,
        seed=baseline.seed,
        blocks=baseline.blocks,
        games=baseline.games,
        engine=engine_signature(),
        versions=versions(),
        command=baseline.command,
    )


def begin_sweep(plan: SweepPlan, folder: Path, *, force: bool = False) -> BegunSweep:
    """Make the folder of a sweep with all of its runs, of which no game is played yet.

    Raises UserError if it can't be made, or a Python bot of any variant can't be loaded; FolderLocked.
    """
    for each in plan.runs.values():
        if each.functions is not None:
            each.functions.askers(each.players)
    manifest = sweep_manifest(plan)
    manifests = {name: plan_manifest(each) for name, each in plan.runs.items()}
    create_sweep(folder, manifest, manifests, force=force)
    begun = (Begun(each, manifests[name], each.parts, None) for name, each in plan.runs.items())
    return BegunSweep(folder, manifest, _named(manifest, begun))


def begun_sweep(folder: Path) -> BegunSweep:
    """The sweep in a folder, to go on with it.  Take the folder's lock first.

    Raises UserError if it isn't one, lacks a run, or one that this engine would play otherwise.
    """
    manifest = read_sweep_manifest(folder)
    check_engine(folder, manifest.engine, manifest.versions)
    name_runs(folder)
    begun = []
    for name in run_names(manifest):
        place = run_folder(folder, name)
        if not place.is_dir():
            raise UserError(f"{folder} lacks {place.name}, one of its runs; begin anew with --force.")
        run = begun_run(place)
        if (run.plan.seed, run.plan.blocks) != (manifest.seed, manifest.blocks):
            raise UserError(f"{place} is a run of other blocks than the sweep's; begin anew with --force.")
        begun.append(run)
    return BegunSweep(folder, manifest, _named(manifest, iter(begun)))


def _named(manifest: SweepManifest, begun: Iterator[Begun]) -> tuple[SweepRun, ...]:
    """The runs with their names."""
    names = (BASELINE, *(variant.name for variant in manifest.variants))
    return tuple(map(SweepRun, run_names(manifest), names, begun))


def _ignore_beginning(run: SweepRun) -> None:
    """Nobody to tell."""


def _ignore_progress(games: int) -> None:
    """No progress bar."""


def _ignore_notice(text: str) -> None:
    """Nobody to tell."""


def play_sweep(
    sweep: BegunSweep,
    *,
    workers: Workers,
    batch_blocks: int | None = None,
    begins: Callable[[SweepRun], None] = _ignore_beginning,
    progress: Callable[[int], None] = _ignore_progress,
    notice: Callable[[str], None] = _ignore_notice,
) -> SweepOutcome:
    """Play what the runs lack with ``workers``, the baseline first, then the variants in their order.

    ``begins`` is told which run begins, ``progress`` games of it just played (negative: lost with a
    worker).  Ctrl-C ends the sweep cleanly (``SweepOutcome.stopped``).  Take the folder's lock first.
    Raises what ``record`` raises; finished runs stay, and the one in work is a partial run.
    """
    clock, played = time.perf_counter(), 0
    stopped: str | None = None
    with Interrupt() as interrupt:
        for run in sweep.runs:
            if run.begun.complete:
                continue
            stopped = interrupt.reason
            if stopped is not None:
                break
            begins(run)
            outcome = record(
                run.begun.plan,
                run_folder(sweep.folder, run.folder),
                workers=workers,
                begun=run.begun,
                batch_blocks=batch_blocks,
                progress=progress,
                notice=notice,
            )
            played += outcome.played
            stopped = outcome.stopped
            if stopped is not None:
                break
    return SweepOutcome(stopped, played, time.perf_counter() - clock)
