"""A study's folder: extra games beside a run, made by a study and opened by what asks of it.

``<folder>/study.json`` and ``<folder>/rows/part-00000.parquet`` and so on; part k holds a fixed
range of blocks.  A study belongs to a run in ``<run>/studies/<name>/``, or stands alone.  One that was
stopped is read up to the first part that isn't there.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import polars as pl

from analyzer.errors import UserError
from analyzer.recording.lock import is_empty, locked
from analyzer.recording.manifest import MANIFEST, UNFINISHED, Versions, decode_whole
from analyzer.recording.schema import part_name
from analyzer.recording.store import drop_unfinished, remove_contents
from analyzer.recording.study_checks import StudyDamaged, check_manifest, check_part
from analyzer.recording.study_schema import STUDY_FORMAT, study_schema
from analyzer.recording.writer import put_whole

STUDY = "study.json"
STUDIES = "studies"
ROWS = "rows"
PART_BLOCKS = 256
"""Blocks of a part, unless games are slow."""


class Variant(msgspec.Struct, frozen=True):
    """What a study changed: a short key for programs, and words for readers."""

    key: str
    words: str


class StudyManifest(msgspec.Struct, frozen=True, kw_only=True):
    """One study.  ``blocks``: those asked for, from block 0 on.

    ``seating``: for each game of a block the bot (index into ``bots``) in each seat.  ``variants``:
    what was changed in the rows of that number; 0 is the game as it is.  ``stopped`` says why a
    partial study is one; ``blocks_done`` and ``rows`` count what its whole parts hold.
    """

    name: str
    scenario: dict[str, Any]
    players: int
    bots: tuple[str, ...]
    seating: tuple[tuple[int, ...], ...]
    seed: int
    blocks: int
    engine: str
    versions: Versions
    format: int = STUDY_FORMAT
    blocks_per_part: int = PART_BLOCKS
    state: Literal["partial", "complete"] = "partial"
    stopped: str | None = UNFINISHED
    blocks_done: int = 0
    rows: int = 0
    variants: tuple[Variant, ...] = ()

    @property
    def parts(self) -> int:
        """Parts of all blocks."""
        return -(-self.blocks // self.blocks_per_part)

    @property
    def schema(self) -> pl.Schema:
        """Polars types of its rows."""
        return study_schema(self.name, self.bots)

    def part_blocks(self, part: int) -> range:
        """The blocks of a part."""
        first = part * self.blocks_per_part
        return range(first, min(first + self.blocks_per_part, self.blocks))


@dataclass(frozen=True, slots=True)
class StudyFolder:
    """A study opened for reading: ``n_parts`` whole parts from the first block on."""

    path: Path
    manifest: StudyManifest
    n_parts: int

    @property
    def blocks(self) -> int:
        """Blocks that can be read."""
        return min(self.n_parts * self.manifest.blocks_per_part, self.manifest.blocks)

    @property
    def complete(self) -> bool:
        """Whether all blocks that were asked for are there."""
        return self.manifest.state == "complete"

    def lazy(self) -> pl.LazyFrame:
        """All rows, in order of blocks."""
        return pl.scan_parquet([_part(self.path, part) for part in range(self.n_parts)], glob=False)

    def parts(self) -> list[pl.LazyFrame]:
        """The rows part by part."""
        return [pl.scan_parquet(_part(self.path, part), glob=False) for part in range(self.n_parts)]


def create_study(folder: Path, manifest: StudyManifest, force: bool = False) -> None:
    """Make an empty study folder; with ``force`` in the place of an older study.

    Raises UserError if the folder exists (and, with ``force``, is no study), or can't be made;
    FolderLocked if another process writes it.
    """
    check_new_study(folder, force=force)
    with writing_study(folder):
        check_new_study(folder, force=force)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            remove_contents(folder, but=STUDY)
            _write_manifest(folder, manifest)
            (folder / ROWS).mkdir()
        except OSError as error:
            remedy = "make room and go on with --resume" if _belongs(folder) else "give another folder"
            raise UserError(f"{folder} can't be made: {error.strerror}; {remedy}.") from None


def resume_study(folder: Path, manifest: StudyManifest) -> tuple[StudyManifest, frozenset[int]]:
    """Make the folder of a study ready to go on, or make it; returns its manifest and the parts it has.

    Damaged parts are removed.  The manifest may name other versions than this one.  Raises UserError if
    the folder holds another study.
    """
    if not folder.exists() or is_empty(folder):
        create_study(folder, manifest)
        return manifest, frozenset()
    try:
        older = read_study(folder)
    except StudyDamaged as damaged:
        raise UserError(f"{damaged.fault}; remove that folder and resume again.") from None
    if _unplayed(older) != _unplayed(msgspec.structs.replace(manifest, versions=older.versions)):
        raise UserError(
            f"{folder} holds another study than this version plays (bots, variants or size differ); "
            "remove that folder and resume again."
        )
    drop_unfinished(folder)
    (folder / ROWS).mkdir(exist_ok=True)
    sound = frozenset(part for part in range(older.parts) if _is_sound(folder, older, part))
    for part in frozenset(range(older.parts)) - sound:
        _part(folder, part).unlink(missing_ok=True)
    return older, sound


def _unplayed(manifest: StudyManifest) -> bytes:
    """What a study is, without how far it came."""
    fresh = msgspec.structs.replace(manifest, state="partial", stopped=None, blocks_done=0, rows=0)
    return msgspec.json.encode(fresh)


def _is_sound(folder: Path, manifest: StudyManifest, part: int) -> bool:
    """Whether a part is there and can be read."""
    try:
        check_part(_part(folder, part), manifest, manifest.part_blocks(part))
    except UserError:
        return False
    return True


def writing_study(folder: Path) -> AbstractContextManager[None]:
    """Within the block no other process writes the study, or the run to which it belongs."""
    return locked(folder.parent.parent if _belongs(folder) else folder)


def _belongs(folder: Path) -> bool:
    """Whether a study's folder lies in a run."""
    return folder.parent.name == STUDIES and (folder.parent.parent / MANIFEST).is_file()


def check_new_study(folder: Path, *, force: bool) -> None:
    """Raise UserError unless a study may be made at ``folder``."""
    if not folder.exists() or (folder.is_dir() and is_empty(folder)):
        return
    if not force:
        raise UserError(f"{folder} exists already; give another folder with --out, or --force to replace it.")
    if not (folder / STUDY).is_file():
        raise UserError(f"{folder} is not a study's folder, so --force won't replace it; give another one.")


def study_frame(manifest: StudyManifest, rows: np.ndarray | Mapping[str, np.ndarray]) -> pl.DataFrame:
    """Numbers by column (bots as indices) as a frame of the study's schema."""
    columns = []
    for name, dtype in manifest.schema.items():
        series = pl.Series(name, np.ascontiguousarray(rows[name]))
        if isinstance(dtype, pl.Enum):
            columns.append(series.cast(pl.UInt8).cat.to(dtype))
        else:
            columns.append(series.cast(dtype))
    return pl.DataFrame(columns)


def write_study_part(folder: Path, part: int, frame: pl.DataFrame) -> None:
    """Write the rows of a part's blocks; the part is whole or absent.  Raises OSError."""
    encoded = io.BytesIO()
    frame.write_parquet(encoded, compression="zstd", compression_level=1, statistics=False)
    put_whole(_part(folder, part), encoded.getvalue())


def finish_study(folder: Path, manifest: StudyManifest, stopped: str | None = None) -> StudyManifest:
    """Write the manifest of what was played: the parts from the first on that are whole."""
    drop_unfinished(folder)
    whole = _whole_parts(folder, manifest.parts)
    complete = whole == manifest.parts
    opened = StudyFolder(folder, manifest, whole)
    finished = msgspec.structs.replace(
        manifest,
        state="complete" if complete else "partial",
        stopped=None if complete else stopped,
        blocks_done=opened.blocks,
        rows=int(opened.lazy().select(pl.len()).collect().item()) if whole else 0,
    )
    _write_manifest(folder, finished)
    return finished


def open_study(folder: Path) -> StudyFolder:
    """Open a study's folder.

    Raises UserError if it isn't one or has no rows; StudyDamaged if it lacks a part, or if a part has
    not the columns and blocks that it must have.
    """
    manifest = read_study(folder)
    n_parts = _whole_parts(folder, manifest.parts)
    if manifest.state == "complete" and n_parts < manifest.parts:
        missing = f"{ROWS}/{part_name(n_parts)}"
        raise StudyDamaged(f"{folder} lacks {missing}, though it says to be complete")
    if n_parts == 0:
        raise UserError(f"{folder} holds no finished games ({manifest.stopped}); play the study again.")
    for part in range(n_parts):
        check_part(_part(folder, part), manifest, manifest.part_blocks(part))
    return StudyFolder(folder, manifest, n_parts)


def read_study(folder: Path) -> StudyManifest:
    """What a study is; raises UserError for anything that isn't one, of which StudyDamaged for a study."""
    if not folder.exists():
        raise UserError(f"{folder}: there is no such folder; `granja probe` makes a study.")
    try:
        text = (folder / STUDY).read_bytes()
    except OSError:
        raise UserError(f"{folder} is not a study's folder (it has no {STUDY}); give another one.") from None
    try:
        manifest = decode_whole(folder, text, StudyManifest, STUDY_FORMAT)
    except (msgspec.DecodeError, RecursionError) as error:
        raise StudyDamaged(f"{folder / STUDY} can't be read ({error})") from None
    check_manifest(folder / STUDY, manifest)
    return manifest


def _write_manifest(folder: Path, manifest: StudyManifest) -> None:
    put_whole(folder / STUDY, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")


def _part(folder: Path, part: int) -> Path:
    return folder / ROWS / part_name(part)


def _whole_parts(folder: Path, parts: int) -> int:
    """How many parts from the first on are there."""
    return next((part for part in range(parts) if not _part(folder, part).is_file()), parts)
