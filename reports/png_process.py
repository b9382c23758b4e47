"""Draws a page's PNG files in a process of its own, while the page itself is being drawn.

Drawing is most of what a report of few games costs, and matplotlib uses one core.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from reports.page import Page
from reports.png import write_pngs

FEW = 6
"""Up to so many figures another process isn't worth its start."""
_ROOT = Path(__file__).resolve().parents[1]


class Pictures:
    """The PNG files of a page, drawn beside whatever happens until ``paths`` is asked for."""

    def __init__(self, page: Page, folder: Path) -> None:
        self._page, self._folder = page, folder
        self._process: subprocess.Popen[bytes] | None = None
        if len(page.figures()) > FEW and (os.cpu_count() or 1) > 1:
            self._process = _start(page, folder)

    def __enter__(self) -> Pictures:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def paths(self) -> tuple[Path, ...]:
        """Wait for the files; if their process failed, draw them here."""
        if self._process is None or self._process.wait() != 0:
            return write_pngs(self._page, self._folder)
        return tuple(sorted(self._folder.glob("*.png")))


def _start(page: Page, folder: Path) -> subprocess.Popen[bytes] | None:
    """A process that has the page; None if there can't be one."""
    path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "reports.png_process", str(folder.absolute())],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None
        with process.stdin as pipe:
            pickle.dump(page, pipe)
    except OSError:  # no process, or it ended before it had read the page
        return None
    return process


if __name__ == "__main__":
    write_pngs(pickle.load(sys.stdin.buffer), Path(sys.argv[1]))
