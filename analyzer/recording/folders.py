"""Which folders there are that granja made: runs, studies, ladders; what is in them, and removing runs.

Read leniently: folders of older formats are listed too, with what can be known of them.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from analyzer.errors import UserError
from analyzer.recording.ladder_store import LADDER, PAIRS
from analyzer.recording.lock import Holder, holder_of, locked
from analyzer.recording.manifest import MANIFEST
from analyzer.recording.schema import FORMAT
from analyzer.recording.store import remove_contents, whole_parts
from analyzer.recording.studies import ROWS, STUDIES, STUDY
from analyzer.recording.study_schema import STUDY_FORMAT

Kind = Literal["run", "study", "ladder"]

_MARKERS: dict[str, Kind] = {MANIFEST: "run", STUDY: "study", LADDER: "ladder"}
_DEEPEST = 4  # folders below the one that is searched


@dataclass(frozen=True, slots=True)
class Found:
    """A folder that granja made.

    ``games``: those asked for, of a study blocks, of a ladder pairs; ``done``: those that are there.
    ``state``: complete, partial, or unreadable for another format; ``why`` says more of the last two.
    ``ended``, ``until`` and ``most`` are those of a run's manifest.
    ``written``: when anything in it was written last; ``bytes`` of all its files.
    """

    path: Path
    kind: Kind
    name: str
    games: int
    done: int
    state: Literal["complete", "partial", "unreadable"]
    why: str | None
    bytes: int
    written: datetime
    engine: str
    writer: Holder | None
    ended: str | None = None
    until: str | None = None
    most: int | None = None


class _Content(msgspec.Struct, frozen=True):
    """What manifests of all formats and kinds have, where they have it."""

    format: int
    engine: str
    scenario: dict[str, Any] = {}
    rule_set: str = ""
    name: str = ""
    games: int = 0
    blocks: int = 0
    parts: int = 0
    games_per_block: int = 1
    blocks_per_part: int = 1
    pairs: tuple[dict[str, Any], ...] = ()
    state: str = "partial"
    stopped: str | None = None
    ended: str | None = None
    until: str | None = None
    most: int | None = None


def find_folders(root: Path) -> list[Found]:
    """The folders in (and including) ``root``, in order of their paths; those within others belong to them.

    Raises UserError if there is no such folder.
    """
    if not root.is_dir():
        raise UserError(f"{root}: there is no such folder; give one that holds runs.")
    return list(_search(root, _DEEPEST))


def _search(folder: Path, deeper: int) -> Iterator[Found]:
    for marker, kind in _MARKERS.items():
        if (content := _content(folder / marker)) is not None:
            yield _found(folder, kind, content)
            return
    if deeper == 0:
        return
    with contextlib.suppress(PermissionError):
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith("."):
                yield from _search(entry, deeper - 1)


def _content(file: Path) -> _Content | None:
    """What a manifest says; None for a file that isn't there, or is no manifest of ours."""
    try:
        content = msgspec.json.decode(file.read_bytes(), type=_Content)
    except (OSError, msgspec.DecodeError, RecursionError):
        return None
    return content if content.scenario or content.rule_set else None


def _found(folder: Path, kind: Kind, content: _Content) -> Found:
    size, written = _size_and_time(folder)
    games, done = _progress(folder, kind, content)
    known = {"run": FORMAT, "study": STUDY_FORMAT}.get(kind, content.format)
    state: Literal["complete", "partial", "unreadable"] = "complete" if done == games else "partial"
    why = content.stopped if state == "partial" else None
    if content.format != known:
        state, why = "unreadable", f"format {content.format}, this version reads {known}"
    elif state == "complete" and kind == "run" and (lacking := _lacking_studies(folder)):
        state, why = "partial", lacking
    return Found(
        path=folder,
        kind=kind,
        name=str(content.scenario.get("name", "")) or content.rule_set,
        games=games,
        done=done,
        state=state,
        why=why,
        bytes=size,
        written=written,
        engine=content.engine,
        writer=holder_of(folder),
        ended=content.ended,
        until=content.until,
        most=content.most,
    )


def _progress(folder: Path, kind: Kind, content: _Content) -> tuple[int, int]:
    """What was asked for, and what is there; counted in the files, since a killed run could not count."""
    if kind == "ladder":
        return len(content.pairs), len(list((folder / PAIRS).glob("*.parquet")))
    if kind == "study":
        parts = len(list((folder / ROWS).glob("*.parquet")))
        return content.blocks, min(parts * content.blocks_per_part, content.blocks)
    if content.format != FORMAT:
        return content.games, content.games if content.state == "complete" else 0
    blocks = min(whole_parts(folder, content.parts) * content.blocks_per_part, content.blocks)
    return content.games, blocks * content.games_per_block


def _lacking_studies(run: Path) -> str | None:
    """Which studies of a run are not whole, in words."""
    lacking = []
    for file in sorted((run / STUDIES).glob(f"*/{STUDY}")):
        if (content := _content(file)) is not None:
            blocks, done = _progress(file.parent, "study", content)
            if done < blocks:
                lacking.append(f"study {file.parent.name}: {done:,} of {blocks:,} blocks")
    return ", ".join(lacking) or None


def _size_and_time(folder: Path) -> tuple[int, datetime]:
    """Bytes of all files below a folder, and when the last of them was written."""
    size, latest = 0, 0.0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):  # one that a run has just renamed
                status = (Path(place) / name).lstat()
                size += status.st_size
                latest = max(latest, status.st_mtime)
    return size, datetime.fromtimestamp(latest, UTC)


def remove_run(folder: Path) -> None:
    """Remove a run folder and all in it.

    Cut short, it leaves a run folder that can be removed.  Raises UserError if it isn't a run folder,
    FolderLocked if another process writes it, OSError.
    """
    if folder.is_symlink() or _content(folder / MANIFEST) is None:
        raise UserError(f"{folder} is not a run folder; only those are removed.")
    with locked(folder):
        remove_contents(folder, but=MANIFEST)
        (folder / MANIFEST).unlink()
    folder.rmdir()


def runs_in(roots: Sequence[Path]) -> list[Found]:
    """The run folders in some folders, each once.  Raises UserError for a folder that isn't there."""
    found = {run.path.resolve(): run for root in roots for run in find_folders(root) if run.kind == "run"}
    return list(found.values())
