"""A column of the page as columns of a file, with known answers."""

from __future__ import annotations

import math

import pytest

from analyzer.analysis.stats import Estimate
from reports import words
from reports.export import file_tables
from reports.file_columns import POINTS, SHARE
from reports.files import FileTable
from reports.page import Cell, Column, Definition, Page, Section, Table
from reports.sections import names
from reports.text_tables import MADE, MEASURES


def page_of(*tables: Table) -> Page:
    """A page of nothing but tables, with one measure."""
    return Page(
        "t", "s", (), (), (Section("a", "A", "?", tables),), (Definition("Gain", "vp", "What came of it."),),
        (("Seed", "7"),), (), "",
    )  # fmt: skip


def table_of(columns: list[Column], *rows: list[Cell]) -> FileTable:
    table = Table("some", f"All{words.NARROW}of it", tuple(columns), tuple(map(tuple, rows)), note="Mind.")
    return file_tables(page_of(table))[0]


def frame_of(columns: list[Column], *rows: list[Cell]) -> dict[str, list[object]]:
    return table_of(columns, *rows).frame.collect().to_dict(as_series=False)


def test_an_estimate_becomes_five_columns() -> None:
    seen = Estimate(1.25, 1.0, 1.5, 300, 120, 0.1)
    lone = Estimate(2.0, math.nan, math.nan, 4, 1)
    none = Estimate(math.nan, math.nan, math.nan, 0, 0)
    cells = [[names.value_cell(value)] for value in (seen, lone, none)]
    assert frame_of([Column("Gain")], *cells) == {
        "Gain": [1.25, 2.0, None],
        "Gain low": [1.0, None, None],
        "Gain high": [1.5, None, None],
        "Gain n": [300, 4, 0],
        "Gain blocks": [120, 1, 0],
    }


def test_shares_are_fractions_and_say_so() -> None:
    table = table_of([Column("Won")], [names.share_cell(Estimate(0.271, 0.25, 0.3, 50, 50, 0.01))])
    assert table.frame.collect().row(0) == (0.271, 0.25, 0.3, 50, 50)
    assert [column.unit for column in table.columns] == [SHARE, SHARE, SHARE, "count", "count"]


def test_a_share_of_nothing_is_a_share_too() -> None:
    table = table_of([Column("Won")], [names.share_cell(Estimate(0.0, 0.0, 0.1, 50, 50, 0.0))])
    assert (table.columns[0].unit, table.frame.collect().row(0)[:3]) == (SHARE, (0.0, 0.0, 0.1))


@pytest.mark.parametrize("text", ["-12.3 ±4.0", "-12.3 ±4.0 points"])
def test_differences_of_shares_are_fractions_too(text: str) -> None:
    seen = Estimate(-0.1234, -0.16, -0.08, 50, 50, 0.01)
    for cell in (Cell(text, seen.mean, value=seen), Cell(text, seen.mean)):
        table = table_of([Column("Gained, points")], [cell])
        assert table.frame.collect().row(0)[0] == -0.1234
        assert (table.columns[0].name, table.columns[0].unit) == ("Gained", POINTS)


def test_a_column_of_several_measures_has_no_unit_of_its_own() -> None:
    share, vp = Estimate(0.271, 0.25, 0.3, 50, 50, 0.01), Estimate(61.5, 61.0, 62.0, 50, 50, 0.2)
    table = table_of([Column("Run")], [names.share_cell(share)], [names.value_cell(vp)])
    assert table.columns[0].unit == ""
    assert table.frame.collect()["Run"].to_list() == [0.271, 61.5]


def test_a_title_may_name_its_unit() -> None:
    columns = [Column("Chosen, %"), Column("Effect, vp"), Column("vp margin with"), Column("Other")]
    table = table_of(columns, [Cell("52", 52.3), Cell("1.5", 1.5), Cell("2.5", 2.5), Cell("0.5", 0.5)])
    assert table.frame.collect().row(0) == (52.3, 1.5, 2.5, 0.5)
    assert [(column.name, column.unit) for column in table.columns] == [
        ("Chosen, %", "%"),
        ("Effect, vp", "vp"),
        ("vp margin with", "vp"),
        ("Other", ""),
    ]


def test_words_stay_words_and_counts_are_whole() -> None:
    found = frame_of(
        [Column("Seat", numeric=False), Column("n games")],
        [Cell("seat 0, starts", 0), names.count_cell(12_345)],
        [Cell("seat 1", 1), names.count_cell(0)],
    )
    assert found == {"Seat": ["seat 0, starts", "seat 1"], "n games": [12345, 0]}


def test_a_word_among_numbers_is_kept_beside_them() -> None:
    found = frame_of([Column("Uses")], [Cell("3", 3)], [Cell("always")], [Cell(words.NONE, None)])
    assert found == {"Uses": [3, None, None], "Uses remark": [None, "always", None]}


def test_what_a_cell_only_sorts_by_is_no_figure() -> None:
    found = frame_of(
        [Column("Wait until"), Column("Hex")],
        [Cell("3", 3), Cell("7, closed", 7)],
        [Cell("too few games", 99), Cell("5 to 7", 6)],
    )
    assert found == {
        "Wait until": [3, None],
        "Wait until remark": [None, "too few games"],
        "Hex": [7, None],
        "Hex remark": [None, "5 to 7"],
    }
    assert frame_of([Column("Told")], [Cell("yes", 1)], [Cell("", 0)]) == {"Told": ["yes", ""]}


@pytest.mark.parametrize(
    ("text", "sort", "figure"),
    [
        (f"12{words.NARROW}345", 12345, 12345),
        (f"{words.MINUS}1.3", -1.26, -1.26),
        (f"27.1{words.NARROW}%", 0.27124, 0.27124),
        ("+0.5 told", 0.5, 0.5),
        ("3 silver", 3, 3),
        ("1.3", 1.36, "1.3"),  # another number than it shows: words
    ],
)
def test_a_figure_is_what_the_page_shows(text: str, sort: float, figure: float | str) -> None:
    assert frame_of([Column("X")], [Cell(text, sort)]) == {"X": [figure]}


def test_a_value_of_its_own_goes_before_what_a_cell_sorts_by() -> None:
    assert frame_of([Column("Rank")], [Cell("2.5", 9, value=2.5)]) == {"Rank": [2.5]}


def test_columns_of_one_title_are_told_apart() -> None:
    columns = [Column("Bot", numeric=False), Column("Bot"), Column("Bot")]
    found = frame_of(columns, [Cell("a"), Cell("1", 1), Cell("2", 2)])
    assert found == {"Bot": ["a"], "Bot (2)": [1], "Bot (3)": [2]}


def test_columns_of_groups_say_of_which() -> None:
    columns = [Column("Bot", numeric=False), Column("Gain"), Column("Gain")]
    row = (Cell("a"), Cell("1", 1), Cell("2", 2))
    table = Table("some", "All", tuple(columns), (row,), groups=(("", 1), ("one", 1), ("two", 1)))
    exported = file_tables(page_of(table))[0]
    assert exported.frame.collect().to_dict(as_series=False) == {
        "Bot": ["a"],
        "one: Gain": [1],
        "two: Gain": [2],
    }
    assert [column.unit for column in exported.columns] == ["", "vp", "vp"]


def test_units_and_meanings_are_those_of_the_measures() -> None:
    columns = [Column("Gain"), Column("Own", help="Helped.", unit="silver"), Column("Other")]
    table = table_of(columns, [Cell("1.5", 1.5), Cell("1.5", 1.5), Cell("1.5", 1.5)])
    assert [(c.name, c.unit, c.meaning) for c in table.columns] == [
        ("Gain", "vp", "What came of it."),
        ("Own", "silver", "Helped."),
        ("Other", "", "All of it: Other"),
    ]
    assert (table.caption, table.note) == ("All of it", "Mind.")


def test_definitions_and_origin_come_with_the_tables() -> None:
    measures, made = file_tables(page_of())
    assert (measures.id, measures.frame.collect().rows()) == (MEASURES, [("Gain", "vp", "What came of it.")])
    assert (made.id, made.frame.collect().rows()) == (MADE, [("Seed", "7")])
