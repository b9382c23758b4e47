"""The recount itself: it notices whatever is wrong in a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cext.types import Policy
from tests.property.recount import bits, faults
from tests.property.setups import Setup, bot, setup_of

Change = Callable[[Any, Any], None]


def add(struct: Any, name: str, change: int, place: int | None = None) -> None:
    """Adds to a number, or to one of an array."""
    if place is None:
        struct[name] += change
    else:
        struct[name][place] += change


def flip(struct: Any, name: str, mask: int, place: int | None = None) -> None:
    """Turns bits over."""
    if place is None:
        struct[name] ^= struct[name].dtype.type(mask)
    else:
        struct[name][place] ^= struct[name].dtype.type(mask)


def lose_a_card(board: Any, _: Any) -> None:
    flip(board, "pile", 1 << bits(board["pile"])[0] % 64, bits(board["pile"])[0] // 64)
    board["n_pile"] -= np.uint8(1)


def lay_a_card_twice(board: Any, farm: Any) -> None:
    card = bits(board["pile"])[0]
    flip(farm, "fields", 1 << card % 64, card // 64)
    add(farm, "n_fields", 1)


def buy_and_sell(_: Any, farm: Any) -> None:
    farm["bought"] = farm["sold"] = 8


CHANGES: dict[str, Change] = {
    "a card lost": lose_a_card,
    "a card twice": lay_a_card_twice,
    "hand count": lambda _, farm: add(farm, "n_hand", 1),
    "discard count": lambda board, _: add(board, "n_discards", 1),
    "den": lambda _, farm: flip(farm, "den", 4),
    "negative": lambda _, farm: add(farm, "have", -99, 5),
    "vp": lambda _, farm: add(farm, "have", 1, 1),
    "vp source": lambda _, farm: add(farm, "vp_by", 1, 4),
    "full kinds": lambda _, farm: flip(farm, "full_kinds", 2),
    "modifiers": lambda _, farm: add(farm, "modifiers", 1, 2),
    "prices": lambda _, farm: flip(farm, "prices", 1),
    "triggers": lambda _, farm: flip(farm, "triggers", 1 << 9),
    "need": lambda _, farm: flip(farm, "need", 1),
    "row": lambda _, farm: add(farm, "row_left", 1, 0),
    "row kinds": lambda _, farm: flip(farm, "row_kinds", 2, 3),
    "a building done": lambda _, farm: flip(farm, "done", 4),
    "icons": lambda _, farm: add(farm, "icons", 1, 0),
    "a marker": lambda _, farm: flip(farm, "markers", 1 << 29),
    "occupied": lambda board, _: flip(board, "occupied", 1 << 29),
    "turn order": lambda board, _: add(board, "order", 1, 0),
    "dice": lambda board, _: add(board, "dice", 1, 3),
    "open buildings": lambda board, _: flip(board, "open", 1),
    "finishers": lambda board, _: add(board, "finishers", 1, 0),
    "the track": lambda _, farm: add(farm, "space", 90),
    "used roofs": lambda _, farm: flip(farm, "roofs_used", 32),
    "tokens": lambda _, farm: flip(farm, "tokens", 1 << 5),
    "bought and sold": buy_and_sell,
}


@pytest.fixture(scope="module")
def setup() -> Setup:
    return setup_of(4, bots=bot(Policy.POLICY_BALANCED))


@pytest.fixture
def state(setup: Setup) -> np.ndarray:
    table = setup.table(1)
    for _ in range(120):
        table.stretch()
    return table.state.copy()


def test_a_sound_state_has_no_faults(setup: Setup, state: np.ndarray) -> None:
    assert faults(setup, state) == []


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_noticed(setup: Setup, state: np.ndarray, name: str) -> None:
    CHANGES[name](state["board"], state["seats"][2])
    assert faults(setup, state) != []
