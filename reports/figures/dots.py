"""Dot plots: means with their intervals, labels at the left, numbers at the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports import words
from reports.figures.canvas import WIDTH, canvas, factor, grid, label, place
from reports.figures.colours import AXIS, INK, MARKERS, MUTED, SERIES
from reports.figures.drawings import Dot, Dots
from reports.figures.series import series_handles, series_key

_ROW = 0.21
_LEFT = 2.05
_RIGHT = 1.5


def draw_dots(drawing: Dots, peers: Sequence[Dots] = ()) -> Figure:
    """A row per dot, groups set apart by headings; ``peers`` are drawn on the same axis."""
    rows, total = _rows(drawing)
    top = 0.3 if drawing.series or drawing.reference_label else 0.08
    top += 0.18 if drawing.line is not None else 0.0
    height = total * _ROW
    figure = canvas(top + height + 0.45)
    axes = place(figure, _LEFT, top, WIDTH - _LEFT - _RIGHT, height)
    axes.set_ylim(total, 0)
    scale = factor(drawing.share)
    for y, dot in rows:
        _draw_dot(axes, y, dot, scale)
        _write(axes, y, dot, drawing)
    for y, heading in _headings(drawing):
        axes.text(-_LEFT / _plot(), y, heading, transform=_beside(axes), weight="bold", va="center")
    _finish(axes, drawing, scale)
    if peers:
        axes.set_xlim(_limits((drawing, *peers)))
    _legend(figure, drawing)
    return figure


def _plot() -> float:
    return WIDTH - _LEFT - _RIGHT


def _beside(axes: Axes):  # type: ignore[no-untyped-def]
    return axes.get_yaxis_transform()


def _rows(drawing: Dots) -> tuple[list[tuple[float, Dot]], float]:
    """Positions of the dots in rows, and the number of rows."""
    placed, y, group = [], 0.0, ""
    for dot in drawing.dots:
        if dot.group and dot.group != group:
            y += 1.0 if y == 0 else 1.6
            group = dot.group
        placed.append((y + 0.5, dot))
        y += 1
    return placed, y + 0.3


def _limits(drawings: Sequence[Dots]) -> tuple[float, float]:
    """An axis that holds all dots, intervals, ticks and lines of several drawings."""
    values = [
        each * factor(drawing.share)
        for drawing in drawings
        for dot in drawing.dots
        for each in (dot.value.mean, dot.value.low, dot.value.high, dot.reference, drawing.line)
        if each is not None and math.isfinite(each)
    ]
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.04 * (high - low or 1.0)
    return low - room, high + room


def _headings(drawing: Dots) -> list[tuple[float, str]]:
    found, group = [], ""
    for y, dot in _rows(drawing)[0]:
        if dot.group and dot.group != group:
            group = dot.group
            found.append((y - 1.0, group))
    return found


def _draw_dot(axes: Axes, y: float, dot: Dot, scale: float) -> None:
    if dot.reference is not None:
        at = dot.reference * scale
        axes.plot([at, at], [y - 0.3, y + 0.3], color=MUTED, linewidth=1.0, zorder=2)
    value = dot.value
    if not math.isfinite(value.mean):
        return
    small = words.is_small(value)
    colour = AXIS if small else SERIES[dot.series]
    if math.isfinite(value.low):
        axes.plot([value.low * scale, value.high * scale], [y, y], color=colour, linewidth=2.2, zorder=3)
    axes.plot(
        value.mean * scale, y, MARKERS[dot.series], color=colour, markersize=5, markeredgewidth=0, zorder=4
    )


def _write(axes: Axes, y: float, dot: Dot, drawing: Dots) -> None:
    """Label at the left; mean, half interval and n at the right."""
    small = words.is_small(dot.value)
    beside = _beside(axes)
    inch = 1 / _plot()
    colour = MUTED if small else INK
    axes.text(-_LEFT * inch + 0.12 * inch, y, dot.label, transform=beside, va="center", color=colour)
    if dot.value.n == 0:
        return
    decimals = words.common_digits((each.value for each in drawing.dots), factor(drawing.share))
    text = label(dot.value, share=drawing.share, sign=drawing.signed, decimals=decimals)
    axes.text(1 + 0.62 * inch, y, text, transform=beside, ha="right", va="center", color=colour)
    half = words.plus_minus(dot.value, share=drawing.share, decimals=decimals)
    count = f"n {words.short_count(dot.value.n)}"
    small_print: dict[str, Any] = {"transform": beside, "va": "center", "color": MUTED, "fontsize": 7.2}
    axes.text(1 + 0.67 * inch, y, half, ha="left", **small_print)
    axes.text(1 + _RIGHT * inch, y, count, ha="right", **small_print)


def _finish(axes: Axes, drawing: Dots, scale: float) -> None:
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    grid(axes, across=False, up=True)
    axes.margins(x=0.04)
    axes.set_xlabel(drawing.axis)
    if drawing.line is not None:
        at = drawing.line * scale
        axes.axvline(at, color=INK, linewidth=0.9, linestyle=(0, (3, 2)), zorder=1)
        if drawing.line_label:
            axes.annotate(
                drawing.line_label,
                (at, 1.0),
                xycoords=axes.get_xaxis_transform(),
                xytext=(0, 3),
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=MUTED,
                fontsize=7.6,
            )
    axes.locator_params(axis="x", nbins=7)


def _legend(figure: Figure, drawing: Dots) -> None:
    handles = series_handles(drawing.series, 5, 2)
    if drawing.reference_label:
        tick = Line2D(
            [], [], color=MUTED, marker="|", markersize=7, linewidth=0, label=drawing.reference_label
        )
        handles.append(tick)
    series_key(figure, handles)
