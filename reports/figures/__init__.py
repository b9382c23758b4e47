"""Figures: each kind of drawing (plain data) has one function that draws it."""

from __future__ import annotations

from typing import assert_never

from matplotlib.figure import Figure

from reports.figures.canvas import style
from reports.figures.dots import draw_dots
from reports.figures.drawings import Dots, Drawing, Heat, HexArrows, HexMaps, Histogram, Matrix, Panels, Stack
from reports.figures.heat import draw_heat
from reports.figures.hexarrows import draw_hexarrows
from reports.figures.hexmap import draw_hexmaps
from reports.figures.histogram import draw_histogram
from reports.figures.matrix import draw_matrix
from reports.figures.panels import draw_panels
from reports.figures.stack import draw_stack

__all__ = ["draw", "style"]


def draw(drawing: Drawing) -> Figure:
    """The figure of a drawing, without title; call it and save the figure within ``style()``."""
    match drawing:
        case Dots():
            return draw_dots(drawing)
        case Stack():
            return draw_stack(drawing)
        case Histogram():
            return draw_histogram(drawing)
        case Heat():
            return draw_heat(drawing)
        case Matrix():
            return draw_matrix(drawing)
        case Panels():
            return draw_panels(drawing)
        case HexMaps():
            return draw_hexmaps(drawing)
        case HexArrows():
            return draw_hexarrows(drawing)
        case _:
            assert_never(drawing)
