"""Nothing depends on a bot's name, on what is recorded, or on how blocks are cut into calls."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.scenario import seating
from cext import core
from cext.types import Policy
from tests.property.blocks import ROOM, hashes, play, same
from tests.property.examples import examples
from tests.property.setups import POLICIES, SEEDS, Setup, bot, bots, setup_of, setups

FIRST_BLOCKS = st.integers(0, 2**31 - 100)


@given(setups(), SEEDS, FIRST_BLOCKS, st.lists(st.integers(1, 7), min_size=2, max_size=6))
@examples(30)
def test_chunks_of_blocks_leave_no_trace(setup: Setup, seed: int, first: int, chunks: list[int]) -> None:
    seats = np.array([setup.seats, setup.seats[::-1]], np.int8)
    whole, decisions = play(setup, seats, seed, first, sum(chunks))
    parts = []
    for chunk in chunks:
        parts.append(play(setup, seats, seed, first, chunk))
        first += chunk
    assert whole.keys() == set(ROOM)
    for name in ROOM:
        assert whole[name].tobytes() == b"".join(rows[name].tobytes() for rows, _ in parts)
    assert decisions == sum(made for _, made in parts)


@given(setups(), SEEDS, FIRST_BLOCKS)
@examples(20)
def test_two_names_of_one_bot_are_interchangeable(setup: Setup, seed: int, first: int) -> None:
    """The bots' places in the list are their names; the games don't know them."""
    swapped = setup_of(setup.players, setup.changes, setup.bots[::-1].copy(), [1 - s for s in setup.seats])
    one, _ = play(setup, np.array([setup.seats], np.int8), seed, first, 10)
    other, _ = play(swapped, np.array([swapped.seats], np.int8), seed, first, 10)
    for name in ("players", "placements", "buildings", "markers"):
        known = other[name]["bot"] >= 0
        other[name]["bot"][known] = 1 - other[name]["bot"][known]
    assert same(one, other)


@given(bots(), st.integers(2, 4), SEEDS)
@examples(15)
def test_self_play_under_two_names_differs_by_zero(one: np.ndarray, players: int, seed: int) -> None:
    setup = setup_of(players, bots=np.concatenate([one, one]))
    all_a, _ = play(setup, np.zeros((1, players), np.int8), seed, 0, 20)
    all_b, _ = play(setup, np.ones((1, players), np.int8), seed, 0, 20)
    assert hashes(all_a) == hashes(all_b)
    mixed = seating(["a" if seat % 2 == 0 else "b" for seat in range(players)])
    rows, _ = play(setup, mixed, seed, 0, 20, ("players",))
    per_block = len(rows["players"]) // 20
    vp = rows["players"]["vp"].reshape(20, per_block)
    is_a = (rows["players"]["bot"] == 0).reshape(20, per_block)
    sums_a, sums_b = (vp * is_a).sum(axis=1), (vp * ~is_a).sum(axis=1)
    # Over all rotations each seat is held by each bot equally often, for each of its places.
    assert (sums_a * (~is_a).sum(axis=1) == sums_b * is_a.sum(axis=1)).all()
    assert len(set(vp.sum(axis=1).tolist())) > 1


@given(setups(), SEEDS, FIRST_BLOCKS)
@examples(20)
def test_recording_changes_no_game(setup: Setup, seed: int, first: int) -> None:
    seats = np.array([setup.seats], np.int8)
    everything, decisions = play(setup, seats, seed, first, 8)
    some, made = play(setup, seats, seed, first, 8, ("blocks",))
    done, filled, unrecorded = core.play_blocks(setup.rules, setup.bots, seats, seed, first, 8)
    assert everything["blocks"].tobytes() == some["blocks"].tobytes()
    assert (done, filled) == (8, {})
    assert decisions == made == unrecorded


@given(setups(), SEEDS, FIRST_BLOCKS)
@examples(20)
def test_the_log_changes_no_game(setup: Setup, seed: int, block: int) -> None:
    rows, decisions = play(setup, np.array([setup.seats], np.int8), seed, block, 1)
    table = setup.table(seed, block)
    table.explain()
    table.play()
    course = int(table.state["board"]["hash"]) * 0x9E3779B97F4A7C15 % 2**64
    assert hashes(rows) == [course ^ course >> 32]
    assert decisions == table.decisions == len(table.choices)
    assert rows["players"]["vp"].tolist() == table.state["seats"]["have"][: setup.players, 1].tolist()


@pytest.mark.parametrize("policy", POLICIES)
def test_other_seeds_blocks_and_bots_play_other_games(policy: Policy) -> None:
    """What the equalities above would not notice: hashes that never differ."""
    setup = setup_of(4, bots=np.concatenate([bot(policy), bot(Policy.POLICY_FIRST)]))
    seats = np.zeros((1, 4), np.int8)
    found = hashes(play(setup, seats, 1, 0, 20)[0]) + hashes(play(setup, seats, 2, 0, 20)[0])
    found += hashes(play(setup, seats + 1, 1, 0, 20)[0])
    assert len(set(found)) == 60
