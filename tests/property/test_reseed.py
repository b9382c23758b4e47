"""Single purposes of chance can be drawn anew: all else stays as it was."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cext import core
from cext.types import Luck, Policy
from tests.property.examples import examples
from tests.property.setups import SEEDS, Setup, bot, setup_of, setups

BLOCKS = 6
ALL = sum(1 << purpose for purpose in Luck)


def tables(setup: Setup, seed: int, reseed: tuple[int, int] | None = None) -> dict[str, np.ndarray]:
    """Rows of some games, without the blocks' hashes (which tell the seed)."""
    room = {
        name: np.zeros(BLOCKS * 400, dtype) for name, dtype in core.ROW_DTYPES.items() if name != "blocks"
    }
    seating = np.zeros((1, setup.players), np.int8)
    seating[0] = setup.seats
    _, rows, _ = core.play_blocks(setup.rules, setup.bots, seating, seed, 0, BLOCKS, room, reseed=reseed)
    return {name: room[name][:count] for name, count in rows.items()}


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


@given(setups(), SEEDS, SEEDS)
@examples(25)
def test_all_purposes_of_another_seed_are_its_games(setup: Setup, seed: int, other: int) -> None:
    assert same(tables(setup, seed, (ALL, other)), tables(setup, other))


@given(setups(), SEEDS, SEEDS)
@examples(10)
def test_no_purpose_changes_nothing(setup: Setup, seed: int, other: int) -> None:
    assert same(tables(setup, seed, (0, other)), tables(setup, seed))


@given(setups(), SEEDS, st.sampled_from(list(Luck)))
@examples(25)
def test_the_same_seed_changes_nothing(setup: Setup, seed: int, purpose: Luck) -> None:
    assert same(tables(setup, seed, (1 << purpose, seed)), tables(setup, seed))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("purpose", list(Luck))
def test_hands_are_dealt_anew_by_the_draw_alone(players: int, purpose: Luck) -> None:
    setup = setup_of(players, bots=bot(Policy.POLICY_BALANCED))
    before, after = tables(setup, 1), tables(setup, 1, (1 << purpose, 2))
    assert np.array_equal(before["deals"], after["deals"]) == (purpose != Luck.LUCK_DRAW)
    counts = {Luck.LUCK_DIE, Luck.LUCK_DRAW, Luck.LUCK_BUILDING, Luck.LUCK_ROOF}
    assert same(before, after) == (purpose not in counts)


def test_a_bots_own_chance() -> None:
    setup = setup_of(3, bots=bot(Policy.POLICY_RANDOM))
    before, after = tables(setup, 1), tables(setup, 1, (1 << Luck.LUCK_NOISE, 2))
    assert np.array_equal(before["deals"], after["deals"])
    assert not same(before, after)


def test_the_order_of_the_solo_game() -> None:
    setup = setup_of(1, bots=bot(Policy.POLICY_BALANCED))
    before, after = tables(setup, 1), tables(setup, 1, (1 << Luck.LUCK_SOLO, 2))
    assert not np.array_equal(before["players"]["first_rounds"], after["players"]["first_rounds"])
