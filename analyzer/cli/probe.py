"""``granja probe``: play decisions again with each of their options, and say what each is worth."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.options import BotsInSeats, Jobs, Quiet, Restrictions
from analyzer.cli.output import complain, console, note, say, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.simulate.plan import Plan

_DECISIONS = 10_000


def probe(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|RUN|STUDY",
            help="A scenario, or a run folder's; or the folder of probes, to show what they tell.",
        ),
    ],
    *,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="KIND", help="Which decisions: placement, hex, building, roof, die or token."
        ),
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option("-n", "--decisions", metavar="N", help=f"Decisions, one a game. [{_DECISIONS}]"),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Root seed. [scenario's]")] = None,
    bot: BotsInSeats = None,
    restrict: Restrictions = None,
    jobs: Jobs = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder. [runs/<scenario>-probe-<kind>-<n>]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace older probes in that folder.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every option, and each bot's.")] = False,
    quiet: Quiet = False,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
) -> None:
    """Find what options are worth: play the same game again with only one decision changed.

    In each game one decision of the kind is drawn, and the game is played once with each option it
    had, from the same seed. The same words give the same files, byte for byte, with any number of
    jobs. Ctrl-C leaves what was played readable.
    """
    from analyzer.recording.studies import STUDY

    folder = Path(subject)
    if (folder / STUDY).is_file():
        if at or decisions is not None or seed is not None or bot or restrict or out or force:
            raise UserError(
                f"{folder} holds probes that were played; only --all, --json and --quiet go with it."
            )
    else:
        kind = _kind(at)
        plan = _plan(subject, decisions, seed, bot or (), restrict or ())
        folder = out or Path("runs") / f"{plan.scenario.name}-probe-{kind}-{plan.blocks}"
        _play(plan, kind, folder, jobs, force, quiet)
    if not quiet or as_json:
        _show(folder, everything=everything, as_json=as_json)


def _play(plan: Plan, kind: str, folder: Path, jobs: int | None, force: bool, quiet: bool) -> None:
    """Play the probes into their folder; ends the command if they are stopped."""
    from analyzer.recording.studies import check_new_study
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupted
    from analyzer.simulate.play import usable_cores

    check_new_study(folder, force=force)
    jobs = jobs or usable_cores()
    if not quiet:
        note(_announcement(plan, kind, folder, jobs))
    try:
        _played(plan, kind, folder, jobs, force, quiet)
    except Interrupted as reason:
        note(_stopped(folder, str(reason)))
        raise typer.Exit(INTERRUPTED) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(BUG) from None


def _kind(at: str | None) -> str:
    """The kind of decisions, one of the words that the core knows."""
    from analyzer.simulate.probing import KINDS

    known = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
    if at is None:
        raise UserError(f"Say which decisions to probe with --at: {known}.")
    if at not in KINDS:
        from difflib import get_close_matches

        near = get_close_matches(at, KINDS, 1)
        remedy = f"did you mean {near[0]}?" if near else f"give {known}."
        raise UserError(f"--at {at}: there are no such decisions; {remedy}")
    return at


def _plan(
    subject: str, decisions: int | None, seed: int | None, bots: Sequence[str], told: Sequence[str]
) -> Plan:
    """What to play; a run's scenario with the run's own seed."""
    from analyzer.scenario import restrict_scenario
    from analyzer.scenario.substitutes import with_bots
    from analyzer.simulate.probing import plan_probes
    from analyzer.trace.game import open_subject

    opened = open_subject(subject)
    if opened.doubt:
        note(f"Note: {opened.doubt}")
    scenario = restrict_scenario(with_bots(opened.scenario, bots), told)
    number = _DECISIONS if decisions is None else decisions
    return plan_probes(scenario, number, opened.seed if seed is None else seed)


def _announcement(plan: Plan, kind: str, folder: Path, jobs: int) -> str:
    """What is going to be played."""
    from analyzer.wording.probe_options import DECISIONS

    games = "1 game" if plan.blocks == 1 else f"{plan.blocks:,} games"
    workers = f"{jobs} {'job' if jobs == 1 else 'jobs'}"
    return (
        f"{plan.scenario.name}: one decision in each of {games}, {DECISIONS[kind]}; played once with each "
        f"option; seed {plan.seed}, {workers}, into {folder}."
    )


def _played(plan: Plan, kind: str, folder: Path, jobs: int, force: bool, quiet: bool) -> None:
    """Play with one progress bar."""
    from tqdm import tqdm

    from analyzer.simulate.crew import Crew
    from analyzer.simulate.interrupt import Interrupt
    from analyzer.simulate.probing import play_probes

    with (
        tqdm(
            total=plan.blocks,
            unit_scale=True,
            dynamic_ncols=True,
            disable=quiet or not sys.stderr.isatty(),
            unit=" games",
            bar_format="{percentage:3.0f}% |{bar}| {n_fmt}/{total_fmt} games, {rate_fmt}, {remaining} left",
        ) as bar,
        Interrupt() as interrupt,
        Crew(jobs, interrupt, lambda text: tqdm.write(text, file=sys.stderr)) as crew,
    ):

        def progress(blocks: int) -> None:
            bar.update(blocks)

        play_probes(plan, kind, folder, crew, force=force, progress=progress)


def _stopped(folder: Path, reason: str) -> str:
    """One sentence about probes that were ended early."""
    from analyzer.recording.studies import read_study

    manifest = read_study(folder)
    if manifest.blocks_done == 0:
        return f"Stopped ({reason}) before the first part was finished: {folder} has no decisions."
    return (
        f"Stopped ({reason}): {folder} holds the decisions of {manifest.blocks_done:,} of "
        f"{manifest.blocks:,} games; 'granja probe {shlex.quote(str(folder))}' shows what they tell."
    )


def _show(folder: Path, *, everything: bool, as_json: bool) -> None:
    """Print what a study of probes tells.  Raises UserError."""
    from analyzer.analysis.probes import probed_in
    from analyzer.cli.probe_view import probe_tables, to_json
    from analyzer.recording.studies import open_study
    from analyzer.recording.study_schema import PROBES
    from analyzer.scenario import scenario_from_dict

    study = open_study(folder)
    if not study.manifest.name.startswith(PROBES):
        raise UserError(f"{folder} holds the study `{study.manifest.name}`, which isn't one of probes.")
    found = probed_in(study)
    scenario = scenario_from_dict(study.manifest.scenario, str(folder))
    if as_json:
        say_json({"study": str(folder)} | to_json(study, scenario, found))
        return
    screen = console()
    for part in probe_tables(study, scenario, found, everything=everything):
        screen.print(part)
    say(f"Decisions: {folder}")
