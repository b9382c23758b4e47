"""What may be paid, which rule sets end, and what comes first: A10, A11."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import (
    buy,
    cash,
    deliver,
    die,
    done,
    fire,
    free_upgrade,
    main,
    place,
    play,
    use_helper,
    use_roof,
)
from tests.rules.driver import line
from tests.rules.rulesets import refusal
from tests.rules.table import at


def test_a10_vp_may_be_paid_down_to_0_and_no_further() -> None:
    table = at("die").seat(0, vp=1, helpers=["Merchant"]).board(dice=[4, 4, 4, 4, 4])
    run = table.play(die(4, "silver"), fire)
    assert run.player(0)["vp"] == 0
    poor = at("die").seat(0, vp=0, helpers=["Merchant"]).board(dice=[4, 4, 4, 4, 4]).play()
    assert poor.offers(Decision.DECISION_FIRE) == []


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ({"prices.buy.olive": 0}, "0 silver"),
        ({"prices.buy.grain": 1}, "0 silver"),
        ({"deck.21.effect": "buy_discount 4"}, "0 silver"),
        ({"prices.buy.olive": 1, "deck.24.effect": "sell_bonus 4"}, "for ever"),
        ({"deck.54.limit": "", "deck.54.cost": "silver 1", "deck.54.effect": "silver 1"}, "for ever"),
        ({"roof_tiles.5.3.effect": "flip_roof 1"}, "turn roof 4.4 face up"),
    ],
    ids=[
        "free good",
        "free with the Grocer",
        "his discount",
        "round of trade",
        "helper without limit",
        "two flips",
    ],
)
def test_a10_endless_turns_are_refused_at_load(rules: dict[str, Any], word: str) -> None:
    assert {word in problem for problem in refusal(rules)} == {True}


def test_a11_own_helpers_in_the_order_played_then_others_in_turn_order() -> None:
    for helpers in (["Town Crier", "Stallholder"], ["Stallholder", "Town Crier"]):
        table = at("deliver", players=4).seat(0, barrows={11: ["grain", "pig"]}, olive=1, token=0)
        table.seat(0, helpers=helpers).seat(1, markers=[11], helpers=["Smuggler"])
        table.seat(2, markers=[12, 16], helpers=["Negotiator"]).board(order=[2, 0, 3, 1])
        table.state["board"]["turn"] = 1
        run = table.play(deliver("olive", "barrow:11"), place(17), fire.by(1))
        assert [told["event"] for told in run.told[:3]] == ["deliver", "barrow_done", "marker"]
        own = [told["card"] for told in run.events("helper") if told["player"] == 0]
        assert own == ([26, 26, 26, 22] if helpers[0] == "Town Crier" else [22, 26, 26, 26])
        assert [told["player"] for told in run.events("helper")] == [0, 0, 0, 0, 2, 2, 1]
        assert run.player(0)["silver"] == 2 + 3


def test_a11_the_wainwrights_delivery_is_finished_before_the_siesta_vp() -> None:
    table = at("deliver").seat(
        0, rows={2: ["food", "wine"]}, meat=1, olive=1, space=4, token=0, barrows={54: ["olive"]}
    )
    table.seat(0, helpers=["Stallholder", "Mason"]).seat(1)
    run = table.play(deliver("meat", "building:2"), deliver("olive", "barrow:54"), place(11))
    assert [told["event"] for told in run.told] == [
        "deliver", "building_done", "deliver", "barrow_done", "marker", "helper", "gain", "helper",
    ]  # fmt: skip
    assert [told["card"] for told in run.events("helper")] == [22, 28]
    assert run.only("gain") == line("gain", 0, via="building:2", delta={"vp": 2})


def test_a11_what_follows_from_the_wainwrights_delivery_moves_the_disc_before_the_siesta_vp() -> None:
    table = at("deliver").seat(0, rows={2: ["food", "wine"], 1: ["silver"] * 5}, meat=1, silver=1, token=0)
    table.seat(0, helpers=["Surveyor"], space=1)
    run = table.play(deliver("meat", "building:2"), deliver("silver", "building:1"))
    assert [told["event"] for told in run.told] == [
        "deliver", "building_done", "deliver", "building_done", "gain", "helper", "siesta", "gain", "helper",
        "siesta",
    ]  # fmt: skip
    assert run.events("gain")[1] == line("gain", 0, via="building:2", delta={"vp": 1})
    assert run.player(0)["siesta"] == 3


def test_a11_draws_and_siesta_steps_are_made_at_once_as_far_as_possible() -> None:
    run = at("roof").seat(0, roofs={"2.2": False}, space=5).play(use_roof("2.2"))
    assert run.told[:2] == [
        line("use_roof", 0, roof="2.2"),
        line("siesta", 0, steps=1, space=6, via="roof:2.2"),
    ]


def test_a11_anytime_actions_may_come_between_grant_and_use() -> None:
    table = at("die").seat(0, silver=3, barrows={54: []}).board(dice=[6] * 5)
    run = table.play(die(6, "delivery"), buy("olive"), deliver("olive", "barrow:54"))
    assert [told["event"] for told in run.told] == ["take_die", "buy", "deliver"]
    assert run.told[2]["via"] == "die"


@pytest.mark.parametrize("use", ["play", "upgrades"])
def test_a11_what_was_granted_may_be_given_up(use: str) -> None:
    table = at("roof").seat(0, commodity=1, hand=[5], olive=1)
    run = table.play(cash(use), done, stretches=2)
    assert [told["event"] for told in run.told] == ["cash", "pass", "pass"]
    table.move("deliver").seat(0, token=0, olive=1)
    later = table.play()
    assert not {"granted:play", "granted:upgrade"} & later.acts()


def test_a11_a_second_grant_may_be_opened_before_the_first_is_used() -> None:
    table = at("roof").seat(0, commodity=1, hand=[5, 8], helpers=["Farm Servant"], olive=2)
    run = table.play(cash("play"), use_helper(23), free_upgrade("olive"), play(5, "field"))
    assert [told["event"] for told in run.told[:4]] == ["cash", "helper", "upgrade", "play_card"]


def test_a11_a_dies_helper_waits_until_the_dies_own_revenue_is_over() -> None:
    table = at("die").seat(0, helpers=["Porter"], silver=1, barrows={54: ["olive"]}, olive=1)
    run = table.board(dice=[6] * 5).play(die(6, "delivery"), deliver("olive", "barrow:54"), place(11), fire)
    assert [told["event"] for told in run.told] == ["take_die", "deliver", "barrow_done", "marker", "helper"]


def test_a11_a_granted_play_may_wait_for_the_cards_of_f4() -> None:
    table = at("play", round_number=2).seat(0, hand=[23], commodity=1).board(pile=[7])
    run = table.play(cash("play"), main, play(23, "field"), done, play(7, "barrow"))
    assert [told["event"] for told in run.lines if told["event"] != "state"] == [
        "cash",
        "play_card",
        "draw",
        "play_card",
    ]
    assert [told["via"] for told in run.events("play_card")] == ["farm", "commodity"]


def test_a11_grants_of_one_cause_add_up() -> None:
    """A hundred commodities cashed for upgrades and none of them used yet: as many stay open."""
    table = at("roof").seat(0, commodity=99, olive=99)
    run = table.play(*[cash("upgrades")] * 99, *[free_upgrade("olive")] * 99)
    assert run.player(0)["food"] == 99
    assert {told["via"] for told in run.events("upgrade")} == {"commodity"}
