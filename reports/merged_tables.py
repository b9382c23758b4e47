"""Tables of several runs as one: columns side by side where they are few, else rows with the run's name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reports import words
from reports.page import Cell, Column, Table

MOST_COLUMNS = 8
"""Value columns of a table that still reads well."""
NOTHING = Cell(words.NONE, None, muted=True)


def merge_tables(tables: Sequence[Table], runs: Sequence[str]) -> Iterator[Table]:
    """The same table of some runs: one, or, where their columns can't go together, one for each run."""
    keys = _key_columns(tables[0])
    same_keys = all(table.columns[:keys] == tables[0].columns[:keys] for table in tables)
    values = sum(len(table.columns) - keys for table in tables)
    if same_keys and values <= MOST_COLUMNS and all(_unique(table, keys) for table in tables):
        yield _beside(tables, runs, keys)
    elif all(table.columns == tables[0].columns for table in tables):
        yield _below(tables, runs)
    else:
        for number, (table, run) in enumerate(zip(tables, runs, strict=True), 1):
            yield replace(table, id=f"{table.id}-run-{number}", caption=f"{table.caption}: {run}")


def _key_columns(table: Table) -> int:
    """How many of the first columns say what a row is about: those up to the last one in words."""
    return max((place for place, column in enumerate(table.columns, 1) if not column.numeric), default=1)


def _key(row: tuple[Cell, ...], keys: int) -> tuple[str, ...]:
    return tuple(cell.text for cell in row[:keys])


def _unique(table: Table, keys: int) -> bool:
    return len({_key(row, keys) for row in table.rows}) == len(table.rows)


def _note(tables: Sequence[Table], runs: Sequence[str]) -> str:
    """What is said below the tables, with the run's name where they differ."""
    notes = [table.note for table in tables]
    if len(set(notes)) == 1:
        return notes[0]
    return " ".join(f"{run}: {note}" for run, note in zip(runs, notes, strict=True) if note)


def _beside(tables: Sequence[Table], runs: Sequence[str], keys: int) -> Table:
    """One row for each key, the columns of the runs under their names."""
    of_runs = [{_key(row, keys): row for row in table.rows} for table in tables]
    heads = {key: row[:keys] for rows in reversed(of_runs) for key, row in rows.items()}
    order = dict.fromkeys(key for rows in of_runs for key in rows)
    missing = [(NOTHING,) * (len(table.columns) - keys) for table in tables]
    rows = tuple(
        (
            *heads[key],
            *(
                cell
                for rows, none in zip(of_runs, missing, strict=True)
                for cell in (rows[key][keys:] if key in rows else none)
            ),
        )
        for key in order
    )
    widths = [len(table.columns) - keys for table in tables]
    single = all(width == 1 for width in widths)
    return replace(
        tables[0],
        columns=(
            *tables[0].columns[:keys],
            *(
                replace(column, title=run) if single else column
                for table, run in zip(tables, runs, strict=True)
                for column in table.columns[keys:]
            ),
        ),
        rows=rows,
        note=_note(tables, runs),
        groups=() if single else (("", keys), *zip(runs, widths, strict=True)),
    )


def _below(tables: Sequence[Table], runs: Sequence[str]) -> Table:
    """The rows of all runs below each other, the run's name before them."""
    return replace(
        tables[0],
        columns=(Column("Run", numeric=False), *tables[0].columns),
        rows=tuple(
            (Cell(run, run), *row) for table, run in zip(tables, runs, strict=True) for row in table.rows
        ),
        note=_note(tables, runs),
    )
