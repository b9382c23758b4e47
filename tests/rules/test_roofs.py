"""All 24 roofs: what each does, when, once, and how it is turned up again (A5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from analyzer.trace.eventlog import Line
from cext.types import Decision, Source
from tests.rules.answers import (
    Answer,
    buy_roof,
    deliver,
    done,
    flip,
    free_upgrade,
    gain,
    play,
    play_or_draw,
    use_roof,
)  # fmt: skip
from tests.rules.driver import Run, line
from tests.rules.table import Table, at

TURNS = {"farm": ["income", "growth", "roof"], "revenue": ["die"], "transport": ["deliver", "extra"]}
"""Turns of each phase; `play` is left out, since cards would be drawn in it."""
DICE = [4, 4, 4, 4, 4]
FARM_REVENUE, DELIVERING = ("farm", "revenue"), ("revenue", "transport")


@dataclass(frozen=True)
class Use:
    """A way to use a roof: the farm, the choices asked for, and the lines, in which R stands for the roof."""

    roofs: Sequence[str]
    told: Sequence[Line]
    farm: Mapping[str, Any] = field(default_factory=dict)
    chosen: Sequence[Answer] = ()
    phases: Sequence[str] = FARM_REVENUE
    pile: Sequence[int] | None = None


def gains(**delta: int) -> list[Line]:
    return [line("use_roof", 0, roof="R", delta=delta)]


def leads_to(event: str, **fields: Any) -> list[Line]:
    return [line("use_roof", 0, roof="R"), line(event, 0, **fields, via="roof:R")]


USES = [
    Use(["1.1", "3.3"], gains(pig=1), {"pig": 1}),
    Use(["1.1", "3.3"], leads_to("pig_sold", delta={"silver": 3}), {"pig": 2}),
    Use(["1.2", "3.1"], gains(olive=1, grapes=1), {}, [gain("grapes"), gain("olive")]),
    Use(["1.2", "3.1"], gains(olive=1, grain=1), {}, [gain("olive"), gain("grain")]),
    Use(
        ["1.3", "2.4", "4.1"],
        leads_to("deliver", good="olive", source="den", to="barrow:54", delta={"olive": -1}),
        {"olive": 1, "barrows": {54: []}}, [deliver("olive", "barrow:54")], DELIVERING,
    ),
    Use(
        ["1.3", "2.4", "4.1"],
        leads_to("deliver", good="silver", source="den", to="building:1", delta={"silver": -1}),
        {"silver": 1}, [deliver("silver", "building:1")], DELIVERING,
    ),
    Use(["1.4", "3.2"], leads_to("draw", cards=[9]), {"hand": [11]}, [play_or_draw("draw")], pile=[9]),
    Use(
        ["1.4", "3.2"], leads_to("play_card", card=11, as_="field", discards=None),
        {"hand": [11]}, [play_or_draw("play"), play(11, "field")],
    ),
    Use(
        ["2.1", "3.4", "5.2"],
        leads_to(
            "upgrade", good="grapes", to="wine", source="den", price=0, delta={"grapes": -1, "wine": 1}
        ),
        {"grapes": 1}, [free_upgrade("grapes")],
    ),
    Use(
        ["2.1", "3.4", "5.2"],
        leads_to("upgrade", good="olive", to="food", source="field:7", price=0, delta={"food": 1}),
        {"fields": {7: True}}, [free_upgrade("olive", "field")],
    ),
    Use(["2.2", "4.3"], leads_to("siesta", steps=2, space=3), {"space": 1}),
    Use(["2.2", "4.3"], leads_to("siesta", steps=1, space=6), {"space": 5}),
    Use(["5.3", "6.3"], leads_to("siesta", steps=1, space=2), {"space": 1}),
    *[Use(["2.3", "4.2"], gains(**{good: 1}), {}, [gain(good)]) for good in ("olive", "grain", "grapes")],
    Use(["4.4"], [line("use_roof", 0, roof="R", flips="6.4")], {"roofs": {"6.4": True}}, [flip("6.4")]),
    Use(["5.1"], gains(grapes=1)),
    Use(["5.4"], gains(silver=2)),
    Use(["6.1"], gains(olive=1)),
    *[Use(["6.2"], gains(**{good: 1}), {}, [gain(good)]) for good in ("olive", "grain")],
    Use(["6.4"], gains(vp=1)),
]  # fmt: skip
ROWS = [(roof, use) for use in USES for roof in use.roofs]
ROOFS_TESTED = {roof for roof, _ in ROWS}
FIRST_USES = dict(reversed(ROWS))
EVERY_ROOF = pytest.mark.parametrize("roof", sorted(ROOFS_TESTED))


def named(told: Sequence[Line], roof: str) -> list[Line]:
    """The lines with the roof's name for R."""
    return [
        {key: value.replace("R", roof) if key in ("roof", "via") else value for key, value in row.items()}
        for row in told
    ]


def table_of(roof: str, use: Use, step: str, *, used: bool = False) -> Table:
    farm = dict(use.farm)
    others = farm.pop("roofs", {})
    table = at(step).seat(0, roofs={roof: used, **others}, token=0, **farm)
    return table.board(dice=DICE if step == "die" else (), pile=use.pile)


def offers(run: Run, roof: str, nth: int = 0) -> bool:
    return f"roof:{roof}" in run.acts(nth)


@pytest.mark.parametrize(("roof", "use"), ROWS, ids=[roof for roof, _ in ROWS])
def test_a_roof_does_what_it_says(roof: str, use: Use) -> None:
    for step in (step for phase in use.phases for step in TURNS[phase]):
        run = table_of(roof, use, step).play(use_roof(roof), *use.chosen)
        assert run.told[: len(use.told)] == named(use.told, roof), step
        assert run.player(0)["roofs"][0] == {"roof": roof, "used": True}
        assert not offers(run, roof, -1)


@EVERY_ROOF
def test_a_roof_is_used_in_its_phases_only(roof: str) -> None:
    use = FIRST_USES[roof]
    for phase, steps in TURNS.items():
        for step in steps:
            assert offers(table_of(roof, use, step).play(), roof) is (phase in use.phases), step


@EVERY_ROOF
def test_a_roof_is_used_once_in_the_game(roof: str) -> None:
    """Turned over it stays so, also in the next round."""
    use = FIRST_USES[roof]
    step = TURNS[use.phases[0]][0]
    assert not offers(table_of(roof, use, step, used=True).play(), roof)
    table = table_of(roof, use, step)
    table.play(use_roof(roof), *use.chosen)
    later = table.move("score").play()
    assert later.player(0)["roofs"][0] == {"roof": roof, "used": True}


@EVERY_ROOF
def test_a_roof_is_voluntary(roof: str) -> None:
    use = FIRST_USES[roof]
    run = table_of(roof, use, TURNS[use.phases[0]][0]).play()
    assert offers(run, roof)
    assert run.events("use_roof") == []
    assert run.player(0)["roofs"][0] == {"roof": roof, "used": False}


@EVERY_ROOF
def test_a_roof_is_usable_from_the_moment_it_is_bought(roof: str) -> None:
    use = FIRST_USES[roof]
    if "farm" not in use.phases:
        bought = at("roof").seat(0, silver=9).board(face_up=[roof]).play(buy_roof(roof))
        assert not offers(bought, roof, -1)
        return
    farm = {key: value for key, value in use.farm.items() if key != "silver"}
    table = at("roof").seat(0, silver=9, **farm).board(face_up=[roof], pile=use.pile)
    run = table.play(buy_roof(roof), use_roof(roof), *use.chosen)
    assert [told["event"] for told in run.told[:2]] == ["buy_roof", "use_roof"]


@EVERY_ROOF
def test_a_roof_is_its_owners(roof: str) -> None:
    use = FIRST_USES[roof]
    step = TURNS[use.phases[0]][0]
    table = at(step).seat(1, roofs={roof: False}).board(dice=DICE if step == "die" else ())
    assert not any(str(act).startswith("roof:") for act in table.play().acts())


def test_a_delivery_by_roof_counts_fully() -> None:
    """R5: barrow, marker and helpers, in the revenue phase too."""
    table = at("die").seat(0, roofs={"1.3": False}, olive=1, barrows={54: ["olive"]}, helpers=[22])
    run = table.board(dice=DICE).play(use_roof("1.3"), deliver("olive", "barrow:54"))
    events = [told["event"] for told in run.told[:5]]
    assert events == ["use_roof", "deliver", "barrow_done", "marker", "helper"]


def test_a_delivery_by_roof_may_be_chosen_and_given_up() -> None:
    """A9: a delivery may always be chosen."""
    run = at("extra").seat(0, roofs={"1.3": False}).play(use_roof("1.3"))
    assert run.told[0] == line("use_roof", 0, roof="1.3")
    assert run.events("deliver") == []


def test_two_kinds_are_different_ones() -> None:
    run = at("roof").seat(0, roofs={"1.2": False}).play(use_roof("1.2"), gain("olive"))
    assert run.offers(Decision.DECISION_HARVEST) == [("olive", "grain", "grapes"), ("grain", "grapes")]


def test_play_or_draw_offers_what_does_something() -> None:
    table = at("roof").seat(0, roofs={"1.4": False}).board(pile=[9])
    assert table.play(use_roof("1.4"), play_or_draw("draw")).offers(Decision.DECISION_PLAY_OR_DRAW) == [
        ("draw",)
    ]
    table = at("roof").seat(0, roofs={"1.4": False}, hand=[9]).board(pile=[])
    run = table.play(use_roof("1.4"), play_or_draw("play"), play(9, "barrow"))
    assert run.offers(Decision.DECISION_PLAY_OR_DRAW) == [("play",)]


def test_grain_or_olive_offers_no_grapes() -> None:
    run = at("roof").seat(0, roofs={"6.2": False}).play(use_roof("6.2"), gain("grain"))
    assert run.offers(Decision.DECISION_HARVEST) == [("olive", "grain")]


def test_a_flipped_roof_is_usable_again() -> None:
    table = at("roof").seat(0, roofs={"4.4": False, "5.4": False, "6.1": True})
    run = table.play(use_roof("5.4"), use_roof("4.4"), flip("5.4"), use_roof("5.4"))
    assert [told["roof"] for told in run.events("use_roof")] == ["5.4", "4.4", "5.4"]
    assert run.player(0)["silver"] == 4
    assert run.player(0)["roofs"] == [
        {"roof": "4.4", "used": True}, {"roof": "5.4", "used": True}, {"roof": "6.1", "used": True},
    ]  # fmt: skip


def test_a_flip_roof_flips_another_used_one() -> None:
    run = (
        at("roof")
        .seat(0, roofs={"4.4": False, "1.1": True, "1.2": False, "6.1": True})
        .play(use_roof("4.4"), flip("6.1"), done)
    )
    assert run.offers(Decision.DECISION_FLIP) == [("1.1", "6.1")]
    assert not offers(at("roof").seat(0, roofs={"4.4": False, "1.1": False}).play(), "4.4")


def test_vp_of_a_roof_count_as_vp_of_roofs() -> None:
    table = at("roof").seat(0, roofs={"6.4": False})
    table.play(use_roof("6.4"))
    assert table.state["seats"][0]["vp_by"][Source.SOURCE_ROOFS] == 1
