"""Plackett and Luce's model: strengths from who wins."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from analyzer.analysis import plackett_luce
from analyzer.simulate.matches import SHARES
from tests.unit.ladders import FOUR, scores_of


def orders(rng: np.random.Generator, strengths: list[float], blocks: int) -> NDArray[np.int16]:
    """vp of games of bots 0 and 1 in all fair mixes, higher for who finishes earlier by the model."""
    race = np.array(strengths)[FOUR] + rng.gumbel(size=(blocks, *FOUR.shape))
    return np.argsort(np.argsort(race, axis=-1), axis=-1).astype(np.int16)


def won(vp: NDArray[np.int16]) -> NDArray[np.float64]:
    """Wins of all blocks as ``fit`` wants them."""
    return plackett_luce.wins_by_seats(scores_of(vp).wins, FOUR).sum(axis=0) / SHARES


def test_wins_are_summed_by_the_seats_that_the_first_bot_holds() -> None:
    """Three seats; AAB won by A, ABA shared by A and B, BBA won by B, all of AAB shared."""
    seating = np.array([[0, 0, 1], [0, 1, 0], [1, 1, 0]], np.int8)
    wins = np.array([[[12, 0, 0], [6, 6, 0], [0, 12, 0]], [[4, 4, 4], [0, 0, 12], [0, 0, 12]]], np.int16)
    found = plackett_luce.wins_by_seats(wins, seating)
    assert found.tolist() == [[[0, 12], [18, 6]], [[12, 0], [20, 4]]]


def test_every_game_has_one_win() -> None:
    rng = np.random.default_rng(3)
    vp = rng.integers(0, 4, (20, *FOUR.shape)).astype(np.int16)  # many level seats
    found = plackett_luce.wins_by_seats(scores_of(vp).wins, FOUR)
    assert found.sum(axis=2).tolist() == [[4 * 12, 6 * 12, 4 * 12]] * 20


def negative_log_likelihood(worth: NDArray[np.float64], games: list[tuple[list[int], int]]) -> float:
    """Of the winning bots, straight from the definition of the model."""
    return -sum(float(worth[winner] - np.log(np.exp(worth[seats]).sum())) for seats, winner in games)


def test_the_fit_is_the_maximum_of_the_likelihood() -> None:
    rng = np.random.default_rng(5)
    strengths = {(0, 1): [0.5, 0.0], (0, 2): [0.5, -0.6], (1, 2): [0.0, -0.6]}
    games, counts = [], []
    for pair, own in strengths.items():
        vp = orders(rng, own, 3)
        counts.append(won(vp))
        for game, row in enumerate(FOUR.tolist()):
            seats = [pair[bot] for bot in row]
            games += [(seats, seats[first]) for first in vp[:, game].argmax(axis=1)]
    found = plackett_luce.fit(np.array(list(strengths)), np.array([counts]), np.full((1, 3), 1e-9))
    best = minimize(negative_log_likelihood, np.zeros(3), args=(games,), tol=1e-10).x
    assert found[0] == pytest.approx(best - best.mean(), abs=1e-4)


def test_known_strengths_are_recovered() -> None:
    rng = np.random.default_rng(8)
    true = np.array([1.2, 0.4, 0.0, -1.6])
    pairs = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    counts = []
    for pair in pairs:
        vp = orders(rng, true[pair].tolist(), 2000)
        counts.append(won(vp))
    assert plackett_luce.fit(pairs, np.array([counts]))[0] == pytest.approx(true - true.mean(), abs=0.05)


def test_samples_are_fitted_apart() -> None:
    rng = np.random.default_rng(9)
    pairs = np.array([(0, 1), (1, 2), (0, 2)])
    counts = rng.integers(1, 50, (5, 3, 3, 2)).astype(np.float64)
    together = plackett_luce.fit(pairs, counts)
    apart = [plackett_luce.fit(pairs, counts[[sample]])[0] for sample in range(5)]
    assert together == pytest.approx(np.array(apart), abs=1e-9)


def test_a_bot_that_always_wins_is_finitely_strong() -> None:
    vp = np.where(FOUR == 0, 9, 1).astype(np.int16)[None].repeat(50, axis=0)
    worth = plackett_luce.fit(np.array([(0, 1)]), won(vp)[None, None])[0]
    assert 6 < worth[0] - worth[1] < 15


def test_shares_against_the_field() -> None:
    """By all tables of three players with the other two seats drawn from three bots."""
    worth = np.array([0.7, 0.1, -0.8])
    size = np.exp(worth)
    wanted = [
        np.mean([size[bot] / (size[bot] + size[a] + size[b]) for a, b in product(range(3), repeat=2)])
        for bot in range(3)
    ]
    found = plackett_luce.field_shares(worth[None], 3)[0]
    assert found == pytest.approx(wanted)
    assert found.mean() == pytest.approx(1 / 3)


def test_the_mean_share_is_fair_however_far_apart() -> None:
    worth = np.array([[40.0, 0.0, 0.0, -90.0]])
    assert plackett_luce.field_shares(worth, 4).mean() == pytest.approx(0.25)


def test_expected_wins_of_all_mixes() -> None:
    """Three times as strong: of 1, 2, 3 of 4 seats it wins 3/6, 6/8 and 9/10."""
    wanted = (4 * 3 / 6 + 6 * 6 / 8 + 4 * 9 / 10) / 14
    assert plackett_luce.expected_wins(np.log([3.0]), FOUR) == pytest.approx([wanted])
