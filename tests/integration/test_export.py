"""``granja export``, ``granja describe`` and runs of other versions, each in a process of its own."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from analyzer.recording.dictionary import tables
from analyzer.recording.schema import FORMAT, TABLES
from tests.integration.test_run import environment, granja


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run, without its report."""
    folder = tmp_path_factory.mktemp("exported")
    done = granja(folder, "run", "two-players", "-n", "60", "--no-report", "--quiet", "--out", "run")
    assert done.returncode == 0, done.stderr
    return folder / "run"


def test_export_for_a_spreadsheet(run: Path, tmp_path: Path) -> None:
    done = granja(tmp_path, "export", str(run), "--decimal-comma", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Export: out (README.csv says what is in each file)\n"
    assert done.stderr.startswith("Note: Only 60 blocks were played")
    found = pl.read_csv(tmp_path / "out" / "results.csv", separator=";", decimal_comma=True)
    assert found["Win share"].sum() == pytest.approx(1)
    again = granja(tmp_path, "export", str(run), "--out", "out")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr.startswith("Error: out/README.csv exists already; give another folder with --out")
    assert granja(tmp_path, "export", str(run), "--out", "out", "--force").returncode == 0
    assert (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").startswith("Bot,Seat,Win share,")


def test_export_of_recorded_tables(run: Path, tmp_path: Path) -> None:
    done = granja(tmp_path, "export", str(run), "--raw", "--parquet", "--out", "out")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"README.csv", *(f"{table}.parquet" for table in TABLES)}
    assert pl.read_parquet(tmp_path / "out" / "players.parquet").height == 120


@pytest.mark.parametrize("words", [(), ("--decimal-comma",), ("--parquet",), ("--raw", "--parquet")], ids=str)
def test_a_disk_that_takes_no_more(run: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    """A limit on the size of files stands for a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    done = granja(tmp_path, "export", str(run), *words, "--out", "out", preexec_fn=limit)
    assert (done.returncode, done.stdout) == (2, "")
    said = done.stderr.splitlines()[-1]
    assert re.fullmatch(
        r"Error: out can't be written: (File too large|the disk may be full); make room, or give another "
        r"folder with --out\.",
        said,
    ), done.stderr
    assert not list((tmp_path / "out").iterdir())


def test_a_damaged_table_is_told(tmp_path: Path) -> None:
    damaged = tmp_path / "run"
    done = granja(tmp_path, "run", "two-players", "-n", "60", "--no-report", "--quiet", "--out", "run")
    assert done.returncode == 0, done.stderr
    file = damaged / "markers" / "part-00000.parquet"
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 60] = b"\xff" * 60
    file.write_bytes(content)
    for words in ((), ("--raw",)):
        done = granja(tmp_path, "export", "run", *words)
        assert done.returncode == 2
        assert "part-00000.parquet can't be read, it is cut off or damaged" in done.stderr


def test_load_run_in_a_plain_process(run: Path) -> None:
    """``import analyzer`` brings nothing heavy; a run comes when it is asked for."""
    program = (
        "import sys, analyzer\n"
        "print([name for name in ('polars', 'numpy', 'msgspec', 'cext.core') if name in sys.modules])\n"
        f"run = analyzer.load_run({str(run)!r})\n"
        "print(run.players.collect().height, run.scenario.name, run.describe('blocks').height)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, env=environment()
    )
    assert (done.stdout, done.stderr) == ("[]\n120 two-players 3\n", "")


def test_describe_shows_every_table(tmp_path: Path) -> None:
    done = granja(tmp_path, "describe")
    assert done.returncode == 0, done.stderr
    for table in tables():
        assert f"\n{table}: One row per " in f"\n{done.stdout}"
    one = granja(tmp_path, "describe", "markers").stdout
    assert one.startswith("markers: One row per market marker")
    assert "players: " not in one


def test_describe_as_json(tmp_path: Path) -> None:
    found = json.loads(granja(tmp_path, "describe", "--json").stdout)
    assert [table["table"] for table in found] == list(tables())
    players = {column["column"]: column for column in found[0]["columns"]}
    assert players["vp"] == {
        "column": "vp",
        "type": "Int16",
        "unit": "vp",
        "meaning": "victory points at the end, vp",
        "missing": False,
        "words": [],
    }
    assert players["bot"]["words"] is None


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize(
    "words", [("report",), ("export",), ("export", "--raw"), ("trace",), ("cards", "--use")], ids=" ".join
)
def test_runs_of_other_formats_are_refused_in_a_sentence(
    tmp_path: Path, words: tuple[str, ...], change: int
) -> None:
    (tmp_path / "old").mkdir()
    manifest = {"format": FORMAT + change, "versions": {"granja": "0.0.9"}}
    (tmp_path / "old" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    done = granja(tmp_path, *words, "old")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: old was written in format {FORMAT + change} by granja 0.0.9, ")
    remedy = "update granja." if change > 0 else "play it again, or read it with granja 0.0.9."
    assert done.stderr.endswith(f"{remedy}\n")
    assert [path.name for path in (tmp_path / "old").iterdir()] == ["manifest.json"]
