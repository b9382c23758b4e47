"""Write a page: ``report.html`` and ``png/``; and the report of a run."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from reports.disk import unwritable

if TYPE_CHECKING:
    from reports.page import Page

HTML = "report.html"
PNG = "png"
_LONGEST = 100  # characters of a folder's name


def write_report(run_dirs: Sequence[Path], out: Path | None = None, force: bool = False) -> Path:
    """Write the report of a run, or of several side by side, into ``out``; returns the HTML file.

    Default: the run's folder; for several a folder of its own beside the first run's.
    Raises UserError if a run can't be read, or if a report is there already and ``force`` is not set.
    Only files of an older report are replaced.
    """
    folders = [Path(run) for run in run_dirs]
    if not folders:
        raise UserError("A report needs a run: give a run folder, or several.")
    folder = default_folder(folders) if out is None else Path(out)
    _check(folder, force=force)

    from analyzer.recording.lock import locked
    from reports.runs import page_of

    with locked(folder) if folder.is_dir() else nullcontext():
        return write_page(page_of(folders), folder)


def default_folder(runs: Sequence[Path]) -> Path:
    """Where a report goes that was given no place."""
    if len(runs) == 1:
        return runs[0]
    named = "-and-".join(run.resolve().name for run in runs)
    return runs[0].resolve().parent / (named if len(named) <= _LONGEST else f"{named[:_LONGEST]}-etc")


def write_page(page: Page, folder: Path) -> Path:
    """Write a page and its pictures into a folder, in the place of older ones; returns the HTML file.

    Raises UserError if the folder can't be written.
    """
    from reports.html import render
    from reports.png_process import Pictures

    html = folder / HTML
    fresh = folder / f".{PNG}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Pictures(page, fresh) as pictures:
            text = render(page)
            _replace_pictures(pictures.paths(), folder / PNG)
        unnamed = fresh / HTML
        unnamed.write_text(text, encoding="utf-8")
        unnamed.replace(html)
    except OSError as error:
        raise unwritable(folder, error) from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return html


def _replace_pictures(pictures: Sequence[Path], folder: Path) -> None:
    """Move new pictures into a folder and remove those of an older report, nothing else."""
    folder.mkdir(exist_ok=True)
    for numbered in ("[0-9][0-9]-*.png", "[0-9][0-9][0-9]-*.png"):
        for old in folder.glob(numbered):
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
