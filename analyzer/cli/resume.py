"""``granja run --resume``: goes on with a run as it was begun."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyzer.cli.how import How
from analyzer.cli.options import OF_THE_MACHINE
from analyzer.cli.output import note, say
from analyzer.cli.run import check_room, conclude, free_bytes, perform
from analyzer.cli.run_limits import EndOptions, ends_announced
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.cli.run_limits import Ends
    from analyzer.simulate.resume import Begun
    from analyzer.simulate.studies import PlannedStudy

_TAKEN = OF_THE_MACHINE - {"out", "force"} | {"resume"}
REPORT = "report.html"
"""The file that says when a folder was reported."""


def go_on(context: typer.Context, folder: Path, how: How, seconds: float | None) -> None:
    """Play what a run lacks of its games and studies, and write its report anew.

    ``seconds``: a budget, with which a run that was ended by one goes on towards its most games.
    """
    check_alone(context, "run")
    from analyzer.recording.lock import locked
    from analyzer.recording.manifest import MANIFEST, read_manifest
    from analyzer.recording.studies import STUDIES, STUDY
    from analyzer.recording.sweep_store import check_no_run_of_sweep
    from analyzer.simulate.record import Outcome
    from analyzer.simulate.studies import are_complete, plan_studies

    read_manifest(folder)  # before the lock, which would make a folder
    if seconds is not None:
        check_no_run_of_sweep(folder, "--budget")
    how.check_store(folder)
    with locked(folder):
        begun = _begun(folder, seconds)
        ends = _ends(begun, folder, seconds)
        studies = plan_studies(begun.plan)
        if begun.doubt:
            note(
                f"Note: {folder} was begun with {begun.doubt}: the games are the same, but files may differ "
                "from those of an undisturbed run."
            )
        manifests = [folder / MANIFEST, *folder.glob(f"{STUDIES}/*/{STUDY}")]
        reported = how.no_report or is_reported(folder, manifests)
        if begun.complete and are_complete(folder, studies) and reported:
            if not how.quiet and not how.as_json:
                say(_nothing_left(begun, folder))
            if how.as_json:
                there = folder / REPORT
                outcome = Outcome(folder, None, begun.games, 0.0, 0, begun.manifest.ended)
                conclude(outcome, how, there if there.is_file() else None)
            return
        if not ends:  # else nobody knows how many of them are to be played
            check_room(folder, begun.disk_bytes_left, free_bytes(folder))
        if not how.quiet:
            note(_announcement(begun, folder, studies, how.who, at_most=bool(ends)))
            for line in ends_announced(ends, begun.plan):
                note(line)
        perform(begun.plan, studies, folder, how, ends, begun)


def _begun(folder: Path, seconds: float | None) -> Begun:
    """The run of a folder; one that its budget has ended lacks games again if there is a new budget."""
    from analyzer.recording.store import reopen_run
    from analyzer.simulate.resume import begun_run

    begun = begun_run(folder)
    if seconds is None or begun.manifest.ended != "budget":
        return begun
    reopen_run(folder, begun.manifest)
    return begun_run(folder)


def _ends(begun: Begun, folder: Path, seconds: float | None) -> Ends:
    """What may end the run early: its own rule, unless something has ended it already, and the budget."""
    from analyzer.analysis.until import aim_of

    manifest = begun.manifest
    aim = None if manifest.until is None or manifest.ended is not None else aim_of(manifest.until)
    return EndOptions(aim, seconds).of(begun.plan, folder)


def _nothing_left(begun: Begun, folder: Path) -> str:
    """Why there is nothing to do; of a run that its budget has ended, how it goes on."""
    manifest = begun.manifest
    if manifest.ended != "budget":
        return f"{folder} is complete with its {begun.games:,} games: nothing is left to play."
    return (
        f"{folder} was ended by its budget with {begun.games:,} of at most {manifest.most:,} games, and is "
        f"complete with these; 'granja run --resume {shlex.quote(str(folder))} --budget TIME' plays on."
    )


def check_alone(context: typer.Context, what: str) -> None:
    """Raise UserError for options that say what to play: the manifest of the run, or the like, does."""
    for parameter in context.command.params:
        name = parameter.name or ""
        value = context.params.get(name)
        if name in _TAKEN or value is None or value is False or value in ([], ()):
            continue
        word = parameter.opts[0] if parameter.param_type_name == "option" else name.upper()
        raise UserError(f"--resume goes on with the {what} as it was begun; leave {word} out.")


def is_reported(folder: Path, manifests: Sequence[Path]) -> bool:
    """Whether the report is there, and written after the last game: ``manifests`` say when that was."""
    report = folder / REPORT
    if not report.is_file():
        return False
    return report.stat().st_mtime >= max(file.stat().st_mtime for file in manifests)


def _announcement(
    begun: Begun, folder: Path, studies: Sequence[PlannedStudy], who: str, *, at_most: bool
) -> str:
    """What is left to do."""
    plan = begun.plan
    left = plan.games - begun.games
    what = f"{left:,} of {plan.games:,} games are left" if left else "all games are there"
    if at_most:
        what = f"{begun.games:,} games are there, of {plan.games:,} at most"
    after = ""
    if studies:
        after = f", then what is left of the {'study' if len(studies) == 1 else 'studies'}"
    return f"{plan.scenario.name}, seed {plan.seed}, in {folder}: {what}{after}; {who}."
