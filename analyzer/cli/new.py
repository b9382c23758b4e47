"""``granja new``: makes a study folder to edit."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.output import say


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to make; it must not hold anything.")
    ],
) -> None:
    """Make a folder with copied tables, a scenario that uses them, a sweep of it and a bot, all to edit.

    The study plays with the seed and the bots of `four-players`, so that runs of both compare.
    """
    from analyzer.scenario.new_study import create_study

    for path in create_study(folder):
        say(str(path))
    say(f"\nEdit them, then: granja run {shlex.quote(str(folder / 'scenario.toml'))}")
