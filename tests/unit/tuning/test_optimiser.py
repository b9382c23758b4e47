"""The optimiser: the same search each time, within its bounds, towards larger values."""

from __future__ import annotations

import numpy as np

from analyzer.tuning.optimiser import Optimiser, default_population

GOAL = np.array([0.2, 0.9, 0.5])


def value(point: np.ndarray) -> float:
    return -float(((point - GOAL) ** 2).sum())


def generations(optimiser: Optimiser, count: int) -> list[np.ndarray]:
    asked = []
    for _ in range(count):
        points = optimiser.ask()
        optimiser.tell(points, [value(point) for point in points])
        asked.append(points)
    return asked


def test_the_same_seed_searches_the_same() -> None:
    one, other = (generations(Optimiser(np.full(3, 0.5), 0.1, 6, 5), 12) for _ in range(2))
    assert np.array_equal(one, other)
    another = generations(Optimiser(np.full(3, 0.5), 0.1, 6, 6), 12)
    assert not np.array_equal(one, another)


def test_other_random_numbers_do_not_disturb_it() -> None:
    one = generations(Optimiser(np.full(3, 0.5), 0.1, 6, 5), 3)
    np.random.seed(1)
    assert np.array_equal(one, generations(Optimiser(np.full(3, 0.5), 0.1, 6, 5), 3))


def test_it_finds_the_best_point() -> None:
    optimiser = Optimiser(np.full(3, 0.5), 0.1, 12, 5)
    generations(optimiser, 60)
    assert np.abs(optimiser.centre - GOAL).max() < 0.01


def test_points_stay_within_the_bounds() -> None:
    optimiser = Optimiser(np.array([0.0, 1.0, 0.02]), 0.4, 20, 5)
    points = np.concatenate(generations(optimiser, 20))
    assert points.min() >= 0.0
    assert points.max() <= 1.0


def test_a_start_on_the_bounds_is_the_first_centre() -> None:
    start = np.array([0.0, 1.0, 0.3])
    assert np.allclose(Optimiser(start, 0.1, 6, 5).centre, start, rtol=0, atol=1e-9)


def test_more_numbers_want_more_candidates() -> None:
    assert default_population(1) == 16
    assert default_population(25) == 52
    assert default_population(75) == 64
