"""The data dictionary is whole: every column of every table, with its unit."""

from __future__ import annotations

import polars as pl
import pytest

from analyzer.errors import UserError
from analyzer.recording.dictionary import ANY_PROBES, entries, find_table, row_of, tables, unit_of
from analyzer.recording.schema import BUILDING_WORDS, TABLES, Markers, Placements, Players, polars_schema
from analyzer.recording.study_schema import Probes, WhatIfs, study_schema

BOTS = ("balanced", "random")


def test_tables_are_those_of_a_run_and_of_its_studies() -> None:
    assert tables() == (*TABLES, ANY_PROBES, "restrictions", "luck")


@pytest.mark.parametrize("table", tables())
def test_every_column_has_type_unit_and_meaning(table: str) -> None:
    schema = polars_schema(table, BOTS) if table in TABLES else study_schema(table, BOTS)
    found = entries(table, BOTS)
    assert [entry.column for entry in found] == list(schema)
    assert not [entry.column for entry in found if not (entry.unit and entry.meaning)]
    for entry, dtype in zip(found, schema.values(), strict=True):
        if isinstance(dtype, pl.Enum):
            assert (entry.type, entry.unit) == ("Enum", "word")
            assert entry.words == tuple(dtype.categories)
        else:
            assert (entry.type, entry.words) == (str(dtype), ())


@pytest.mark.parametrize("table", tables())
def test_a_row_is_described(table: str) -> None:
    assert row_of(table).startswith("One row per ")


def test_what_may_be_missing_says_when() -> None:
    missing = [entry for table in tables() for entry in entries(table) if entry.missing]
    assert {(entry.table, entry.column) for entry in missing} >= {
        ("markers", "bot"),
        ("markers", "removed_by"),
    }
    assert all("missing" in entry.meaning for entry in missing)


def test_words_of_enums() -> None:
    by_column = {entry.column: entry.words for entry in entries("buildings")}
    assert by_column["building"] == BUILDING_WORDS
    assert by_column["bot"] is None  # a run's own
    assert {e.column: e.words for e in entries("buildings", BOTS)}["bot"] == BOTS


def test_units() -> None:
    columns = (Players.VP_SPENT, Players.SILVER, Markers.ROUNDS_SCORED, Placements.ROUND, WhatIfs.WIN)
    assert [unit_of(column) for column in columns] == ["vp", "silver", "rounds", "round", "twelfths"]


def test_a_study_is_found_by_its_own_name() -> None:
    assert find_table("probes-hex") == ANY_PROBES
    assert [entry.column for entry in entries("probes-hex")] == [column.value for column in Probes]
    assert find_table("markers") == "markers"
    with pytest.raises(UserError, match="There is no table 'marker'; tables are players, placements, "):
        find_table("marker")
