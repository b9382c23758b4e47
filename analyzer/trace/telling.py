"""A game played again and told: as the event log or as a playthrough."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.trace.eventlog import Line
from analyzer.trace.game import TracedGame
from analyzer.trace.readable import Readable
from analyzer.trace.snapshot import vp_by_source
from analyzer.trace.thoughts import Weighed, thoughts
from analyzer.wording.names import names_of


def event_log(game: TracedGame) -> Iterator[Line]:
    """The lines of the event log."""
    return game.decoder.lines(game.play().words)


def playthrough(game: TracedGame, *, why: bool = False) -> Iterator[str]:
    """The lines of the readable trace; with ``why`` what the bots weighed stands under their acts."""
    played = game.play(why=why)
    lines = list(game.decoder.lines(played.words))
    names = names_of(game.plan.scenario.rule_set)
    weighed = [Weighed(*decision) for decision in played.why]
    return Readable(
        names,
        sources=vp_by_source(played.words),
        thoughts=thoughts(weighed, played.words, lines, names),
    ).text(lines)
