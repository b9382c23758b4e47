"""From the core's rows to columns and Parquet parts.

Workers import this: numpy, polars and the schema, nothing of scenarios or the command line.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import polars as pl

from analyzer.recording.schema import TABLES, Column, part_name

TEMPORARY = ".tmp"
"""Ending of files that are not whole yet."""

# Measured on 8,192 games of four players: level 1 costs no more than no compression (less to
# write) and higher levels gain under 1 % of size.  Statistics of columns cost a third of the
# encoding, and a part's blocks are known from its number.
_PARQUET = {"compression": "zstd", "compression_level": 1, "statistics": False, "row_group_size": 1 << 24}


def to_columns(table: str, rows: np.ndarray, bots: tuple[str, ...]) -> pl.DataFrame:
    """Rows of one table (structured array of the core) as a frame of the table's schema."""
    return pl.DataFrame([_series(column, rows[column.value], bots) for column in TABLES[table]])


def _series(column: Column, values: np.ndarray, bots: tuple[str, ...]) -> pl.Series:
    """One column: contiguous, words as an enum, negative numbers as missing where they may be."""
    numbers = np.ascontiguousarray(values)
    missing = numbers < 0 if column.nullable and len(numbers) and numbers.min() < 0 else None
    words = column.enum_words(bots)
    if words is not None:
        numbers = (numbers - numbers.dtype.type(column.first) if column.first else numbers).view(np.uint8)
        if missing is not None:
            numbers = np.where(missing, np.uint8(0), numbers)
    series = pl.Series(column.value, numbers)
    if missing is not None:
        series = series.set(pl.Series(missing), None)
    return series if words is None else series.cat.to(pl.Enum(words))


def write_part(run: Path, part: int, tables: Mapping[str, np.ndarray], bots: tuple[str, ...]) -> None:
    """Write one part of every table into the run folder; the part is whole or absent.

    ``tables``: the rows of exactly the part's blocks.  Raises OSError (a full disk, say) and then
    leaves no part behind.
    """
    put_part(run, part, encoded(tables, bots))


def encoded(tables: Mapping[str, np.ndarray], bots: tuple[str, ...]) -> Iterator[tuple[str, memoryview]]:
    """The tables of a part as the bytes of their files."""
    for table in TABLES:
        file = io.BytesIO()
        to_columns(table, tables[table], bots).write_parquet(file, **_PARQUET)  # type: ignore[arg-type]
        yield table, file.getbuffer()


def put_part(run: Path, part: int, files: Iterable[tuple[str, bytes | memoryview]]) -> None:
    """Put the files of a part, by table, into the run folder; the part is whole or absent.

    All files are on disk under temporary names before the first gets its own.  Raises OSError, and then
    leaves no part behind.
    """
    stage_part(run, part, files)
    settle_part(run, part)


def stage_part(run: Path, part: int, files: Iterable[tuple[str, bytes | memoryview]], mark: str = "") -> None:
    """Put the files of a part on the disk under temporary names; ``mark`` keeps several writers apart."""
    for table, data in files:
        write_whole(_staged(run, table, part, mark), data)


def settle_part(run: Path, part: int, mark: str = "") -> None:
    """Give the staged files of a part their names, ``blocks`` the last; a part counts when all are there."""
    for table in TABLES:
        _staged(run, table, part, mark).rename(run / table / part_name(part))


def _staged(run: Path, table: str, part: int, mark: str) -> Path:
    """The temporary name of a file of a part."""
    return run / table / f"{part_name(part)}{mark and f'.{mark}'}{TEMPORARY}"


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file and wait until it is on the disk."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def put_whole(path: Path, data: bytes) -> None:
    """Put a file into its place, whole or not at all.  Raises OSError, and then leaves nothing behind.

    A link stays one, and the file behind it is replaced.  What is no file (a device, a pipe) can't be
    replaced: it gets the bytes.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        write_whole(temporary, data)
        temporary.rename(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
