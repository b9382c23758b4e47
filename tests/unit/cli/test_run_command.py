"""What ``granja run`` says before it plays."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
import typer

from analyzer.cli import run as command
from analyzer.cli.run_limits import Ends
from analyzer.cli.sizes import size
from analyzer.errors import UserError
from analyzer.simulate.record import Outcome
from tests.unit.simulate.plans import plan_of

ALL_ARRANGEMENTS = "each block plays its seed in all 4 arrangements of the line-up."


def test_a_disk_too_small_is_told_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "free_bytes", lambda folder: 5_000_000)  # noqa: ARG005
    with pytest.raises(
        UserError, match=r"needs about 1\.9 GB and the disk has 5\.0 MB left; play fewer games"
    ):
        command.run(
            Mock(spec=typer.Context), "four-players", games=5_000_000, out=tmp_path / "run", quiet=True
        )
    assert not (tmp_path / "run").exists()


def test_blocks_disk_and_interval_are_announced(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", "first", "first", games=9_998)
    assert command._announcement(plan, Path("runs/small"), "2 jobs", plan.disk_bytes, 10**9, Ends()) == [
        "small: 10,000 games (2,500 blocks of 4), seed 3, 2 jobs, into runs/small.",
        f"9,998 games are rounded up to 10,000: {ALL_ARRANGEMENTS}",
        "Disk: about 3.9 MB of 1.0 GB free.",
        "Expect win shares (95 % intervals): a seat's to ±0.85 points and a bot's to ±0.85 points.",
    ]


def test_solo_expects_no_share(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", games=10)
    assert len(command._announcement(plan, Path("runs/small"), "1 job", plan.disk_bytes, 10**9, Ends())) == 2


@pytest.mark.parametrize(
    ("seconds", "most", "again"),
    [
        (None, "640", "'granja run --resume runs/it' plays the rest."),
        (60.0, "at most 640", "'granja run --resume runs/it --budget TIME' plays on."),
    ],
)
def test_a_stopped_run_goes_on_under_a_budget_if_it_had_one(
    tmp_path: Path, seconds: float | None, most: str, again: str
) -> None:
    plan = plan_of(tmp_path, "random", "first", games=640)

    def told(games: int) -> str:
        outcome = Outcome(Path("runs/it"), "interrupted with Ctrl-C", games, 1.0, games)
        return command._stopped(plan, outcome, Ends(None, seconds))

    assert told(0).endswith(f"the first part was finished: runs/it has no games; {again}")
    assert told(64) == (
        f"Stopped (interrupted with Ctrl-C): runs/it holds 64 of {most} games as a partial run; "
        f"'granja report runs/it' makes its report, and {again}"
    )


@pytest.mark.parametrize(
    ("count", "words"), [(999, "1 kB"), (1_500_000, "1.5 MB"), (2_000_000_000, "2.0 GB")]
)
def test_sizes_in_words(count: int, words: str) -> None:
    assert size(count) == words
