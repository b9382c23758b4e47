"""Write a page: ``report.html`` and ``png/``; and the report of a run."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError

if TYPE_CHECKING:
    from reports.page import Page

HTML = "report.html"
PNG = "png"


def write_report(run_dirs: Sequence[Path], out: Path | None = None, force: bool = False) -> Path:
    """Write the report of a run into ``out`` (default: the run's folder); returns the HTML file.

    Raises UserError if there is not exactly one run, if it can't be read, or if a report is
    there already and ``force`` is not set.  Only files of an older report are replaced.
    """
    if len(run_dirs) != 1:
        raise UserError("A report is about one run: give one run folder.")
    run_dir = Path(run_dirs[0])
    folder = run_dir if out is None else Path(out)
    _check(folder, force=force)

    from analyzer.analysis.study import study_of
    from analyzer.recording.store import open_run
    from reports.build import build_page

    run = open_run(run_dir)
    return write_page(build_page(study_of(run), run.manifest), folder)


def write_page(page: Page, folder: Path) -> Path:
    """Write a page and its pictures into a folder, in the place of older ones; returns the HTML file."""
    from reports.html import render
    from reports.png import write_pngs

    text, html = render(page), folder / HTML
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f".{PNG}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        _replace_pictures(write_pngs(page, fresh), folder / PNG)
        unnamed = fresh / HTML
        unnamed.write_text(text, encoding="utf-8")
        unnamed.replace(html)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return html


def _replace_pictures(pictures: Sequence[Path], folder: Path) -> None:
    """Move new pictures into a folder and remove those of an older report, nothing else."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("[0-9][0-9]-*.png"):
        old.unlink()
    for picture in pictures:
        picture.replace(folder / picture.name)


def _check(folder: Path, *, force: bool) -> None:
    """Refuse to overwrite, and refuse to put a folder where a file is."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder; give another with --out.")
    if force:
        return
    for name in (HTML, PNG):
        if (folder / name).exists():
            raise UserError(
                f"{folder / name} exists already; give another folder with --out, or --force to replace "
                "the report."
            )
