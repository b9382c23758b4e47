"""``granja run`` and ``granja bench`` as a user meets them."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer.recording.store import open_run

GRANJA = (sys.executable, "-m", "analyzer.cli.main")
PART = 8192  # games of a part of one-game blocks


def granja(folder: Path, *words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*GRANJA, *words],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        env=environment(),
        **options,  # type: ignore[call-overload]
    )


def environment() -> dict[str, str]:
    root = str(Path(__file__).parents[2])
    return {**os.environ, "PYTHONPATH": root, "COLUMNS": "120"}


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A scenario of quick bots in blocks of two games."""
    file = tmp_path / "mixed.toml"
    file.write_text(
        'name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\ngames = 50\nseed = 1\n', encoding="utf-8"
    )
    return str(file)


def tables(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.suffix == ".parquet" or path.name == "manifest.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_run_from_start_to_summary(tmp_path: Path) -> None:
    done = granja(tmp_path, "run", "four-players", "-n", "40", "--no-report")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("four-players: 40 games (40 blocks of 1), seed ")
    assert "into runs/four-players-40.\n" in done.stderr
    assert "Expect win shares (95 % intervals): a seat's to ±" in done.stderr
    assert "fair share 25.0 %" in done.stdout
    for words in (
        "seat 3",
        "building rounds",
        "Greengrocer",
        "barrows completed",
        "market markers at the end",
    ):
        assert words in done.stdout
    assert "A run of this size shows with 80 % probability a win share" in done.stdout
    assert open_run(tmp_path / "runs" / "four-players-40").complete


def test_games_are_rounded_up_and_it_says_so(tmp_path: Path, mixed: str) -> None:
    done = granja(tmp_path, "run", mixed, "-n", "41", "--no-report")
    assert "41 games are rounded up to 42: each block plays its seed in all 2 arrangements" in done.stderr
    assert "bot random" in done.stdout
    assert open_run(tmp_path / "runs" / "mixed-41").games == 42


def test_jobs_give_the_same_bytes(tmp_path: Path, mixed: str) -> None:
    for jobs in ("1", "2"):
        done = granja(
            tmp_path, "run", mixed, "-n", str(2 * PART), "--jobs", jobs, "--out", jobs, "--no-report"
        )
        assert done.returncode == 0, done.stderr
    one, two = tables(tmp_path / "1"), tables(tmp_path / "2")
    assert len(one) == 13
    assert one == two


def test_solo_reports_vp_alone(tmp_path: Path) -> None:
    done = granja(tmp_path, "run", "solo", "-n", "30", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "share" not in done.stdout.replace("shares", "")
    assert "Expect" not in done.stderr
    assert "vp against another run of its size" in done.stdout


def test_json_is_one_document(tmp_path: Path, mixed: str) -> None:
    done = granja(tmp_path, "run", mixed, "--out", "run", "--no-report", "--json", "--quiet")
    result = json.loads(done.stdout)
    assert done.stderr == ""
    assert result.keys() == {"run", "seconds", "games_per_s", "report", "summary"}
    assert (result["run"], result["report"], result["summary"]["games"]) == ("run", None, 50)


def test_quiet_says_nothing(tmp_path: Path, mixed: str) -> None:
    done = granja(tmp_path, "run", mixed, "--no-report", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert open_run(tmp_path / "runs" / "mixed-50").complete


def test_a_report_comes_with_it(tmp_path: Path, mixed: str) -> None:
    done = granja(tmp_path, "run", mixed)
    assert done.returncode == 0, done.stderr
    report = done.stdout.strip().splitlines()[-1].removeprefix("Report: ")
    assert (tmp_path / report).is_file()


def test_a_reader_that_leaves_early_loses_no_report(tmp_path: Path, mixed: str) -> None:
    with subprocess.Popen(
        [*GRANJA, "run", mixed, "--out", "run", "--quiet", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=120) == 141
    assert (tmp_path / "run" / "report.html").is_file()


def test_damage_deep_in_a_part_is_told_in_a_sentence(tmp_path: Path, mixed: str) -> None:
    assert granja(tmp_path, "run", mixed, "--out", "run", "--no-report", "--quiet").returncode == 0
    file = tmp_path / "run" / "players" / "part-00000.parquet"
    whole = file.read_bytes()
    middle = len(whole) // 3
    file.write_bytes(whole[:middle] + bytes(len(whole) // 3) + whole[2 * middle :])
    done = granja(tmp_path, "report", "run")
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1] == (
        "Error: run/players/part-00000.parquet can't be read, it is cut off or damaged; "
        "run the scenario again."
    )


def test_an_older_run_is_kept_unless_forced(tmp_path: Path, mixed: str) -> None:
    words = ("run", mixed, "--out", "run", "--no-report", "--quiet")
    assert granja(tmp_path, *words).returncode == 0
    again = granja(tmp_path, *words, "--seed", "9")
    assert again.returncode == 2
    assert again.stderr == (
        "Error: run exists already; give another folder with --out, or --force to replace it.\n"
    )
    assert granja(tmp_path, *words, "--seed", "9", "--force").returncode == 0
    assert open_run(tmp_path / "run").manifest.seed == 9


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("-n", "0"), "Error: 0 games can't be played; give at least 1 with -n.\n"),
        (("--seed", "-1"), "Error: seed -1 is out of range; give a number from 0 to 9223372036854775807.\n"),
        (("-n", "99999999999"), "more than one run can hold; give at most 4294967294 with -n.\n"),
        (("--jobs", "0"), "Error: Invalid value for '--jobs'"),
        (("--out", "mixed.toml"), "Error: mixed.toml exists already"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_bad_input(tmp_path: Path, mixed: str, words: tuple[str, ...], sentence: str) -> None:
    done = granja(tmp_path, "run", mixed, *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "runs").exists()


def test_ctrl_c_ends_with_a_sentence(tmp_path: Path, mixed: str) -> None:
    words = ("run", mixed, "-n", "100_000_000".replace("_", ""), "--out", "run", "--jobs", "2")
    with subprocess.Popen(
        [*GRANJA, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        wait_for_blocks(tmp_path / "run", process)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert output == ""
    assert "Traceback" not in errors
    run = open_run(tmp_path / "run")
    assert errors.splitlines()[-1] == (
        f"Stopped (interrupted with Ctrl-C): run holds {run.games:,} of 100,000,000 games as a partial run; "
        "'granja report run' makes its report, and 'granja run --resume run' plays the rest."
    )
    assert run.lazy("players").collect().height == 2 * run.games


def test_a_killed_run_is_readable(tmp_path: Path, mixed: str) -> None:
    words = ("run", mixed, "-n", "100000000", "--out", "run", "--jobs", "2", "--quiet")
    with subprocess.Popen([*GRANJA, *words], cwd=tmp_path, env=environment()) as process:
        wait_for_blocks(tmp_path / "run", process)
        process.kill()
    run = open_run(tmp_path / "run")
    assert not run.complete
    assert run.lazy("players").collect().height == 2 * run.games > 0


def wait_for_blocks(run: Path, process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    """Wait until the first part is whole."""
    deadline = time.monotonic() + 120
    while not (run / "blocks" / "part-00000.parquet").exists():
        assert time.monotonic() < deadline, "no part was finished"
        assert process.poll() is None, "the run has ended"
        time.sleep(0.02)


def test_a_disk_that_takes_no_more(tmp_path: Path, mixed: str) -> None:
    """A limit on the size of files stands for a full disk; the manifest is smaller, a part larger."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = granja(tmp_path, "run", mixed, "-n", "40000", "--out", "run", "--quiet", preexec_fn=limit)
    assert done.returncode == 2
    assert done.stderr == (
        "Error: run: a part can't be written: File too large; what was written before stays as a partial "
        "run, so make room and go on with --resume, or give a folder on another disk with --out.\n"
    )
    assert not list((tmp_path / "run").rglob("*.tmp"))


def test_bench_measures_everything(tmp_path: Path) -> None:
    done = granja(tmp_path, "bench", "--json", "--seconds", "0.01", "--repeats", "1")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result.keys() == {"machine", "results"}
    keys = {"bot", "players", "recording", "jobs", "games_per_s", "ns_per_decision", "decisions_per_game"}
    assert all(row.keys() == keys for row in result["results"])
    alone = {(row["bot"], row["players"], row["recording"]) for row in result["results"] if row["jobs"] == 1}
    assert len(alone) == 36
    assert {row["jobs"] for row in result["results"]} == set(range(1, result["machine"]["cores"] + 1))
