"""Figures: each kind of drawing (plain data) has one function that draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, assert_never

from matplotlib.figure import Figure

from reports.figures.canvas import style
from reports.figures.dots import draw_dots
from reports.figures.drawings import (
    Dots,
    Drawing,
    Heat,
    HexArrows,
    HexMaps,
    Histogram,
    Matrix,
    Panels,
    Scatter,
    Stack,
)
from reports.figures.effects import draw_effects
from reports.figures.gridmap import draw_gridmap
from reports.figures.heat import draw_heat
from reports.figures.hexarrows import draw_hexarrows
from reports.figures.hexmap import draw_hexmaps
from reports.figures.histogram import draw_histogram
from reports.figures.matrix import draw_matrix
from reports.figures.panels import draw_panels
from reports.figures.scatter import draw_scatter
from reports.figures.stack import draw_stack
from reports.figures.sweep_drawings import EffectPanels, GridMap, Tornado
from reports.figures.tornado import draw_tornado

__all__ = ["draw", "style"]

T = TypeVar("T")
_WHAT_IS_SHOWN = ("unit", "cell_unit", "axis", "up", "share", "signed", "joined")
"""Fields of drawings that say what their scale measures."""


def draw(drawing: Drawing, peers: Sequence[Drawing] = ()) -> Figure:
    """The figure of a drawing, without title; call it and save the figure within ``style()``.

    ``peers``: the drawings that it is compared with, the same figure of other runs.  All that show
    the same measure have one scale, whichever of them is drawn.
    """
    match drawing:
        case Dots():
            figure = draw_dots(drawing, _comparable(drawing, peers))
        case Stack():
            figure = draw_stack(drawing, _comparable(drawing, peers))
        case Histogram():
            figure = draw_histogram(drawing, _comparable(drawing, peers))
        case Heat():
            figure = draw_heat(drawing, _comparable(drawing, peers))
        case Matrix():
            figure = draw_matrix(drawing, _comparable(drawing, peers))
        case Scatter():
            figure = draw_scatter(drawing, _comparable(drawing, peers))
        case Panels():
            figure = draw_panels(drawing, _comparable(drawing, peers))
        case HexMaps():
            figure = draw_hexmaps(drawing, _comparable(drawing, peers))
        case HexArrows():
            figure = draw_hexarrows(drawing, _comparable(drawing, peers))
        case Tornado() | GridMap() | EffectPanels():
            figure = _draw_of_sweep(drawing, peers)
        case _:
            assert_never(drawing)
    return figure


def _draw_of_sweep(drawing: Tornado | GridMap | EffectPanels, peers: Sequence[Drawing]) -> Figure:
    """Those of differences from a baseline."""
    match drawing:
        case Tornado():
            return draw_tornado(drawing)
        case GridMap():
            return draw_gridmap(drawing)
        case EffectPanels():
            return draw_effects(drawing, _comparable(drawing, peers))


def _comparable(drawing: T, peers: Sequence[object]) -> list[T]:
    """The peers of the same kind that show the same measure."""
    return [
        peer
        for peer in peers
        if isinstance(peer, type(drawing))
        and all(getattr(peer, name, None) == getattr(drawing, name, None) for name in _WHAT_IS_SHOWN)
    ]
