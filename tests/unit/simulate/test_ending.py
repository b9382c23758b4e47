"""Runs that a rule or the clock has ended are runs of so many games, byte for byte."""

from __future__ import annotations

import os
import random
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from analyzer.errors import UserError
from analyzer.recording import schema, store, writer
from analyzer.recording.manifest import MANIFEST, read_manifest
from analyzer.recording.schema import TABLES, part_name
from analyzer.recording.store import open_run, reopen_run
from analyzer.simulate import ending
from analyzer.simulate import play as playing
from analyzer.simulate import record as recording
from analyzer.simulate.ending import BUDGET, Limits, Prefix, clock
from analyzer.simulate.failures import DiskTrouble
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Part, Piece, PieceDone
from analyzer.simulate.plan import Plan
from analyzer.simulate.pool import Pool
from analyzer.simulate.record import Outcome, record
from analyzer.simulate.resume import begun_run
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.test_record import contents

MOST = 640  # games of a run: ten parts of 64
PARTS = [Part(number, 32 * number, 32) for number in range(5)]


class After:
    """A rule that has enough after so many parts; it notes which it was told."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.told: list[int] = []

    def look(self, part: int) -> bool:
        self.told.append(part)
        return len(self.told) == self.parts


class HandTimer:
    """Stands in for threading.Timer: the test says when the time is over."""

    last: HandTimer

    def __init__(self, seconds: float, call: Callable[[str], None], words: list[str]) -> None:
        assert seconds == 60.0
        self._call, self._words = call, words
        HandTimer.last = self

    @staticmethod
    def time_over() -> None:
        """Now it is."""
        HandTimer.last._call(*HandTimer.last._words)

    def start(self) -> None:
        """Nothing runs."""

    cancel = join = start


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    monkeypatch.setattr(ending, "Timer", HandTimer)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_of(tmp_path, "random", "first", games=MOST)


def tables(folder: Path) -> dict[str, bytes]:
    """All of a run but what it says of itself."""
    return {name: data for name, data in contents(folder).items() if name != MANIFEST}


def tables_of(tmp_path: Path, games: int) -> dict[str, bytes]:
    """Those of a run that was to have so many games."""
    folder = tmp_path / f"plain-{games}"
    record(plan_of(tmp_path, "random", "first", games=games), folder, jobs=1)
    return tables(folder)


def after_games(games: int, act: Callable[[], None]) -> Callable[[int], None]:
    """What acts once when so many games are played."""
    played, acted = 0, False

    def progress(now: int) -> None:
        nonlocal played, acted
        played += now
        if played >= games and not acted:
            acted = True
            act()

    return progress


def interrupted() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def resume(folder: Path, limits: Limits, jobs: int = 1) -> Outcome:
    begun = begun_run(folder)
    return record(begun.plan, folder, jobs=jobs, begun=begun, limits=limits)


@contextmanager
def killed(monkeypatch: pytest.MonkeyPatch, module: ModuleType, *functions: str) -> Iterator[None]:
    """Within the block the process seems to be killed before it calls one of some functions."""

    def die(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        for function in functions:
            patch.setattr(module, function, die)
        with pytest.raises(RuntimeError):
            yield


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
    outcome = record(plan, tmp_path / "run", jobs=jobs, batch_blocks=batch, limits=Limits(rule))
    assert (outcome.stopped, outcome.ended, outcome.games) == (None, "until", 256)
    assert rule.told == [0, 1, 2, 3]
    assert tables(tmp_path / "run") == tables_of(tmp_path, 256)
    manifest = open_run(tmp_path / "run").manifest
    assert (manifest.state, manifest.ended, manifest.most) == ("complete", "until", MOST)
    assert (manifest.games, manifest.blocks, manifest.parts, manifest.blocks_done) == (256, 128, 4, 128)
    plain = open_run(tmp_path / "plain-256").manifest
    assert (manifest.rows, manifest.decisions) == (plain.rows, plain.decisions)


def test_a_rule_that_is_not_met_leaves_all_games(tmp_path: Path, plan: Plan) -> None:
    outcome = record(plan, tmp_path / "run", jobs=2, limits=Limits(After(99)))
    assert (outcome.stopped, outcome.ended, outcome.games) == (None, None, MOST)
    assert contents(tmp_path / "run").keys() == {MANIFEST} | tables_of(tmp_path, MOST).keys()
    manifest = read_manifest(tmp_path / "run")
    assert (manifest.state, manifest.ended, manifest.most) == ("complete", None, None)


def test_a_rule_met_by_the_last_part(tmp_path: Path, plan: Plan) -> None:
    assert record(plan, tmp_path / "run", jobs=1, limits=Limits(After(10))).ended == "until"
    manifest = read_manifest(tmp_path / "run")
    assert (manifest.games, manifest.most, manifest.ended) == (MOST, MOST, "until")


@pytest.mark.parametrize("games", [8, 130, 300])
def test_after_ctrl_c_the_rule_ends_at_the_same_part(tmp_path: Path, plan: Plan, games: int) -> None:
    limits = Limits(After(6))
    record(plan, tmp_path / "undisturbed", jobs=1, limits=limits)
    progress = after_games(games, interrupted)
    stopped = record(
        plan, tmp_path / "run", jobs=1, batch_blocks=4, limits=Limits(After(6)), progress=progress
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
    record(plan, tmp_path / "undisturbed", jobs=1, limits=Limits(After(6)))
    folder = tmp_path / "run"
    record(plan, folder, jobs=1)
    store.continue_run(folder, read_manifest(folder))
    for part in range(10):
        if chance.random() < 0.3:
            (folder / "markers" / part_name(part)).unlink()
    resume(folder, Limits(After(6)), jobs=1 + number % 2)
    assert contents(folder) == contents(tmp_path / "undisturbed")


def test_killed_after_the_rule_was_met(tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether before the manifest said so, or before it said that all is whole: nothing is played again."""
    folder = tmp_path / "run"
    record(plan, tmp_path / "undisturbed", jobs=1, limits=Limits(After(6)))
    for cut in ("shortened", "write_manifest"):
        with killed(monkeypatch, recording, cut, "_finish"):
            record(plan, folder, jobs=1, limits=Limits(After(6)), force=True)
        assert open_run(folder).manifest.state == "partial"
        assert resume(folder, Limits(After(6))).played == 0
        assert contents(folder) == contents(tmp_path / "undisturbed")


def test_a_run_that_its_rule_has_ended_lacks_nothing(tmp_path: Path, plan: Plan) -> None:
    record(plan, tmp_path / "run", jobs=1, limits=Limits(After(2)))
    begun = begun_run(tmp_path / "run")
    assert begun.complete
    assert (begun.games, begun.plan.games) == (128, 128)


@pytest.mark.parametrize(("games", "jobs"), [(104, 1), (230, 1), (230, 2), (411, 2)])
def test_the_clock_leaves_the_run_of_so_many_games(tmp_path: Path, plan: Plan, games: int, jobs: int) -> None:
    """The last part may be a shorter one: what was played of it from its first block on."""
    progress = after_games(games, HandTimer.time_over)
    outcome = record(
        plan, tmp_path / "run", jobs=jobs, batch_blocks=1, limits=Limits(None, 60.0), progress=progress
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
        plan, tmp_path / "run", jobs=1, batch_blocks=1, limits=Limits(None, 60.0), progress=progress
    )
    assert (outcome.stopped, outcome.games, outcome.ended) == (BUDGET, 0, None)
    with pytest.raises(UserError, match=r"no finished games \(its budget was used up\)"):
        open_run(tmp_path / "run")
    assert resume(tmp_path / "run", Limits()).games == MOST


def budget_run(plan: Plan, folder: Path, games: int) -> Outcome:
    """A run that the clock ends after some games."""
    progress = after_games(games, HandTimer.time_over)
    return record(plan, folder, jobs=1, batch_blocks=1, limits=Limits(None, 60.0), progress=progress)


def test_a_budget_that_is_enough_leaves_all_games(tmp_path: Path, plan: Plan) -> None:
    outcome = record(plan, tmp_path / "run", jobs=2, limits=Limits(None, 60.0))
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


def test_more_budget_goes_on_towards_the_most(tmp_path: Path, plan: Plan) -> None:
    folder = tmp_path / "run"
    budget_run(plan, folder, 230)
    reopen_run(folder, read_manifest(folder))
    begun = begun_run(folder)
    assert (begun.games, begun.plan.games, begun.complete) == (192, MOST, False)
    record(begun.plan, folder, jobs=2, begun=begun)
    record(plan, tmp_path / "undisturbed", jobs=1)
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
        record(plan, tmp_path / "a", jobs=1, batch_blocks=1, limits=early, progress=progress).ended == "until"
    )
    late, progress = Limits(After(9), 60.0), after_games(200, HandTimer.time_over)
    ended = record(plan, tmp_path / "b", jobs=1, batch_blocks=1, limits=late, progress=progress)
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
    """The workers could write their parts, this process can't write the shorter one."""

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
    assert (run.games, run.manifest.games, run.manifest.ended) == (192, MOST, None)
    assert run.manifest.stopped is not None
    assert "No space left" in run.manifest.stopped
    assert resume(folder, Limits()).games == MOST
    assert tables(folder) == tables_of(tmp_path, MOST)


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
        jobs=2,
        batch_blocks=64,
        limits=Limits(After(4)),
        progress=after_games(1000, kill),
        notice=notices.append,
    )
    assert (outcome.ended, outcome.games) == ("until", 4 * 4096)
    (notice,) = notices
    assert "was killed by SIGKILL; a fresh one plays its blocks again: seed 3, blocks " in notice
    assert tables(tmp_path / "run") == tables_of(tmp_path, 4 * 4096)
