"""Folders that can't be written, and exports that take the place of older ones."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from analyzer.errors import UserError
from analyzer.recording.store import Run
from reports import write_report
from reports.export import export_raw, export_report
from reports.files import Dialect, FileColumn, FileTable, write_tables
from tests.unit.recording.test_studies import make_study

Runs = Callable[[str], Run]
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def table(name: str) -> FileTable:
    return FileTable(
        name, "caption; with a mark, too", "", (FileColumn("x", "", "m"),), pl.LazyFrame({"x": [1]})
    )


def failing(error: OSError) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_a_report_on_a_full_disk_names_the_folder_and_the_remedy(
    runs: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs("two").path
    monkeypatch.setattr(Path, "write_text", failing(FULL))
    out = tmp_path / "out"
    wanted = f"{out} can't be written: No space left on device; make room, or give another folder with --out."
    with pytest.raises(UserError, match=f"^{re.escape(wanted)}$"):
        write_report([run], out)
    assert not list(out.glob(".*"))
    assert not (out / "report.html").exists()


@pytest.mark.parametrize("export", [export_report, export_raw])
def test_no_folder_can_be_made_where_nothing_may_be_written(
    export: Callable[..., object], runs: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs("two").path
    monkeypatch.setattr(Path, "mkdir", failing(OSError(errno.EROFS, os.strerror(errno.EROFS), "x/.new")))
    wanted = f"{tmp_path / 'y'} can't be written: Read-only file system; make room, or give another folder"
    with pytest.raises(UserError, match=f"^{re.escape(wanted)} with --out"):
        export([run] if export is export_report else run, Dialect.CSV, tmp_path / "y")


@pytest.mark.parametrize("first", list(Dialect))
@pytest.mark.parametrize("then", list(Dialect))
def test_force_removes_the_files_that_the_old_readme_lists(
    first: Dialect, then: Dialect, tmp_path: Path
) -> None:
    write_tables([table("a"), table("gone")], first, tmp_path, force=False)
    (tmp_path / "own.csv").write_text("mine", encoding="utf-8")
    write_tables([table("a"), table("new")], then, tmp_path, force=True)
    wanted = [f"a{then.ending}", f"new{then.ending}", "README.csv", "own.csv"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(wanted)


@pytest.mark.parametrize("header", ["file,table,column,unit,meaning,note", "file,what"])
def test_a_readme_removes_nothing_elsewhere_and_one_of_another_kind_nothing_at_all(
    header: str, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for path in (tmp_path / "outside.csv", folder / "notes.txt", folder / "b.csv"):
        path.write_text("mine", encoding="utf-8")
    rows = "".join(f"{name},,,,,\n" for name in ("../outside.csv", "notes.txt", "b.csv"))
    (folder / "README.csv").write_text(f"{header}\n{rows}", encoding="utf-8")
    write_tables([table("a")], Dialect.CSV, folder, force=True)
    assert (tmp_path / "outside.csv").exists()
    assert (folder / "notes.txt").exists()
    assert (folder / "b.csv").exists() == (header == "file,what")


@pytest.mark.parametrize("place", ["", "players", "studies/luck", "studies/luck/rows", "players/deep"])
def test_no_export_among_recorded_games(place: str, runs: Runs, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(runs("two").path, run)
    (run / "studies").mkdir(exist_ok=True)
    make_study(run / "studies" / "luck", 3)
    before = sorted(run.rglob("*"))
    for export in (
        lambda: export_report([run], Dialect.CSV, run / place, force=True),
        lambda: export_raw(run, Dialect.CSV, run / place, force=True),
    ):
        with pytest.raises(UserError, match="holds recorded games, among which an export would be"):
            export()
    assert sorted(run.rglob("*")) == before


def test_an_export_goes_beside_recorded_games(runs: Runs, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(runs("two").path, run)
    assert export_raw(run, Dialect.CSV, run / "mine", force=True) == run / "mine"
