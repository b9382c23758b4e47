"""Reads the files of a rule set: TOML and CSV as people and spreadsheets write them.

A byte-order mark, CRLF, semicolons or tabs for commas, capitals, empty rows and spaces around words
are accepted. Every cell keeps the place it came from, for the sentence about a problem.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import Any

from analyzer.scenario.problems import Problems, nearest, suggestion

NEWLINE = b"\n"
DEEPEST = 20
"""How deep the tables and lists of a TOML file may nest; its own need five."""
SHIPPED = Path(str(resources.files("scenarios")))
"""The folder of the shipped data."""


def shipped_names(folder: str = "") -> list[str]:
    """Names of the shipped scenarios (or, with folder ``bots``, bots), sorted."""
    return sorted(path.stem for path in (SHIPPED / folder).glob("*.toml"))


def label(path: Path) -> str:
    """How messages name a file: shipped ones by their path in ``scenarios/``."""
    try:
        return str(Path("scenarios") / path.relative_to(SHIPPED))
    except ValueError:
        return str(path)


def read_text(path: Path, problems: Problems) -> str | None:
    """A UTF-8 file, with or without a byte-order mark; None after a problem."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        problems.add(
            label(path),
            f"row {error.object[: error.start].count(NEWLINE) + 1} is not UTF-8 text",
            "save it again with the encoding UTF-8",
        )
    except IsADirectoryError:
        problems.add(label(path), "this is a folder", "name a file in it")
    except FileNotFoundError:
        problems.add(label(path), "there is no such file", file_remedy(path))
    except OSError as error:
        problems.add(label(path), f"the file can't be read ({error.strerror})", "check its rights")
    return None


def file_remedy(path: Path) -> str:
    """What to do about a missing file: the nearest name in its folder."""
    others = [other.name for other in path.parent.glob(f"*{path.suffix}")] if path.parent.is_dir() else []
    near = nearest(path.name, others)
    return f"did you mean `{near}`?" if near else "check the path"


def read_toml(path: Path, problems: Problems) -> dict[str, Any] | None:
    """A TOML file as nested tables, fractions as Decimal; None after a problem."""
    text = read_text(path, problems)
    if text is None:
        return None
    try:
        content: dict[str, Any] | None = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        content = None
    except tomllib.TOMLDecodeError as error:
        wrong, _, place = str(error).partition(" (at ")
        at = place.removesuffix(")")
        if at == "end of document":
            at = f"line {len(text.splitlines())}"
        remedy = "mend that line" if at else "mend or remove it"
        where = f"{label(path)}, {at}" if at else label(path)
        problems.add(where, f"this is no TOML ({wrong[:1].lower()}{wrong[1:]})", remedy)
        return None
    if content is None or _is_deeper(content, DEEPEST):
        problems.add(
            label(path), f"tables or lists are nested more than {DEEPEST} deep", "take the brackets out"
        )
        return None
    return content


def _is_deeper(content: dict[str, Any], most: int) -> bool:
    level: list[Any] = [content]
    for _ in range(most + 1):
        nested = [value for value in level if isinstance(value, dict | list)]
        level = [
            inner for value in nested for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return any(isinstance(value, dict | list) for value in level)


@dataclass
class Cell:
    """A cell's text and its place: "deck.csv, row 4, column `cost`"."""

    text: str
    where: str


@dataclass
class Row:
    """A table's row: cells by column, and its place: "deck.csv, row 4"."""

    cells: dict[str, Cell]
    where: str

    def cell(self, column: str) -> Cell:
        """The cell of a column; an empty one if the table lacks the column."""
        return self.cells.get(column) or Cell("", f"{self.where}, column `{column}`")


@dataclass
class RawTable:
    """A CSV file's rows; ``name`` is how messages call the file."""

    name: str
    columns: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)


def read_table(path: Path, columns: Sequence[str], problems: Problems) -> RawTable | None:
    """Rows of a CSV file with just these columns, in any order; None after a problem of the whole."""
    text = read_text(path, problems)
    if text is None:
        return None
    name = label(path)
    lines = text.splitlines(keepends=True)
    skipped = 1 if lines and re.fullmatch(r'"?sep=.?"?\s*', lines[0], re.IGNORECASE) else 0
    header = lines[skipped] if len(lines) > skipped else ""
    reader = csv.reader(lines[skipped:], delimiter=max(",;\t", key=header.count), skipinitialspace=True)
    try:
        records = [(reader.line_num + skipped, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        problems.add(f"{name}, row {reader.line_num + skipped}", f"this is no CSV ({error})", "save it again")
        return None
    records = [(number, row) for number, row in records if any(row)]
    if not records:
        problems.add(name, "the table is empty", f"give it the columns {', '.join(columns)}")
        return None
    found = [column.lower() for column in records[0][1]]
    if not _check_header(f"{name}, row {records[0][0]}", found, columns, problems):
        return None
    table = RawTable(name, tuple(columns))
    for number, texts in records[1:]:
        where = f"{name}, row {number}"
        if any(texts[len(found) :]):
            problems.add(
                where,
                f"{len(texts)} cells for {len(found)} columns",
                "put quotes around cells with a separator",
            )
        cells = {
            column: Cell(text, f"{where}, column `{column}`")
            for column, text in zip_longest(found, texts[: len(found)], fillvalue="")
            if column
        }
        table.rows.append(Row(cells, where))
    return table


def _check_header(where: str, found: list[str], columns: Sequence[str], problems: Problems) -> bool:
    """Whether all columns are there, and no others; unnamed ones may trail."""
    good = True
    missing = [column for column in columns if column not in found]
    for column in found:
        if column and column not in columns:
            problems.add(
                where,
                f"`{column}` is no column of this table",
                suggestion(column, missing) if missing else "leave it out",
            )
        if column and found.count(column) > 1:
            problems.add(
                where, f"column `{column}` stands here {found.count(column)} times", "keep one of them"
            )
            good = False
    for column in missing:
        problems.add(where, f"column `{column}` is missing", "add it")
        good = False
    return good
