"""Whole runs into folders: equal bytes, and readable however they end."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.recording import schema, writer
from analyzer.recording.manifest import UNFINISHED
from analyzer.recording.schema import TABLES
from analyzer.recording.store import TIMINGS, open_run
from analyzer.simulate.failures import RunFailed
from analyzer.simulate.plan import Plan
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_of(tmp_path, "random", "first", games=301)


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != TIMINGS)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_jobs_and_batches_leave_no_trace(tmp_path: Path, plan: Plan) -> None:
    record(plan, tmp_path / "one", workers=Processes(1))
    record(plan, tmp_path / "two", workers=Processes(2), batch_blocks=3)
    one, two = contents(tmp_path / "one"), contents(tmp_path / "two")
    assert len(one) == 5 * 6 + 1
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []


def test_a_single_part_is_played_here_to_the_same_bytes(tmp_path: Path) -> None:
    """The first part of a run is the same whether workers or this process play it."""
    record(plan_of(tmp_path, "random", "first", games=64), tmp_path / "here", workers=Processes(1))
    record(plan_of(tmp_path, "random", "first", games=128), tmp_path / "there", workers=Processes(2))
    here, there = contents(tmp_path / "here"), contents(tmp_path / "there")
    del here["manifest.json"]
    assert [name for name in here if here[name] != there[name]] == []


def test_a_run_tells_what_it_is(tmp_path: Path, plan: Plan) -> None:
    played: list[int] = []
    outcome = record(plan, tmp_path / "run", workers=Processes(2), progress=played.append)
    run = open_run(tmp_path / "run")
    assert (outcome.stopped, outcome.games, sum(played)) == (None, 302, 302)
    assert (run.manifest.state, run.games, run.manifest.bots) == ("complete", 302, ("random", "first"))
    assert run.manifest.scenario["name"] == "small"
    for table in TABLES:
        assert run.lazy(table).collect().height == run.manifest.rows[table], table
    assert run.lazy("blocks").collect()["decisions"].sum() == run.manifest.decisions
    assert json.loads((run.path / TIMINGS).read_bytes())["jobs"] == 2


def test_rows_come_in_order_of_blocks(tmp_path: Path, plan: Plan) -> None:
    record(plan, tmp_path / "run", workers=Processes(2))
    run = open_run(tmp_path / "run")
    for table in TABLES:
        assert run.lazy(table).collect()["block"].is_sorted(), table


def test_ctrl_c_leaves_a_readable_run(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", games=2_000_000)
    played = 0

    def interrupt(games: int) -> None:
        nonlocal played
        if played < 1000 <= played + games:
            os.kill(os.getpid(), signal.SIGINT)
        played += games

    outcome = record(plan, tmp_path / "run", workers=Processes(2), batch_blocks=8, progress=interrupt)
    assert outcome.stopped == "interrupted with Ctrl-C"
    run = open_run(tmp_path / "run")
    assert (run.manifest.state, run.manifest.stopped) == ("partial", "interrupted with Ctrl-C")
    assert 0 < run.games == outcome.games < 2_000_000
    assert run.lazy("players").collect().height == 2 * run.games
    assert not list(run.path.rglob("*.tmp"))


def test_ctrl_c_before_the_first_part(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", games=64)

    def interrupt(games: int) -> None:  # noqa: ARG001
        os.kill(os.getpid(), signal.SIGINT)

    outcome = record(plan, tmp_path / "run", workers=Processes(1), batch_blocks=1, progress=interrupt)
    assert (outcome.games, outcome.stopped) == (0, "interrupted with Ctrl-C")
    with pytest.raises(UserError, match=r"no finished games \(interrupted with Ctrl-C\)"):
        open_run(tmp_path / "run")


@pytest.mark.parametrize(
    ("room_for_manifest", "why"),
    [
        (
            True,
            r"a part can't be written: No space left on device",
        ),  # what there is of the part makes room
        (False, UNFINISHED),  # the manifest from before the first part stays
    ],
)
def test_a_full_disk_leaves_a_readable_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room_for_manifest: bool, why: str
) -> None:
    plan = plan_of(tmp_path, "random", "first", games=64)
    full = False

    def write_whole(path: Path, data: bytes | memoryview) -> None:
        nonlocal full
        is_part = path.parent.name in TABLES
        full |= is_part
        if full and (is_part or not room_for_manifest):
            raise OSError(28, "No space left on device")
        path.write_bytes(data)

    folder = tmp_path / "run"
    monkeypatch.setattr(writer, "write_whole", write_whole)
    with pytest.raises(UserError, match="a part can't be written: No space left on device"):
        record(plan, folder, workers=Processes(1))
    with pytest.raises(UserError, match=rf"no finished games \(.*{why}"):
        open_run(folder)


def test_a_run_that_fails_says_so(tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRANJA_BUILD", "none-such")
    with pytest.raises(RunFailed):
        record(plan, tmp_path / "run", workers=Processes(2))
    with pytest.raises(UserError, match="Two workers died over the same blocks"):
        open_run(tmp_path / "run")
