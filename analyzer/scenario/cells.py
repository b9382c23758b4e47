"""Reads one cell of a table: numbers, words and the small grammars of helpers and roofs."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from analyzer.scenario.model import Program
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import Cell
from analyzer.scenario.spec import HIGHEST
from analyzer.scenario.vocabulary import (
    COMPARES,
    CONDITIONS,
    EFFECTS,
    GOODS,
    PHASES,
    PLACEMENTS,
    RESOURCES,
    TRIGGERS,
    TURN_PHASES,
)
from cext.types import Size

YES_NO = {"yes": True, "no": False, "true": True, "false": False}
ALWAYS_ONE = (
    "harvest_two_kinds",
    "grain_or_olive",
    "play_or_draw",
    "flip_roof",
    "sell_from_fields",
    "second_option",
    "reserve_die",
    "revenue_of_round",
    "repeat_die",
    "fill_field",
)
"""Effects that rules.md section 9 writes with 1 only."""
COST_WORDS = (*GOODS, "harvest")
DIE_NUMBERS = tuple("123456")


class CellReader:
    """Reads cells and adds what is wrong with them to ``problems``; None stands for an unusable cell."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def number(self, cell: Cell, low: int, high: int) -> int | None:
        """A whole number from ``low`` to ``high``."""
        if not re.fullmatch(r"[+-]?\d+([.,]0+)?", cell.text):
            is_what = f"`{cell.text}` is no whole number" if cell.text else "the number is missing"
            self.problems.add(cell.where, is_what, f"write a number from {low} to {high}")
            return None
        return self.in_range(int(re.split("[.,]", cell.text)[0]), low, high, cell.where)

    def in_range(self, number: int, low: int, high: int, where: str) -> int | None:
        """The number, if it is one from ``low`` to ``high``."""
        if low <= number <= high:
            return number
        wrong = f"{number} is below {low}" if number < low else f"{number} is above {high}"
        allowed = f"only {low} is allowed" if low == high else f"use a number from {low} to {high}"
        self.problems.add(where, wrong, allowed)
        return None

    def word(self, cell: Cell, valid: Collection[str], what: str) -> str | None:
        """One word of ``valid``; ``what`` says what it would be ("harvest good")."""
        word = cell.text.lower()
        if not word:
            self.problems.add(cell.where, f"the {what} is missing", f"write {' or '.join(valid)}")
            return None
        if word not in valid:
            self.problems.unknown(cell.where, cell.text, what, valid)
            return None
        return word

    def words(self, cell: Cell, valid: Collection[str], what: str, most: int) -> tuple[str, ...] | None:
        """One to ``most`` words of ``valid``, in the order written."""
        found = tuple(cell.text.lower().split())
        unknown = [word for word in found if word not in valid]
        for word in unknown:
            self.problems.unknown(cell.where, word, what, valid)
        if not found:
            self.problems.add(cell.where, f"the {what} is missing", f"use {', '.join(valid)}")
        if len(found) > most:
            self.problems.add(cell.where, f"{len(found)} words are too many", f"use at most {most}")
        return None if unknown or not 1 <= len(found) <= most else found

    def yes_no(self, cell: Cell) -> bool | None:
        """``yes`` or ``no`` (a spreadsheet may make TRUE or FALSE of it)."""
        word = cell.text.lower()
        if word not in YES_NO:
            wrong = f"`{cell.text}` is neither yes nor no" if word else "yes or no is missing"
            self.problems.add(cell.where, wrong, "write yes or no")
            return None
        return YES_NO[word]

    def phases(self, cell: Cell, valid: Sequence[str]) -> tuple[str, ...] | None:
        """Phases in their order; ``any`` = all with turns."""
        if cell.text.lower() == "any":
            return TURN_PHASES
        found = self.words(cell, (*valid, "any"), "phase", len(PHASES))
        if found and "any" in found:
            self.problems.add(cell.where, "`any` stands with other phases", "write any alone")
            return None
        return tuple(phase for phase in PHASES if phase in found) if found else None

    def program(self, cell: Cell) -> Program | None:
        """Effects with their n, joined by ``+``."""
        parts = [part.strip() for part in cell.text.split("+")]
        if not cell.text:
            self.problems.add(cell.where, "the effect is missing", "write one such as `silver 2`")
            return None
        effects = [self._counted(part, EFFECTS, "effect", cell.where) for part in parts]
        if len(effects) > Size.N_EFFECTS:
            self.problems.add(
                cell.where, f"{len(effects)} effects are too many", f"use at most {int(Size.N_EFFECTS)}"
            )
            return None
        program = tuple(effect for effect in effects if effect)
        for effect, count in program:
            if effect in ALWAYS_ONE and count != 1:
                self.problems.add(cell.where, f"`{effect}` is always with 1", f"write `{effect} 1`")
                return None
        return program if len(program) == len(parts) else None

    def cost(self, cell: Cell) -> tuple[str, int] | None:
        """A good and how many, ``harvest n``, or nothing."""
        return self._counted(cell.text, COST_WORDS, "cost", cell.where) if cell.text else None

    def condition(self, cell: Cell) -> tuple[str, str, int] | None:
        """A count, a comparison and a number, or nothing."""
        if not cell.text:
            return None
        text = cell.text.lower().replace("≥", ">=").replace("≤", "<=").replace("==", "=")
        parts = re.fullmatch(r"(.*?)\s*([<>=]+)\s*(\S+)", text)
        if not parts or parts[2] not in COMPARES:
            self.problems.add(
                cell.where,
                f"`{cell.text}` is no condition",
                "write one such as `pigs >= 3`, with >=, <= or =",
            )
            return None
        name, compare = parts[1], parts[2]
        if name not in CONDITIONS:
            self.problems.unknown(cell.where, name, "count of a condition", CONDITIONS)
            return None
        number = self.number(Cell(parts[3], cell.where), 0, HIGHEST)
        return None if number is None else (name, compare, number)

    def trigger(self, cell: Cell) -> tuple[str, tuple[str, ...]] | None:
        """A trigger and its words; no words stand for any."""
        word, *arguments = cell.text.lower().split() or [""]
        if not word:
            self.problems.add(
                cell.where, "the trigger is missing", f"write one such as {next(iter(TRIGGERS))}"
            )
            return None
        if word not in TRIGGERS:
            self.problems.unknown(cell.where, word, "trigger", TRIGGERS)
            return None
        valid: Sequence[str] = {"die": DIE_NUMBERS, "upgrade": RESOURCES, "card": tuple(PLACEMENTS)}.get(
            word, ()
        )
        if arguments and not valid:
            self.problems.add(cell.where, f"`{word}` takes no further word", f"write `{word}`")
            return None
        if arguments == ["any"] or (word == "upgrade" and not arguments):
            return word, ()
        if valid and not arguments:
            self.problems.add(
                cell.where, f"`{word}` needs to say which", f"write `{word} any` or `{word} {valid[0]}`"
            )
            return None
        unknown = [argument for argument in arguments if argument not in valid]
        for argument in unknown:
            self.problems.unknown(cell.where, argument, f"word for `{word}`", (*valid, "any"))
        named = tuple(option for option in valid if option in arguments)
        return None if unknown else (word, () if named == tuple(valid) else named)

    def _counted(self, text: str, valid: Collection[str], what: str, where: str) -> tuple[str, int] | None:
        word, _, count = text.lower().rpartition(" ")
        word = word.strip()
        if not word:
            word, count = count, ""
        if count and not re.fullmatch(r"-?\d+", count):
            word, count = f"{word} {count}", ""
        if word not in valid:
            self.problems.unknown(where, word, what, valid)
            return None
        if not count:
            self.problems.add(where, f"`{word}` has no number", f"write it as `{word} 1`")
            return None
        number = self.in_range(int(count), 1, HIGHEST, where)
        return None if number is None else (word, number)
