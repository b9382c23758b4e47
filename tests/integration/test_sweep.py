"""``granja sweep`` as a user meets it."""

from __future__ import annotations

import json
import re
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.integration.test_run import GRANJA, environment, granja, tables, wait_for_blocks

SMALL = """
name = "small"
description = "What a few things change."
baseline = "base.toml"
games = 300

[one_at_a_time]
buildings.merchant_house.income = [3, 5]
solo.first_space = 2

[[variant]]
name = "firsts"
line_up = "first"
"""
NAMES = ["baseline", "buildings.merchant_house.income=5", "solo.first_space=2", "firsts"]
WORDS = ("--no-report", "--quiet")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sweep of two quick bots at four seats."""
    folder = tmp_path_factory.mktemp("sweeps")
    write_files(folder)
    return folder


def write_files(folder: Path) -> None:
    (folder / "base.toml").write_text(
        'name = "base"\nplayers = 4\nline_up = ["random", "first", "random", "first"]\nseed = 5\n',
        encoding="utf-8",
    )
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")


@pytest.fixture(scope="module")
def played(place: Path) -> subprocess.CompletedProcess[str]:
    return granja(place, "sweep", "small.toml", "-n", "300", "--jobs", "1")


def test_a_sweep_from_start_to_end(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0, played.stderr
    told = played.stderr.splitlines()
    assert re.fullmatch(
        r"small: base and 3 variants on the same 150 blocks, 1,050 games in all, seed 5, 1 job, about \d s, "
        r"into runs/small-300\.",
        told[0],
    )
    assert told[1] == "Other line-ups have other arrangements; -n counts the baseline's games, 300."
    assert told[2].startswith("Disk: about ")
    assert len(told) == 3
    lines = [line.rstrip() for line in played.stdout.splitlines()]
    assert lines[0] == "small: 3 variants against base on the same 150 blocks, seed 5"
    assert "buildings.merchant_house.income = 5" in lines
    assert "firsts" in lines
    assert (
        "Exactly 0 in every metric and every block: solo.first_space = 2. What they change plays no part in "
        "these games, with these bots." in " ".join(lines)
    )
    assert lines[-2].startswith("Played in ")
    assert lines[-2].endswith("Runs: runs/small-300/runs")
    assert lines[-1] == "Report: runs/small-300/report.html, and as tables: runs/small-300/csv"
    assert (place / "runs" / "small-300" / "csv" / "differences.csv").is_file()
    assert sorted(path.name for path in (place / "runs" / "small-300" / "runs").iterdir()) == sorted(NAMES)


def test_its_variants_are_ordinary_runs(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0
    run = "runs/small-300/runs/firsts"
    done = granja(place, "verify", run, "--all")
    assert done.stdout == (
        f"{run}: 150 of 150 blocks (150 games) were played again: every hash and every row is the same.\n"
    )
    assert granja(place, "trace", run, "--game", "7").returncode == 0


def test_jobs_give_the_same_bytes(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0
    done = granja(place, "sweep", "small.toml", "-n", "300", "--jobs", "2", "--out", "two", *WORDS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    one, two = place / "runs" / "small-300", place / "two"
    assert tables(one) == tables(two)
    assert len(tables(two)) == 4 * 7
    assert (one / "sweep.json").read_bytes() == (two / "sweep.json").read_bytes()
    command = ["sweep", "small.toml", "-n", "300", "--seed", "5"]
    assert json.loads((two / "sweep.json").read_bytes())["command"] == command


def test_json_is_one_document(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    """Of a sweep that is complete nothing is played again."""
    assert played.returncode == 0
    report = place / "runs" / "small-300" / "report.html"
    written = report.stat().st_mtime_ns
    done = granja(place, "sweep", "--resume", "runs/small-300", "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert report.stat().st_mtime_ns == written
    result = json.loads(done.stdout)
    assert (result["folder"], result["report"]) == ("runs/small-300", "runs/small-300/report.html")
    assert (result["seconds"], result["games_per_s"]) == (0.0, 0.0)
    assert (result["blocks"], result["seed"], result["missing"]) == (150, 5, [])
    assert result["baseline"]["games"] == 300
    rich, idle, firsts = result["variants"]
    assert rich["changes"] == [{"path": "buildings.merchant_house.income", "baseline": 3, "value": 5}]
    assert (rich["games"], rich["complete"], rich["same"]) == (300, True, False)
    assert (firsts["games"], firsts["run"]) == (150, "runs/small-300/runs/firsts")
    assert firsts["metrics"]["vp"]["told"] is True
    vp = rich["metrics"]["vp"]
    assert vp["low"] <= vp["difference"] <= vp["high"]
    assert vp["variant"] - vp["baseline"] == pytest.approx(vp["difference"])
    assert vp["baseline"] == result["baseline"]["metrics"]["vp"]["mean"]
    assert idle["same"] is True
    for metric in idle["metrics"].values():
        exact = (0, 0, 0, True) if metric["n"] else (None, None, None, None)
        assert (metric["difference"], metric["low"], metric["high"], metric["same"]) == exact


def test_nothing_is_left_of_a_complete_sweep(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0
    done = granja(place, "sweep", "--resume", "runs/small-300")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "runs/small-300 is complete with its 1,050 games: nothing is left to play.\n"


def test_a_missing_report_is_written(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0
    shutil.copytree(place / "runs" / "small-300", place / "bare")
    (place / "bare" / "report.html").unlink()
    done = granja(place, "sweep", "--resume", "bare")
    assert done.returncode == 0, done.stderr
    assert done.stderr == (
        "small, seed 5, in bare: all 4 runs are complete; what they show is worked out anew.\n"
    )
    assert done.stdout.splitlines()[-1] == "Report: bare/report.html, and as tables: bare/csv"
    assert (place / "bare" / "report.html").is_file()


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    write_files(tmp_path)
    done = granja(tmp_path, "sweep", "small.toml", "-n", "10000", "--dry-run", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "A short pilot of all runs is being played, in memory.\n"
    words = " ".join(done.stdout.split())
    assert "base (the baseline) 10,000 buildings.merchant_house.income 3 5 10,000" in words
    assert "firsts: Played by first. 5,000" in words
    assert "4 runs of 5,000 blocks, 35,000 games in all, seed 5. About " in words
    assert "exactly like the baseline: solo.first_space = 2. They may change nothing" in words
    assert "The smallest difference from the baseline that it could show" in words
    assert "Found with a probability of 80 %, if it is the only true difference among all " in words
    assert done.stdout.endswith("Nothing was written.\n")
    as_json = json.loads(granja(tmp_path, "sweep", "small.toml", "--dry-run", "--json", "-q").stdout)
    assert (as_json["games"], as_json["blocks"], as_json["seed"]) == (1050, 150, 5)
    assert 16 <= as_json["pilot_blocks"] <= 150
    rich, idle, firsts = as_json["variants"]
    assert rich["smallest"]["vp"]["alone"] < rich["smallest"]["vp"]["among_all"]
    assert (idle["same_in_pilot"], idle["smallest"]) == (True, {})
    assert (firsts["description"], firsts["games"]) == ("Played by first.", 150)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base.toml", "small.toml"]


def test_a_bad_variant_is_named_before_anything_runs(tmp_path: Path) -> None:
    write_files(tmp_path)
    bad = SMALL.replace("= [3, 5]", "= [3, -5]").replace("solo.first_space = 2", 'extra.payment = "never"')
    (tmp_path / "small.toml").write_text(bad, encoding="utf-8")
    done = granja(tmp_path, "sweep", "small.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "variant `buildings.merchant_house.income = -5`" in done.stderr
    assert "variant `extra.payment = never`" in done.stderr
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("small.toml",),
            "runs/small-300 exists already; give another folder with --out, --force",
        ),
        (("small.toml", "--out", "mine"), "mine exists already and is no sweep; give another folder with"),
        (
            ("small.toml", "--out", "mine", "--force"),
            "is no sweep, so --force won't replace it",
        ),
        (("small.toml", "-n", "0"), "0 games can't be played; give at least 1 with -n."),
        (("small.toml", "-n", "2000000000", "--out", "new"), "this needs about "),
        (("odd.toml",), "`measures`: `victory` is no metric"),
        (
            ("--resume", "runs/small-300", "-n", "5"),
            "--resume goes on with the sweep as it was begun; leave",
        ),
        (("--resume", "mine"), "mine is not the folder of a sweep (it has no sweep.json); give one that"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_refusals(
    place: Path, played: subprocess.CompletedProcess[str], words: tuple[str, ...], sentence: str
) -> None:
    assert played.returncode == 0
    (place / "mine").mkdir(exist_ok=True)
    (place / "mine" / "letter.txt").touch()
    (place / "odd.toml").write_text(f'measures = ["vp", "victory"]\n{SMALL}', encoding="utf-8")
    done = granja(place, "sweep", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert sentence in done.stderr
    assert (place / "mine" / "letter.txt").is_file()
    assert not (place / "new").exists()


def test_another_engine_does_not_go_on(place: Path, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0
    shutil.copytree(place / "runs" / "small-300", place / "older", dirs_exist_ok=True)
    file = place / "older" / "sweep.json"
    file.write_text(json.dumps(json.loads(file.read_bytes()) | {"engine": "0123456789ab"}), encoding="utf-8")
    done = granja(place, "sweep", "--resume", "older")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: older was begun with engine 0123456789ab (granja ")


def test_after_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk; the line-up of one variant needs less room."""
    write_files(tmp_path)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (110_000, 110_000))

    words = ("sweep", "small.toml", "-n", "4000", "--jobs", "2", *WORDS, "--out")
    full = granja(tmp_path, *words, "full", preexec_fn=limit)
    assert full.returncode == 2
    assert "a part can't be written" in full.stderr
    assert (
        "This was in baseline: full holds 0 of 4 runs in full and 0 of 14,000 games; 'granja sweep --resume "
        "full' plays the rest." in full.stderr
    )
    done = granja(tmp_path, "sweep", "--resume", "full", *WORDS)
    assert done.returncode == 0, done.stderr
    assert granja(tmp_path, *words, "undisturbed").returncode == 0
    assert tables(tmp_path / "full") == tables(tmp_path / "undisturbed")


def test_ctrl_c_says_how_it_goes_on(tmp_path: Path) -> None:
    """Until then no other process can write the sweep."""
    write_files(tmp_path)
    words = ("sweep", "small.toml", "-n", "2000000", "--jobs", "2", "--out", "it")
    with subprocess.Popen(
        [*GRANJA, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        wait_for_blocks(tmp_path / "it" / "runs" / "baseline", process)
        other = granja(tmp_path, "sweep", "--resume", "it")
        cleaned = granja(tmp_path, "clean", "it", "--yes")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert re.fullmatch(
        r"Stopped \(interrupted with Ctrl-C\): it holds 0 of 4 runs in full and [\d,]+ of 7,000,000 games; "
        r"'granja sweep --resume it' plays the rest\. 'granja report it' makes a report of what is there\.",
        errors.splitlines()[-1],
    )
    assert not list((tmp_path / "it").rglob("*.tmp"))
    assert other.returncode == 2
    assert other.stderr.startswith(f"Error: it is being written by process {process.pid} (granja sweep small")
    assert "it stays" in cleaned.stderr
    (listed,) = json.loads(granja(tmp_path, "runs", "it", "--json").stdout)
    assert (listed["state"], listed["done"], listed["writer"]) == ("partial", 0, None)


def test_it_is_one_line_among_the_runs_and_goes_as_a_whole(
    place: Path, played: subprocess.CompletedProcess[str]
) -> None:
    assert played.returncode == 0
    shutil.copytree(place / "runs" / "small-300", place / "copies" / "one")
    (listed,) = json.loads(granja(place, "runs", "copies", "--json").stdout)
    assert (listed["kind"], listed["scenario"], listed["counted"]) == ("sweep", "small", "variants")
    assert (listed["asked"], listed["done"], listed["state"]) == (3, 3, "complete")
    assert "sweep: small" in granja(place, "runs", "copies").stdout
    part = granja(place, "clean", "copies/one/runs/firsts", "--yes")
    assert part.returncode == 2
    assert "is part of the sweep" in part.stderr
    done = granja(place, "clean", "copies", "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("Removed 1 sweep, ")
    assert list((place / "copies").iterdir()) == []


def test_without_a_word_the_shipped_ones_are_listed(tmp_path: Path) -> None:
    done = granja(tmp_path, "sweep")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == granja(tmp_path, "sweep", "--list").stdout
    listed = json.loads(granja(tmp_path, "sweep", "--list", "--json").stdout)
    assert listed
    for each in listed:
        assert each["name"] in done.stdout
        assert each["description"]
        assert each["variants"]
