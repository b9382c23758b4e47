"""Distributions of scores, one under the other on one axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from reports import words
from reports.figures.canvas import WIDTH, canvas, place
from reports.figures.colours import INK, MUTED, SERIES
from reports.figures.drawings import Histogram

_LEFT = 1.35


def draw_histogram(drawing: Histogram, peers: Sequence[Histogram] = ()) -> Figure:
    """A filled outline per distribution; below it the middle 90 % and the median.

    ``peers`` are drawn on the same axes.
    """
    each = 1.25 if len(drawing.spreads) > 1 else 1.9
    figure = canvas(each * len(drawing.spreads) + 0.5)
    spreads = [spread for each in (drawing, *peers) for spread in each.spreads]
    first = min(spread.first for spread in spreads) - 2
    last = max(spread.first + len(spread.shares) for spread in spreads) + 1
    highest = max(max(spread.shares) for spread in spreads)
    for index, spread in enumerate(drawing.spreads):
        axes = place(figure, _LEFT, 0.08 + index * each, WIDTH - _LEFT - 0.1, each - 0.12)
        x = np.arange(first, last + 1)
        y = np.zeros(len(x))
        start = spread.first - first
        y[start : start + len(spread.shares)] = np.array(spread.shares) * 100
        axes.fill_between(x, y, step="mid", color=SERIES[index], alpha=0.28, linewidth=0)
        axes.step(x, y, where="mid", color=SERIES[index], linewidth=1.3)
        axes.set_xlim(first, last)
        axes.set_ylim(-highest * 14, highest * 112)
        axes.plot([spread.low, spread.high], [-highest * 7] * 2, color=SERIES[index], linewidth=3)
        axes.plot(spread.median, -highest * 7, "o", color=INK, markersize=5, markeredgewidth=0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        beside = axes.transAxes
        left = -_LEFT / (WIDTH - _LEFT - 0.1)
        axes.text(left, 0.86, spread.label, transform=beside, weight="bold", va="top")
        lines = (
            f"median {spread.median} vp",
            f"90{words.NARROW}%: {spread.low} to {spread.high}",
            f"n {words.short_count(spread.n)}",
        )
        for line, text in enumerate(lines):
            place_y = 0.86 - (line + 1) * 0.19 / each
            axes.text(left, place_y, text, transform=beside, va="top", color=MUTED, fontsize=7.4)
        if index < len(drawing.spreads) - 1:
            axes.set_xticklabels([])
        else:
            axes.set_xlabel(drawing.axis)
    return figure
