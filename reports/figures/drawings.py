"""What the figures draw, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from analyzer.analysis.stats import Estimate
from reports.figures.sweep_drawings import EffectPanels, GridMap, Tornado


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of a dot plot; ``reference``: a tick to compare with (None: none)."""

    label: str
    value: Estimate
    series: int = 0
    reference: float | None = None
    group: str = ""  # a heading above the first row of a group


@dataclass(frozen=True, slots=True)
class Dots:
    """Means with their intervals on one horizontal axis."""

    dots: tuple[Dot, ...]
    axis: str
    share: bool = False
    line: float | None = None
    line_label: str = ""
    signed: bool = False
    series: tuple[str, ...] = ()  # names, for the legend; empty: no legend
    reference_label: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One stacked bar: values by part; negative ones go to the left of zero."""

    label: str
    values: tuple[float, ...]
    total: Estimate
    gap: bool = False  # a little room above


@dataclass(frozen=True, slots=True)
class Stack:
    """Stacked horizontal bars with one legend for their parts."""

    bars: tuple[Bar, ...]
    parts: tuple[str, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class Spread:
    """One distribution: shares of ``n`` for the values ``first``, ``first + 1`` …, with quantiles."""

    label: str
    first: int
    shares: tuple[float, ...]
    n: int
    low: int  # 5 %
    median: int
    high: int  # 95 %


@dataclass(frozen=True, slots=True)
class Histogram:
    """Distributions on one axis."""

    spreads: tuple[Spread, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A row of a heat map: a value per column, whether it is coloured, and marks (provenance)."""

    label: str
    values: tuple[Estimate, ...]
    coloured: tuple[bool, ...]
    marks: tuple[str, ...] = ()
    heading: bool = False  # a summary row, set apart


@dataclass(frozen=True, slots=True)
class Heat:
    """Values by row and column on a diverging scale around ``centre``.

    ``summary``: the first column sums up the others.
    """

    rows: tuple[HeatRow, ...]
    columns: tuple[str, ...]
    unit: str
    centre: float = 0.0
    signed: bool = True
    marked: bool = False  # explain the marks in the legend
    summary: bool = True


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A row of a matrix: a value per column (None: nothing there), and whether it is coloured."""

    label: str
    values: tuple[Estimate | None, ...]
    coloured: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Shares of rows against columns, on a diverging scale around ``centre``."""

    rows: tuple[MatrixRow, ...]
    columns: tuple[str, ...]
    unit: str
    centre: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a scatter plot; ``label`` stands beside it if it has one."""

    x: Estimate
    y: Estimate
    series: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Scatter:
    """Two estimates against each other, with their intervals as fine lines.

    ``diagonal``: both axes have the same scale, and a line shows where the two agree.
    ``line_x``: a line up at this x.  ``corners``: words in the upper left, upper right, lower left and lower
    right corner.
    """

    spots: tuple[Spot, ...]
    across: str
    up: str
    series: tuple[str, ...] = ()
    diagonal: bool = False
    share_x: bool = False
    line_x: float | None = None
    corners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Curve:
    """A series of a panel: a value per position."""

    label: str
    values: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One small plot; ``remarks`` stand in its corner, in the colours of the curves."""

    title: str
    curves: tuple[Curve, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Panels:
    """Small plots with common axes; the last position may stand apart (never)."""

    panels: tuple[Panel, ...]
    positions: tuple[str, ...]
    axis: str
    across: str
    share: bool = False
    joined: bool = True  # points joined by lines
    apart: bool = False  # the last position is no continuation of the others
    line: float | None = None
    counts: bool = False  # n under every position
    alike: bool = False  # all curves are of the same rows: their n is not added up


@dataclass(frozen=True, slots=True)
class HexCell:
    """A hex in axial coordinates; no value: closed or never used."""

    number: int
    q: int
    r: int
    value: int
    start: bool
    closed: bool
    estimate: Estimate | None
    coloured: bool = True  # on a scale around zero: whether it was told from zero


@dataclass(frozen=True, slots=True)
class HexMap:
    """One map."""

    title: str
    cells: tuple[HexCell, ...]


@dataclass(frozen=True, slots=True)
class HexMaps:
    """Maps of the market with one colour scale.

    ``also``: values of another drawing that has the same scale, in drawn units (per cent for shares).
    ``signed``: the scale is around zero.
    """

    maps: tuple[HexMap, ...]
    unit: str
    share: bool = False
    small: bool = False  # several maps side by side, without intervals in the cells
    also: tuple[float, ...] = ()
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one hex to another, by their numbers; its width shows the mean."""

    source: int
    target: int
    value: Estimate


@dataclass(frozen=True, slots=True)
class HexArrows:
    """A map with arrows between hexes, and a matrix beside it.

    ``cells``: their estimate is written into them, not coloured.  ``matrix``: rows of values from one
    kind of hex to others; None where nothing can go.
    """

    cells: tuple[HexCell, ...]
    arrows: tuple[Arrow, ...]
    unit: str
    cell_unit: str
    matrix: tuple[MatrixRow, ...]
    columns: tuple[str, ...]
    rows_title: str
    columns_title: str


Drawing: TypeAlias = (
    Dots
    | Stack
    | Histogram
    | Heat
    | Matrix
    | Scatter
    | Panels
    | HexMaps
    | HexArrows
    | Tornado
    | GridMap
    | EffectPanels
)
