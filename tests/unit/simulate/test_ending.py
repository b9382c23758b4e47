"""Runs that a rule has ended are runs of so many games, byte for byte."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from analyzer.recording import schema, store
from analyzer.recording.manifest import MANIFEST, read_manifest
from analyzer.recording.schema import part_name
from analyzer.recording.store import open_run
from analyzer.simulate import play as playing
from analyzer.simulate import record as recording
from analyzer.simulate.ending import Limits, Prefix
from analyzer.simulate.job import Part, Piece, PieceDone
from analyzer.simulate.plan import Plan
from analyzer.simulate.pool import Pool
from analyzer.simulate.record import record
from analyzer.simulate.resume import begun_run
from analyzer.simulate.workers import Processes
from tests.unit.simulate.ended_runs import (
    ALONE,
    MOST,
    After,
    after_games,
    killed,
    resume,
    tables,
    tables_of,
)
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.test_record import contents

PARTS = [Part(number, 32 * number, 32) for number in range(5)]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_of(tmp_path, "random", "first", games=MOST)


def interrupted() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_a_rule_is_told_parts_in_order_and_none_after_it_is_met() -> None:
    rule = After(3)
    prefix = Prefix(PARTS, rule)
    assert [prefix.add([number]) for number in (1, 3, 0)] == [False, False, False]
    assert (rule.told, prefix.parts, prefix.blocks) == ([0, 1], 2, 64)
    assert prefix.add([4, 2])
    assert (rule.told, prefix.parts, prefix.is_met) == ([0, 1, 2], 3, True)
    assert prefix.add([])
    assert rule.told == [0, 1, 2]


def test_the_next_part_is_there_as_far_as_pieces_follow_on_each_other() -> None:
    prefix = Prefix(PARTS, None)
    prefix.add([0])
    assert prefix.begun() is None
    pieces = [PieceDone(Piece(PARTS[1], first, 8), 1, 0.0) for first in (40, 56, 32)]
    for done in pieces:
        prefix.add_piece(done)
    begun = prefix.begun()
    assert begun is not None
    assert begun.part == Part(1, 32, 16)
    assert begun.pieces == (pieces[2], pieces[0])
    prefix.add([1])
    assert prefix.begun() is None
    prefix.add([2, 3, 4])
    assert prefix.begun() is None


@pytest.mark.parametrize(("jobs", "batch"), [(1, None), (2, 3), (2, 17)])
def test_a_met_rule_leaves_the_run_of_so_many_games(
    tmp_path: Path, plan: Plan, jobs: int, batch: int | None
) -> None:
    rule = After(4)
    outcome = record(plan, tmp_path / "run", workers=Processes(jobs), batch_blocks=batch, limits=Limits(rule))
    assert (outcome.stopped, outcome.ended, outcome.games) == (None, "until", 256)
    assert rule.told == [0, 1, 2, 3]
    assert tables(tmp_path / "run") == tables_of(tmp_path, 256)
    manifest = open_run(tmp_path / "run").manifest
    assert (manifest.state, manifest.ended, manifest.most) == ("complete", "until", MOST)
    assert (manifest.games, manifest.blocks, manifest.parts, manifest.blocks_done) == (256, 128, 4, 128)
    plain = open_run(tmp_path / "plain-256").manifest
    assert (manifest.rows, manifest.decisions) == (plain.rows, plain.decisions)


def test_a_rule_that_is_not_met_leaves_all_games(tmp_path: Path, plan: Plan) -> None:
    outcome = record(plan, tmp_path / "run", workers=Processes(2), limits=Limits(After(99)))
    assert (outcome.stopped, outcome.ended, outcome.games) == (None, None, MOST)
    assert contents(tmp_path / "run").keys() == {MANIFEST} | tables_of(tmp_path, MOST).keys()
    manifest = read_manifest(tmp_path / "run")
    assert (manifest.state, manifest.ended, manifest.most) == ("complete", None, None)


def test_a_rule_met_by_the_last_part(tmp_path: Path, plan: Plan) -> None:
    assert record(plan, tmp_path / "run", workers=ALONE, limits=Limits(After(10))).ended == "until"
    manifest = read_manifest(tmp_path / "run")
    assert (manifest.games, manifest.most, manifest.ended) == (MOST, MOST, "until")


@pytest.mark.parametrize("games", [8, 130, 300])
def test_after_ctrl_c_the_rule_ends_at_the_same_part(tmp_path: Path, plan: Plan, games: int) -> None:
    limits = Limits(After(6))
    record(plan, tmp_path / "undisturbed", workers=ALONE, limits=limits)
    progress = after_games(games, interrupted)
    stopped = record(
        plan,
        tmp_path / "run",
        workers=ALONE,
        batch_blocks=4,
        limits=Limits(After(6)),
        progress=progress,
    )
    assert stopped.stopped == "interrupted with Ctrl-C"
    manifest = read_manifest(tmp_path / "run")
    assert (manifest.games, manifest.state, manifest.ended) == (MOST, "partial", None)
    assert resume(tmp_path / "run", Limits(After(6)), jobs=2).ended == "until"
    assert contents(tmp_path / "run") == contents(tmp_path / "undisturbed")


@pytest.mark.parametrize("number", range(6))
def test_killed_with_parts_beyond_the_stop(tmp_path: Path, plan: Plan, number: int) -> None:
    """Any parts may be there, in front of the stop and behind it, and the manifest is the first one."""
    chance = random.Random(number)
    record(plan, tmp_path / "undisturbed", workers=ALONE, limits=Limits(After(6)))
    folder = tmp_path / "run"
    record(plan, folder, workers=ALONE)
    store.continue_run(folder, read_manifest(folder))
    for part in range(10):
        if chance.random() < 0.3:
            (folder / "markers" / part_name(part)).unlink()
    resume(folder, Limits(After(6)), jobs=1 + number % 2)
    assert contents(folder) == contents(tmp_path / "undisturbed")


def test_killed_after_the_rule_was_met(tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether before the manifest said so, or before it said that all is whole: nothing is played again."""
    folder = tmp_path / "run"
    record(plan, tmp_path / "undisturbed", workers=ALONE, limits=Limits(After(6)))
    for cut in ("shortened", "write_manifest"):
        with killed(monkeypatch, recording, cut, "_finish"):
            record(plan, folder, workers=ALONE, limits=Limits(After(6)), force=True)
        assert open_run(folder).manifest.state == "partial"
        assert resume(folder, Limits(After(6))).played == 0
        assert contents(folder) == contents(tmp_path / "undisturbed")


def test_a_run_that_its_rule_has_ended_lacks_nothing(tmp_path: Path, plan: Plan) -> None:
    record(plan, tmp_path / "run", workers=ALONE, limits=Limits(After(2)))
    begun = begun_run(tmp_path / "run")
    assert begun.complete
    assert (begun.games, begun.plan.games) == (128, 128)


def test_a_worker_that_dies_under_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, and the rule ends the run where it would have ended."""
    monkeypatch.setattr(schema, "PART_GAMES", 4096)
    plan = plan_of(tmp_path, "random", "first", games=40 * 4096)
    pools: list[Pool] = []

    def pool(*words: object) -> Pool:
        pools.append(Pool(*words))  # type: ignore[arg-type]
        return pools[-1]

    def kill() -> None:
        worker = next(iter(pools[0]._workers.values()))
        os.kill(worker.process.pid, signal.SIGKILL)

    monkeypatch.setattr(playing, "Pool", pool)
    notices: list[str] = []
    outcome = record(
        plan,
        tmp_path / "run",
        workers=Processes(2),
        batch_blocks=64,
        limits=Limits(After(4)),
        progress=after_games(1000, kill),
        notice=notices.append,
    )
    assert (outcome.ended, outcome.games) == ("until", 4 * 4096)
    (notice,) = notices
    assert "was killed by SIGKILL; a fresh one plays its blocks again: seed 3, blocks " in notice
    assert tables(tmp_path / "run") == tables_of(tmp_path, 4 * 4096)
