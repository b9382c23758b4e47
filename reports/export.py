"""The tables of a report, and those that a run recorded, as files for a spreadsheet or a program.

A figure with an interval becomes five columns: its mean, ``low`` and ``high`` (the 95 % interval), ``n``
and ``blocks``.  Shares are fractions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

import polars as pl

from analyzer.analysis.stats import Estimate
from analyzer.recording.dictionary import entries, row_of
from analyzer.recording.schema import TABLES
from analyzer.recording.store import open_run, reading
from analyzer.recording.studies import studies_of
from reports import words
from reports.files import Dialect, FileColumn, FileTable, check_new_export, write_tables
from reports.page import Cell, Column, Definition, Page, Table
from reports.runs import page_of
from reports.write import default_folder

SHARE: Final = "share, 0 to 1"
REMARK: Final = "remark"
MEASURES: Final = "measures"
MADE: Final = "made"

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
_MEANS: Final = re.compile(r",? ?(mean|share|value)? ?±.*$")

_Filled: TypeAlias = tuple[FileColumn, pl.Series]


def export_report(
    run_dirs: Sequence[Path], dialect: Dialect, out: Path | None = None, *, force: bool = False
) -> tuple[Path, Page]:
    """Write every table of the report of a run, or of several side by side, into ``out``.

    Default: ``export`` in the folder where that report goes.  Returns the folder and the page.
    Raises UserError if a run can't be read, if an export is there already and ``force`` is not set,
    or if the folder can't be written.
    """
    folder = default_folder(run_dirs) / "export" if out is None else out
    check_new_export(folder, force=force)
    with ExitStack() as stack:
        for run in run_dirs:
            stack.enter_context(reading(run))
        page = page_of(run_dirs)
    write_tables(file_tables(page), dialect, folder, force=force)
    return folder, page


def export_raw(run_dir: Path, dialect: Dialect, out: Path | None = None, *, force: bool = False) -> Path:
    """Write the tables that a run and its studies recorded, by default into ``export/raw``.

    Raises UserError as ``export_report`` does.
    """
    folder = run_dir / "export" / "raw" if out is None else out
    check_new_export(folder, force=force)
    run = open_run(run_dir)
    tables = [_raw_table(table, run.lazy(table), run.manifest.bots) for table in TABLES]
    for name, study in studies_of(run_dir).items():
        variants = "; ".join(f"{number}: {v.words}" for number, v in enumerate(study.manifest.variants))
        note = f"Variants: {variants}." if variants else ""
        tables.append(_raw_table(name, study.lazy(), study.manifest.bots, note))
    write_tables(tables, dialect, folder, run=run_dir, force=force)
    return folder


def _raw_table(name: str, frame: pl.LazyFrame, bots: tuple[str, ...], note: str = "") -> FileTable:
    """A recorded table with the data dictionary's words."""
    columns = (FileColumn(entry.column, entry.unit, entry.meaning) for entry in entries(name, bots))
    return FileTable(name, row_of(name), note, tuple(columns), frame)


def file_tables(page: Page) -> tuple[FileTable, ...]:
    """Every table of a page in its order, then the definitions of its measures and how it was made."""
    measures = {definition.name.casefold(): definition for definition in page.definitions}
    defined = [(d.name, d.unit, d.text) for d in page.definitions]
    return (
        *(_table(table, measures) for table in page.tables()),
        _texts(MEASURES, "How each measure is defined", ("measure", "unit", "definition"), defined),
        _texts(MADE, "How this was made", ("what", "value"), page.made),
    )


def _table(table: Table, measures: Mapping[str, Definition]) -> FileTable:
    caption = _MEANS.sub("", _plain(table.caption))

    def words_of(title: str) -> tuple[str, str]:
        """Unit and meaning of a column: of the measure it names, else what the table is about."""
        if measure := measures.get(_measure_name(title.casefold())):
            return measure.unit, _plain(measure.text)
        return _NAMES.get(title, ("vp" if caption.startswith("vp ") else "", f"{caption}: {title}"))

    groups = [name for name, width in table.groups for _ in range(width)] or [""] * len(table.columns)
    filled = [
        part
        for place, (column, group) in enumerate(zip(table.columns, groups, strict=True))
        for part in _columns(column, group, [row[place] for row in table.rows], words_of)
    ]
    return _file_table(table.id, _plain(table.caption), _plain(table.note), filled)


def _columns(
    column: Column, group: str, cells: Sequence[Cell], words_of: Callable[[str], tuple[str, str]]
) -> list[_Filled]:
    """The columns that one column of the page becomes; the first has its title, after that of its group."""
    unit, meaning = words_of(_plain(column.title))
    title = _plain(f"{group}: {column.title}" if group else column.title)
    marked = any(cell.mark for cell in cells)
    meaning = _plain(column.help) or (_PROVENANCE if marked else meaning)
    values = [_figure(cell) for cell in cells]
    if not _is_numeric(column, values):
        return [(FileColumn(title, column.unit, meaning), _strings(cell.text for cell in cells))]
    unit = column.unit or _unit(cells, values, unit)
    means = [value.mean if isinstance(value, Estimate) else value for value in values]
    found = [(FileColumn(title, unit, meaning), _numbers(means))]
    if any(isinstance(value, Estimate) for value in values):
        found += [_part(title, unit, part, values) for part in _PARTS]
    remarks = [_remark(cell, value) for cell, value in zip(cells, values, strict=True)]
    if any(remarks):
        about = f"what the page says in place of a number for {title}"
        found.append((FileColumn(f"{title} {REMARK}", "", about), pl.Series(remarks, dtype=pl.String)))
    return found


def _measure_name(title: str) -> str:
    """The measure that a title names: that itself, or what all counts of observations and blocks are."""
    return "n" if title.startswith("n ") else "block" if title == "blocks" else title


def _is_numeric(column: Column, values: Sequence[object]) -> bool:
    """Whether a column holds figures: one of words, such as a hex's name, may begin with numbers."""
    if any(isinstance(value, Estimate) for value in values):
        return True
    return column.numeric and any(value is not None for value in values)


def _figure(cell: Cell) -> Estimate | float | None:
    """The number that a cell shows; what it sorts by may be another, such as the place of a word."""
    if cell.value is not None:
        return cell.value
    found = _NUMBER.match(_plain(cell.text))
    if found is None or not isinstance(cell.sort, int | float):
        return None
    scale = 100 if "%" in cell.text else 1
    shown, decimals = float(found.group(1).replace(" ", "")), len(found.group(2) or ".") - 1
    return cell.sort if abs(cell.sort * scale - shown) <= 0.501 * 10**-decimals else None


def _unit(cells: Sequence[Cell], values: Sequence[object], named: str) -> str:
    """The unit of figures: what the page shows in per cent is a fraction here."""
    if any("%" in cell.text for cell in cells):
        return SHARE
    counts = all(isinstance(value, int) for value in values if value is not None)
    return named or (_COUNT if counts else "")


def _part(title: str, unit: str, part: str, values: Sequence[object]) -> _Filled:
    """One of the columns beside a mean."""
    numbers = [getattr(value, part) if isinstance(value, Estimate) else None for value in values]
    own = _COUNT if part in ("n", "blocks") else unit
    return FileColumn(f"{title} {part}", own, f"{_PARTS[part]} {title}"), _numbers(numbers)


def _remark(cell: Cell, value: object) -> str | None:
    """The words of a cell among numbers that has none."""
    return _plain(cell.text) if value is None and cell.text not in ("", words.NONE) else None


def _numbers(values: Sequence[object]) -> pl.Series:
    """Whole numbers, else floats; missing where there is none or it is unknown (NaN)."""
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, int) for value in known):
        return pl.Series(values, dtype=pl.Int64)
    return pl.Series(values, dtype=pl.Float64, strict=False).fill_nan(None)


def _strings(texts: Iterable[str]) -> pl.Series:
    return pl.Series([_plain(text) for text in texts], dtype=pl.String)


def _texts(id_: str, caption: str, titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> FileTable:
    """A table of texts."""
    filled = [
        (FileColumn(title, "", ""), _strings(row[place] for row in rows))
        for place, title in enumerate(titles)
    ]
    return _file_table(id_, caption, "", filled)


def _file_table(id_: str, caption: str, note: str, filled: Iterable[_Filled]) -> FileTable:
    """The table of these columns; those of a name that stood before get a number behind it."""
    found: dict[str, _Filled] = {}
    for column, values in filled:
        name, again = column.name, 2
        while name in found:
            name, again = f"{column.name} ({again})", again + 1
        found[name] = (replace(column, name=name), values.alias(name))
    frame = pl.DataFrame([values for _, values in found.values()])
    return FileTable(id_, caption, note, tuple(column for column, _ in found.values()), frame.lazy())


def _plain(text: str) -> str:
    """A text of the page without its typographic spaces and minus signs."""
    return text.replace(words.NARROW, " ").replace("\u00a0", " ").replace(words.MINUS, "-")
