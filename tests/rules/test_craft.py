"""Craft buildings: C1 to C4. Each test of all six is named by its building."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.scenario.vocabulary import BUILDINGS
from cext.types import Decision
from tests.rules.answers import Answer, deliver, gain, no_delivery, place, use_roof
from tests.rules.driver import Run, line
from tests.rules.options import both_settings
from tests.rules.table import Table, at

ROWS = {
    "merchant_house": ["silver"] * 6,
    "wainwright": ["food", "wine", "meat"],
    "village_store": ["olive", "grain", "grapes", "silver", "pig"],
    "deli": ["commodity"] * 3,
    "greengrocer": ["olive", "olive", "grain", "grain", "grapes", "grapes"],
    "butcher": ["pig"] * 3,
}
NUMBERS = {name: index + 1 for name, index in BUILDINGS.items()}
each_building = pytest.mark.parametrize("building", ROWS)


def about_to_finish(building: str, rules: dict[str, Any] | None = None, **farm: Any) -> tuple[Table, Answer]:
    """Seat 0 has the last good for a building in its den, and the answer that delivers it."""
    row, number = ROWS[building], NUMBERS[building]
    table = at("deliver", rules=rules).seat(0, rows={number: row[:-1]}, token=0)
    table.seat(0, goods={row[-1]: 1}, **farm)
    return table, deliver(row[-1], f"building:{number}")


@each_building
def test_c1_a_row_in_any_order_over_any_number_of_rounds(building: str) -> None:
    number = NUMBERS[building]
    table = at("deliver").seat(0, goods={good: ROWS[building].count(good) for good in ROWS[building]})
    for round_number, good in enumerate(reversed(ROWS[building]), 1):
        table.move("deliver", 0, round_number).seat(0, token=0)
        run = table.play(deliver(good, f"building:{number}"))
        finished = [number] if round_number == len(ROWS[building]) else []
        assert run.player(0)["buildings"] == finished
    assert sorted(run.player(0)["rows"][str(number)]) == sorted(ROWS[building])


@each_building
def test_c1_a_row_takes_no_more_than_it_shows(building: str) -> None:
    number, row = NUMBERS[building], ROWS[building]
    table = at("deliver").seat(0, token=3, rows={number: row[1:]}, goods=dict.fromkeys(row, 9))
    run = table.play(deliver(row[0], f"building:{number}"))
    to_it = [
        option for option in run.offers(Decision.DECISION_DELIVERY)[0] if option[2] == f"building:{number}"
    ]
    assert to_it == [(row[0], "den", f"building:{number}")]


@each_building
def test_c1_each_building_once_and_each_player_has_a_row(building: str) -> None:
    number, row = NUMBERS[building], ROWS[building]
    table = at("deliver").seat(0, token=0, buildings=[number], goods=dict.fromkeys(row, 9))
    table.seat(1, token=0, goods=dict.fromkeys(row, 9))
    run = table.play(deliver(row[0], f"building:{number}").by(1), stretches=2)
    (own,) = run.offers(Decision.DECISION_DELIVERY, 0) or [()]
    assert f"building:{number}" not in {option[2] for option in own}
    assert run.player(1)["rows"][str(number)] == [row[0]]


@each_building
@pytest.mark.parametrize(("others", "closed", "vp"), [(1, [], 2), (0, [], 3), (0, [3, 6], 4), (1, [6], 3)])
def test_c2_vp_for_the_first_the_opening_and_the_round(
    building: str, others: int, closed: list[int], vp: int
) -> None:
    number = NUMBERS[building]
    closed = [1, 2][: len(closed)] if number in closed else closed
    table, answer = about_to_finish(building)
    table.seat(1, buildings=[number] * others).board(closed=closed)
    run = table.play(answer, *([gain("olive")] if building == "greengrocer" else []))
    assert run.only("building_done") == line(
        "building_done", 0, building=number, first=not others, opened=closed[0] if closed else None,
        delta={"vp": vp},
    )  # fmt: skip
    assert run.after["closed"] == closed[1:]
    assert run.player(0)["buildings"] == [number]


AT_ONCE: dict[str, dict[str, int]] = {
    "merchant_house": {"silver": 3},
    "wainwright": {"vp": 2},
    "village_store": {"vp": 2},
    "deli": {"commodity": 1},
    "greengrocer": {"grapes": 1},
    "butcher": {"vp": 2},
}


@each_building
def test_c2_effect_at_once(building: str) -> None:
    table, answer = about_to_finish(building, space=4, barrows={5: [], 8: []})
    run = table.play(answer, *([gain("grapes")] if building == "greengrocer" else []))
    number = NUMBERS[building]
    assert run.told[1:] == [
        run.only("building_done"),
        line("gain", 0, via=f"building:{number}", delta=AT_ONCE[building]),
    ]


@pytest.mark.parametrize("building", ["wainwright", "butcher"])
def test_c2_an_effect_of_nothing_is_written_with_an_empty_delta(building: str) -> None:
    table, answer = about_to_finish(building)
    assert table.play(answer).told[-1] == line("gain", 0, via=f"building:{NUMBERS[building]}", delta={})


def test_c2_the_building_opens_for_all_at_once() -> None:
    table, answer = about_to_finish("merchant_house")
    table.seat(0, token=1, silver=1, meat=1).seat(1, meat=1, token=0).board(closed=[2, 6])
    run = table.play(answer, deliver("meat", "building:2"), deliver("meat", "building:2").by(1), stretches=2)
    assert run.only("building_done")["opened"] == 2
    assert [told["player"] for told in run.events("deliver")] == [0, 0, 1]


@pytest.mark.parametrize("round_number", range(1, 7))
def test_c2_vp_of_the_round(round_number: int) -> None:
    table, answer = about_to_finish("deli")
    run = table.move("deliver", 0, round_number).seat(1, buildings=[4]).play(answer)
    assert run.only("building_done")["delta"] == {"vp": round_number}


def test_c2_helpers_of_building_come_last() -> None:
    table, answer = about_to_finish("merchant_house", helpers=["Mason"])
    assert [told["event"] for told in table.play(answer).told] == [
        "deliver", "building_done", "gain", "helper",
    ]  # fmt: skip


def test_c2_the_greengrocers_resource_may_be_a_pig() -> None:
    table, answer = about_to_finish("greengrocer")
    run = table.play(answer, gain("pig"))
    assert run.offers(Decision.DECISION_HARVEST) == [("olive", "grain", "grapes", "pig")]
    assert run.only("gain")["delta"] == {"pig": 1}


def test_c2_the_wainwrights_delivery_may_be_passed() -> None:
    table, answer = about_to_finish("wainwright", olive=1, space=2)
    run = table.play(answer)
    assert run.offers(Decision.DECISION_DELIVERY)[1][-1] == "pass"
    assert len(run.events("deliver")) == 1
    assert run.only("gain")["delta"] == {"vp": 1}


def test_c2_the_wainwrights_delivery_may_finish_another_building() -> None:
    table, answer = about_to_finish("wainwright", silver=1)
    table.seat(0, rows={1: ["silver"] * 5}, silver=1, meat=1)
    run = table.play(answer, deliver("silver", "building:1"))
    assert [told["event"] for told in run.told] == [
        "deliver", "building_done", "deliver", "building_done", "gain", "gain",
    ]  # fmt: skip
    assert [told["via"] for told in run.events("gain")] == ["building:1", "building:2"]


def test_example_1_the_wainwright_as_the_first_building_in_round_2() -> None:
    table, answer = about_to_finish("wainwright", space=4, olive=1, barrows={54: ["olive"]})
    table.board(closed=[5, 1, 3])
    run = table.play(answer, deliver("olive", "barrow:54"), place(11))
    assert run.told == [
        line("deliver", 0, good="meat", source="den", to="building:2", via="donkey", delta={"meat": -1}),
        line("building_done", 0, building=2, first=True, opened=5, delta={"vp": 4}),
        line("deliver", 0, good="olive", source="den", to="barrow:54", via="building:2", delta={"olive": -1}),
        line("barrow_done", 0, card=54, value=2, delta={"vp": 2, "commodity": 1}),
        line("marker", 0, hex=11, displaced=None, removed=[], via="barrow"),
        line("gain", 0, via="building:2", delta={"vp": 2}),
    ]


def lasting_run(building: str, table: Table) -> Run:
    """A step in which the lasting effect of seat 0's building shows."""
    if building in ("merchant_house", "deli", "greengrocer"):
        return table.move("income", 0, 3).play()
    if building == "wainwright":
        table.move("order", 0, 3).seat(0, token=1, silver=9).seat(1, token=3)
        return table.play(*[deliver("silver", "building:1")] * 3, stretches=2)
    table.move("deliver", 0, 3).seat(0, token=0, silver=1, olive=1)
    if building == "village_store":
        table.seat(0, rows={1: ["silver"] * 5})
        return table.play(deliver("silver", "building:1"))
    table.seat(0, barrows={54: ["olive"]})
    return table.play(deliver("olive", "barrow:54"))


@each_building
def test_c3_lasting_effect(building: str) -> None:
    number = NUMBERS[building]
    run = lasting_run(building, at("income").seat(0, buildings=[number], lasting=[number]))
    if building == "wainwright":
        assert run.events("siesta")[0] == line("siesta", 0, steps=2 + 1, space=3, via="donkey")
        assert len(run.events("deliver")) == 2 + 1
    elif building == "village_store":
        assert run.only("building_done")["delta"] == {"vp": 1 + 3 + 2}
    elif building == "butcher":
        assert run.only("barrow_done")["delta"] == {"vp": 2 + 1, "commodity": 1}
    else:
        gained = {"merchant_house": {"silver": 3}, "deli": {"commodity": 1}, "greengrocer": {"olive": 1}}
        assert run.told == [line("income", 0, delta=gained[building])]


@each_building
@both_settings("craft.lasting")
def test_c3_option_lasting_effects_start_next_round_or_at_once(building: str, word: str) -> None:
    table, answer = about_to_finish(building, rules={"craft.lasting": word})
    table.seat(1, token=0).play(answer)
    lasting = [bool(table.state["seats"][0]["lasting"] >> (NUMBERS[building] - 1) & 1)]
    table.play(until="play")
    lasting.append(bool(table.state["seats"][0]["lasting"] >> (NUMBERS[building] - 1) & 1))
    assert lasting == [word == "at_once", True]


@pytest.mark.parametrize("word", ["next_round", "at_once"])
def test_c3_the_wainwrights_donkey_in_the_same_t4(word: str) -> None:
    table, answer = about_to_finish("wainwright", rules={"craft.lasting": word}, silver=9)
    more = [deliver("silver", "building:1")] if word == "at_once" else []
    run = table.play(answer, no_delivery, *more)
    assert [told["via"] for told in run.events("deliver")] == ["donkey"] * (1 + len(more))
    assert "main" not in run.acts(-1)
    assert run.events("pass") == []


@pytest.mark.parametrize("word", ["next_round", "at_once"])
def test_c3_the_wainwrights_donkey_counts_also_when_a_roof_finished_it(word: str) -> None:
    table, answer = about_to_finish(
        "wainwright", rules={"craft.lasting": word}, silver=9, roofs={"1.3": False}
    )
    silver = deliver("silver", "building:1")
    run = table.play(use_roof("1.3"), answer, no_delivery, *[silver] * (2 if word == "at_once" else 1))
    vias = [told["via"] for told in run.events("deliver")]
    assert vias == ["roof:1.3", *["donkey"] * (2 if word == "at_once" else 1)]
    assert run.events("pass") == []


@pytest.mark.parametrize("word", ["next_round", "at_once"])
def test_c3_village_store_and_butcher_in_the_same_round_but_not_for_their_own_completion(word: str) -> None:
    table, answer = about_to_finish("village_store", rules={"craft.lasting": word}, silver=1)
    table.seat(0, token=1, silver=1, pig=1, rows={1: ["silver"] * 5})
    run = table.play(answer, deliver("silver", "building:1"))
    own, other = [told["delta"] for told in run.events("building_done")]
    assert own == {"vp": 3}
    assert other == {"vp": 3 + 2 * (word == "at_once")}
    table, answer = about_to_finish("butcher", rules={"craft.lasting": word})
    table.seat(0, token=1, pig=1, olive=1, barrows={54: ["olive"]})
    run = table.play(answer, deliver("olive", "barrow:54"))
    assert run.only("gain")["delta"] == {"vp": 1}
    assert run.only("barrow_done")["delta"] == {"vp": 2 + (word == "at_once"), "commodity": 1}


def test_c4_markers_on_buildings_are_no_market_markers() -> None:
    table = at("score").seat(0, buildings=[1, 2, 3], markers=[11], helpers=["Night Watchman"])
    run = table.play()
    assert run.events("score")[0]["market"] == 1
    assert run.offers(Decision.DECISION_FIRE) == []
