"""``granja bench``: how fast this machine plays."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import console, say, say_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from analyzer.simulate.bench import Question, Speed


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="About how long each measurement takes.")
    ] = 0.5,
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, help="Measurements of a figure, of which the median counts.")
    ] = 3,
) -> None:
    """Measure games per second by bot, players, recording and jobs, with the standard rules.

    Recording: off, columns filled in memory, or written as Parquet.
    """
    os.environ["POLARS_MAX_THREADS"] = "1"  # one core means one core, for writing too
    from analyzer.simulate.bench import machine, questions

    groups = questions()
    speeds = _measure(groups, seconds, repeats)
    if as_json:
        say_json({"machine": machine(), "results": [asdict(speed) for group in speeds for speed in group]})
        return
    facts = machine()
    say(f"{facts['cpu']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}")
    alone = [group for group, asked in zip(speeds, groups, strict=True) if asked[0].jobs == 0]
    console().print(_by_bot(alone), _by_jobs(*speeds[len(alone) :]))


def _measure(groups: Sequence[Sequence[Question]], seconds: float, repeats: int) -> list[list[Speed]]:
    """Measure all, with one progress bar."""
    from tqdm import tqdm

    from analyzer.simulate.bench import measure

    bar = tqdm(groups, leave=False, disable=not sys.stderr.isatty())
    return [measure(group, seconds * (4 if group[0].jobs else 1), repeats) for group in bar]


def _by_bot(groups: Sequence[Sequence[Speed]]) -> Table:
    """One core: a row for each bot and number of players."""
    table = _table("One core without recording; what rows in memory and Parquet add to the time")
    table.add_column("bot")
    for column in ("players", "games/s", "memory", "Parquet", "ns/decision", "decisions/game"):
        table.add_column(column, justify="right", no_wrap=True)
    for off, *recorded in groups:
        table.add_row(
            off.bot,
            str(off.players),
            f"{off.games_per_s:,.0f}",
            *(f"{off.games_per_s / speed.games_per_s - 1:+.0%}" for speed in recorded),
            f"{off.ns_per_decision:,.0f}",
            f"{off.decisions_per_game:,.0f}",
        )
    return table


def _by_jobs(playing: Sequence[Speed], writing: Sequence[Speed]) -> Table:
    """Scaling: a row for each number of jobs, without recording and as a whole run."""
    table = _table("More jobs: games/s of balanced, 4 players")
    for column in ("jobs", "no recording", "Parquet"):
        table.add_column(column, justify="right", no_wrap=True)
    for played, written in zip(playing, writing, strict=True):
        table.add_row(
            str(played.jobs),
            f"{played.games_per_s:,.0f} ({played.games_per_s / playing[0].games_per_s:.2f}x)",
            f"{written.games_per_s:,.0f} ({written.games_per_s / writing[0].games_per_s:.2f}x)",
        )
    return table


def _table(title: str) -> Table:
    from rich import box
    from rich.table import Table

    return Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
