"""Revenue phase: R1 to R5."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import (
    cash,
    deliver,
    die,
    done,
    fire,
    free_upgrade,
    gain,
    place,
    play,
    reserve,
    revenue,
    use_roof,
)
from tests.rules.driver import line
from tests.rules.options import both_settings
from tests.rules.table import at


def dice_left(numbers: list[int], *, players: int = 2, pick: int = 1, **farm: Any) -> Any:
    """A table at the first player's pick."""
    return at("die", players=players).seat(0, **farm).board(dice=numbers, pick=pick)


def test_r1_the_first_player_rolls_all_dice() -> None:
    table = at("roll", players=3).board(order=[2, 0, 1])
    run = table.play()
    (roll,) = run.told
    assert (roll["event"], roll["player"], len(roll["dice"])) == ("roll", 2, 7)
    counts = table.state["board"]["dice"].tolist()
    assert counts[1:7] == [roll["dice"].count(face) for face in range(1, 7)]


def test_r1_each_round_has_its_own_roll() -> None:
    rolls = [tuple(at("roll", round_number=n, players=4).play().only("roll")["dice"]) for n in range(1, 7)]
    assert len(set(rolls)) == 6


def test_r2_two_picks_in_turn_order_then_the_last_die_for_all() -> None:
    table = at("die", players=3).board(dice=[1, 2, 3, 4, 4, 6, 6], order=[1, 2, 0])
    for seat in range(3):
        table.seat(seat, silver=0)
    run = table.play(die(4, "silver"), die(4, "silver"), die(6, "silver"), die(3, "two_harvest"),
                     die(1, "pig"), die(2, "draw"), until="token")  # fmt: skip
    picks = [(told["player"], told["die"], told["pick"]) for told in run.events("take_die")]
    assert picks == [(1, 4, 1), (2, 4, 1), (0, 6, 1), (1, 3, 2), (2, 1, 2), (0, 2, 2),
                     (1, 6, "last"), (2, 6, "last"), (0, 6, "last")]  # fmt: skip


def test_r2_with_three_dice_each_there_are_three_picks() -> None:
    table = at("die", rules={"dice.per_player": 3}).board(dice=[4] * 7)
    run = table.play(until="token")
    assert [told["pick"] for told in run.events("take_die")] == [1, 1, 2, 2, 3, 3, "last", "last"]


def test_r2_a_die_is_gone_once_it_is_taken() -> None:
    table = dice_left([1, 4, 4, 6, 6])
    run = table.play(die(4, "silver"), die(1, "pig"), die(4, "silver"), stretches=3)
    faces = [sorted({face for face, _ in options}) for options in run.offers(Decision.DECISION_DIE)]
    assert faces == [[1, 4, 6], [1, 4, 6], [4, 6]]
    assert table.state["board"]["n_dice"] == 2


def test_r2_the_last_die_has_all_its_options() -> None:
    run = at("last_die").board(dice=[6]).seat(0, silver=0).play(die(6, "silver"))
    assert run.offers(Decision.DECISION_DIE) == [((6, "silver"), (6, "delivery"))]
    assert run.told == [line("take_die", 0, die=6, pick="last", choice="silver", delta={"silver": 2})]


def test_r2_with_more_last_dice_each_is_done_the_lowest_number_first() -> None:
    table = at("last_die", rules={"dice.extra": 3}).board(dice=[4, 1, 4])
    run = table.play(stretches=2)
    assert [(told["player"], told["die"]) for told in run.events("take_die")] == [
        (0, 1), (0, 4), (0, 4), (1, 1), (1, 4), (1, 4),
    ]  # fmt: skip


def test_r3_1_one_pig() -> None:
    run = dice_left([1] * 5).play(die(1, "pig"))
    assert run.told == [line("take_die", 0, die=1, pick=1, choice="pig", delta={"pig": 1})]


def test_r3_2_play_draw_or_a_harvest_good() -> None:
    played = dice_left([2] * 5, hand=[5]).play(die(2, "play"), play(5, "field"))
    assert played.told == [
        line("take_die", 0, die=2, pick=1, choice="play"),
        line("play_card", 0, card=5, as_="field", discards=None, via="die"),
    ]
    drawn = dice_left([2] * 5).board(pile=[9]).play(die(2, "draw"))
    assert drawn.told == [
        line("take_die", 0, die=2, pick=1, choice="draw"),
        line("draw", 0, cards=[9], via="die"),
    ]
    good = dice_left([2] * 5).play(die(2, "harvest"), gain("grapes"))
    assert good.told == [line("take_die", 0, die=2, pick=1, choice="harvest", delta={"grapes": 1})]


def test_r3_3_two_different_harvest_goods() -> None:
    run = dice_left([3] * 5).play(die(3, "two_harvest"), gain("grain"), gain("olive"))
    assert run.offers(Decision.DECISION_HARVEST)[1] == ("olive", "grapes")
    assert run.told[0]["delta"] == {"olive": 1, "grain": 1}


def test_r3_4_four_silver() -> None:
    run = dice_left([4] * 5).play(die(4, "silver"))
    assert run.told == [line("take_die", 0, die=4, pick=1, choice="silver", delta={"silver": 4})]


def test_r3_5_two_upgrades_or_one_and_a_step_or_two_steps() -> None:
    goods: dict[str, Any] = {"olive": 2, "pig": 1}
    two = dice_left([5] * 5, **goods).play(die(5, "upgrades"), free_upgrade("olive"), free_upgrade("pig"))
    assert two.events("upgrade") == [
        line("upgrade", 0, good="olive", to="food", source="den", price=0, via="die",
             delta={"olive": -1, "food": 1}),
        line("upgrade", 0, good="pig", to="meat", source="den", price=0, via="die",
             delta={"pig": -1, "meat": 1}),
    ]  # fmt: skip
    one = dice_left([5] * 5, **goods).play(die(5, "upgrade_siesta"), free_upgrade("olive"))
    assert "granted:upgrade" in one.acts(1)
    assert "granted:upgrade" not in one.acts(2)
    assert one.only("siesta") == line("siesta", 0, steps=1, space=1, via="die")
    steps = dice_left([5] * 5, **goods).play(die(5, "siesta"))
    assert steps.told[1:] == [line("siesta", 0, steps=2, space=2, via="die")]


@pytest.mark.parametrize("choice", ["upgrades", "upgrade_siesta"])
def test_r3_5_upgrades_may_be_left(choice: str) -> None:
    run = dice_left([5] * 5, olive=2).play(die(5, choice), done)
    assert run.events("upgrade") == []


def test_r3_6_a_delivery_or_two_silver() -> None:
    silver = dice_left([6] * 5).play(die(6, "silver"))
    assert silver.told == [line("take_die", 0, die=6, pick=1, choice="silver", delta={"silver": 2})]
    run = dice_left([6] * 5, olive=1, barrows={54: []}).play(
        die(6, "delivery"), deliver("olive", "barrow:54")
    )
    assert run.told == [
        line("take_die", 0, die=6, pick=1, choice="delivery"),
        line("deliver", 0, good="olive", source="den", to="barrow:54", via="die", delta={"olive": -1}),
    ]


@both_settings("pig.full_stall")
@pytest.mark.parametrize("source", ["die", "roof:1.1", "commodity", "building:5", "helper:13"])
def test_r4_option_a_pig_without_a_space_is_sold_or_lost(word: str, source: str) -> None:
    # A helper whose other effect counts is used even if its pig would be lost (A9).
    rules = {"pig.full_stall": word, "deck.13.effect": "pig 1 + silver 1", "deck.13.condition": ""}
    if source in ("roof:1.1", "commodity") and word == "lost":
        rules["roof_tiles.1.1.effect"] = "pig 1 + silver 1"
    farm: dict[str, Any] = {"pig": 2, "roofs": {"1.1": False}, "commodity": 1, "helpers": [13]}
    if source == "die":
        run = at("die", rules=rules).seat(0, **farm).board(dice=[1] * 5).play(die(1, "pig"))
    elif source == "building:5":
        farm.update(buildings=[5], lasting=[5])
        run = at("income", rules=rules).seat(0, **farm).play(gain("pig" if word == "sold" else "olive"))
    elif source == "helper:13":
        run = at("growth", rules=rules).seat(0, **farm).play(fire)
    elif source == "roof:1.1":
        run = at("roof", rules=rules).seat(0, **farm).play(use_roof("1.1"))
    else:
        run = at("roof", rules=rules).seat(0, **farm).play(*([cash("pig")] if word == "sold" else []))
        assert ("cash:pig" in run.acts(0)) is (word == "sold")
    assert run.player(0)["pig"] == 2
    sales = [line("pig_sold", 0, via=source, delta={"silver": 3})] if word == "sold" else []
    assert run.events("pig_sold") == sales


def test_r4_the_sale_follows_the_line_that_would_have_gained_the_pig() -> None:
    run = dice_left([1] * 5, pig=2).play(die(1, "pig"))
    assert run.told == [
        line("take_die", 0, die=1, pick=1, choice="pig"),
        line("pig_sold", 0, via="die", delta={"silver": 3}),
    ]


def test_r5_a_delivery_in_this_phase_counts_fully() -> None:
    table = dice_left([6] * 5, olive=1, barrows={54: ["olive"]}, buildings=[6], lasting=[6])
    run = table.seat(1, markers=[12]).play(die(6, "delivery"), deliver("olive", "barrow:54"), place(11))
    assert run.only("barrow_done")["delta"] == {"vp": 2 + 1, "commodity": 1}
    built = dice_left([6] * 5, silver=1, rows={1: ["silver"] * 5}).play(
        die(6, "delivery"), deliver("silver", "building:1")
    )
    assert built.only("building_done")["delta"] == {"vp": 1 + 2}
    assert built.only("gain")["delta"] == {"silver": 3}


def test_r5_a_delivery_may_be_passed() -> None:
    run = dice_left([6] * 5, olive=1, barrows={54: []}).play(die(6, "delivery"), done)
    assert run.events("deliver", "pass") == []


def test_example_7_with_the_porter_two_options_of_a_die() -> None:
    farm: dict[str, Any] = {"helpers": ["Porter"], "olive": 1, "barrows": {54: []}, "hand": [5]}
    six = dice_left([6] * 5, **farm).play(die(6, "delivery"), deliver("olive", "barrow:54"), fire)
    assert six.told[-1] == line("helper", 0, card=3, choice="silver", delta={"silver": 2})
    assert six.offers(Decision.DECISION_REVENUE) == [("silver",)]
    farm["olive"] = 0
    two = dice_left([2] * 5, **farm).play(
        die(2, "harvest"), gain("olive"), fire, revenue("play"), play(5, "field")
    )
    assert two.told == [
        line("take_die", 0, die=2, pick=1, choice="harvest", delta={"olive": 1}),
        line("helper", 0, card=3, choice="play"),
        line("play_card", 0, card=5, as_="field", discards=None, via="helper:3"),
    ]
    assert two.offers(Decision.DECISION_REVENUE) == [("play", "draw")]


def test_r2_a_reserved_die_is_only_its_owners() -> None:
    table = at("die").board(dice=[1, 4, 4, 6, 6]).seat(1, reserve=1)
    assert {face for face, _ in table.play().offers(Decision.DECISION_DIE)[0]} == {4, 6}
    table = at("die").board(dice=[1, 1, 4, 6, 6]).seat(1, reserve=1)
    assert {face for face, _ in table.play().offers(Decision.DECISION_DIE)[0]} == {1, 4, 6}


def test_r1_the_reservation_comes_before_the_roll() -> None:
    run = at("roll").seat(1, helpers=["Village Elder"]).play(fire.by(1), reserve(4))
    assert [told["event"] for told in run.told] == ["helper", "reserve", "roll"]
    assert run.told[1] == line("reserve", 1, space=4)
