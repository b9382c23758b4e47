"""A cluster on this machine: the same bytes as local processes, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.errors import BotError, UserError
from analyzer.recording import schema
from analyzer.recording.store import TIMINGS
from analyzer.scenario.studies import with_studies
from analyzer.simulate import cluster as cluster_module
from analyzer.simulate import staff
from analyzer.simulate.cluster import Cluster, cluster_at, local_cluster
from analyzer.simulate.delivery import SharedFolder, Station, StoreTrouble, delivery_into
from analyzer.simulate.failures import DiskTrouble, RunFailed
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.plan import Plan
from analyzer.simulate.post import ClusterTrouble
from analyzer.simulate.record import record
from analyzer.simulate.resume import begun_run
from analyzer.simulate.studies import plan_studies, play_studies
from analyzer.simulate.workers import Processes, Workers
from tests.unit.simulate.plans import plan_of

pytest.importorskip("distributed", reason="needs the extra dask")

BOTS = """
import os

def patient(view, options):
    return 0

def kills(view, options):
    if view.round == 3:
        os.kill(os.getpid(), 9)
    return 0

def fails_late(view, options):
    if view.round == 6:
        raise ValueError("enough")
    return 0
"""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with local_cluster(2, lambda _: None) as made:
        yield made


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != TIMINGS)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def assert_same_bytes(one: Path, two: Path) -> None:
    here, there = contents(one), contents(two)
    assert here.keys() == there.keys()
    assert [name for name in here if here[name] != there[name]] == []


def pids(cluster: Cluster) -> list[int]:
    return [member.process for member in cluster._staff.members.values()]


def plan_with(folder: Path, function: str, games: int) -> Plan:
    (folder / "mine.py").write_text(BOTS, encoding="utf-8")
    return plan_of(folder, f"mine.py:{function}", "first", games=games)


@pytest.mark.parametrize("line_up", [("random", "random"), ("random", "first")])
def test_same_bytes_as_local_processes(tmp_path: Path, cluster: Cluster, line_up: tuple[str, ...]) -> None:
    plan = plan_of(tmp_path, *line_up, games=150)
    record(plan, tmp_path / "here", workers=Processes(1))
    played: list[int] = []
    outcome = record(plan, tmp_path / "there", workers=cluster, progress=played.append)
    assert (outcome.stopped, outcome.games, sum(played)) == (None, plan.games, plan.games)
    assert_same_bytes(tmp_path / "here", tmp_path / "there")


def test_slow_bots_are_played_in_pieces_to_the_same_bytes(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_with(tmp_path, "patient", games=130)
    record(plan, tmp_path / "here", workers=Processes(1))
    played: list[int] = []
    record(plan, tmp_path / "there", workers=cluster, progress=played.append)
    assert len(played) > len(plan.parts), "in smaller steps than parts"
    assert_same_bytes(tmp_path / "here", tmp_path / "there")


def test_studies_have_the_same_bytes(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_of(tmp_path, "random", "first", games=4)
    studies = plan_studies(replace(plan, scenario=with_studies(plan.scenario, "luck=10,probes=40")))
    players: dict[str, Workers] = {"here": Processes(1), "there": cluster}
    for name, workers in players.items():
        folder = tmp_path / name
        folder.mkdir()
        with Interrupt() as interrupt, workers.crew(interrupt, pytest.fail) as crew:
            play_studies(studies, folder, crew, lambda _: lambda _: None)
    assert_same_bytes(tmp_path / "here", tmp_path / "there")


def test_a_lost_worker_costs_its_blocks_only(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_with(tmp_path, "patient", games=130)
    record(plan, tmp_path / "here", workers=Processes(2))
    told: list[str] = []
    victims: list[int] = []

    def kill_one(games: int) -> None:  # noqa: ARG001
        if not victims:
            victims.append(pids(cluster)[0])
            os.kill(victims[0], signal.SIGKILL)

    outcome = record(plan, tmp_path / "there", workers=cluster, progress=kill_one, notice=told.append)
    assert outcome.stopped is None
    (notice,) = told
    assert f"process {victims[0]}) was lost; others play its blocks again: seed 3, blocks " in notice
    assert_same_bytes(tmp_path / "here", tmp_path / "there")


def test_blocks_that_kill_twice_end_the_run(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_with(tmp_path, "kills", games=2)
    with pytest.raises(
        RunFailed, match=r"Two workers died over the same blocks, .*: seed 3, blocks 0 to 0\."
    ):
        record(plan, tmp_path / "run", workers=cluster)
    assert not list((tmp_path / "run").rglob("part-*"))


def test_a_bot_that_fails_is_told_as_by_local_processes(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_with(tmp_path, "fails_late", games=4)
    told = []
    players: dict[str, Workers] = {"here": Processes(1), "there": cluster}
    for name, workers in players.items():
        with pytest.raises(BotError) as raised:
            record(plan, tmp_path / name, workers=workers)
        told.append(str(raised.value))
    assert "`fails_late` failed with ValueError: enough (game 0, seat 0, round 6" in told[0]
    assert told[0] == told[1]


def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_of(tmp_path, "random", "first", games=1280)
    record(plan, tmp_path / "here", workers=Processes(2))
    played = 0

    def interrupt(games: int) -> None:
        nonlocal played
        if played == 0:
            os.kill(os.getpid(), signal.SIGINT)
        played += games

    folder = tmp_path / "there"
    outcome = record(plan, folder, workers=cluster, progress=interrupt)
    assert outcome.stopped == "interrupted with Ctrl-C"
    assert not list(folder.rglob("*.tmp"))
    begun = begun_run(folder)
    assert 0 < len(begun.missing) <= len(plan.parts)
    assert record(plan, folder, workers=cluster, begun=begun).stopped is None
    assert_same_bytes(tmp_path / "here", folder)


def test_workers_write_into_a_shared_folder(tmp_path: Path, cluster: Cluster) -> None:
    plan = plan_of(tmp_path, "random", "first", games=150)
    record(plan, tmp_path / "here", workers=Processes(1))
    shared = Cluster(cluster._staff, f"file://{tmp_path}")
    record(plan, tmp_path / "there", workers=shared)
    assert_same_bytes(tmp_path / "here", tmp_path / "there")
    with pytest.raises(UserError, match=r"is not in .*, the folder of --store; give a run folder in it"):
        delivery_into(str(tmp_path / "here"), tmp_path / "there")
    with pytest.raises(UserError, match=r"is not in .*, the folder of --store; give a run folder in it"):
        delivery_into(str(tmp_path / "here"), tmp_path / "here" / ".." / "there")
    with pytest.raises(UserError, match="there is no such folder here; mount it"):
        delivery_into(str(tmp_path / "nowhere"), tmp_path / "nowhere" / "run")


def test_a_worker_that_cannot_write_is_named(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    unmounted = SharedFolder(tmp_path / "unmounted" / "run")
    monkeypatch.setattr(cluster_module, "delivery_into", lambda *_: unmounted)
    said = r"A part can't be written by worker tcp://.*unmounted/run/.*No such file.*go on with --resume\."
    with pytest.raises(DiskTrouble, match=said):
        record(plan_of(tmp_path, "random", "first", games=65), tmp_path / "run", workers=cluster)


def test_parts_pass_through_a_store_that_is_no_folder(tmp_path: Path) -> None:
    """Workers that are threads of this process share fsspec's files in memory."""
    from distributed import LocalCluster
    from fsspec.implementations.memory import MemoryFileSystem

    plan = plan_of(tmp_path, "random", "first", games=150)
    record(plan, tmp_path / "here", workers=Processes(1))
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, protocol="tcp://", dashboard_address=":0"
        ) as threads,
        cluster_at(threads.scheduler_address, pytest.fail, store="memory://bucket/games") as cluster,
    ):
        assert cluster.jobs == 2
        record(plan, tmp_path / "there", workers=cluster)
    assert_same_bytes(tmp_path / "here", tmp_path / "there")
    assert MemoryFileSystem().find("/bucket") == [], "what was fetched is removed"


def test_a_store_names_what_it_cannot_do(tmp_path: Path) -> None:
    for store in ("memory://bucket", "memory://bucket/"):
        assert delivery_into(store, tmp_path / "run") == Station("memory://bucket/run")
    assert delivery_into("memory://", tmp_path / "run") == Station("memory://run")
    with pytest.raises(UserError, match=r"--store nosuch://x can't be used .*; give a folder"):
        delivery_into("nosuch://x", tmp_path / "run")
    with pytest.raises(StoreTrouble, match=r"memory://bucket/run: FileNotFoundError: /bucket/run/no/such"):
        Station("memory://bucket/run").take(tmp_path, 0, [("players", "/bucket/run/no/such")])


def test_a_store_that_workers_do_not_share_is_told(tmp_path: Path, cluster: Cluster) -> None:
    """Each process has a memory of its own."""
    lost = Cluster(cluster._staff, "memory://bucket")
    said = (
        r"run: a part can't be fetched from the store: memory://bucket/run: FileNotFoundError: .*; what was "
        r"written before .*: see that all machines, this one too, reach the same store, and go on with"
    )
    with pytest.raises(DiskTrouble, match=said):
        record(plan_of(tmp_path, "random", "first", games=65), tmp_path / "run", workers=lost)


def test_workers_of_another_engine_play_nothing(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff, "identity", lambda: {"granja": "0.0.9", "engine": "other", "polars": "2"})
    said = (
        r"Not all workers of the cluster can play: workers tcp://\S+, tcp://\S+: runs granja \S+ "
        r"\(here 0\.0\.9\), engine \w+ \(here other\), .*; install the same version there"
    )
    with (
        pytest.raises(ClusterTrouble, match=said),
        cluster_at(cluster._staff.post.address, pytest.fail),
    ):
        pytest.fail("it was opened")
    assert not list(tmp_path.iterdir())


def test_files_of_python_bots_must_be_the_same_there(tmp_path: Path, cluster: Cluster) -> None:
    functions = plan_with(tmp_path, "patient", games=2).functions
    address, file = cluster._staff.post.address, tmp_path / "mine.py"
    with cluster_at(address, pytest.fail) as here:
        here._staff.assemble(functions)
        assert here.jobs >= 1
    file.write_text(BOTS + "\n", encoding="utf-8")
    with cluster_at(address, pytest.fail) as here, pytest.raises(ClusterTrouble) as told:
        here._staff.assemble(functions)
    assert f"has another {file} than this machine; put the same file there" in str(told.value)
    file.unlink()
    with cluster_at(address, pytest.fail) as here, pytest.raises(ClusterTrouble) as told:
        here._staff.assemble(functions)
    assert f"lacks {file} (No such file or directory); put that file there" in str(told.value)
