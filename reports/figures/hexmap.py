"""The market as a map of hexes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle, RegularPolygon

from reports import words
from reports.figures.canvas import WIDTH, bare, canvas, factor, label, place
from reports.figures.colours import AXIS, INK, MUTED, ON_STEP, PAPER, SEQUENTIAL
from reports.figures.drawings import HexCell, HexMap, HexMaps
from reports.figures.scales import step, step_edges

_ROOT3 = math.sqrt(3.0)
_KEY = 0.55


def draw_hexmaps(drawing: HexMaps, peers: Sequence[HexMaps] = ()) -> Figure:
    """Maps side by side on one scale, that of ``peers`` too; the key above them."""
    scale = factor(drawing.share)
    values = [
        cell.estimate.mean * scale
        for each in (drawing, *peers)
        for hexmap in each.maps
        for cell in hexmap.cells
        if cell.estimate is not None and not words.is_small(cell.estimate)
    ]
    edges = step_edges(values, len(SEQUENTIAL))
    columns = min(len(drawing.maps), 2)
    rows = -(-len(drawing.maps) // columns)
    xs, ys = zip(*(_centre(cell) for cell in drawing.maps[0].cells), strict=True)
    wide, high = max(xs) - min(xs) + _ROOT3, max(ys) - min(ys) + 2
    room = (WIDTH - 0.3 * (columns - 1)) / columns
    size = min(room / wide, 0.58)  # inches from the centre of a hex to its corner
    title = 0.3 if any(hexmap.title for hexmap in drawing.maps) else 0.05
    each = high * size + title
    figure = canvas(_KEY + rows * each + 0.1 * (rows - 1))
    for index, hexmap in enumerate(drawing.maps):
        row, column = divmod(index, columns)
        left = column * (room + 0.3) + (room - wide * size) / 2
        axes = bare(place(figure, left, _KEY + row * (each + 0.1) + title, wide * size, high * size))
        axes.set_xlim(min(xs) - _ROOT3 / 2, max(xs) + _ROOT3 / 2)
        axes.set_ylim(max(ys) + 1, min(ys) - 1)
        if hexmap.title:
            axes.set_title(hexmap.title, loc="center")
        _draw_map(axes, hexmap, drawing, edges)
    _key(figure, drawing, edges)
    return figure


def _centre(cell: HexCell) -> tuple[float, float]:
    """Centre of a pointy-top hex of corner radius 1, y downwards."""
    return _ROOT3 * (cell.q + cell.r / 2), 1.5 * cell.r


def _draw_map(axes: Axes, hexmap: HexMap, drawing: HexMaps, edges: tuple[float, ...]) -> None:
    for cell in hexmap.cells:
        x, y = _centre(cell)
        fill, text = _colours(cell, drawing, edges)
        axes.add_patch(
            RegularPolygon(
                (x, y),
                6,
                radius=0.955,
                facecolor=fill,
                edgecolor=INK if cell.start else AXIS,
                linewidth=(1.0 if drawing.small else 1.6) if cell.start else 0.8 if cell.closed else 0.5,
                linestyle=(0, (2, 2)) if cell.closed else "solid",
            )
        )
        if drawing.small:
            _small_text(axes, x, y, cell, drawing, text)
        else:
            _full_text(axes, x, y, cell, drawing, text)


def _colours(cell: HexCell, drawing: HexMaps, edges: tuple[float, ...]) -> tuple[str, str]:
    """Fill and text of a hex; small samples and hexes never used stay pale."""
    if cell.closed:
        return "none", MUTED
    if cell.estimate is None or words.is_small(cell.estimate):
        return PAPER, MUTED
    index = step(cell.estimate.mean * factor(drawing.share), edges)
    return SEQUENTIAL[index], ON_STEP[index]


def _full_text(axes: Axes, x: float, y: float, cell: HexCell, drawing: HexMaps, colour: str) -> None:
    """Number and value of the hex, the estimate, its half interval."""
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": colour}
    axes.text(x - 0.5, y - 0.34, str(cell.number), fontsize=5.6, **text)
    axes.text(x, y - 0.5, str(cell.value), fontsize=7.6, weight="bold", **text)
    if cell.closed:
        axes.text(x, y + 0.02, "closed", fontsize=7, **text)
        return
    if cell.estimate is None or cell.estimate.n == 0:
        axes.text(x, y + 0.02, words.NONE, fontsize=8.6, **text)
        return
    axes.text(x, y + 0.02, label(cell.estimate, share=drawing.share, sign=False), fontsize=8.6, **text)
    axes.text(x, y + 0.46, words.plus_minus(cell.estimate, share=drawing.share), fontsize=6.4, **text)


def _small_text(axes: Axes, x: float, y: float, cell: HexCell, drawing: HexMaps, colour: str) -> None:
    """The estimate and, above it, the value of the hex."""
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": colour}
    axes.text(x, y - 0.42, str(cell.value), fontsize=6.2, weight="bold", **text)
    if cell.closed or cell.estimate is None or cell.estimate.n == 0:
        return
    shown = words.number(cell.estimate.mean * factor(drawing.share), 1)
    axes.text(x, y + 0.16, shown, fontsize=7, **text)


def _key(figure: Figure, drawing: HexMaps, edges: tuple[float, ...]) -> None:
    axes = bare(place(figure, 0, 0, WIDTH, _KEY))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(_KEY, 0)
    text: dict[str, Any] = {"fontsize": 7, "color": MUTED}
    axes.text(0, 0.1, drawing.unit, va="center_baseline", **text)
    size = 0.5
    for index, colour in enumerate(SEQUENTIAL):
        axes.add_patch(Rectangle((index * size, 0.19), size - 0.02, 0.12, facecolor=colour, linewidth=0))
    width = edges[1] - edges[0]
    decimals = 0 if width == int(width) else 1 if width * 10 == int(width * 10) else 2
    for index, edge in enumerate(edges):
        align = "left" if index == 0 else "center"
        axes.text(index * size, 0.34, words.number(edge, decimals), ha=align, va="top", **text)
    x = len(SEQUENTIAL) * size + 0.35
    bold = "bold: value of the hex" if drawing.small else "bold: value of the hex, small: its number"
    marks = [(bold, ""), ("start hex", "start")]
    if any(cell.closed for hexmap in drawing.maps for cell in hexmap.cells):
        marks.append(("closed", "closed"))
    for name, kind in marks:
        if kind:
            axes.add_patch(
                Rectangle(
                    (x, 0.19),
                    0.2,
                    0.12,
                    facecolor="none" if kind == "closed" else PAPER,
                    edgecolor=AXIS if kind == "closed" else INK,
                    linewidth=0.8 if kind == "closed" else 1.4,
                    linestyle=(0, (2, 2)) if kind == "closed" else "solid",
                )
            )
            x += 0.26
        axes.text(x, 0.25, name, va="center_baseline", **text)
        x += 0.052 * len(name) + 0.15
