"""The data dictionary: every column of every table, in words, from the schema.

Types, meanings and words are the schema's own; only units stand here, by the name of the column,
since one name has one unit in all tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from analyzer.errors import UserError
from analyzer.recording.schema import TABLES, Column, polars_schema
from analyzer.recording.study_schema import LUCK, PROBES, RESTRICTIONS, columns_of, study_schema

RUN_BOTS: Final = "the names of the run's bots"
ANY_PROBES: Final = f"{PROBES}…"
"""What stands for the studies of all kinds of decision, which have the same columns."""

_NAMES_BY_UNIT: Final[Mapping[str, str]] = {
    "word": "bot placement via building",
    "number": "block game seat card hex variant decision subject place removed_from removed_by hash",
    "ordinal": "rank order",
    "round": "round done_round round_placed round_removed",
    "rounds": "first_rounds rounds_scored",
    "vp": "value market",
    "vp times (players - 1)": "margin",
    "silver": "silver",
    "twelfths": "win",
    "1 or 0": "completed chosen",
    "see meaning": "uses lasting",
    "players": "winners",
    "count": (
        "fields helpers barrows extensions barrows_done buildings_done roofs cards_drawn deliveries "
        "extra_deliveries sold bought upgraded cashed roofs_used helpers_used removals removed markers_end "
        "markers_peak yields decisions eligible options used goods cards steps upgrades pigs"
    ),
}
_UNITS: Final = {name: unit for unit, names in _NAMES_BY_UNIT.items() for name in names.split()}


@dataclass(frozen=True, slots=True)
class Entry:
    """One column: ``words`` those of an enum (None: the names of the run's bots)."""

    table: str
    column: str
    type: str
    unit: str
    meaning: str
    missing: bool
    words: tuple[str, ...] | None = ()


def unit_of(column: Column) -> str:
    """The unit of a column: vp, silver, round, count …; a number that only names something is a number."""
    return "vp" if column.startswith("vp") else _UNITS.get(column, "")


def row_of(table: str) -> str:
    """What a row of a table is, in a sentence."""
    return (_columns(table).__doc__ or "").strip()


def tables() -> tuple[str, ...]:
    """All tables: those of a run, then those of its studies."""
    return (*TABLES, ANY_PROBES, RESTRICTIONS, LUCK)


def find_table(name: str) -> str:
    """A table by its name; any study of probes goes by its own.  Raises UserError for an unknown one."""
    if name in tables():
        return name
    if name.startswith(PROBES):
        return ANY_PROBES
    raise UserError(f"There is no table {name!r}; tables are {', '.join(tables())}.")


def entries(table: str, bots: tuple[str, ...] = ()) -> tuple[Entry, ...]:
    """The columns of a table of a run or of a study, in their order; without ``bots`` for any run."""
    schema = polars_schema(table, bots) if table in TABLES else study_schema(table, bots)
    return tuple(
        Entry(
            table,
            column.value,
            "Enum" if isinstance(schema[column.value], pl.Enum) else str(schema[column.value]),
            unit_of(column),
            column.meaning,
            column.nullable,
            None if column.kind == "bot" and not bots else column.enum_words(bots) or (),
        )
        for column in _columns(table)
    )


def _columns(table: str) -> type[Column]:
    return TABLES[table] if table in TABLES else columns_of(table)
