"""The summary against plain computations on the tables."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from analyzer.analysis.summary import Summary, summarise, to_json
from analyzer.recording.schema import VP_SOURCES, Players
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("summary")
    record(plan_of(folder, "random", "balanced", "random", games=300), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def summary(run: Run) -> Summary:
    return summarise(run)


def alone(folder: Path, *line_up: str) -> Summary:
    record(plan_of(folder, *line_up, games=50), folder / "run", workers=Processes(1))
    return summarise(open_run(folder / "run"))


def test_shares_of_bots(run: Run, summary: Summary) -> None:
    players = run.lazy("players").collect()
    share = pl.when(pl.col("winners") > 0).then(1 / pl.col("winners")).otherwise(0.0)
    plain = dict(players.group_by("bot").agg(share.mean()).iter_rows())
    assert {bot: found.mean for bot, found in summary.share_by_bot.items()} == pytest.approx(plain)
    assert all(found.low <= found.mean <= found.high for found in summary.share_by_bot.values())


def test_shares_of_seats_sum_to_one(summary: Summary) -> None:
    assert sum(share.mean for share in summary.share_by_seat) == pytest.approx(1.0)
    assert summary.fair_share == pytest.approx(1 / 3)


def test_vp_are_the_sum_of_their_sources(run: Run, summary: Summary) -> None:
    vp = dict(run.lazy("players").group_by("bot").agg(pl.col("vp").mean()).collect().iter_rows())
    for bot, row in summary.by_bot.items():
        assert row[Players.VP].mean == pytest.approx(vp[bot])
        assert sum(row[source].mean for source in VP_SOURCES) == pytest.approx(vp[bot])


def test_buildings_sum_to_buildings_done(summary: Summary) -> None:
    for bot, row in summary.by_bot.items():
        done = sum(by_bot[bot].mean for by_bot in summary.buildings.values())
        assert done == pytest.approx(row[Players.BUILDINGS_DONE].mean)


def test_every_figure_counts_its_games(summary: Summary) -> None:
    assert (summary.games, summary.blocks) == (300, 100)
    assert (summary.share_by_bot["random"].n, summary.share_by_bot["balanced"].n) == (600, 300)
    assert {found.n for by_bot in summary.buildings.values() for found in by_bot.values()} == {600, 300}


def test_one_bot_has_the_fair_share_by_itself(tmp_path: Path) -> None:
    summary = alone(tmp_path, "random", "random")
    assert summary.share_by_bot == {}
    assert len(summary.share_by_seat) == 2


def test_solo_has_no_shares(tmp_path: Path) -> None:
    summary = alone(tmp_path, "random")
    assert (summary.fair_share, summary.share_by_bot, summary.share_by_seat) == (None, {}, ())
    assert summary.detectable.share is None
    assert summary.detectable.vp > 0


def test_json_is_strict(summary: Summary) -> None:
    plain = json.loads(json.dumps(to_json(summary), allow_nan=False))
    assert plain["share_by_bot"]["random"].keys() == {"mean", "low", "high", "se", "n", "blocks"}
    assert plain["by_bot"]["balanced"]["vp"]["n"] == 300
    assert len(plain["share_by_seat"]) == 3
