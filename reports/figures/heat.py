"""Heat maps with numbers: a row per card, a column per placement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyzer.analysis.stats import Estimate
from reports import words
from reports.figures.canvas import WIDTH, bare, canvas, place
from reports.figures.colours import DIVERGING, INK, MUTED, ON_LEVEL, PAPER
from reports.figures.drawings import Heat
from reports.figures.key import EDGES, KEY_TOP, draw_key, paper_box
from reports.figures.scales import level_width, told_level

_ROW = 0.2
_LABEL = 1.52
_GAP = 0.12  # between the summary column or row and the rest
_TOP = 0.92


def draw_heat(drawing: Heat, peers: Sequence[Heat] = ()) -> Figure:
    """Coordinates are inches from the upper left corner; ``peers`` have the same colour scale."""
    height = _TOP + sum(_ROW + (_GAP if row.heading else 0) for row in drawing.rows) + 0.04
    figure = canvas(height)
    axes = bare(place(figure, 0, 0, WIDTH, height))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(height, 0)
    gap = _GAP if drawing.summary else 0.0
    width = (WIDTH - _LABEL - gap) / len(drawing.columns)
    lefts = [_LABEL + index * width + (gap if index else 0) for index in range(len(drawing.columns))]
    class_width = level_width(value for each in (drawing, *peers) for value in _coloured(each))
    decimals = words.common_digits(value for row in drawing.rows for value in row.values)
    for left, name in zip(lefts, drawing.columns, strict=True):
        axes.text(left + width / 2, _TOP - 0.08, name, ha="center", va="bottom", weight="bold")
    y = _TOP
    for row in drawing.rows:
        axes.text(
            _LABEL - 0.1,
            y + _ROW / 2,
            row.label,
            ha="right",
            va="center_baseline",
            weight="bold" if row.heading else "normal",
            fontsize=7.8,
        )
        for column, value in enumerate(row.values):
            step = told_level(value.mean - drawing.centre, class_width) if row.coloured[column] else 0
            _cell(axes, (lefts[column], y, width), value, step, drawing, decimals)
            if row.marks and row.marks[column]:
                _mark(axes, lefts[column] + width - 0.08, y + _ROW / 2, row.marks[column])
        y += _ROW + (_GAP if row.heading else 0)
    _key(axes, drawing, class_width)
    return figure


def _coloured(drawing: Heat) -> list[tuple[float, int]]:
    """The distance from the centre and n of the coloured cells, without the sums over rows or columns."""
    return [
        (value.mean - drawing.centre, value.n)
        for row in drawing.rows
        if not row.heading
        for value, coloured in list(zip(row.values, row.coloured, strict=True))[drawing.summary :]
        if coloured
    ]


def _cell(
    axes: Axes, place: tuple[float, float, float], value: Estimate, step: int, drawing: Heat, decimals: int
) -> None:
    """A cell at left, top and of a width: its colour, mean, half interval and n."""
    left, top, width = place
    box: dict[str, Any] = {"width": width - 0.03, "height": _ROW - 0.03}
    middle = top + _ROW / 2
    if value.n == 0:
        axes.text(
            left + width / 2, middle, words.NONE, ha="center", va="center_baseline", color=MUTED, fontsize=7
        )
        return
    if step:
        axes.add_patch(Rectangle((left, top), **box, facecolor=DIVERGING[step + 4], linewidth=0))
        colour = ON_LEVEL[abs(step)]
    else:
        axes.add_patch(paper_box(left, top, **box, dashed=words.is_small(value)))
        colour = MUTED
    axes.text(
        left + 0.4,
        middle,
        words.mean(value, sign=drawing.signed, decimals=decimals),
        ha="right",
        va="center_baseline",
        color=colour,
        fontsize=7.4,
    )
    text: dict[str, Any] = {"va": "center_baseline", "color": colour, "fontsize": 6.3}
    axes.text(left + 0.43, middle, words.plus_minus(value, decimals=decimals), ha="left", **text)
    axes.text(left + width - 0.17, middle, words.short_count(value.n), ha="right", **text)


def _mark(axes: Axes, x: float, y: float, mark: str) -> None:
    """Provenance: a full disc published, a half one partial, nothing for designed."""
    if mark == "designed":
        return
    axes.plot(
        x,
        y,
        "o",
        markersize=3.6,
        fillstyle="full" if mark == "published" else "left",
        color=INK,
        markerfacecoloralt=PAPER,
        markeredgewidth=0.5,
        markeredgecolor=INK,
        clip_on=False,
    )


def _key(axes: Axes, drawing: Heat, class_width: float) -> None:
    """The classes and the marks above the map."""
    decimals = 0 if class_width % 2 == 0 and drawing.centre == 0 else 2 if class_width < 0.2 else 1
    edges = [
        words.number(drawing.centre + edge * class_width, decimals, sign=drawing.signed) for edge in EDGES
    ]
    centre = "0" if drawing.centre == 0 else "the mean"
    x = draw_key(axes, _LABEL, drawing.unit, edges, f"not told from {centre}")
    if drawing.marked:
        for row, mark in enumerate(("published", "partial")):
            _mark(axes, x + 1.74, KEY_TOP + 0.06 + 0.2 * row, mark)
            axes.text(
                x + 1.82,
                KEY_TOP + 0.06 + 0.2 * row,
                mark,
                va="center_baseline",
                fontsize=7,
                color=MUTED,
            )
