"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

OF_THE_MACHINE = frozenset(
    {"jobs", "cluster", "store", "out", "force", "no_report", "quiet", "as_json", "budget"}
)
"""Options of ``granja run`` that change nothing about the games that are asked for."""

BotsInSeats = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="BOT",
        help="Who sits in the line-up's first seat: a shipped bot, a bot's file, or a Python function as "
        "path.py:name. Again for the seats after it.",
    ),
]
"""``--bot``: other bots in the first seats."""

Restrictions = Annotated[
    list[str] | None,
    typer.Option(
        "--restrict",
        metavar="TEXT",
        help="What every seat of a bot is told beyond the line-up, as 'BOT: RESTRICTION; RESTRICTION'. "
        "Again for other bots. 'granja bots --restrictions' lists them all.",
    ),
]
"""``--restrict``: further restrictions for bots in the line-up."""

OtherRules = Annotated[
    str | None,
    typer.Option("--scenario", metavar="SCENARIO", help="Whose rules to play. [standard rules]"),
]
"""``--scenario`` of a command whose bots are named by themselves."""

RootSeed = Annotated[int | None, typer.Option("--seed", metavar="S", help="Root seed. [1]")]
"""``--seed`` where a scenario's is taken, or 1."""

Jobs = Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, help="Worker processes. [all cores]")]
"""``--jobs``: how many processes play."""

ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the Dask cluster whose scheduler is there (tcp://HOST:8786), or on one that is started "
        "here: local.",
    ),
]
"""``--cluster``: play on other machines, too."""

Store = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="Where the workers of the cluster put the games: a folder that all machines share, which then "
        "holds the run folder, or a URL from which they are fetched (s3://bucket/folder). [sent here]",
    ),
]
"""``--store``: games by another way than through the scheduler."""


NoReport = Annotated[bool, typer.Option("--no-report", help="Write no report.")]
"""``--no-report`` of a command that writes one at its end."""

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no words.")]
"""``--quiet`` of a command whose result is in files."""

NoProgress = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no announcement.")]
"""``--quiet`` of a command whose result is what it prints."""


def repeatable(context: typer.Context, **decided: object) -> tuple[str, ...]:
    """The words after "granja" that ask for the same games, on any machine.

    ``decided``: values that stand for those given, or for the defaults where none was given.  Options
    of the machine are left out, and whole paths are cut to the file's name.
    """
    options, arguments = [], []
    for parameter in context.command.params:
        name = parameter.name or ""
        value = decided.get(name, context.params.get(name))
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        told = [_without_place(str(each)) for each in values if each is not None and each is not False]
        if name in OF_THE_MACHINE:
            continue
        if parameter.param_type_name == "argument":
            arguments += told
        elif value is True:
            options.append(parameter.opts[0])
        else:
            options += [word for each in told for word in (parameter.opts[0], each)]
    return (context.info_name or "", *arguments, *options)


def _without_place(text: str) -> str:
    """A whole path says where things are on one machine."""
    return Path(text).name if Path(text).is_absolute() else text
