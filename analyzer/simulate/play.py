"""Plays the parts of a run, here or in workers: one stream of events either way."""

from __future__ import annotations

import os
import traceback
from collections.abc import Generator, Sequence

from analyzer.simulate.batches import PartPlayer
from analyzer.simulate.failures import failure
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Event, Job, Part, PartFailed
from analyzer.simulate.pool import Pool


def usable_cores() -> int:
    """Cores that this process may use: the default number of jobs."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


def play(job: Job, parts: Sequence[Part], jobs: int, interrupt: Interrupt) -> Generator[Event]:
    """Play ``parts`` with ``jobs`` workers; a single part is played in this process.

    Parts may end in any order.  The stream ends early when ``interrupt`` has a reason.
    Raises RunFailed or DiskTrouble.  Close the iterator (``contextlib.closing``) to end the
    workers.
    """
    if len(parts) == 1:
        return _play_here(job, parts[0], interrupt)
    return Pool(job, parts, jobs).events(interrupt)


def _play_here(job: Job, part: Part, interrupt: Interrupt) -> Generator[Event]:
    """Play one part without a worker."""
    try:
        for event in PartPlayer(job, part.blocks).play(part):
            yield event
            if interrupt.reason is not None:
                return
    except OSError as error:
        raise failure(job, PartFailed(part, True, error.strerror or str(error))) from error
    except Exception as error:
        raise failure(job, PartFailed(part, False, traceback.format_exc())) from error
