"""The menu of restrictions: what an unrestricted bot does, a restricted one never does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from analyzer.scenario.problems import Problems
from analyzer.scenario.restriction_menu import MENU
from analyzer.scenario.restrictions import parse_restriction
from cext import core
from cext.types import Building, Decision, Placement, Policy
from tests.rules.restricted import (
    FEW,
    POLICIES,
    Games,
    completed,
    counted,
    delivered,
    fired_by_choice,
    placed_on,
    played,
    played_as,
    played_card,
    sitting,
    standard_games,
    tokens,
)

INFORMED = (Policy.POLICY_RANDOM, Policy.POLICY_BALANCED)
ALL_PLACEMENTS = tuple(f"never play {word}" for word in ("field", "helper", "barrow", "extension"))
BREACHES: dict[str, Callable[[Games], int]] = {
    **{
        f"never play {member.name.removeprefix('PLACEMENT_').lower()}": played_as(member)
        for member in Placement
    },
    "never play card 23": played_card(23),
    "never use helpers": fired_by_choice,
    "never use roofs": counted("roofs_used"),
    "never use commodities": counted("cashed"),
    "never use extra deliveries": counted("extra_deliveries"),
    "never buy roofs": counted("roofs"),
    "never deliver to butcher": delivered(6),
    "never deliver to village_store": delivered(3),
    "merchant_house not before round 6": completed(1, before=6),
    "greengrocer not after round 3": delivered(5, after=3),
    "never place on hexes of value 6": placed_on(6),
    "always token 4 in round 2": tokens(2, 1, 2, 3),
    "never token 1 in round 6": tokens(6, 1),
    "never buy": counted("bought"),
    "never sell": counted("sold"),
    "never upgrade": counted("upgraded"),
}
"""A sentence, and how often games go against it."""


def test_every_line_of_the_menu_is_tested() -> None:
    told = [parse_restriction(sentence, "here", Problems()) for sentence in BREACHES]
    tested = {each.form.grammar for each in told if each is not None}
    assert tested | {"rush BUILDING until round ROUND"} == {form.grammar for form in MENU}


@pytest.mark.parametrize("sentence", BREACHES)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_restricted_bot_never_does_it(policy: Policy, sentence: str) -> None:
    games = standard_games(policy, sentence)
    assert BREACHES[sentence](games) == 0
    assert games.rows["players"]["yields"].sum() == 0


@pytest.mark.parametrize("sentence", BREACHES)
@pytest.mark.parametrize("policy", INFORMED)
def test_an_unrestricted_bot_does_it(policy: Policy, sentence: str) -> None:
    assert BREACHES[sentence](standard_games(policy)) > 0


@pytest.mark.parametrize("policy", INFORMED)
def test_restrictions_bind_their_own_bot_only(policy: Policy) -> None:
    rows = played(sitting(policy, "never play helper", "never buy roofs", others=policy), 50)["players"]
    for column in ("helpers", "roofs"):
        assert not rows[column][rows["seat"] == 0].any()
        assert rows[column][rows["seat"] > 0].any()


@pytest.mark.parametrize("policy", INFORMED)
def test_a_building_may_be_delivered_to_before_its_round(policy: Policy) -> None:
    games = standard_games(policy, "merchant_house not before round 6")
    early = [line for line in games.lines("deliver") if line["to"] == "building:1" and line["round"] < 6]
    assert early
    assert completed(1, after=5)(games) > 0


@pytest.mark.parametrize("policy", POLICIES)
def test_a_bot_that_plays_nothing_takes_no_act_that_only_leads_to_plays(policy: Policy) -> None:
    games = standard_games(policy, *ALL_PLACEMENTS)
    assert len(games.rows["placements"]) == 0
    assert games.rows["players"]["yields"].sum() == 0
    assert not [line for line in games.lines("cash") if line["use"] == "play"]
    dice = [line for line in games.lines("take_die") if line["die"] == 2]
    assert dice
    assert {line["choice"] for line in dice} <= {"draw", "harvest"}


@pytest.mark.parametrize("policy", POLICIES)
def test_a_bot_that_upgrades_nothing_takes_no_act_that_only_leads_to_upgrades(policy: Policy) -> None:
    games = standard_games(policy, "never upgrade")
    assert not [line for line in games.lines("cash") if line["use"] == "upgrades"]
    moved = [line for line in games.lines("take_die") if line["die"] == 5]
    # Where the disc is at the top, a 5 does nothing for it.
    assert sum(line["choice"] == "upgrades" for line in moved) < len(moved) / 5


@pytest.mark.parametrize("policy", POLICIES)
def test_plays_that_must_be_made_yield_and_are_counted(policy: Policy) -> None:
    """F1 with farm.play = must: a card has to be played, whatever the bot is told."""
    rows = played(sitting(policy, *ALL_PLACEMENTS, changes={"farm.play": "must"}), FEW)
    assert rows["players"]["yields"].sum() == len(rows["placements"]) > 0
    assert np.unique(rows["placements"]["via"]).tolist() == [1]  # of the farm phase, no other


@pytest.mark.parametrize("policy", POLICIES)
def test_a_token_that_is_gone_yields(policy: Policy) -> None:
    told = ("always token 4 in round 1", "always token 4 in round 2")
    rows = played(sitting(policy, *told), FEW)["players"]
    assert set(rows["yields"].tolist()) == {1}


@pytest.mark.parametrize("policy", POLICIES)
def test_tokens_are_told_apart_by_their_donkeys(policy: Policy) -> None:
    """Two tokens with the same donkeys: either of them does; a token is kept for its round."""
    shown = [{"donkeys": donkeys, "hats": hats} for donkeys, hats in ((5, 0), (5, 1), (0, 3), (2, 2))]
    told = ("always token 5 in round 2", "always token 5 in round 3", "never token 0 in round 1")
    setup = sitting(policy, *told, changes={"donkeys.tokens": shown})
    assert played(setup, FEW)["players"]["yields"].sum() == 0
    table = setup.table(1)
    table.play()
    chosen = [(line["round"], line["donkeys"]) for line in setup.log(table) if line["event"] == "token"]
    assert chosen
    assert {donkeys for number, donkeys in chosen if number in (2, 3)} == {5}
    assert {donkeys for number, donkeys in chosen if number == 1} == {2}


@pytest.mark.parametrize("policy", POLICIES)
def test_deliveries_bought_one_at_a_time_go_only_where_they_may(policy: Policy) -> None:
    """T6: what is bought has to be delivered at once, so nothing is bought for a forbidden row."""
    told = tuple(
        f"never deliver to {word}"
        for word in ("merchant_house", "wainwright", "village_store", "deli", "greengrocer", "butcher")
    )
    changes = {"extra.payment": "one_at_a_time"}
    rows = played(sitting(policy, *told, changes=changes), FEW)
    assert len(rows["buildings"]) == 0
    assert rows["players"]["yields"].sum() == 0
    assert played(sitting(policy, changes=changes), FEW)["players"]["extra_deliveries"].sum() > 0


def test_a_hex_that_must_be_taken_yields() -> None:
    """B2: a script completes a barrow whose value is out of bounds; the marker still has to be placed."""
    free = sitting(Policy.POLICY_BALANCED)
    told = sitting(Policy.POLICY_BALANCED, "never place on hexes of value 5")
    for block in range(FEW):
        table = free.table(3, block)
        table.play()
        again = told.table(3, block)
        again.script(table.choices, stop=False)
        again.play()
        # The same game, choice by choice: scripts take options of the full list.
        log = free.log(table)
        assert told.log(again) == log
        placed = [
            line
            for line in log
            if line["event"] == "marker" and line["via"] == "barrow" and _value(line["hex"]) == 5
        ]
        assert again.state["seats"]["yields"].sum() >= len(placed)


def _value(hexagon: int) -> int:
    return next(each.value for each in sitting(0).rule_set.hexes if each.number == hexagon)


@pytest.mark.parametrize("building", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("policy", INFORMED)
def test_a_rushed_building_is_completed_earlier_and_more_often(policy: Policy, building: int) -> None:
    word = ("merchant_house", "wainwright", "village_store", "deli", "greengrocer", "butcher")[building - 1]
    rushed = _rounds(standard_games(policy, f"rush {word} until round 6"), building)
    usual = _rounds(standard_games(policy), building)
    assert len(rushed) > len(usual)
    assert (7 - rushed).sum() > (7 - usual).sum()
    if policy == Policy.POLICY_BALANCED:
        assert rushed.mean() < usual.mean()


def _rounds(games: Games, building: int) -> np.ndarray:
    rows = games.rows["buildings"]
    return np.asarray(rows["round"][rows["building"] == building])


@pytest.mark.parametrize("policy", POLICIES)
def test_a_rush_delivers_to_its_building_first(policy: Policy) -> None:
    """Where it takes something that is at hand, other deliveries are not allowed."""
    setup = sitting(policy, "rush butcher until round 4")
    held_back = 0
    for block in range(FEW):
        table = setup.table(5, block)
        table.explain()
        table.play()
        for _, _, kind, options, scores, chosen in table.why:
            if kind == Decision.DECISION_DELIVERY and core.NO_SCORE in scores:
                held_back += 1
                assert options[chosen] & 255 == 128 + Building.BUILDING_BUTCHER
    assert held_back > 0
    assert standard_games(policy, "rush butcher until round 4").rows["players"]["yields"].sum() == 0


def test_explanations_keep_the_scores_beside_their_options() -> None:
    """What is forbidden has no score; the taken option has the best of the others."""
    setup = sitting(Policy.POLICY_BALANCED, "never play barrow", "never deliver to deli", "never sell")
    table = setup.table(7)
    table.explain()
    table.play()
    cards = [each for each in table.why if each[2] == Decision.DECISION_CARD]
    assert cards
    for _, _, _, options, scores, chosen in cards:
        forbidden = [score == core.NO_SCORE for score in scores]
        assert forbidden == [option & 3 == Placement.PLACEMENT_BARROW for option in options]
        assert scores[chosen] == max(scores)
