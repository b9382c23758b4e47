"""Scatter plots of two estimates, with intervals, a diagonal where they agree, and a few labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports import words
from reports.figures.canvas import WIDTH, canvas, factor, grid, place
from reports.figures.colours import AXIS, INK, MARKERS, MUTED, SERIES
from reports.figures.drawings import Scatter, Spot

_LEFT = 0.6
_BELOW = 0.5
_HIGH = 4.6
_LETTER = 0.058  # inches of a letter of a label, about
_LINE = 0.15
_FAR = 0.1  # inches from a point to its label


def draw_scatter(drawing: Scatter) -> Figure:
    """Points of few blocks are grey; intervals are drawn beneath all points."""
    top = 0.3 if drawing.series else 0.08
    figure = canvas(top + _HIGH + _BELOW)
    axes = place(figure, _LEFT, top, WIDTH - _LEFT - 0.1, _HIGH)
    spots = [spot for spot in drawing.spots if math.isfinite(spot.x.mean) and math.isfinite(spot.y.mean)]
    grid(axes, up=True)
    _frame(axes, drawing, spots)
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


def _is_small(spot: Spot) -> bool:
    return words.is_small(spot.x) or words.is_small(spot.y)


def _frame(axes: Axes, drawing: Scatter, spots: Sequence[Spot]) -> None:
    """Limits, lines and axis titles."""
    scale = factor(drawing.share_x)
    xs, ys = [spot.x.mean * scale for spot in spots], [spot.y.mean for spot in spots]
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


def _limits(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=0.0)
    room = 0.07 * (high - low) or 1.0
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
    """Each label at the first of four sides where it covers no other label and stays inside."""
    taken: list[tuple[float, float, float, float]] = []
    scale = factor(drawing.share_x)
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    wide, tall = WIDTH - _LEFT - 0.1, _HIGH
    for spot in (spot for spot in spots if spot.label):
        x = (spot.x.mean * scale - left) / (right - left) * wide
        y = (spot.y.mean - low) / (high - low) * tall
        for box, (at, side, height) in _places(x, y, _LETTER * len(spot.label)):
            inside = box[0] >= 0 and box[2] <= wide and box[1] >= 0 and box[3] <= tall
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                spread: dict[str, Any] = {"ha": side, "va": height, "fontsize": 7.2, "color": INK}
                axes.text(
                    at[0] / wide, at[1] / tall, spot.label, transform=axes.transAxes, zorder=5, **spread
                )
                break


def _places(
    x: float, y: float, width: float
) -> Iterator[tuple[tuple[float, float, float, float], tuple[tuple[float, float], str, str]]]:
    """Boxes in inches (left, low, right, high) with the anchor and alignment of their text."""
    half = _LINE / 2
    yield (x + _FAR, y - half, x + _FAR + width, y + half), ((x + _FAR, y), "left", "center")
    yield (x - _FAR - width, y - half, x - _FAR, y + half), ((x - _FAR, y), "right", "center")
    above, below = y + _FAR / 2, y - _FAR / 2
    yield (x - width / 2, above, x + width / 2, above + _LINE), ((x, above), "center", "bottom")
    yield (x - width / 2, below - _LINE, x + width / 2, below), ((x, below), "center", "top")


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _legend(figure: Figure, drawing: Scatter) -> None:
    handles = [
        Line2D(
            [],
            [],
            color=SERIES[i],
            marker=MARKERS[i],
            markersize=4.5,
            markeredgewidth=0,
            linewidth=0,
            label=name,
        )
        for i, name in enumerate(drawing.series)
    ]
    if drawing.diagonal:
        handles.append(
            Line2D([], [], color=INK, linewidth=0.9, linestyle=(0, (3, 2)), label="where the two agree")
        )
    if handles:
        figure.legend(
            handles=handles, loc="upper left", ncols=6, bbox_to_anchor=(0.0, 1.0), borderaxespad=0.0
        )
