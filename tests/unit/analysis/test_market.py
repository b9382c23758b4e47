"""The market's answers against plain recounts of small runs, and on made-up markers."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

from analyzer.analysis.market import Market, market
from analyzer.analysis.market_measures import HORIZON
from analyzer.analysis.stats import FEW_BLOCKS
from analyzer.analysis.study import Study, study_of
from analyzer.analysis.survival import Life
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.analysis.markers import SCENARIO, Marker, study_with
from tests.unit.simulate.plans import plan_of

Row = dict[str, Any]
KINDS = {"solo": ("balanced",), "three": ("balanced", "random", "balanced"), "four": ("balanced",) * 4}


@pytest.fixture(scope="module", params=list(KINDS))
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("market")
    record(plan_of(folder, *KINDS[request.param], games=240), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


@pytest.fixture(scope="module")
def found(study: Study) -> Market:
    return market(study)


@pytest.fixture(scope="module")
def rows(run: Run) -> list[Row]:
    return list(run.lazy("markers").collect().iter_rows(named=True))


def own(rows: Iterable[Row]) -> list[Row]:
    """Markers of players."""
    return [row for row in rows if row["bot"] is not None]


def test_shares_held_by_all_by_seat_and_by_bot(study: Study, found: Market, rows: list[Row]) -> None:
    phases = study.games * study.rounds
    seats = 2 if study.solo else study.players
    for place in found.hexes:
        here = [row for row in rows if row["hex"] == place.hex.number]
        assert place.held.mean == pytest.approx(sum(r["rounds_scored"] for r in own(here)) / phases)
        for seat in range(seats):
            scored = sum(row["rounds_scored"] for row in here if row["seat"] == seat)
            assert place.by_seat[seat].mean == pytest.approx(scored / phases)
        for bot, name in enumerate(study.bots):
            scored = sum(row["rounds_scored"] for row in here if row["bot"] == name)
            one_player = phases * study.seats_of(bot) / len(study.seating)
            assert place.by_bot[bot].mean == pytest.approx(scored / one_player)
            assert place.by_bot[bot].n == one_player


def test_vp_of_a_marker_are_its_value_its_removals_and_its_rounds(found: Market, rows: list[Row]) -> None:
    for place in found.hexes:
        here = [row for row in own(rows) if row["hex"] == place.hex.number and row["card"] > 0]
        assert place.vp.n == len(here)
        if here:
            parts = place.hex.value + place.vp_removals.mean + place.vp_scored.mean
            assert place.vp.mean == pytest.approx(parts)
            assert place.vp_removals.mean == pytest.approx(np.mean([row["removals"] for row in here]))
            assert place.vp_scored.mean == pytest.approx(np.mean([row["rounds_scored"] for row in here]))
            assert place.beyond.mean == pytest.approx(place.vp.mean - place.hex.value)


def test_vp_beyond_the_barrow_by_bot(study: Study, found: Market, rows: list[Row]) -> None:
    for place in found.hexes:
        assert len(place.beyond_by_bot) == (len(study.bots) if len(study.bots) > 1 else 0)
        for bot, value in enumerate(place.beyond_by_bot):
            mine = [
                row["vp"] - row["value"]
                for row in rows
                if row["hex"] == place.hex.number and row["bot"] == study.bots[bot] and row["card"] > 0
            ]
            assert value.n == len(mine)
            assert not mine or value.mean == pytest.approx(np.mean(mine))


def test_removals_from_where_to_where(study: Study, found: Market, rows: list[Row]) -> None:
    lost = [row for row in rows if row["removed_from"] is not None]
    pairs = Counter((row["removed_from"], row["hex"]) for row in lost if row["removed_from"] != row["hex"])
    assert {(f.remover, f.removed): f.times for f in found.removals.flows if f.times} == pairs
    times = [flow.times for flow in found.removals.flows]
    assert times == sorted(times, reverse=True)
    for flow in found.removals.flows:
        assert flow.per_game.mean == pytest.approx(flow.times / study.games)
    displaced = Counter(row["hex"] for row in lost if row["removed_from"] == row["hex"])
    for number, value in found.removals.displaced.items():
        assert value.mean == pytest.approx(displaced[number] / study.games)
    assert found.removals.total.mean == pytest.approx(pairs.total() / study.games)
    assert found.removals.total_displaced.mean == pytest.approx(displaced.total() / study.games)


def test_removals_by_value_sum_up_the_hexes(study: Study, found: Market, rows: list[Row]) -> None:
    values = {place.number: place.value for place in study.scenario.rule_set.hexes}
    lost = [row for row in rows if row["removed_from"] is not None]
    plain = Counter((values[row["removed_from"]], row["value"]) for row in lost)
    assert set(plain) <= set(found.removals.by_value)
    for key, value in found.removals.by_value.items():
        assert value.mean == pytest.approx(plain[key] / study.games)


def test_removals_are_those_that_players_made(run: Run, found: Market, study: Study) -> None:
    if study.solo:
        return  # the neutral colour has no row of its own
    made = run.lazy("players").collect()["removals"].sum()
    everything = found.removals.total.mean + found.removals.total_displaced.mean
    assert everything * study.games == pytest.approx(made)


def of_life(life: Life, study: Study, rows: list[Row]) -> list[Row]:
    """The markers that a curve is about."""
    return [
        row
        for row in own(rows)
        if (row["card"] == 0 if life.value is None else row["card"] > 0 and row["value"] == life.value)
        and (life.bot is None or row["bot"] == study.bots[life.bot])
    ]


def early(rows: list[Row]) -> list[Row]:
    """Those of six rounds that can be watched for three phases."""
    return [row for row in rows if row["round_placed"] <= 4]


def test_lives_are_plain_means_of_the_markers_that_can_be_watched(
    study: Study, found: Market, rows: list[Row]
) -> None:
    wanted = {None} if len(study.bots) == 1 else {None, *range(len(study.bots))}
    assert {life.bot for life in found.lives} == wanted
    for life in found.lives:
        mine = of_life(life, study, rows)
        watched = early(mine)
        assert (life.markers, life.stood.n) == (len(watched), len(mine))
        assert len(life.standing) == HORIZON == 3
        if mine:
            assert life.stood.mean == pytest.approx(np.mean([row["rounds_scored"] for row in mine]))
        for k, value in enumerate(life.standing, 1):
            assert value.n == life.mean.n == len(watched)
            if watched:
                assert value.mean == pytest.approx(np.mean([row["rounds_scored"] >= k for row in watched]))
        if watched:
            assert life.mean.mean == pytest.approx(np.mean([min(row["rounds_scored"], 3) for row in watched]))


def test_errors_are_those_of_blocks_left_out(study: Study, found: Market, rows: list[Row]) -> None:
    """Numerically: how much a little less weight of one block moves the mean life."""
    life = next(life for life in found.lives if life.value == 5 and life.bot is None)
    by_block: dict[int, list[int]] = defaultdict(list)
    for row in early(of_life(life, study, rows)):
        by_block[row["block"]].append(min(row["rounds_scored"], HORIZON))
    sums = np.array([sum(block) for block in by_block.values()], float)
    sizes = np.array([len(block) for block in by_block.values()], float)
    small = 1e-4
    moved = [
        ((sums.sum() - small * a) / (sizes.sum() - small * n) - sums.sum() / sizes.sum()) / small
        for a, n in zip(sums, sizes, strict=True)
    ]
    blocks = len(by_block)
    assert life.mean.blocks == blocks
    if blocks > 1:
        spread = np.sum(np.square(moved)) * blocks / (blocks - 1)
        assert life.mean.se == pytest.approx(math.sqrt(spread), rel=1e-2, abs=1e-6)


def test_a_life_worked_by_hand() -> None:
    """Ten markers on value 4: 2 fall at once, 3 after one phase, 5 stand for five of which three count."""
    fates = [(0, 10)] * 2 + [(1, 10)] * 3 + [(5, None)] * 5
    study = study_with([Marker(5, scored, by, block=i) for i, (scored, by) in enumerate(fates)], blocks=10)
    life = next(life for life in market(study).lives if life.value == 4)
    assert [value.mean for value in life.standing] == pytest.approx([0.8, 0.5, 0.5])
    assert life.mean.mean == pytest.approx(1.8)
    assert life.stood.mean == pytest.approx(2.8)
    assert life.standing[0].se == pytest.approx(math.sqrt(0.8 * 0.2 / 10 * 10 / 9))  # ten independent blocks


def test_late_markers_in_less_danger_make_no_life_longer() -> None:
    """Those of rounds 1 to 4 fall after one phase; those of 5 and 6 stand to the end and can't be watched."""
    rows = [Marker(5, 1, 10, block=block, placed=1 + block % 4) for block in range(40)]
    late = [Marker(5, 7 - placed, block=block, placed=placed) for block in range(40) for placed in (5, 6)]
    alone, all_of_them = (
        next(life for life in market(study_with(markers, 40)).lives if life.value == 4)
        for markers in (rows, rows + late)
    )
    assert alone.mean == all_of_them.mean
    assert alone.standing == all_of_them.standing
    assert (all_of_them.mean.mean, all_of_them.mean.n) == (1.0, 40)
    assert all_of_them.stood.mean == pytest.approx((40 + 80 + 40) / 120)
    assert all_of_them.stood.n == 120


def test_a_block_is_one_observation_however_many_markers_it_has() -> None:
    alone = [Marker(5, block % 4, 10, block=block) for block in range(40)]
    twice = [marker for marker in alone for _ in range(2)]
    one, two = (
        next(life for life in market(study_with(rows, 40)).lives if life.value == 4)
        for rows in (alone, twice)
    )
    assert two.standing[0].n == 2 * one.standing[0].n
    assert two.mean.se == pytest.approx(one.mean.se)
    assert two.standing[0].blocks == 40 < FEW_BLOCKS


def test_the_set_up_has_a_curve_of_its_own() -> None:
    study = study_with([Marker(17, 3, card=0), Marker(17, 1, 23, card=5)], blocks=1)
    lives = {life.value: life for life in market(study).lives}
    assert (lives[None].markers, lives[4].markers) == (1, 1)
    assert lives[None].standing[2].mean == 1.0
    assert list(lives) == [2, 3, 4, 5, 6, None]


def test_vp_of_scoring_phases_are_told_apart_from_removals_whatever_a_marker_scores() -> None:
    """A marker that scored 3 vp once and removed two: 6 + 3 + 2 vp."""
    values = {**SCENARIO.rule_set.values, "scoring.marker_vp": 3}
    rules = msgspec.structs.replace(SCENARIO.rule_set, values=values)
    scenario = msgspec.structs.replace(SCENARIO, rule_set=rules)
    rows = [Marker(23, 1, removals=2 + 3 - 1)]  # the table counts 1 vp for a phase: 2 more of scoring
    place = next(place for place in market(study_with(rows, 1, scenario)).hexes if place.hex.number == 23)
    assert (place.vp.mean, place.vp_scored.mean, place.vp_removals.mean) == (11.0, 3.0, 2.0)


def test_parts_are_added_up(study: Study, found: Market) -> None:
    """A run in one part or in several gives the same."""
    (part,) = study.parts
    frame = part.markers.collect()
    blocks = frame["block"].unique().sort()
    middle = int(blocks[len(blocks) // 2])
    halves = [frame.filter(frame["block"] < middle).lazy(), frame.filter(frame["block"] >= middle).lazy()]
    split = replace(study, parts=tuple(replace(part, markers=half) for half in halves))
    assert repr(market(split)) == repr(found)


def test_a_run_without_any_marker_is_answered_too() -> None:
    study = study_with([], blocks=3)
    empty = market(study)
    assert all(place.held.mean == 0.0 and place.vp.n == 0 for place in empty.hexes)
    assert all(life.markers == 0 and life.mean.n == 0 for life in empty.lives)
    assert empty.removals.total.mean == 0.0
