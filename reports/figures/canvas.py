"""Figures of the page's width, laid out in inches, in the one style."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyzer.analysis.stats import Estimate
from reports import words
from reports.figures.colours import GRID

WIDTH = 7.5  # inches: 540 points, 720 pixels of the page


@contextmanager
def style() -> Iterator[None]:
    """The style file, for drawing and for saving."""
    with as_file(files("reports.figures") / "granja.mplstyle") as path, mpl.rc_context(fname=str(path)):
        yield


def canvas(height: float) -> Figure:
    """An empty figure, ``height`` in inches."""
    return Figure(figsize=(WIDTH, height))


def place(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    """Axes at a place in inches from the upper left corner."""
    whole = figure.get_figheight()
    return figure.add_axes(
        (left / WIDTH, (whole - top - height) / whole, width / WIDTH, height / whole),
    )


def bare(axes: Axes) -> Axes:
    """Without spines, ticks and labels."""
    axes.set_axis_off()
    return axes


def grid(axes: Axes, *, across: bool = True, up: bool = False) -> None:
    """Fine lines behind the data: ``across`` at the ticks of y, ``up`` at those of x."""
    if across:
        axes.grid(axis="y", color=GRID)
    if up:
        axes.grid(axis="x", color=GRID)


def factor(share: bool) -> float:
    """Shares are drawn in per cent."""
    return 100.0 if share else 1.0


def label(value: Estimate, *, share: bool, sign: bool, decimals: int | None = None) -> str:
    """A mean as a figure writes it, beside its interval."""
    if share:
        return words.percent(value, decimals=decimals)
    return words.mean(value, sign=sign, decimals=decimals)
