"""What the figures of a sweep draw, as plain data: differences from a baseline.

Values are in drawn units (differences of shares in percentage points).  ``told``: whether a difference is
more than chance, None if that can't be judged.  ``same``: the metric is equal in every block.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from analyzer.analysis.stats import Estimate


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference from the baseline."""

    value: Estimate
    told: bool | None
    same: bool = False


class Side(IntEnum):
    """Where a value of a rule lies to the baseline's."""

    LOWER = 0
    HIGHER = 1
    OTHER = 2  # an option, a row of goods

    @property
    def words(self) -> str:
        """As the key says it."""
        return ("lower value", "higher value", "another option")[self]


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a lever, and what it changes."""

    label: str
    effect: Effect
    side: Side


@dataclass(frozen=True, slots=True)
class Lever:
    """A path of the rule set, and its values other than the baseline's; ``note``: what that one is."""

    label: str
    note: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Tornado:
    """Levers, the strongest above, each with bars from 0 to what its values change."""

    levers: tuple[Lever, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a grid; no effect: not played."""

    effect: Effect | None
    is_baseline: bool = False


@dataclass(frozen=True, slots=True)
class GridTable:
    """Cells by row and column; ``title``: the values of the grid's further axes."""

    title: str
    rows: tuple[tuple[GridCell, ...], ...]


@dataclass(frozen=True, slots=True)
class GridMap:
    """Heat maps with one colour scale: one, or one for each combination of further axes.

    ``baseline``: the baseline's own value of the metric, for its cell.
    """

    tables: tuple[GridTable, ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    rows_title: str
    columns_title: str
    unit: str
    baseline: str


@dataclass(frozen=True, slots=True)
class EffectRow:
    """A row of all panels; ``group``: a heading above the first row of a group, in lines."""

    label: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class EffectPanel:
    """One metric: an effect per row, None where a variant lacks the metric."""

    title: str
    axis: str
    effects: tuple[Effect | None, ...]


@dataclass(frozen=True, slots=True)
class EffectPanels:
    """The same rows in several panels, each with a scale of its own around 0."""

    rows: tuple[EffectRow, ...]
    panels: tuple[EffectPanel, ...]
