"""Stacked bars: where the vp come from."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from reports import words
from reports.figures.canvas import WIDTH, canvas, grid, place
from reports.figures.colours import INK, MUTED, ON_SOURCE, PAPER, SOURCES
from reports.figures.drawings import Bar, Stack

_ROW = 0.46
_LEFT = 1.35
_RIGHT = 1.15
_PLOT = WIDTH - _LEFT - _RIGHT


def draw_stack(drawing: Stack, peers: Sequence[Stack] = ()) -> Figure:
    """One bar per row, its parts from left to right in their order, negative parts left of zero.

    ``peers`` are drawn on the same axis.
    """
    places, y = [], 0.0
    for bar in drawing.bars:
        y += 0.35 if bar.gap else 0.0
        places.append(y + 0.5)
        y += 1.0
    legend = 0.2 * -(-len(drawing.parts) // 4) + 0.1
    figure = canvas(y * _ROW + 0.45 + legend)
    axes = place(figure, _LEFT, 0.05, _PLOT, y * _ROW)
    axes.set_ylim(y, 0)
    bars = [bar for each in (drawing, *peers) for bar in each.bars]
    low = min(sum(value for value in bar.values if value < 0) for bar in bars)
    high = max(sum(value for value in bar.values if value > 0) for bar in bars)
    axes.set_xlim(low * 1.02, high * 1.01)
    for place_y, bar in zip(places, drawing.bars, strict=True):
        _draw_bar(axes, place_y, bar, (high - low) / _PLOT)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    grid(axes, across=False, up=True)
    axes.set_xlabel(drawing.axis)
    _legend(figure, drawing)
    return figure


def _draw_bar(axes: Axes, y: float, bar: Bar, per_inch: float) -> None:
    """``per_inch``: vp per inch, to know which parts have room for their number."""
    left, right = 0.0, 0.0
    for index, value in enumerate(bar.values):
        if value == 0:
            continue
        start = right if value > 0 else left + value
        axes.barh(
            y,
            abs(value),
            left=start,
            height=0.66,
            color=SOURCES[index],
            edgecolor=PAPER,
            linewidth=0.7,
            hatch="////" if value < 0 else None,
        )
        text = words.number(value, 1)
        if abs(value) > per_inch * (0.075 * len(text) + 0.04):
            axes.text(
                start + abs(value) / 2,
                y,
                text,
                ha="center",
                va="center_baseline",
                color=ON_SOURCE[index],
                fontsize=7.4,
            )
        right, left = (right + value, left) if value > 0 else (right, left + value)
    beside = axes.get_yaxis_transform()
    axes.text(-_LEFT / _PLOT, y, bar.label, transform=beside, va="center_baseline")
    axes.text(
        1 + 0.55 / _PLOT,
        y,
        words.mean(bar.total),
        transform=beside,
        ha="right",
        va="center_baseline",
        weight="bold",
    )
    axes.text(
        1 + 0.6 / _PLOT,
        y,
        words.plus_minus(bar.total),
        transform=beside,
        ha="left",
        va="center_baseline",
        color=MUTED,
        fontsize=7.2,
    )


def _legend(figure: Figure, drawing: Stack) -> None:
    patches = [
        Patch(
            facecolor=SOURCES[index],
            edgecolor=PAPER,
            label=name,
            hatch="////" if any(bar.values[index] < 0 for bar in drawing.bars) else None,
        )
        for index, name in enumerate(drawing.parts)
    ]
    # Legends fill by columns: put the parts in reading order.
    rows = -(-len(patches) // 4)
    ordered = [
        patches[row * 4 + column]
        for column in range(4)
        for row in range(rows)
        if row * 4 + column < len(patches)
    ]
    figure.legend(
        handles=ordered,
        loc="lower left",
        ncols=4,
        bbox_to_anchor=(0.0, 0.0),
        borderaxespad=0.0,
        handleheight=0.9,
    )
