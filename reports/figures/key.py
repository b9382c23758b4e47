"""The key of a diverging scale: its classes, and boxes for what is not told apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from reports import words
from reports.figures.colours import AXIS, DIVERGING, MUTED, PAPER

EDGES = (-3.5, -2.5, -1.5, 0.0, 1.5, 2.5, 3.5)
"""Bounds of the eight coloured classes, in class widths from the centre."""
KEY_TOP = 0.22  # inches; the unit stands above

_SIZE = 0.42


def paper_box(left: float, top: float, width: float, height: float, *, dashed: bool) -> Rectangle:
    """An uncoloured cell; ``dashed``: of a small sample."""
    return Rectangle(
        (left, top),
        width,
        height,
        facecolor=PAPER,
        edgecolor=AXIS,
        linewidth=0.6,
        linestyle=(0, (1.5, 1.5)) if dashed else "solid",
    )


def draw_key(axes: Axes, left: float, unit: str, edges: Sequence[str], unclear: str) -> float:
    """Draw the key on axes in inches from the upper left corner; returns where its right part begins.

    ``edges``: a text for each of EDGES; ``unclear``: what a solid uncoloured box means.
    """
    text: dict[str, Any] = {"fontsize": 7, "color": MUTED}
    axes.text(left, KEY_TOP - 0.07, unit, va="bottom", **text)
    for index, step in enumerate((-4, -3, -2, -1, 1, 2, 3, 4)):
        x = left + index * _SIZE
        axes.add_patch(
            Rectangle((x, KEY_TOP), _SIZE - 0.02, 0.12, facecolor=DIVERGING[step + 4], linewidth=0)
        )
    for index, edge in enumerate(edges):
        bound = {0: "\u2264", len(edges) - 1: "\u2265"}.get(index, "")  # the outer classes are open
        x = left + (index + 1) * _SIZE - 0.01
        axes.text(x, KEY_TOP + 0.15, bound + edge, ha="center", va="top", **text)
    x = left + 8 * _SIZE + 0.12
    for row, (dashed, meaning) in enumerate(((False, unclear), (True, f"fewer than {words.SMALL} blocks"))):
        axes.add_patch(paper_box(x, KEY_TOP + 0.2 * row, 0.2, 0.12, dashed=dashed))
        axes.text(x + 0.25, KEY_TOP + 0.06 + 0.2 * row, meaning, va="center_baseline", **text)
    return x
