"""Removals on the market: arrows between hexes, and a matrix of the hexes' values beside the map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrow, Rectangle

from analyzer.analysis.stats import Estimate
from reports import words
from reports.figures.canvas import WIDTH, bare, canvas, place
from reports.figures.colours import AXIS, INK, MUTED, ON_STEP, PAPER, SEQUENTIAL, SERIES
from reports.figures.drawings import Arrow, HexArrows, HexCell
from reports.figures.hexes import ROOT3, centre, draw_hex, draw_marks, extent, frame
from reports.figures.scales import nice, step, step_edges

_KEY = 0.55
_MAP = 4.75  # inches
_BETWEEN = 0.25
_WIDEST = 0.34  # of an arrow, in corner radii
_THINNEST = 0.03
_SHORTER = 0.56  # corner radii left free at either end, for the hex's own text
_HEAD = 0.34  # length
_CELL_HIGH = 0.42
_LABEL = 0.3


def draw_hexarrows(drawing: HexArrows, peers: Sequence[HexArrows] = ()) -> Figure:
    """The map on the left, the matrix on the right, the key above; ``peers`` have the same widths."""
    drawings = (drawing, *peers)
    left, right, top, bottom = extent(drawing.cells)
    size = _MAP / (right - left)
    figure = canvas(_KEY + (bottom - top) * size)
    axes = bare(place(figure, 0, _KEY, _MAP, (bottom - top) * size))
    frame(axes, drawing.cells)
    for cell in drawing.cells:
        draw_hex(axes, cell, PAPER, small=False)
        _text(axes, cell)
    places = {cell.number: centre(cell) for cell in drawing.cells}
    widest = max((arrow.value.mean for each in drawings for arrow in each.arrows), default=1.0)
    for arrow in drawing.arrows:
        _arrow(axes, arrow, places, widest)
    _matrix(figure, drawings)
    _key(figure, drawing, size, widest)
    return figure


def _text(axes: Axes, cell: HexCell) -> None:
    """Value and number of the hex; below them its own figure."""
    x, y = centre(cell)
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "zorder": 4}
    axes.text(x, y - 0.14, str(cell.value), fontsize=8, weight="bold", color=INK, **text)
    axes.text(x - 0.28, y - 0.16, str(cell.number), fontsize=6.2, color=MUTED, **text)
    if cell.closed:
        axes.text(x, y + 0.22, "closed", fontsize=6.2, color=MUTED, **text)
    elif cell.estimate is not None and cell.estimate.mean > 0:
        small = cell.estimate.mean < 0.005
        shown = "<0.01" if small else words.number(cell.estimate.mean, 2)
        axes.text(x, y + 0.22, shown, fontsize=6.2, color=MUTED, **text)


def _arrow(axes: Axes, arrow: Arrow, places: dict[int, tuple[float, float]], widest: float) -> None:
    """From the remover's hex into the removed marker's; grey on few blocks."""
    (x0, y0), (x1, y1) = places[arrow.source], places[arrow.target]
    dx, dy = (x1 - x0) / ROOT3, (y1 - y0) / ROOT3
    length = ROOT3 - 2 * _SHORTER
    width = max(_THINNEST, _WIDEST * arrow.value.mean / widest)
    axes.add_patch(
        FancyArrow(
            x0 + _SHORTER * dx,
            y0 + _SHORTER * dy,
            length * dx,
            length * dy,
            width=width,
            head_width=width + 0.16,
            head_length=_HEAD,
            length_includes_head=True,
            color=AXIS if words.is_small(arrow.value) else SERIES[1],
            linewidth=0,
            zorder=3,
        )
    )


def _matrix(figure: Figure, drawings: Sequence[HexArrows]) -> None:
    """Rows: from; columns: to.  Cells of equal values (the same hex) have a thick edge."""
    drawing = drawings[0]
    room = WIDTH - _MAP - _BETWEEN
    wide, high = room, _CELL_HIGH * len(drawing.matrix) + 2 * _LABEL + 0.1
    axes = bare(place(figure, _MAP + _BETWEEN, _KEY + 0.3, wide, high))
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    text: dict[str, Any] = {"va": "center_baseline", "fontsize": 7, "color": MUTED}
    axes.text(_LABEL, 0.05, drawing.columns_title, **text)
    axes.text(0, 2 * _LABEL + _CELL_HIGH * len(drawing.matrix), drawing.rows_title, **text)
    cell = (wide - _LABEL) / len(drawing.columns)
    for column, name in enumerate(drawing.columns):
        axes.text(_LABEL + (column + 0.5) * cell, 0.28, name, ha="center", weight="bold", fontsize=8)
    rows = [row for each in drawings for row in each.matrix]
    known = [value.mean for row in rows for value in row.values if value is not None]
    edges = step_edges([0.0, *known], len(SEQUENTIAL))
    for index, row in enumerate(drawing.matrix):
        y = _LABEL + 0.1 + index * _CELL_HIGH
        axes.text(
            _LABEL - 0.12, y + _CELL_HIGH / 2, row.label, ha="right", va="center_baseline", weight="bold"
        )
        for column, value in enumerate(row.values):
            if value is not None:
                box = (_LABEL + column * cell, y, cell - 0.04, _CELL_HIGH - 0.04)
                _cell(axes, box, value, edges, framed=column == index)


def _cell(
    axes: Axes,
    box: tuple[float, float, float, float],
    value: Estimate,
    edges: tuple[float, ...],
    *,
    framed: bool,
) -> None:
    left, top, wide, high = box
    index = step(value.mean, edges)
    pale = words.is_small(value)
    axes.add_patch(
        Rectangle(
            (left, top),
            wide,
            high,
            facecolor=PAPER if pale else SEQUENTIAL[index],
            edgecolor=INK if framed else AXIS,
            linewidth=1.2 if framed else 0.4,
        )
    )
    text: dict[str, Any] = {
        "ha": "center",
        "va": "center_baseline",
        "color": MUTED if pale else ON_STEP[index],
    }
    if value.mean == 0:
        axes.text(left + wide / 2, top + 0.5 * high, "none", fontsize=6.4, **text)
        return
    axes.text(left + wide / 2, top + 0.36 * high, words.mean(value, decimals=2), fontsize=7.2, **text)
    half = words.plus_minus(value, decimals=3)
    axes.text(left + wide / 2, top + 0.74 * high, half, fontsize=6.2, **text)


def _key(figure: Figure, drawing: HexArrows, size: float, widest: float) -> None:
    """Three arrows of round widths, and what the texts mean; ``size``: inches of a corner radius."""
    axes = bare(place(figure, 0, 0, WIDTH, _KEY))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(_KEY, 0)
    text: dict[str, Any] = {"fontsize": 7, "color": MUTED, "va": "center_baseline"}
    axes.text(0, 0.1, drawing.unit, **text)
    most = nice(widest / 2)
    x = 0.0
    for share in (0.25, 0.5, 1.0):
        value = most * share
        width = size * max(_THINNEST, _WIDEST * value / widest)
        axes.add_patch(
            FancyArrow(
                x,
                0.27,
                0.36,
                0,
                width=width,
                head_width=width + 0.16 * size,
                head_length=_HEAD * size,
                length_includes_head=True,
                color=SERIES[1],
                linewidth=0,
            )
        )
        axes.text(x + 0.42, 0.27, words.number(value, _decimals(value)), **text)
        x += 0.85
    draw_marks(axes, x + 0.1, 0.27, drawing.cells, "bold: value of the hex, small: its number")
    axes.text(0, 0.46, drawing.cell_unit, **text)


def _decimals(value: float) -> int:
    """As many as a round number needs."""
    return max(0, min(4, 1 - math.floor(math.log10(value)))) if value > 0 else 0
