"""Sweeps: the same blocks for all, equal bytes however they were played, and nothing played twice."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from analyzer.errors import BotError, UserError
from analyzer.recording import schema
from analyzer.recording.manifest import MANIFEST, read_manifest
from analyzer.recording.schema import TABLES, part_name
from analyzer.recording.store import TIMINGS, open_run
from analyzer.recording.sweep_manifest import SWEEP
from analyzer.recording.sweep_store import read_sweep_manifest, run_folder
from analyzer.scenario.sweep_model import Sweep
from analyzer.simulate import sweeps
from analyzer.simulate.record import Outcome, record
from analyzer.simulate.sweeps import (
    SweepOutcome,
    SweepPlan,
    begin_sweep,
    begun_sweep,
    plan_sweep,
    play_sweep,
)
from analyzer.simulate.workers import Processes
from tests.unit.simulate.small_sweeps import scenario, small_sweep
from tests.unit.simulate.test_record import contents

NAMES = ["baseline", "buildings.merchant_house.income=5", "solo.first_space=2", "firsts"]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)


@pytest.fixture
def sweep(tmp_path: Path) -> Sweep:
    return small_sweep(tmp_path)


@pytest.fixture
def plan(sweep: Sweep) -> SweepPlan:
    return plan_sweep(sweep)


@pytest.fixture
def undisturbed(tmp_path: Path, plan: SweepPlan) -> dict[str, bytes]:
    play_sweep(begin_sweep(plan, tmp_path / "undisturbed"), workers=Processes(1))
    return contents(tmp_path / "undisturbed")


def resume(folder: Path) -> SweepOutcome:
    return play_sweep(begun_sweep(folder), workers=Processes(1))


def stopped_sweep(plan: SweepPlan, folder: Path, games: int) -> SweepOutcome:
    """A sweep that Ctrl-C ends after so many games."""
    played = 0

    def interrupt(now: int) -> None:
        nonlocal played
        if played < games <= played + now:
            os.kill(os.getpid(), signal.SIGINT)
        played += now

    return play_sweep(begin_sweep(plan, folder), workers=Processes(1), batch_blocks=4, progress=interrupt)


def test_all_runs_have_the_same_blocks(sweep: Sweep) -> None:
    plan = plan_sweep(sweep, 401, 9)
    assert list(plan.runs) == NAMES
    assert {(each.blocks, each.seed) for each in plan.runs.values()} == {(201, 9)}
    assert [each.games for each in plan.runs.values()] == [402, 402, 402, 201]
    assert (plan.games, plan_sweep(sweep).baseline.seed) == (1407, sweep.seed)
    assert plan.disk_bytes == sum(each.disk_bytes for each in plan.runs.values())
    with pytest.raises(UserError, match="0 games can't be played"):
        plan_sweep(sweep, 0)


def test_each_variant_is_an_ordinary_run(tmp_path: Path, plan: SweepPlan) -> None:
    plan = plan.asked_by(("sweep", "small.toml", "-n", "302"))
    told: list[str | int] = []
    outcome = play_sweep(
        begin_sweep(plan, tmp_path / "it"),
        workers=Processes(2),
        begins=lambda run: told.append(run.name),
        progress=told.append,
    )
    assert (outcome.stopped, outcome.played) == (None, plan.games)
    names = ["baseline", "buildings.merchant_house.income = 5", "solo.first_space = 2", "firsts"]
    assert [each for each in told if isinstance(each, str)] == names
    for name, each in zip(names, plan.runs.values(), strict=True):
        begun = told.index(name) + 1
        games = takewhile(lambda each: each not in names, told[begun:])
        assert sum(map(int, games)) == each.games, name
    for name, each in plan.runs.items():
        run = open_run(run_folder(tmp_path / "it", name))
        assert (run.complete, run.games, run.manifest.seed) == (True, each.games, 3)
        assert run.manifest.command == ("sweep", "small.toml", "-n", "302")
    manifest = read_sweep_manifest(tmp_path / "it")
    assert (manifest.games, manifest.blocks, manifest.variants) == (302, 151, plan.sweep.variants)
    assert begun_sweep(tmp_path / "it").complete


def test_what_has_no_effect_changes_no_game(tmp_path: Path, plan: SweepPlan) -> None:
    """The solo track at two players: the same rows in every table."""
    play_sweep(begin_sweep(plan, tmp_path / "it"), workers=Processes(1))
    runs = [contents(run_folder(tmp_path / "it", name)) for name in NAMES]
    for run in runs:
        del run[MANIFEST]
    assert runs[0] == runs[2]
    assert runs[0] != runs[1]


def test_jobs_and_batches_leave_no_trace(
    tmp_path: Path, plan: SweepPlan, undisturbed: dict[str, bytes]
) -> None:
    play_sweep(begin_sweep(plan, tmp_path / "two"), workers=Processes(2), batch_blocks=3)
    assert contents(tmp_path / "two") == undisturbed


@pytest.mark.parametrize("games", [8, 290, 303, 320, 700, 910, 1050])
def test_after_ctrl_c(tmp_path: Path, plan: SweepPlan, undisturbed: dict[str, bytes], games: int) -> None:
    outcome = stopped_sweep(plan, tmp_path / "it", games)
    assert outcome.stopped == "interrupted with Ctrl-C"
    begun = begun_sweep(tmp_path / "it")
    assert not begun.complete
    assert begun.complete_runs == (games - 1) // 302
    there = begun.games_there
    rest = resume(tmp_path / "it")
    assert contents(tmp_path / "it") == undisturbed
    assert (rest.stopped, rest.played) == (None, plan.games - there)
    assert resume(tmp_path / "it").played == 0


def test_ctrl_c_between_two_runs_ends_the_sweep(
    tmp_path: Path, plan: SweepPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run before is whole by then, so it does not say that it was stopped."""

    def record_and_stop(*arguments: Any, **options: Any) -> Outcome:
        outcome = record(*arguments, **options)
        os.kill(os.getpid(), signal.SIGINT)
        return outcome

    monkeypatch.setattr(sweeps, "record", record_and_stop)
    outcome = play_sweep(begin_sweep(plan, tmp_path / "it"), workers=Processes(1))
    assert (outcome.stopped, outcome.played) == ("interrupted with Ctrl-C", plan.baseline.games)
    assert begun_sweep(tmp_path / "it").complete_runs == 1


@pytest.mark.parametrize("number", range(8))
def test_after_a_kill(tmp_path: Path, plan: SweepPlan, undisturbed: dict[str, bytes], number: int) -> None:
    """The runs up to one are whole, parts of that one are missing, and the others are not begun."""
    chance = random.Random(number)
    folder = tmp_path / "it"
    begin_sweep(plan, folder)
    at = chance.randrange(4)
    for name in NAMES[: at + 1]:
        there = run_folder(tmp_path / "undisturbed", name)
        shutil.copytree(there, run_folder(folder, name), dirs_exist_ok=True)
    run = run_folder(folder, NAMES[at])
    fresh = msgspec.structs.replace(
        read_manifest(run), state="partial", stopped="killed", blocks_done=0, decisions=0, rows={}
    )
    (run / MANIFEST).write_bytes(msgspec.json.encode(fresh))
    for table in chance.sample(list(TABLES), 2):
        (run / table / part_name(chance.randrange(2))).unlink()
    (run / "players" / "part-00001.parquet.tmp").touch()
    resume(folder)
    assert contents(folder) == undisturbed


def test_the_folder_is_all_that_is_needed(tmp_path: Path, plan: SweepPlan) -> None:
    """Files of scenarios may change or go: what was asked for stays."""
    stopped_sweep(plan, tmp_path / "it", 320)
    for file in tmp_path.glob("*.toml"):
        file.unlink()
    assert resume(tmp_path / "it").stopped is None
    assert begun_sweep(tmp_path / "it").complete


def test_another_engine_does_not_go_on(tmp_path: Path, plan: SweepPlan) -> None:
    begin_sweep(plan, tmp_path / "it")
    change(tmp_path / "it" / SWEEP, engine="0123456789ab")
    with pytest.raises(UserError, match=r"it was begun with engine 0123456789ab .* plays other games"):
        begun_sweep(tmp_path / "it")


def test_runs_must_be_those_of_the_sweep(tmp_path: Path, plan: SweepPlan) -> None:
    folder = tmp_path / "it"
    begin_sweep(plan, folder)
    shutil.rmtree(run_folder(folder, "firsts"))
    with pytest.raises(UserError, match="it lacks firsts, one of its runs; begin anew with --force"):
        begun_sweep(folder)
    other = plan_sweep(plan.sweep, 302, 4)
    begin_sweep(other, tmp_path / "other")
    shutil.copytree(run_folder(tmp_path / "other", "firsts"), run_folder(folder, "firsts"))
    with pytest.raises(UserError, match="firsts is a run of other blocks than the sweep's; begin anew"):
        begun_sweep(folder)


def test_a_python_bot_that_can_not_be_loaded_is_told_before_anything_is_made(
    tmp_path: Path, sweep: Sweep
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def first(view, options):\n    return 0\n", encoding="utf-8")
    last = scenario(tmp_path, "last", line_up=f'"{bot}:first", "first"')
    bot.write_text("1 / 0\n", encoding="utf-8")
    plan = plan_sweep(msgspec.structs.replace(sweep, scenarios=(*sweep.scenarios[:2], last)))
    with pytest.raises(BotError, match=r"bot\.py"):
        begin_sweep(plan, tmp_path / "it")
    assert not (tmp_path / "it").exists()


def test_an_error_before_any_game_is_that_of_the_run_that_begins(
    tmp_path: Path, plan: SweepPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when a sweep goes on: there is no progress before the first batch."""

    def fail(*_: Any, **__: Any) -> Outcome:
        raise UserError("no room")

    stopped_sweep(plan, tmp_path / "it", 320)
    monkeypatch.setattr(sweeps, "record", fail)
    told: list[str] = []
    with pytest.raises(UserError, match="no room"):
        play_sweep(
            begun_sweep(tmp_path / "it"), workers=Processes(1), begins=lambda run: told.append(run.name)
        )
    assert told == ["buildings.merchant_house.income = 5"]


def change(file: Path, **changes: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_bytes()) | changes), encoding="utf-8")


def test_timings_lie_in_the_runs(tmp_path: Path, plan: SweepPlan) -> None:
    play_sweep(begin_sweep(plan, tmp_path / "it"), workers=Processes(1))
    assert len(list((tmp_path / "it").rglob(TIMINGS))) == 4
