"""The folder of a sweep: read as a result, and its page and files written into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from analyzer.analysis.sweep import read_sweep
from analyzer.analysis.sweep_result import SweepResult
from analyzer.errors import UserError
from analyzer.recording.sweep_manifest import RUNS, SWEEP
from analyzer.recording.sweep_store import read_sweep_manifest
from analyzer.scenario.sweep_model import BASELINE
from reports.files import Dialect, write_tables
from reports.sweep.files import sweep_tables
from reports.sweep.page import build_sweep_page
from reports.write import write_page

CSV: Final = "csv"
"""Folder of the files beside the page."""


def is_sweep(folder: Path) -> bool:
    """Whether a folder is that of a sweep."""
    return (folder / SWEEP).is_file()


def check_alone(folders: Sequence[Path]) -> None:
    """Raise UserError if a sweep stands beside other folders: its report compares its own runs."""
    if len(folders) > 1 and (sweep := next(filter(is_sweep, folders), None)) is not None:
        raise UserError(
            f"{sweep} is a sweep, and its report compares its own runs: give it alone, or some of its runs, "
            f"such as {sweep / RUNS / BASELINE}."
        )


def result_of(folder: Path) -> SweepResult:
    """The result of the sweep in a folder; raises UserError if it can't be read."""
    return read_sweep(folder, read_sweep_manifest(folder))


def write_sweep(result: SweepResult) -> Path:
    """Write page, pictures and CSV files into the sweep's folder, in the place of older ones.

    Returns the HTML file.  Raises UserError if the folder can't be written.
    """
    page = build_sweep_page(result)
    html = write_page(page, result.folder)
    write_tables(sweep_tables(result, page), Dialect.CSV, result.folder / CSV, force=True)
    return html
