"""A column of the page as columns of a file: numbers in place of the page's text.

A figure with an interval becomes five columns: its mean, ``low`` and ``high`` (the 95 % interval), ``n``
and ``blocks``.  Shares are fractions, whatever the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import polars as pl

from analyzer.analysis.stats import Estimate
from reports import words
from reports.files import FileColumn
from reports.page import Cell, Column, Definition, Table

SHARE: Final = "share, 0 to 1"
POINTS: Final = "difference of shares, 0.01 is a point"
REMARK: Final = "remark"

Filled: TypeAlias = tuple[FileColumn, pl.Series]
"""A column and its values."""

_COUNT: Final = "count"
_PARTS: Final = {
    "low": "lower end of the 95 % interval of",
    "high": "upper end of the 95 % interval of",
    "n": "observations behind",
    "blocks": "blocks behind",
}
_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "Bot": ("", "bot that played the seat"),
    "Seat": ("", "seat, numbered from 0 in the first turn order"),
    "Card": ("", "name of the card"),
    "No.": ("number", "number of the card"),
    "Placed as": ("", "side of the farm at which the card was placed"),
    "Building": ("", "name of the craft building"),
    "Round": ("", "round of the game"),
    "Hex": ("", "number of the market hex"),
    "Value": ("vp", "value of the hex"),
}
"""Unit and meaning of columns that only name what a row is about, by their titles."""

_PROVENANCE: Final = "whether it is published, partial (published in part) or designed for this project"
_NUMBER: Final = re.compile(r"([+-]?\d+(?: \d{3})*(\.\d+)?)")
_SPREAD: Final = re.compile(r",? ?(mean|share|value)? ?±.*$")
_UNIT: Final = re.compile(r", (vp|silver|points|%)$")
_HUNDREDTHS: Final = ("%", "points")


def filled_columns(table: Table, definitions: Iterable[Definition]) -> list[Filled]:
    """The columns of a table of the page, in their order."""
    measures = {definition.name.casefold(): definition for definition in definitions}
    caption = _SPREAD.sub("", plain(table.caption))
    groups = [name for name, width in table.groups for _ in range(width)] or [""] * len(table.columns)
    found: list[Filled] = []
    for place, (column, group) in enumerate(zip(table.columns, groups, strict=True)):
        cells = [row[place] for row in table.rows]
        of_group = f"{plain(group)}: " if group else ""
        found += _columns(column, cells, of_group, _words(plain(column.title), measures, caption))
    return found


def _words(title: str, measures: Mapping[str, Definition], caption: str) -> tuple[str, str]:
    """Unit and meaning of a column: of the measure it names, else what the table is about."""
    name = title.casefold()
    known = "n" if name.startswith("n ") else "block" if name == "blocks" else name
    if measure := measures.get(known):
        return measure.unit, plain(measure.text)
    if title in _NAMES:
        return _NAMES[title]
    if unit := _UNIT.search(title):
        return unit.group(1), f"{caption}: {title}"
    return "vp" if re.search(r"\bvp\b", name) else "", f"{caption}: {title}"


def _columns(
    column: Column, cells: Sequence[Cell], group: str, unit_and_meaning: tuple[str, str]
) -> list[Filled]:
    """The columns that one column of the page becomes; the first has its title."""
    unit, meaning = unit_and_meaning
    title = plain(column.title)
    marked = any(cell.mark for cell in cells)
    meaning = plain(column.help) or (_PROVENANCE if marked else meaning)
    scale = _scale(title, cells)
    values = [_figure(cell, scale) for cell in cells]
    if not _is_numeric(column, values):
        return [(FileColumn(group + title, column.unit, meaning), strings(cell.text for cell in cells))]
    if scale == 100:
        unit, title = _share(title, cells), _UNIT.sub("", title)
    elif not unit and all(isinstance(value, int) for value in values if value is not None):
        unit = _COUNT
    title, unit = group + title, column.unit or unit
    means = [value.mean if isinstance(value, Estimate) else value for value in values]
    found = [(FileColumn(title, unit, meaning), _numbers(means))]
    if any(isinstance(value, Estimate) for value in values):
        found += [_part(title, unit, part, values) for part in _PARTS]
    remarks = [_remark(cell, value) for cell, value in zip(cells, values, strict=True)]
    if any(remarks):
        about = f"what the page says in place of a number for {title}"
        found.append((FileColumn(f"{title} {REMARK}", "", about), pl.Series(remarks, dtype=pl.String)))
    return found


def _is_numeric(column: Column, values: Sequence[object]) -> bool:
    """Whether a column holds figures: one of words, such as a hex's name, may begin with numbers."""
    if any(isinstance(value, Estimate) for value in values):
        return True
    return column.numeric and any(value is not None for value in values)


def _scale(title: str, cells: Sequence[Cell]) -> int:
    """By what the page multiplies its numbers to show them: 100 for shares in per cent or points."""
    shown_so = any(sign in cell.text for cell in cells for sign in _HUNDREDTHS)
    if not shown_so and not title.endswith(_HUNDREDTHS):
        return 1
    fits = [(_shows(cell, 1), _shows(cell, 100)) for cell in cells]
    if (True, False) in fits:  # a column of several measures
        return 1
    return 100 if shown_so or (False, True) in fits else 1


def _shows(cell: Cell, scale: int) -> bool:
    """Whether a cell's text begins with its number, times the scale, rounded."""
    number = cell.value.mean if isinstance(cell.value, Estimate) else cell.sort
    found = _NUMBER.match(plain(cell.text))
    if found is None or not isinstance(number, int | float):
        return False
    shown, decimals = float(found.group(1).replace(" ", "")), len(found.group(2) or ".") - 1
    return abs(number * scale - shown) <= 0.501 * 0.1**decimals


def _figure(cell: Cell, scale: int) -> Estimate | float | None:
    """The number that a cell shows; what it sorts by may be another, such as the place of a word."""
    if cell.value is not None:
        return cell.value
    return cell.sort if isinstance(cell.sort, int | float) and _shows(cell, scale) else None


def _share(title: str, cells: Sequence[Cell]) -> str:
    """The unit of shares, or of differences of shares."""
    return POINTS if "points" in title or any("points" in cell.text for cell in cells) else SHARE


def _part(title: str, unit: str, part: str, values: Sequence[object]) -> Filled:
    """One of the columns beside a mean."""
    numbers = [getattr(value, part) if isinstance(value, Estimate) else None for value in values]
    own = _COUNT if part in ("n", "blocks") else unit
    return FileColumn(f"{title} {part}", own, f"{_PARTS[part]} {title}"), _numbers(numbers)


def _remark(cell: Cell, value: object) -> str | None:
    """The words of a cell among numbers that has none."""
    return plain(cell.text) if value is None and cell.text not in ("", words.NONE) else None


def _numbers(values: Sequence[object]) -> pl.Series:
    """Whole numbers, else floats; missing where there is none or it is unknown (NaN)."""
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, int) for value in known):
        return pl.Series(values, dtype=pl.Int64)
    return pl.Series(values, dtype=pl.Float64, strict=False).fill_nan(None)


def strings(texts: Iterable[str]) -> pl.Series:
    """Texts; missing where the page has a dash."""
    return pl.Series([None if text == words.NONE else plain(text) for text in texts], dtype=pl.String)


def plain(text: str) -> str:
    """A text of the page without its typographic spaces and minus signs."""
    return text.replace(words.NARROW, " ").replace("\u00a0", " ").replace(words.MINUS, "-")
