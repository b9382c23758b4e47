"""``granja trace``: one game told, or a log checked against the rules."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import BotsInSeats, Restrictions
from analyzer.cli.output import note, say
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.trace.game import Subject


def trace(
    subject: Annotated[str, typer.Argument(metavar="SCENARIO|RUN", help="A scenario or a run folder.")],
    game: Annotated[
        int | None, typer.Option("--game", min=0, metavar="N", help="Which game, from 0 (the default).")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, metavar="S", help="Another seed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The event log as JSON Lines.")] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Show what the bots weighed, with scores in vp.")
    ] = False,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="LOG", help="Check that an event log obeys the rules.")
    ] = None,
    bot: BotsInSeats = None,
    restrict: Restrictions = None,
) -> None:
    """Tell one game: who did what and got what, and how the farms stood after each round.

    With --check follow an event log (written by --json) with the engine's own rules instead.
    """
    if check is not None:
        if as_json or why or game is not None or seed is not None or bot or restrict:
            raise UserError("--check reads a log of one game: leave the other options out.")
        _check(check, _opened(subject))
        return
    if as_json and why:
        raise UserError("The event log holds no bot's thoughts: leave out --json or --why.")
    _tell(_with_bots(_opened(subject), bot or (), restrict or ()), game or 0, seed, as_json, why)


def _opened(name_or_path: str) -> Subject:
    from analyzer.trace.game import open_subject

    subject = open_subject(name_or_path)
    if subject.doubt:
        note(f"Note: {subject.doubt}")
    return subject


def _with_bots(subject: Subject, bots: Sequence[str], told: Sequence[str]) -> Subject:
    from analyzer.scenario import restrict_scenario
    from analyzer.scenario.substitutes import with_bots

    if subject.games is not None and (bots or told):
        note("Note: with other bots or restrictions this is no game of the run, but one of its seed.")
    return replace(subject, scenario=restrict_scenario(with_bots(subject.scenario, bots), told))


def _tell(subject: Subject, game: int, seed: int | None, as_json: bool, why: bool) -> None:
    from analyzer.trace.game import traced_game
    from analyzer.trace.telling import event_log, playthrough

    traced = traced_game(subject, game, seed)
    if as_json:
        for line in event_log(traced):
            say(json.dumps(line, ensure_ascii=False))
        return
    for text in playthrough(traced, why=why):
        say(text)


def _check(log: Path, subject: Subject) -> None:
    from analyzer.trace.follow import follow, read_log

    try:
        with log.open(encoding="utf-8-sig") as file:
            lines = read_log(file, str(log))
    except (FileNotFoundError, IsADirectoryError):
        raise UserError(f"{log}: there is no such file.") from None
    except UnicodeDecodeError:
        raise UserError(f"{log}: not a text file in UTF-8.") from None
    verdict = follow(lines, subject, str(log))
    if verdict.finding is not None:
        say(f"{log}: {verdict.finding}")
        raise typer.Exit(1)
    say(f"log follows: {verdict.lines} lines, {verdict.decisions} decisions")
