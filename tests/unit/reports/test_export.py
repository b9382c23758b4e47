"""Exported tables: the page's numbers, in files that give them back."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyzer.errors import UserError
from analyzer.recording.store import Run
from reports import words
from reports.export import export_raw, export_report, file_tables
from reports.file_columns import plain
from reports.files import Dialect
from reports.page import Page
from reports.text_tables import MADE, MEASURES
from tests.unit.recording.owned import make_own
from tests.unit.recording.test_studies import make_study
from tests.unit.reports.conftest import KINDS

Pages = Callable[[str], Page]
Runs = Callable[[str], Run]

NUMBER = re.compile(r"([+-]?\d+(?: \d{3})*)(?:\.(\d+))?")


def test_several_runs_come_side_by_side_as_on_their_page(runs: Runs, tmp_path: Path) -> None:
    shutil.copytree(runs("two").path, tmp_path / "other")
    folder, page = export_report([runs("two").path, tmp_path / "other"], Dialect.CSV, tmp_path / "out")
    assert {f"{table.id}.csv" for table in page.tables()} < {path.name for path in folder.iterdir()}
    found = pl.read_csv(folder / "results.csv")
    assert_frame_equal(
        *(found.select(f"{name}: Win share").rename(lambda _: "w") for name in ("run", "other"))
    )


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
        names = iter(frame.columns)
        for place, column in enumerate(table.columns):
            title = plain(column.title)
            wanted = (title, re.sub(", (points|%)$", "", title))
            series = frame[next(name for name in names if re.sub(r" \(\d+\)$", "", name) in wanted)]
            for row, cell in enumerate(table.rows):
                text = plain(cell[place].text)
                if series[row] is None:
                    said = frame[f"{series.name} remark"][row] if f"{series.name} remark" in frame else None
                    assert text in ("", words.NONE, said)
                elif series.dtype == pl.String:
                    assert series[row] == text
                elif found := NUMBER.match(text):
                    hundredths = "%" in text or "points" in text or title.endswith(("%", "points"))
                    steps = 0.501 * 0.1 ** len(found.group(2) or "")
                    shown = float(found.group().replace(" ", ""))
                    off = [abs(shown - scale * series[row]) for scale in ((1, 100) if hundredths else (1,))]
                    assert min(off) <= steps, (table.id, title, text)
                    compared += 1
    assert compared > 300


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
    make_own(make_study(tmp_path / "run" / "studies" / "luck", 3))
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
