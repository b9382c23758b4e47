"""The market as a map of hexes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import words
from reports.figures.canvas import WIDTH, bare, canvas, factor, label, place
from reports.figures.colours import DIVERGING, MUTED, ON_LEVEL, ON_STEP, PAPER, SEQUENTIAL
from reports.figures.drawings import HexCell, HexMap, HexMaps
from reports.figures.hexes import centre, draw_hex, draw_marks, extent, frame
from reports.figures.key import EDGES
from reports.figures.scales import level_width, step, step_edges, told_level

_KEY = 0.55
_TITLE = 13  # characters of a title in an inch
_BETWEEN = 0.3
_LARGEST = 0.58  # inches from the centre of a hex to its corner


@dataclass(frozen=True, slots=True)
class _Scale:
    """Colour classes: edges of a sequential scale, or the class width of one around zero."""

    edges: tuple[float, ...]
    width: float

    @staticmethod
    def of(drawings: Sequence[HexMaps]) -> _Scale:
        drawing = drawings[0]
        factor_ = factor(drawing.share)
        known = [
            cell.estimate
            for each in drawings
            for hexmap in each.maps
            for cell in hexmap.cells
            if cell.estimate is not None and not words.is_small(cell.estimate) and cell.coloured
        ]
        if drawing.signed:
            return _Scale((), level_width((value.mean * factor_, value.n) for value in known))
        values = [value.mean * factor_ for value in known]
        values += [value for each in drawings for value in each.also]
        return _Scale(step_edges(values, len(SEQUENTIAL)), 0.0)

    def colours(self, value: float) -> tuple[str, str]:
        """Fill and text of a value."""
        if self.edges:
            index = step(value, self.edges)
            return SEQUENTIAL[index], ON_STEP[index]
        level = told_level(value, self.width)
        return DIVERGING[level + 4], ON_LEVEL[abs(level)]

    def classes(self) -> tuple[Sequence[str], list[tuple[float, str]]]:
        """Colours of the key and its edge texts, each with its place in classes."""
        if self.edges:
            width = self.edges[1] - self.edges[0]
            decimals = next((d for d in (0, 1) if math.isclose(width, round(width, d))), 2)
            return SEQUENTIAL, [(i, words.number(edge, decimals)) for i, edge in enumerate(self.edges)]
        decimals = 2 if self.width < 0.2 else 1
        texts = [words.number(edge * self.width, decimals, sign=True) for edge in EDGES]
        texts[0], texts[-1] = "\u2264" + texts[0], "\u2265" + texts[-1]
        return (*DIVERGING[:4], *DIVERGING[5:]), [(i + 1, text) for i, text in enumerate(texts)]


def draw_hexmaps(drawing: HexMaps, peers: Sequence[HexMaps] = ()) -> Figure:
    """Maps side by side on one scale, that of ``peers`` too; the key above them."""
    scale = _Scale.of((drawing, *peers))
    columns = len(drawing.maps) if len(drawing.maps) < 4 else 2 if len(drawing.maps) == 4 else 3
    rows = -(-len(drawing.maps) // columns)
    left, right, top, bottom = extent(drawing.maps[0].cells)
    wide, high = right - left, bottom - top
    room = (WIDTH - _BETWEEN * (columns - 1)) / columns
    size = min(room / wide, _LARGEST)
    title = 0.3 if any(hexmap.title for hexmap in drawing.maps) else 0.05
    each = high * size + title
    figure = canvas(_KEY + rows * each + 0.1 * (rows - 1))
    for index, hexmap in enumerate(drawing.maps):
        row, column = divmod(index, columns)
        x = column * (room + _BETWEEN) + (room - wide * size) / 2
        axes = bare(place(figure, x, _KEY + row * (each + 0.1) + title, wide * size, high * size))
        frame(axes, hexmap.cells)
        if hexmap.title:
            axes.set_title(words.shortened(hexmap.title, int(room * _TITLE)), loc="center")
        _draw_map(axes, hexmap, drawing, scale)
    _key(figure, drawing, scale)
    return figure


def _draw_map(axes: Axes, hexmap: HexMap, drawing: HexMaps, scale: _Scale) -> None:
    for cell in hexmap.cells:
        x, y = centre(cell)
        fill, text = _colours(cell, drawing, scale)
        draw_hex(axes, cell, fill, small=drawing.small)
        if drawing.small:
            _small_text(axes, x, y, cell, drawing, text)
        else:
            _full_text(axes, x, y, cell, drawing, text)


def _colours(cell: HexCell, drawing: HexMaps, scale: _Scale) -> tuple[str, str]:
    """Fill and text of a hex; small samples, what isn't told from zero and hexes never used stay pale."""
    if cell.closed or cell.estimate is None or words.is_small(cell.estimate) or not cell.coloured:
        return PAPER, MUTED
    return scale.colours(cell.estimate.mean * factor(drawing.share))


def _full_text(axes: Axes, x: float, y: float, cell: HexCell, drawing: HexMaps, colour: str) -> None:
    """Number and value of the hex, the estimate, its half interval."""
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": colour}
    axes.text(x - 0.5, y - 0.34, str(cell.number), fontsize=6.2, **text)
    axes.text(x, y - 0.5, str(cell.value), fontsize=7.6, weight="bold", **text)
    if cell.closed:
        axes.text(x, y + 0.02, "closed", fontsize=7, **text)
        return
    if cell.estimate is None or cell.estimate.n == 0:
        axes.text(x, y + 0.02, words.NONE, fontsize=8.6, **text)
        return
    shown = label(cell.estimate, share=drawing.share, sign=drawing.signed)
    axes.text(x, y + 0.02, shown, fontsize=8.6, **text)
    axes.text(x, y + 0.46, words.plus_minus(cell.estimate, share=drawing.share), fontsize=6.4, **text)


def _small_text(axes: Axes, x: float, y: float, cell: HexCell, drawing: HexMaps, colour: str) -> None:
    """The estimate and, above it, the value of the hex."""
    text: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": colour}
    axes.text(x, y - 0.42, str(cell.value), fontsize=6.2, weight="bold", **text)
    if cell.closed or cell.estimate is None or cell.estimate.n == 0:
        return
    shown = words.number(cell.estimate.mean * factor(drawing.share), 1, sign=drawing.signed)
    axes.text(x, y + 0.16, shown, fontsize=7, **text)


def _key(figure: Figure, drawing: HexMaps, scale: _Scale) -> None:
    axes = bare(place(figure, 0, 0, WIDTH, _KEY))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(_KEY, 0)
    text: dict[str, Any] = {"fontsize": 7, "color": MUTED}
    axes.text(0, 0.1, drawing.unit, va="center_baseline", **text)
    size = 0.4 if drawing.signed else 0.5
    colours, edges = scale.classes()
    for index, colour in enumerate(colours):
        axes.add_patch(Rectangle((index * size, 0.19), size - 0.02, 0.12, facecolor=colour, linewidth=0))
    for at, edge in edges:
        axes.text(at * size, 0.34, edge, ha="left" if at == 0 else "center", va="top", **text)
    bold = "bold: value of the hex" if drawing.small else "bold: value of the hex, small: its number"
    cells = [cell for hexmap in drawing.maps for cell in hexmap.cells]
    x = len(colours) * size + 0.35
    draw_marks(axes, x, 0.25, cells, bold)
    if drawing.signed:
        unclear = f"uncoloured: not told from zero, or fewer than {words.SMALL} blocks"
        axes.text(x, 0.4, unclear, va="center_baseline", **text)
