"""A Dask cluster on this machine: a scheduler in this process, and processes that play."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path

from analyzer.recording.lock import holder_of, locked
from analyzer.simulate.post import uninterrupted

_QUIET = {"DASK_LOGGING__DISTRIBUTED": "60"}  # of logging's levels, above the highest
_SCRATCH = "granja-dask-"
_SETTLED = 60.0  # seconds after which a folder that nobody has locked is nobody's


@contextlib.contextmanager
def scheduler_here(jobs: int) -> Iterator[str]:
    """Within the block a cluster of ``jobs`` processes of one thread runs; gives the scheduler's address."""
    from distributed import LocalCluster

    with scratch_folder() as scratch, _environment(_QUIET):
        cluster = None
        try:
            with uninterrupted(), _blocked_for_children():
                cluster = LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # what is left of it: any port
                    memory_limit=0,  # none, as for the processes of a plain run
                    local_directory=str(scratch),
                )
            yield cluster.scheduler_address
        finally:
            if cluster is not None:
                for nanny in [*cluster.workers.values()]:
                    nanny.close_gracefully()  # it starts no other worker
                    if nanny.pid is not None:  # in the middle of a game
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(nanny.pid, signal.SIGKILL)
                cluster.close()


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder for the block; those that killed runs have left are removed.

    One that is in use is locked, but for the moment in which it is made.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{_SCRATCH}*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _SETTLED and holder_of(left) is None:
                shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_SCRATCH) as made, locked(Path(made)):
        yield Path(made)


@contextlib.contextmanager
def _blocked_for_children() -> Iterator[None]:
    """Threads and processes that are started within the block never see a Ctrl-C: this process decides."""
    resource_tracker.ensure_running()  # its start would unblock the signal
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Within the block these variables are set, for processes that are started at any time in it."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
