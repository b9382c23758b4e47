"""``granja report``: writes the report of a run, of several side by side, or of a sweep."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.output import say


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN...", help="The folder of a run, or of a sweep; several runs to compare them."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where to write it. [the run's folder; of several, one beside the first]",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older report there.")] = False,
) -> None:
    """Write the report of a run: report.html, one file that needs nothing else, and pictures in png/.

    Of several runs the same figures stand side by side on the same scales, after a chapter that says
    what sets the runs apart and how their results differ. Of a sweep the report says what each variant
    changes.
    """
    from analyzer.recording.store import reading
    from reports import write_report

    with ExitStack() as stack:
        for run in runs:
            stack.enter_context(reading(run))
        html = write_report(runs, out, force)
    say(f"Report: {html}")
