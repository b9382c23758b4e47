"""Heat maps of grids: a row and a column per value of two paths, one map per value of further ones."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import words
from reports.figures.canvas import WIDTH, bare, canvas, place
from reports.figures.colours import DIVERGING, INK, MUTED, ON_LEVEL
from reports.figures.key import EDGES, draw_key, paper_box
from reports.figures.scales import level_width, told_level
from reports.figures.sweep_drawings import GridCell, GridMap, GridTable

_KEY = 0.62  # inches
_HEAD = 0.48  # over the cells of a map: the columns' title and labels
_TITLE = 0.24  # of a map among several
_LABEL = (0.7, 2.1)  # of rows: the least and the most
_WIDEST = 1.0  # inches of a cell
_SMALLER = 0.62  # where there are several maps
_HIGH = 0.42
_GAP = 0.03
_BETWEEN = 0.35  # maps
_LETTER = 0.062


def draw_gridmap(drawing: GridMap) -> Figure:
    """Coordinates are inches from the upper left corner; several maps stand in rows."""
    columns, titled = len(drawing.column_labels), len(drawing.tables) > 1
    label = _label_width(drawing)
    cell = min(_SMALLER if titled else _WIDEST, (WIDTH - label) / columns)
    wide, high = label + columns * cell, _HEAD + len(drawing.row_labels) * _HIGH
    if titled:
        high += _TITLE
    abreast = max(1, int((WIDTH + _BETWEEN) // (wide + _BETWEEN)))
    lines = -(-len(drawing.tables) // abreast)
    total = _KEY + lines * (high + 0.2)
    figure = canvas(total)
    axes = bare(place(figure, 0, 0, WIDTH, total))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(total, 0)
    effects = [one.effect for table in drawing.tables for row in table.rows for one in row if one.effect]
    width = level_width((effect.value.mean, effect.value.n) for effect in effects if effect.told)
    decimals = words.common_digits(effect.value for effect in effects)
    for index, table in enumerate(drawing.tables):
        line, column = divmod(index, abreast)
        corner = (column * (wide + _BETWEEN), _KEY + line * (high + 0.2))
        _map(axes, corner, table, drawing, (label, cell, width, decimals), titled=titled)
    places = next(
        (d for d in range(3) if math.isclose(round(width / 2, d), width / 2)), 2 if width > 0.02 else 3
    )
    draw_key(
        axes,
        0,
        drawing.unit,
        [words.number(edge * width, places, sign=True) for edge in EDGES],
        "not told from 0",
    )
    return figure


def _label_width(drawing: GridMap) -> float:
    """What the labels of the rows take, and their title."""
    letters = max(len(drawing.rows_title), *map(len, drawing.row_labels))
    return min(_LABEL[1], max(_LABEL[0], _LETTER * letters + 0.1))


def _map(
    axes: Axes,
    corner: tuple[float, float],
    table: GridTable,
    drawing: GridMap,
    scale: tuple[float, float, float, int],
    *,
    titled: bool,
) -> None:
    """One map; ``scale``: width of the labels, of a cell and of a class, and decimals."""
    left, top = corner
    label, cell, width, decimals = scale
    if titled:
        axes.text(left, top + 0.1, table.title, weight="bold", va="center_baseline")
        top += _TITLE
    across = left + label
    small: dict[str, Any] = {"color": MUTED, "fontsize": 7.2}
    axes.text(across, top + 0.1, drawing.columns_title, va="center_baseline", **small)
    axes.text(left, top + _HEAD - 0.12, _fitting(drawing.rows_title, label), va="center_baseline", **small)
    for index, name in enumerate(drawing.column_labels):
        middle = across + (index + 0.5) * cell - _GAP / 2
        axes.text(
            middle, top + _HEAD - 0.12, _fitting(name, cell), ha="center", va="center_baseline", weight="bold"
        )
    for row, (name, cells) in enumerate(zip(drawing.row_labels, table.rows, strict=True)):
        y = top + _HEAD + row * _HIGH
        axes.text(left, y + _HIGH / 2, _fitting(name, label), va="center_baseline", weight="bold")
        for column, one in enumerate(cells):
            box = (across + column * cell, y, cell - _GAP, _HIGH - _GAP)
            _cell(axes, box, one, drawing.baseline, (width, decimals))


def _fitting(text: str, inches: float) -> str:
    """A text that is at most so wide, about."""
    return words.shortened(text, max(3, int(inches / _LETTER)))


def _cell(
    axes: Axes,
    box: tuple[float, float, float, float],
    cell: GridCell,
    baseline: str,
    scale: tuple[float, int],
) -> None:
    """A cell: its colour, the difference and half its interval; the baseline's own value in its cell."""
    left, top, width, height = box
    effect = cell.effect
    upper, lower, colour = words.NONE, "", MUTED
    if cell.is_baseline:
        axes.add_patch(Rectangle((left, top), width, height, facecolor="none", edgecolor=INK, linewidth=1.3))
        upper, lower, colour = baseline, "baseline", INK
    elif effect is not None:
        step = told_level(effect.value.mean, scale[0]) if effect.told else 0
        if step:
            axes.add_patch(Rectangle((left, top), width, height, facecolor=DIVERGING[step + 4], linewidth=0))
            colour = ON_LEVEL[abs(step)]
        else:
            axes.add_patch(paper_box(left, top, width, height, dashed=words.is_small(effect.value)))
        upper = words.mean(effect.value, sign=True, decimals=scale[1])
        lower = "the same" if effect.same else words.plus_minus(effect.value, decimals=scale[1])
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": colour}
    middle = left + width / 2
    axes.text(middle, top + height * (0.34 if lower else 0.5), upper, fontsize=7.8, **text)
    axes.text(middle, top + height * 0.74, lower, fontsize=6.5, **text)
