"""Hexes of a market map: where they lie, and what their edges and keys look like."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle, RegularPolygon

from reports.figures.colours import AXIS, INK, MUTED, PAPER
from reports.figures.drawings import HexCell

ROOT3 = math.sqrt(3.0)
RADIUS = 0.955  # of a drawn hex; the lattice has corners at 1

_CLOSED = (0, (2, 2))


def centre(cell: HexCell) -> tuple[float, float]:
    """Centre of a pointy-top hex of corner radius 1, y downwards."""
    return ROOT3 * (cell.q + cell.r / 2), 1.5 * cell.r


def extent(cells: Iterable[HexCell]) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a map in corner radii."""
    xs, ys = zip(*map(centre, cells), strict=True)
    return min(xs) - ROOT3 / 2, max(xs) + ROOT3 / 2, min(ys) - 1, max(ys) + 1


def frame(axes: Axes, cells: Iterable[HexCell]) -> None:
    """Axes in corner radii, y downwards."""
    left, right, top, bottom = extent(cells)
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)


def draw_hex(axes: Axes, cell: HexCell, fill: str, *, small: bool) -> None:
    """One hex with its edge: thick for start hexes, dashed for closed ones."""
    axes.add_patch(
        RegularPolygon(
            centre(cell),
            6,
            radius=RADIUS,
            facecolor="none" if cell.closed else fill,
            edgecolor=INK if cell.start else AXIS,
            linewidth=(1.0 if small else 1.6) if cell.start else 0.8 if cell.closed else 0.5,
            linestyle=_CLOSED if cell.closed else "solid",
        )
    )


def draw_marks(axes: Axes, x: float, y: float, cells: Iterable[HexCell], first: str) -> None:
    """The key of texts and edges, on axes in inches; ``first`` explains the numbers."""
    text: dict[str, Any] = {"fontsize": 7, "color": MUTED}
    marks = [(first, ""), ("start hex", "start")]
    if any(cell.closed for cell in cells):
        marks.append(("closed", "closed"))
    for name, kind in marks:
        if kind:
            axes.add_patch(
                Rectangle(
                    (x, y - 0.06),
                    0.2,
                    0.12,
                    facecolor="none" if kind == "closed" else PAPER,
                    edgecolor=AXIS if kind == "closed" else INK,
                    linewidth=0.8 if kind == "closed" else 1.4,
                    linestyle=_CLOSED if kind == "closed" else "solid",
                )
            )
            x += 0.26
        axes.text(x, y, name, va="center_baseline", **text)
        x += 0.052 * len(name) + 0.15
