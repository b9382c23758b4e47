"""Margins and winning leads against a recount in plain Python."""

from __future__ import annotations

import math
from collections import Counter

import polars as pl
import pytest

from analyzer.analysis import leads
from analyzer.analysis.overview import Scores
from analyzer.analysis.study import Study, study_of
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

Games = list[list[dict]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("leads")
    # Weak bots share and tie often.
    record(plan_of(folder, "first", "random", "first", games=900), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


@pytest.fixture(scope="module")
def games(run: Run) -> Games:
    found: dict[tuple[int, int], list[dict]] = {}
    for row in run.lazy("players").sort("block", "game", "seat").collect().iter_rows(named=True):
        found.setdefault((row["block"], row["game"]), []).append(row)
    return list(found.values())


def lead_of(game: list[dict]) -> int:
    best, second = sorted((row["vp"] for row in game), reverse=True)[:2]
    return int(best - second)


def as_counter(scores: Scores) -> Counter:
    return Counter({scores.first + i: n for i, n in enumerate(scores.counts) if n})


def test_leads_of_all_games(study: Study, games: Games) -> None:
    every = leads.leads(study)[0]
    assert every.bot is None
    assert as_counter(every.counts) == Counter(lead_of(game) for game in games)
    assert every.lead.n == len(games) == 900
    assert every.lead.mean == pytest.approx(sum(map(lead_of, games)) / 900)
    assert every.close.mean == pytest.approx(sum(lead_of(game) <= 2 for game in games) / 900)


def test_ties_are_decided_by_silver_or_shared(study: Study, games: Games) -> None:
    every = leads.leads(study)[0]
    tied = [game for game in games if lead_of(game) == 0]
    shared = [game for game in tied if sum(row["rank"] == 1 for row in game) > 1]
    assert len(shared) > 5, "the runs of this test must hold some"
    assert every.shared.mean == pytest.approx(len(shared) / 900)
    assert every.by_silver.mean == pytest.approx((len(tied) - len(shared)) / 900)


def test_leads_by_the_winners_bot(run: Run, study: Study, games: Games) -> None:
    for found in leads.leads(study)[1:]:
        assert found.bot is not None
        name = run.manifest.bots[found.bot]
        won = [lead_of(game) for game in games for row in game if row["winners"] > 0 and row["bot"] == name]
        assert as_counter(found.counts) == Counter(won)
        assert found.lead.mean == pytest.approx(sum(won) / len(won))
        assert found.close.n == len(won)


def test_margins_are_rounded_to_whole_vp(run: Run, study: Study, games: Games) -> None:
    for scores in leads.margins(study):
        name = run.manifest.bots[scores.bot]
        expected: Counter = Counter()
        for game in games:
            total = sum(row["vp"] for row in game)
            for row in game:
                if row["bot"] == name:
                    expected[math.floor(row["vp"] - (total - row["vp"]) / 2 + 0.5)] += 1
        assert as_counter(scores) == expected


def test_a_game_that_all_share_has_no_lead() -> None:
    players = pl.LazyFrame(
        {"block": [0, 0], "game": [0, 0], "seat": [0, 1], "bot": [0, 0], "winners": [2, 2], "vp": [9, 9]},
        schema_overrides={"vp": pl.Int16, "winners": pl.Int8},
    )
    rows = leads._winners(players).collect()
    assert rows["lead"].to_list() == [0, 0]
    assert rows["counted_for_game"].sum() == 1
