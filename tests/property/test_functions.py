"""Python functions as bots: what they are shown holds nothing hidden, and they can't break the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.functions.options import Options
from analyzer.functions.view import View
from analyzer.trace.snapshot import snapshots
from cext import core
from cext.types import Decision, Good, Policy, Step
from tests.property.examples import examples
from tests.property.hidden import redeal
from tests.property.setups import BLOCKS, SEEDS, Setup, bot, setups
from tests.property.test_hidden import copy_of
from tests.property.watching import Question, function_setup, shown, stretch_questions, watched_table

LARGE = 1 << 16
"""A set of cards that is a smaller number may be some other number by chance."""
PYTHON = (Policy.POLICY_PYTHON,)


def comparable(start: np.ndarray, seat: int, found: list[Question]) -> list[Question]:
    """The seat's own questions; in the draft the first one, since the log tells the picks at its end."""
    own = [question for question in found if question.seat == seat]
    return own[:1] if start["board"]["step"] == Step.STEP_DRAFT else own


def compared_as_far_as_seen(setup: Setup, start: np.ndarray, seat: int, seed: int, rng: random.Random) -> int:
    """How many questions of the seat were compared; fails if what it is told differs."""
    dealt_anew = copy_of(start)
    redeal(setup, dealt_anew, seat, rng)
    one = comparable(start, seat, list(stretch_questions(setup, start, seed)))
    other = comparable(dealt_anew, seat, list(stretch_questions(setup, dealt_anew, seed)))
    for count, (mine, now) in enumerate(zip(one, other, strict=False)):
        if mine.told != now.told:
            return count
        assert mine[:-1] == now[:-1], f"seat {seat}, round {start['board']['round']}"
        assert mine.noise != now.noise  # it hangs on the luck, which was dealt anew too
    return min(len(one), len(other))


def seats_of(setup: Setup, start: np.ndarray) -> Iterable[int]:
    """Who may be asked something in the stretch that begins here, others' helpers aside."""
    board = start["board"]
    if board["step"] in (Step.STEP_DRAFT, Step.STEP_ROLL, Step.STEP_ORDER, Step.STEP_SCORE, Step.STEP_END):
        return range(setup.players)
    backwards = board["step"] == Step.STEP_ROOF and board["round"] == 1
    return (int(board["order"][setup.players - 1 - board["turn"] if backwards else board["turn"]]),)


@given(setups(PYTHON), SEEDS, BLOCKS)
@examples(8)
def test_a_new_deal_of_the_hidden_changes_nothing_that_is_shown(setup: Setup, seed: int, block: int) -> None:
    rng = random.Random(seed)
    table, _ = watched_table(setup, seed, block)
    compared = 0
    while table.state["board"]["step"] != Step.STEP_OVER:
        start = copy_of(table.state)
        for seat in seats_of(setup, start):
            compared += compared_as_far_as_seen(setup, start, seat, seed, rng)
        table.stretch()
    assert compared > 0


def leaves(thing: Any, seen: set[int]) -> Iterator[Any]:
    """Everything plain that can be reached from an object by any of its attributes, private ones too."""
    if isinstance(thing, str | bytes | int | float | np.generic | None):
        yield thing.tobytes() if isinstance(thing, np.void) else thing
        return
    if id(thing) in seen or isinstance(thing, type):
        return
    seen.add(id(thing))
    parts: list[Any] = [*getattr(thing, "__dict__", {}).values()]
    parts += [
        getattr(thing, slot, None) for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())
    ]
    if isinstance(thing, Mapping):
        parts += [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | Options | frozenset):
        parts += list(thing)
    if callable(thing):
        parts += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    assert not isinstance(thing, core.Table)
    for part in parts:
        yield from leaves(part, seen)


def looked_at(view: View, options: Options) -> None:
    """Looks at everything that can be looked at, so that all of it is there."""
    things: list[Any] = [view, *view.farms, *view.market.values(), *view.buildings.values(), *options]
    for thing in things:
        for name in dir(type(thing)):
            if not name.startswith("_"):
                getattr(thing, name)


@pytest.mark.parametrize("players", [1, 4])
def test_poking_finds_only_what_was_handed_over(players: int) -> None:
    """No number of the game's luck, no pile and no other hand can be reached from a view or its options."""
    setup = function_setup(players)
    poked = 0

    def look(table: core.Table, question: Question) -> None:
        nonlocal poked
        view, options = shown(setup, question)
        looked_at(view, options)
        board, seats = table.state["board"], table.state["seats"]
        hidden = {int(board["luck"]), *(int(half) for half in board["pile"] if half)}
        hidden |= {
            int(half)
            for seat in range(players)
            if seat != question.seat
            for half in seats[seat]["hand"]
            if half
        }
        hidden = {number for number in hidden if number > LARGE}
        found = list(leaves((view, options), set()))
        assert not [leaf for leaf in found if isinstance(leaf, int | np.integer) and int(leaf) in hidden]
        inside = [leaf for leaf in found if isinstance(leaf, bytes)]
        assert len(inside) > 2
        assert all(leaf in question.seen or leaf == question.noise for leaf in inside)
        poked += 1

    table, _ = watched_table(setup, 5, look=look)
    for _ in range(14):
        table.stretch()
    assert poked > 10


@given(setups(PYTHON), SEEDS, BLOCKS)
@examples(6)
def test_views_tell_what_the_event_log_tells(setup: Setup, seed: int, block: int) -> None:
    """Against the converter of the log's snapshots, which reads the whole state."""
    snapshot = snapshots(setup.rules)
    lengths = setup.rules["v"]["row_length"].tolist()

    def look(table: core.Table, question: Question) -> None:
        if question.kind not in (Decision.DECISION_TOKEN, Decision.DECISION_DRAFT):
            view, _ = shown(setup, question)
            state = snapshot(np.frombuffer(table.state.tobytes(), np.int32))
            assert told_by(view) == told_by_log(state, view, lengths)

    table, watcher = watched_table(setup, seed, block, look)
    table.play()
    assert len(watcher.questions) > 20


def told_by(view: View) -> dict[str, Any]:
    farms = [
        {
            "goods": dict(farm.goods),
            "fields": [(field.card.number, field.full) for field in farm.fields],
            "barrows": [(barrow.card.number, barrow.left) for barrow in farm.barrows],
            "helpers": [(helper.card.number, helper.used) for helper in farm.helpers],
            "extensions": [card.number for card in farm.extensions],
            "roofs": [(roof.id, roof.used) for roof in farm.roofs],
            "tokens": [token.donkeys for token in farm.tokens],
            "rows": [row.left for row in farm.rows.values()],
            "buildings": [row.number for row in farm.rows.values() if row.done],
            "siesta": farm.space,
            "hand": farm.hand_size,
        }
        for farm in view.farms
    ]
    return {
        "farms": farms,
        "hand": [card.number for card in view.hand],
        "market": {place.number: place.owner for place in view.market.values() if place.owner is not None},
        "siesta": [list(space) for space in view.siesta],
        "roofs": [roof.id for roof in view.roofs],
        "closed": [view.buildings[name].number for name in view.next_openings],
        "order": list(view.turn_order),
        "deck": view.deck,
        "discards": len(view.discards),
    }


def told_by_log(state: dict[str, Any], view: View, lengths: list[int]) -> dict[str, Any]:
    """``lengths``: of the buildings' rows."""
    goods = [good for good in state["players"][0] if isinstance(state["players"][0][good], int)]
    farms = [
        {
            "goods": {good: farm[good] for good in goods if good != "siesta" and farm[good] > 0},
            "fields": [(field["card"], field["full"]) for field in farm["fields"]],
            "barrows": [
                (barrow["card"], len(view.cards[barrow["card"]].barrow_goods) - len(barrow["goods"]))
                for barrow in farm["barrows"]
            ],
            "helpers": [(helper["card"], helper["used"]) for helper in farm["helpers"]],
            "extensions": farm["extensions"],
            "roofs": [(roof["roof"], roof["used"]) for roof in farm["roofs"]],
            "tokens": farm["tokens"],
            "rows": [
                length - len(delivered)
                for length, delivered in zip(lengths, farm["rows"].values(), strict=True)
            ],
            "buildings": farm["buildings"],
            "siesta": farm["siesta"],
            "hand": len(farm["hand"]),
        }
        for farm in state["players"]
    ]
    return {
        "farms": farms,
        "hand": state["players"][view.seat]["hand"],
        "market": {int(place): owner for place, owner in state["market"].items()},
        "siesta": state["siesta_stacks"],
        "roofs": state["face_up_roofs"],
        "closed": state["closed"],
        "order": state["turn_order"],
        "deck": state["deck"],
        "discards": state["discards"],
    }


@given(setups(PYTHON), SEEDS, BLOCKS)
@examples(12)
def test_the_referee_follows_games_of_functions(setup: Setup, seed: int, block: int) -> None:
    table, _ = watched_table(setup, seed, block)
    table.play()
    assert setup.problems(table) == []
    assert table.state["board"]["step"] == Step.STEP_OVER


def test_every_option_of_every_kind_of_question_has_words_and_can_be_looked_at() -> None:
    kinds: set[int] = set()

    def look(_table: core.Table, question: Question) -> None:
        view, options = shown(setup, question)
        assert view.question in repr(view)
        assert [option.index for option in options] == list(range(len(question.options)))
        texts = [option.text for option in options]
        assert all(texts)
        assert len({(option.text, option.source, option.card) for option in options}) == len(texts), texts
        kinds.add(question.kind)

    setup = function_setup(3, {"setup.draft": "pass", "roof_tiles.4.4.phases": "any"})
    for seed in range(30):
        table, _ = watched_table(setup, seed, look=look)
        table.stretch()
        # Rare: a choice among used roofs to turn up, and among goods to pay a helper with.
        payer = next(card.number for card in setup.rule_set.deck if card.cost and card.cost[0] == "harvest")
        for farm in table.state["seats"][:3]:
            farm["roofs"][:3], farm["n_roofs"], farm["roofs_used"] = (0, 4, 15), 3, 0b011
        farm["helpers"][0], farm["n_helpers"] = payer - 1, 1
        farm["have"][Good.GOOD_OLIVE : Good.GOOD_PIG] = 5
        table.refresh()
        table.play()
    assert kinds == {kind for kind in Decision if kind.name.startswith("DECISION_")}


@given(SEEDS, st.integers(1, 30))
@examples(20)
def test_noise_is_the_seats_own_and_plays_again(seed: int, n: int) -> None:
    setup = function_setup(2)
    drawn = []
    for _ in range(2):
        table, watcher = watched_table(setup, seed)
        table.play()
        views = [shown(setup, question)[0] for question in watcher.questions]
        drawn.append([(view.noise(n), view.noise(10**9)) for view in views])
    assert drawn[0] == drawn[1]
    assert all(0 <= small < n for small, _ in drawn[0])
    assert len({large for _, large in drawn[0]}) > 0.9 * len(drawn[0])


def test_other_seats_keep_their_luck_beside_a_function() -> None:
    """A function in seat 0 that answers as `first` does plays the games of `first`."""
    setup = function_setup(4)
    both = np.concatenate([bot(Policy.POLICY_RANDOM), bot(Policy.POLICY_FIRST), setup.bots])
    rows = {}
    for index in (1, 2):
        blocks = np.zeros(20, core.ROW_DTYPES["blocks"])
        seating = np.array([[index, 0, 0, 0]], np.int8)
        first = [None, None, lambda *_question: 0]
        core.play_blocks(setup.rules, both, seating, 3, 0, 20, {"blocks": blocks}, first)
        rows[index] = blocks["hash"].tolist()
    assert rows[1] == rows[2]
