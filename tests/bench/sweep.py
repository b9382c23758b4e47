"""Processor time of a sweep against that of the same games run plainly: ``make bench-sweep``.

The sweep has a baseline and nine variants; plainly, each of the ten scenarios is played by ``granja run``
without a report.  What is more is what the sweep adds: sums over blocks, comparisons, page and tables.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 5.0  # % more than plainly
CHANGES = {
    "cash.silver": (3, 5),
    "farm.hand_limit": (2, 4),
    "buildings.merchant_house.income": (2, 4),
    "transport.extra_limit": (0, 2),
    "market.removal_vp": (2,),
}


def main(games: int) -> int:
    """Play both and compare; 1 if the sweep takes too much."""
    with tempfile.TemporaryDirectory(prefix="granja-sweep-") as name:
        folder = Path(name)
        sweep = folder / "nine.toml"
        lines = [f'"{path}" = {list(values)}' for path, values in CHANGES.items()]
        sweep.write_text("\n".join(['baseline = "four-players"', "[one_at_a_time]", *lines]) + "\n")
        with_all = _seconds("sweep", str(sweep), "-n", str(games), "--out", str(folder / "sweep"))
        changes = ["", *(f'"{path}" = {value}' for path, values in CHANGES.items() for value in values)]
        plain = 0.0
        for number, change in enumerate(changes):
            scenario = folder / f"plain-{number}.toml"
            scenario.write_text(f'extends = "four-players"\n[rules]\n{change}\n')
            out = str(folder / f"plain-{number}")
            plain += _seconds("run", str(scenario), "-n", str(games), "--no-report", "--out", out)
    more = 100 * (with_all / plain - 1)
    verdict = "  TOO MUCH" if more > MOST else ""
    sys.stdout.write(
        f"{len(changes)} x {games:,} games, processor time: sweep with its report {with_all:.1f} s, plainly "
        f"without reports {plain:.1f} s: {more:+.1f} % of {MOST:g} %{verdict}\n"
    )
    return int(more > MOST)


def _seconds(*words: str) -> float:
    """Processor time of a command and its workers."""
    before = os.times()
    command = [sys.executable, "-m", "analyzer.cli.main", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
