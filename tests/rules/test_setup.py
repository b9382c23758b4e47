"""Set-up: S1 to S12."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import deliver, discard_old, draft, place, play
from tests.rules.driver import line
from tests.rules.options import both_settings
from tests.rules.table import at, deal

START_HEXES = {11: 2, 12: 3, 17: 4, 18: 5}
SEEDS = range(40)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_s1_one_to_four_players_and_six_rounds(players: int) -> None:
    table, _ = deal(players)
    run = table.play(until="over")
    assert [told["round"] for told in run.lines if told["event"] == "roll"] == [1, 2, 3, 4, 5, 6]
    assert [result["player"] for result in run.only("result")["players"]] == list(range(players))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_s2_start_stock(players: int) -> None:
    _, run = deal(players)
    deals = run.events("deal")
    cards = [card for told in deals for card in told["cards"]]
    assert [len(told["cards"]) for told in deals] == [4] * players
    assert len(set(cards)) == 4 * players
    assert run.after["deck"] == 66 - 4 * players
    for seat, told in enumerate(deals):
        assert told == line("deal", seat, cards=told["cards"], delta={"silver": 1, "vp": 1, "commodity": 1})
        assert run.player(seat)["hand"] == sorted(told["cards"])
        assert run.player(seat)["tokens"] == [1, 2, 3, 4]


def test_s2_the_deck_is_shuffled() -> None:
    hands = [tuple(deal(4, seed=seed)[1].events("deal")[0]["cards"]) for seed in range(100)]
    assert len(set(hands)) == 100
    assert {card for hand in hands for card in hand} == set(range(1, 67))


@pytest.mark.parametrize("seed", [1, 2])
def test_s2_no_income_before_anything_is_built(seed: int) -> None:
    table, _ = deal(2, seed=seed)
    run = table.play(until="growth")
    assert run.events("income") == [line("income", 0), line("income", 1)]


def test_s3_discs_stand_on_space_0_the_first_players_on_top() -> None:
    _, run = deal(4)
    assert run.after["turn_order"] == [0, 1, 2, 3]
    assert run.after["siesta_stacks"] == [[3, 2, 1, 0], [], [], [], [], [], []]


@pytest.mark.parametrize(("players", "roofs"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_s4_as_many_roofs_as_players_for_each_round(players: int, roofs: int) -> None:
    seen = set()
    for seed in SEEDS:
        _, run = deal(players, seed=seed)
        rounds = run.only("roofs")["rounds"]
        for index, drawn in enumerate(rounds, 1):
            assert len(set(drawn)) == len(drawn) == roofs
            assert {roof.split(".")[0] for roof in drawn} == {str(index)}
            seen.update(drawn)
        assert run.after["face_up_roofs"] == rounds[0]
    assert len(seen) == 24


def test_s4_roofs_of_a_round_are_revealed_at_the_end_of_the_round_before() -> None:
    table, opening = deal(3)
    run = table.play(until="over")
    assert [told["roofs"] for told in run.events("roofs_revealed")] == opening.only("roofs")["rounds"][1:]


def test_s5_one_marker_each_and_one_vp_for_the_first() -> None:
    goods: dict[str, Any] = {"rows": {1: ["silver"] * 5}, "silver": 1, "token": 0}
    table = at("deliver").seat(0, **goods).seat(1, **goods)
    first = table.play(deliver("silver", "building:1"))
    second = table.play(deliver("silver", "building:1"))
    assert first.only("building_done")["first"] is True
    assert first.only("building_done")["delta"] == {"vp": 1 + 2}
    assert second.only("building_done")["first"] is False
    assert second.only("building_done")["delta"] == {"vp": 2}


def test_s6_three_buildings_are_closed_at_random() -> None:
    orders = []
    for seed in SEEDS:
        _, run = deal(2, seed=seed)
        closed = run.only("building_order")["buildings"]
        assert len(set(closed)) == len(closed) == 3
        assert run.after["closed"] == closed
        orders.append(closed)
    for place_in_order in range(3):
        assert {closed[place_in_order] for closed in orders} == {1, 2, 3, 4, 5, 6}


def test_s6_nothing_is_delivered_to_a_closed_building() -> None:
    table = at("deliver").seat(0, silver=1, food=1, token=0).board(closed=[1])
    run = table.play(deliver("food", "building:2"))
    assert run.offers(Decision.DECISION_DELIVERY) == [
        (("food", "den", "building:2"), ("silver", "den", "building:3"))
    ]


@pytest.mark.parametrize(("players", "dice"), [(1, 5), (2, 5), (3, 7), (4, 9)])
def test_s7_two_dice_per_player_and_one(players: int, dice: int) -> None:
    faces = set()
    for seed in SEEDS:
        run = at("roll", players=players, seed=seed).play()
        assert len(run.only("roll")["dice"]) == dice
        faces.update(run.only("roll")["dice"])
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s8_start_markers_on_the_lowest_free_values(players: int) -> None:
    table, _ = deal(players)
    run = table.play()
    hexes = list(START_HEXES)[:players]
    assert run.events("marker") == [
        line("marker", seat, hex=hexagon, displaced=None, removed=[], via="setup")
        for seat, hexagon in enumerate(hexes)
    ]
    assert run.after["market"] == {str(hexagon): seat for seat, hexagon in enumerate(hexes)}


@pytest.mark.parametrize(
    ("players", "hexes"), [(1, [6, 11, 16, 28]), (2, [6, 11, 16, 28]), (3, [6, 11, 16, 28]),
                           (4, [3, 6, 11, 16, 25, 28])]
)  # fmt: skip
def test_s9_closed_hexes_take_no_marker(players: int, hexes: list[int]) -> None:
    table = at("deliver", players=players).seat(0, barrows={54: ["olive"]}, olive=1, token=0)
    run = table.play(deliver("olive", "barrow:54"))
    assert run.offers(Decision.DECISION_HEX) == [tuple(hexes)]


@pytest.mark.parametrize(
    ("players", "neighbours"), [(3, {18, 13, 14, 20, 24}), (4, {18, 13, 14, 20, 24, 25})]
)
def test_s9_closed_hexes_are_no_neighbours(players: int, neighbours: set[int]) -> None:
    market = at("deliver", players=players).rules["market"]
    mask = int(market["neighbours"][19])
    assert {hexagon for hexagon in range(30) if mask >> hexagon & 1} == neighbours


@both_settings("setup.draft")
def test_s10_draft(word: str) -> None:
    table, opening = deal(2, {"setup.draft": word})
    packs = [told["cards"] for told in opening.events("deal")]
    if word == "none":
        run = table.play()
        assert run.offers(Decision.DECISION_DRAFT) == []
        assert [run.player(seat)["hand"] for seat in (0, 1)] == [sorted(pack) for pack in packs]
        return
    (a, b, c, d), (e, f, g, h) = packs
    kept = [a, e, f, b, c, g, h, d]
    run = table.play(*(draft(card).by(place_in % 2) for place_in, card in enumerate(kept)))
    assert run.offers(Decision.DECISION_DRAFT, 1)[:2] == [tuple(sorted(packs[1])), tuple(sorted((b, c, d)))]
    assert run.events("draft") == [line("draft", 0, keeps=[a, f, c, h]), line("draft", 1, keeps=[e, b, g, d])]
    assert [run.player(seat)["hand"] for seat in (0, 1)] == [sorted((a, f, c, h)), sorted((e, b, g, d))]


def test_s10_draft_with_four_passes_to_the_next_seat() -> None:
    table, opening = deal(4, {"setup.draft": "pass"})
    packs = [told["cards"] for told in opening.events("deal")]
    run = table.play()
    second_pick = run.offers(Decision.DECISION_DRAFT)[4:8]
    assert [set(options) <= set(packs[(seat - 1) % 4]) for seat, options in enumerate(second_pick)] == [
        True
    ] * 4


def test_s10_no_draft_in_solo() -> None:
    table, opening = deal(1, {"setup.draft": "pass"})
    run = table.play()
    assert run.asked == []
    assert run.player(0)["hand"] == sorted(opening.only("deal")["cards"])


def test_s11_the_discard_pile_is_shuffled_in_when_a_card_is_due() -> None:
    table = at("play").board(pile=[1, 2], discards=[3, 4])
    run = table.play()
    first, shuffle, second = run.events("draw", "reshuffle")
    assert set(first["cards"]) == {1, 2}
    assert shuffle == line("reshuffle", count=2)
    assert second["cards"][0] in (3, 4)
    assert (first["event"], second["event"], len(second["cards"])) == ("draw", "draw", 1)
    assert (run.after["deck"], run.after["discards"]) == (1, 0)


def test_s11_not_before_a_card_is_due() -> None:
    run = at("play").board(pile=[1, 2, 5], discards=[3, 4]).play()
    assert [told["event"] for told in run.told] == ["pass", "draw"]
    assert (run.after["deck"], run.after["discards"]) == (0, 2)


def test_s11_with_both_piles_empty_nothing_is_drawn() -> None:
    run = at("play").board(pile=[1]).play()
    assert run.told == [line("pass", 0, step="play"), line("draw", 0, cards=[1], via="farm")]


def test_s11_a_card_discarded_in_the_same_turn_can_be_drawn_again() -> None:
    table = at("play").seat(0, hand=[5, 8, 9], helpers=[1, 2, 3]).board(pile=[])
    run = table.play(play(5, "helper"), discard_old(2))
    assert run.events("reshuffle", "draw") == [
        line("reshuffle", count=1),
        line("draw", 0, cards=[2], via="farm"),
    ]
    assert run.player(0)["hand"] == [2, 8, 9]


def test_s12_markers_are_unlimited_and_their_peak_is_kept() -> None:
    hexes = [hexagon for hexagon in range(30) if hexagon not in (3, 29)]
    table = at("deliver", players=4).seat(
        0, markers=hexes, buildings=[1, 2], barrows={54: ["olive"]}, olive=1, token=0
    )
    run = table.play(deliver("olive", "barrow:54"), place(3))
    assert len(run.after["market"]) == 29
    assert table.state["seats"][0]["peak_markers"] == 29 + 2
