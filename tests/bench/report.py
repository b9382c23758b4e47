"""Time, memory and size of a run's report, against what they may be: ``make bench-report RUN=…``.

The limits are those of a million four-player games on two cores.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 60.0
MEGABYTES = 2048.0  # of the largest process
PAGE_MB = 5.0


def main(run: str) -> int:
    """Report on a run in a process of its own; 1 if a limit is passed."""
    with tempfile.TemporaryDirectory(prefix="granja-report-") as folder:
        started = time.perf_counter()
        command = [sys.executable, "-m", "analyzer.cli.main", "report", run, "--out", folder, "--force"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - started
        page = (Path(folder) / "report.html").stat().st_size / 1e6
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1024 if sys.platform == "darwin" else 1
    figures = (
        ("time", seconds, SECONDS, "s"),
        ("memory", used.ru_maxrss / unit / 1024, MEGABYTES, "MiB"),
        ("page", page, PAGE_MB, "MB"),
    )
    for name, value, limit, word in figures:
        sys.stdout.write(
            f"{name:8}{value:8.1f} {word:4} of {limit:g}{'  TOO MUCH' if value > limit else ''}\n"
        )
    cpu = used.ru_utime + used.ru_stime
    sys.stdout.write(f"{'cores':8}{cpu / seconds:8.1f} busy on average ({cpu:.1f} s of processor time)\n")
    return int(any(value > limit for _, value, limit, _ in figures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
