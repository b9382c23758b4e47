"""``granja export``: the tables of a run or a sweep as files for a spreadsheet or a program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import note, say
from analyzer.errors import UserError

if TYPE_CHECKING:
    from reports.files import Dialect


def export(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN...", help="The folder of a run, or of a sweep; several runs as in a report."
        ),
    ],
    csv: Annotated[
        bool, typer.Option("--csv", help="CSV with commas and decimal points (the default).")
    ] = False,
    parquet: Annotated[bool, typer.Option("--parquet", help="Parquet.")] = False,
    decimal_comma: Annotated[
        bool,
        typer.Option(
            "--decimal-comma", help="CSV for a spreadsheet with decimal commas: semicolons, 1,5 for 1.5."
        ),
    ] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help="Instead the recorded tables, a row per player, card, marker …")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where to write them. [RUN/export, RUN/export/raw]"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older export there.")] = False,
) -> None:
    """Write every table of a report as a file of numbers, with README.csv, which explains each column.

    A figure with an interval becomes five columns: mean, low, high, n and blocks. Shares are fractions.
    Of a sweep these are all differences of all variants.
    """
    dialect = _dialect(csv=csv, parquet=parquet, decimal_comma=decimal_comma)
    from analyzer.recording.run_studies import studies_left_out
    from reports.export import export_raw, export_report

    if raw:
        if len(runs) > 1:
            raise UserError("--raw writes the tables of one run: give one RUN.")
        folder = export_raw(runs[0], dialect, out, force=force)
        warnings = studies_left_out(runs[0])
    else:
        folder, page = export_report(runs, dialect, out, force=force)
        warnings = page.warnings
    for warning in warnings:
        note(f"Note: {warning}")
    say(f"Export: {folder} (README.csv says what is in each file)")


def _dialect(*, csv: bool, parquet: bool, decimal_comma: bool) -> Dialect:
    from reports.files import Dialect

    if parquet and csv:
        raise UserError("Give --csv or --parquet, not both.")
    if parquet and decimal_comma:
        raise UserError("Parquet holds numbers, not their text: leave out --decimal-comma or --parquet.")
    if parquet:
        return Dialect.PARQUET
    return Dialect.COMMA if decimal_comma else Dialect.CSV
