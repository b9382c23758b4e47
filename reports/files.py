"""Tables as CSV or Parquet files in a folder, with README.csv, which says what is in them."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import polars as pl

from analyzer.errors import UserError
from analyzer.recording.manifest import MANIFEST
from analyzer.recording.schema import TABLES
from analyzer.recording.store import UNREADABLE, reading
from analyzer.recording.studies import ROWS, STUDIES, STUDY
from analyzer.recording.sweep_manifest import RUNS, SWEEP
from reports.disk import unwritable

README: Final = "README.csv"
_FRESH: Final = ".export.new"
_INDEX: Final = ("file", "table", "column", "unit", "meaning", "note")


class Dialect(StrEnum):
    """How files are written.

    COMMA is CSV with semicolons, decimal commas and a byte-order mark: what a spreadsheet in a language
    of decimal commas opens by a double click.
    """

    CSV = "csv"
    COMMA = "comma"
    PARQUET = "parquet"

    @property
    def ending(self) -> str:
        """The ending of the files' names."""
        return ".parquet" if self is Dialect.PARQUET else ".csv"

    def write(self, frame: pl.LazyFrame, path: Path) -> None:
        """Write one file; raises what polars raises."""
        if self is Dialect.PARQUET:
            frame.sink_parquet(path)
        elif self is Dialect.COMMA:
            frame.sink_csv(path, separator=";", decimal_comma=True, include_bom=True)
        else:
            frame.sink_csv(path)


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of an exported table."""

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True, eq=False)
class FileTable:
    """An exported table; ``id`` names its file, ``note`` is what else its reader must know."""

    id: str
    caption: str
    note: str
    columns: tuple[FileColumn, ...]
    frame: pl.LazyFrame


def check_new_export(folder: Path, *, force: bool) -> None:
    """Raise UserError unless files may be written into ``folder``: before all work."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder; give another with --out.")
    if _is_recorded(folder):
        raise UserError(
            f"{folder} holds recorded games, among which an export would be scattered; give another folder "
            "with --out."
        )
    if not force and (folder / README).exists():
        raise UserError(
            f"{folder / README} exists already; give another folder with --out, or --force to replace "
            "the files."
        )


def _is_recorded(folder: Path) -> bool:
    """Whether a folder is a run, a study or a sweep, or holds the parts of one."""
    place = folder.resolve()
    for above, own in ((MANIFEST, (*TABLES, STUDIES)), (STUDY, (ROWS,)), (SWEEP, (RUNS,))):
        if (place / above).is_file():
            return True
        for parent in place.parents:
            if (parent / above).is_file() and place.relative_to(parent).parts[0] in own:
                return True
    return False


def write_tables(
    tables: Sequence[FileTable], dialect: Dialect, folder: Path, *, force: bool, run: Path | None = None
) -> None:
    """Write a file for each table and README.csv: all of them, or none.

    ``run``: the run folder that they are read from meanwhile.  With ``force`` files of the same names are
    replaced, and those that an older README.csv lists are removed.  Raises UserError if one exists
    (without ``force``) or can't be written, or if the run turns out to be damaged.
    """
    index = Dialect.CSV if dialect is Dialect.PARQUET else dialect
    files = [(table.id + dialect.ending, table) for table in tables]
    _check_names(folder, [name for name, _ in files], force=force)
    old = _listed(folder / README) if force else set()
    fresh = _fresh_folder(folder)
    try:
        with nullcontext() if run is None else reading(run):
            for name, table in files:
                dialect.write(table.frame, fresh / name)
            index.write(_index(files).lazy(), fresh / README)
        for name in (*(name for name, _ in files), README):
            (fresh / name).replace(folder / name)
        for name in sorted(old.difference(name for name, _ in files)):
            (folder / name).unlink(missing_ok=True)
    except PermissionError:
        raise
    except UNREADABLE as error:
        raise unwritable(folder, error) from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _fresh_folder(folder: Path) -> Path:
    """A new folder inside ``folder``, for files that are not whole yet."""
    fresh = folder / _FRESH
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.mkdir()
    except OSError as error:
        raise unwritable(folder, error) from None
    return fresh


def _listed(readme: Path) -> set[str]:
    """The files beside a README.csv of an export that it lists; none if it is not one."""
    try:
        text = readme.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return set()
    separator = next((each for each in ",;" if text.startswith(f"{each.join(_INDEX)}\n")), None)
    if separator is None:
        return set()
    names = {row["file"] for row in csv.DictReader(io.StringIO(text), delimiter=separator) if row["file"]}
    endings = {dialect.ending for dialect in Dialect}
    return {name for name in names if Path(name).name == name and Path(name).suffix in endings} - {README}


def _check_names(folder: Path, names: Iterable[str], *, force: bool) -> None:
    """Refuse to overwrite what isn't an export."""
    for name in names:
        if not force and (folder / name).exists():
            raise UserError(
                f"{folder / name} exists already; give another folder with --out, or --force to replace it."
            )


def _index(files: Iterable[tuple[str, FileTable]]) -> pl.DataFrame:
    """A row for each column of each file."""
    return pl.DataFrame(
        [
            (name, table.caption, column.name, column.unit, column.meaning, table.note)
            for name, table in files
            for column in table.columns
        ],
        schema=dict.fromkeys(_INDEX, pl.String),
        orient="row",
    )
