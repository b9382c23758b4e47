"""The rows of some blocks as columns of numbers: from a run's files, or as the core has just filled them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from analyzer.recording.schema import (
    TABLES,
    Blocks,
    Buildings,
    Column,
    Markers,
    Placements,
    Players,
    part_name,
)

_KEYS = ("BLOCK", "GAME", "SEAT")
NEEDED: Mapping[str, tuple[Column, ...]] = {
    "players": tuple(column for column in Players if column.name not in (*_KEYS, "BOT", "RANK")),
    "buildings": (Buildings.BLOCK, Buildings.BUILDING, Buildings.ROUND),
    "markers": (
        Markers.BLOCK,
        Markers.HEX,
        Markers.CARD,
        Markers.ROUND_REMOVED,
        Markers.ROUNDS_SCORED,
        Markers.VP,
    ),
    "placements": (
        Placements.BLOCK,
        Placements.GAME,
        Placements.SEAT,
        Placements.PLACEMENT,
        Placements.CARD,
    ),
}
"""What the metrics are made of."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """All rows of the blocks from ``first`` on, ``blocks`` many: by table and column, in the core's numbers.

    Rows of ``players`` are in the order of block, game and seat, one for each.
    """

    first: int
    blocks: int
    columns: Mapping[str, Mapping[Column, np.ndarray]]

    def of(self, column: Column) -> np.ndarray:
        """The values of a column, one for each row of its table."""
        return self.columns[_TABLE_OF[type(column)]][column]

    def block(self, table: type[Column]) -> np.ndarray:
        """The block of each row of a table, counted from the first of these blocks."""
        found = self.columns[_TABLE_OF[table]][Blocks.BLOCK]
        return np.asarray(found.astype(np.int64) - self.first)


_TABLE_OF = {kind: table for table, kind in TABLES.items()}


def rows_of_part(run: Path, part: int, first: int, blocks: int) -> Rows:
    """The rows of a finished part, which holds the ``blocks`` blocks from ``first`` on.

    Raises OSError or a polars error if a file can't be read.
    """
    return Rows(first, blocks, {table: columns_of_part(run, part, table) for table in NEEDED})


def columns_of_part(run: Path, part: int, table: str) -> dict[Column, np.ndarray]:
    """What the metrics need of one table of a finished part; raises as ``rows_of_part``."""
    needed = NEEDED[table]
    frame = pl.read_parquet(run / table / part_name(part), columns=[*map(str, needed)], glob=False)
    return {column: _numbers(frame[column], column) for column in needed}


def rows_of_core(tables: Mapping[str, np.ndarray], first: int, blocks: int) -> Rows:
    """The rows that the core has filled for some blocks, by table (``core.ROW_DTYPES``)."""
    columns: dict[str, dict[Column, np.ndarray]] = {
        table: {column: tables[table][column] for column in needed} for table, needed in NEEDED.items()
    }
    return Rows(first, blocks, columns)


def _numbers(values: pl.Series, column: Column) -> np.ndarray:
    """A column as numbers; words as those that stand for them in the core's rows."""
    if not column.kind:
        return values.to_numpy()
    return np.asarray(values.to_physical().to_numpy().astype(np.int64) + column.first)
