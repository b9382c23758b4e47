"""Voluntary helpers: in their phases, once a round, at their cost (A6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from analyzer.trace.eventlog import Line
from cext.types import Source
from tests.rules.answers import Answer, cost, deliver, done, flip, free_upgrade, play, use_helper, use_roof
from tests.rules.driver import Run, line
from tests.rules.helper_cases import used
from tests.rules.rulesets import rule_set
from tests.rules.table import at

TURNS = {"farm": "roof", "revenue": "die", "transport": "extra"}
"""A turn of each phase."""
DICE = [4, 4, 4, 4, 4]


@dataclass(frozen=True)
class Action:
    """A helper's use: the farm that can, the choices it asks for, its lines, the farm that can't pay."""

    card: int
    farm: Mapping[str, Any]
    told: Sequence[Line]
    poor: Mapping[str, Any]
    chosen: Sequence[Answer] = field(default=())


def used_line(card: int, **delta: int) -> Line:
    return line("helper", 0, card=card, **({"delta": delta} if delta else {}))


ACTIONS = [
    Action(
        4, {"vp": 1, "hand": [9]},
        [used_line(4, vp=-1), line("play_card", 0, card=9, as_="field", discards=None, via="helper:4")],
        {"vp": 0}, [play(9, "field")],
    ),
    Action(18, {"olive": 1}, [used_line(18, olive=-1, food=1)], {"olive": 0, "fields": {7: True}}),
    Action(19, {"food": 1}, [used_line(19, food=-1, silver=4)], {"food": 0}),
    Action(20, {"wine": 1}, [used_line(20, wine=-1, silver=4, vp=1)], {"wine": 0}),
    Action(
        23, {"grapes": 1},
        [
            used_line(23),
            line(
                "upgrade", 0, good="grapes", to="wine", source="den", price=0, via="helper:23",
                delta={"grapes": -1, "wine": 1},
            ),
        ],
        {"grapes": 0}, [free_upgrade("grapes")],
    ),
    Action(
        34, {"silver": 1, "roofs": {"1.1": True, "6.4": True}},
        [line("helper", 0, card=34, flips="6.4", delta={"silver": -1})], {"silver": 0}, [flip("6.4")],
    ),
    Action(
        46, {"olive": 1, "grapes": 1}, [used_line(46, olive=-1, grapes=-1, commodity=1)],
        {"olive": 0, "fields": {7: True}}, [cost("grapes"), cost("olive")],
    ),
    Action(
        47, {"silver": 2, "olive": 1, "barrows": {54: []}},
        [
            used_line(47, silver=-2),
            line(
                "deliver", 0, good="olive", source="den", to="barrow:54", via="helper:47",
                delta={"olive": -1},
            ),
        ],
        {"silver": 1}, [deliver("olive", "barrow:54")],
    ),
    Action(54, {"olive": 1}, [used_line(54, olive=-1, vp=1)], {"olive": 0, "fields": {7: True}}),
    Action(55, {"grain": 1}, [used_line(55, grain=-1, silver=3)], {"grain": 0, "fields": {3: True}}),
]  # fmt: skip
HELPERS_TESTED = {action.card for action in ACTIONS}
OF_ACTIONS = pytest.mark.parametrize("action", ACTIONS, ids=[str(action.card) for action in ACTIONS])


def at_turn(action: Action, phase: str, *, is_used: bool = False, **farm: Any) -> Any:
    table = at(TURNS[phase]).seat(0, helpers=[action.card], used=[action.card] if is_used else [], **farm)
    return table.board(dice=DICE if phase == "revenue" else ())


def offered(action: Action, run: Run, nth: int = 0) -> bool:
    return f"helper:{action.card}" in run.acts(nth)


@OF_ACTIONS
@pytest.mark.parametrize("phase", TURNS)
def test_an_action_helper_acts_in_its_phases_only(action: Action, phase: str) -> None:
    table = at_turn(action, phase, **action.farm)
    if phase not in rule_set().card(action.card).phases:
        assert not offered(action, table.play())
        return
    run = table.play(use_helper(action.card), *action.chosen)
    assert run.told[: len(action.told)] == list(action.told)


@OF_ACTIONS
def test_an_action_helper_acts_once_a_round(action: Action) -> None:
    twice = {key: value * 2 for key, value in action.farm.items() if isinstance(value, int)}
    phase = rule_set().card(action.card).phases[0]
    table = at_turn(action, phase, **{**action.farm, **twice})
    run = table.play(use_helper(action.card), *action.chosen)
    assert offered(action, run)
    assert not offered(action, run, -1)
    assert used(run, 0, action.card)
    assert not offered(action, at_turn(action, phase, is_used=True, **action.farm).play())
    assert not used(table.move("score").play(), 0, action.card)


@OF_ACTIONS
def test_an_action_helper_is_not_offered_to_who_cannot_pay(action: Action) -> None:
    """A6: from dens, before the gain; or there is nothing to do it to (A9)."""
    phase = rule_set().card(action.card).phases[0]
    assert not offered(action, at_turn(action, phase, **{**action.farm, **action.poor}).play())


@OF_ACTIONS
def test_an_action_helper_is_voluntary_and_its_owners(action: Action) -> None:
    phase = rule_set().card(action.card).phases[0]
    run = at_turn(action, phase, **action.farm).play(*([done] if phase == "farm" else []))
    assert run.events("helper") == []
    other = at(TURNS[phase]).seat(0, **action.farm).seat(1, helpers=[action.card])
    assert not offered(action, other.board(dice=DICE if phase == "revenue" else ()).play())


def test_an_action_helper_is_usable_in_the_turn_in_which_it_is_played() -> None:
    run = at("play").seat(0, hand=[54], olive=1).play(play(54, "helper"), use_helper(54))
    assert [told["event"] for told in run.told[:2]] == ["play_card", "helper"]


def test_farm_worker_needs_a_card_in_hand() -> None:
    assert "helper:4" not in at("roof").seat(0, helpers=[4], vp=1).play().acts()


def test_farm_worker_can_give_up_the_play() -> None:
    run = at("roof").seat(0, helpers=[4], vp=1, hand=[9]).play(use_helper(4), done)
    assert run.told == [used_line(4, vp=-1), line("pass", 0, step="roof")]
    assert run.player(0)["hand"] == [9]


def test_farm_servant_upgrades_from_a_field() -> None:
    run = (
        at("roof")
        .seat(0, helpers=[23], fields={7: True})
        .play(use_helper(23), free_upgrade("olive", "field"))
    )
    assert run.only("upgrade")["source"] == "field:7"
    assert run.player(0)["fields"] == [{"card": 7, "full": False}]


def test_glazier_turns_up_one_used_roof_of_choice() -> None:
    table = at("roof").seat(0, helpers=[34], silver=1, roofs={"6.4": True, "5.4": True, "1.1": False})
    run = table.play(use_helper(34), flip("5.4"), use_roof("5.4"))
    assert run.player(0)["roofs"] == [
        {"roof": "6.4", "used": True}, {"roof": "5.4", "used": True}, {"roof": "1.1", "used": False},
    ]  # fmt: skip
    assert "helper:34" not in at("roof").seat(0, helpers=[34], silver=1, roofs={"1.1": False}).play().acts()


def test_packer_takes_any_two_harvest_goods() -> None:
    run = at("roof").seat(0, helpers=[46], grain=3).play(use_helper(46), cost("grain"), cost("grain"))
    assert run.only("helper") == used_line(46, grain=-2, commodity=1)
    assert "helper:46" not in at("roof").seat(0, helpers=[46], pig=2, olive=1).play().acts()


def test_courier_may_give_up_the_delivery() -> None:
    """A9: a delivery may always be chosen, even with nothing to deliver."""
    run = at("extra").seat(0, helpers=[47], silver=2).play(use_helper(47))
    assert run.told[0] == used_line(47, silver=-2)
    assert run.events("deliver") == []


def test_herbalist_counts_as_vp_of_helpers_and_farm_worker_as_spent() -> None:
    table = at("roof").seat(0, helpers=[54, 4], olive=1, vp=2, hand=[9])
    table.play(use_helper(54), use_helper(4), play(9, "field"))
    vp_by = table.state["seats"][0]["vp_by"]
    assert (vp_by[Source.SOURCE_HELPERS], vp_by[Source.SOURCE_SPENT]) == (1, -1)
