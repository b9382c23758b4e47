"""Barrows and the market: B1 to B4."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import deliver, place
from tests.rules.driver import Run, line
from tests.rules.options import both_settings
from tests.rules.rulesets import rule_set
from tests.rules.table import Table, at

FILL = deliver("olive", "barrow:54")
"""The last good of the Herbalist's barrow: two olives, value 2 unless a rule says otherwise."""


def about_to_fill(value: int, players: int = 4, **rules: Any) -> Table:
    """Seat 0 has one olive to go on card 54's barrow, here of this value."""
    changes = {path.replace("__", "."): setting for path, setting in rules.items()}
    table = at("deliver", players=players, rules={"deck.54.barrow_value": value, **changes})
    return table.seat(0, barrows={54: ["olive"]}, olive=1, token=0)


def hexes_of(value: int, players: int = 4) -> list[int]:
    return [
        hexagon.number
        for hexagon in rule_set().hexes
        if hexagon.value == value and (players == 4 or not hexagon.four_players_only)
    ]


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_b1_a_full_barrow_gives_its_value_and_a_commodity(value: int) -> None:
    run = about_to_fill(value).play(FILL)
    assert run.told[1] == line("barrow_done", 0, card=54, value=value, delta={"vp": value, "commodity": 1})
    assert run.player(0)["barrows"] == []
    assert run.after["discards"] == 1
    assert run.player(0)["olive"] == 0


def test_b1_not_before_it_is_full() -> None:
    run = at("deliver").seat(0, barrows={11: ["grain"]}, olive=1, token=0).play(deliver("olive", "barrow:11"))
    assert [told["event"] for told in run.told] == ["deliver"]


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_b2_a_marker_on_an_empty_hex_of_that_value_by_choice(value: int) -> None:
    hexes = hexes_of(value)
    taken, chosen = hexes[0], hexes[-1]
    run = about_to_fill(value).seat(1, markers=[taken]).play(FILL, place(chosen))
    assert run.offers(Decision.DECISION_HEX) == [tuple(hexes[1:])]
    assert run.only("marker") == line("marker", 0, hex=chosen, displaced=None, removed=[], via="barrow")
    assert run.after["market"] == {str(taken): 1, str(chosen): 0}


def test_b2_ones_own_hexes_are_not_empty() -> None:
    run = about_to_fill(2).seat(0, markers=[3, 6]).play(FILL)
    assert run.offers(Decision.DECISION_HEX) == [(11, 16, 25, 28)]


def test_b3_all_others_lower_neighbours_are_removed() -> None:
    # Around hex 17 (value 4): 11 and 16 (2), 12 (3), 18 and 22 (5), 23 (6).
    table = about_to_fill(4).seat(1, markers=[11, 18, 23]).seat(2, markers=[12, 22]).seat(0, markers=[16])
    run = table.play(FILL, place(17))
    assert run.only("marker") == line(
        "marker", 0, hex=17, displaced=None,
        removed=[{"hex": 11, "player": 1}, {"hex": 12, "player": 2}], via="barrow", delta={"vp": 2},
    )  # fmt: skip
    assert run.after["market"] == {"16": 0, "17": 0, "18": 1, "22": 2, "23": 1}


def test_b3_equal_values_and_distant_hexes_stay() -> None:
    table = about_to_fill(4).seat(1, markers=[19, 5, 24, 6])
    run = table.play(FILL, place(17))
    assert run.only("marker")["removed"] == []
    assert set(run.after["market"]) == {"5", "6", "17", "19", "24"}


def test_b3_closed_hexes_do_not_count_with_fewer_players() -> None:
    prey = [int(at("deliver", players=players).rules["market"]["prey"][26]) for players in (3, 4)]
    assert [{h for h in range(30) if mask >> h & 1} for mask in prey] == [{27}, {21, 27}]


def all_taken(word: str, **seats: list[int]) -> Run:
    table = about_to_fill(4, market__displaced_scores=word)
    for seat, markers in seats.items():
        table.seat(int(seat[-1]), markers=markers)
    return table.play(FILL, place(17))


@both_settings("market.displaced_scores")
def test_b4_option_a_displaced_marker_scores(word: str) -> None:
    run = all_taken(word, seat0=[0, 5], seat1=[8, 17, 26], seat2=[19, 12], seat3=[11])
    vp = 3 if word == "yes" else 2
    assert run.offers(Decision.DECISION_HEX) == [(8, 17, 19, 26)]
    assert run.only("marker") == line(
        "marker", 0, hex=17, displaced=1,
        removed=[{"hex": 11, "player": 3}, {"hex": 12, "player": 2}], via="barrow", delta={"vp": vp},
    )  # fmt: skip
    assert run.after["market"] == {"0": 0, "5": 0, "8": 1, "17": 0, "19": 2, "26": 1}


@pytest.mark.parametrize("word", ["yes", "no"])
def test_b4_helpers_see_the_displaced_marker_as_removed_either_way(word: str) -> None:
    table = about_to_fill(4, market__displaced_scores=word)
    table.seat(0, markers=[0, 5, 8, 19, 26], helpers=["Town Crier"])
    table.seat(1, markers=[17], helpers=["Negotiator"])
    run = table.play(FILL)
    assert run.events("helper") == [
        line("helper", 0, card=26, delta={"silver": 1}),
        line("helper", 1, card=2, delta={"vp": 1}),
    ]


def test_b4_not_while_a_hex_of_the_value_is_empty() -> None:
    table = about_to_fill(4).seat(1, markers=[0, 5, 8, 17, 19])
    assert table.play(FILL).offers(Decision.DECISION_HEX) == [(26,)]


def test_b4_if_all_are_ones_own_nothing_is_placed_or_removed() -> None:
    table = about_to_fill(4).seat(0, markers=[0, 5, 8, 17, 19, 26]).seat(1, markers=[11])
    run = table.play(FILL)
    assert [told["event"] for told in run.told] == ["deliver", "barrow_done"]
    assert run.offers(Decision.DECISION_HEX) == []
    assert run.after["market"]["11"] == 1


def test_b4_only_open_hexes_of_the_value_count() -> None:
    table = about_to_fill(4, players=3).seat(1, markers=[5, 17, 19, 26])
    assert table.play(FILL).offers(Decision.DECISION_HEX) == [(5, 17, 19, 26)]


def test_example_2_a_barrow_of_4_with_two_deliveries_of_one_token() -> None:
    table = at("deliver").seat(0, barrows={11: ["pig"]}, fields={7: True}, grain=1, token=1)
    table.seat(1, markers=[12, 22])
    run = table.play(deliver("olive", "barrow:11", "field"), deliver("grain", "barrow:11"), place(17))
    assert run.told == [
        line("deliver", 0, good="olive", source="field:7", to="barrow:11", via="donkey"),
        line("deliver", 0, good="grain", source="den", to="barrow:11", via="donkey", delta={"grain": -1}),
        line("barrow_done", 0, card=11, value=4, delta={"vp": 4, "commodity": 1}),
        line(
            "marker", 0, hex=17, displaced=None, removed=[{"hex": 12, "player": 1}], via="barrow",
            delta={"vp": 1},
        ),
    ]  # fmt: skip
    assert run.after["market"] == {"17": 0, "22": 1}


@pytest.mark.parametrize("hexagon", rule_set().hexes, ids=lambda hexagon: str(hexagon.number))
def test_b3_neighbours_are_the_six_axial_directions(hexagon: Any) -> None:
    directions = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    around = {
        other.number: other.value
        for other in rule_set().hexes
        if (other.q - hexagon.q, other.r - hexagon.r) in directions
    }
    market = at("deliver", players=4).rules["market"]
    masks = {name: int(market[name][hexagon.number]) for name in ("neighbours", "prey", "hunters")}
    assert {name: {h for h in range(30) if mask >> h & 1} for name, mask in masks.items()} == {
        "neighbours": set(around),
        "prey": {h for h, value in around.items() if value < hexagon.value},
        "hunters": {h for h, value in around.items() if value > hexagon.value},
    }
