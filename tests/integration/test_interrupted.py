"""Runs that are killed at random moments go on to the bytes of an undisturbed run.

GRANJA_KILLS says how many (``make kills``: 50).  Each is killed once or twice, by Ctrl-C or kill -9, and
then resumed until it is complete.  Runs with a rule end where it ends them undisturbed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

KILLS = int(os.environ.get("GRANJA_KILLS", "4"))
GRANJA = (sys.executable, "-m", "analyzer.cli.main")
OPTIONS = ("--jobs", "2", "--no-report", "--quiet")
KINDS = {
    "all games": ("-n", "60000", "--study", "probes=2000,luck=300"),
    "a rule": ("--until", "margin.first ci=0.08", "-n", "2000000", "--study", "luck"),
}
NOT_COMPARED = "timings.json"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


class Reference:
    """An undisturbed run: its bytes and how long it took."""

    def __init__(self, folder: Path, options: tuple[str, ...]) -> None:
        self._options = options
        self.scenario = folder / "mixed.toml"
        self.scenario.write_text(
            'name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\ngames = 50\nseed = 1\n',
            encoding="utf-8",
        )
        started = time.monotonic()
        run = folder / "undisturbed"
        subprocess.run(self.words(run), check=True, env=ENVIRONMENT, timeout=300)
        self.seconds = time.monotonic() - started
        self.contents = contents(run)

    def words(self, run: Path) -> list[str]:
        return [*GRANJA, "run", str(self.scenario), "--out", str(run), *self._options, *OPTIONS]


@pytest.fixture(scope="module", params=KINDS.values(), ids=list(KINDS))
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return Reference(tmp_path_factory.mktemp("runs"), request.param)


def contents(run: Path) -> dict[str, bytes]:
    files = (path for path in run.rglob("*") if path.is_file() and path.name != NOT_COMPARED)
    return {str(path.relative_to(run)): path.read_bytes() for path in files}


def kill_after(words: list[str], seconds: float, number: signal.Signals) -> int:
    """Send a signal to the process alone, as if a terminal or the system did; returns its exit code."""
    with subprocess.Popen(words, env=ENVIRONMENT, stderr=subprocess.DEVNULL) as process:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            return process.wait(120)


def resuming(reference: Reference, run: Path) -> list[str]:
    """How to go on: anew, if the run was killed before it had a manifest."""
    if (run / "manifest.json").is_file():
        return [*GRANJA, "run", "--resume", str(run), "--jobs", "2", "--no-report", "--quiet"]
    return reference.words(run)


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path, reference: Reference, number: int) -> None:
    chance = random.Random(number)
    run = tmp_path / "run"
    for _ in range(chance.choice((1, 1, 2))):
        how = signal.SIGINT if number % 2 else signal.SIGKILL
        code = kill_after(resuming(reference, run), chance.uniform(0.1, reference.seconds), how)
        assert code in (0, 130, -how), "it ended of itself, by Ctrl-C, or by the signal"
    done = subprocess.run(
        resuming(reference, run), check=False, capture_output=True, text=True, env=ENVIRONMENT, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    found = contents(run)
    assert found.keys() == reference.contents.keys()
    assert [name for name in found if found[name] != reference.contents[name]] == []
    assert json.loads(found["manifest.json"])["state"] == "complete"
