"""``granja run``: play a scenario's games, say what came out, write the report."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.how import How
from analyzer.cli.options import (
    BotsInSeats,
    ClusterAddress,
    Jobs,
    NoReport,
    Quiet,
    Restrictions,
    Store,
    repeatable,
)
from analyzer.cli.output import complain, console, note, say, say_json
from analyzer.cli.run_bar import record_with_bar
from analyzer.cli.run_limits import MOST, Ends, end_options, ends_announced
from analyzer.cli.run_studies import play_with_bars, studies_announced, studies_stopped
from analyzer.cli.sizes import size
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.simulate.plan import Plan
    from analyzer.simulate.record import Outcome
    from analyzer.simulate.resume import Begun
    from analyzer.simulate.studies import PlannedStudy

_FINDINGS = 3  # of the report, named in the terminal


def run(
    context: typer.Context,
    scenario: Annotated[
        str | None, typer.Argument(metavar="SCENARIO", help="Name of a shipped scenario, or path of a file.")
    ] = None,
    *,
    bot: BotsInSeats = None,
    restrict: Restrictions = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            help="Games, rounded up to whole blocks; with --until or --budget the most. [scenario's; with "
            f"these {MOST:,}, if the scenario's aren't more]",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="[KEY] ci=W",
            help="Play until each bot's win share (one bot: each seat's) is known to plus or minus W points: "
            "ci=0.5pp. Or a metric by its key: 'vp ci=0.05', 'deli.completed ci=0.2pp'.",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="TIME",
            help="End the games after so long, with what is whole: 30s, 10m, 1h30m.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Root seed. [scenario's]")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    store: Store = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Run folder. [runs/<scenario>-<n>]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older run in that folder.")] = False,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="DIR",
            help="Go on with the run in that folder, as it was begun; "
            "with --budget also if a budget has ended it.",
        ),
    ] = None,
    study: Annotated[
        str | None,
        typer.Option(
            "--study",
            metavar="LIST",
            help="Studies to play too: probes, restrictions, luck, with sizes if you like "
            "(probes=20000,luck), or none. [scenario's]",
        ),
    ] = None,
    no_report: NoReport = False,
    quiet: Quiet = False,
    as_json: Annotated[bool, typer.Option("--json", help="The summary as JSON.")] = False,
) -> None:
    """Play many games of a scenario into a run folder, and write its report.

    The same scenario, seed and number of games give the same tables, byte for byte, with any
    number of jobs, here or on the machines of a cluster. Ctrl-C ends the run and leaves what was
    played readable; --resume plays the rest, after Ctrl-C, a crash or a full disk, to the same bytes.
    --until ends it once an interval is narrow enough, at the same game on any machine, --budget by the
    clock. Studies are further games, played from the same seed with something changed: they tell causes.
    """
    how = How(jobs, force, no_report, quiet, as_json, cluster, store)
    how.check()
    if resume is not None:
        from analyzer.cli.resume import go_on

        go_on(context, resume, how, end_options(None, budget).seconds)
        return
    if scenario is None:
        raise UserError("Missing argument 'SCENARIO'. See 'granja run --help'.")
    from analyzer.recording.lock import locked
    from analyzer.recording.store import check_new
    from analyzer.recording.sweep_store import check_no_run_of_sweep
    from analyzer.scenario import load_scenario, restrict_scenario
    from analyzer.scenario.studies import with_studies
    from analyzer.scenario.substitutes import with_bots
    from analyzer.simulate.plan import make_plan
    from analyzer.simulate.studies import plan_studies

    played = restrict_scenario(with_bots(load_scenario(scenario), bot or ()), restrict or ())
    if study is not None:
        played = with_studies(played, study)
    options = end_options(until, budget)
    plan = replace(make_plan(played, options.games(games, played.games), seed), until=options.until)
    studies = plan_studies(plan)
    folder = how.folder(out, options.folder(plan.scenario.name, plan.asked))
    how.check_store(folder)
    if force:
        check_no_run_of_sweep(folder, "--force")
    check_new(folder, force=force)
    ends = options.of(plan, folder)
    free = free_bytes(folder)
    needed = plan.disk_bytes + sum(study.disk_bytes for study in studies)
    if games is not None or not options:
        check_room(folder, needed, free)
    with locked(folder):
        if not quiet:
            for line in _announcement(plan, folder, how.who, needed, free, ends):
                note(line)
            if studies:
                note(studies_announced(studies, known=not options))
        words = repeatable(context, games=plan.games, seed=plan.seed, until=plan.until)
        perform(replace(plan, command=words), studies, folder, how, ends)


def check_room(folder: Path, needed: int, free: int) -> None:
    """Raise UserError unless the tables have room on the disk; both in bytes."""
    if needed > free:
        raise UserError(
            f"{folder}: this needs about {size(needed)} and the disk has {size(free)} left; "
            "play fewer games, or give a folder on another disk with --out."
        )


def perform(
    plan: Plan,
    studies: Sequence[PlannedStudy],
    folder: Path,
    how: How,
    ends: Ends,
    begun: Begun | None = None,
) -> None:
    """Play games and studies (of a run that was ``begun`` what it lacks), then report and summary."""
    from analyzer.simulate.ending import BUDGET
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupted
    from analyzer.simulate.record import Outcome
    from analyzer.simulate.studies import studies_beside

    try:
        with how.workers() as workers:
            if begun is not None and begun.complete:
                outcome = Outcome(folder, None, begun.games, 0.0, 0)
            else:
                outcome = record_with_bar(
                    plan, folder, workers, ends, begun, force=how.force, quiet=how.quiet
                )
            if (ends or begun is not None) and outcome.stopped is None:
                studies = studies_beside(plan, outcome.games, folder)
            if studies and outcome.stopped is None:
                play_with_bars(studies, folder, workers, quiet=how.quiet, resume=begun is not None)
    except Interrupted as reason:
        note(studies_stopped(studies, folder, str(reason)))
        raise typer.Exit(INTERRUPTED) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(BUG) from None
    if outcome.stopped == BUDGET:
        raise UserError(
            f"{folder}: the budget ended before the first games were whole; give more with 'granja run "
            f"--resume {shlex.quote(str(folder))} --budget TIME'."
        )
    if outcome.stopped is not None:
        note(_stopped(plan, outcome, ends))
        raise typer.Exit(INTERRUPTED)
    conclude(outcome, how)


def _announcement(plan: Plan, folder: Path, who: str, needed: int, free: int, ends: Ends) -> list[str]:
    """What is going to happen, and what to expect of it; disk in bytes."""
    from analyzer.analysis.stats import expected_half_width

    limits = ends_announced(ends, plan)
    blocks = f" ({plan.blocks:,} {'block' if plan.blocks == 1 else 'blocks'} of {plan.games_per_block})"
    games = "1 game" if plan.games == 1 else f"{plan.games:,} games"
    games = f"at most {games}" if limits else games
    what = f"{plan.scenario.name}: {games}{blocks}, seed {plan.seed}"
    lines = [f"{what}, {who}, into {folder}."]
    if plan.games != plan.asked:
        lines.append(
            f"{plan.asked:,} games are rounded up to {plan.games:,}: each block plays its seed in all "
            f"{plan.games_per_block} arrangements of the line-up."
        )
    lines.append(f"Disk: {'at most ' if limits else ''}about {size(needed)} of {size(free)} free.")
    if limits or plan.players == 1:
        return lines + limits
    widths = [("a seat", expected_half_width(plan.players, 1, plan.games))]
    if len(plan.bot_names) > 1:
        seats = min(plan.seats_of(bot) for bot in range(len(plan.bot_names)))
        widths.append(("a bot", expected_half_width(plan.players, seats, plan.games)))
    expected = " and ".join(f"{who}'s to ±{100 * half:.2g} points" for who, half in widths if half > 0)
    if expected:
        lines.append(f"Expect win shares (95 % intervals): {expected}.")
    return lines


def _stopped(plan: Plan, outcome: Outcome, ends: Ends) -> str:
    """One sentence about a run that was ended early.

    Without a new budget one that had a budget would go on to games that nobody has asked for.
    """
    place = shlex.quote(str(outcome.folder))
    again = f"'granja run --resume {place}' plays the rest"
    if ends.seconds is not None:
        again = f"'granja run --resume {place} --budget TIME' plays on"
    of_all = f"of {'at most ' if plan.until or ends else ''}{plan.games:,} games"
    if outcome.games == 0:
        return (
            f"Stopped ({outcome.stopped}) before the first part was finished: {outcome.folder} has no games; "
            f"{again}."
        )
    return (
        f"Stopped ({outcome.stopped}): {outcome.folder} holds {outcome.games:,} {of_all} "
        f"as a partial run; 'granja report {place}' makes its report, and {again}."
    )


def conclude(outcome: Outcome, how: How, report: Path | None = None) -> None:
    """The report, then the summary: nobody may be reading any more when it is printed.

    ``report``: one that was written before.
    """
    findings: tuple[str, ...] = ()
    if report is None and not how.no_report:
        report, findings = _report(outcome.folder)
    if how.quiet and not how.as_json:
        return
    from analyzer.analysis.summary import summarise, to_json
    from analyzer.cli.summary_view import summary_tables
    from analyzer.recording.store import open_run, reading

    with reading(outcome.folder):
        summary = summarise(open_run(outcome.folder))
    if how.as_json:
        figures = {
            "run": str(outcome.folder),
            "seconds": round(outcome.seconds, 3),
            "games_per_s": round(outcome.rate, 1),
        }
        say_json(figures | {"report": None if report is None else str(report), "summary": to_json(summary)})
        return
    screen = console()
    for table in summary_tables(summary):
        screen.print(table)
    if findings:
        say("\nWhat stands out most:")
        for sentence in findings:
            say(f"- {sentence}")
    played = f"Played in {outcome.seconds:,.1f} s ({outcome.rate:,.0f} games/s). " if outcome.played else ""
    say(f"\n{played}Tables: {outcome.folder}")
    if report is not None:
        say(f"Report: {report}")


def _report(folder: Path) -> tuple[Path, tuple[str, ...]]:
    """Write the report into the run folder; its file, and the first findings of it."""
    from analyzer.recording.store import reading
    from reports.runs import page_of
    from reports.sections.findings import first_sentences
    from reports.write import write_page

    with reading(folder):
        page = page_of([folder])
        return write_page(page, folder), first_sentences(page, _FINDINGS)


def free_bytes(folder: Path) -> int:
    """Free space where the folder is or will be."""
    place = folder.absolute()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free
