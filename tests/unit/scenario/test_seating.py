"""The distinct arrangements of a line-up."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.scenario import seating


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
