"""Plackett and Luce's model: choices from finishing orders, strengths from choices."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from analyzer.analysis import plackett_luce
from analyzer.scenario import fair_seating

FOUR = fair_seating(2, 4)


def choices(vp: list[int], wins: list[int], seats: list[int]) -> dict[tuple[int, int], list[int]]:
    """The choices of one game, by who is still to finish; only where there were any."""
    found = plackett_luce.stages(
        np.array([[vp]], np.int16), np.array([[wins]], np.int16), np.array([seats], np.int8)
    )
    return {
        state: row
        for state, row in zip(plackett_luce.states(len(seats)), found[0].tolist(), strict=True)
        if any(row)
    }


def orders(rng: np.random.Generator, strengths: list[float], blocks: int) -> NDArray[np.int16]:
    """vp of games of bots 0 and 1 in all fair mixes, higher for who finishes earlier by the model."""
    race = np.array(strengths)[FOUR] + rng.gumbel(size=(blocks, *FOUR.shape))
    return np.argsort(np.argsort(race, axis=-1), axis=-1).astype(np.int16)


def first_place(vp: NDArray[np.int16]) -> NDArray[np.int16]:
    return np.where(vp == vp.max(axis=-1, keepdims=True), 12, 0).astype(np.int16)


def test_an_order_is_a_row_of_choices() -> None:
    """Seats B, A, B, A finish in this order: among 2 A and 2 B comes B, among 2 A and 1 B comes A …"""
    found = choices([40, 50, 20, 30], [0, 12, 0, 0], [0, 1, 0, 1])
    assert found == {(2, 2): [0, 24], (2, 1): [24, 0], (1, 1): [0, 24]}


def test_two_players() -> None:
    assert choices([7, 9], [0, 12], [0, 1]) == {(1, 1): [0, 2]}
    assert choices([9, 9], [6, 6], [0, 1]) == {(1, 1): [1, 1]}


def test_silver_settles_the_first_place_alone() -> None:
    """Both have 9 vp, but the win is B's; level seats below the win count as both orders."""
    assert choices([9, 9, 2], [0, 12, 0], [0, 1, 1]) == {(1, 2): [0, 6], (1, 1): [6, 0]}
    assert choices([9, 2, 2], [12, 0, 0], [1, 0, 1]) == {(1, 2): [0, 6], (1, 1): [3, 3]}


def test_level_seats_count_as_all_their_orders() -> None:
    """ABB with a shared win: of the six orders A is first in two, second in two."""
    assert choices([5, 5, 5], [4, 4, 4], [0, 1, 1]) == {(1, 2): [2, 4], (1, 1): [2, 2]}


def test_choices_sum_over_the_games_of_a_block() -> None:
    rng = np.random.default_rng(3)
    vp = rng.integers(0, 4, (20, *FOUR.shape)).astype(np.int16)  # many level seats
    wins = first_place(vp)
    whole = plackett_luce.stages(vp, wins, FOUR)
    by_game = [
        plackett_luce.stages(vp[:, [game]], wins[:, [game]], FOUR[[game]]) for game in range(len(FOUR))
    ]
    assert np.array_equal(whole, sum(by_game))
    # Each game of 1, 2, 3 seats of a bot against the rest has at least one choice, at most three.
    assert (whole.sum(axis=(1, 2)) >= 24 * len(FOUR)).all()


def negative_log_likelihood(worth: NDArray[np.float64], seats: list[list[int]]) -> float:
    """Of finishing orders, straight from the definition of the model."""
    total = 0.0
    for order in seats:
        size = np.exp(worth[order])
        total -= sum(np.log(size[place] / size[place:].sum()) for place in range(len(order)))
    return float(total)


def test_the_fit_is_the_maximum_of_the_likelihood() -> None:
    rng = np.random.default_rng(5)
    strengths = {(0, 1): [0.5, 0.0], (0, 2): [0.5, -0.6], (1, 2): [0.0, -0.6]}
    seats, counts = [], []
    for pair, own in strengths.items():
        vp = orders(rng, own, 3)
        counts.append(plackett_luce.stages(vp, first_place(vp), FOUR).sum(axis=0) / 24)
        ranked = np.argsort(-vp, axis=-1)
        seats += [
            [pair[FOUR[game][seat]] for seat in ranked[b, game]] for b in range(3) for game in range(14)
        ]
    found = plackett_luce.fit(
        np.array(list(strengths)), np.array([counts]), 4, imagined=np.full((1, 3), 1e-9)
    )
    best = minimize(negative_log_likelihood, np.zeros(3), args=(seats,), tol=1e-10).x
    assert found[0] == pytest.approx(best - best.mean(), abs=1e-4)


def test_known_strengths_are_recovered() -> None:
    rng = np.random.default_rng(8)
    true = np.array([1.2, 0.4, 0.0, -1.6])
    pairs = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    counts = []
    for pair in pairs:
        vp = orders(rng, true[pair].tolist(), 2000)
        counts.append(plackett_luce.stages(vp, first_place(vp), FOUR).sum(axis=0) / 24)
    assert plackett_luce.fit(pairs, np.array([counts]), 4)[0] == pytest.approx(true - true.mean(), abs=0.03)


def test_samples_are_fitted_apart() -> None:
    rng = np.random.default_rng(9)
    pairs = np.array([(0, 1), (1, 2), (0, 2)])
    counts = rng.integers(1, 50, (5, 3, 6, 2)).astype(np.float64)
    together = plackett_luce.fit(pairs, counts, 4)
    apart = [plackett_luce.fit(pairs, counts[[sample]], 4)[0] for sample in range(5)]
    assert together == pytest.approx(np.array(apart), abs=1e-9)


def test_a_bot_that_always_wins_is_finitely_strong() -> None:
    vp = np.where(FOUR == 0, 9, 1).astype(np.int16)[None].repeat(50, axis=0)
    counts = plackett_luce.stages(vp, first_place(vp), FOUR).sum(axis=0)[None, None] / 24
    worth = plackett_luce.fit(np.array([(0, 1)]), counts, 4)[0]
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_are_those_with_a_choice(players: int) -> None:
    seen = set()
    for seats in product((0, 1), repeat=players):
        for order in permutations(seats):
            seen |= {(order[i:].count(0), order[i:].count(1)) for i in range(players)}
    assert set(plackett_luce.states(players)) == {state for state in seen if min(state) > 0}
