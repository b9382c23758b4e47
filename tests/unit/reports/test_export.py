"""Exported tables: the page's numbers, in files that give them back."""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyzer.analysis.stats import Estimate
from analyzer.errors import UserError
from analyzer.recording.store import Run
from reports import words
from reports.export import MADE, MEASURES, export_raw, export_report, file_tables
from reports.file_columns import POINTS, SHARE
from reports.files import Dialect, FileTable
from reports.page import Cell, Column, Definition, Page, Section, Table
from reports.sections import names
from tests.unit.recording.test_studies import make_study
from tests.unit.reports.conftest import KINDS

Pages = Callable[[str], Page]
Runs = Callable[[str], Run]

NUMBER = re.compile(rf"^([+{words.MINUS}]?)(\d[\d{words.NARROW}]*)(?:\.(\d+))?")


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


def test_several_runs_come_side_by_side_as_on_their_page(runs: Runs, tmp_path: Path) -> None:
    shutil.copytree(runs("two").path, tmp_path / "other")
    folder, page = export_report([runs("two").path, tmp_path / "other"], Dialect.CSV, tmp_path / "out")
    assert {f"{table.id}.csv" for table in page.tables()} < {path.name for path in folder.iterdir()}
    found = pl.read_csv(folder / "results.csv")
    assert_frame_equal(
        *(found.select(f"{name}: Win share").rename(lambda _: "w") for name in ("run", "other"))
    )


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


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_of_the_page_has_a_file_of_its_own(kind: str, pages: Pages) -> None:
    page = pages(kind)
    found = [table.id for table in file_tables(page)]
    assert found == [*(table.id for table in page.tables()), MEASURES, MADE]
    assert len(set(found)) == len(found)
    for table, exported in zip(page.tables(), file_tables(page), strict=False):
        frame = exported.frame.collect()
        assert frame.height == len(table.rows)
        assert frame.columns == [column.name for column in exported.columns]


@pytest.mark.parametrize("kind", KINDS)
def test_every_column_has_a_meaning(kind: str, pages: Pages) -> None:
    tables = [table for table in file_tables(pages(kind)) if table.id not in (MEASURES, MADE)]
    assert not [(t.id, c.name) for t in tables for c in t.columns if not c.meaning]


@pytest.mark.parametrize("kind", KINDS)
def test_exported_numbers_are_those_that_the_page_shows(kind: str, pages: Pages) -> None:
    """Each text of the page is read back and compared with the number in the file."""
    page = pages(kind)
    compared = 0
    for table, exported in zip(page.tables(), file_tables(page), strict=False):
        frame = exported.frame.collect()
        for place, column in enumerate(table.columns):
            series = frame[column.title.replace(words.NARROW, " ")]
            for row, cell in enumerate(table.rows):
                text = cell[place].text
                if not series.dtype.is_numeric():
                    if text == words.NONE:
                        assert series[row] is None
                        continue
                    assert series[row] == text.replace(words.NARROW, " ").replace(words.MINUS, "-")
                elif series[row] is None:
                    assert text in ("", words.NONE) or frame[f"{series.name} remark"][row] == text
                else:
                    shown, step = read(text)
                    scale = 100 if "%" in text else 1
                    assert shown == pytest.approx(series[row] * scale, abs=0.500001 * step), (table.id, text)
                    compared += 1
    assert compared > 300


def read(text: str) -> tuple[float, float]:
    """The number at the head of a cell's text, and what its last digit is worth."""
    found = NUMBER.match(text)
    assert found, text
    sign, whole, part = found.group(1), found.group(2).replace(words.NARROW, ""), found.group(3) or ""
    value = float(f"{whole}.{part or 0}")
    return (-value if sign == words.MINUS else value), 10.0 ** -len(part)


@pytest.fixture(scope="module")
def written(runs: Runs, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Dialect], Path]:
    """The export of the run of two, made at its first use."""

    def export(dialect: Dialect) -> Path:
        out = tmp_path_factory.getbasetemp() / f"export-{dialect}"
        if not out.exists():
            assert export_report([runs("two").path], dialect, out)[0] == out
        return out

    return export


@pytest.mark.parametrize("dialect", list(Dialect))
def test_files_give_back_the_pages_numbers(
    dialect: Dialect, written: Callable[[Dialect], Path], pages: Pages
) -> None:
    tables = file_tables(pages("two"))
    names_of_files = [f"{table.id}{dialect.ending}" for table in tables]
    assert sorted(path.name for path in written(dialect).iterdir()) == sorted([*names_of_files, "README.csv"])
    for table, name in zip(tables, names_of_files, strict=True):
        wanted = table.frame.collect()
        path = written(dialect) / name
        if dialect is Dialect.PARQUET:
            found = pl.read_parquet(path)
        elif dialect is Dialect.COMMA:
            found = pl.read_csv(path, separator=";", decimal_comma=True, schema=wanted.schema)
        else:
            found = pl.read_csv(path, schema=wanted.schema)
        assert_frame_equal(found, wanted, check_exact=True)


def test_a_decimal_comma_file_is_one_that_a_spreadsheet_opens(written: Callable[[Dialect], Path]) -> None:
    text = (written(Dialect.COMMA) / "results.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbfBot;Seat;Win share;Win share low;")
    line = text.decode("utf-8-sig").splitlines()[1]
    assert re.match(r"^balanced;seat 0, starts;[01],\d+;[01],\d+;[01],\d+;\d+;\d+;-?\d+,\d+;", line)
    assert "." not in line


def test_a_plain_file_has_points_and_no_mark(written: Callable[[Dialect], Path]) -> None:
    text = (written(Dialect.CSV) / "results.csv").read_text(encoding="utf-8")
    assert text.startswith("Bot,Seat,Win share,Win share low,")
    assert re.match(r'^balanced,"seat 0, starts",[01]\.\d+,', text.splitlines()[1])


@pytest.mark.parametrize("dialect", list(Dialect))
def test_readme_lists_every_column_of_every_file(
    dialect: Dialect, written: Callable[[Dialect], Path], pages: Pages
) -> None:
    comma = dialect is Dialect.COMMA
    found = pl.read_csv(written(dialect) / "README.csv", separator=";" if comma else ",")
    assert found.columns == ["file", "table", "column", "unit", "meaning", "note"]
    wanted = [
        (f"{table.id}{dialect.ending}", table.caption, column.name)
        for table in file_tables(pages("two"))
        for column in table.columns
    ]
    assert found.select("file", "table", "column").rows() == wanted


def test_raw_tables_come_whole(runs: Runs, tmp_path: Path) -> None:
    run = runs("two")
    folder = export_raw(run.path, Dialect.COMMA, tmp_path / "raw")
    wanted = run.lazy("markers").collect()
    found = pl.read_csv(folder / "markers.csv", separator=";", schema=wanted.schema)
    assert_frame_equal(found, wanted)
    readme = pl.read_csv(folder / "README.csv", separator=";").filter(pl.col("file") == "markers.csv")
    assert readme["column"].to_list() == wanted.columns
    assert readme["meaning"].null_count() == 0


def test_tables_of_studies_come_with_what_they_changed(runs: Runs, tmp_path: Path) -> None:
    shutil.copytree(runs("two").path, tmp_path / "run")
    (tmp_path / "run" / "studies").mkdir(exist_ok=True)
    make_study(tmp_path / "run" / "studies" / "luck", 3)
    folder = export_raw(tmp_path / "run", Dialect.PARQUET)
    assert pl.read_parquet(folder / "luck.parquet")["block"].to_list() == [0, 1, 2, 3, 4]
    readme = pl.read_csv(folder / "README.csv").filter(pl.col("file") == "luck.parquet")
    assert set(readme["note"]) == {"Variants: 0: as it is."}


def test_an_export_lies_in_the_runs_folder(runs: Runs, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(runs("two").path, run)
    assert export_report([run], Dialect.CSV)[0] == run / "export"
    assert export_raw(run, Dialect.PARQUET) == run / "export" / "raw"
    assert (run / "export" / "raw" / "players.parquet").is_file()


def test_an_export_is_not_overwritten(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "README.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match=r"README\.csv exists already; give another folder with --out, or"):
        export_report([runs("two").path], Dialect.CSV, tmp_path)
    (tmp_path / "README.csv").rename(tmp_path / "results.csv")
    with pytest.raises(UserError, match=r"results\.csv exists already; give another folder with --out, or"):
        export_report([runs("two").path], Dialect.CSV, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["results.csv"]
    assert (tmp_path / "results.csv").read_text(encoding="utf-8") == "mine"


def test_force_replaces_files_of_the_same_names_only(runs: Runs, tmp_path: Path) -> None:
    for name in ("README.csv", "results.csv", "own.csv"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
    export_report([runs("two").path], Dialect.CSV, tmp_path, force=True)
    assert (tmp_path / "own.csv").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "results.csv").read_text(encoding="utf-8").startswith("Bot,")
    assert not list(tmp_path.glob(".*"))


def test_a_file_is_no_place_for_an_export(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="is not a folder; give another with --out"):
        export_raw(runs("two").path, Dialect.CSV, tmp_path / "file")
