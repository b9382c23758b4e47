"""Scatter plots of two estimates, with intervals, a diagonal where they agree, and a few labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analyzer.analysis.stats import Estimate
from reports import words
from reports.figures.canvas import WIDTH, canvas, factor, grid, place
from reports.figures.colours import AXIS, INK, MARKERS, MUTED, SERIES
from reports.figures.drawings import Scatter, Spot
from reports.figures.series import series_handles, series_key

_LEFT = 0.6
_BELOW = 0.5
_HIGH = 4.6
_LETTER = 0.058  # inches of a letter of a label, about
_LINE = 0.15
_FAR = 0.1  # inches from a point to its label

_Box: TypeAlias = tuple[float, float, float, float]
"""Left, low, right and high end in inches from the lower left corner."""


def draw_scatter(drawing: Scatter, peers: Sequence[Scatter] = ()) -> Figure:
    """Points of few blocks are grey; intervals are drawn beneath all points.  ``peers``: on the same axes."""
    top = 0.3 if drawing.series else 0.08
    figure = canvas(top + _HIGH + _BELOW)
    axes = place(figure, _LEFT, top, WIDTH - _LEFT - 0.1, _HIGH)
    spots = _known(drawing)
    grid(axes, up=True)
    _frame(axes, drawing, [spot for each in (drawing, *peers) for spot in _known(each)])
    _intervals(axes, drawing, spots)
    for series in range(max(1, len(drawing.series))):
        own = [spot for spot in spots if spot.series == series]
        for grey in (True, False):
            some = [spot for spot in own if _is_small(spot) == grey]
            axes.plot(
                [spot.x.mean * factor(drawing.share_x) for spot in some],
                [spot.y.mean for spot in some],
                MARKERS[series],
                color=AXIS if grey else SERIES[series],
                markersize=4.2,
                markeredgewidth=0,
                linewidth=0,
                zorder=4,
            )
    _labels(axes, drawing, spots)
    _legend(figure, drawing)
    return figure


def _known(drawing: Scatter) -> list[Spot]:
    return [spot for spot in drawing.spots if math.isfinite(spot.x.mean) and math.isfinite(spot.y.mean)]


def _is_small(spot: Spot) -> bool:
    return words.is_small(spot.x) or words.is_small(spot.y)


def _frame(axes: Axes, drawing: Scatter, spots: Sequence[Spot]) -> None:
    """Limits (for all these spots), lines and axis titles."""
    scale = factor(drawing.share_x)
    xs = [at * scale for spot in spots for at in _reach(spot.x)]
    ys = [at for spot in spots for at in _reach(spot.y)]
    axes.set_xlabel(drawing.across)
    axes.set_ylabel(drawing.up)
    axes.set_xlim(*_limits([*xs, *([drawing.line_x * scale] if drawing.line_x is not None else [])]))
    axes.set_ylim(*_limits([*ys, 0.0]))
    axes.axhline(0, color=MUTED, linewidth=0.8, zorder=1)
    if drawing.diagonal:
        axes.axvline(0, color=MUTED, linewidth=0.8, zorder=1)
        axes.axline((0, 0), slope=1, color=INK, linewidth=0.9, linestyle=(0, (3, 2)), zorder=1)
    if drawing.line_x is not None:
        axes.axvline(drawing.line_x * scale, color=INK, linewidth=0.9, linestyle=(0, (3, 2)), zorder=1)
    corners = [(x, y) for y in (0.985, 0.015) for x in (0.01, 0.99)]
    for text, (x, y) in zip(drawing.corners, corners, strict=False):
        side, height = "left" if x < 0.5 else "right", "top" if y > 0.5 else "bottom"
        axes.text(x, y, text, transform=axes.transAxes, ha=side, va=height, color=MUTED, fontsize=7.4)


def _reach(value: Estimate) -> tuple[float, ...]:
    """The mean, and the ends of the interval of a value that isn't grey."""
    return (value.mean,) if words.is_small(value) else (value.low, value.mean, value.high)


def _limits(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=0.0)
    room = 0.04 * (high - low) or 1.0
    return low - room, high + room


def _intervals(axes: Axes, drawing: Scatter, spots: Sequence[Spot]) -> None:
    """All intervals as two collections of lines."""
    scale = factor(drawing.share_x)
    flat = [
        [(spot.x.low * scale, spot.y.mean), (spot.x.high * scale, spot.y.mean)]
        for spot in spots
        if math.isfinite(spot.x.low) and spot.x.half_width > 0
    ]
    upright = [
        [(spot.x.mean * scale, spot.y.low), (spot.x.mean * scale, spot.y.high)]
        for spot in spots
        if math.isfinite(spot.y.low)
    ]
    for lines in (flat, upright):
        if lines:
            axes.add_collection(LineCollection(lines, colors=AXIS, linewidths=0.6, zorder=2), autolim=False)


def _labels(axes: Axes, drawing: Scatter, spots: Sequence[Spot]) -> None:
    """Each label on the side where it covers no other label and the fewest points, if there is one."""
    scale = factor(drawing.share_x)
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    wide, tall = WIDTH - _LEFT - 0.1, _HIGH
    at = [
        ((spot.x.mean * scale - left) / (right - left) * wide, (spot.y.mean - low) / (high - low) * tall)
        for spot in spots
    ]
    taken: list[_Box] = []
    for spot, (x, y) in zip(spots, at, strict=True):
        free = [
            place
            for place in _places(x, y, _LETTER * len(spot.label))
            if _inside(place[0], wide, tall) and not any(_overlap(place[0], other) for other in taken)
        ]
        if not spot.label or not free:
            continue
        box, (x_text, y_text), side, height = min(free, key=lambda place: _covered(place[0], at))
        taken.append(box)
        looks: dict[str, Any] = {"ha": side, "va": height, "fontsize": 7.2, "color": INK, "zorder": 5}
        axes.text(x_text / wide, y_text / tall, spot.label, transform=axes.transAxes, **looks)


def _inside(box: _Box, wide: float, tall: float) -> bool:
    return box[0] >= 0 and box[2] <= wide and box[1] >= 0 and box[3] <= tall


def _covered(box: _Box, points: Sequence[tuple[float, float]]) -> int:
    """How many points lie under a box."""
    return sum(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in points)


def _places(x: float, y: float, width: float) -> Iterator[tuple[_Box, tuple[float, float], str, str]]:
    """Boxes right, left, above and below a point, with the anchor and alignment of their text."""
    half = _LINE / 2
    yield (x + _FAR, y - half, x + _FAR + width, y + half), (x + _FAR, y), "left", "center"
    yield (x - _FAR - width, y - half, x - _FAR, y + half), (x - _FAR, y), "right", "center"
    above, below = y + _FAR / 2, y - _FAR / 2
    yield (x - width / 2, above, x + width / 2, above + _LINE), (x, above), "center", "bottom"
    yield (x - width / 2, below - _LINE, x + width / 2, below), (x, below), "center", "top"


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _legend(figure: Figure, drawing: Scatter) -> None:
    handles = series_handles(drawing.series, 4.5, 0)
    if drawing.diagonal:
        handles.append(
            Line2D([], [], color=INK, linewidth=0.9, linestyle=(0, (3, 2)), label="where the two agree")
        )
    series_key(figure, handles)
