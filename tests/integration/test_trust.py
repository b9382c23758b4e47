"""``granja run --resume``, ``verify``, ``runs`` and ``clean`` as a user meets them."""

from __future__ import annotations

import json
import resource
import subprocess
from pathlib import Path

import polars as pl
import pytest

from tests.integration.test_run import GRANJA, environment, granja, tables, wait_for_blocks
from tests.unit.recording.test_lock import another_process


@pytest.fixture
def run(tmp_path: Path) -> Path:
    scenario = tmp_path / "mixed.toml"
    scenario.write_text('name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\n', encoding="utf-8")
    done = granja(tmp_path, "run", "mixed.toml", "-n", "300", "--out", "run", "--no-report", "--quiet")
    assert done.returncode == 0, done.stderr
    return tmp_path / "run"


def change_manifest(run: Path, **changes: object) -> None:
    content = json.loads((run / "manifest.json").read_bytes())
    (run / "manifest.json").write_text(json.dumps(content | changes), encoding="utf-8")


def test_nothing_is_left_of_a_complete_run(run: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in run.rglob("*")}
    done = granja(run.parent, "run", "--resume", "run", "--no-report")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "run is complete with its 300 games: nothing is left to play.\n"
    assert {file: file.stat().st_mtime_ns for file in run.rglob("*")} == before


def test_a_stopped_run_says_how_it_goes_on_and_does(run: Path) -> None:
    (run / "blocks" / "part-00000.parquet").unlink()
    change_manifest(run, state="partial")
    again = granja(run.parent, "run", "mixed.toml", "--out", "run")
    assert again.returncode == 2
    assert "or go on with it with 'granja run --resume run'." in again.stderr
    done = granja(run.parent, "run", "--resume", "run", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "mixed, seed 1, in run: 300 of 300 games are left;" in done.stderr
    assert "Played in " in done.stdout
    assert granja(run.parent, "verify", "run", "--all").returncode == 0


def test_a_missing_report_is_written(run: Path) -> None:
    done = granja(run.parent, "run", "--resume", "run", "--quiet", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["report"] == "run/report.html"
    assert (run / "report.html").is_file()
    again = granja(run.parent, "run", "--resume", "run")
    assert again.stdout == "run is complete with its 300 games: nothing is left to play.\n"


@pytest.mark.parametrize(
    ("words", "word"),
    [
        (("-n", "5"), "-n"),
        (("--seed", "0"), "--seed"),
        (("two-players",), "SCENARIO"),
        (("--force",), "--force"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_resume_takes_no_other_games(run: Path, words: tuple[str, ...], word: str) -> None:
    done = granja(run.parent, "run", "--resume", "run", *words)
    assert done.returncode == 2
    assert done.stderr == f"Error: --resume goes on with the run as it was begun; leave {word} out.\n"


def test_after_a_full_disk(run: Path) -> None:
    """A limit on the size of files stands for a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    words = ("run", "mixed.toml", "-n", "20000", "--no-report", "--quiet", "--jobs", "2", "--out")
    full = granja(run.parent, *words, "full", preexec_fn=limit)
    assert full.returncode == 2
    assert "so make room and go on with --resume" in full.stderr
    done = granja(run.parent, "run", "--resume", "full", "--no-report", "--quiet")
    assert done.returncode == 0, done.stderr
    assert granja(run.parent, *words, "undisturbed").returncode == 0
    assert tables(run.parent / "full") == tables(run.parent / "undisturbed")


def test_another_engine_does_not_go_on(run: Path) -> None:
    change_manifest(run, engine="0123456789ab", state="partial")
    done = granja(run.parent, "run", "--resume", "run")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: run was begun with engine 0123456789ab (granja ")


def test_two_processes_cannot_write_one_run(run: Path) -> None:
    """Neither with --force, nor by resuming, reporting or removing."""
    words = ("run", "mixed.toml", "-n", "100000000", "--out", "long", "--jobs", "1", "--quiet")
    with subprocess.Popen([*GRANJA, *words], cwd=run.parent, env=environment()) as process:
        try:
            wait_for_blocks(run.parent / "long", process)
            for others in (
                ("run", "mixed.toml", "--out", "long", "--force"),
                ("run", "--resume", "long"),
                ("report", "long"),
            ):
                done = granja(run.parent, *others)
                assert done.returncode == 2
                assert done.stderr.startswith(
                    f"Error: long is being written by process {process.pid} (granja run mixed.toml -n 1"
                )
            cleaned = granja(run.parent, "clean", "long", "--yes")
            assert "it stays" in cleaned.stderr
            (listed,) = json.loads(granja(run.parent, "runs", "long", "--json").stdout)
            assert (listed["writer"], listed["state"]) == (process.pid, "partial")
            assert process.poll() is None
        finally:
            process.kill()
    assert granja(run.parent, "clean", "long", "--yes").returncode == 0
    assert not (run.parent / "long").exists()


def test_verify_finds_what_differs(run: Path) -> None:
    assert granja(run.parent, "verify", "run", "-n", "20").stdout == (
        "run: 20 of 150 blocks (40 games, drawn with seed 1) were played again: every hash and every row is "
        "the same.\n"
    )
    file = run / "players" / "part-00000.parquet"
    rows = pl.read_parquet(file)
    rows.with_columns(pl.col("vp") + (pl.col("block") == 7).cast(pl.Int16)).write_parquet(file)
    change_manifest(run, engine="0123456789ab")
    done = granja(run.parent, "verify", "run", "--all")
    assert done.returncode == 1
    assert done.stderr.startswith("Note: run was played by engine 0123456789ab, this is ")
    assert "150 of 150 blocks (300 games) were played again: 1 of them differs." in done.stdout
    vp = rows.filter(pl.col("block") == 7)["vp"][0]
    assert f"  block 7, players, row 0, vp: {vp + 1} in the run, {vp} played again\n" in done.stdout
    as_json = json.loads(granja(run.parent, "verify", "run", "--all", "--json", "--jobs", "2").stdout)
    assert (as_json["same"], as_json["played"]) == (False, 150)
    assert as_json["differences"] == [
        {"block": 7, "table": "players", "row": 0, "column": "vp", "stored": vp + 1, "played": vp}
    ]


def test_verify_takes_a_sample_or_all(run: Path) -> None:
    done = granja(run.parent, "verify", "run", "--all", "-n", "3")
    assert done.stderr == "Error: -n draws blocks and --all takes all of them; give one of the two.\n"


def test_runs_are_listed(run: Path) -> None:
    change_manifest(run, engine="0123456789ab")
    done = granja(run.parent, "runs", ".")
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert {"run", "mixed", "300", "complete", "another", "(0123456789ab)"} <= set(words)
    (listed,) = json.loads(granja(run.parent, "runs", ".", "--json").stdout)
    assert (listed["scenario"], listed["asked"], listed["done"], listed["state"]) == (
        "mixed",
        300,
        300,
        "complete",
    )
    assert listed["this_engine"] is False
    assert granja(run.parent, "runs").stdout == "There are no runs in runs.\n"


def test_clean_asks_or_is_told(run: Path) -> None:
    assert granja(run.parent, "clean", "run", "--partial").stdout == "There is nothing to remove.\n"
    unasked = granja(run.parent, "clean", ".", stdin=subprocess.DEVNULL)
    assert unasked.returncode == 2
    assert "add --yes" in unasked.stderr
    assert run.is_dir()
    done = granja(run.parent, "clean", ".", "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("Removed 1 run, ")
    assert not run.exists()
    assert (run.parent / "mixed.toml").is_file()


def test_clean_leaves_a_held_run(run: Path) -> None:
    with another_process(run) as process:
        done = granja(run.parent, "clean", "run", "--yes")
        assert f"run is being written by process {process.pid}" in done.stderr
    assert (run / "manifest.json").is_file()
