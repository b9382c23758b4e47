"""Helpers of the revenue phase, and those that fire for upgrades."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import (
    buy,
    cash,
    decline,
    deliver,
    die,
    done,
    fire,
    free_upgrade,
    gain,
    play,
    reserve,
    revenue,
    upgrade,
)  # fmt: skip
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

DICE: dict[str, Any] = {"dice": [1, 2, 3, 4, 5, 6]}
CASES = [
    Case(
        5, "roll", None,
        [line("helper", 0, card=5), line("reserve", 0, space=4)], chosen=[fire, reserve(4)],
    ),
    Case(
        3, "die", "take_die", [line("helper", 0, card=3, choice="silver", delta={"silver": 2})],
        {}, [die(6, "delivery")], [fire, revenue("silver")], board=DICE,
        elsewhere={"die 4": [die(4, "silver")], "die 5": [die(5, "siesta")]},
    ),
    Case(
        6, "die", "take_die",
        [line("helper", 0, card=6, choice="harvest", delta={"vp": -1, "olive": 1})],
        {"vp": 1}, [die(4, "silver")], [fire, revenue("harvest"), gain("olive")], board=DICE,
        stops={"vp 1": {"vp": 0}},
    ),
    Case(
        58, "die", "take_die", [line("helper", 0, card=58, delta={"silver": 2})],
        {}, [die(4, "silver")], [fire], board=DICE, elsewhere={"die 6": [die(6, "silver")]},
    ),
    Case(
        59, "die", "take_die", [line("helper", 0, card=59, delta={"grapes": 1})],
        {}, [die(3, "two_harvest")], [fire, gain("grapes")], board=DICE,
        elsewhere={"die 2": [die(2, "harvest")]},
    ),
    Case(
        60, "die", "take_die", [line("helper", 0, card=60, delta={"silver": 2})],
        {}, [die(1, "pig")], [fire], board=DICE, elsewhere={"die 6": [die(6, "silver")]},
    ),
    Case(
        61, "die", "siesta",
        [line("helper", 0, card=61), line("siesta", 0, steps=1, space=3, via="helper:61")],
        {}, [die(5, "siesta")], [fire], board=DICE, elsewhere={"die 4": [die(4, "silver")]},
    ),
    Case(
        56, "last_die", "take_die", [line("helper", 0, card=56, delta={"silver": 1})],
        {}, [die(4, "silver")], [fire], board={"dice": [4]},
    ),
    Case(
        57, "last_die", "take_die",
        [line("helper", 0, card=57, choice="silver", delta={"silver": 4, "vp": -1})],
        {"vp": 1}, [die(4, "silver")], [fire, revenue("silver")], board={"dice": [4]},
        stops={"vp 1": {"vp": 0}},
    ),
    Case(
        15, "roof", "upgrade", [line("helper", 0, card=15, delta={"vp": 1})],
        {"pig": 1, "olive": 1, "silver": 4}, [upgrade("pig")], [fire],
        elsewhere={"olive": [upgrade("olive")]},
    ),
    Case(
        16, "roof", "upgrade", [line("helper", 0, card=16, delta={"silver": 2})],
        {"grapes": 1, "pig": 1, "silver": 4}, [upgrade("grapes")], [fire],
        elsewhere={"pig": [upgrade("pig")]},
    ),
    Case(
        17, "roof", "upgrade", [line("helper", 0, card=17, delta={"silver": 1})],
        {"grain": 1, "olive": 1, "silver": 4}, [upgrade("grain")],
        elsewhere={"olive": [upgrade("olive")]},
    ),
]  # fmt: skip
HELPERS_TESTED = {case.card for case in CASES}
OF_DICE = [case for case in CASES if case.step == "die"]
OF_UPGRADES = [case for case in CASES if case.step == "roof"]


@of_card(CASES)
def test_a_helper_fires_after_its_event(case: Case) -> None:
    check_fires(case)


@of_card([case for case in CASES if case.asked])
def test_a_helper_may_be_declined(case: Case) -> None:
    check_declined(case)


@of_card([case for case in CASES if case.row.once])
def test_a_helper_fires_once_a_round(case: Case) -> None:
    check_once(case)


@of_card(CASES)
def test_a_helper_does_not_fire_otherwise(case: Case) -> None:
    check_stops(case)


@of_card(OF_DICE)
def test_a_helper_of_dice_does_not_fire_for_the_last_die(case: Case) -> None:
    """Section 9: picks 1 and 2, not the last die."""
    (taken,) = case.answers
    face, choice = taken.option
    run = at("last_die").seat(0, helpers=[case.card], **case.farm).board(dice=[face]).play(die(face, choice))
    assert fires_asked(run) == 0


@of_card(OF_DICE)
def test_a_helper_of_dice_fires_at_the_second_pick_too(case: Case) -> None:
    table = at("die").seat(0, helpers=[case.card], **case.farm).board(**case.board, pick=2)
    run = table.play(*case.answers, *case.chosen)
    assert firings(run, case.card) == [case.told[0]]


def test_last_die_helpers_do_not_fire_for_picks() -> None:
    run = at("die").seat(0, helpers=[56, 57], vp=1).board(**DICE).play(die(4, "silver"))
    assert fires_asked(run) == 0


@pytest.mark.parametrize("card", [58, 6])
def test_a_helper_of_dice_fires_for_its_owner_only(card: int) -> None:
    run = at("die").seat(1, helpers=[card], vp=1).board(**DICE).play(die(4, "silver"))
    assert fires_asked(run) == 0


@pytest.mark.parametrize(("card", "step"), [(3, "die"), (6, "die"), (56, "last_die"), (57, "last_die")])
def test_a_helper_played_with_the_die_does_not_fire_for_it(card: int, step: str) -> None:
    """F2: usable at once, but not for the event in which it was played."""
    table = at(step).seat(0, hand=[card, 9], vp=1).board(dice=[2] if step == "last_die" else [2, 2, 4, 4, 4])
    run = table.play(die(2, "play"), play(card, "helper"))
    assert [helper["card"] for helper in run.player(0)["helpers"]] == [card]
    assert fires_asked(run) == 0


def test_a_helper_played_while_the_dies_revenue_is_open_does_not_fire_for_it() -> None:
    """F2, whatever brought it: a commodity between the two upgrades of a die of 5."""
    table = at("die").seat(0, hand=[61], commodity=1, olive=1).board(**DICE)
    run = table.play(die(5, "upgrades"), cash("play"), play(61, "helper"), free_upgrade("olive"))
    assert [told["event"] for told in run.told] == ["take_die", "cash", "play_card", "upgrade"]
    assert fires_asked(run) == 0


def test_a_helper_played_with_the_die_fires_for_later_events_of_the_turn() -> None:
    table = at("die").seat(0, hand=[17], grain=1, silver=2).board(**DICE)
    run = table.play(die(2, "play"), play(17, "helper"), upgrade("grain"))
    assert firings(run, 17) == [line("helper", 0, card=17, delta={"silver": 1})]


def test_porter_does_two_options_of_a_die_of_2() -> None:
    run = (
        at("die")
        .seat(0, helpers=[3], hand=[9])
        .board(**DICE, pile=[11])
        .play(die(2, "harvest"), gain("grain"), fire, revenue("draw"))
    )
    assert run.told == [
        line("take_die", 0, die=2, pick=1, choice="harvest", delta={"grain": 1}),
        line("helper", 0, card=3, choice="draw"),
        line("draw", 0, cards=[11], via="helper:3"),
    ]
    assert run.offers(Decision.DECISION_REVENUE) == [("play", "draw")]


def test_porter_delivers_with_the_second_option() -> None:
    run = (
        at("die")
        .seat(0, helpers=[3], olive=1, barrows={29: []})
        .board(**DICE)
        .play(die(6, "silver"), fire, revenue("delivery"), deliver("olive", "barrow:29"))
    )
    assert run.events("helper", "deliver") == [
        line("helper", 0, card=3, choice="delivery"),
        line("deliver", 0, good="olive", source="den", to="barrow:29", via="helper:3", delta={"olive": -1}),
    ]


def test_porter_fires_after_the_dies_own_delivery() -> None:
    run = (
        at("die")
        .seat(0, helpers=[3], olive=1, barrows={29: []})
        .board(**DICE)
        .play(die(6, "delivery"), deliver("olive", "barrow:29"), fire, revenue("silver"))
    )
    assert [told["event"] for told in run.told] == ["take_die", "deliver", "helper"]


@pytest.mark.parametrize(
    ("round_number", "choice", "delta"),
    [(1, "pig", {"pig": 1}), (4, "silver", {"silver": 4}), (6, "silver", {"silver": 2})],
)
def test_merchant_does_the_revenue_of_the_round(
    round_number: int, choice: str, delta: dict[str, int]
) -> None:
    table = at("die", round_number=round_number).seat(0, helpers=[6], vp=3).board(**DICE)
    run = table.play(die(4, "silver"), fire, revenue(choice))
    assert firings(run, 6) == [line("helper", 0, card=6, choice=choice, delta={"vp": -1, **delta})]


def test_merchant_fires_no_helper_of_dice() -> None:
    table = at("die", round_number=4).seat(0, helpers=[58, 6], vp=3).board(**DICE)
    run = table.play(die(6, "silver"), fire, revenue("silver"))
    assert [told["card"] for told in run.events("helper")] == [6]
    assert fires_asked(run) == 1


def test_merchant_fires_for_any_number() -> None:
    for face, choice in ((1, "pig"), (2, "harvest"), (3, "two_harvest"), (5, "siesta"), (6, "silver")):
        table = at("die", round_number=4).seat(0, helpers=[6], vp=1).board(**DICE)
        assert len(firings(table.play(die(face, choice), fire), 6)) == 1


def test_dice_player_repeats_with_another_option_and_without_helpers_of_last_dice() -> None:
    table = at("last_die").seat(0, helpers=[57, 56], vp=1).board(dice=[2])
    run = table.play(die(2, "harvest"), gain("olive"), fire, revenue("harvest"), gain("grain"), fire)
    assert run.events("helper") == [
        line("helper", 0, card=57, choice="harvest", delta={"vp": -1, "grain": 1}),
        line("helper", 0, card=56, delta={"silver": 1}),
    ]


def test_hostess_fires_before_any_other_act() -> None:
    """A triggered helper fires directly after its event: who buys first has let it pass."""
    run = (
        at("die").seat(0, helpers=[58], silver=3).board(**DICE).play(die(4, "silver"), decline, buy("olive"))
    )
    assert firings(run, 58) == []
    assert fires_asked(run) == 1


def test_gardener_and_musician_wait_for_the_dies_revenue() -> None:
    run = (
        at("die")
        .seat(0, helpers=[61], olive=1)
        .board(**DICE)
        .play(die(5, "upgrade_siesta"), free_upgrade("olive"), fire)
    )
    assert [told["event"] for told in run.told] == ["take_die", "siesta", "upgrade", "helper", "siesta"]


def test_musician_has_no_step_at_the_top() -> None:
    run = at("die").seat(0, helpers=[61], space=6, olive=1).board(**DICE).play(die(5, "upgrades"), done)
    assert fires_asked(run) == 0


@of_card(OF_UPGRADES)
def test_helpers_of_upgrades_fire_for_free_ones_too(case: Case) -> None:
    (paid,) = case.answers
    good = str(paid.option).partition(":")[2]
    table = at("roof").seat(0, helpers=[case.card], commodity=1, **{**case.farm, "silver": 0})
    run = table.play(cash("upgrades"), free_upgrade(good), *case.chosen)
    assert firings(run, case.card) == [case.told[0]]


@of_card(OF_UPGRADES)
def test_helpers_of_upgrades_fire_once_or_each_time(case: Case) -> None:
    good = str(case.answers[0].option).partition(":")[2]
    goods: dict[str, Any] = {good: 2, "silver": 8}
    answers = [upgrade(good), *case.chosen, upgrade(good)]
    run = at("roof").seat(0, helpers=[case.card], **goods).play(*answers)
    assert len(firings(run, case.card)) == (1 if case.row.once else 2)
    assert used(run, 0, case.card) is case.row.once


def test_vintner_fires_for_grapes_from_a_field() -> None:
    run = at("roof").seat(0, helpers=[16], fields={10: True}, silver=3).play(upgrade("grapes", "field"), fire)
    assert firings(run, 16) == [line("helper", 0, card=16, delta={"silver": 2})]
