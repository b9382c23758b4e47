"""What a bot is worth in one seat: who sits where, and how scores become points."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from analyzer.analysis.stats import share_interval
from analyzer.simulate.scores import Scorer, Scores
from analyzer.tuning.evaluation import POINTS_PER_VP, Result, estimate, result, share_estimate
from tests.unit.tuning.searches import BALANCED, SMALL, arena_of, unseen


def test_the_candidate_has_each_seat_once_a_block() -> None:
    for table in arena_of("first", players=(2, 3, 4)).tables:
        assert table.seating.shape == (table.players, table.players)
        assert np.array_equal(table.seating == 0, np.eye(table.players))
        assert set(table.seating.ravel().tolist()) == {0, 1}


def test_opponents_of_each_seat_go_round_with_it() -> None:
    (table,) = arena_of("first,random,first", players=(4,)).tables
    assert table.seating.tolist() == [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]
    assert [bot.name for bot in table.opponents] == ["first", "random", "first"]
    assert len(table.match(BALANCED, 1, 0, 5).bots) == 4


def test_points_of_known_scores() -> None:
    """Two blocks of two games: the candidate in seat 0, then in seat 1."""
    (table,) = arena_of("first", players=(2,)).tables
    wins = np.array([[[12, 0], [0, 12]], [[6, 6], [12, 0]]], np.int16)
    vp = np.array([[[60, 50], [40, 70]], [[55, 55], [80, 40]]], np.int16)
    found = result([Scores(wins, vp)], [table])
    assert found.win.tolist() == [[100.0, 25.0]]
    assert found.margin.tolist() == [[20.0, -20.0]]


def test_margin_is_over_the_mean_of_the_others() -> None:
    (table,) = arena_of("first", players=(3,)).tables
    wins = np.zeros((1, 3, 3), np.int16)
    vp = np.array([[[60, 50, 30], [50, 60, 30], [30, 50, 60]]], np.int16)
    assert result([Scores(wins, vp)], [table]).margin.tolist() == [[20.0]]


def test_objectives() -> None:
    found = Result(np.array([[30.0, 20.0]]), np.array([[2.0, -4.0]]))
    assert found.points("win").tolist() == [[30.0, 20.0]]
    assert found.points("margin").tolist() == [[2.0, -4.0]]
    assert found.points("mixed").tolist() == [[15 + POINTS_PER_VP, 10 - 2 * POINTS_PER_VP]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_against_itself_is_exactly_even(players: int) -> None:
    arena = arena_of("balanced", players=(players,))
    with Scorer(1) as scorer:
        (found,) = arena.play(scorer, [BALANCED], 5, 0, 4, unseen)
    assert np.allclose(found.win, 100 / players, rtol=0, atol=1e-12)
    assert not found.margin.any()


def test_bots_play_the_same_blocks() -> None:
    arena = arena_of("first", "random", players=(2, 3), options=replace(SMALL, seed=4))
    games: list[int] = []
    with Scorer(1) as scorer:
        one, other = arena.play(scorer, [BALANCED, BALANCED], 5, 3, 4, games.append)
        (later,) = arena.play(scorer, [BALANCED], 5, 5, 2, unseen)
    assert np.array_equal(one.margin, other.margin)
    assert np.array_equal(one.margin[:, 2:], later.margin)
    assert one.win.shape == one.margin.shape == (4, 4)
    assert sum(games) == arena.games(2, 4) == 2 * 4 * (2 + 2 + 3 + 3)


def test_estimates_are_of_blocks() -> None:
    values = np.array([[1.0, 2.0, 6.0], [3.0, 4.0, 8.0]])  # means of the blocks: 2, 3, 7
    found = estimate(values)
    assert (found.mean, found.blocks) == (4.0, 3)
    assert found.se == pytest.approx(math.sqrt(7 / 3))
    assert found.half_width == pytest.approx(4.302653 * math.sqrt(7 / 3), rel=1e-6)
    assert estimate(np.array([2.0, 3.0, 7.0])) == found


@pytest.mark.parametrize("won", [0.0, 100.0])
def test_a_share_of_all_games_or_none_still_has_an_interval(won: float) -> None:
    found = share_estimate(np.full(20, won))
    assert (found.mean, found.se) == (won, 0.0)
    assert 0.0 <= found.low <= won <= found.high <= 100.0
    assert 10.0 < found.high - found.low < 25.0


def test_shares_have_wilsons_interval() -> None:
    values = np.array([100.0, 50.0, 100.0, 100.0])
    found, by_t = share_estimate(values), estimate(values)
    assert (found.mean, found.se, found.blocks) == (by_t.mean, by_t.se, 4)
    bounds = share_interval(0.875, by_t.se / 100, 4)
    assert [found.low, found.high] == pytest.approx([100 * bound for bound in bounds])
    assert found.high < 100.0 < by_t.high
