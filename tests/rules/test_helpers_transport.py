"""Helpers of the transport phase: tokens, barrows, buildings, markers removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.answers import cash, decline, deliver, done, fire, place
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
from tests.rules.rulesets import Rules
from tests.rules.table import Table, at

BARROW: dict[str, Any] = {"token": 0, "olive": 1, "barrows": {36: ["grain", "food"], 54: []}}
"""Card 36 (value 4) lacks an olive, card 54 both."""
FULL, PART = deliver("olive", "barrow:36"), deliver("olive", "barrow:54")
BUILDING: dict[str, Any] = {"token": 0, "pig": 1, "silver": 1, "rows": {6: ["pig", "pig"]}}
BUTCHER, STORE = deliver("pig", "building:6"), deliver("pig", "building:3")
ONE_BELOW: dict[str, Any] = {"markers": [6]}
"""Beside hex 5 (value 4); hex 11 too."""
CASES = [
    Case(
        9, "order", "token", [line("helper", 0, card=9)],
        {"token": 1}, chosen=[fire], opponent={"token": 0}, stops={"donkeys <= 2": {"token": 2}},
    ),
    Case(
        10, "order", "token",
        [line("helper", 0, card=10), line("siesta", 0, steps=1, space=1, via="helper:10")],
        {"token": 3}, chosen=[fire], opponent={"token": 0}, stops={"the top of the track": {"space": 6}},
    ),
    Case(
        50, "order", "token",
        [line("helper", 0, card=50), line("siesta", 0, steps=1, space=1, via="helper:50")],
        {"token": 2}, chosen=[fire], opponent={"token": 0}, stops={"donkeys >= 3": {"token": 1}},
    ),
    Case(
        22, "deliver", "marker", [line("helper", 0, card=22, delta={"silver": 2})],
        BARROW, [FULL], elsewhere={"not full": [PART]},
    ),
    Case(
        25, "deliver", "marker", [line("helper", 0, card=25, delta={"vp": 1})],
        BARROW, [FULL], [fire], elsewhere={"not full": [PART]},
    ),
    Case(
        45, "deliver", "marker", [line("helper", 0, card=45, delta={"commodity": 1})],
        BARROW, [FULL], [fire], elsewhere={"not full": [PART]},
    ),
    Case(
        26, "deliver", "marker", [line("helper", 0, card=26, delta={"silver": 1})],
        BARROW, [FULL, place(5)], opponent=ONE_BELOW, elsewhere={"nobody there": [FULL, place(17)]},
    ),
    Case(
        27, "deliver", "marker", [line("helper", 0, card=27, delta={"vp": 1})],
        BARROW, [FULL, place(5)], [fire], opponent=ONE_BELOW,
        elsewhere={"nobody there": [FULL, place(17)]},
    ),
    Case(
        2, "deliver", "marker", [line("helper", 1, card=2, delta={"vp": 1})],
        BARROW, [FULL, place(5)], owner=1, opponent=ONE_BELOW,
        elsewhere={"not beside it": [FULL, place(17)]},
    ),
    Case(
        33, "deliver", "marker", [line("helper", 1, card=33, delta={"commodity": 1})],
        BARROW, [FULL, place(5)], [fire], owner=1, opponent=ONE_BELOW,
        elsewhere={"not beside it": [FULL, place(17)]},
    ),
    Case(
        28, "deliver", "gain", [line("helper", 0, card=28, delta={"vp": 1})],
        BUILDING, [BUTCHER], elsewhere={"not complete": [STORE]},
    ),
    Case(
        29, "deliver", "gain",
        [line("helper", 0, card=29, delta={"silver": 2}), line("draw", 0, cards=[9], via="helper:29")],
        BUILDING, [BUTCHER], board={"pile": [9]}, elsewhere={"not complete": [STORE]},
    ),
    Case(
        30, "deliver", "gain",
        [line("helper", 0, card=30), line("siesta", 0, steps=1, space=1, via="helper:30")],
        BUILDING, [BUTCHER], elsewhere={"not complete": [STORE]},
    ),
]  # fmt: skip
HELPERS_TESTED = {case.card for case in CASES}
OF_ALL_MARKERS = [case for case in CASES if case.row.trigger in ("removal", "removed")]
OF_BARROWS = [case for case in CASES if case.row.trigger == "barrow"]


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


def duel(case: Case, *, own: Sequence[int] = (), theirs: Sequence[int], rules: Rules | None = None) -> Table:
    """Seat 0 is about to fill a barrow; the helper's owner has it; markers of both."""
    helpers = {case.owner: [case.card]}
    table = at("deliver", rules=rules).seat(0, helpers=helpers.get(0, []), markers=own, **BARROW)
    return table.seat(1, helpers=helpers.get(1, []), markers=theirs)


@of_card(OF_ALL_MARKERS)
def test_helpers_of_markers_fire_for_each_of_them(case: Case) -> None:
    """Once a marker; with 1x for the first of them only."""
    run = duel(case, theirs=[6, 11]).play(*case.answers, *case.chosen)
    assert len(run.only("marker")["removed"]) == 2
    assert firings(run, case.card) == [case.told[0]] * (1 if case.row.once else 2)


@pytest.mark.parametrize("scores", ["yes", "no"])
@of_card(OF_ALL_MARKERS)
def test_helpers_of_markers_fire_for_a_displaced_one(case: Case, scores: str) -> None:
    """B4: helpers see it as removed, whether it scores or not."""
    table = duel(case, own=[17, 19, 26], theirs=[5], rules={"market.displaced_scores": scores})
    run = table.play(FULL, place(5), *case.chosen)
    assert run.only("marker")["displaced"] == 1
    assert firings(run, case.card) == [case.told[0]]


@of_card([case for case in OF_ALL_MARKERS if case.owner])
def test_helpers_of_lost_markers_see_the_neutral_colour(case: Case) -> None:
    """O5: as an opponent. Card 6 (value 4) takes it to hex 5, where it removes most markers."""
    table = at("token", players=1).seat(0, helpers=[case.card], markers=[6, 11])
    run = table.board(pile=[6], solo_second=True).play(*case.chosen)
    assert run.only("marker")["hex"] == 5
    mine = [{**told, "player": 0} for told in case.told]
    assert firings(run, case.card) == mine * (1 if case.row.once else 2)


@of_card([case for case in OF_ALL_MARKERS if not case.owner])
def test_helpers_of_removals_see_the_neutral_colour(case: Case) -> None:
    table = at("deliver", players=1).seat(0, helpers=[case.card], **case.farm).seat(1, markers=[6])
    run = table.play(*case.answers, *case.chosen)
    assert firings(run, case.card) == [case.told[0]]


@of_card(OF_BARROWS)
def test_helpers_of_barrows_fire_for_each_of_them(case: Case) -> None:
    table = at("deliver").seat(0, helpers=[case.card], token=1, olive=2, barrows={36: ["grain", "food"]})
    table.seat(0, barrows={54: ["olive"]})
    run = table.play(FULL, *case.chosen, PART)
    assert len(run.events("barrow_done")) == 2
    assert len(firings(run, case.card)) == (1 if case.row.once else 2)
    assert used(run, 0, case.card) is case.row.once


@pytest.mark.parametrize("word", ["yes", "no"])
def test_muleteer_and_farrier_read_the_printed_donkeys(word: str) -> None:
    """The Wainwright's donkey isn't printed."""
    lasting = [2] if word == "yes" else []
    for card, token, fires in ((9, 1, 1), (50, 1, 0)):
        table = at("order").seat(0, helpers=[card], token=token, buildings=[2], lasting=lasting)
        run = table.seat(1, token=0).play(*[fire] * fires)
        assert len(firings(run, card)) == fires


def test_muleteer_gives_one_more_delivery_in_t4() -> None:
    for answer, made in ((fire, 3), (decline, 2)):
        table = at("order").seat(0, helpers=[9], token=1, olive=4, barrows={54: [], 29: []})
        table.seat(1, token=3).play(answer)
        both = [deliver("olive", "barrow:54"), deliver("olive", "barrow:29")]
        run = table.play(*both, *([deliver("olive", "barrow:29")] if made == 3 else []))
        assert len(run.events("deliver")) == made
        assert "main" not in run.acts(-1)


def test_muleteer_gives_nothing_in_the_next_round() -> None:
    table = at("order").seat(0, helpers=[9], token=1).seat(1, token=3)
    table.play(fire)
    assert table.state["seats"]["bonus"][:2].tolist() == [1, 0]
    table.move("score").play()
    assert table.state["seats"]["bonus"][:2].tolist() == [0, 0]


def test_hammock_weaver_moves_before_t2() -> None:
    table = at("order").seat(0, helpers=[10], token=3).seat(1, token=3)
    run = table.play(fire)
    assert [told.get("via") for told in run.events("siesta")] == ["helper:10", "donkey", "donkey"]
    assert run.only("turn_order")["order"] == [0, 1]


def test_donkeys_helpers_act_in_turn_order_when_all_are_shown() -> None:
    table = at("order").seat(0, helpers=[10], token=3).seat(1, helpers=[9], token=0).board(order=[1, 0])
    run = table.play(fire.by(1), fire.by(0))
    assert [told["event"] for told in run.told[:4]] == ["token", "token", "helper", "helper"]
    assert [told["player"] for told in run.events("helper")] == [1, 0]


def test_own_helpers_fire_before_those_of_others() -> None:
    table = at("deliver").seat(0, helpers=[26, 22], **BARROW).seat(1, helpers=[2, 33], **ONE_BELOW)
    run = table.play(FULL, place(5), fire.by(1))
    assert [(told["player"], told["card"]) for told in run.events("helper")] == [
        (0, 26), (0, 22), (1, 2), (1, 33),
    ]  # fmt: skip


def test_mason_fires_for_each_building() -> None:
    table = at("deliver").seat(0, helpers=[28], token=1, pig=1, commodity=1, rows={6: ["pig"] * 2})
    run = table.seat(0, rows={4: ["commodity"] * 2}).play(BUTCHER, deliver("commodity", "building:4"))
    assert len(firings(run, 28)) == 2


def test_architect_draws_nothing_from_empty_piles() -> None:
    run = at("deliver").seat(0, helpers=[29], **BUILDING).board(pile=[]).play(BUTCHER)
    assert firings(run, 29) == [line("helper", 0, card=29, delta={"silver": 2})]
    assert run.events("draw") == []


def test_crate_makers_commodity_can_be_cashed_in_the_same_turn() -> None:
    run = at("deliver").seat(0, helpers=[45], **BARROW).play(FULL, fire, cash("silver"), cash("silver"), done)
    assert run.player(0)["silver"] == 8
    assert fires_asked(run) == 1
