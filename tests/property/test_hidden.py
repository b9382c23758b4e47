"""A bot never sees what its seat can't know: with everything hidden dealt anew it chooses the same.

A decision is compared as long as the log so far is the same in both games: from then on the
seat has seen something else (a card drawn, a die rolled).
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given

from cext import core
from cext.types import Policy, Step
from tests.property.examples import examples
from tests.property.hidden import redeal
from tests.property.recount import bits, faults
from tests.property.setups import BLOCKS, SEEDS, Setup, bot, setup_of, setups

INFORMED = (Policy.POLICY_NOVICE, Policy.POLICY_BALANCED)
"""Policies that choose by what they see; `random` chooses by luck alone."""


def copy_of(state: np.ndarray) -> np.ndarray:
    """A writable copy, the bytes between the fields too."""
    return np.frombuffer(bytearray(state.tobytes()), core.GAME_DTYPE).reshape(())


class Weighed(NamedTuple):
    """A decision: what the log had told until then, the question, its options and scores, the choice."""

    told: bytes
    seat: int
    kind: int
    options: list[int]
    scores: list[int]
    chosen: int


def decisions(setup: Setup, start: np.ndarray, seed: int) -> list[Weighed]:
    """The decisions of the stretch that begins here."""
    table = setup.table(seed)
    told_before = len(table.words)
    table.state[...] = start
    table.refresh()
    table.explain()
    table.stretch()
    words = table.words
    return [Weighed(words[told_before : row[0]].tobytes(), *row[1:]) for row in table.why]


def comparable(start: np.ndarray, seat: int, found: list[Weighed]) -> list[Weighed]:
    """The seat's own decisions; in the draft the first one, since the log tells the picks at its end."""
    own = [decision for decision in found if decision.seat == seat]
    return own[:1] if start["board"]["step"] == Step.STEP_DRAFT else own


def same_as_far_as_seen(setup: Setup, start: np.ndarray, seat: int, seed: int, rng: random.Random) -> int:
    """How many decisions of the seat were compared; fails if one differs."""
    dealt_anew = copy_of(start)
    redeal(setup, dealt_anew, seat, rng)
    one = comparable(start, seat, decisions(setup, start, seed))
    other = comparable(dealt_anew, seat, decisions(setup, dealt_anew, seed))
    for count, (mine, now) in enumerate(zip(one, other, strict=False)):
        if mine.told != now.told:
            return count
        assert mine == now, f"seat {seat}, round {start['board']['round']}, step {start['board']['step']}"
    return min(len(one), len(other))


@given(setups(INFORMED), SEEDS, BLOCKS)
@examples(12)
def test_a_new_deal_of_the_hidden_changes_no_choice(setup: Setup, seed: int, block: int) -> None:
    assert compared_in_a_game(setup, seed, block) > 0 or setup.rule_set.number("rounds") == 1


@pytest.mark.parametrize("players", [1, 2, 4])
def test_search_plays_on_games_dealt_anew(players: int) -> None:
    """Its playouts start from what its seat sees: the same playouts whatever is hidden."""
    line_up = np.concatenate([bot(Policy.POLICY_SEARCH), bot(Policy.POLICY_BALANCED)])
    setup = setup_of(players, {"rounds": 3}, line_up, [0, 1, 1, 1][:players])
    assert compared_in_a_game(setup, 5, 2) > 40


def compared_in_a_game(setup: Setup, seed: int, block: int) -> int:
    """How many decisions of a game were compared; fails if one differs."""
    rng = random.Random(seed)
    table = setup.table(seed, block)
    compared = 0
    while table.state["board"]["step"] != Step.STEP_OVER:
        start = copy_of(table.state)
        board = start["board"]
        common = board["step"] in (
            Step.STEP_DRAFT,
            Step.STEP_ROLL,
            Step.STEP_ORDER,
            Step.STEP_SCORE,
            Step.STEP_END,
        )
        turn = int(board["order"][board["turn"]])
        if board["step"] == Step.STEP_ROOF and board["round"] == 1:
            turn = int(board["order"][setup.players - 1 - board["turn"]])
        for seat in range(setup.players) if common else (turn,):
            compared += same_as_far_as_seen(setup, start, seat, seed, rng)
        table.stretch()
    return compared


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_new_deal_is_sound_and_leaves_what_is_seen(players: int) -> None:
    setup = setup_of(players, bots=bot(Policy.POLICY_BALANCED))
    table = setup.table(4)
    rng = random.Random(4)
    changed = set()
    while table.state["board"]["step"] != Step.STEP_OVER:
        for seat in range(players):
            anew = copy_of(table.state)
            redeal(setup, anew, seat, rng)
            assert faults(setup, anew) == []
            kept = anew["seats"][seat].tobytes() == table.state["seats"][seat].tobytes()
            assert kept
            assert bits(anew["board"]["discards"]) == bits(table.state["board"]["discards"])
            assert anew["board"]["face_up"].tolist() == table.state["board"]["face_up"].tolist()
            for part in ("pile", "roof_draw", "luck"):
                if anew["board"][part].tobytes() != table.state["board"][part].tobytes():
                    changed.add(part)
            if (anew["seats"]["hand"] != table.state["seats"]["hand"]).any():
                changed.add("hands")
            if (anew["seats"]["token"] != table.state["seats"]["token"]).any():
                changed.add("tokens")
        table.stretch()
    hidden = {"luck", "roof_draw"} | ({"pile", "hands", "tokens"} if players > 1 else set())
    assert changed == hidden


def test_a_bot_that_sees_hidden_things_would_be_noticed() -> None:
    """`random` chooses by its noise, which hangs on the luck dealt anew: the comparison must fail for it."""
    setup = setup_of(4, bots=bot(Policy.POLICY_RANDOM))
    table = setup.table(6)
    rng = random.Random(6)
    table.stretch()
    noticed = 0
    for _ in range(20):
        seat = int(table.state["board"]["order"][table.state["board"]["turn"]])
        try:
            same_as_far_as_seen(setup, copy_of(table.state), seat, 6, rng)
        except AssertionError:
            noticed += 1
        table.stretch()
    assert noticed > 5
