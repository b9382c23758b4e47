"""What ends a run before its last part."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import BotError, UserError
from analyzer.simulate.job import Job, TaskFailed


class RunFailed(Exception):
    """Parts of a run can't be played: a bug, or a machine that kills workers.

    The message says which blocks of which seed.
    """


class DiskTrouble(UserError):
    """A part can't be written; what was written before stays readable."""


def failure(job: Job, failed: TaskFailed) -> RunFailed | UserError:
    """The error for a task that failed."""
    if failed.cause == "bot":
        return BotError(failed.text)
    if failed.cause == "disk":
        return not_written(job.folder, failed.text)
    return engine_failed(job.place(failed.task.first, failed.task.blocks), failed.text)


def not_written(folder: Path | None, text: str) -> DiskTrouble:
    """The error for a part that can't be put into the run folder."""
    return DiskTrouble(
        f"{folder}: a part can't be written: {text}; what was written before stays as a "
        "partial run, so make room and go on with --resume, or give a folder on another disk with --out."
    )


def not_fetched(folder: Path, text: str) -> DiskTrouble:
    """The error for a part that can't be fetched from a store."""
    return DiskTrouble(
        f"{folder}: a part can't be fetched from the store: {text}; what was written before stays as a "
        "partial run: see that all machines, this one too, reach the same store, and go on with --resume."
    )


def in_words(error: OSError) -> str:
    """What the system says, and of which file."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def engine_failed(place: str, text: str) -> RunFailed:
    """The error for blocks that the engine couldn't play; ``text``: its traceback."""
    return RunFailed(f"The engine failed in {place}:\n{text}")


def died_twice(cause: str, place: str) -> RunFailed:
    """The error for blocks over which two workers died."""
    return RunFailed(
        f"Two workers died over the same blocks, the last one {cause}: {place}. "
        "If the machine did not run out of memory, this is a bug in the engine."
    )
