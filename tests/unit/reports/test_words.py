"""How numbers are written."""

from __future__ import annotations

import math

import pytest

from analyzer.analysis.stats import Estimate
from reports import words


def of(mean: float, half: float, n: int = 1000, blocks: int = 500) -> Estimate:
    return Estimate(mean, mean - half, mean + half, n, blocks, half / 2)


NO_INTERVAL = Estimate(2.0, math.nan, math.nan, 3, 1)


def test_counts() -> None:
    assert words.count(1234567) == "1\u202f234\u202f567"
    assert [words.short_count(n) for n in (947, 9499, 9960, 53_000, 1_200_000)] == [
        "947",
        "9.5k",
        "10k",
        "53k",
        "1.2M",
    ]


@pytest.mark.parametrize(
    ("half", "decimals"), [(3.0, 0), (0.4, 1), (0.04, 2), (0.0004, 3), (math.nan, 1), (0.0, 1)]
)
def test_decimals_follow_the_interval(half: float, decimals: int) -> None:
    assert words.digits(half) == decimals


def test_numbers_have_a_real_minus_and_no_signed_zero() -> None:
    assert words.number(-1.25, 1) == "\u22121.2"
    assert words.number(0.04, 1, sign=True) == "0.0"
    assert words.number(-0.04, 1) == "0.0"
    assert words.number(3.14, 1, sign=True) == "+3.1"
    assert words.number(math.nan, 1) == words.NONE


def test_means_with_intervals() -> None:
    assert words.with_interval(of(1.234, 0.06), sign=True, unit="vp") == "+1.23\u202fvp (+1.17 to +1.29)"
    assert words.percent_with_interval(of(0.2712, 0.002)) == "27.1\u202f% (26.9 to 27.3\u202f%)"
    assert words.interval(NO_INTERVAL) == "no interval"
    assert words.plus_minus(NO_INTERVAL) == "±?"


def test_a_half_interval_is_never_written_as_nothing() -> None:
    assert words.plus_minus(of(1.0, 0.003), decimals=1) == "±<0.1"
    assert words.plus_minus(of(1.0, 0.0), decimals=1) == "±0.0"
    assert words.plus_minus(of(1.0, 0.003)) == "±0.003"


def test_one_drawing_has_one_number_of_decimals() -> None:
    assert words.common_digits([of(0, 3.0), of(0, 0.04), of(0, 0.03)]) == 2
    assert words.common_digits([of(0, 3.0), of(0, 2.0)]) == 1
    assert words.common_digits([NO_INTERVAL]) == 1


def test_small_samples() -> None:
    assert words.is_small(of(1, 0.1, blocks=words.SMALL - 1))
    assert words.is_small(NO_INTERVAL)
    assert not words.is_small(of(1, 0.1, blocks=words.SMALL))


def test_listing() -> None:
    assert words.listing(["a"]) == "a"
    assert words.listing(["a", "b", "c"]) == "a, b and c"


def test_long_names_keep_both_ends() -> None:
    assert words.shortened("balanced", 8) == "balanced"
    assert words.shortened("some/where/example.py:eager", 15) == "some/wh\u2026y:eager"
    assert len(words.shortened("x" * 99, 30)) == 30
