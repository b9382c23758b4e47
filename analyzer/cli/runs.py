"""``granja runs`` and ``granja clean``: what folders of runs and sweeps there are, and removing them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.output import console, note, say, say_json
from analyzer.cli.sizes import local_time, size
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from analyzer.recording.folders import Found

_RUNS = Path("runs")
_COUNTED = {"run": "games", "sweep": "variants", "study": "blocks", "ladder": "pairs"}


def runs(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to look.")] = _RUNS,
    as_json: Annotated[bool, typer.Option("--json", help="The list as JSON.")] = False,
) -> None:
    """List run folders, and those of sweeps, probes and ladders: scenario, games, state, size, when written.

    A sweep is one line; the folder `runs` in it has its runs, and can be listed too.
    Engine: games of another engine than this one can't be resumed, and may go differently if they are
    traced.
    """
    found = _found_in(folder)
    if as_json:
        say_json([_as_json(each) for each in found])
        return
    if not found:
        say(f"There are no runs in {folder}.")
        return
    console().print(_table(found))
    total = size(sum(each.bytes for each in found))
    say(f"{len(found):,} {'folder' if len(found) == 1 else 'folders'}, {total}.")


def clean(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="DIR",
            show_default=False,
            help="Folders of runs or sweeps, or folders that hold some. [runs]",
        ),
    ] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Only what isn't complete.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Remove without asking.")] = False,
) -> None:
    """Remove folders of runs and sweeps, after a list of them and a question.

    Only these are removed: no probes or ladders that stand alone, and nothing that is being written. A sweep
    goes with all its runs.
    """
    from analyzer.recording.folders import removable_in, remove_folder
    from analyzer.recording.lock import FolderLocked

    places = folders or ([_RUNS] if _RUNS.exists() else [])
    found = [each for each in removable_in(places) if each.state != "complete" or not partial]
    for each in found:
        if each.writer is not None:
            note(f"{each.path} is being written by {each.writer.words}: it stays.")
    found = [each for each in found if each.writer is None]
    if not found:
        say("There is nothing to remove.")
        return
    console().print(_table(found))
    if not yes and not _confirmed(f"Remove {_total(found)}?"):
        say("Nothing was removed.")
        return
    removed = []
    for each in found:
        try:
            remove_folder(each.path)
        except FolderLocked as error:  # begun since it was listed
            note(str(error))
        else:
            removed.append(each)
    say(f"Removed {_total(removed)}.")


def _total(found: Sequence[Found]) -> str:
    """How many there are of each kind, and how large they are."""
    counts = Counter(each.kind for each in found)
    kinds = [f"{count:,} {kind if count == 1 else f'{kind}s'}" for kind, count in counts.items()]
    return f"{' and '.join(kinds) or 'nothing'}, {size(sum(each.bytes for each in found))}"


def _found_in(folder: Path) -> list[Found]:
    from analyzer.recording.folders import find_folders

    return [] if folder == _RUNS and not folder.exists() else find_folders(folder)


def _confirmed(question: str) -> bool:
    """The answer of whoever sits there.  Raises UserError if nobody does."""
    if not sys.stdin.isatty():
        raise UserError("Nobody can be asked here, so nothing was removed; add --yes to remove them.")
    return typer.confirm(question)


def _table(found: Sequence[Found]) -> Table:
    """A row for each folder; engines where one of them isn't this one."""
    from rich import box
    from rich.table import Table

    from analyzer.simulate.signature import engine_signature

    engine = engine_signature()
    others = any(each.engine != engine for each in found)
    table = Table(box=box.SIMPLE_HEAD)
    for heading in (
        "folder",
        "scenario",
        "games",
        "state",
        "size",
        "written",
        *(["engine"] if others else []),
    ):
        number = heading in ("games", "size")
        table.add_column(
            heading,
            justify="right" if number else "left",
            overflow="fold",
            no_wrap=number or heading in ("folder", "written"),
        )
    for each in found:
        row = [
            str(each.path),
            each.name if each.kind == "run" else f"{each.kind}: {each.name}",
            f"{each.games:,}" + ("" if each.kind == "run" else f" {_COUNTED[each.kind]}"),
            _state(each),
            size(each.bytes),
            local_time(each.written),
        ]
        if others:
            row.append("this one" if each.engine == engine else f"another ({each.engine})")
        table.add_row(*row)
    return table


def _state(found: Found) -> str:
    """How far it is, and why no further."""
    if found.writer is not None:
        return f"{found.done:,} of {found.games:,}, being written by process {found.writer.process}"
    if found.state == "partial" and found.done < found.games:
        return f"partial, {found.done:,} of {found.games:,}" + (f" ({found.why})" if found.why else "")
    why = found.why or _ending(found)
    return found.state + (f" ({why})" if why else "")


def _ending(found: Found) -> str | None:
    """What ended a whole run that had a rule or a budget."""
    match found.ended:
        case "until":
            return f"{found.until} reached"
        case "budget":
            return f"budget, of at most {found.most:,}"
        case _:
            return f"{found.until} not reached" if found.until else None


def _as_json(found: Found) -> dict[str, Any]:
    from analyzer.simulate.signature import engine_signature

    return {
        "folder": str(found.path),
        "kind": found.kind,
        "scenario": found.name,
        "counted": _COUNTED[found.kind],
        "asked": found.games,
        "done": found.done,
        "state": found.state,
        "why": found.why,
        "until": found.until,
        "ended": found.ended,
        "most": found.most,
        "bytes": found.bytes,
        "written": found.written.isoformat(timespec="seconds"),
        "engine": found.engine,
        "this_engine": found.engine == engine_signature(),
        "writer": None if found.writer is None else found.writer.process,
    }
