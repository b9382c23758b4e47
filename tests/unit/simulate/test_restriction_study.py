"""The study restrictions: the run's own games, and what one seat is told in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from analyzer.recording.store import open_run
from analyzer.recording.studies import Variant
from analyzer.scenario import bots_array, load_scenario
from analyzer.scenario.named_bots import load_bot, restrict_bot
from analyzer.scenario.problems import Problems
from analyzer.simulate.matches import SHARES, Match, play_match
from analyzer.simulate.plan import Plan
from analyzer.simulate.record import record
from analyzer.simulate.restriction_study import judged, restriction_study, told_variants
from analyzer.simulate.workers import Processes
from cext import core
from tests.unit.simulate.plans import plan_of


def rows_of(plan: Plan, blocks: int) -> tuple[np.ndarray, tuple[Variant, ...]]:
    study = restriction_study(plan, blocks)
    return study.task(0, blocks).play().rows, study.manifest.variants


@pytest.mark.parametrize("line_up", [("balanced",), ("random", "balanced"), ("balanced", "random", "first")])
def test_variant_0_is_the_run(tmp_path: Path, line_up: tuple[str, ...]) -> None:
    plan = plan_of(tmp_path, *line_up, games=2 * len(line_up) ** 3)
    record(plan, tmp_path / "run", workers=Processes(1))
    games = {
        (row["block"], row["game"], row["seat"]): row
        for row in open_run(tmp_path / "run").lazy("players").collect().iter_rows(named=True)
    }
    rows = rows_of(plan, plan.blocks)[0]
    base = rows[rows["variant"] == 0]
    assert base["block"].tolist() == list(range(plan.blocks))
    for row in base:
        block, game, seat = (int(row[key]) for key in ("block", "game", "seat"))
        run = games[block, game, seat]
        table = [games[block, game, other]["vp"] for other in range(plan.players)]
        margin = run["vp"] if plan.players == 1 else run["vp"] * plan.players - sum(table)
        win = SHARES // run["winners"] if run["winners"] else 0
        assert (row["vp"], row["margin"], row["win"]) == (run["vp"], margin, win)
        assert plan.bot_names[row["bot"]] == run["bot"]
    seats = Counter((int(row["game"]), int(row["seat"])) for row in base)
    assert len(set(seats.values())) == 1
    assert len(seats) == len(line_up) * len(plan.seating)


def test_one_seat_alone_is_told(tmp_path: Path) -> None:
    """Each variant is the game with a restricted copy in the judged seat and the others as they are."""
    plan = plan_of(tmp_path, "balanced", "balanced", "random", games=18)
    rows, variants = rows_of(plan, 6)
    assert len(rows) == 6 * len(variants)
    bots, differ = plan.scenario.bots, 0
    for row in rows[::5]:
        block, game, seat = (int(row[key]) for key in ("block", "game", "seat"))
        told = bots[row["bot"]]
        if row["variant"]:
            copy = restrict_bot(told, [variants[row["variant"]].key], "", Problems())
            assert copy is not None
            told = copy
        seating = plan.seating[game : game + 1].copy()
        seating[0, seat] = len(bots)
        played = play_match(Match(plan.rules, bots_array((*bots, told)), seating, plan.seed, block, 1))
        vp = played.scores.vp[0, 0]
        assert (row["vp"], row["margin"]) == (vp[seat], 3 * vp[seat] - vp.sum())
        assert row["win"] == played.scores.wins[0, 0, seat]
        differ += row["vp"] != rows[(rows["block"] == block) & (rows["variant"] == 0)]["vp"][0]
    assert differ > 5


def test_variants_are_every_wait_and_rush() -> None:
    rule_set = load_scenario("solo").rule_set
    keys = [variant.key for variant in told_variants(rule_set)]
    assert len(keys) == len(set(keys)) == 1 + 6 * 6
    assert keys[:3] == ["", "rush merchant_house until round 6", "merchant_house not before round 2"]
    short = msgspec.structs.replace(rule_set, values=rule_set.values | {"rounds": 4})
    assert [variant.words for variant in told_variants(short)][-4:] == [
        "rush the butcher",
        "butcher not before round 2",
        "butcher not before round 3",
        "butcher not before round 4",
    ]


def test_a_wait_is_kept(tmp_path: Path) -> None:
    """In the game itself: the told seat completes the building in no earlier round."""
    plan = plan_of(tmp_path, "balanced", "balanced", games=40)
    told = restriction_study(plan, 1).task(0, 1).told[0]  # type: ignore[attr-defined]
    variants = told_variants(plan.scenario.rule_set)
    number = next(i for i, each in enumerate(variants) if each.key == "village_store not before round 5")
    place = told.places[told.variants.tolist().index(number)]
    for seat in (0, 1):
        seating = np.zeros((1, 2), np.int8)
        seating[0, seat] = place
        rows = np.empty(40 * 12, core.ROW_DTYPES["buildings"])
        _, filled, _ = core.play_blocks(plan.rules, told.bots, seating, 3, 0, 40, {"buildings": rows}, None)
        rows = rows[: filled["buildings"]]
        stores = rows[rows["building"] == 3]
        assert min(stores[stores["seat"] == seat]["round"], default=5) >= 5
        assert min(stores[stores["seat"] != seat]["round"]) < 5


def test_what_a_bots_own_restrictions_contradict_or_say_already_is_left_out(tmp_path: Path) -> None:
    problems = Problems()
    text = "balanced: never deliver to deli; butcher not before round 4"
    bot = load_bot(text, tmp_path, "", problems)
    assert bot is not None
    plan = plan_of(tmp_path, "balanced", "random", games=8)
    scenario = msgspec.structs.replace(plan.scenario, bots=(bot, plan.scenario.bots[1]))
    plan = replace(plan, scenario=scenario, bots=bots_array(scenario.bots))
    rows, variants = rows_of(plan, 4)
    missing = {
        variants[number].key
        for number in range(len(variants))
        if number not in rows[rows["bot"] == 0]["variant"].tolist()
    }
    assert missing == {
        "rush deli until round 6",
        *(
            f"{building} not before round {number}"
            for number in range(2, 7)
            for building in ("deli", "butcher")
        ),
    }
    assert len(rows[rows["bot"] == 1]) == 2 * len(variants)


def test_rows_do_not_depend_on_cuts(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "balanced", "random", games=20)
    study = restriction_study(plan, 10)
    cuts = [study.task(0, 1), study.task(1, 6), study.task(7, 3)]
    assert np.array_equal(np.concatenate([cut.play().rows for cut in cuts]), study.task(0, 10).play().rows)


def test_judged_rotates() -> None:
    assert [judged(block, 2, 3) for block in range(7)] == [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
        (0, 2),
        (1, 2),
        (0, 0),
    ]
