"""``granja run --resume``: goes on with a run as it was begun."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyzer.cli.how import How
from analyzer.cli.options import OF_THE_MACHINE
from analyzer.cli.output import note, say
from analyzer.cli.run import check_room, conclude, free_bytes, perform
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.simulate.resume import Begun
    from analyzer.simulate.studies import PlannedStudy

_TAKEN = OF_THE_MACHINE - {"out", "force"} | {"resume"}
REPORT = "report.html"
"""The file that says when a folder was reported."""


def go_on(context: typer.Context, folder: Path, how: How) -> None:
    """Play what a run lacks of its games and studies, and write its report anew."""
    check_alone(context, "run")
    from analyzer.recording.lock import locked
    from analyzer.recording.manifest import MANIFEST, read_manifest
    from analyzer.recording.studies import STUDIES, STUDY
    from analyzer.simulate.record import Outcome
    from analyzer.simulate.resume import begun_run
    from analyzer.simulate.studies import are_complete, plan_studies

    read_manifest(folder)  # before the lock, which would make a folder
    how.check_store(folder)
    with locked(folder):
        begun = begun_run(folder)
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
                say(f"{folder} is complete with its {begun.games:,} games: nothing is left to play.")
            if how.as_json:
                report = folder / REPORT
                conclude(
                    Outcome(folder, None, begun.games, 0.0, 0), how, report if report.is_file() else None
                )
            return
        check_room(folder, begun.disk_bytes_left, free_bytes(folder))
        if not how.quiet:
            note(_announcement(begun, folder, studies, how.who))
        perform(begun.plan, studies, folder, how, begun)


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


def _announcement(begun: Begun, folder: Path, studies: Sequence[PlannedStudy], who: str) -> str:
    """What is left to do."""
    plan = begun.plan
    left = plan.games - begun.games
    what = f"{left:,} of {plan.games:,} games are left" if left else "all games are there"
    after = ""
    if studies:
        after = f", then what is left of the {'study' if len(studies) == 1 else 'studies'}"
    return f"{plan.scenario.name}, seed {plan.seed}, in {folder}: {what}{after}; {who}."
