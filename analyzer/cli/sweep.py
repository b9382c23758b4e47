"""``granja sweep``: a baseline and variants of it on the same blocks, and what each changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.how import How
from analyzer.cli.options import ClusterAddress, Jobs, NoReport, Quiet, Store, repeatable
from analyzer.cli.output import console, note, say, say_json
from analyzer.cli.run import check_room, free_bytes

if TYPE_CHECKING:
    from analyzer.scenario.sweep_model import Sweep
    from analyzer.simulate.sweeps import SweepPlan


def sweep(
    context: typer.Context,
    sweep: Annotated[
        str | None, typer.Argument(metavar="SWEEP", help="Name of a shipped sweep, or path of a file.")
    ] = None,
    *,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            help="Games of the baseline, in whole blocks; variants play the same blocks. [sweep's]",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Root seed. [sweep's]")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    store: Store = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder of the sweep. [runs/<sweep>-<n>]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older sweep in that folder.")] = False,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="DIR", help="Go on with the sweep in that folder, as it was begun."),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Play nothing into files: list the variants, games, time and disk, and the smallest "
            "difference that the sweep could show.",
        ),
    ] = False,
    list_sweeps: Annotated[bool, typer.Option("--list", help="List the shipped sweeps.")] = False,
    no_report: NoReport = False,
    quiet: Quiet = False,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Play a scenario and variants of it on the same blocks, and say what each variant changes.

    A sweep's file names the baseline and what to vary, by the paths of the rule set; without SWEEP the
    shipped ones are listed. Every variant is an ordinary run in the sweep's folder, and differences are
    paired by block. The same sweep, seed and number of games give the same tables, byte for byte, with any
    number of jobs. Ctrl-C leaves what was played readable; --resume plays the rest.
    """
    how = How(jobs, force, no_report, quiet, as_json, cluster, store)
    how.check()
    if resume is not None:
        from analyzer.cli.sweep_play import go_on

        go_on(context, resume, how)
        return
    if sweep is None or list_sweeps:
        _list(as_json=as_json)
        return
    from analyzer.analysis.sweep import measure_problems
    from analyzer.scenario.problems import ScenarioErrors
    from analyzer.scenario.sweeps import load_sweep
    from analyzer.simulate.sweeps import plan_sweep

    loaded = load_sweep(sweep)
    if wrong := measure_problems(loaded, sweep):
        raise ScenarioErrors(wrong)
    plan = plan_sweep(loaded, games, seed)
    folder = how.folder(out, f"{loaded.name}-{plan.baseline.asked}")
    if dry_run:
        _dry_run(plan, folder, how)
        return
    plan = plan.asked_by(repeatable(context, games=plan.baseline.games, seed=plan.baseline.seed))
    _play(plan, folder, how)


def _play(plan: SweepPlan, folder: Path, how: How) -> None:
    """Begin a sweep, play all of it, and say what came out."""
    from analyzer.cli.sweep_play import perform
    from analyzer.cli.sweep_words import announcement, time_needed
    from analyzer.recording.lock import locked
    from analyzer.recording.sweep_store import check_new_sweep
    from analyzer.simulate.sweeps import begin_sweep

    how.check_store(folder)
    check_new_sweep(folder, force=how.force)
    free = free_bytes(folder)
    check_room(folder, plan.disk_bytes, free)
    with locked(folder):
        if not how.quiet:
            needed = time_needed([(each, each.games) for each in plan.runs.values()], how)
            for line in announcement(plan, folder, how.who, needed, free):
                note(line)
        perform(lambda: begin_sweep(plan, folder, force=how.force), how)


def _dry_run(plan: SweepPlan, folder: Path, how: How) -> None:
    """Say what would be played."""
    from analyzer.analysis.metrics.layout import metrics_of
    from analyzer.analysis.sweep import usual_metrics
    from analyzer.analysis.sweep_json import dry_run_json
    from analyzer.analysis.sweep_pilot import pilot_sweep

    if not how.quiet:
        note("A short pilot of all runs is being played, in memory.")
    free = free_bytes(folder)
    pilot = pilot_sweep(plan)
    if how.as_json:
        say_json(dry_run_json(plan, pilot, how.processes, free))
        return
    from analyzer.cli.sweep_dry_run import dry_run_tables

    metrics = {metric.key: metric for metric in metrics_of(plan.sweep.baseline)}
    shown = plan.sweep.measures or usual_metrics(list(metrics.values()))
    screen = console()
    for part in dry_run_tables(plan, pilot, [metrics[key] for key in shown], how.processes, free):
        screen.print(part)


def _list(*, as_json: bool) -> None:
    """The shipped sweeps, with what they ask."""
    from analyzer.scenario.sweeps import load_sweep, shipped_sweeps

    found = [load_sweep(name) for name in shipped_sweeps()]
    if as_json:
        say_json(
            [
                {
                    "name": each.name,
                    "description": each.description,
                    "baseline": each.baseline.name,
                    "variants": [variant.name for variant in each.variants],
                    "games": each.games,
                }
                for each in found
            ]
        )
        return
    _print_list(found)


def _print_list(found: list[Sweep]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("sweep", "variants", "of", "what it asks"):
        table.add_column(column, justify="right" if column == "variants" else "left", overflow="fold")
    for each in found:
        table.add_row(each.name, str(len(each.variants)), each.baseline.name, each.description)
    console().print(table)
    say("'granja sweep SWEEP --dry-run' says what one of them, or a file of your own, would take and show.")
