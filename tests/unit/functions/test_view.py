"""Views and options: what they tell of a known table, and that they can't be changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.functions.options import Options
from analyzer.functions.things import Barrow, Row
from analyzer.functions.view import View
from cext import core
from cext.types import Decision, Good, Phase, Step
from tests.property.watching import Question, function_setup, shown, watched_table

SETUP = function_setup(2)


def asked(
    change: Callable[[Any], None] = lambda _state: None, script: Sequence[int] = ()
) -> list[tuple[View, Options]]:
    """What seat 0 is shown in its first turn.

    ``change`` is given the state before it, ``script`` answers the turn's first questions.
    """
    found: list[tuple[View, Options]] = []

    def look(_table: core.Table, question: Question) -> None:
        if question.seat == 0:
            found.append(shown(SETUP, question))

    table, _ = watched_table(SETUP, 3, look=look)
    table.stretch()
    found.clear()
    change(table.state)
    table.refresh()
    table.script([-1] * table.decisions + list(script), stop=False)
    table.stretch()
    return found


def rich(state: Any) -> None:
    """Goods, cards and a roof on seat 0's farm."""
    farm = state["seats"][0]
    farm["have"][Good.GOOD_SILVER] = 20
    farm["have"][Good.GOOD_PIG] = 2
    farm["have"][Good.GOOD_COMMODITY] = 1
    farm["have"][Good.GOOD_OLIVE] = 1
    farm["roofs"][0], farm["n_roofs"] = 0, 1


def test_the_first_question_of_a_game() -> None:
    view, options = asked()[0]
    assert (view.seat, view.round, view.rounds, view.phase, view.step) == (0, 1, 6, "farm", "play")
    assert (view.question, view.acts_left, view.players) == ("act", 2, 2)
    assert view.turn_order == (0, 1)
    assert len(view.hand) == view.me.hand_size == 4
    assert view.deck == 58
    assert view.discards == ()
    assert (view.me.silver, view.me.vp, view.me.commodities) == (1, 1, 1)
    assert [farm.seat for farm in view.others] == [1]
    assert [token.donkeys for token in view.me.tokens] == [1, 2, 3, 4]
    assert view.me.used_tokens == ()
    assert view.me.token is None
    assert view.siesta[0] == (1, 0)
    assert len(view.next_openings) == 3
    assert {place.value for place in view.market.values() if place.owner == 0} == {2}
    assert [option.kind for option in options][:2] == ["main", "done"]
    assert [str(option) for option in options][:2] == ["play a card", "be done"]


def test_acts_tell_goods_prices_and_uses() -> None:
    _, options = asked(rich)[0]
    acts = {(option.kind, option.good): (option.source, option.price) for option in options}
    assert acts["sell", "olive"] == ("den", 1)
    assert acts["sell", "pig"] == ("den", 3)
    assert acts["buy", "grapes"] == (None, 4)
    assert acts["upgrade", "pig"] == ("den", 4)
    cash = {option.choice: option.text for option in options if option.kind == "cash"}
    assert cash["silver"] == "cash a commodity for silver"
    assert [(option.roof, option.text) for option in options if option.kind == "use_roof"] == [
        ("1.1", "use roof 1.1 (gain 1 pig)")
    ]


def test_discounts_and_spaces_are_counted() -> None:
    def with_helpers(state: Any) -> None:
        rich(state)
        farm = state["seats"][0]
        number = {card.name: card.number for card in SETUP.rule_set.deck}
        farm["helpers"][:2] = (number["Chef"] - 1, number["Grocer"] - 1)
        farm["n_helpers"] = 2

    me = asked(with_helpers)[0][0].me
    assert [(helper.card.name, helper.used) for helper in me.helpers] == [("Chef", False), ("Grocer", False)]
    assert me.helpers[0].text == "Always: each upgrade costs 1 silver less."
    assert (me.upgrade_price["olive"], me.buy_price["olive"], me.sell_price["olive"]) == (1, 2, 1)
    assert (me.roof_price, me.next_roof_vp, me.extra_price) == (1, 1, 1)
    assert (me.pig_spaces, me.hand_limit, me.extension_cost) == (2, 3, 1)


def test_a_delivery_names_its_target() -> None:
    def about_to_deliver(state: Any) -> None:
        farm = state["seats"][0]
        number = {card.name: card.number for card in SETUP.rule_set.deck}
        farm["barrows"][0], farm["n_barrows"] = number["Farm Servant"] - 1, 1
        farm["have"][Good.GOOD_GRAPES] = 2
        state["board"]["wanted"][number["Farm Servant"] - 1] = 1 << Good.GOOD_GRAPES
        state["board"]["open"] = 0b111111
        state["board"]["n_closed"] = 0
        state["board"]["phase"], state["board"]["step"] = Phase.PHASE_TRANSPORT, Step.STEP_DELIVER
        farm["token"] = 3

    view, options = asked(about_to_deliver, [0])[0]
    assert view.question == "delivery"
    targets = {option.target.name: option for option in options if option.target and option.good == "grapes"}
    barrow, row = targets["Farm Servant"].target, targets["village_store"].target
    assert isinstance(barrow, Barrow)
    assert (barrow.vp, barrow.left, dict(barrow.wants)) == (2, 2, {"grapes": 2})
    assert isinstance(row, Row)
    assert (row.number, row.left, row.vp, row.done, row.open) == (3, 5, 2, False, True)
    assert targets["Farm Servant"].text == "deliver grapes to the barrow Farm Servant"
    assert (targets["Farm Servant"].kind, targets["Farm Servant"].source) == ("delivery", "den")
    assert view.me.token is not None
    assert view.me.token.donkeys == 4


def test_a_token_of_another_seat_is_unseen_until_it_is_shown() -> None:
    def last_to_choose(state: Any) -> None:
        state["board"]["phase"], state["board"]["step"] = Phase.PHASE_TRANSPORT, Step.STEP_TOKEN
        state["board"]["turn"] = 1
        state["board"]["order"][:2] = (1, 0)
        other = state["seats"][1]
        other["token"], other["tokens"] = 2, 0b1001

    view, options = asked(last_to_choose)[0]
    other = view.others[0]
    assert view.question == "token"
    assert [(option.donkeys, option.hats) for option in options] == [(1, 3), (2, 2), (3, 1), (4, 0)]
    assert other.token is None
    assert [token.donkeys for token in other.tokens] == [1, 3, 4]
    assert [token.donkeys for token in other.used_tokens] == [2]


def test_options_are_a_sequence_made_when_looked_at() -> None:
    _, options = asked()[0]
    assert options[-1].index == len(options) - 1
    assert [option.index for option in options[:2]] == [0, 1]
    assert options[0] is options[0]
    assert "play a card" in repr(options)
    with pytest.raises(IndexError):
        options[len(options)]


@pytest.mark.parametrize("name", ["seat", "round", "farms", "anything"])
def test_a_view_can_not_be_changed(name: str) -> None:
    view, options = asked()[0]
    with pytest.raises(AttributeError, match="read-only"):
        setattr(view, name, 3)
    with pytest.raises(AttributeError, match="read-only"):
        delattr(view.me, "seat")
    with pytest.raises(AttributeError):
        options[0].index = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        view.market[11] = view.market[12]  # type: ignore[index]
    with pytest.raises(ValueError, match="read-only"):
        view._game["board"]["round"] = 3


def test_a_view_that_was_kept_stays_as_it_was() -> None:
    """A function may keep views; the game goes on without changing them."""
    views: list[View] = []

    def look(_table: core.Table, question: Question) -> None:
        views.append(shown(SETUP, question)[0])

    table, _ = watched_table(SETUP, 3, look=look)
    table.stretch()
    table.stretch()
    first = views[0]
    table.play()
    assert (first.round, first.deck, first.me.silver) == (1, 58, 1)


def test_noise_needs_a_whole_number_from_1_on() -> None:
    view, _ = asked()[0]
    assert view.noise(1) == 0
    with pytest.raises(ValueError, match="noise"):
        view.noise(0)


def test_numbers_of_the_rules_by_their_path() -> None:
    view, _ = asked()[0]
    assert view.number("prices.sell.pig") == 3
    assert view.number("siesta.vp.6") == 3
    with pytest.raises(KeyError):
        view.number("prices.sell.cow")


def test_neighbours_are_those_of_the_rules_and_closed_hexes_none() -> None:
    view, _ = asked()[0]
    market = SETUP.rules["market"]
    assert set(view.market) == {bit for bit in range(64) if int(market["open"]) >> bit & 1}
    for number, place in view.market.items():
        beside = int(market["neighbours"][number])
        assert place.neighbours == tuple(bit for bit in range(64) if beside >> bit & 1)


def test_the_core_refuses_bots_whose_function_is_missing() -> None:
    with pytest.raises(ValueError, match="bot 0 is a Python function, which was not given"):
        core.play_blocks(SETUP.rules, SETUP.bots, np.zeros((1, 2), np.int8), 3, 0, 1)
    with pytest.raises(ValueError, match="bot 0"):
        core.Table(SETUP.rules, SETUP.bots, (0, 0), 3, 0)


def test_blocks_of_a_function_that_fails_are_not_recorded() -> None:
    rows = np.zeros(8, core.ROW_DTYPES["blocks"])

    def ask(_seen: bytes, _seat: int, kind: int, options: list[int], moment: tuple[Any, ...]) -> int:
        if moment[0] == 5 and kind == Decision.DECISION_CARD:
            return len(options)
        return 0

    with pytest.raises(IndexError, match="option"):
        core.play_blocks(SETUP.rules, SETUP.bots, np.zeros((1, 2), np.int8), 3, 0, 8, {"blocks": rows}, [ask])
    assert rows["block"].tolist() == [0, 1, 2, 3, 4, 0, 0, 0]
