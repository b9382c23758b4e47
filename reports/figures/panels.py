"""Small plots side by side with common axes: one per craft building."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analyzer.analysis.stats import Estimate
from reports import words
from reports.figures.canvas import WIDTH, canvas, factor, grid, place
from reports.figures.colours import AXIS, INK, MARKERS, MUTED, SERIES
from reports.figures.drawings import Curve, Panels

_COLUMNS = 3
_LEFT = 0.48
_BETWEEN = 0.28
_WIDE = (WIDTH - _LEFT - _BETWEEN * (_COLUMNS - 1)) / _COLUMNS
_HIGH = 1.45
TITLE = 29  # characters of a title that fit the width
_SHOWN = 10  # blocks from which a mean is kept inside the frame
_APART = 0.6  # between rows: ticks below, the next title above


def draw_panels(drawing: Panels, peers: Sequence[Panels] = ()) -> Figure:
    """Panels in rows of three; the same y axis in all, those of ``peers`` too."""
    names = [curve.label for curve in drawing.panels[0].curves]
    top = 0.28 + (0.26 if len(names) > 1 else 0)
    each = _HIGH + _APART + (0.12 if drawing.counts else 0)
    rows = -(-len(drawing.panels) // _COLUMNS)
    figure = canvas(top + rows * each - 0.08)
    low, high = _limits((drawing, *peers))
    for index, panel in enumerate(drawing.panels):
        row, column = divmod(index, _COLUMNS)
        axes = place(figure, _LEFT + column * (_WIDE + _BETWEEN), top + row * each, _WIDE, _HIGH)
        axes.set_title(words.shortened(panel.title, TITLE))
        axes.set_ylim(low, high)
        for series, curve in enumerate(panel.curves):
            _curve(axes, series, curve, drawing, len(panel.curves))
        _dress(axes, drawing, first=column == 0)
        for line, remark in enumerate(panel.remarks):
            colour = SERIES[line] if len(panel.remarks) > 1 else MUTED
            place_y = 0.96 - line * 0.13 / _HIGH
            axes.text(0.02, place_y, remark, transform=axes.transAxes, va="top", color=colour, fontsize=7)
        if drawing.counts:
            _counts(axes, panel.curves[:1] if drawing.alike else panel.curves)
    figure.text(_LEFT / WIDTH, 0.005, drawing.across, va="bottom", color=MUTED, fontsize=8)
    if len(names) > 1:
        handles = [
            Line2D([], [], color=SERIES[i], marker=MARKERS[i], markersize=4.5, markeredgewidth=0, label=name)
            for i, name in enumerate(names)
        ]
        figure.legend(
            handles=handles, loc="upper left", ncols=4, bbox_to_anchor=(0.0, 1.0), borderaxespad=0.0
        )
    return figure


def _limits(drawings: Sequence[Panels]) -> tuple[float, float]:
    """The range of the trusted intervals, of most means and of the line; shares of completion 0 to 100."""
    drawing = drawings[0]
    if drawing.share and drawing.joined:
        return 0.0, 100.0
    scale = factor(drawing.share)
    values = [v for each in drawings for panel in each.panels for curve in panel.curves for v in curve.values]
    ends = [end * scale for value in values if not words.is_small(value) for end in (value.low, value.high)]
    ends += [value.mean * scale for value in values if value.blocks >= _SHOWN]
    ends += [each.line * scale for each in drawings if each.line is not None]
    if not ends:
        return 0.0, 1.0
    low, high = min(ends), max(ends)
    room = 0.12 * (high - low or 1.0)
    return (max(0.0, low - room) if drawing.share else low - room), high + room


def _curve(axes: Axes, series: int, curve: Curve, drawing: Panels, of: int) -> None:
    scale = factor(drawing.share)
    shift = (series - (of - 1) / 2) * 0.14 if not drawing.joined else 0.0
    known = [
        (x + shift, value)
        for x, value in enumerate(curve.values)
        if math.isfinite(value.mean) and value.n > 0
    ]
    if drawing.joined:
        xs = [x for x, _ in known]
        ys = [value.mean * scale for _, value in known]
        axes.plot(
            xs, ys, color=SERIES[series], marker=MARKERS[series], markersize=4, markeredgewidth=0, zorder=3
        )
        lows = [value.low * scale for _, value in known]
        highs = [value.high * scale for _, value in known]
        if all(map(math.isfinite, lows)):
            axes.fill_between(xs, lows, highs, color=SERIES[series], alpha=0.2, linewidth=0, zorder=2)
        return
    for x, value in known:
        _point(axes, x, value, series, scale)


def _point(axes: Axes, x: float, value: Estimate, series: int, scale: float) -> None:
    colour = AXIS if words.is_small(value) else SERIES[series]
    if math.isfinite(value.low):
        axes.plot([x, x], [value.low * scale, value.high * scale], color=colour, linewidth=1.8, zorder=3)
    axes.plot(
        x, value.mean * scale, MARKERS[series], color=colour, markersize=4.5, markeredgewidth=0, zorder=4
    )


def _dress(axes: Axes, drawing: Panels, *, first: bool) -> None:
    last = len(drawing.positions) - 1
    axes.set_xlim(-0.5, last + 0.5)
    axes.set_xticks(range(last + 1), drawing.positions)
    grid(axes)
    axes.locator_params(axis="y", nbins=5)
    axes.spines["left"].set_visible(False)
    if drawing.apart:
        axes.axvline(last - 0.5, color=AXIS, linewidth=0.7, linestyle=(0, (1.5, 2)))
    if drawing.line is not None:
        axes.axhline(
            drawing.line * factor(drawing.share), color=INK, linewidth=0.9, linestyle=(0, (3, 2)), zorder=1
        )
    if first:
        axes.set_ylabel(drawing.axis)
    else:
        axes.tick_params(labelleft=False)


def _counts(axes: Axes, curves: tuple[Curve, ...]) -> None:
    """n under every position, over all series."""
    for x in range(len(curves[0].values)):
        n = sum(curve.values[x].n for curve in curves)
        axes.annotate(
            words.short_count(n),
            (x, 0),
            xycoords=axes.get_xaxis_transform(),
            xytext=(0, -17),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=6.2,
            color=MUTED,
        )
