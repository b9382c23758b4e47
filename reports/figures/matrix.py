"""Cross tables of shares as heat maps: rows against columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyzer.analysis.stats import Estimate
from reports import words
from reports.figures.canvas import WIDTH, bare, canvas, place
from reports.figures.colours import DIVERGING, INK, MUTED, ON_LEVEL
from reports.figures.drawings import Matrix
from reports.figures.key import EDGES, draw_key, paper_box
from reports.figures.scales import level_width, told_level

_LABEL = 2.05
_TOP = 0.92
_WIDEST = 0.8  # inches of a cell
_ROOM_FOR_ALL = 0.4  # mean, half interval and n in a cell; in a narrower one the mean alone
_ROOM_FOR_ONE = 0.27
_GAP = 0.03


def draw_matrix(drawing: Matrix, peers: Sequence[Matrix] = ()) -> Figure:
    """Coordinates are inches from the upper left corner; ``peers`` have the same colour scale."""
    width = min(_WIDEST, (WIDTH - _LABEL) / len(drawing.columns))
    height = 0.46 if width >= _ROOM_FOR_ALL else 0.24
    total = _TOP + height * len(drawing.rows) + 0.04
    figure = canvas(total)
    axes = bare(place(figure, 0, 0, WIDTH, total))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(total, 0)
    class_width = _class_width((drawing, *peers))
    decimals = words.common_digits((v for row in drawing.rows for v in row.values if v is not None), 100)
    for column, name in enumerate(drawing.columns):
        axes.text(_LABEL + (column + 0.5) * width, _TOP - 0.08, name, ha="center", va="bottom", weight="bold")
    for index, row in enumerate(drawing.rows):
        top = _TOP + index * height
        axes.text(0, top + height / 2, row.label, va="center_baseline", color=INK)
        for column, value in enumerate(row.values):
            if value is not None:
                distance = 100 * (value.mean - drawing.centre)
                step = told_level(distance, class_width) if row.coloured[column] else 0
                box = (_LABEL + column * width, top, width - _GAP, height - _GAP)
                _cell(axes, box, value, step, decimals)
    edges = [words.number(100 * drawing.centre + edge * class_width, 1) for edge in EDGES]
    draw_key(axes, _LABEL, drawing.unit, edges, "not told from fair")
    return figure


def _class_width(drawings: Sequence[Matrix]) -> float:
    """In percentage points; so that the outer classes begin before a share of 0."""
    values = [
        (100 * (value.mean - drawing.centre), value.n)
        for drawing in drawings
        for row in drawing.rows
        for value, coloured in zip(row.values, row.coloured, strict=True)
        if value is not None and coloured
    ]
    most = max(width for width in (1.0, 2.0, 2.5, 5.0, 10.0) if width <= 25 * drawings[0].centre)
    return min(most, level_width(values)) if values else most


def _cell(
    axes: Axes, box: tuple[float, float, float, float], value: Estimate, step: int, decimals: int
) -> None:
    """A cell: its colour, the share below it half the interval and n, as far as there is room."""
    left, top, width, height = box
    colour = ON_LEVEL[abs(step)] if step else MUTED
    if step:
        axes.add_patch(Rectangle((left, top), width, height, facecolor=DIVERGING[step + 4], linewidth=0))
    else:
        axes.add_patch(paper_box(left, top, width, height, dashed=words.is_small(value)))
    if width < _ROOM_FOR_ONE - _GAP:
        return
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": colour}
    middle = left + width / 2
    share = words.number(100 * value.mean, decimals)
    if width < _ROOM_FOR_ALL - _GAP:
        axes.text(middle, top + height / 2, share, fontsize=6.4, **text)
        return
    axes.text(middle, top + height * 0.26, share, fontsize=7.6, **text)
    half = words.plus_minus(value, share=True, decimals=decimals)
    axes.text(middle, top + height * 0.55, half, fontsize=6.3, **text)
    axes.text(middle, top + height * 0.82, f"n {words.short_count(value.n)}", fontsize=6.2, **text)
