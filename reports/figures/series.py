"""The legend of drawings whose series differ in colour and marker."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports.figures.colours import MARKERS, SERIES


def series_handles(names: Sequence[str], size: float, line: float) -> list[Line2D]:
    """A sample of each series; ``size`` of the marker and width of the ``line`` in points."""
    return [
        Line2D(
            [],
            [],
            color=SERIES[i],
            marker=MARKERS[i],
            markersize=size,
            markeredgewidth=0,
            linewidth=line,
            label=name,
        )
        for i, name in enumerate(names)
    ]


def series_key(figure: Figure, handles: Sequence[Line2D]) -> None:
    """Put the samples above a figure, from its left edge on; nothing without any."""
    if handles:
        figure.legend(
            handles=handles, loc="upper left", ncols=6, bbox_to_anchor=(0.0, 1.0), borderaxespad=0.0
        )
