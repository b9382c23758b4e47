"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

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
