"""Scoring phase and end of the game: P1 to P3, E1, E2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.answers import buy_roof, fire, token
from tests.rules.driver import line
from tests.rules.table import at


@pytest.mark.parametrize("markers", [[], [11], [11, 12, 28, 10]])
def test_p1_one_vp_for_each_own_market_marker(markers: list[int]) -> None:
    run = at("score").seat(0, markers=markers).seat(1, markers=[5]).play()
    delta = {"delta": {"vp": len(markers)}} if markers else {}
    assert run.events("score")[0] == line("score", 0, market=len(markers), siesta=0, **delta)


@pytest.mark.parametrize("space", range(7))
def test_p2_vp_of_the_siesta_space(space: int) -> None:
    vp = [0, 0, 1, 1, 2, 2, 3][space]
    run = at("score").seat(0, space=space).play()
    assert run.events("score")[0] == line(
        "score", 0, market=0, siesta=vp, **({"delta": {"vp": vp}} if vp else {})
    )


def test_p2_scoring_in_turn_order_then_helpers_player_by_player() -> None:
    table = at("score", players=3).board(order=[2, 0, 1])
    for seat, helper in ((0, "Beekeeper"), (1, "Night Watchman"), (2, "Priest")):
        table.seat(seat, helpers=[helper])
    table.seat(0, fields={7: True, 8: True}).seat(1, markers=[11, 12]).seat(2, space=6)
    table.seat(0, helpers=["Mayor"])
    run = table.play(fire.by(2), fire.by(0), fire.by(1))
    assert [(told["event"], told["player"]) for told in run.told[:6]] == [
        ("score", 2), ("score", 0), ("score", 1), ("helper", 2), ("helper", 0), ("helper", 1),
    ]  # fmt: skip


def test_example_4_scoring_six_vp() -> None:
    run = at("score").seat(0, space=4, markers=[11, 12, 28, 10], buildings=[1, 2]).play()
    assert run.events("score")[0] == line("score", 0, market=4, siesta=2, delta={"vp": 6})


def test_p3_discs_go_back_stacked_in_turn_order() -> None:
    table = at("score", players=4).board(order=[2, 0, 3, 1])
    for seat, space in ((2, 5), (0, 3), (3, 1), (1, 0)):
        table.seat(seat, space=space)
    run = table.play()
    assert run.after["siesta_stacks"] == [[1, 3, 0, 2], [], [], [], [], [], []]
    assert run.after["turn_order"] == [2, 0, 3, 1]
    assert [told["round"] for told in run.lines if told["event"] == "roofs_revealed"] == [2]


def test_p3_helpers_are_ready_again_and_buildings_turn_to_their_lasting_side() -> None:
    table = at("score").seat(0, helpers=["Herbalist"], used=["Herbalist"], buildings=[1], olive=1)
    run = table.play()
    assert run.player(0)["helpers"] == [{"card": 54, "used": False}]
    assert table.state["seats"][0]["lasting"] == 1
    assert table.play(until="growth").events("income")[0]["delta"] == {"silver": 3}


def test_p3_used_roofs_stay_turned_over() -> None:
    run = at("score").seat(0, roofs={"1.1": True}).play()
    assert run.player(0)["roofs"] == [{"roof": "1.1", "used": True}]


def test_p3_unsold_roofs_leave_and_the_next_are_revealed() -> None:
    table = at("roof", round_number=4).seat(0, silver=4).board(face_up=["4.1", "4.2"])
    run = table.play(buy_roof("4.1"), token(0), until="play")
    assert run.only("roofs_revealed")["roofs"] == run.after["face_up_roofs"]
    assert {roof[0] for roof in run.after["face_up_roofs"]} == {"5"}
    assert len(run.after["face_up_roofs"]) == 2


def test_p3_not_after_round_6() -> None:
    table = at("score", round_number=6).seat(0, space=5, helpers=["Herbalist"], used=["Herbalist"])
    run = table.play()
    assert run.events("roofs_revealed") == []
    (after,) = run.snapshots
    assert (after["siesta_stacks"][5], after["face_up_roofs"]) == ([0], [])
    assert after["players"][0]["helpers"] == [{"card": 54, "used": True}]
    assert table.play().only("result")["players"][0]["player"] == 0


@pytest.mark.parametrize(
    ("good", "silver"),
    [
        ("olive", 1),
        ("grain", 1),
        ("grapes", 2),
        ("pig", 3),
        ("commodity", 4),
        ("food", 0),
        ("wine", 0),
        ("meat", 0),
    ],
)
def test_e1_what_is_left_is_sold(good: str, silver: int) -> None:
    run = at("end", round_number=6).seat(0, goods={good: 1}).play()
    gained = {"silver": silver} if silver else {}
    assert run.events("sell_off")[0] == line("sell_off", 0, delta={**gained, good: -1})
    assert run.player(0)[good] == 0


def test_e1_goods_on_fields_barrows_and_rows_give_nothing() -> None:
    farm: dict[str, Any] = {"fields": {1: True, 3: True, 7: True}, "rows": {6: ["pig", "pig"]}}
    run = at("end", round_number=6).seat(0, barrows={54: ["olive"]}, **farm).play()
    assert run.events("sell_off") == [line("sell_off", 0), line("sell_off", 1)]


def test_e1_helpers_of_game_end_come_first() -> None:
    table = at("end", round_number=6).seat(0, helpers=["Heiress", "Matriarch"], extensions=[1, 2], olive=5)
    run = table.play()
    assert run.told[:3] == [
        line("helper", 0, card=65, delta={"vp": 2}),
        line("helper", 0, card=66, delta={"vp": 2}),
        line("sell_off", 0, delta={"vp": 1, "olive": -5}),
    ]


@pytest.mark.parametrize(("silver", "vp", "left"), [(4, 0, 4), (5, 1, 0), (14, 2, 4)])
def test_e2_five_silver_are_one_vp(silver: int, vp: int, left: int) -> None:
    run = at("end", round_number=6).seat(0, silver=silver).play()
    assert run.only("result")["players"][0] == {"player": 0, "vp": vp, "silver": left, "share": 1}


def test_e2_silver_of_the_sale_counts() -> None:
    run = at("end", round_number=6).seat(0, silver=2, pig=1).play()
    assert run.events("sell_off")[0] == line("sell_off", 0, delta={"vp": 1, "silver": -2, "pig": -1})


@pytest.mark.parametrize(("helpers", "vp"), [([], 2), (["Notary"], 2), (["Notary", "Chef"], 2)])
def test_e2_helpers_lower_the_silver_per_vp(helpers: list[str], vp: int) -> None:
    run = at("end", round_number=6).seat(0, silver=10, helpers=helpers).play()
    notary = "Notary" in helpers
    assert run.player(0)["vp"] == vp
    assert run.player(0)["silver"] == (2 if notary else 0)


@pytest.mark.parametrize("discount", [3, 4, 5, 9])
def test_e2_never_below_1_silver_per_vp(discount: int) -> None:
    rules = {"deck.64.effect": f"silver_per_vp_discount {discount}"}
    run = at("end", round_number=6, rules=rules).seat(0, silver=7, helpers=["Notary"]).play()
    assert run.player(0)["vp"] == 7 // max(5 - discount, 1)


@pytest.mark.parametrize(
    ("farms", "shares"),
    [
        ([{"vp": 9}, {"vp": 8}, {"vp": 7}], [1, 0, 0]),
        ([{"vp": 9}, {"vp": 9, "silver": 1}, {"vp": 7, "silver": 4}], [0, 1, 0]),
        ([{"vp": 9}, {"vp": 7}, {"vp": 9}], [0.5, 0, 0.5]),
        ([{"vp": 9, "silver": 2}, {"vp": 9, "silver": 2}, {"vp": 9, "silver": 2}], [1 / 3] * 3),
        ([{"vp": 8, "silver": 5}, {"vp": 9}, {"vp": 1}], [0.5, 0.5, 0]),
    ],
)
def test_e2_most_vp_then_silver_left_then_a_shared_win(
    farms: list[dict[str, int]], shares: list[float]
) -> None:
    table = at("end", players=3, round_number=6)
    for seat, farm in enumerate(farms):
        table.seat(seat, goods=farm)
    assert [row["share"] for row in table.play().only("result")["players"]] == shares
