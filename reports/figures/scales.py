"""Round numbers for scales: class widths and the class of a value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import accumulate

_FINE = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)

REACH = 0.9
"""Share of the observations that the classes of a diverging scale are made for."""


def nice(width: float) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten that is at least ``width``."""
    if not width > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(width))
    for step in (1.0, 2.0, 2.5, 5.0, 10.0):
        if width <= step * power * (1 + 1e-9):
            return step * power
    raise AssertionError(width)


def level_width(values: Iterable[tuple[float, int]], levels: int = 4) -> float:
    """Width of the classes of a diverging scale: ``levels`` of them reach nearly all that was observed.

    ``values``: each with the number of observations behind it.  The rest, a share of 1 - REACH of the
    observations with the largest values, falls into the outer classes, which are open.
    """
    sizes = sorted((abs(value), n) for value, n in values if math.isfinite(value))
    wanted = REACH * sum(n for _, n in sizes)
    reached = accumulate(n for _, n in sizes)
    quantile = next((size for (size, _), n in zip(sizes, reached, strict=True) if n >= wanted), 0.0)
    return nice(quantile / levels)


def level(value: float, width: float, levels: int = 4) -> int:
    """Class of a value on a diverging scale, ``-levels`` to ``levels``; 0 within half a class of zero."""
    size = min(levels, math.floor(abs(value) / width + 0.5))
    return int(math.copysign(size, value)) if size else 0


def told_level(value: float, width: float) -> int:
    """Class of a value that was told from zero: the middle one is left to those that weren't."""
    return level(value, width) or int(math.copysign(1, value))


def step_edges(values: Iterable[float], steps: int) -> tuple[float, ...]:
    """``steps + 1`` round edges from a round number below the smallest value to above the largest."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return tuple(float(i) for i in range(steps + 1))
    low, high = min(finite), max(finite)
    smallest = (high - low) / steps or abs(high) / steps or 1.0
    power = 10.0 ** math.floor(math.log10(smallest))
    widths = (factor * size for size in (power, 10 * power, 100 * power) for factor in _FINE)
    for width in widths:
        start = math.floor(low / width + 1e-9) * width
        if width >= smallest and start + steps * width >= high * (1 - 1e-9):
            break
    return tuple(start + width * index for index in range(steps + 1))


def step(value: float, edges: tuple[float, ...]) -> int:
    """Class of a value between edges, the ends included."""
    width = edges[1] - edges[0]
    return max(0, min(len(edges) - 2, math.floor((value - edges[0]) / width + 1e-9)))
