"""The tables of a report, and those that a run recorded, as files for a spreadsheet or a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import polars as pl

from analyzer.errors import UserError
from analyzer.recording.dictionary import entries, row_of
from analyzer.recording.run_studies import studies_of
from analyzer.recording.schema import TABLES
from analyzer.recording.store import open_run, reading
from analyzer.recording.sweep_manifest import RUNS
from reports.file_columns import Filled, filled_columns, plain
from reports.files import Dialect, FileColumn, FileTable, check_new_export, write_tables
from reports.page import Page
from reports.runs import page_of
from reports.sweep.files import sweep_tables
from reports.sweep.folder import check_alone, is_sweep, result_of
from reports.sweep.page import build_sweep_page
from reports.text_tables import made_table, measures_table
from reports.write import default_folder


def export_report(
    run_dirs: Sequence[Path], dialect: Dialect, out: Path | None = None, *, force: bool = False
) -> tuple[Path, Page]:
    """Write every table of the report of a run, of several side by side, or of a sweep into ``out``.

    Default: ``export`` in the folder where that report goes.  Returns the folder and the page.
    Raises UserError if a run can't be read, if an export is there already and ``force`` is not set,
    or if the folder can't be written.
    """
    folder = default_folder(run_dirs) / "export" if out is None else out
    check_new_export(folder, force=force)
    with ExitStack() as stack:
        for run in run_dirs:
            stack.enter_context(reading(run))
        page, tables = _page_and_tables(run_dirs)
    write_tables(tables, dialect, folder, force=force)
    return folder, page


def _page_and_tables(folders: Sequence[Path]) -> tuple[Page, tuple[FileTable, ...]]:
    """What is exported of runs, or of a sweep, and the page that shows it."""
    check_alone(folders)
    if is_sweep(folders[0]):
        result = result_of(folders[0])
        page = build_sweep_page(result)
        return page, sweep_tables(result, page)
    page = page_of(folders)
    return page, file_tables(page)


def export_raw(run_dir: Path, dialect: Dialect, out: Path | None = None, *, force: bool = False) -> Path:
    """Write the tables that a run and its studies recorded, by default into ``export/raw``.

    Raises UserError as ``export_report`` does.
    """
    if is_sweep(run_dir):
        raise UserError(
            f"{run_dir} is a sweep, and --raw writes the tables of one run; give one of {run_dir / RUNS}."
        )
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
    return (
        *(
            _file_table(
                table.id, plain(table.caption), plain(table.note), filled_columns(table, page.definitions)
            )
            for table in page.tables()
        ),
        measures_table([(each.name, each.unit, each.text) for each in page.definitions]),
        made_table(page.made),
    )


def _file_table(id_: str, caption: str, note: str, filled: Iterable[Filled]) -> FileTable:
    """The table of these columns; those of a name that stood before get a number behind it."""
    found: dict[str, Filled] = {}
    for column, values in filled:
        name, again = column.name, 2
        while name in found:
            name, again = f"{column.name} ({again})", again + 1
        found[name] = (replace(column, name=name), values.alias(name))
    frame = pl.DataFrame([values for _, values in found.values()])
    return FileTable(id_, caption, note, tuple(column for column, _ in found.values()), frame.lazy())
