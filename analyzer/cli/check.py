"""``granja check``: validates scenarios, sweeps and bots, and does nothing else."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.output import note, say


def check(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|SWEEP|DIR", help="A scenario, a sweep, a bot's file, or a folder of them."
        ),
    ],
) -> None:
    """Check a scenario, or every scenario, sweep and bot in a folder, and show all problems at once."""
    from analyzer.scenario.inspect_files import check_files
    from analyzer.scenario.problems import ScenarioErrors

    problems: list[str] = []
    for finding in check_files(scenario):
        wrong = finding.problems
        if finding.sweep is not None and finding.sweep.measures:
            from analyzer.analysis.sweep import measure_problems

            wrong = measure_problems(finding.sweep, finding.file)
        problems.extend(problem for problem in wrong if problem not in problems)
        for sentence in finding.notes:
            note(f"Note: {sentence}")
        if not wrong:
            say(f"{finding.file}: ok, {finding.summary}")
    if problems:
        raise ScenarioErrors(problems)
