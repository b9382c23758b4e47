"""``granja ladder`` as a user meets it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.integration.test_run import GRANJA, environment, granja

BOTS = ("first", "random", "balanced")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A ladder of three, played once."""
    folder = tmp_path_factory.mktemp("ladder")
    return folder, granja(folder, "ladder", *BOTS, "-n", "20", "--jobs", "1")


def files(folder: Path) -> dict[str, bytes]:
    """All but what the clock had a hand in."""
    every = (path for path in folder.rglob("*") if path.is_file() and path.name != "timings.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in every}


def test_a_ladder_from_start_to_end(played: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    folder, done = played
    assert done.returncode == 0, done.stderr
    name = "runs/ladder-balanced-first-random-20"
    assert done.stderr.startswith("3 bots, 3 pairs: 840 games, seed 1, 1 job, about ")
    assert done.stderr.endswith(f", into {name}.\n")
    lines = done.stdout.splitlines()
    ranks = re.findall(r"^ (\d) +(\w+) +\([\d.]+ % ±", done.stdout, re.MULTILINE)
    assert ranks == [("1", "balanced"), ("2", "first"), ("3", "random")]
    assert any(
        line.startswith("balanced is rated highest: against the field, by the model") for line in lines
    )
    assert "No ring can be told: no pair has played 100 blocks." in lines
    assert lines[-2:] == [f"Results: {name}", f"Report: {name}/report.html"]
    assert set(files(folder / name)) == {
        "ladder.json",
        "results.json",
        "report.html",
        "pairs/00-01.parquet",
        "pairs/00-02.parquet",
        "pairs/01-02.parquet",
        "png/01-ladder.png",
        "png/02-matrix.png",
    }
    speeds = json.loads((folder / name / "timings.json").read_text(encoding="utf-8"))["games_per_s"]
    assert set(speeds) == set(BOTS)


def test_jobs_and_the_order_of_bots_change_no_byte(
    played: tuple[Path, subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    folder, _ = played
    words = ("ladder", "balanced", "first", "random", "-n", "20", "--jobs", "2", "--out", "other")
    assert granja(tmp_path, *words).returncode == 0
    assert files(tmp_path / "other") == files(folder / "runs" / "ladder-balanced-first-random-20")


def test_json_is_one_document_with_the_clock_apart(tmp_path: Path) -> None:
    words = ("ladder", *BOTS, "--players", "2", "-n", "150", "--out", "it", "--no-report", "--json")
    done = granja(tmp_path, *words)
    result = json.loads(done.stdout)
    timings = result.pop("timings")
    assert set(timings["games_per_s"]) == set(BOTS)
    assert (result.pop("folder"), result.pop("report")) == ("it", None)
    assert result == json.loads((tmp_path / "it" / "results.json").read_text(encoding="utf-8"))
    assert [bot["bot"] for bot in result["bots"]] == ["balanced", "first", "random"]
    assert (result["players"], result["fair"], result["cycles"]) == (2, 0.5, [])
    for pair in result["pairs"]:
        assert (pair["blocks"], pair["games"], pair["clear"]) == (150, 300, True)
        assert pair["low"] <= pair["win_share"] <= pair["high"]
    assert not (tmp_path / "it" / "report.html").exists()


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    words = ("ladder", *BOTS, "novice", "-n", "800", "--out", "it", "--jobs", "2", "--no-report")
    with subprocess.Popen(
        [*GRANJA, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        deadline = time.monotonic() + 120
        while not list((tmp_path / "it").glob("pairs/*.parquet")):
            assert time.monotonic() < deadline, "no pair was finished"
            assert process.poll() is None, "the ladder has ended"
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    kept = len(list((tmp_path / "it").glob("pairs/*.parquet")))
    assert kept < 6
    assert errors.splitlines()[-1] == (
        f"Stopped (interrupted with Ctrl-C): it holds {kept} of 6 pairs; the same command with --resume "
        "plays the rest."
    )
    assert not list((tmp_path / "it").rglob("*.tmp"))


def test_resume_plays_what_is_missing(
    played: tuple[Path, subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    source = played[0] / "runs" / "ladder-balanced-first-random-20"
    shutil.copytree(source, tmp_path / "it")
    (tmp_path / "it" / "pairs" / "00-02.parquet").unlink()
    (tmp_path / "it" / "report.html").unlink()
    words = ("ladder", *BOTS, "-n", "20", "--out", "it", "--resume")
    done = granja(tmp_path, *words)
    assert done.stderr.startswith("3 bots, 1 pair (2 more are there already): 280 games, seed 1"), done.stderr
    assert files(tmp_path / "it") == files(source)
    again = granja(tmp_path, *words, "--no-report")
    assert again.stderr == "All 3 pairs are in it already.\n"
    assert again.returncode == 0


def test_bots_that_play_alike_share_a_row(tmp_path: Path) -> None:
    (tmp_path / "twin.toml").write_text('name = "twin"\npolicy = "random"\n', encoding="utf-8")
    done = granja(tmp_path, "ladder", "first", "random", "twin.toml", "-n", "2", "--no-report")
    assert done.returncode == 0, done.stderr
    sentence = (
        "random and twin play alike: same policy and weights; their difference is 0 by construction. One row "
        "stands for both."
    )
    assert sentence in done.stdout.replace("\n", " ")
    assert "random = twin" in done.stdout
    assert (tmp_path / "runs" / "ladder-first-random-twin-2" / "pairs" / "00-01.parquet").is_file()


def test_python_functions_play_too_and_count_as_slow(tmp_path: Path) -> None:
    (tmp_path / "try.py").write_text(
        'def last(view, options):\n    """Takes the last option."""\n    return options[-1].index\n',
        encoding="utf-8",
    )
    words = ("ladder", "first", "random", "try.py:last", "--players", "2", "-n", "3", "--slow-blocks", "1")
    done = granja(tmp_path, *words, "--out", "it", "--no-report", "--json")
    assert done.returncode == 0, done.stderr
    assert "Pairs with try.py:last play 1 block, the others 3; --slow-blocks changes that." in done.stderr
    pairs = {(pair["bot"], pair["against"]): pair["blocks"] for pair in json.loads(done.stdout)["pairs"]}
    assert pairs == {("first", "random"): 3, ("first", "try.py:last"): 1, ("random", "try.py:last"): 1}


def test_the_rules_of_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "dear.toml").write_text(
        'name = "dear"\nextends = "two-players"\n[rules]\nend.silver_per_vp = 9\n', encoding="utf-8"
    )
    words = ("ladder", "first", "random", "-n", "3", "--scenario", "dear.toml", "--out", "it")
    done = granja(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "it" / "ladder.json").read_text(encoding="utf-8"))
    assert (manifest["rule_set"], manifest["players"]) == ("dear", 2)
    assert [each["path"] for each in manifest["differences"]] == ["end.silver_per_vp"]
    page = (tmp_path / "it" / "report.html").read_text(encoding="utf-8")
    assert "end.silver_per_vp: 9 (standard 5)" in page
    assert "--scenario dear" in page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("first",), "Error: a ladder needs two bots or more; name another.\n"),
        (("first", "first"), "Error: `first` is named twice; name each bot once.\n"),
        (
            ("first", "radnom"),
            "Error: bot 2: there is no bot `radnom`, shipped or at this path; did you mean",
        ),
        (("first", "random", "--scenario", "solo"), "Error: solo is for one player, and a"),
        (("first", "random", "-n", "0"), "Error: 0 blocks can't be played; give 1 to 2147483647 with -n.\n"),
        (("first", "random", "--players", "5"), "Error: Invalid value for '--players'"),
        (("first", "random", "--out", "full"), "Error: full exists already and is no ladder; give another"),
        (
            ("first", "random", "--out", "none", "--resume"),
            "Error: none holds no ladder to go on with; leave",
        ),
        (("first", "random", "--force", "--resume"), "Error: --force begins anew and --resume goes on; give"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_bad_input(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("x", encoding="utf-8")
    done = granja(tmp_path, "ladder", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence), done.stderr
    assert "Traceback" not in done.stderr
