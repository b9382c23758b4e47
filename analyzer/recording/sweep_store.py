"""The folder of a sweep: sweep.json says what it is, ``runs/`` holds its runs, each a run folder of its own.

All runs are there from the beginning, with their scenarios in full and no games yet: a sweep goes on from
its folder alone.  Nothing of the clock, the machine or the number of jobs is in it but the runs' timings.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

import msgspec

from analyzer.errors import UserError
from analyzer.recording.lock import is_empty, locked
from analyzer.recording.manifest import Manifest, decode_whole, write_manifest
from analyzer.recording.store import remove_contents
from analyzer.recording.sweep_manifest import RUNS, SWEEP, SWEEP_FORMAT, SweepManifest
from analyzer.recording.writer import TEMPORARY, put_whole, sync_folder
from analyzer.scenario.sweep_model import BASELINE

NOT_BEGUN = "its turn in the sweep has not come"
"""Why a run of a sweep has no games yet."""


def run_folder(sweep: Path, name: str) -> Path:
    """The folder of a run: of BASELINE, or of a variant by its folder's name."""
    return sweep / RUNS / name


def run_names(manifest: SweepManifest) -> tuple[str, ...]:
    """The names of all runs' folders, in the order of playing."""
    return (BASELINE, *(variant.folder for variant in manifest.variants))


def sweep_of(run: Path) -> Path | None:
    """The sweep to which a run's folder belongs, if it is part of one."""
    place = run.resolve()
    sweep = place.parent.parent
    return sweep if place.parent.name == RUNS and (sweep / SWEEP).is_file() else None


def check_no_run_of_sweep(folder: Path, option: str) -> None:
    """Raise UserError for an option that makes other games of a run, if the run belongs to a sweep."""
    sweep = sweep_of(folder)
    if sweep is not None:
        raise UserError(
            f"{folder} is a run of a sweep, whose runs must keep the same blocks: leave {option} out, give "
            f"another folder, or go on with the sweep with 'granja sweep --resume {shlex.quote(str(sweep))}'."
        )


def create_sweep(
    folder: Path, manifest: SweepManifest, runs: Mapping[str, Manifest], *, force: bool = False
) -> None:
    """Make the folder of a new sweep with all its runs, none begun; with ``force`` in the place of an older.

    ``runs``: the manifest of each run by its folder's name.  Cut short, it leaves a folder that counts as
    empty, or the whole sweep.  Raises UserError if the folder exists (and, with ``force``, is no sweep),
    FolderLocked if another process writes it.
    """
    check_new_sweep(folder, force=force)
    with locked(folder):
        check_new_sweep(folder, force=force)
        try:
            remove_contents(folder, but=SWEEP)
            (folder / SWEEP).unlink(missing_ok=True)
            unnamed = folder / (RUNS + TEMPORARY)
            for name, run in runs.items():
                (unnamed / name).mkdir(parents=True)
                write_manifest(unnamed / name, msgspec.structs.replace(run, stopped=NOT_BEGUN))
            sync_folder(unnamed)
            put_whole(folder / SWEEP, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
            name_runs(folder)
        except OSError as error:
            raise UserError(
                f"{folder} can't be made: {error.strerror}; give another folder with --out."
            ) from None


def name_runs(folder: Path) -> None:
    """Give the runs of a sweep their place, if its making was cut short before that.  Raises OSError."""
    unnamed = folder / (RUNS + TEMPORARY)
    if unnamed.is_dir() and not (folder / RUNS).exists():
        unnamed.rename(folder / RUNS)
        sync_folder(folder)


def check_new_sweep(folder: Path, *, force: bool) -> None:
    """Raise UserError unless a sweep may be made at ``folder``."""
    if not folder.exists() or (folder.is_dir() and is_empty(folder)):
        return
    if not (folder / SWEEP).is_file():
        what = ", so --force won't replace it" if force else ""
        raise UserError(f"{folder} exists already and is no sweep{what}; give another folder with --out.")
    if not force:
        raise UserError(
            f"{folder} exists already; give another folder with --out, --force to replace it, or go on with "
            f"it with 'granja sweep --resume {shlex.quote(str(folder))}'."
        )


def read_sweep_manifest(folder: Path) -> SweepManifest:
    """What a sweep's folder says it is; raises UserError for anything that isn't one."""
    if not folder.exists():
        raise UserError(f"{folder}: there is no such sweep; `granja sweep` makes one.")
    try:
        text = (folder / SWEEP).read_bytes()
    except OSError:
        raise UserError(
            f"{folder} is not the folder of a sweep (it has no {SWEEP}); give one that `granja sweep` made."
        ) from None
    try:
        return decode_whole(folder, text, SweepManifest, SWEEP_FORMAT)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(f"{folder / SWEEP} can't be read ({error}); play the sweep again.") from None
