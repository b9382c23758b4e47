"""Follows an event log with the engine's own rules.

The log names no decisions, so they are found: at each one the options are tried in
turn, and the right one is that whose records are the log's next lines.  A choice that
writes nothing yet (a donkey token, a delivery given up) is kept and taken back when
no way on fits.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from analyzer.errors import UserError
from analyzer.trace.eventlog import Decoder, Line
from analyzer.trace.game import Subject, TracedGame, traced_game
from analyzer.trace.hints import Ahead, likely
from analyzer.trace.mismatch import finding
from analyzer.wording.names import Names, names_of
from analyzer.wording.options import OptionWords

MAX_TRIALS = 5_000
"""How many options are tried without getting further in the log."""


@dataclass(frozen=True)
class Verdict:
    """How far a log could be followed; ``finding`` is None if to its end."""

    lines: int
    """Lines that the engine could write, too."""
    decisions: int
    """Decisions found on the way; 0 with a finding."""
    finding: str | None


@dataclass
class Frame:
    """A decision of the replayed game, and the places of its options not yet tried."""

    choices: list[int]
    word: int
    line: int
    seat: int = 0
    kind: int = 0
    options: Sequence[int] = ()
    untried: deque[int] = field(default_factory=deque)


@dataclass
class Mismatch:
    """The furthest line that no choice could write, and what the engine writes there instead.

    ``frame`` is the decision at which it showed.
    """

    line: int = 0
    instead: list[Line] = field(default_factory=list)
    frame: Frame | None = None

    def reach(self, line: int) -> bool:
        """The log fits up to ``line``; True if that is further than ever."""
        further = line > self.line
        if further:
            self.line, self.instead, self.frame = line, [], None
        return further

    def note(self, line: int, instead: Line, frame: Frame) -> None:
        """Keeps what the engine writes at ``line``, if no other choice got further."""
        if line == self.line and instead not in self.instead:
            self.instead.append(instead)
            self.frame = self.frame or frame


def read_log(text: Iterable[str], name: str) -> list[Line]:
    """The lines of a log as objects.

    Raises:
        UserError: a line is no JSON object, or the first is no ``game`` line.
    """
    rows = [row.rstrip() for row in text]
    while rows and not rows[-1]:
        rows.pop()
    lines = []
    for number, row in enumerate(rows, 1):
        try:
            line = json.loads(row)
        except json.JSONDecodeError as error:
            raise UserError(
                f"{name}, line {number}: not JSON ({error.msg}, column {error.colno})."
            ) from error
        except RecursionError:
            raise UserError(f"{name}, line {number}: no line of a log, it is nested too deeply.") from None
        if not isinstance(line, dict):
            raise UserError(f"{name}, line {number}: a line of the log is a JSON object, this is none.")
        lines.append(line)
    if not lines or lines[0].get("event") != "game":
        raise UserError(f"{name}: no event log, its first line is no `game` line.")
    return lines


def logged_game(lines: Sequence[Line], subject: Subject, name: str) -> TracedGame:
    """The game that a log says it is of.

    Raises:
        UserError: the ``game`` line lacks something, or belongs to another rule set or number of players.
    """
    head, scenario = lines[0], subject.scenario
    for key in ("seed", "game", "players"):
        if not isinstance(head.get(key), int) or head[key] < 0:
            raise UserError(f"{name}, line 1: `{key}` of the `game` line must be a number from 0 on.")
    if head.get("rules_hash") != scenario.rule_set.hash:
        raise UserError(
            f"{name} was played by other rules ({str(head.get('rules_hash'))[:12]}) than those of "
            f"{scenario.name} ({scenario.rule_set.hash[:12]}): give the scenario or run that it comes from."
        )
    if head["players"] != scenario.players:
        raise UserError(
            f"{name} is of a game of {head['players']} players, {scenario.name} has {scenario.players}: "
            "give the scenario or run that it comes from."
        )
    return traced_game(subject, head["game"], head["seed"])


class Replay(Protocol):
    """A game that can be played up to any of its decisions (``TracedGame``)."""

    @property
    def decoder(self) -> Decoder: ...

    def play(self, choices: Sequence[int]) -> Any: ...


@dataclass
class Follower:
    """The search for the decisions behind a log."""

    game: Replay
    names: Names
    log: Sequence[Line]
    mismatch: Mismatch = field(default_factory=Mismatch)
    trials: int = 0

    def __post_init__(self) -> None:
        self.decoder = self.game.decoder

    def follow(self) -> Verdict:
        """Replays the game along the log until both end or nothing fits any more."""
        frames: list[Frame] = []
        end = self._try([], Frame([], 0, 0), frames)
        while frames and end is None and self.trials < MAX_TRIALS:
            frame = frames[-1]
            if not frame.untried:
                frames.pop()
                continue
            self.trials += 1
            end = self._try([*frame.choices, frame.untried.popleft()], frame, frames)
        if end is not None:
            return Verdict(len(self.log), end, None)
        return Verdict(self.mismatch.line, 0, self._finding())

    def _try(self, choices: list[int], frame: Frame, frames: list[Frame]) -> int | None:
        """Plays on with one more choice; returns the number of decisions once log and game are over."""
        played = self.game.play(choices)
        at = frame.line
        for line in self.decoder.lines(played.words, frame.word, frame.line):
            self._reach(at)
            if at == len(self.log) or not _fits(line, self.log[at]):
                self.mismatch.note(at, line, frame)
                return None
            if line["event"] == "state":
                # All ways to the same snapshot go on alike: nothing before it is taken back any more.
                frames.clear()
            at += 1
        self._reach(at)
        if played.decision is not None:
            seat, kind, options = played.decision
            earlier = sum((frame.seat, frame.kind) == (seat, kind) for frame in frames)
            order = likely(kind, options, Ahead(self.log, at, seat, earlier, self.names))
            frames.append(
                Frame(played.choices.tolist(), len(played.words), at, seat, kind, options, deque(order))
            )
        elif at == len(self.log):
            return int(played.decisions)
        return None

    def _reach(self, at: int) -> None:
        if self.mismatch.reach(at):
            self.trials = 0

    def _finding(self) -> str:
        text = self._describe()
        return f"{text}\n(Given up after {MAX_TRIALS} more tries.)" if self.trials >= MAX_TRIALS else text

    def _describe(self) -> str:
        at, instead, frame = self.mismatch.line, self.mismatch.instead, self.mismatch.frame
        logged = self.log[at] if at < len(self.log) else None
        text = finding(at + 1, logged, instead)
        if frame is None or len(frame.options) < 2:
            return text
        asked = OptionWords(self.names)
        for line in self.log[:at]:
            asked.note(line)
        options = "; ".join(asked.option(frame.seat, frame.kind, option) for option in frame.options)
        return f"{text}\n[{frame.seat}] had to choose: {options}"


def _fits(line: Line, logged: Line) -> bool:
    """Whether the log has the line; who plays is no matter of the rules."""
    if line["event"] == "game" and "bots" in logged:
        line = {**line, "bots": logged["bots"]}
    return line == logged


def follow(lines: Sequence[Line], subject: Subject, name: str) -> Verdict:
    """Whether a log obeys the rules of a scenario or run, and up to where."""
    game = logged_game(lines, subject, name)
    return Follower(game, names_of(subject.scenario.rule_set), lines).follow()
