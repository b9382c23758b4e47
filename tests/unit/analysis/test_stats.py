"""Intervals and tests against scipy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as reference

from analyzer.analysis import stats


def test_share_interval_is_wilsons() -> None:
    """One-game blocks are plain trials: for many of them t is the normal quantile."""
    wins, n = 30, 40_000
    share = wins / n
    se = math.sqrt(share * (1 - share) / n)
    expected = reference.binomtest(wins, n).proportion_ci(0.95, "wilson")
    low, high = stats.share_interval(share, se, n)
    assert low == pytest.approx(expected.low, rel=1e-3)
    assert high == pytest.approx(expected.high, rel=1e-3)


def test_share_of_nothing_still_has_an_interval() -> None:
    low, high = stats.share_interval(0.0, 0.0, 50)
    assert low == 0.0
    assert 0.05 < high < 0.1


def test_share_that_never_varies_has_no_width() -> None:
    assert stats.share_interval(0.25, 0.0, 50) == (0.25, 0.25)


def test_false_discoveries_are_corrected() -> None:
    corrected = stats.benjamini_hochberg([0.01, 0.04, math.nan, 0.03])
    assert corrected[[0, 1, 3]] == pytest.approx([0.03, 0.04, 0.04])
    assert math.isnan(corrected[2])


def one(mean: float, se: float, blocks: int = 1000) -> stats.Estimate:
    return stats.Estimate(mean, mean - 2 * se, mean + 2 * se, blocks, blocks, se)


def test_many_comparisons_are_corrected_for() -> None:
    """An interval that just leaves out the null stands out alone, but not among twenty."""
    just = one(0.021, 0.01)
    assert stats.stand_out([just], 0.0) == (True,)
    assert stats.stand_out([just, *(one(0.0, 0.01),) * 19], 0.0) == (False,) * 20
    assert stats.stand_out([one(0.08, 0.01), *(one(0.0, 0.01),) * 19], 0.0)[:2] == (True, False)


def test_what_is_not_judged_is_not_counted() -> None:
    nothing = stats.Estimate(math.nan, math.nan, math.nan, 0, 0)
    values = [one(0.021, 0.01), *(one(0.0, 0.01, blocks=99),) * 10, *(nothing,) * 10]
    assert stats.stand_out(values, 0.0, least_blocks=100) == (True, *(None,) * 20)


def test_noise_is_rarely_found() -> None:
    """With nothing to find, 264 cells are coloured in about 5 % of the maps, not 13 of them in each."""
    rng = np.random.default_rng(5)
    maps = [stats.stand_out([one(mean, 1.0) for mean in rng.normal(size=264)], 0.0) for _ in range(60)]
    assert sum(any(cells) for cells in maps) <= 9


@pytest.mark.parametrize(("wins", "found"), [(0, True), (1000, True), (260, False)])
def test_shares_are_judged_by_the_error_under_the_null(wins: int, found: bool) -> None:
    share = wins / 1000
    value = one(share, math.sqrt(share * (1 - share) / 1000))
    assert stats.stand_out([value], 0.25, share=True) == (found,)


def test_a_share_fixed_by_construction_is_not_judged() -> None:
    fixed = stats.Estimate(0.5, 0.5, 0.5, 1000, 500, 0.0)
    assert fixed.is_fixed
    assert not one(1.0, 0.0).is_fixed
    assert stats.stand_out([fixed], 0.25, share=True) == (None,)


def test_p_values() -> None:
    p = stats.p_values(np.array([1.0, 1.0]), np.array([0.5, 0.0]), np.array([11, 11]))
    assert p[0] == pytest.approx(2 * reference.t.sf(2.0, 10))
    assert math.isnan(p[1])


def test_detectable_difference_is_found_with_its_power() -> None:
    n, se = 10_000, 0.01
    difference = stats.detectable_difference(se, n)
    power = reference.norm.sf(1.96 - difference / se)
    assert power == pytest.approx(0.8, abs=0.001)


def test_expected_interval_of_a_seat() -> None:
    assert stats.expected_half_width(4, 1, 10_000) == pytest.approx(
        1.96 * math.sqrt(0.25 * 0.75 / 10_000), rel=1e-4
    )
    assert math.isnan(stats.expected_half_width(4, 4, 10_000))
