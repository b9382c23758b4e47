"""Python functions in runs and matches: the same bytes for any number of jobs, and errors that are told."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import BotError
from analyzer.recording import schema
from analyzer.recording.store import TIMINGS, open_run
from analyzer.simulate import crew
from analyzer.simulate.matches import Match
from analyzer.simulate.plan import Plan
from analyzer.simulate.record import record
from analyzer.simulate.scores import Scorer
from analyzer.simulate.workers import Processes
from tests.unit.functions.games import plan_with, write_bot

NOISY = "    return view.noise(len(options)) if view.question != 'act' else 0\n"
FAILS_LATE = "    assert view.noise(9000), 'of bad luck'\n    return 0\n"


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 16)


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != TIMINGS)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_jobs_leave_no_trace(tmp_path: Path) -> None:
    plan = plan_with(write_bot(tmp_path, NOISY), "random", games=60)
    record(plan, tmp_path / "one", workers=Processes(1))
    record(plan, tmp_path / "two", workers=Processes(2), batch_blocks=3)
    one, two = contents(tmp_path / "one"), contents(tmp_path / "two")
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []
    games = open_run(tmp_path / "one")
    assert games.games == 60
    assert games.lazy("players").collect()["vp"].n_unique() > 5


def test_a_function_that_fails_leaves_all_parts_before_it(tmp_path: Path) -> None:
    """The same ones, and the same words, for any number of jobs."""
    plan = plan_with(write_bot(tmp_path, FAILS_LATE), "random", games=1600)
    told, kept = set(), set()
    for jobs in (1, 2, 3):
        with pytest.raises(BotError) as raised:
            record(plan, tmp_path / f"run {jobs}", workers=Processes(jobs))
        told.add(str(raised.value).replace(f"{tmp_path}/", ""))
        run = open_run(tmp_path / f"run {jobs}")
        assert (run.manifest.state, run.manifest.stopped) == ("partial", str(raised.value))
        kept.add(run.games)
    (sentence,), (games,) = told, kept
    found = re.fullmatch(
        r"try\.py, line 2: `clever` failed with AssertionError: of bad luck "
        r"\(game (\d+), seat \d, round \d, question `\w+`\); mend it and start again\.",
        sentence,
    )
    assert found is not None
    assert games == int(found[1]) // 16 * 16 > 16


def test_a_single_part_is_not_begun_with_a_bot_that_fails(tmp_path: Path) -> None:
    plan = plan_with(write_bot(tmp_path, "    return 1 // 0\n"), games=4)
    with pytest.raises(BotError, match="ZeroDivisionError"):
        record(plan, tmp_path / "run", workers=Processes(2))


def test_a_bot_that_can_not_be_loaded_replaces_no_run(tmp_path: Path) -> None:
    good, bad = plan_with("first", games=4), plan_with(write_bot(tmp_path, "    return 0\nnone_such\n"))
    record(good, tmp_path / "run", workers=Processes(1))
    before = contents(tmp_path / "run")
    with pytest.raises(BotError, match="NameError"):
        record(bad, tmp_path / "run", workers=Processes(1), force=True)
    assert contents(tmp_path / "run") == before


def match_of(plan: Plan, blocks: int) -> Match:
    return Match(plan.rules, plan.bots, plan.seating, plan.seed, 0, blocks, plan.functions)


@pytest.mark.parametrize("jobs", [1, 2])
def test_matches_of_functions(tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_PATIENCE", 0.0)
    plan = plan_with(write_bot(tmp_path, NOISY), "random", games=60)
    record(plan, tmp_path / "run", workers=Processes(1))
    vp = open_run(tmp_path / "run").lazy("players").collect()["vp"].to_numpy()
    with Scorer(jobs) as scorer:
        scores = scorer.play([match_of(plan, plan.blocks)])[0]
    assert np.array_equal(scores.vp.ravel(), vp)


@pytest.mark.parametrize("jobs", [1, 2])
def test_matches_of_functions_that_fail(tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_PATIENCE", 0.0)
    plan = plan_with(write_bot(tmp_path, "    return 'none'\n"))
    with (
        Scorer(jobs) as scorer,
        pytest.raises(BotError, match=r"returned 'none' \(block \d, seat \d, round 1"),
    ):
        scorer.play([match_of(plan, 5)])


def test_a_slow_function_is_begun_with_one_game() -> None:
    from analyzer.simulate.batches import Player

    plan = plan_with("example.py:eager", games=400)
    player = Player(plan.job("off"), plan.blocks)
    assert next(player.play(0, plan.blocks))[0] == 1
