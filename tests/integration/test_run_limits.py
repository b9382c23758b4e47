"""``granja run --until`` and ``--budget`` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.recording.manifest import Manifest, read_manifest
from analyzer.recording.store import open_run
from tests.integration.test_run import granja, tables

QUIETLY = ("--no-report", "--quiet")
RULE = "margin.first ci=0.12"  # met after a few parts of 8,192 games


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a scenario of quick bots in blocks of two games."""
    (tmp_path / "mixed.toml").write_text(
        'name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\ngames = 50\nseed = 1\n', encoding="utf-8"
    )
    return tmp_path


def parts(run: Path) -> dict[str, bytes]:
    return {name: data for name, data in tables(run).items() if name.endswith(".parquet")}


def plain_run(folder: Path, manifest: Manifest) -> dict[str, bytes]:
    """The tables of a run that was to have just these games."""
    words = ("run", "mixed.toml", "-n", str(manifest.games), "--out", f"plain-{manifest.games}", *QUIETLY)
    assert granja(folder, *words).returncode == 0
    return parts(folder / f"plain-{manifest.games}")


def test_until_from_start_to_summary(folder: Path) -> None:
    done = granja(folder, "run", "mixed.toml", "--until", RULE, "--jobs", "2", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "mixed: at most 10,000,000 games (5,000,000 blocks of 2), seed 1, 2 jobs, into " in done.stderr
    assert "Plays until the vp margin of first is known to ±0.12 (95 % interval); looks after" in done.stderr
    run = folder / "runs" / "mixed-margin.first-ci0.12"
    manifest = read_manifest(run)
    assert 8_192 < manifest.games < 100_000
    assert f"Stopped at {manifest.games:,} games: vp margin of first known to ±0.1" in done.stdout
    assert (manifest.until, manifest.ended, manifest.most) == (RULE, "until", 10_000_000)
    assert manifest.command[:6] == ("run", "mixed.toml", "-n", "10000000", "--until", RULE)

    assert granja(folder, "verify", str(run), "-n", "50").returncode == 0
    again = granja(folder, "run", "--resume", str(run), "--no-report")
    assert again.stdout.endswith(f"complete with its {manifest.games:,} games: nothing is left to play.\n")
    (listed,) = json.loads(granja(folder, "runs", str(run), "--json").stdout)
    assert (listed["state"], listed["ended"], listed["until"]) == ("complete", "until", RULE)
    assert (listed["asked"], listed["done"], listed["most"]) == (manifest.games, manifest.games, 10_000_000)

    assert parts(run) == plain_run(folder, manifest)
    alone = ("run", "mixed.toml", "--until", RULE, "--jobs", "1", "--out", "one", "--json")
    one = granja(folder, *alone, *QUIETLY)
    assert tables(folder / "one") == tables(run)
    ending = json.loads(one.stdout)["summary"]["ending"]
    assert 0.1 < ending.pop("half_width") <= 0.12
    assert ending == {
        "by": "until",
        "games": manifest.games,
        "most": 10_000_000,
        "until": RULE,
        "widest": "margin.first",
    }


def test_a_width_that_the_games_do_not_reach(folder: Path) -> None:
    done = granja(
        folder, "run", "mixed.toml", "-n", "301", "--until", "ci=0.00005pp", "--out", "run", "--no-report"
    )
    assert done.returncode == 0, done.stderr
    assert "All 302 games are played: win share of " in done.stdout
    assert " points, not to ±0.00005 points.\n" in done.stdout
    manifest = open_run(folder / "run").manifest
    assert (manifest.state, manifest.until, manifest.ended) == ("complete", "ci=0.00005pp", None)
    (listed,) = json.loads(granja(folder, "runs", "run", "--json").stdout)
    assert (listed["state"], listed["ended"]) == ("complete", None)
    (folder / "run" / "blocks" / "part-00000.parquet").unlink()
    assert granja(folder, "run", "--resume", "run", *QUIETLY).returncode == 0
    assert open_run(folder / "run").manifest == manifest


@pytest.mark.parametrize(
    ("scenario", "words", "error"),
    [
        ("solo", ("--until", "ci=1pp"), "solo games have none; name a metric, like 'vp ci=0.05'."),
        (
            "mixed.toml",
            ("--until", "margin.frist ci=1"),
            "no metric `margin.frist`; did you mean `margin.first`?",
        ),
        ("mixed.toml", ("--until", "narrow"), "--until `narrow` is no width; write it like ci=0.5pp"),
        ("mixed.toml", ("--budget", "soon"), "--budget: `soon` is no length of time; write it like 30m"),
        ("mixed.toml", ("--resume", "run", "--until", "ci=1pp"), "--resume goes on with the run as it was"),
    ],
)
def test_what_makes_no_sense(folder: Path, scenario: str, words: tuple[str, ...], error: str) -> None:
    done = granja(folder, "run", *([] if "--resume" in words else [scenario]), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert error in done.stderr
    assert not (folder / "runs").exists()


def test_a_budget_and_more_of_it(folder: Path) -> None:
    """How far the first one comes is the machine's affair: here none, some or all of the games."""
    words = ("run", "mixed.toml", "-n", "60000", "--budget", "1s", "--out", "run", *QUIETLY)
    done = granja(folder, *words)
    assert (done.returncode, done.stderr) == (0, "") or (
        done.returncode == 2 and "give more with 'granja run --resume run --budget TIME'" in done.stderr
    )
    more = granja(folder, "run", "--resume", "run", "--budget", "1h", *QUIETLY)
    assert more.returncode == 0, more.stderr
    manifest = open_run(folder / "run").manifest
    assert (manifest.games, manifest.state, manifest.ended) == (60_000, "complete", None)
    assert parts(folder / "run") == plain_run(folder, manifest)


def test_a_budget_that_a_run_does_not_need(folder: Path) -> None:
    words = ("run", "mixed.toml", "-n", "300", "--budget", "1h", "--out", "run", *QUIETLY)
    assert granja(folder, *words).returncode == 0
    manifest = open_run(folder / "run").manifest
    assert (manifest.games, manifest.ended, manifest.most) == (300, None, None)
    assert parts(folder / "run") == plain_run(folder, manifest)
