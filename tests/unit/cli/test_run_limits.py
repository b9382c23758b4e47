"""``--until`` and ``--budget`` of ``granja run``: how they are read, and what is said of them."""

from __future__ import annotations

import io
import math
import re
from pathlib import Path

import pytest
from tqdm import tqdm

from analyzer.cli import run as command
from analyzer.cli import run_bar
from analyzer.cli.run_bar import expected_total
from analyzer.cli.run_limits import MOST, EndOptions, end_options, ends_announced
from analyzer.errors import UserError
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of


def test_without_them_a_run_plays_its_games() -> None:
    options = end_options(None, None)
    assert not options
    assert (options.until, options.games(None, 50), options.games(7, 50)) == (None, 50, 7)
    assert options.folder("mine", 50) == "mine-50"


@pytest.mark.parametrize(
    ("until", "budget", "folder"),
    [
        ("ci=0.5pp", None, "mine-ci0.5pp"),
        ("vp  ci=0.05", None, "mine-vp-ci0.05"),
        (None, "1m30s", "mine-90s"),
        ("ci=0.5pp", "10m", "mine-ci0.5pp-600s"),
    ],
)
def test_with_them_games_are_the_most(until: str | None, budget: str | None, folder: str) -> None:
    options = end_options(until, budget)
    assert options
    assert (options.games(None, 50), options.games(7, 50)) == (MOST, 7)
    assert options.games(None, 2 * MOST) == 2 * MOST
    assert options.folder("mine", 7) == folder


def test_a_budget_is_a_length_of_time() -> None:
    with pytest.raises(UserError, match="--budget: `10` is no length of time; write it like 30m"):
        end_options(None, "10")


def lines(folder: Path, *line_up: str, until: str | None, budget: str | None) -> list[str]:
    plan = plan_of(folder, *line_up, games=10**6)
    return ends_announced(end_options(until, budget).of(plan, folder), plan)


def test_what_is_announced(tmp_path: Path) -> None:
    takes, looks = "which takes about 29,000 games", "looks after 8,192 games and multiples of it"
    assert lines(tmp_path, "random", "random", "random", "random", until="ci=0.5pp", budget="90s") == [
        f"Plays until each seat's win share is known to ±0.5 points (95 % interval), {takes}; {looks}.",
        "Ends after 2 min with the games that are whole by then.",
    ]
    assert lines(tmp_path, "random", "first", until="vp ci=0.05", budget=None) == [
        f"Plays until the vp per player is known to ±0.05 (95 % interval); {looks}."
    ]


def test_no_fewer_games_are_foretold_than_are_played_before_the_first_look(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, "random", "first", until="ci=3pp", budget=None)
    assert "takes about" not in line


def test_the_narrowest_width_is_announced(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, "random", "first", until="ci=0.000001pp", budget=None)
    found = re.fullmatch(
        r".* to ±0\.000001 points .*, which takes about ([\d,]+) games; looks after .*", line
    )
    assert found is not None
    assert float(found[1].replace(",", "")) == pytest.approx(1e16, rel=0.1)


def test_the_announcement_speaks_of_at_most(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", games=10_000)
    ends = EndOptions(None, 60.0).of(plan, tmp_path)
    assert command._announcement(plan, Path("runs/small"), "2 jobs", plan.disk_bytes, 10**9, ends) == [
        "small: at most 10,000 games (5,000 blocks of 2), seed 3, 2 jobs, into runs/small.",
        "Disk: at most about 2.0 MB of 1.0 GB free.",
        "Ends after 60 s with the games that are whole by then.",
    ]


@pytest.mark.parametrize(
    ("needed", "left", "total"),
    [
        (math.inf, None, 9_000),
        (4_000.2, None, 4_001),
        (50_000.0, None, 9_000),
        (800.0, None, 1_000),
        (math.inf, 20.0, 3_000),
        (2_500.0, 20.0, 2_500),
        (math.inf, -1.0, 1_000),
    ],
)
def test_the_bar_runs_to_what_is_expected(needed: float, left: float | None, total: int) -> None:
    assert expected_total(1_000, most=9_000, needed=needed, rate=100.0, left=left) == total


def test_the_bar_shows_what_the_rule_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate with its interval, and as total the games that the width so far asks for."""
    monkeypatch.setattr(run_bar, "_PAUSE", 0.0)
    plan = plan_of(tmp_path, "random", "first", games=4_000_000)
    record(plan_of(tmp_path, "random", "first", games=8_192), tmp_path / "run", workers=Processes(1))
    ends = end_options("margin.first ci=0.05", None).of(plan, tmp_path / "run")
    assert ends.rule is not None
    with tqdm(total=plan.games, file=io.StringIO()) as bar:
        display = run_bar.Display(bar, plan, tmp_path / "run", ends)
        display.look()
        assert (bar.postfix, bar.total) == (None, 4_000_000)
        ends.rule.look(0)
        bar.update(8_192)
        display.look()
    shown = re.fullmatch(r"vp margin of first ([\d.]+) vp ±([\d.]+)", str(bar.postfix))
    assert shown is not None
    assert float(shown[1]) == pytest.approx(19, abs=1)
    assert bar.total == pytest.approx(8_192 * (float(shown[2]) / 0.05) ** 2, rel=0.05)
