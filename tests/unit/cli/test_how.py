"""Where a run goes and who plays it, by the options of ``granja run``."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.cli.how import How
from analyzer.simulate.play import usable_cores
from analyzer.simulate.workers import Processes


def how(**options: str | int) -> How:
    plain = {"jobs": None, "force": False, "no_report": True, "quiet": True, "as_json": False}
    return How(**plain | options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("store", "named", "folder"),
    [
        (None, None, "runs/small-40"),
        (None, "mine", "mine"),
        ("/mnt/share", None, "/mnt/share/small-40"),
        ("file:///mnt/share", None, "/mnt/share/small-40"),
        ("/mnt/share", "mine", "/mnt/share/mine"),
        ("/mnt/share", "/mnt/share/deep/mine", "/mnt/share/deep/mine"),
        ("share", "share/mine", "share/mine"),
        ("share", "mine", "share/mine"),
        ("s3://bucket/games", None, "runs/small-40"),
        ("s3://bucket/games", "mine", "mine"),
    ],
)
def test_a_shared_folder_holds_the_run_folder(store: str | None, named: str | None, folder: str) -> None:
    options = {} if store is None else {"store": store, "cluster": "mill:8786"}
    assert how(**options).folder(None if named is None else Path(named), "small-40") == Path(folder)


def test_who_plays_in_words() -> None:
    assert [how(jobs=1).who, how(jobs=2).who] == ["1 job", "2 jobs"]
    assert how(cluster="local", jobs=2).who == "a cluster of 2 jobs"
    assert how(cluster="tcp://mill:8786").who == "the cluster at tcp://mill:8786"


def test_without_a_cluster_processes_of_this_machine_play() -> None:
    with how().workers() as workers:
        assert workers == Processes(usable_cores())
