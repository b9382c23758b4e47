"""`search` plays options forward: better than what it plays them with, and as reproducibly as other bots."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.scenario import one_vs_rest
from cext import core
from cext.types import Policy
from tests.property.blocks import Rows, hashes, play, same
from tests.property.setups import Setup, bot, setup_of

BALANCED = bot(Policy.POLICY_BALANCED)


def searching(playouts: int = 1, told: tuple[str, ...] = ()) -> np.ndarray:
    row = bot(Policy.POLICY_SEARCH, told)
    row["playouts"] = playouts
    return row


def one_searches(players: int, search: np.ndarray | None = None, others: np.ndarray = BALANCED) -> Setup:
    """A searching bot in seat 0 among others, by the standard rules."""
    line_up = np.concatenate([searching() if search is None else search, others])
    return setup_of(players, bots=line_up, seats=[0, *[1] * (players - 1)])


def seats(setup: Setup) -> np.ndarray:
    return np.array([setup.seats], np.int8)


def vp(rows: Rows, searcher: bool) -> np.ndarray:
    players = rows["players"]
    return players["vp"][(players["bot"] == 0) == searcher]


@pytest.mark.parametrize(("players", "playouts", "blocks"), [(2, 1, 12), (4, 2, 4)])
def test_it_beats_what_it_plays_forward_with(players: int, playouts: int, blocks: int) -> None:
    setup = one_searches(players, searching(playouts))
    rows, _ = play(setup, one_vs_rest(players), 3, 0, blocks, ("players",))
    assert vp(rows, searcher=True).mean() > vp(rows, searcher=False).mean() + 2


def test_it_is_better_alone_too() -> None:
    alone, _ = play(one_searches(1), np.zeros((1, 1), np.int8), 3, 0, 10, ("players",))
    weighed, _ = play(one_searches(1), np.ones((1, 1), np.int8), 3, 0, 10, ("players",))
    assert alone["players"]["vp"].mean() > weighed["players"]["vp"].mean()


@pytest.mark.parametrize("players", [1, 2, 4])
def test_cuts_of_blocks_and_recording_leave_no_trace(players: int) -> None:
    setup = one_searches(players)
    whole, decisions = play(setup, seats(setup), 4, 10, 3)
    first, some = play(setup, seats(setup), 4, 10, 1)
    rest, others = play(setup, seats(setup), 4, 11, 2)
    assert decisions == some + others
    for name, rows in whole.items():
        assert rows.tobytes() == first[name].tobytes() + rest[name].tobytes()
    done, _, unrecorded = core.play_blocks(setup.rules, setup.bots, seats(setup), 4, 10, 3)
    assert (done, unrecorded) == (3, decisions)


def test_the_log_changes_no_game() -> None:
    setup = one_searches(3)
    rows, decisions = play(setup, seats(setup), 5, 7, 1)
    table = setup.table(5, 7)
    table.explain()
    table.play()
    course = int(table.state["board"]["hash"]) * 0x9E3779B97F4A7C15 % 2**64
    assert hashes(rows) == [course ^ course >> 32]
    assert decisions == table.decisions == len(table.choices)
    assert setup.problems(table) == []


@pytest.mark.parametrize("players", [1, 2, 4])
def test_its_choices_replay_with_another_bot_in_its_seat(players: int) -> None:
    """The tape holds what it took, nothing of what it tried."""
    setup = one_searches(players)
    table = setup.table(6, 2)
    table.play()
    weighing = np.concatenate([BALANCED, BALANCED])
    replay = core.play_log(setup.rules, weighing, setup.seats, 6, 2, table.choices)
    assert replay.decision is None
    assert setup.log(replay) == setup.log(table)
    assert replay.state.tobytes() == table.state.tobytes()
    free = core.play_log(setup.rules, weighing, setup.seats, 6, 2)
    assert free.choices.tolist() != table.choices.tolist()


def test_it_obeys_what_it_is_told() -> None:
    told = ("never play helper", "never buy", "never deliver to butcher")
    setup = one_searches(3, searching(told=told))
    rows, _ = play(setup, seats(setup), 7, 0, 3)
    mine = rows["players"][rows["players"]["bot"] == 0]
    others = rows["players"][rows["players"]["bot"] == 1]
    assert (mine["helpers"].sum(), mine["bought"].sum(), mine["yields"].sum()) == (0, 0, 0)
    assert min(others["helpers"].sum(), others["bought"].sum()) > 0
    butcher = rows["buildings"]["building"] == 6
    assert 0 not in rows["buildings"]["bot"][butcher]


def test_two_that_search_share_a_table() -> None:
    """Each deals anew from what its own seat sees, on one inner table."""
    both = setup_of(2, bots=np.concatenate([searching(), searching(2)]), seats=[0, 1])
    rows, _ = play(both, seats(both), 8, 0, 2)
    swapped = setup_of(2, bots=both.bots[::-1].copy(), seats=[1, 0])
    again, _ = play(swapped, seats(swapped), 8, 0, 2)
    assert hashes(rows) == hashes(again)
    alike = setup_of(2, bots=searching(), seats=[0, 0])
    assert hashes(rows) != hashes(play(alike, seats(alike), 8, 0, 2)[0])


def test_without_choices_to_search_it_weighs() -> None:
    idle = searching()
    idle["choices"] = 0
    setup = one_searches(3, idle)
    weighed = setup_of(3, bots=BALANCED)
    one, _ = play(setup, seats(setup), 9, 0, 5, ("blocks",))
    other, _ = play(weighed, seats(weighed), 9, 0, 5, ("blocks",))
    assert same(one, other)


@pytest.mark.parametrize("policy", [Policy.POLICY_NOVICE, Policy.POLICY_RANDOM, Policy.POLICY_FIRST])
def test_who_plays_forward_matters(policy: Policy) -> None:
    """The bot that plays the playouts stands behind those that have seats."""
    search = searching()
    search["playout"] = 2
    setup = setup_of(2, bots=np.concatenate([search, BALANCED, bot(policy)]), seats=[0, 1])
    rows, _ = play(setup, seats(setup), 10, 0, 2)
    own, _ = play(one_searches(2), np.array([[0, 1]], np.int8), 10, 0, 2)
    assert hashes(rows) != hashes(own)
    assert set(rows["players"]["bot"].tolist()) == {0, 1}
