"""Effects in the games that changed, worked out from those over all games."""

from __future__ import annotations

import math
from statistics import mean, stdev

import numpy as np
import pytest

from analyzer.analysis.building_told import where_changed
from analyzer.analysis.delays import Delay
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.stats import Estimate, t_quantile


def estimate(values: list[float]) -> Estimate:
    """Of one value a block."""
    n, centre = len(values), mean(values)
    se = stdev(values) / math.sqrt(n)
    half = float(t_quantile(n)) * se
    return Estimate(centre, centre - half, centre + half, n, n, se)


def delay(changes: list[float], changed: list[float]) -> Delay:
    return Delay(1, 3, None, "", estimate(changes), NOTHING, estimate(changed))


def test_the_effect_where_something_changed() -> None:
    rng = np.random.default_rng(5)
    changes = [float(change) if rng.random() < 0.3 else 0.0 for change in rng.normal(-2.0, 3.0, 400)]
    only = [change for change in changes if change]
    found = where_changed(delay(changes, [float(change != 0) for change in changes]))
    wanted = estimate(only)
    assert found.n == found.blocks == len(only)
    for got, right in zip(
        (found.mean, found.low, found.high, found.se),
        (wanted.mean, wanted.low, wanted.high, wanted.se),
        strict=True,
    ):
        assert got == pytest.approx(right)


def test_a_game_that_changed_without_effect_counts() -> None:
    found = where_changed(delay([4.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]))
    assert found.mean == pytest.approx(2.0)
    assert found.n == 2


def test_nothing_changed() -> None:
    assert where_changed(delay([0.0] * 5, [0.0] * 5)) is NOTHING


def test_one_game_has_no_interval() -> None:
    found = where_changed(delay([3.0, 0.0, 0.0], [1.0, 0.0, 0.0]))
    assert found.mean == pytest.approx(3.0)
    assert math.isnan(found.low)
