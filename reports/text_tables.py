"""Exported tables of texts: how measures are defined, and how a report was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from reports.file_columns import strings
from reports.files import FileColumn, FileTable

MEASURES: Final = "measures"
MADE: Final = "made"


def measures_table(defined: Sequence[tuple[str, str, str]]) -> FileTable:
    """Definitions: name, unit, text."""
    return _texts(MEASURES, "How each measure is defined", ("measure", "unit", "definition"), defined)


def made_table(made: Sequence[tuple[str, str]]) -> FileTable:
    """How a page was made: name, value."""
    return _texts(MADE, "How this was made", ("what", "value"), made)


def _texts(id_: str, caption: str, titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> FileTable:
    frame = pl.DataFrame(
        [strings(row[place] for row in rows).alias(title) for place, title in enumerate(titles)]
    )
    return FileTable(id_, caption, "", tuple(FileColumn(title, "", "") for title in titles), frame.lazy())
