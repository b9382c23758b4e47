"""Play can start at any stretch, and a replay by choices is the same game."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cext import core
from cext.types import Step
from tests.property.examples import examples
from tests.property.setups import BLOCKS, SEEDS, Setup, setups


def stands(table: core.Table) -> np.ndarray:
    """A copy of where the table stands."""
    return np.array(table.state)


@given(setups(), SEEDS, BLOCKS)
@examples(8)
def test_play_can_start_at_any_stretch(setup: Setup, seed: int, block: int) -> None:
    table = setup.table(seed, block)
    starts = []
    while table.state["board"]["step"] != Step.STEP_OVER:
        starts.append(stands(table))
        table.stretch()
    end = table.state.tobytes()
    for start in starts:
        # A table of another game: what lies outside the state must not matter.
        fresh = setup.table(seed + 1, block)
        fresh.state[...] = start
        fresh.play()
        assert fresh.state.tobytes() == end, f"from {start['board']['round']}, step {start['board']['step']}"


@given(setups(), SEEDS, BLOCKS)
@examples(15)
def test_a_table_that_played_another_game_before_plays_the_same(setup: Setup, seed: int, block: int) -> None:
    table = setup.table(seed, block)
    start = stands(table)
    table.play()
    end = table.state.tobytes()
    other = setup.table(seed + 1, block)
    for _ in range(25):
        other.stretch()
    other.state[...] = start
    other.play()
    assert other.state.tobytes() == end


@given(setups(), SEEDS, BLOCKS, st.data())
@examples(25)
def test_a_replay_by_choices_gives_the_same_log(
    setup: Setup, seed: int, block: int, data: st.DataObject
) -> None:
    table = setup.table(seed, block)
    table.play()
    choices = table.choices
    replay = core.play_log(setup.rules, setup.bots, setup.seats, seed, block, choices)
    assert replay.decision is None
    assert setup.log(replay) == setup.log(table)
    assert replay.state["board"].tobytes() == table.state["board"].tobytes()
    # A part of the choices gives the beginning of the log and the question that comes next.
    count = data.draw(st.integers(0, len(choices) - 1), label="choices")
    part = core.play_log(setup.rules, setup.bots, setup.seats, seed, block, choices[:count])
    assert part.decision is not None
    seat, _, options = part.decision
    assert 0 <= seat < setup.players
    assert 0 <= choices[count] < len(options)
    assert len(set(options)) == len(options)
    lines = setup.log(part)
    assert lines == setup.log(table)[: len(lines)]
    assert part.choices.tolist() == choices[:count].tolist()


@given(setups(), SEEDS, BLOCKS, st.data())
@examples(25)
def test_bots_play_on_after_a_part_of_their_own_choices(
    setup: Setup, seed: int, block: int, data: st.DataObject
) -> None:
    """Feeding a bot what it would choose anyway changes neither its game nor its noise."""
    table = setup.table(seed, block)
    table.play()
    fed = table.choices.copy()
    left = data.draw(st.lists(st.integers(0, len(fed) - 1), max_size=200), label="left to the bot")
    fed[left] = -1
    fed = fed[: data.draw(st.integers(0, len(fed)), label="choices")]
    again = setup.table(seed, block)
    again.script(fed, stop=False)
    again.play()
    assert again.choices.tolist() == table.choices.tolist()
    assert again.state.tobytes() == table.state.tobytes()


@given(setups(), SEEDS, BLOCKS)
@examples(20)
def test_forced_decisions_count_alike_with_and_without_a_script(setup: Setup, seed: int, block: int) -> None:
    free = setup.table(seed, block)
    free.play()
    scripted = setup.table(seed, block)
    scripted.script(np.full(free.decisions, -1), stop=True)
    scripted.explain()
    scripted.play()
    assert scripted.decision is None
    assert (scripted.decisions, scripted.choices.tolist()) == (free.decisions, free.choices.tolist())
    assert scripted.words.tobytes() == free.words.tobytes()
    # What is weighed are the decisions with a choice; the others are counted all the same.
    assert 0 < len(scripted.why) < free.decisions
    assert all(len(options) > 1 for _, _, _, options, _, _ in scripted.why)


@given(setups(), SEEDS, BLOCKS)
@examples(15)
def test_first_by_script_is_the_policy_first(setup: Setup, seed: int, block: int) -> None:
    """A script of zeros, as long as the game, makes any bot play the first option throughout."""
    table = setup.table(seed, block)
    table.script(np.zeros(50_000, np.int32), stop=False)
    table.play()
    assert not table.choices.any()
    assert table.decisions < 50_000
    assert setup.problems(table) == []
