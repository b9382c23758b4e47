"""Worker processes as their parent holds them: one pipe each.

Each kind of work (``pool``, ``crew``) hands out its own tasks; how a worker is started, noticed to
be dead and ended is the same for all.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
ONE_THREAD = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Variables that keep a worker to one thread: the workers themselves use the cores."""
_PATIENCE = 5.0  # seconds for a worker to end after it has closed its pipe


class WorkerProcess:
    """One process and the parent's end of its pipe; ``start`` is the first message it gets."""

    def __init__(self, number: int, start: object) -> None:
        self.number = number
        self.pipe, theirs = Pipe()
        with theirs:
            self.process = _spawn(theirs)
        self.send(start)

    def send(self, message: object) -> None:
        """Send a message; to a dead worker none, since the next wait finds its closed pipe."""
        with contextlib.suppress(OSError):
            self.pipe.send(message)

    def end(self) -> None:
        """Stop the process whatever it does."""
        self.pipe.close()
        self.process.kill()
        self.process.wait()

    def cause_of_death(self) -> str:
        """How the process ended, in words."""
        try:
            code = self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return "closed its pipe"
        if code >= 0:
            return f"ended with exit code {code}"
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"was killed by signal {-code}"

    def obituary(self, cause: str, place: str) -> str:
        """A sentence for the user about a death whose blocks are played once more."""
        return (
            f"Worker {self.number} (process {self.process.pid}) {cause}; a fresh one plays its blocks "
            f"again: {place}."
        )


def _spawn(pipe: Connection) -> subprocess.Popen[bytes]:
    """Start a worker that has only this end of a pipe.

    SIGINT is blocked while it starts and stays so in the child: a Ctrl-C reaches the parent alone.
    """
    from analyzer.recording.lock import inherited  # of the parent alone: workers import no msgspec

    environment = dict(os.environ)
    path = [str(_ROOT), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(path)
    environment.update(dict.fromkeys(ONE_THREAD, "1"))
    descriptor = pipe.fileno()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "analyzer.simulate.worker", str(descriptor)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[descriptor, *inherited()],  # a worker of a killed run keeps the folder locked
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
