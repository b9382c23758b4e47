"""Shrinkage: limits, a worked example, and whether it does what it is for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.analysis.shrinkage import shrunk, true_variance
from analyzer.analysis.stats import Estimate


def of(mean: float, se: float) -> Estimate:
    return Estimate(mean, mean - 2 * se, mean + 2 * se, 1000, 500, se)


def test_equal_errors_by_hand() -> None:
    """Means 0, 2, 4 with error 1: variance 4, less the error's 1 leaves 3; three quarters of the way."""
    assert true_variance(np.array([0.0, 2.0, 4.0]), np.ones(3)) == pytest.approx(3.0)
    assert shrunk([of(0, 1), of(2, 1), of(4, 1)]) == pytest.approx((0.5, 2.0, 3.5))


def test_what_errors_alone_explain_is_drawn_to_one_mean() -> None:
    """The mean by inverse variances: (1 * 4 + 2 * 1) / 5."""
    assert shrunk([of(1, 1), of(2, 2)]) == pytest.approx((1.2, 1.2))


def test_without_error_nothing_is_drawn() -> None:
    assert shrunk([of(1, 1e-6), of(5, 1e-6), of(2, 1e-6)]) == pytest.approx((1, 5, 2))


def test_the_uncertain_one_gives_way() -> None:
    """A rare use with a higher mean ranks below a well known one."""
    sure, lucky, *_ = shrunk([of(4, 0.1), of(5, 4), of(0, 0.1), of(-1, 0.1), of(1, 0.1), of(-3, 0.1)])
    assert sure == pytest.approx(4, abs=0.1)
    assert lucky < 2.5


def test_what_has_no_error_has_no_rank() -> None:
    found = shrunk([of(1, 1), Estimate(9, math.nan, math.nan, 1, 1), of(2, math.nan), of(3, 0.0)])
    assert [math.isnan(value) for value in found] == [False, True, True, True]
    assert all(map(math.isnan, shrunk([of(1, math.nan)])))
    assert shrunk([]) == ()


def test_it_comes_nearer_to_the_truth() -> None:
    """264 uses with errors of many sizes, as in a run; known truth."""
    rng = np.random.default_rng(5)
    truth = rng.normal(0.5, 1.5, 264)
    errors = rng.uniform(0.2, 4.0, 264)
    seen = truth + rng.normal(0, errors)
    found = np.array(shrunk([of(float(m), float(e)) for m, e in zip(seen, errors, strict=True)]))
    assert np.mean((found - truth) ** 2) < 0.4 * np.mean((seen - truth) ** 2)
    assert true_variance(seen, errors**2) == pytest.approx(1.5**2, rel=0.4)
    best = np.argsort(-found)[:12]
    assert abs(np.mean(found[best] - truth[best])) < 0.5  # no winner's curse
    assert np.mean(np.sort(seen)[-12:]) - np.mean(truth[np.argsort(-seen)[:12]]) > 2  # unshrunk there is one
