"""Sweeps that are killed at random moments go on to the bytes of an undisturbed one.

GRANJA_KILLS says how many, as for runs (``make kills``).
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.integration.test_interrupted import ENVIRONMENT, GRANJA, KILLS, contents, kill_after

OPTIONS = ("--jobs", "2", "--no-report", "--quiet")


class Reference:
    """An undisturbed sweep: its bytes and how long it took."""

    def __init__(self, folder: Path) -> None:
        self.sweep = folder / "small.toml"
        (folder / "mixed.toml").write_text(
            'name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\n', encoding="utf-8"
        )
        self.sweep.write_text(
            'name = "small"\nbaseline = "mixed.toml"\n[one_at_a_time]\n'
            "end.silver_per_vp = 4\nbuildings.merchant_house.income = 5\n",
            encoding="utf-8",
        )
        started = time.monotonic()
        subprocess.run(self.words(folder / "it"), check=True, env=ENVIRONMENT, timeout=300)
        self.seconds = time.monotonic() - started
        self.contents = contents(folder / "it")

    def words(self, folder: Path) -> list[str]:
        """How to go on: anew, if the sweep was killed before its folder was made."""
        if (folder / "sweep.json").is_file():
            return [*GRANJA, "sweep", "--resume", str(folder), *OPTIONS]
        return [*GRANJA, "sweep", str(self.sweep), "-n", "9000", "--out", str(folder), *OPTIONS]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return Reference(tmp_path_factory.mktemp("sweeps"))


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_sweep_goes_on_to_the_same_bytes(tmp_path: Path, reference: Reference, number: int) -> None:
    chance = random.Random(number)
    folder = tmp_path / "it"
    for _ in range(chance.choice((1, 1, 2))):
        how = signal.SIGINT if number % 2 else signal.SIGKILL
        code = kill_after(reference.words(folder), chance.uniform(0.1, reference.seconds), how)
        assert code in (0, 130, -how), "it ended of itself, by Ctrl-C, or by the signal"
    done = subprocess.run(
        reference.words(folder), check=False, capture_output=True, text=True, env=ENVIRONMENT, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    found = contents(folder)
    assert found.keys() == reference.contents.keys()
    assert [name for name in found if found[name] != reference.contents[name]] == []
    for name in ("baseline", "end.silver_per_vp=4"):
        assert json.loads(found[f"runs/{name}/manifest.json"])["state"] == "complete"
