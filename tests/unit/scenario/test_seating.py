"""The distinct arrangements of a line-up."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.scenario import fair_seating, one_vs_rest, seating


@pytest.mark.parametrize(
    ("line_up", "games"),
    [
        ("A", 1),
        ("AA", 1),
        ("AB", 2),
        ("AAAA", 1),
        ("ABAB", 2),
        ("AABB", 4),
        ("ABCD", 4),
        ("ABC", 3),
        ("AAAB", 4),
    ],
)
def test_number_of_games(line_up: str, games: int) -> None:
    seats = seating(tuple(line_up))
    assert seats.shape == (games, len(line_up))
    assert seats.dtype == np.int8


def test_first_game_is_the_line_up_and_each_bot_visits_each_seat_alike() -> None:
    seats = seating(("random", "first", "balanced"))
    assert seats[0].tolist() == [0, 1, 2]
    for seat in range(3):
        assert sorted(seats[:, seat].tolist()) == [0, 1, 2]


def test_games_differ() -> None:
    seats = seating(("a", "a", "b", "b"))
    assert len({tuple(row) for row in seats.tolist()}) == 4


@pytest.mark.parametrize(
    ("bots", "players", "games"),
    [(2, 2, 2), (2, 3, 6), (2, 4, 14), (3, 2, 6), (3, 3, 6), (3, 4, 36), (4, 2, 12), (4, 3, 24), (4, 4, 24)],
)
def test_fair_seating(bots: int, players: int, games: int) -> None:
    """Each bot has each seat equally often, and each other bot's left and right equally often."""
    rows = fair_seating(bots, players)
    assert rows.shape == (games, players)
    assert rows.dtype == np.int8
    assert len({tuple(row) for row in rows.tolist()}) == games
    for seat in range(players):
        assert len(set(np.bincount(rows[:, seat], minlength=bots).tolist())) == 1
        pairs = Counter(zip(rows[:, seat].tolist(), rows[:, seat - 1].tolist(), strict=True))
        others = {count for (one, other), count in pairs.items() if one != other}
        assert len(others) == 1


def test_two_bots_at_four_players() -> None:
    rows = fair_seating(2, 4).tolist()
    assert Counter(row.count(0) for row in rows) == {3: 4, 2: 6, 1: 4}


def test_one_vs_rest() -> None:
    rows = one_vs_rest(4)
    assert rows.tolist() == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
    assert rows.dtype == np.int8
    assert rows.flags.c_contiguous
