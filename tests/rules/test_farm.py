"""Farm phase, from income to roofs: F5 to F9."""

from __future__ import annotations

import pytest

from cext.types import Decision
from tests.rules.answers import buy_roof, cash, done, gain, main, use_roof
from tests.rules.driver import line
from tests.rules.options import both_settings
from tests.rules.table import at

SIX_ROOFS = ["1.1", "2.1", "3.1", "4.1", "5.1", "6.4"]


def test_f5_one_silver_for_each_silver_icon() -> None:
    run = at("income").seat(0, extensions=[1, 2, 7]).play()
    assert run.told == [line("income", 0, delta={"silver": 2})]


@pytest.mark.parametrize(
    ("building", "delta"),
    [(1, {"silver": 3}), (2, None), (3, None), (4, {"commodity": 1}), (5, {"grapes": 1}), (6, None)],
)
def test_f5_income_of_buildings(building: int, delta: dict[str, int] | None) -> None:
    table = at("income").seat(0, buildings=[building], lasting=[building])
    run = table.play(*([gain("grapes")] if building == 5 else []))
    assert run.told == [line("income", 0, **({"delta": delta} if delta else {}))]


def test_f5_all_of_it_in_one_line() -> None:
    table = at("income").seat(0, extensions=[1], buildings=[1, 4, 5], lasting=[1, 4, 5])
    run = table.play(gain("pig"))
    assert run.told == [line("income", 0, delta={"silver": 4, "pig": 1, "commodity": 1})]


def test_f5_the_greengrocers_pig_needs_a_space() -> None:
    run = at("income").seat(0, pig=2, buildings=[5], lasting=[5]).play(gain("pig"))
    assert run.told == [line("income", 0), line("pig_sold", 0, via="building:5", delta={"silver": 3})]


def test_f6_each_empty_field_gets_its_good() -> None:
    table = at("growth").seat(0, fields={3: False, 7: True, 1: False})
    run = table.play()
    assert run.told[0] == line("growth", 0, fields=[1, 3])
    assert [field["full"] for field in run.player(0)["fields"]] == [True] * 3
    assert [run.player(0)[good] for good in ("olive", "grain", "grapes")] == [0, 0, 0]


def test_f6_is_always_written() -> None:
    assert at("growth").play().told[0] == line("growth", 0, fields=[])


@pytest.mark.parametrize(
    ("pigs", "extensions", "result", "after"),
    [(0, [], "none", 0), (1, [], "none", 1), (2, [], "lost", 2), (2, [1], "born", 3), (3, [1], "lost", 3)],
)
def test_f7_breeding(pigs: int, extensions: list[int], result: str, after: int) -> None:
    run = at("growth").seat(0, pig=pigs, extensions=extensions).play()
    born = {"delta": {"pig": 1}} if result == "born" else {}
    assert run.told[-1] == line("breeding", 0, result=result, **born)
    assert run.player(0)["pig"] == after


def test_f7_one_pig_only_and_after_growth() -> None:
    run = at("growth").seat(0, pig=4, extensions=[1, 7, 8]).play()
    assert [told["event"] for told in run.told] == ["growth", "breeding"]
    assert run.player(0)["pig"] == 5


@both_settings("breeding.full_stall")
def test_f7_option_a_full_stall_loses_or_sells_the_pig(word: str) -> None:
    run = at("growth", rules={"breeding.full_stall": word}).seat(0, pig=2).play()
    sold = {"delta": {"silver": 3}} if word == "sold" else {}
    assert run.told[-1] == line("breeding", 0, result=word, **sold)
    assert (run.player(0)["pig"], run.player(0)["silver"]) == (2, 3 if word == "sold" else 0)


@pytest.mark.parametrize("round_number", [1, 2, 3, 4, 5, 6])
def test_f8_a_roof_costs_the_rounds_number(round_number: int) -> None:
    buyer = 1 if round_number == 1 else 0  # the last player buys first in round 1
    for silver in (round_number - 1, round_number):
        table = at("roof", round_number=round_number).seat(buyer, silver=silver)
        run = table.board(face_up=[f"{round_number}.2"]).play(done)
        assert ("main" in run.acts(0)) is (silver == round_number)


@pytest.mark.parametrize("round_number", [2, 3, 4, 5, 6])
def test_f8_buying(round_number: int) -> None:
    roof = f"{round_number}.2"
    table = at("roof", round_number=round_number).seat(0, silver=round_number, roofs={"1.1": False})
    run = table.board(face_up=[roof, f"{round_number}.3"]).play(buy_roof(roof))
    assert run.told == [line("buy_roof", 0, roof=roof, delta={"silver": -round_number, "vp": 1})]
    assert run.after["face_up_roofs"] == [f"{round_number}.3"]
    assert run.player(0)["roofs"] == [{"roof": "1.1", "used": False}, {"roof": roof, "used": False}]


def test_f8_one_a_round_and_passing_is_allowed() -> None:
    run = at("roof").seat(0, silver=9).board(face_up=["2.1", "2.2"]).play(buy_roof("2.1"))
    assert "main" not in run.acts(-1)
    passed = at("roof").seat(0, silver=9).board(face_up=["2.1"]).play(done)
    assert passed.told == [line("pass", 0, step="roof")]


@pytest.mark.parametrize(("round_number", "seats"), [(1, [1, 3, 0, 2]), (2, [2, 0, 3, 1])])
def test_f8_in_turn_order_but_in_round_1_in_reverse(round_number: int, seats: list[int]) -> None:
    table = at("roof", players=4, round_number=round_number).board(order=[2, 0, 3, 1])
    run = table.play(stretches=4)
    assert [told["player"] for told in run.events("pass")] == seats


def test_example_3_roofs_give_0_to_4_vp_and_10_in_all() -> None:
    gained, spent = [], []
    table = at("roof").seat(0, silver=30)
    for number, roof in enumerate(SIX_ROOFS[:5], 1):
        table.move("roof", 1 if number == 1 else 0, number).board(face_up=[roof])
        delta = table.play(buy_roof(roof)).only("buy_roof")["delta"]
        gained.append(delta.get("vp", 0))
        spent.append(-delta["silver"])
    assert gained == [0, 1, 2, 3, 4]
    assert spent == [1, 2, 3, 4, 5]
    assert table.state["seats"][0]["vp_by"].sum() == 10


@pytest.mark.parametrize(("helpers", "offered"), [([], False), (["Storage Builder"], True)])
def test_f8_at_most_five_roofs(helpers: list[str], offered: bool) -> None:
    table = at("roof", round_number=6).seat(
        0, silver=6, helpers=helpers, roofs=dict.fromkeys(SIX_ROOFS[:5], True)
    )
    table.board(face_up=["6.4"])
    assert ("main" in table.play().acts(0)) is offered


def test_f8_unsold_roofs_leave_at_the_end_of_the_round() -> None:
    table = at("roof", round_number=2).board(face_up=["2.1", "2.2"])
    run = table.play(until="play")
    assert {roof[0] for roof in run.after["face_up_roofs"]} == {"3"}


def test_f9_two_pig_spaces_more_with_den_icons_and_helpers() -> None:
    for extensions, helpers, spaces in (([], [], 2), ([1, 7], [], 4), ([1], ["Swineherd"], 5)):
        table = at("roof").seat(0, extensions=extensions, helpers=helpers, commodity=3, pig=spaces - 1)
        run = table.play(cash("pig"), cash("pig"))
        assert [told["event"] for told in run.told[:3]] == ["cash", "cash", "pig_sold"]
        assert run.player(0)["pig"] == spaces


def test_f9_lost_spaces_leave_the_pigs_but_none_comes_until_there_is_room() -> None:
    table = at("growth").seat(0, pig=4, roofs={"1.1": False}, silver=5)
    run = table.play(main, main, use_roof("1.1"))
    assert run.player(0)["pig"] == 4
    assert run.events("breeding", "pig_sold") == [
        line("breeding", 0, result="lost"),
        line("pig_sold", 0, via="roof:1.1", delta={"silver": 3}),
    ]
    assert "buy:pig" not in run.acts(0)


def test_f9_other_dens_are_unlimited() -> None:
    goods = dict.fromkeys(("olive", "grain", "grapes", "food", "wine", "meat", "commodity"), 200)
    run = at("roof").seat(0, goods=goods).play(cash("harvest"), gain("olive"), gain("grain"))
    assert (run.player(0)["olive"], run.player(0)["grain"], run.player(0)["commodity"]) == (201, 201, 199)


def test_f5_the_four_steps_follow_each_other_for_all() -> None:
    table = at("play", players=3).board(order=[1, 2, 0])
    run = table.play(until="roll")
    steps = ("income", "growth", "breeding")
    assert [(told["event"], told["player"]) for told in run.told if told["event"] in steps] == [
        *(("income", seat) for seat in (1, 2, 0)),
        *((step, seat) for seat in (1, 2, 0) for step in steps[1:]),
    ]
    assert run.offers(Decision.DECISION_ROOF) == []
