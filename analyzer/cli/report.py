"""``granja report``: writes the report of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.output import say


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where to write it. [the run's folder]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older report there.")] = False,
) -> None:
    """Write the report of a run: report.html, one file that needs nothing else, and pictures in png/."""
    from analyzer.recording.store import reading
    from reports import write_report

    with reading(run):
        html = write_report([run], out, force)
    say(f"Report: {html}")
