"""Reading the log: a cursor over its lines, and the list of problems found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from . import fields
from .tables import COUNTS

Line = dict[str, Any]
Delta = dict[str, int]
MAX_PROBLEMS = 5


class Stop(Exception):
    """The log can't be followed any further."""


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def describe(line: Line | None) -> str:
    if line is None:
        return "the end of the log"
    shown = [str(line.get("event"))]
    for key in ("player", "via", "card", "roof", "pick", "step", "as", "to"):
        if key in line:
            shown.append(f"{key}={line[key]}")
    return " ".join(shown)


class Reader:
    """Lines are looked at with `peek`, consumed with `take`; `round` and `phase` are what they must say."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.at = 0
        self.round = 0
        self.phase = "setup"
        self.problems: list[str] = []
        self._hint: tuple[int, str, str] | None = None

    def peek(self, ahead: int = 0) -> Line | None:
        place = self.at + ahead
        return self.lines[place] if place < len(self.lines) else None

    def sees(self, event: str, player: int | None = None, **named: Any) -> bool:
        """Is the next line this event, of this player (None: of any), with these fields?"""
        line = self.peek()
        if line is None or line.get("event") != event:
            return False
        if player is not None and line.get("player") != player:
            return False
        return all(line.get(key) == value for key, value in named.items())

    def take(self) -> Line:
        line = self.peek()
        if line is None:
            self.fatal("log", "the log ends too early")
        self.at += 1
        if line.get("n") != self.at - 1:
            self.problem("log", f"n is {line.get('n')}, not {self.at - 1}")
        if line.get("round") != self.round:
            self.problem("log", f"round is {line.get('round')}, not {self.round}")
        if line.get("phase") != self.phase:
            self.problem("log", f"phase is {line.get('phase')!r}, not {self.phase!r}")
        for text in fields.faults(line):
            self.problem("log", text)
        return line

    def expect(self, rule: str, event: str, player: int | None = None, **named: Any) -> Line:
        """The next line, which must be this one."""
        if not self.sees(event, player, **named):
            wanted: Line = {"event": event, **({} if player is None else {"player": player}), **named}
            self.unexpected(rule, describe(wanted))
        return self.take()

    def unexpected(self, rule: str, wanted: str) -> NoReturn:
        found = f"expected {wanted}, found {describe(self.peek())}"
        if self._hint is not None and self._hint[0] == self.at:
            _, rule, text = self._hint
            found = f"{text} ({found})"
        self._note(self.at, rule, found)
        raise Stop

    def hint(self, rule: str, text: str) -> None:
        """Why the next line ended a turn, in case it fits nowhere else either."""
        self._hint = (self.at, rule, text)

    def problem(self, rule: str, text: str) -> None:
        """A problem with the line taken last; reading goes on, unless there were many."""
        self._note(self.at - 1, rule, text)
        if len(self.problems) >= MAX_PROBLEMS:
            raise Stop

    def fatal(self, rule: str, text: str) -> NoReturn:
        self._note(max(self.at - 1, 0), rule, text)
        raise Stop

    def _note(self, place: int, rule: str, text: str) -> None:
        self.problems.append(f"line {place}: {rule}: {text}")

    def delta(self, line: Line) -> Delta:
        """The line's delta, checked for form (known words, whole numbers, no zeros)."""
        raw = line.get("delta")
        if raw is None:
            return {}
        for key, value in raw.items():
            if key not in COUNTS or not whole(value):
                self.fatal("log", f"delta has {key!r}: {value!r}")
            if value == 0:
                self.problem("log", f"delta names {key} with 0")
        return {key: value for key, value in raw.items() if value}
