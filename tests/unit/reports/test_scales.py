"""Round classes of the colour scales."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.figures.scales import level, level_width, nice, step, step_edges

VALUES = st.lists(st.floats(-1e4, 1e4).filter(lambda x: x == 0 or abs(x) > 1e-6), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("width", "found"), [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (2.2, 2.5), (7, 10), (0, 1.0)]
)
def test_nice_widths(width: float, found: float) -> None:
    assert nice(width) == pytest.approx(found)


@given(VALUES)
def test_levels_are_symmetric(values: list[float]) -> None:
    width = level_width((value, 1) for value in values)
    levels = [level(value, width) for value in values]
    assert all(-4 <= found <= 4 for found in levels)
    assert [level(-value, width) for value in values] == [-found for found in levels]


def test_an_outlier_of_few_observations_does_not_set_the_classes() -> None:
    many = [(value / 10, 1000) for value in range(-20, 21)]
    assert level_width([*many, (-40.0, 100)]) == level_width(many) == 0.5
    assert level(-40.0, 0.5) == -4
    assert level_width([*many, (-40.0, 100_000)]) == 10.0
    assert level_width([]) == 1.0


@given(VALUES)
def test_steps_hold_all_values(values: list[float]) -> None:
    edges = step_edges(values, 6)
    assert len(edges) == 7
    assert edges == tuple(sorted(set(edges)))
    assert edges[0] <= min(values) + 1e-9
    assert edges[-1] >= max(values) - 1e-6 * abs(max(values))
    assert all(0 <= step(value, edges) <= 5 for value in values)


def test_steps_of_nothing() -> None:
    assert step_edges([math.nan], 6) == (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
