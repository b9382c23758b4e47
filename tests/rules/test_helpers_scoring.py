"""Helpers of scoring and the end of the game."""

from __future__ import annotations

import pytest

from tests.rules.answers import fire
from tests.rules.driver import line
from tests.rules.helper_cases import (
    Case,
    check_declined,
    check_fires,
    check_once,
    check_stops,
    fires_asked,
    firings,
    of_card,
    used,
)
from tests.rules.table import at

CASES = [
    Case(
        11, "score", "score", [line("helper", 0, card=11, delta={"silver": 2})],
        {"markers": [11, 12]}, chosen=[fire], round_number=6,
        stops={"market_markers >= 2": {"markers": [11]}},
    ),
    Case(
        53, "score", "score", [line("helper", 0, card=53, delta={"vp": 1})],
        {"fields": {9: True, 10: True}}, chosen=[fire], round_number=6,
        stops={"full_fields >= 2": {"fields": {9: True, 10: False}}},
    ),
    Case(
        62, "score", "score", [line("helper", 0, card=62, delta={"vp": 1})],
        {}, chosen=[fire], round_number=6,
    ),
    Case(
        63, "score", "score", [line("helper", 0, card=63, delta={"silver": 2})],
        {"space": 4}, chosen=[fire], round_number=6, stops={"siesta_vp >= 2": {"space": 3}},
    ),
    Case(
        65, "end", None, [line("helper", 0, card=65, delta={"vp": 3})],
        {"extensions": [1, 7, 8]}, round_number=6, stops={"no extension": {"extensions": []}},
    ),
    Case(
        66, "end", None, [line("helper", 0, card=66, delta={"vp": 3})],
        {"helpers": [1, 12]}, round_number=6,
    ),
]  # fmt: skip
HELPERS_TESTED = {case.card for case in CASES}
OF_SCORING = [case for case in CASES if case.step == "score"]


@of_card(CASES)
def test_a_helper_fires_after_its_event(case: Case) -> None:
    check_fires(case)


@of_card(OF_SCORING)
def test_a_helper_may_be_declined(case: Case) -> None:
    check_declined(case)


@of_card(OF_SCORING)
def test_a_helper_fires_once_a_round(case: Case) -> None:
    check_once(case)


@of_card(CASES)
def test_a_helper_does_not_fire_otherwise(case: Case) -> None:
    check_stops(case)


@of_card(OF_SCORING)
def test_a_helper_is_ready_again_in_the_next_round(case: Case) -> None:
    """P3: before the last round turned over, then face up."""
    table = at("score", round_number=3).seat(0, helpers=[case.card], **case.farm)
    run = table.play(fire)
    assert len(firings(run, case.card)) == 1
    assert not used(run, 0, case.card)


def test_helpers_of_scoring_act_after_p1_and_p2_player_by_player() -> None:
    table = at("score", round_number=6).seat(0, helpers=[63, 62], space=4)
    table.seat(1, helpers=[11], markers=[11, 12])
    run = table.board(order=[1, 0]).play(fire.by(1), fire.by(0))
    assert [(told["event"], told["player"]) for told in run.told] == [
        ("score", 1), ("score", 0), ("helper", 1), ("helper", 0),
    ]  # fmt: skip


def test_mayor_is_first_in_the_order_that_is_valid_now() -> None:
    """The disc's lead counts for the next T3 only."""
    table = at("score", round_number=6).seat(0, helpers=[62], space=6)
    assert fires_asked(table.board(order=[1, 0]).play()) == 0


@pytest.mark.parametrize("second", [True, False])
def test_mayor_solo_is_first_or_second(second: bool) -> None:
    table = at("score", players=1, round_number=6).seat(0, helpers=[62]).board(solo_second=second)
    run = table.play(*[fire] * (not second))
    assert len(firings(run, 62)) == (not second)


@pytest.mark.parametrize(("space", "fires"), [(0, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_priest_reads_the_vp_of_the_space(space: int, fires: int) -> None:
    table = at("score", round_number=6).seat(0, helpers=[63], space=space)
    assert len(firings(table.play(*[fire] * fires), 63)) == fires


@pytest.mark.parametrize("helpers", [[66], [1, 66], [66, 65, 1]])
def test_matriarch_counts_herself(helpers: list[int]) -> None:
    run = at("end", round_number=6).seat(0, helpers=helpers).play()
    assert firings(run, 66) == [line("helper", 0, card=66, delta={"vp": len(helpers)})]


def test_helpers_of_the_end_act_before_the_sale() -> None:
    run = at("end", round_number=6).seat(0, helpers=[65, 66], extensions=[7], olive=5).play()
    assert [told["event"] for told in run.told] == ["helper", "helper", "sell_off", "sell_off", "result"]
    assert run.player(0)["vp"] == 1 + 2 + 1


def test_helpers_of_the_end_do_not_act_after_other_rounds() -> None:
    run = at("score", round_number=5).seat(0, helpers=[65, 66], extensions=[7]).play()
    assert run.events("helper") == []
