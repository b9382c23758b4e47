"""For the referee's own tests: a state set up by hand, and a stretch of a log fed to one chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .lines import Line, Reader, Stop
from .setup import begin
from .standard import DECK, MARKET, ROOFS, game_line
from .state import Context, Farm
from .tables import read_tables
from .turns import Turn


class Idle(Turn):
    """A turn without main acts."""

    def main(self, _line: Line) -> bool:
        return False


def line(event: str, player: int | None = None, **fields: Any) -> Line:
    """`as_` stands for the field `as`."""
    who = {} if player is None else {"player": player}
    return {"event": event, **who, **{key.rstrip("_"): value for key, value in fields.items()}}


def play(player: int, card: int, place: str, via: str = "farm", **fields: Any) -> Line:
    named = {"card": card, "as": place, "via": via, "discards": None, **fields}
    return {"event": "play_card", "player": player, **named}


def deliver(player: int, good: str, to: str, via: str = "donkey", source: str = "den") -> Line:
    moved: Line = {"delta": {good: -1}} if source == "den" else {}
    return line("deliver", player, good=good, source=source, to=to, via=via, **moved)


def passes(player: int, step: str) -> Line:
    return line("pass", player, step=step)


class Bench:
    """Seats, a round, a phase; `farm` changes what a seat has, `feed` reads lines with a chapter."""

    def __init__(
        self,
        players: int = 2,
        round_: int = 2,
        phase: str = "transport",
        options: dict[str, str] | None = None,
        deck: list[dict[str, str]] | None = None,
        **values: Any,
    ) -> None:
        reader = Reader([game_line(players, options, **values)])
        self.ctx: Context = begin(reader, read_tables(deck or DECK, MARKET, ROOFS))
        self.round, self.phase = round_, phase
        self.ctx.game.closed = [6, 2, 4]

    def farm(self, seat: int, **parts: Any) -> Farm:
        """Sets counts by name, and `hand`, `fields` (full), `helpers`, `barrows`, `extensions`, `roofs`."""
        farm = self.ctx.farm(seat)
        for name, value in parts.items():
            if name in farm.counts:
                farm.counts[name] = value
            elif name == "hand":
                farm.hand = set(value)
                self.ctx.game.deck -= farm.hand
            elif name in ("fields", "helpers", "roofs"):
                setattr(farm, name, dict.fromkeys(value, name == "fields"))
            else:
                setattr(farm, name, value)
        return farm

    def feed(self, chapter: Callable[[Context], object], *lines: Line) -> list[str]:
        head = {"round": self.round, "phase": self.phase}
        reader = Reader([{"n": n, **head, **each} for n, each in enumerate(lines)])
        reader.round, reader.phase = self.round, self.phase
        self.ctx.reader = reader
        try:
            chapter(self.ctx)
            if reader.peek() is not None:
                reader.unexpected("log", "nothing more")
        except Stop:
            pass
        return reader.problems

    def turn(self, seat: int, *lines: Line) -> list[str]:
        """Lines of a turn without main acts."""
        return self.feed(lambda ctx: Idle(ctx, seat).run(), *lines)
