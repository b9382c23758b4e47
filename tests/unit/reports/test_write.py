"""Writing a report: what lands where, and what is never overwritten."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.recording.store import Run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports import write_report
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def folder(runs: Callable[[str], Run], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report") / "new" / "folder"
    assert write_report([runs("two").path], out) == out / "report.html"
    return out


def size(png: Path) -> tuple[int, int]:
    head = png.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", head[16:24])


def test_one_page_and_a_folder_of_pictures(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["png", "report.html"]
    names = sorted(path.name for path in (folder / "png").iterdir())
    assert names[0] == "01-wins.png"
    assert any(name.endswith("-placement-heat.png") for name in names)
    assert {size(folder / "png" / name)[0] for name in names} == {1588}  # 7.94 inches at 200 dpi


def test_a_report_is_not_overwritten(folder: Path, runs: Callable[[str], Run]) -> None:
    with pytest.raises(
        UserError, match=r"report\.html exists already; give another folder with --out, or --force"
    ):
        write_report([runs("two").path], folder)


def test_force_replaces_the_report_and_nothing_else(folder: Path, runs: Callable[[str], Run]) -> None:
    before = (folder / "report.html").read_bytes()
    own = folder / "png" / "mine.png"
    old = [folder / "png" / name for name in ("99-old.png", "100-old.png")]
    own.write_bytes(b"own")
    for each in old:
        each.write_bytes(b"old")
    write_report([runs("two").path], folder, force=True)
    assert (folder / "report.html").read_bytes() == before
    assert own.read_bytes() == b"own"
    assert not any(each.exists() for each in old)
    own.unlink()


def test_no_report_about_nothing() -> None:
    with pytest.raises(UserError, match="give a run folder, or several"):
        write_report([])


def test_a_file_is_no_place_for_a_report(tmp_path: Path, runs: Callable[[str], Run]) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="is not a folder; give another with --out"):
        write_report([runs("two").path], file)


def test_no_run_no_report(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such run folder"):
        write_report([tmp_path / "none"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("line_up", [("first",), ("random", "random")], ids=["solo", "two"])
def test_a_single_game_makes_a_report_without_intervals(line_up: tuple[str, ...], tmp_path: Path) -> None:
    record(plan_of(tmp_path, *line_up, games=1), tmp_path / "run", workers=Processes(1))
    text = write_report([tmp_path / "run"]).read_text(encoding="utf-8")
    assert "Only 1 blocks" not in text
    assert "Only 1 block was played" in text
    assert not re.search(r"\bnan\b", text)
