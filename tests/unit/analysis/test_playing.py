"""Playing for metrics alone gives what the tables of a run give, whoever plays and however it is cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.analysis.metrics.layout import metrics_of
from analyzer.analysis.metrics.playing import SumTask, play_metrics
from analyzer.recording.store import open_run
from analyzer.simulate import crew as crew_module
from analyzer.simulate.crew import Crew
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.analysis.metric_sums import metric_values
from tests.unit.simulate.plans import plan_of


def test_values_are_those_of_a_recorded_run(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "balanced", "random", "first", games=300)
    record(plan, tmp_path / "run", workers=Processes(1))
    progress: list[int] = []
    with Crew(1) as crew:
        played = play_metrics(plan, (), crew, progress.append)
    recorded = metric_values(open_run(tmp_path / "run"))
    assert played.metrics == metrics_of(plan.scenario)
    # As texts, in which what was never counted (NaN) equals itself.
    assert [(metric, str(value)) for metric, value in recorded] == [
        (metric, str(played.values[metric.key])) for metric in played.metrics
    ]
    assert sum(progress) == plan.games
    assert len(progress) > 1


def test_workers_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "_PATIENCE", 0.0)
    plan = plan_of(tmp_path, "first", "random", games=3_000)
    with Crew(1) as one, Crew(2) as two:
        alone, shared = (play_metrics(plan, ["vp"], crew) for crew in (one, two))
        assert two._workers
    assert str(alone.values) == str(shared.values)
    assert alone.games_hash == shared.games_hash


def test_the_hash_tells_one_game_from_another(tmp_path: Path) -> None:
    with Crew(1) as crew:
        hashes = [
            play_metrics(
                plan_of(tmp_path, "random", "first", games=games, seed=seed), ["vp"], crew
            ).games_hash
            for games, seed in ((20, 3), (20, 3), (20, 4), (22, 3))
        ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3


def test_only_chapters_that_are_asked_for_are_worked_out(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "first", "first", games=10)
    with Crew(1) as crew:
        assert "card.23.barrow.played" not in play_metrics(plan, ["vp"], crew).values
        assert "card.23.barrow.played" in play_metrics(plan, ["card.1.helper.played"], crew).values
        assert play_metrics(plan, ["no.such.metric"], crew).values == {}


def test_a_wish_to_stop_ends_it(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "first", "first", games=1_000)
    with Interrupt() as interrupt, Crew(1, interrupt) as crew:
        interrupt.reason = "enough"
        with pytest.raises(Interrupted, match="enough"):
            play_metrics(plan, ["vp"], crew)


def test_a_task_says_where_its_blocks_are(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "first", "first", games=10)
    task = SumTask(plan.job("memory"), plan.scenario, frozenset(), 4, 3)
    assert task.place == "seed 3, blocks 4 to 6"
