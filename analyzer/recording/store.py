"""The run folder: made by a run, opened by everything that asks questions of it.

``<run>/manifest.json``, ``<run>/timings.json`` and one folder a table with
``part-00000.parquet`` and so on; part k holds a fixed range of blocks.  A run that was
stopped is read up to the first part that is not whole.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from analyzer.errors import UserError
from analyzer.recording.lock import LOCK, is_empty, locked
from analyzer.recording.manifest import (
    MANIFEST,
    UNFINISHED,
    Manifest,
    lengthened,
    read_manifest,
    write_manifest,
)
from analyzer.recording.schema import TABLES, Blocks, part_name, polars_schema
from analyzer.recording.writer import TEMPORARY, sync_folder

TIMINGS = "timings.json"
# A panic of polars (over bytes that can't be) is no Exception.
UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)


@dataclass(frozen=True, slots=True)
class Run:
    """A run folder opened for reading: ``n_parts`` whole parts from the first block on."""

    path: Path
    manifest: Manifest
    n_parts: int

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for are there."""
        return self.manifest.state == "complete"

    @property
    def blocks(self) -> int:
        """Blocks that can be read."""
        return min(self.n_parts * self.manifest.blocks_per_part, self.manifest.blocks)

    @property
    def games(self) -> int:
        """Games that can be read."""
        return self.blocks * self.manifest.games_per_block

    def lazy(self, table: str) -> pl.LazyFrame:
        """All rows of a table, in order of blocks."""
        return pl.scan_parquet(self._files(table), glob=False)

    def parts(self, table: str) -> list[pl.LazyFrame]:
        """The rows of a table, part by part; part k holds the same blocks in every table."""
        return [pl.scan_parquet(file, glob=False) for file in self._files(table)]

    def _files(self, table: str) -> list[Path]:
        return [self.path / table / part_name(part) for part in range(self.n_parts)]


def open_run(path: Path) -> Run:
    """Open a run folder.

    Raises UserError if it isn't one, lacks a part, has no games, or if a part has not the
    columns, blocks and numbers of rows that it must have.
    """
    manifest = read_manifest(path)
    n_parts = whole_parts(path, manifest.parts)
    if manifest.state == "complete" and n_parts < manifest.parts:
        raise UserError(
            f"{path} lacks {_missing(path, n_parts)}, though its manifest says that the run is complete; "
            "run the scenario again."
        )
    if n_parts == 0:
        raise UserError(f"{path} holds no finished games ({manifest.stopped}); run the scenario again.")
    for table in TABLES:
        schema = polars_schema(table, manifest.bots)
        for part in range(n_parts):
            _check_part(path / table / part_name(part), table, part, manifest, schema)
    return Run(path, manifest, n_parts)


def _check_part(file: Path, table: str, part: int, manifest: Manifest, schema: pl.Schema) -> None:
    """Raise UserError unless one file of a part has the columns and the blocks that belong there."""
    first = part * manifest.blocks_per_part
    blocks = min(manifest.blocks_per_part, manifest.blocks - first)
    with _readable(file):
        found = pl.read_parquet_schema(file)
    if found != schema:
        raise UserError(
            f"{file} has other columns than this version of granja reads; run the scenario again, or use "
            f"granja {manifest.versions.granja}."
        )
    with _readable(file):
        numbers = pl.read_parquet(file, columns=[Blocks.BLOCK.value], glob=False)[Blocks.BLOCK]
    lowest, highest = numbers.min(), numbers.max()
    if (
        isinstance(lowest, int)
        and isinstance(highest, int)
        and not first <= lowest <= highest < first + blocks
    ):
        raise UserError(
            f"{file} holds blocks {lowest} to {highest} and not those of this part, {first} to "
            f"{first + blocks - 1}; run the scenario again."
        )
    rows = {"blocks": blocks, "players": blocks * manifest.games_per_block * manifest.players}
    if len(numbers) != rows.get(table, len(numbers)):
        raise UserError(
            f"{file} has {len(numbers)} rows and must have {rows[table]}; run the scenario again."
        )


@contextmanager
def _readable(file: Path) -> Iterator[None]:
    """Within the block a file that can't be read is a UserError, unless only the right to read it lacks."""
    try:
        yield
    except PermissionError:
        raise
    except UNREADABLE:
        raise UserError(f"{file} can't be read, it is cut off or damaged; run the scenario again.") from None


@contextmanager
def reading(run: Path) -> Iterator[None]:
    """Within the block an error over the tables of a run is a UserError that names the damaged file.

    ``open_run`` reads little of the tables, so damage may show only when questions are asked.
    """
    try:
        yield
    except UNREADABLE:
        for file in sorted(run.glob("**/part-*.parquet")):
            with _readable(file):
                pl.read_parquet(file, glob=False)
        raise


def whole_parts(run: Path, parts: int) -> int:
    """How many parts from the first on are whole, in a run folder of ``parts`` parts."""
    for part in range(parts):
        if _missing(run, part):
            return part
    return parts


def missing_parts(run: Path, manifest: Manifest) -> list[int]:
    """The parts that a run lacks, wherever they are; one whose file is damaged counts as lacking."""
    missing = []
    for part in range(manifest.parts):
        try:
            if not _missing(run, part):
                for table in TABLES:
                    schema = polars_schema(table, manifest.bots)
                    _check_part(run / table / part_name(part), table, part, manifest, schema)
                continue
        except UserError:
            pass
        missing.append(part)
    return missing


def _missing(run: Path, part: int) -> str | None:
    """The first file that a part lacks."""
    for table in TABLES:
        if not (run / table / part_name(part)).is_file():
            return f"{table}/{part_name(part)}"
    return None


def create_run(path: Path, manifest: Manifest, *, force: bool = False) -> None:
    """Make an empty run folder; with ``force`` in the place of an older run.

    Raises UserError if the folder exists (and, with ``force``, is no run folder), FolderLocked if
    another process writes it.
    """
    check_new(path, force=force)
    with locked(path):
        check_new(path, force=force)
        try:
            # The manifest of the older run goes last and that of the new one comes first: whenever this
            # is cut short, the folder is a run of one of the two, with none of the other's parts.
            remove_contents(path, but=MANIFEST)
            write_manifest(path, manifest)
            make_tables(path)
        except OSError as error:
            raise UserError(
                f"{path} can't be made: {error.strerror}; give another folder with --out."
            ) from None


def continue_run(path: Path, manifest: Manifest) -> Manifest:
    """Make the folder of a run that was stopped ready to go on; returns the manifest of its beginning.

    Its versions are those of the beginning.  Raises OSError.
    """
    drop_unfinished(path)
    fresh = msgspec.structs.replace(
        manifest, state="partial", stopped=UNFINISHED, blocks_done=0, decisions=0, rows={}
    )
    write_manifest(path, fresh)
    make_tables(path)
    return fresh


def reopen_run(path: Path, manifest: Manifest) -> None:
    """Make a run that was ended early one that lacks the games up to the most again.

    Its last part goes if it is a shorter one.  Whenever this is cut short, the folder is a readable run.
    Raises OSError.
    """
    write_manifest(path, msgspec.structs.replace(manifest, state="partial", stopped=UNFINISHED))
    drop_parts(path, manifest.blocks // manifest.blocks_per_part)
    write_manifest(path, msgspec.structs.replace(lengthened(manifest), state="partial", stopped=UNFINISHED))


def drop_parts(path: Path, first: int) -> None:
    """Remove the parts of a run from number ``first`` on.  Raises OSError."""
    for table in TABLES:
        for file in (path / table).glob("part-*.parquet"):
            if int(file.stem.removeprefix("part-")) >= first:
                file.unlink()


def make_tables(path: Path) -> None:
    """Make the folders of the tables that aren't there.  Raises OSError."""
    for table in TABLES:
        (path / table).mkdir(exist_ok=True)


def remove_contents(folder: Path, *, but: str) -> None:
    """Remove all that is in a folder except the lock and one file.  Raises OSError."""
    for entry in sorted(folder.iterdir()):
        if entry.name in (LOCK, but):
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def check_new(path: Path, *, force: bool) -> None:
    """Raise UserError unless a run folder may be made at ``path``."""
    if not path.exists() or (path.is_dir() and is_empty(path)):
        return
    if not force:
        remedy = "give another folder with --out, or --force to replace it"
        if (path / MANIFEST).is_file() and _says_partial(path):
            remedy += f", or go on with it with 'granja run --resume {shlex.quote(str(path))}'"
        raise UserError(f"{path} exists already; {remedy}.")
    if not (path / MANIFEST).is_file():
        raise UserError(f"{path} is not a run folder, so --force won't replace it; give another with --out.")


def _says_partial(path: Path) -> bool:
    """Whether a folder holds a run that has not all its games yet."""
    try:
        return read_manifest(path).state == "partial"
    except UserError:
        return False


def count(run: Path, parts: int) -> tuple[dict[str, int], int]:
    """Rows of each table in the first parts, and the decisions made in their games."""
    if parts == 0:
        return dict.fromkeys(TABLES, 0), 0
    frames = {
        table: pl.scan_parquet([run / table / part_name(part) for part in range(parts)], glob=False)
        for table in TABLES
    }
    rows = {table: int(frame.select(pl.len()).collect().item()) for table, frame in frames.items()}
    decisions = frames["blocks"].select(pl.col(Blocks.DECISIONS).cast(pl.Int64).sum())
    return rows, int(decisions.collect().item())


def wrong_counts(run: Run) -> dict[str, tuple[int, int]]:
    """Tables of which a finished run holds other numbers of rows than its manifest says: said, held."""
    said = run.manifest.rows
    if not said:  # a killed run could not count
        return {}
    held, _ = count(run.path, run.n_parts)
    return {table: (said.get(table, 0), held[table]) for table in held if held[table] != said.get(table)}


def sync_tables(run: Path) -> None:
    """Wait until all names of parts are on the disk: once, before the manifest counts them.

    (After each part it would cost as much as the parts' data; a part whose names are lost with
    the power is absent.)
    """
    for table in TABLES:
        sync_folder(run / table)


def drop_unfinished(run: Path) -> None:
    """Remove files that a stopped writer left half done."""
    for file in run.glob(f"**/*{TEMPORARY}"):
        file.unlink(missing_ok=True)


def write_timings(run: Path, timings: dict[str, Any]) -> None:
    """Put the clock's side of a run beside the manifest."""
    (run / TIMINGS).write_bytes(msgspec.json.format(msgspec.json.encode(timings), indent=1) + b"\n")
