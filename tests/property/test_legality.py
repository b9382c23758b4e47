"""Every decision of every sampled game is legal by the independent referee, and every game ends."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from cext import core
from cext.types import Policy, Step
from tests.property.examples import examples
from tests.property.setups import BLOCKS, POLICIES, SEEDS, Setup, bot, setup_of, setups


@given(setups(), SEEDS, BLOCKS)
@examples(60)
def test_the_referee_follows_every_game_to_its_end(setup: Setup, seed: int, block: int) -> None:
    table = setup.table(seed, block)
    table.play()
    assert setup.problems(table) == []
    assert table.state["board"]["step"] == Step.STEP_OVER


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES)
def test_standard_games_are_legal(policy: Policy, players: int) -> None:
    setup = setup_of(players, bots=bot(policy))
    for block in range(20):
        table = setup.table(2, block)
        table.play()
        assert setup.problems(table) == [], f"block {block}"


@given(setups(), SEEDS)
@examples(40)
def test_every_game_ends(setup: Setup, seed: int) -> None:
    seating = np.array([setup.seats], np.int8)
    done, _, decisions = core.play_blocks(setup.rules, setup.bots, seating, seed, 0, 300)
    assert done == 300
    assert decisions >= 300 * setup.players
