"""What ends a run before its last part."""

from __future__ import annotations

from analyzer.errors import UserError
from analyzer.simulate.job import Job, TaskFailed


class RunFailed(Exception):
    """Parts of a run can't be played: a bug, or a machine that kills workers.

    The message says which blocks of which seed.
    """


class DiskTrouble(UserError):
    """A part can't be written; what was written before stays readable."""


def failure(job: Job, failed: TaskFailed) -> RunFailed | DiskTrouble:
    """The error for a task that failed."""
    if failed.disk:
        return DiskTrouble(
            f"{job.folder}: a part can't be written: {failed.text}; what was written before stays as a "
            "partial run, so make room and run again, or give a folder on another disk with --out."
        )
    return RunFailed(
        f"The engine failed in {job.place(failed.task.first, failed.task.blocks)}:\n{failed.text}"
    )
