"""Actions at any time in one's own turn: A1 to A7."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import (
    buy,
    buy_roof,
    cash,
    cost,
    deliver,
    done,
    free_upgrade,
    gain,
    main,
    pay,
    play,
    sell,
    upgrade,
    use_helper,
    use_roof,
)
from tests.rules.driver import line
from tests.rules.rulesets import rule_set
from tests.rules.table import Table, at

SELL = {"olive": 1, "grain": 1, "grapes": 2, "pig": 3}
BUY = {"olive": 3, "grain": 3, "grapes": 4, "pig": 5}
UPGRADE = {"olive": ("food", 2), "grain": ("food", 2), "grapes": ("wine", 3), "pig": ("meat", 4)}
FIELD_OF = {"olive": 7, "grain": 3, "grapes": 1}
ALL_GOODS = dict.fromkeys(("olive", "grain", "grapes", "pig", "food", "wine", "meat"), 1)


def words_of(run_acts: set[Any], start: str) -> set[str]:
    """The offered acts that begin so."""
    return {word for word in run_acts if word.startswith(start)}


@pytest.mark.parametrize(("good", "price"), SELL.items())
def test_a1_sell_from_dens(good: str, price: int) -> None:
    run = at("roof").seat(0, goods={good: 2}).play(sell(good))
    assert run.told[0] == line("sell", 0, good=good, count=1, source="den", delta={"silver": price, good: -1})
    assert run.player(0)["silver"] == price
    assert run.player(0)[good] == 1


def test_a1_no_fields_and_no_upgraded_goods() -> None:
    table = at("roof").seat(0, fields=dict.fromkeys(FIELD_OF.values(), True), food=1, wine=1, meat=1, vp=1)
    run = table.play()
    assert run.acts() == {"done"}


@pytest.mark.parametrize(("good", "price"), BUY.items())
def test_a2_buy(good: str, price: int) -> None:
    run = at("roof").seat(0, silver=price).play(buy(good))
    assert run.told[0] == line("buy", 0, good=good, count=1, delta={"silver": -price, good: 1})
    assert run.player(0)[good] == 1


@pytest.mark.parametrize("good", BUY)
def test_a2_not_without_the_silver(good: str) -> None:
    run = at("roof").seat(0, silver=BUY[good] - 1).play()
    assert f"buy:{good}" not in run.acts()


def test_a2_a_pig_needs_a_free_space() -> None:
    assert "buy:pig" in at("roof").seat(0, silver=5, pig=1).play().acts()
    assert "buy:pig" not in at("roof").seat(0, silver=5, pig=2).play().acts()


@pytest.mark.parametrize("good", UPGRADE)
def test_a3_upgrade_from_den(good: str) -> None:
    to, price = UPGRADE[good]
    run = at("roof").seat(0, silver=price, goods={good: 1}).play(upgrade(good))
    assert run.told[0] == line(
        "upgrade", 0, good=good, to=to, source="den", price=price,
        delta={"silver": -price, good: -1, to: 1},
    )  # fmt: skip


@pytest.mark.parametrize("good", FIELD_OF)
def test_a3_upgrade_from_field_at_the_same_price(good: str) -> None:
    to, price = UPGRADE[good]
    card = FIELD_OF[good]
    run = at("roof").seat(0, silver=price, fields={card: True}).play(upgrade(good, "field"))
    assert run.told[0] == line(
        "upgrade", 0, good=good, to=to, source=f"field:{card}", price=price,
        delta={"silver": -price, to: 1},
    )  # fmt: skip
    assert run.player(0)["fields"] == [{"card": card, "full": False}]


@pytest.mark.parametrize("good", UPGRADE)
def test_a3_not_without_the_silver_or_the_resource(good: str) -> None:
    price = UPGRADE[good][1]
    table = at("roof").seat(0, silver=price - 1, goods={good: 1})
    assert f"upgrade:{good}" not in table.play().acts()
    assert not words_of(at("roof").seat(0, silver=9).play().acts(), "upgrade")


def test_a3_one_resource_gives_one_upgraded_good() -> None:
    run = at("roof").seat(0, silver=4, olive=2).play(upgrade("olive"))
    assert (run.player(0)["olive"], run.player(0)["food"]) == (1, 1)


def test_example_5_grapes_become_wine_for_3_or_with_the_chef_for_2() -> None:
    goods: dict[str, Any] = {"silver": 20, "grapes": 1, "olive": 1, "grain": 1, "fields": {2: True}}
    script = [upgrade("grapes"), upgrade("grapes", "field"), upgrade("olive"), upgrade("grain")]
    plain = at("roof").seat(0, **goods).play(*script)
    chef = at("roof").seat(0, helpers=["Chef"], **goods).play(*script)
    assert [told["price"] for told in plain.events("upgrade")] == [3, 3, 2, 2]
    assert [told["price"] for told in chef.events("upgrade")] == [2, 2, 1, 1]
    assert (plain.player(0)["wine"], plain.player(0)["food"], plain.player(0)["silver"]) == (2, 2, 10)
    assert (chef.player(0)["wine"], chef.player(0)["food"], chef.player(0)["silver"]) == (2, 2, 14)


def cashing(**goods: Any) -> Table:
    return at("roof").seat(0, commodity=1, **goods)


def test_a4_a_commodity_for_silver() -> None:
    run = cashing().play(cash("silver"))
    assert run.told[0] == line("cash", 0, use="silver", delta={"silver": 4, "commodity": -1})


def test_a4_a_commodity_for_two_different_harvest_goods() -> None:
    run = cashing().play(cash("harvest"), gain("grain"), gain("grapes"))
    assert run.told[0] == line("cash", 0, use="harvest", delta={"grain": 1, "grapes": 1, "commodity": -1})
    assert run.offers(Decision.DECISION_HARVEST) == [("olive", "grain", "grapes"), ("olive", "grapes")]


def test_a4_a_commodity_for_playing_a_card() -> None:
    run = cashing(hand=[5]).play(cash("play"), play(5, "barrow"))
    assert run.told[:2] == [
        line("cash", 0, use="play", delta={"commodity": -1}),
        line("play_card", 0, card=5, as_="barrow", discards=None, via="commodity"),
    ]


def test_a4_a_commodity_for_drawing_a_card() -> None:
    run = cashing().board(pile=[9]).play(cash("draw"))
    assert run.told[:2] == [
        line("cash", 0, use="draw", delta={"commodity": -1}),
        line("draw", 0, cards=[9], via="commodity"),
    ]


def test_a4_a_commodity_for_a_pig() -> None:
    run = cashing().play(cash("pig"))
    assert run.told[0] == line("cash", 0, use="pig", delta={"pig": 1, "commodity": -1})


def test_a4_a_commodity_for_up_to_two_free_upgrades() -> None:
    goods: dict[str, Any] = {"olive": 1, "fields": {1: True}}
    both = cashing(**goods).play(cash("upgrades"), free_upgrade("olive"), free_upgrade("grapes", "field"))
    assert both.told[:3] == [
        line("cash", 0, use="upgrades", delta={"commodity": -1}),
        line(
            "upgrade", 0, good="olive", to="food", source="den", price=0, via="commodity",
            delta={"olive": -1, "food": 1},
        ),
        line("upgrade", 0, good="grapes", to="wine", source="field:1", price=0, via="commodity",
             delta={"wine": 1}),
    ]  # fmt: skip
    one = cashing(**goods).play(cash("upgrades"), free_upgrade("olive"), done)
    assert len(one.events("upgrade")) == 1


def test_a5_a_roof_is_used_once() -> None:
    run = at("roof").seat(0, roofs={"6.4": False}).play(use_roof("6.4"))
    assert run.told[0] == line("use_roof", 0, roof="6.4", delta={"vp": 1})
    assert run.player(0)["roofs"] == [{"roof": "6.4", "used": True}]
    assert "roof:6.4" not in run.acts(-1)


def test_a5_usable_from_the_moment_it_is_bought() -> None:
    table = at("roof").seat(0, silver=2).board(face_up=["6.4"])
    run = table.play(buy_roof("6.4"), use_roof("6.4"))
    assert [told["event"] for told in run.told] == ["buy_roof", "use_roof"]


@pytest.mark.parametrize("roof", rule_set().roof_tiles, ids=lambda roof: f"{roof.round}.{roof.slot}")
@pytest.mark.parametrize(("step", "phase"), [("roof", "farm"), ("die", "revenue"), ("deliver", "transport")])
def test_a5_only_in_its_phases(roof: Any, step: str, phase: str) -> None:
    name = f"{roof.round}.{roof.slot}"
    table = at(step, round_number=6).board(dice=[4, 4, 4, 4, 4])
    used = "6.3" if name != "6.3" else "5.3"
    run = table.seat(0, roofs={name: False, used: True}, olive=1, hand=[5], token=0).play()
    assert (f"roof:{name}" in run.acts()) == (phase in roof.phases)


def test_a6_the_cost_is_paid_before_the_gain_in_one_line() -> None:
    run = at("roof").seat(0, helpers=["Innkeeper"], food=1).play(use_helper("Innkeeper"))
    assert run.told[0] == line("helper", 0, card=19, delta={"silver": 4, "food": -1})


def test_a6_the_cost_is_paid_from_dens_only() -> None:
    table = at("roof").seat(0, helpers=["Herbalist", "Packer"], fields={7: True, 3: True})
    assert not words_of(table.play().acts(), "helper")
    run = (
        at("roof")
        .seat(0, helpers=["Packer"], olive=1, grain=1)
        .play(use_helper("Packer"), cost("grain"), cost("olive"))
    )
    assert run.told[0] == line("helper", 0, card=46, delta={"olive": -1, "grain": -1, "commodity": 1})


def test_a6_a_gain_does_not_pay_its_own_cost() -> None:
    rules = {"deck.54.cost": "silver 1", "deck.54.effect": "silver 3"}
    helper: dict[str, Any] = {"helpers": [54]}
    assert "helper:54" not in at("roof", rules=rules).seat(0, **helper).play().acts()
    assert "helper:54" in at("roof", rules=rules).seat(0, silver=1, **helper).play().acts()


@pytest.mark.parametrize(
    ("step", "offered"), [("roof", True), ("die", True), ("deliver", False), ("extra", False)]
)
def test_a6_an_action_helper_acts_in_its_phases(step: str, offered: bool) -> None:
    table = at(step).seat(0, helpers=["Glazier"], roofs={"1.1": True}, silver=1, token=0)
    run = table.board(dice=[4, 4, 4, 4, 4]).play()
    assert ("helper:34" in run.acts()) is offered


def test_a6_once_a_round() -> None:
    run = at("roof").seat(0, helpers=["Herbalist"], olive=2).play(use_helper("Herbalist"))
    assert "helper:54" not in run.acts(-1)
    assert run.player(0)["helpers"] == [{"card": 54, "used": True}]


def test_a7_goods_on_a_field_leave_it_upgraded_paid_or_delivered_and_never_for_a_den() -> None:
    fields = dict.fromkeys((7, 8, 14), True)
    table = at("play").seat(0, fields=fields, hand=[5], silver=2, barrows={54: []}, token=0)
    run = table.play(upgrade("olive", "field"), play(5, "extension"), pay("olive", "field"))
    assert run.only("play_card")["pays"] == [{"good": "olive", "source": "field:8"}]
    table.move("deliver")
    last = table.play(main, deliver("olive", "barrow:54", "field"))
    assert last.only("deliver") == line(
        "deliver", 0, good="olive", source="field:14", to="barrow:54", via="donkey"
    )
    assert [field["full"] for field in last.player(0)["fields"]] == [False] * 3
    assert last.player(0)["olive"] == 0


def test_a7_no_act_moves_a_field_good_into_a_den() -> None:
    run = at("roof").seat(0, fields=dict.fromkeys(FIELD_OF.values(), True)).play(done)
    assert run.asked[0].options == ("done",)
