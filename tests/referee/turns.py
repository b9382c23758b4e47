"""A turn (A8): its main acts, given by a subclass, and between them the actions of section 2."""

from __future__ import annotations

from . import anytime, grants
from .lines import Line
from .state import Context


class Turn:
    """One stretch of A8. A subclass reads its main acts in `main` and says in `close` what was left out."""

    def __init__(self, ctx: Context, seat: int) -> None:
        self.ctx = ctx
        self.seat = seat
        self.bought: set[str] = set()
        self.sold: set[str] = set()

    def main(self, _line: Line, /) -> bool:
        """Reads the next line if it is a main act of this turn (or follows from one); none by default."""
        return False

    def close(self) -> None:
        """Called at the turn's end."""

    def after(self) -> None:
        """Called after each line of the turn with all that followed from it, and at its start."""

    def finished(self) -> bool:
        """Must the turn end now?"""
        return False

    def run(self) -> None:
        self._begin()
        self.after()
        while not self.finished() and (line := self.ctx.reader.peek()) is not None:
            if not self._read(line):
                break
            self.after()
        self.close()
        self.ctx.turn_end = (self.seat, self.ctx.reader.at)

    def _begin(self) -> None:
        """Grants end with their turn. Where one seat has two turns in a row, the log doesn't show which
        of them an action between their main acts belongs to: what it granted may belong to this one."""
        ctx = self.ctx
        same = ctx.turn_end == (self.seat, ctx.reader.at)
        ctx.grants = [grant for grant in ctx.grants if same and grant.at > ctx.loose_from]
        if not same:
            ctx.loose_from = ctx.reader.at

    def _read(self, line: Line) -> bool:
        if line.get("player") == self.seat or line.get("event") == "reshuffle":
            if self.main(line):
                self.ctx.loose_from = self.ctx.reader.at
                return True
            if line.get("event") != "reshuffle" and anytime.read(self.ctx, self, line):
                return True
        if grants.covers(self.ctx, line):
            if grants.use(self.ctx).at <= self.ctx.loose_from:
                self.ctx.loose_from = self.ctx.reader.at
            return True
        return False
