"""Numbers in words: how values, shares, intervals and counts are written everywhere."""

from __future__ import annotations

import math
from collections.abc import Iterable

from analyzer.analysis.stats import FEW_BLOCKS, Estimate

MINUS = "\u2212"
NARROW = "\u202f"  # narrow no-break space
NONE = "\u2013"
TOO_FEW = "too few to say"

SMALL = FEW_BLOCKS
"""Fewer blocks than this: the estimate is shown in grey."""


def count(number: int) -> str:
    """12 345 with narrow spaces."""
    return f"{number:,}".replace(",", NARROW).replace("-", MINUS)


def short_count(number: int) -> str:
    """At most four characters or so: 947, 9.5k, 53k, 1.2M."""
    if number < 1_000:
        return str(number)
    for unit, size in (("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)):
        value = number / size
        if value < 9.95:
            return f"{value:.1f}{unit}"
        if value < 999.5:
            return f"{value:.0f}{unit}"
    return f"{number / 1e12:.1f}T"


def digits(half_width: float, most: int = 3) -> int:
    """Decimals worth showing for a value with this half interval: its first digit still counts."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    return max(0, min(most, -math.floor(math.log10(half_width))))


def number(value: float, decimals: int, *, sign: bool = False) -> str:
    """A number with a real minus sign; with ``sign`` a plus before positive ones."""
    if not math.isfinite(value):
        return NONE
    text = f"{value:+.{decimals}f}" if sign else f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", MINUS)


def common_digits(values: Iterable[Estimate], scale: float = 1.0) -> int:
    """Decimals for all figures of one drawing: those of its middle interval, 1 or 2."""
    widths = sorted(half(value, scale) for value in values if value.half_width > 0)
    return max(1, digits(widths[len(widths) // 2], 2)) if widths else 1


def half(value: Estimate, scale: float = 1.0) -> float:
    """Half of the interval, times ``scale``; NaN without an interval."""
    return value.half_width * scale


def mean(value: Estimate, *, sign: bool = False, decimals: int | None = None) -> str:
    """The mean alone (for labels beside an interval); by default with the decimals its interval bears."""
    wanted = max(1, digits(value.half_width)) if decimals is None else decimals
    return number(value.mean, wanted, sign=sign)


def percent(value: Estimate, *, decimals: int | None = None) -> str:
    """A share in per cent, without its interval (for labels beside one)."""
    wanted = max(1, digits(half(value, 100))) if decimals is None else decimals
    return f"{number(100 * value.mean, wanted)}{NARROW}%"


def plus_minus(value: Estimate, *, share: bool = False, decimals: int | None = None) -> str:
    """The half interval alone: ±0.11; ±<0.1 where ``decimals`` would leave nothing of it; ±? if unknown."""
    width = half(value, 100 if share else 1)
    if not math.isfinite(width) or is_unknown(value, share=share):
        return "±?"
    wanted = max(1, digits(width)) if decimals is None else decimals
    if 0 < width < 0.5 * 10**-wanted:
        return f"±<{10**-wanted:.{wanted}f}"
    return f"±{number(width, wanted)}"


def interval(value: Estimate, *, sign: bool = False) -> str:
    """The bounds alone: 1.2 to 1.4."""
    decimals = max(1, digits(value.half_width))
    if not math.isfinite(value.low):
        return "no interval"
    if is_unknown(value):
        return TOO_FEW
    return f"{number(value.low, decimals, sign=sign)} to {number(value.high, decimals, sign=sign)}"


def percent_interval(value: Estimate) -> str:
    """The bounds of a share in per cent: 26.9 to 27.3 %."""
    decimals = max(1, digits(half(value, 100)))
    if not math.isfinite(value.low):
        return "no interval"
    if is_unknown(value, share=True):
        return TOO_FEW
    return f"{number(100 * value.low, decimals)} to {number(100 * value.high, decimals)}{NARROW}%"


def with_interval(value: Estimate, *, sign: bool = False, unit: str = "") -> str:
    """Mean and bounds for a sentence: 1.3 vp (1.2 to 1.4)."""
    word = f"{NARROW}{unit}" if unit else ""
    return f"{mean(value, sign=sign)}{word} ({interval(value, sign=sign)})"


def percent_with_interval(value: Estimate) -> str:
    """A share and its bounds for a sentence: 27.1 % (26.9 to 27.3 %)."""
    return f"{percent(value)} ({percent_interval(value)})"


def scaled(value: Estimate, by: float) -> Estimate:
    """An estimate in another unit, or with the other sign."""
    low, high = sorted((value.low * by, value.high * by))
    return Estimate(value.mean * by, low, high, value.n, value.blocks, value.se * abs(by))


def listing(words: list[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters: its middle gives way, since paths differ in their ends."""
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end].rstrip()}\u2026{text[-end:].lstrip()}"


def is_unknown(value: Estimate, *, share: bool = False) -> bool:
    """Whether an interval has no width only because few blocks happened to be alike.

    A share between 0 and 1 that never varies is so by construction; one of 0 or 1 has Wilson's interval.
    """
    return value.blocks < SMALL and value.low == value.high and not (share and value.is_fixed)


def is_small(value: Estimate) -> bool:
    """Too few blocks for much trust, or no interval at all."""
    return value.blocks < SMALL or not math.isfinite(value.low)
