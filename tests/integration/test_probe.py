"""``granja probe`` as a user meets it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer.recording.studies import open_study

GRANJA = (sys.executable, "-m", "analyzer.cli.main")
QUICK = ("--bot", "novice", "--bot", "novice")  # in both seats of two-players


def granja(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*GRANJA, *words],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        env=environment(),
    )


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "120"}


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.*"))}


def test_probes_from_start_to_table(tmp_path: Path) -> None:
    done = granja(tmp_path, "probe", "two-players", "--at", "die", "-n", "300", *QUICK)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(
        "two-players: one decision in each of 300 games, which die is taken, and what for; played once with "
        "each option; seed "
    )
    assert done.stderr.endswith("into runs/two-players-probe-die-300.\n")
    flat = " ".join(done.stdout.split())
    assert "came up in 300 of 300 games; one of each was probed." in flat
    assert re.search(r"4: silver +\S\d+\.\d\d ±\d+\.\d\d", done.stdout)
    assert "holds for the moments at which that bot had that choice and plays on as it does" in flat
    assert "even perfect play has some" in flat
    assert done.stdout.endswith("Decisions: runs/two-players-probe-die-300\n")
    again = granja(tmp_path, "probe", "runs/two-players-probe-die-300")
    assert (again.returncode, again.stdout, again.stderr) == (0, done.stdout, "")


def test_json_tells_everything(tmp_path: Path) -> None:
    words = (
        "--at",
        "token",
        "-n",
        "200",
        "--seed",
        "5",
        "--bot",
        "novice",
        "--quiet",
        "--json",
        "--out",
        "x",
    )
    done = granja(tmp_path, "probe", "two-players", *words)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    rows = open_study(tmp_path / "x").lazy().collect()
    assert {name: told[name] for name in ("study", "scenario", "kind", "seed", "games", "stopped")} == {
        "study": "x", "scenario": "two-players", "kind": "token", "seed": 5, "games": 200, "stopped": None,
    }  # fmt: skip
    together, *bots = told["probed"]
    assert [entry["bot"] for entry in told["probed"]] == [None, "novice", "balanced"]
    assert together["decisions"] == rows["block"].n_unique() == sum(entry["decisions"] for entry in bots)
    assert sum(option["offered"] for option in together["options"]) == len(rows)
    assert sum(option["chosen"] for option in together["options"]) == together["decisions"]
    assert "4 donkeys, 0 hats" in [option["name"] for option in together["options"]]
    assert together["regret"]["mean"] > together["regret"]["low"] > 0
    assert together["mattered"]["n"] == together["decisions"]


def test_jobs_give_the_same_files(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        words = ("--at", "hex", "-n", "3000", "--jobs", jobs, "--out", jobs, "--quiet", *QUICK)
        assert granja(tmp_path, "probe", "two-players", *words).stdout == ""
    assert len(files(tmp_path / "1")) == 3
    assert files(tmp_path / "1") == files(tmp_path / "2")


def test_a_runs_games_are_probed(tmp_path: Path) -> None:
    """With the scenario, the bots and the seed that the run had, whatever the files say now."""
    words = ("-n", "50", "--seed", "77", "--out", "run", "--no-report", "-q", *QUICK)
    assert granja(tmp_path, "run", "two-players", *words).returncode == 0
    assert granja(tmp_path, "probe", "run", "--at", "roof", "-n", "40", "--out", "a", "-q").returncode == 0
    told = ("--at", "roof", "-n", "40", "--out", "b", "-q", "--seed", "77", *QUICK)
    assert granja(tmp_path, "probe", "two-players", *told).returncode == 0
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_solo_has_no_wins(tmp_path: Path) -> None:
    done = granja(tmp_path, "probe", "solo", "--at", "placement", "-n", "60", "--bot", "novice", "--all")
    assert done.returncode == 0
    assert "win" not in done.stdout
    assert "Effect: vp at the end of the game" in done.stdout


def test_nobody_ever_has_such_a_choice(tmp_path: Path) -> None:
    words = ("--at", "roof", "-n", "20", "--restrict", "novice: never buy roofs", *QUICK)
    done = granja(tmp_path, "probe", "two-players", *words)
    assert done.returncode == 0
    assert "came up in 0 of 20 games" in " ".join(done.stdout.split())
    assert "So there is nothing to compare." in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("two-players",), "Say which decisions to probe with --at: placement, hex, building, roof, die or"),
        (("two-players", "--at", "dye"), "--at dye: there are no such decisions; did you mean die?"),
        (("two-players", "--at", "die", "-n", "0"), "0 decisions can't be probed; give a number from 1 to"),
        (("no-such-study", "--at", "die"), "no-such-study"),
        (("two-players", "--at", "die", "--out", "."), ". is not"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_bad_words(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "something").touch()
    done = granja(tmp_path, "probe", *words, "--force")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "something"]


def test_what_was_played_is_neither_overwritten_nor_played_on(tmp_path: Path) -> None:
    words = ("two-players", "--at", "token", "-n", "5", "--out", "x", "-q", *QUICK)
    assert granja(tmp_path, "probe", *words).returncode == 0
    done = granja(tmp_path, "probe", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "x exists already; give another folder with --out, or --force to replace it." in done.stderr
    assert granja(tmp_path, "probe", *words, "--force").returncode == 0
    done = granja(tmp_path, "probe", "x", "--at", "die")
    assert done.returncode == 2
    assert "x holds probes that were played; only --all, --json and --quiet go with it." in done.stderr


def test_ctrl_c_leaves_whole_parts(tmp_path: Path) -> None:
    words = ("two-players", "--at", "token", "-n", "50000000", "--out", "cut", "--jobs", "2", *QUICK)
    with subprocess.Popen(
        [*GRANJA, "probe", *words],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("cut/rows/part-*.parquet")):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    done = open_study(tmp_path / "cut").manifest.blocks_done
    assert errors.splitlines()[-1] == (
        f"Stopped (interrupted with Ctrl-C): cut holds the decisions of {done:,} of 50,000,000 games; "
        "'granja probe cut' shows what they tell."
    )
    shown = granja(tmp_path, "probe", "cut")
    assert f"{done:,} games (partial: interrupted with Ctrl-C)" in " ".join(shown.stdout.split())
