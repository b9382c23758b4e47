"""Runs that the clock has ended are runs of so many games, byte for byte."""

from __future__ import annotations

import select
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.recording import schema, store, writer
from analyzer.recording.manifest import read_manifest
from analyzer.recording.schema import TABLES
from analyzer.recording.store import open_run, reopen_run
from analyzer.simulate import ending
from analyzer.simulate import record as recording
from analyzer.simulate.cluster import local_cluster
from analyzer.simulate.ending import BUDGET, Limits, clock
from analyzer.simulate.failures import DiskTrouble
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.plan import Plan
from analyzer.simulate.record import Outcome, record
from analyzer.simulate.resume import begun_run
from analyzer.simulate.workers import Processes
from tests.unit.simulate.ended_runs import (
    ALONE,
    MOST,
    After,
    HandTimer,
    after_games,
    killed,
    resume,
    tables,
    tables_of,
)
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.test_record import contents


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    monkeypatch.setattr(ending, "Timer", HandTimer)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_of(tmp_path, "random", "first", games=MOST)


def budget_run(plan: Plan, folder: Path, games: int) -> Outcome:
    """A run that the clock ends after some games."""
    progress = after_games(games, HandTimer.time_over)
    return record(plan, folder, workers=ALONE, batch_blocks=1, limits=Limits(None, 60.0), progress=progress)


@pytest.mark.parametrize(("games", "jobs"), [(104, 1), (230, 1), (230, 2), (411, 2)])
def test_the_clock_leaves_the_run_of_so_many_games(tmp_path: Path, plan: Plan, games: int, jobs: int) -> None:
    """The last part may be a shorter one: what was played of it from its first block on."""
    progress = after_games(games, HandTimer.time_over)
    outcome = record(
        plan,
        tmp_path / "run",
        workers=Processes(jobs),
        batch_blocks=1,
        limits=Limits(None, 60.0),
        progress=progress,
    )
    assert (outcome.stopped, outcome.ended) == (None, "budget")
    assert 0 < outcome.games < MOST
    assert tables(tmp_path / "run") == tables_of(tmp_path, outcome.games)
    manifest = open_run(tmp_path / "run").manifest
    assert (manifest.state, manifest.ended, manifest.most) == ("complete", "budget", MOST)
    assert manifest.games == outcome.games == manifest.blocks_done * 2
    if jobs == 1:  # nothing is out of order: all but the piece in work
        assert outcome.games == games // 32 * 32
        assert outcome.games % 64


def test_the_clock_before_the_first_games(tmp_path: Path, plan: Plan) -> None:
    progress = after_games(2, HandTimer.time_over)
    outcome = record(
        plan,
        tmp_path / "run",
        workers=ALONE,
        batch_blocks=1,
        limits=Limits(None, 60.0),
        progress=progress,
    )
    assert (outcome.stopped, outcome.games, outcome.ended) == (BUDGET, 0, None)
    with pytest.raises(UserError, match=r"no finished games \(its budget was used up\)"):
        open_run(tmp_path / "run")
    assert resume(tmp_path / "run", Limits()).games == MOST


def test_a_budget_that_is_enough_leaves_all_games(tmp_path: Path, plan: Plan) -> None:
    outcome = record(plan, tmp_path / "run", workers=Processes(2), limits=Limits(None, 60.0))
    assert (outcome.stopped, outcome.ended, outcome.games) == (None, None, MOST)
    assert tables(tmp_path / "run") == tables_of(tmp_path, MOST)


def test_killed_while_the_clock_s_run_is_written(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays a readable run, and goes on to the end that the clock has set."""
    folder = tmp_path / "run"
    with killed(monkeypatch, recording, "write_begun", "_finish"):
        budget_run(plan, folder, 230)
    run = open_run(folder)
    assert (run.manifest.state, run.manifest.ended, run.n_parts) == ("partial", "budget", 3)
    assert run.manifest.games > run.games == 192
    outcome = resume(folder, Limits())
    assert outcome.games == run.manifest.games
    assert tables(folder) == tables_of(tmp_path, outcome.games)


def test_an_error_while_the_clock_s_run_is_written(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a second Ctrl-C: the manifest that is written at last is that of the shorter run, too."""
    folder = tmp_path / "run"
    with killed(monkeypatch, recording, "write_begun"):
        budget_run(plan, folder, 230)
    manifest = read_manifest(folder)
    assert (manifest.state, manifest.ended, manifest.stopped) == ("partial", "budget", "RuntimeError")
    assert (manifest.most, manifest.games > manifest.blocks_done * 2 == 192) == (MOST, True)
    assert resume(folder, Limits()).games == manifest.games
    assert tables(folder) == tables_of(tmp_path, manifest.games)


def test_more_budget_goes_on_towards_the_most(tmp_path: Path, plan: Plan) -> None:
    folder = tmp_path / "run"
    budget_run(plan, folder, 230)
    reopen_run(folder, read_manifest(folder))
    begun = begun_run(folder)
    assert (begun.games, begun.plan.games, begun.complete) == (192, MOST, False)
    record(begun.plan, folder, workers=Processes(2), begun=begun)
    record(plan, tmp_path / "undisturbed", workers=ALONE)
    assert contents(folder) == contents(tmp_path / "undisturbed")


def test_a_reopened_run_is_readable_wherever_that_is_cut_short(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    games = budget_run(plan, folder, 230).games
    with killed(monkeypatch, store, "drop_parts"):
        reopen_run(folder, read_manifest(folder))
    assert open_run(folder).games == games
    with killed(monkeypatch, store, "lengthened"):
        reopen_run(folder, read_manifest(folder))
    assert open_run(folder).games == 192
    assert resume(folder, Limits()).games == games
    assert tables(folder) == tables_of(tmp_path, games)


def test_a_rule_and_a_budget_whichever_comes_first(tmp_path: Path, plan: Plan) -> None:
    progress = after_games(200, HandTimer.time_over)
    early = Limits(After(2), 60.0)
    assert (
        record(plan, tmp_path / "a", workers=ALONE, batch_blocks=1, limits=early, progress=progress).ended
        == "until"
    )
    late, progress = Limits(After(9), 60.0), after_games(200, HandTimer.time_over)
    ended = record(plan, tmp_path / "b", workers=ALONE, batch_blocks=1, limits=late, progress=progress)
    assert ended.ended == "budget"
    reopen_run(tmp_path / "b", read_manifest(tmp_path / "b"))
    assert resume(tmp_path / "b", Limits(After(9))).ended == "until"
    assert tables(tmp_path / "b") == tables_of(tmp_path, 9 * 64)


def test_the_clock_wishes_for_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real timer
    with Interrupt() as interrupt, clock(0.001, interrupt):
        assert select.select([interrupt], [], [], 60)[0] == [interrupt]
        assert interrupt.reason == BUDGET
        interrupt.ask("something else")
        assert interrupt.reason == BUDGET
    with Interrupt() as interrupt, clock(3600.0, interrupt):
        pass
    assert interrupt.reason is None


def test_a_disk_that_is_full_when_the_clock_ends_the_run(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers could write their parts, this process can't write the shorter one: it is played again."""

    def write_whole(path: Path, data: bytes | memoryview) -> None:
        if path.parent.name in TABLES:
            raise OSError(28, "No space left on device")
        path.write_bytes(data)

    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(writer, "write_whole", write_whole)
        with pytest.raises(DiskTrouble, match="so make room and go on with --resume"):
            budget_run(plan, folder, 230)
    run = open_run(folder)
    assert (run.games, run.manifest.games, run.manifest.ended) == (192, 224, "budget")
    assert run.manifest.stopped is not None
    assert "No space left" in run.manifest.stopped
    assert resume(folder, Limits()).games == 224
    assert tables(folder) == tables_of(tmp_path, 224)


def test_on_a_cluster_too_pieces_of_slow_bots_are_kept(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra dask")
    (tmp_path / "mine.py").write_text("def mine(view, options):\n    return 0\n", encoding="utf-8")
    plan = plan_of(tmp_path, "mine.py:mine", "first", games=MOST)
    progress, limits = after_games(40, HandTimer.time_over), Limits(None, 60.0)
    with local_cluster(1, lambda _: None) as cluster:
        outcome = record(plan, tmp_path / "run", workers=cluster, limits=limits, progress=progress)
    assert outcome.ended == "budget"
    assert 40 <= outcome.games < MOST
    fewer = plan_of(tmp_path, "mine.py:mine", "first", games=outcome.games)
    record(fewer, tmp_path / "plain", workers=ALONE)
    assert tables(tmp_path / "run") == tables(tmp_path / "plain")
    assert not list(tmp_path.rglob("*.tmp"))
