"""The figure shown while a run is played is the one that the finished parts give."""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from pathlib import Path

import pytest

from analyzer.analysis import live
from analyzer.analysis.live import LiveEstimate
from analyzer.recording import schema
from analyzer.recording.schema import part_name
from analyzer.recording.store import open_run
from analyzer.simulate.plan import Plan
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of


@pytest.fixture(autouse=True)
def _look_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 256)
    monkeypatch.setattr(live, "_PAUSE", 0.0)
    monkeypatch.setattr(live, "_MOST_TIME", 1e9)


def block_means(plan: Plan, folder: Path, bot: str, column: str) -> list[float]:
    """Counted one by one: mean over the bot's seats, of wins or vp."""
    values = defaultdict(list)
    for row in open_run(folder).lazy("players").collect().iter_rows(named=True):
        if row["bot"] == bot:
            won = 1 / row["winners"] if row["winners"] else 0.0
            values[row["block"]].append(won if column == "wins" else row["vp"])
    assert len(values) == plan.blocks
    return [statistics.fmean(of_block) for of_block in values.values()]


def test_the_bot_ahead(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", "first", games=1200)
    record(plan, tmp_path / "run", workers=Processes(1))
    words = LiveEstimate(tmp_path / "run", plan).look()
    assert words is not None
    found = re.fullmatch(r"(\w+) wins ([\d.]+) % \(([\d.]+) to ([\d.]+)\)", words)
    assert found is not None
    means = block_means(plan, tmp_path / "run", found[1], "wins")
    error = 100 * statistics.stdev(means) / len(means) ** 0.5
    share, low, high = (float(number) for number in found.groups()[1:])
    assert share > 100 / 3
    assert share == pytest.approx(100 * statistics.fmean(means), abs=0.051)
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=0.1, abs=0.1)


def test_one_bot_in_all_seats(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "random", games=600)
    record(plan, tmp_path / "run", workers=Processes(1))
    means = block_means(plan, tmp_path / "run", "random", "vp")
    half = 1.96 * statistics.stdev(means) / len(means) ** 0.5
    assert LiveEstimate(tmp_path / "run", plan).look() == (
        f"{statistics.fmean(means):.1f} ±{half:.2f} vp per player"
    )


def test_only_finished_parts_are_read_and_each_once(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "random", games=600)
    record(plan, tmp_path / "run", workers=Processes(1))
    hidden = tmp_path / "run" / "blocks" / part_name(1)
    hidden.rename(tmp_path / "later")
    estimate = LiveEstimate(tmp_path / "run", plan)
    first = estimate.look()
    assert first is not None
    assert estimate.look() is None
    (tmp_path / "later").rename(hidden)
    assert estimate.look() not in (None, first)
    assert estimate.look() is None


def test_few_blocks_say_nothing(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "random", games=99)
    record(plan, tmp_path / "run", workers=Processes(1))
    assert LiveEstimate(tmp_path / "run", plan).look() is None


def test_it_waits_when_reading_costs_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(tmp_path, "random", "random", games=600)
    record(plan, tmp_path / "run", workers=Processes(1))
    monkeypatch.setattr(live, "_MOST_TIME", 0.0)
    estimate = LiveEstimate(tmp_path / "run", plan)
    assert estimate.look() is not None  # one part, before anything was spent
    assert estimate.look() is None
    assert len(estimate._waiting) == len(plan.parts) - 1
