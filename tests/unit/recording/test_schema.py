"""The schema's description against the core's rows and the vocabulary."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analyzer.recording import schema
from analyzer.recording.schema import TABLES
from analyzer.recording.writer import to_columns
from cext import core


def test_tables_are_those_of_the_core() -> None:
    assert set(TABLES) == set(core.ROW_DTYPES)
    assert list(TABLES)[-1] == "blocks"


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_those_of_the_core(table: str) -> None:
    assert [column.value for column in TABLES[table]] == list(core.ROW_DTYPES[table].names or ())


@pytest.mark.parametrize("table", TABLES)
def test_every_column_has_a_meaning(table: str) -> None:
    assert all(column.meaning for column in TABLES[table])


@pytest.mark.parametrize("table", TABLES)
def test_types_are_those_of_the_written_columns(table: str) -> None:
    rows = np.zeros(3, core.ROW_DTYPES[table])
    if table == "buildings":
        rows["building"] = 1
    bots = ("balanced", "random")
    assert to_columns(table, rows, bots).schema == schema.polars_schema(table, bots)


def test_vp_sources_are_those_of_the_vocabulary() -> None:
    assert [str(column) for column in schema.VP_SOURCES] == [f"vp_{word}" for word in schema.SOURCE_WORDS]


def test_words_leave_counts_and_prefixes_out() -> None:
    assert schema.PLACEMENT_WORDS == ("field", "helper", "barrow", "extension")
    assert schema.SOURCE_WORDS[-1] == "spent"


@pytest.mark.parametrize(("games_per_block", "blocks"), [(1, 8192), (2, 4096), (4, 2048), (14, 585)])
def test_parts_hold_whole_blocks(games_per_block: int, blocks: int) -> None:
    assert schema.blocks_per_part(games_per_block) == blocks


def test_columns_name_themselves_in_expressions() -> None:
    frame = pl.DataFrame({"vp": [1, 2]})
    assert frame.select(pl.col(schema.Players.VP).sum()).item() == 3
