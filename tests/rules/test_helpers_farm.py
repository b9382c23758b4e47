"""Helpers that fire in the farm phase: income, growth, breeding, roofs, cards played."""

from __future__ import annotations

from typing import Any

from tests.rules.answers import buy_roof, decline, done, fire, gain, pay, play
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

DEN = [1, 7, 8]
"""Extensions with a `den` icon each: five pig spaces in all."""
CASES = [
    Case(7, "growth", "growth", [line("helper", 0, card=7, delta={"olive": 1})], chosen=[fire]),
    Case(
        8, "growth", "growth", [line("helper", 0, card=8, delta={"grain": 1})],
        {"fields": {9: False, 10: True}}, chosen=[fire, gain("grain")],
        stops={"fields >= 2": {"fields": {9: False}}},
    ),
    Case(
        14, "growth", "growth", [line("helper", 0, card=14, delta={"grapes": 1})],
        {"pig": 1}, chosen=[fire, gain("grapes")], stops={"pigs >= 1": {"pig": 0}},
    ),
    Case(
        13, "growth", "breeding", [line("helper", 0, card=13, delta={"pig": 1})],
        {"pig": 3, "extensions": DEN}, chosen=[fire], stops={"pigs >= 3": {"pig": 1}},
    ),
    Case(
        41, "income", "income", [line("helper", 0, card=41), line("draw", 0, cards=[9], via="helper:41")],
        chosen=[fire], board={"pile": [9]},
    ),
    Case(42, "income", "income", [line("helper", 0, card=42, delta={"silver": 2})], chosen=[fire]),
    Case(
        44, "income", "income", [line("helper", 0, card=44, delta={"silver": 3})],
        {"buildings": [6]}, chosen=[fire], stops={"buildings >= 1": {"buildings": []}},
    ),
    Case(
        51, "income", "income", [line("helper", 0, card=51, delta={"pig": 1})],
        chosen=[fire], stops={"pigs <= 0": {"pig": 1}},
    ),
    Case(
        32, "roof", "buy_roof", [line("helper", 0, card=32, delta={"vp": 1})],
        {"silver": 9}, [buy_roof("1.1")], board={"face_up": ["1.1"]}, elsewhere={"no roof": [done]},
    ),
    Case(
        36, "play", "play_card", [line("helper", 0, card=36)],
        {"hand": [9]}, [play(9, "field")],
        elsewhere={"as barrow": [play(9, "barrow")], "as helper": [play(9, "helper")]},
    ),
    Case(
        38, "play", "play_card", [line("helper", 0, card=38, delta={"vp": 1})],
        {"hand": [9], "food": 1}, [play(9, "extension"), pay("food")],
        elsewhere={"as barrow": [play(9, "barrow")], "as field": [play(9, "field")]},
    ),
    Case(
        40, "play", "play_card", [line("helper", 0, card=40), line("draw", 0, cards=[11], via="helper:40")],
        {"hand": [9]}, [play(9, "barrow")], [fire], board={"pile": [11]}, elsewhere={"no card": [done]},
    ),
]  # fmt: skip
HELPERS_TESTED = {case.card for case in CASES}
ASKED = [case for case in CASES if case.asked]


@of_card(CASES)
def test_a_helper_fires_after_its_event(case: Case) -> None:
    check_fires(case)


@of_card(ASKED)
def test_a_helper_may_be_declined(case: Case) -> None:
    check_declined(case)


@of_card([case for case in CASES if case.row.once])
def test_a_helper_fires_once_a_round(case: Case) -> None:
    check_once(case)


@of_card(CASES)
def test_a_helper_does_not_fire_otherwise(case: Case) -> None:
    check_stops(case)


def test_pig_breeder_counts_the_pig_just_born() -> None:
    """A condition is read after F7's pig: two pigs breed a third."""
    run = at("growth").seat(0, helpers=[13], pig=2, extensions=DEN).play(fire)
    assert run.player(0)["pig"] == 4
    alone = at("growth").seat(0, helpers=[13], pig=2).play()
    assert alone.only("breeding")["result"] == "lost"
    assert fires_asked(alone) == 0


def test_pig_breeder_sells_a_pig_without_a_space() -> None:
    run = at("growth").seat(0, helpers=[13], pig=5, extensions=DEN).play(fire)
    assert run.told[2:4] == [
        line("helper", 0, card=13),
        line("pig_sold", 0, via="helper:13", delta={"silver": 3}),
    ]


def test_truffle_hunter_reads_its_condition_before_breeding() -> None:
    run = at("growth").seat(0, helpers=[14], pig=1).play(fire)
    assert [told["event"] for told in run.told] == ["growth", "helper", "breeding"]


def test_gleaner_gives_each_harvest_good() -> None:
    for good in ("olive", "grain", "grapes"):
        run = at("growth").seat(0, helpers=[8], fields={9: True, 10: True}).play(fire, gain(good))
        assert firings(run, 8) == [line("helper", 0, card=8, delta={good: 1})]


def test_librarian_has_nothing_to_draw_from_empty_piles() -> None:
    """A9: a 1x helper that does nothing is not offered."""
    assert fires_asked(at("income").seat(0, helpers=[41]).board(pile=[]).play()) == 0


def test_tax_collector_counts_buildings_not_markers_on_the_market() -> None:
    assert fires_asked(at("income").seat(0, helpers=[44], markers=[11, 12]).play()) == 0
    both = at("income").seat(0, helpers=[44], buildings=[4, 5]).play(fire)
    assert firings(both, 44) == [line("helper", 0, card=44, delta={"silver": 3})]


def test_stable_boy_sees_the_pig_of_the_greengrocer() -> None:
    """A condition is read after F5's own gains."""
    farm: dict[str, Any] = {"buildings": [5], "lasting": [5], "helpers": [51]}
    assert fires_asked(at("income").seat(0, **farm).play(gain("pig"))) == 0
    assert fires_asked(at("income").seat(0, **farm).play(gain("olive"), decline)) == 1


def test_roofer_fires_for_each_roof() -> None:
    table = at("roof").seat(0, helpers=[32], silver=9).board(face_up=["2.1", "2.2"])
    table.play(buy_roof("2.1"))
    run = table.move("roof", 0).play(buy_roof("2.2"))
    assert firings(run, 32) == [line("helper", 0, card=32, delta={"vp": 1})]


def test_tenant_farmer_fills_just_the_new_field() -> None:
    table = at("play").seat(0, helpers=[36], hand=[9], fields={11: False})
    run = table.play(play(9, "field"))
    assert run.player(0)["fields"] == [{"card": 9, "full": True}, {"card": 11, "full": False}]


def test_carpenter_fires_for_each_extension() -> None:
    table = at("play", round_number=1).seat(0, helpers=[38], hand=[9, 11], food=1, wine=1, meat=1)
    run = table.play(play(9, "extension"), pay("food"), play(11, "extension"), pay("wine"), pay("meat"), done)
    assert firings(run, 38) == [line("helper", 0, card=38, delta={"vp": 1})] * 2


def test_student_fires_for_every_placement_but_not_for_itself() -> None:
    for placement in ("field", "helper", "barrow", "extension"):
        table = at("play").seat(0, helpers=[40], hand=[9], food=1).board(pile=[11])
        assert fires_asked(table.play(play(9, placement), fire)) == 1
    own = at("play").seat(0, hand=[40]).board(pile=[11]).play(play(40, "helper"))
    assert fires_asked(own) == 0
    assert not used(own, 0, 40)


def test_helpers_without_1x_never_ask() -> None:
    table = at("play").seat(0, helpers=[36, 38], hand=[9], food=1)
    assert fires_asked(table.play(play(9, "field"))) == 0
