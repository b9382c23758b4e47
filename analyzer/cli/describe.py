"""``granja describe``: the data dictionary of the tables that a run records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import console, say, say_json

if TYPE_CHECKING:
    from analyzer.recording.dictionary import Entry


def describe(
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="One table, or a study as it is named in a run.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The dictionary as JSON.")] = False,
) -> None:
    """Say what a run records: every table and column with its type, unit and meaning.

    These are the columns of `granja export --raw` and of `analyzer.load_run` in a notebook.
    """
    from analyzer.recording.dictionary import entries, find_table, tables

    shown = {name: entries(name) for name in (tables() if table is None else (find_table(table),))}
    if as_json:
        say_json([_as_json(name, columns) for name, columns in shown.items()])
        return
    for place, (name, columns) in enumerate(shown.items()):
        if place:
            say("")
        _show(name, columns)


def _as_json(table: str, columns: tuple[Entry, ...]) -> dict[str, object]:
    from analyzer.recording.dictionary import row_of

    return {
        "table": table,
        "row": row_of(table),
        "columns": [
            {
                "column": entry.column,
                "type": entry.type,
                "unit": entry.unit,
                "meaning": entry.meaning,
                "missing": entry.missing,
                "words": None if entry.words is None else list(entry.words),
            }
            for entry in columns
        ],
    }


def _show(table: str, columns: tuple[Entry, ...]) -> None:
    from rich.table import Table

    from analyzer.recording.dictionary import row_of

    say(f"{table}: {row_of(table)}\n")
    shown = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading in ("column", "type", "unit"):
        shown.add_column(heading, no_wrap=True)
    shown.add_column("meaning", overflow="fold")
    for entry in columns:
        shown.add_row(entry.column, entry.type, entry.unit, _meaning(entry))
    console().print(shown)


def _meaning(entry: Entry) -> str:
    """The meaning (which says when a value is missing) with the words of an enum."""
    from analyzer.recording.dictionary import RUN_BOTS

    if entry.words is None:
        return f"{entry.meaning}: one of {RUN_BOTS}"
    return f"{entry.meaning}: {', '.join(entry.words)}" if entry.words else entry.meaning
