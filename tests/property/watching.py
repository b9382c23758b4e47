"""Python functions that sit in seats and write down what they were shown."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from analyzer.functions.options import Options
from analyzer.functions.rulebook import Rulebook
from analyzer.functions.view import Moment, View
from cext import core
from cext.types import Policy
from tests.property.setups import Changes, Setup, bot, setup_of

NO_CARD = 255


class Question(NamedTuple):
    """All that a function is told, and what the log had told until then; its own noise stands apart."""

    told: bytes
    seen: bytes
    seat: int
    kind: int
    options: list[int]
    moment: tuple[int, ...]
    noise: bytes


Look = Callable[[core.Table, Question], None]


def function_setup(players: int, changes: Changes | None = None) -> Setup:
    """Python functions in all seats."""
    return setup_of(players, changes, bot(Policy.POLICY_PYTHON))


class Watcher:
    """Answers for all seats of a table, by the options alone, and keeps the questions."""

    def __init__(self, look: Look | None = None) -> None:
        self.table: core.Table | None = None
        self.questions: list[Question] = []
        self._look = look

    def __call__(self, seen: bytes, seat: int, kind: int, options: list[int], moment: tuple[Any, ...]) -> int:
        assert self.table is not None
        told = self.table.words.tobytes()
        question = Question(told, seen, seat, kind, options, moment[:-1], moment[-1])
        self.questions.append(question)
        if self._look is not None:
            self._look(self.table, question)
        return zlib.crc32(repr((kind, seat, options, len(told))).encode()) % len(options)


def watched_table(
    setup: Setup, seed: int, block: int = 0, look: Look | None = None
) -> tuple[core.Table, Watcher]:
    """A table before its first stretch, and who will answer at it."""
    watcher = Watcher(look)
    functions = [watcher] * len(setup.bots)
    table = core.Table(setup.rules, setup.bots, setup.seats, seed, block, 1 << 18, functions)
    watcher.table = table
    return table, watcher


def shown(setup: Setup, question: Question) -> tuple[View, Options]:
    """What a bot's function would get."""
    _, _, acts_left, card, *granted = question.moment
    asked_card = None if card == NO_CARD else card + 1
    moment = Moment(acts_left, asked_card, (granted[0], granted[1], granted[2]), question.noise)
    view = View(_rulebook(setup), question.seen, question.seat, question.kind, moment)
    return view, Options(view, question.kind, question.options)


@cache
def _rulebook(setup: Setup) -> Rulebook:
    return Rulebook(setup.rule_set, setup.players)


def stretch_questions(setup: Setup, start: np.ndarray, seed: int) -> Sequence[Question]:
    """The questions of the stretch that begins here; told is what the log told since."""
    table, watcher = watched_table(setup, seed)
    before = len(table.words) * 4
    table.state[...] = start
    table.refresh()
    table.stretch()
    return [question._replace(told=question.told[before:]) for question in watcher.questions]
