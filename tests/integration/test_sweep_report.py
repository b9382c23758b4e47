"""The report and the files of a sweep, as a user gets them."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.integration.test_run import granja
from tests.integration.test_sweep import write_files

FILES = ["README.csv", "differences.csv", "made.csv", "measures.csv", "variants.csv"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sweep-report")
    write_files(folder)
    done = granja(folder, "sweep", "small.toml", "-n", "300", "--jobs", "1", "--out", "small")
    assert done.returncode == 0, done.stderr
    return folder


def test_a_sweep_leaves_page_pictures_and_files(place: Path) -> None:
    assert "Sweep: small" in (place / "small" / "report.html").read_text("utf-8")
    assert list((place / "small" / "png").glob("*-tornado-*.png"))
    assert sorted(path.name for path in (place / "small" / "csv").iterdir()) == FILES
    assert str(place) not in (place / "small" / "csv" / "made.csv").read_text("utf-8")


def test_the_report_is_written_again(place: Path) -> None:
    page = place / "small" / "report.html"
    before = page.read_bytes()
    refused = granja(place, "report", "small")
    assert (refused.returncode, refused.stdout) == (2, "")
    done = granja(place, "report", "small", "--force")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Report: small/report.html\n", "")
    assert page.read_bytes() == before


def test_the_files_for_a_spreadsheet_with_decimal_commas(place: Path) -> None:
    done = granja(place, "export", "small", "--decimal-comma")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Export: small/export (README.csv says what is in each file)\n"
    assert done.stderr.startswith(
        "Note: 1 variant is the same as the baseline in every game: solo first space"
    )
    assert sorted(path.name for path in (place / "small" / "export").iterdir()) == FILES
    comma = pl.read_csv(place / "small" / "export" / "differences.csv", separator=";", decimal_comma=True)
    point = pl.read_csv(place / "small" / "csv" / "differences.csv")
    assert comma.equals(point)
    same = point.filter(pl.col("folder") == "solo.first_space=2")
    assert same.height > 300
    assert same["same"].all()
    assert set(same["verdict"]) == {"the same", "never occurred in either"}
    never = same.filter(pl.col("verdict") != "the same")
    assert never.select(pl.col("baseline", "difference").is_null().all()).row(0) == (True, True)


def test_a_sweep_beside_a_run_is_refused(place: Path) -> None:
    done = granja(place, "report", "small", "small/runs/baseline", "--out", "both")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: small is a sweep, and its report compares its own runs: give it alone, or some of its runs, "
        "such as small/runs/baseline.\n"
    )


def test_two_runs_of_a_sweep_stand_side_by_side(place: Path) -> None:
    runs = ("small/runs/baseline", "small/runs/buildings.merchant_house.income=5")
    done = granja(place, "report", *runs, "--out", "beside")
    assert done.returncode == 0, done.stderr
    assert (place / "beside" / "report.html").is_file()
