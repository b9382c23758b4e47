"""When one may act and what may be chosen: A8, A9."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import buy, cash, decline, deliver, die, done, main, sell
from tests.rules.driver import line
from tests.rules.options import both_settings
from tests.rules.table import at

TURNS = ["play", "income", "growth", "roof", "die", "last_die", "deliver", "extra"]
NO_TURNS = ["draft", "roll", "token", "order", "score", "end"]
DICE = {"die": [4, 4, 4, 4, 4], "last_die": [4]}


@pytest.mark.parametrize("step", TURNS)
def test_a8_anytime_acts_before_and_after_the_main_acts(step: str) -> None:
    table = at(step).seat(0, silver=9, hand=[5], token=0, barrows={54: []})
    table.board(dice=DICE.get(step, []), face_up=["1.1"])
    run = table.play(buy("olive"), main, buy("grain"), done)
    lines = [told["event"] for told in run.told]
    first, last = lines.index("buy"), len(lines) - 1 - lines[::-1].index("buy")
    assert first == 0
    assert last > 1


def test_a8_after_the_hand_has_been_filled() -> None:
    run = at("play").seat(0, commodity=1).play(done, cash("draw"))
    assert [told["event"] for told in run.told] == ["pass", "draw", "cash", "draw"]
    assert len(run.player(0)["hand"]) == 4


def test_a8_between_the_main_acts_of_a_turn() -> None:
    run = (
        at("deliver")
        .seat(0, silver=6, token=1, barrows={54: []}, olive=1)
        .play(deliver("olive", "barrow:54"), buy("olive"), deliver("olive", "barrow:54"))
    )
    assert [told["event"] for told in run.told[:3]] == ["deliver", "buy", "deliver"]


def test_a8_between_growth_and_breeding() -> None:
    run = at("growth").seat(0, silver=5, pig=1).play(main, buy("pig"), main)
    assert run.told == [
        line("growth", 0, fields=[]),
        line("buy", 0, good="pig", count=1, delta={"silver": -5, "pig": 1}),
        line("breeding", 0, result="lost"),
    ]


@pytest.mark.parametrize("step", NO_TURNS)
def test_a8_no_turn_in_other_steps(step: str) -> None:
    table = at(step, round_number=0 if step == "draft" else 2)
    for seat in (0, 1):
        table.seat(seat, silver=9, olive=1, commodity=1, token=seat if step == "order" else None)
    run = table.play()
    assert run.offers(Decision.DECISION_ACT) == []


def test_a8_only_in_ones_own_turn() -> None:
    run = at("roof").seat(0, silver=9).seat(1, silver=9).play()
    assert {asked.seat for asked in run.asked} == {0}


def test_a9_nothing_that_does_nothing_with_a_commodity() -> None:
    run = at("roof").seat(0, commodity=1).board(pile=[]).play()
    assert run.acts() == {"done", "cash:silver", "cash:harvest", "cash:pig"}
    full = at("roof").seat(0, commodity=1, olive=1, hand=[5]).board(pile=[], discards=[9]).play()
    assert {"cash:play", "cash:draw", "cash:upgrades"} <= full.acts()


@pytest.mark.parametrize(
    ("roof", "without", "needed"),
    [
        ("1.1", {"pig": 2}, {"pig": 1}),
        ("1.4", {}, {"hand": [5]}),
        ("2.1", {"food": 1}, {"fields": {7: True}}),
        ("2.2", {"space": 6}, {"space": 5}),
        ("4.4", {"roofs": {"1.1": False}}, {"roofs": {"1.1": True}}),
    ],
)
def test_a9_a_roof_that_would_do_nothing(roof: str, without: dict[str, Any], needed: dict[str, Any]) -> None:
    rules = {"pig.full_stall": "lost"}
    for farm, offered in ((without, False), (needed, True)):
        others = farm.get("roofs", {})
        rest = {key: value for key, value in farm.items() if key != "roofs"}
        run = at("roof", rules=rules).seat(0, roofs={roof: False, **others}, **rest).board(pile=[]).play()
        assert (f"roof:{roof}" in run.acts()) is offered


@pytest.mark.parametrize(
    ("helper", "without", "needed"),
    [
        ("Farm Servant", {"food": 1}, {"olive": 1}),
        ("Farm Worker", {"vp": 1}, {"vp": 1, "hand": [5]}),
        ("Glazier", {"silver": 1, "roofs": {"1.1": False}}, {"silver": 1, "roofs": {"1.1": True}}),
    ],
)
def test_a9_an_action_helper_that_would_do_nothing(
    helper: str, without: dict[str, Any], needed: dict[str, Any]
) -> None:
    for farm, offered in ((without, False), (needed, True)):
        run = at("roof").seat(0, helpers=[helper], **farm).play()
        assert any(str(word).startswith("helper:") for word in run.acts()) is offered


def test_a9_a_delivery_may_always_be_chosen() -> None:
    run = at("die").board(dice=[6, 6, 6, 6, 6]).play(die(6, "delivery"))
    assert run.told == [line("take_die", 0, die=6, pick=1, choice="delivery")]


@pytest.mark.parametrize(
    ("face", "farm", "choices"),
    [
        (1, {}, {"pig"}),
        (2, {}, {"harvest"}),
        (2, {"hand": [5]}, {"play", "harvest"}),
        (5, {}, {"upgrade_siesta", "siesta"}),
        (5, {"space": 6, "olive": 1}, {"upgrades", "upgrade_siesta"}),
        (5, {"space": 6, "fields": {7: True}}, {"upgrades", "upgrade_siesta"}),
        (6, {}, {"silver", "delivery"}),
    ],
)
def test_a9_options_of_a_die_that_do_something(face: int, farm: dict[str, Any], choices: set[str]) -> None:
    run = at("die").seat(0, **farm).board(dice=[face] * 5, pile=[]).play()
    assert set(run.offers(Decision.DECISION_DIE)[0]) == {(face, choice) for choice in choices}


def test_a9_a_die_without_a_useful_option_has_them_all() -> None:
    run = at("die").seat(0, space=6).board(dice=[5] * 5).play(die(5, "siesta"))
    assert set(run.offers(Decision.DECISION_DIE)[0]) == {
        (5, "upgrades"), (5, "upgrade_siesta"), (5, "siesta"),
    }  # fmt: skip
    assert run.told == [line("take_die", 0, die=5, pick=1, choice="siesta")]


def test_a9_a_useless_number_may_be_taken_beside_a_useful_one() -> None:
    table = at("die", rules={"pig.full_stall": "lost"}).seat(0, pig=2).board(dice=[1, 4, 4, 4, 4])
    run = table.play(die(1, "pig"))
    assert run.told == [line("take_die", 0, die=1, pick=1, choice="pig")]


def test_a9_a_kind_that_was_bought_is_not_sold_and_the_other_way_round() -> None:
    table = at("roof").seat(0, silver=9, olive=2, grain=1, fields={7: True}, helpers=["Agricultural Worker"])
    run = table.play(buy("olive"), sell("grain"))
    assert {"sell:olive", "sell_field:olive", "buy:grain"} <= run.acts(0)
    assert not {"sell:olive", "sell_field:olive"} & run.acts(1)
    assert "buy:olive" in run.acts(2)
    assert "buy:grain" not in run.acts(2)


def test_a9_selling_from_a_field_counts_as_selling() -> None:
    table = at("roof").seat(0, silver=9, fields={7: True}, helpers=["Agricultural Worker"])
    run = table.play(sell("olive", "field"))
    assert "buy:olive" in run.acts(0)
    assert "buy:olive" not in run.acts(-1)


def test_a9_f1_to_f4_are_one_turn() -> None:
    run = at("play").seat(0, silver=3).play(buy("olive"), done)
    assert run.events("draw") != []
    assert "sell:olive" not in run.acts(-1)


def test_a9_the_next_turn_is_free_again() -> None:
    table = at("roof").seat(0, silver=3)
    table.play(buy("olive"), done, stretches=2)
    table.move("die").board(dice=[4] * 5)
    assert "sell:olive" in table.play().acts()


@pytest.mark.parametrize(("word", "asked"), [("sold", 1), ("lost", 0)])
def test_a9_no_helper_for_a_pig_that_would_be_lost(word: str, asked: int) -> None:
    table = at("die", rules={"pig.full_stall": word}, round_number=1).board(dice=[4] * 5)
    run = table.seat(0, pig=2, vp=1, helpers=["Merchant"]).play(die(4, "silver"))
    assert len(run.offers(Decision.DECISION_FIRE)) == asked


@both_settings("pig.full_stall")
def test_a9_no_pig_that_would_be_lost(word: str) -> None:
    table = at("roof", rules={"pig.full_stall": word}).seat(0, pig=2, commodity=1)
    assert ("cash:pig" in table.play().acts()) is (word == "sold")


def test_a9_who_lets_the_moment_pass_has_declined() -> None:
    table = at("die").seat(0, helpers=["Hostess"]).board(dice=[4] * 5)
    run = table.play(die(4, "silver"), decline)
    assert run.player(0)["helpers"] == [{"card": 58, "used": False}]
    assert "helper:58" not in run.acts(-1)
