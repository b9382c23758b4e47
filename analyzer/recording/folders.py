"""Which folders there are that granja made: runs, sweeps, studies, ladders; what is in them, and removing.

Read leniently: folders of older formats are listed too, with what can be known of them.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
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
from analyzer.recording.sweep_manifest import RUNS, SWEEP, SWEEP_FORMAT
from analyzer.recording.sweep_store import sweep_of
from analyzer.scenario.sweep_model import BASELINE

Kind = Literal["run", "sweep", "study", "ladder"]

_MARKERS: dict[str, Kind] = {MANIFEST: "run", SWEEP: "sweep", STUDY: "study", LADDER: "ladder"}
_REMOVED: dict[Kind, str] = {"run": MANIFEST, "sweep": SWEEP}
_DEEPEST = 4  # folders below the one that is searched


@dataclass(frozen=True, slots=True)
class Found:
    """A folder that granja made.

    ``games``: those asked for, of a sweep variants, of a study blocks, of a ladder pairs; ``done``: those
    that are there.
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
    variants: tuple[dict[str, Any], ...] = ()
    axes: tuple[dict[str, Any], ...] | None = None  # of sweeps alone
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
    return content if content.scenario or content.rule_set or content.axes is not None else None


def _found(folder: Path, kind: Kind, content: _Content) -> Found:
    size, written = _size_and_time(folder)
    games, done = _progress(folder, kind, content)
    known = {"run": FORMAT, "study": STUDY_FORMAT, "sweep": SWEEP_FORMAT}.get(kind, content.format)
    state: Literal["complete", "partial", "unreadable"] = "complete" if done == games else "partial"
    why = content.stopped if state == "partial" else None
    if content.format != known:
        state, why = "unreadable", f"format {content.format}, this version reads {known}"
    elif (kind == "sweep" or state == "complete") and (lacking := _lacking(folder, kind, content)):
        state, why = "partial", lacking
    return Found(
        path=folder,
        kind=kind,
        name=str(content.scenario.get("name", "")) or content.rule_set or content.name,
        games=games,
        done=done,
        state=state,
        why=why,
        bytes=size,
        written=written,
        engine=content.engine,
        writer=_writer(folder, kind, content),
        ended=content.ended,
        until=content.until,
        most=content.most,
    )


def _progress(folder: Path, kind: Kind, content: _Content) -> tuple[int, int]:
    """What was asked for, and what is there; counted in the files, since a killed run could not count."""
    if kind == "ladder":
        return len(content.pairs), len(list((folder / PAIRS).glob("*.parquet")))
    if kind == "sweep":
        return len(content.variants), sum(_lacks(run) is None for run in _runs_of(folder, content)[1:])
    if kind == "study":
        parts = len(list((folder / ROWS).glob("*.parquet")))
        return content.blocks, min(parts * content.blocks_per_part, content.blocks)
    if content.format != FORMAT:
        return content.games, content.games if content.state == "complete" else 0
    blocks = min(whole_parts(folder, content.parts) * content.blocks_per_part, content.blocks)
    return content.games, blocks * content.games_per_block


def _lacking(folder: Path, kind: Kind, content: _Content) -> str | None:
    """What a sweep lacks, or a run that has all its games, in words."""
    if kind == "sweep":
        return next(filter(None, map(_lacks, _runs_of(folder, content))), None)
    return _lacking_studies(folder) if kind == "run" else None


def _runs_of(sweep: Path, content: _Content) -> list[Path]:
    """The folders of a sweep's runs, the baseline first."""
    names = [BASELINE, *(str(variant.get("folder", "")) for variant in content.variants)]
    return [sweep / RUNS / name for name in names]


def _lacks(run: Path) -> str | None:
    """What a run of a sweep lacks, in words."""
    content = _content(run / MANIFEST)
    if content is None:
        return f"{run.name} can't be read"
    games, done = _progress(run, "run", content)
    return f"{run.name}: {done:,} of {games:,} games" if done < games else None


def _writer(folder: Path, kind: Kind, content: _Content) -> Holder | None:
    """Who writes a folder, or a run of a sweep."""
    places = [folder, *(_runs_of(folder, content) if kind == "sweep" else [])]
    return next(filter(None, map(holder_of, places)), None)


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


def remove_folder(folder: Path) -> None:
    """Remove the folder of a run or a sweep and all in it.

    Cut short, it leaves such a folder that can be removed.  Raises UserError if it is none, FolderLocked
    if another process writes it, or a run of it; OSError.
    """
    marker = next((file for file in _REMOVED.values() if _content(folder / file) is not None), None)
    if folder.is_symlink() or marker is None:
        raise UserError(f"{folder} is not a run folder, nor one of a sweep; only those are removed.")
    with locked(folder), ExitStack() as stack:
        for run in sorted((folder / RUNS).iterdir()) if marker == SWEEP and (folder / RUNS).is_dir() else ():
            if run.is_dir():
                stack.enter_context(locked(run))
        remove_contents(folder, but=marker)
        (folder / marker).unlink()
    folder.rmdir()


def removable_in(roots: Sequence[Path]) -> list[Found]:
    """The folders of runs and sweeps in some folders, each once.

    Raises UserError for a folder that isn't there, or for a run that is part of a sweep.
    """
    found = {each.path.resolve(): each for root in roots for each in find_folders(root)}
    for place, each in found.items():
        if each.kind == "run" and (sweep := sweep_of(place)):
            raise UserError(f"{each.path} is part of the sweep {sweep}, which is removed as a whole or not.")
    return [each for each in found.values() if each.kind in _REMOVED]
