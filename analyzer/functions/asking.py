"""Asks the Python functions of a game: builds what they are shown, and checks what they answer."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from analyzer.errors import BotError
from analyzer.functions.load import Chooser, failed_line, in_a_line, load_function, shown
from analyzer.functions.options import Option, Options
from analyzer.functions.rulebook import Rulebook
from analyzer.functions.view import Moment, View
from analyzer.scenario.model import Bot, Function, RuleSet

Place = Callable[[int, int], str]
"""Block and arrangement -> the game in words."""
NO_CARD = 255  # of the core


@dataclass(frozen=True, slots=True)
class Functions:
    """The Python functions that play, as flat data that can go through a pipe: by bot, None for others.

    ``rule_set``: cards and numbers as the functions are shown them.
    """

    by_bot: tuple[Function | None, ...]
    rule_set: RuleSet

    def askers(
        self, players: int, games_per_block: int | None = None, game: int | None = None
    ) -> list[Asker | None]:
        """What the core calls, by bot. Raises BotError if a function can't be loaded.

        Messages name ``game``, or count games from their blocks, or name the block alone.
        """
        place = _place(games_per_block, game)
        book = Rulebook(self.rule_set, players)
        return [
            None if function is None else Asker(function, load_function(function), book, place)
            for function in self.by_bot
        ]


def functions_of(bots: Sequence[Bot], rule_set: RuleSet) -> Functions | None:
    """The functions among some bots; None if there are none."""
    by_bot = tuple(bot.function for bot in bots)
    return Functions(by_bot, rule_set) if any(by_bot) else None


def _place(games_per_block: int | None, game: int | None) -> Place:
    """Names a game by its number, as ``granja trace --game`` takes it, if that is known."""
    if game is not None:
        return lambda _block, _arrangement: f"game {game}"
    if games_per_block is None:
        return lambda block, _arrangement: f"block {block}"
    return lambda block, arrangement: f"game {block * games_per_block + arrangement}"


@dataclass(frozen=True, slots=True)
class Asker:
    """One bot's function, ready to be asked by the core."""

    function: Function
    choose: Chooser
    book: Rulebook
    place: Place

    def __call__(self, seen: bytes, seat: int, kind: int, raw: list[int], moment: tuple[Any, ...]) -> int:
        """The index of the option that the function takes; see ``core.Functions``. Raises BotError."""
        block, arrangement, acts_left, card, *granted, noise = moment
        asked_card = None if card == NO_CARD else card + 1
        view = View(self.book, seen, seat, kind, Moment(acts_left, asked_card, tuple(granted), noise))
        try:
            with redirect_stdout(sys.stderr):  # what it prints is no part of a command's result
                answer = self.choose(view, Options(view, kind, raw))
        except (Exception, SystemExit) as error:
            line = failed_line(error, self.function.path)
            where = "" if line is None else f", line {line}"
            raise BotError(
                f"{shown(self.function.path)}{where}: `{self.function.name}` failed with {in_a_line(error)} "
                f"({self._when(view, block, arrangement)}); mend it and start again."
            ) from error
        index = _index(answer)
        if index is None or not 0 <= index < len(raw):
            remedy = "its `index`" if isinstance(answer, Option) else f"an index from 0 to {len(raw) - 1}"
            raise BotError(
                f"{shown(self.function.path)}: `{self.function.name}` returned {_brief(answer)} "
                f"({self._when(view, block, arrangement)}, {len(raw)} options); return {remedy}."
            )
        return index

    def _when(self, view: View, block: int, arrangement: int) -> str:
        game = self.place(block, arrangement)
        return f"{game}, seat {view.seat}, round {view.round}, question `{view.question}`"


def _index(answer: object) -> int | None:
    """A whole number of any kind, but True and False."""
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)  # type: ignore[arg-type]
    except TypeError:
        return None


def _brief(answer: object) -> str:
    """An answer as a sentence can hold it."""
    if isinstance(answer, Option):
        return "an option"
    try:
        text = " ".join(repr(answer).split())
    except Exception:
        text = f"a {type(answer).__name__}"
    return f"{text[:40]}…" if len(text) > 41 else text
