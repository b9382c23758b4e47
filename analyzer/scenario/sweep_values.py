"""Values of a sweep: which ones a path is given, what a rule set has there, and how they are told."""

from __future__ import annotations

from collections import Counter
from itertools import count, takewhile
from typing import Any, Final

from analyzer.scenario.model import RuleSet, table_cells
from analyzer.scenario.spec import LISTS, ROWS, TOKEN_NUMBERS, TOKENS

WHOLE_LISTS: Final = frozenset({*LISTS, *ROWS, TOKENS})
"""Paths whose value is a list."""


def values_of(path: str, given: Any) -> list[Any]:
    """The values that a sweep gives a path.

    A list is several values.  Where a value is itself a list (WHOLE_LISTS), a list of lists is several
    values, and a plain list is one.
    """
    if not isinstance(given, list):
        return [given]
    if path in WHOLE_LISTS and not (given and all(isinstance(each, list) for each in given)):
        return [given]
    return given


def value_at(rule_set: RuleSet, path: str) -> Any:
    """What a rule set has at a path, as rules.toml or the table would write it; None if it lacks it."""
    if path in rule_set.options:
        return rule_set.options[path]
    if path in rule_set.values:
        return rule_set.values[path]
    if path in LISTS:
        return _entries(rule_set, path, "")
    if path == TOKENS:
        columns = {key: _entries(rule_set, path, f".{key}") for key in TOKEN_NUMBERS}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    row, _, column = path.rpartition(".")
    return table_cells(rule_set).get(row, {}).get(column)


def _entries(rule_set: RuleSet, path: str, after: str) -> list[Any]:
    """The numbers at ``path``.0, .1 … of a list."""
    paths = (f"{path}.{index}{after}" for index in count())
    return [rule_set.values[entry] for entry in takewhile(rule_set.values.__contains__, paths)]


def value_text(value: Any) -> str:
    """A value as a variant's name tells it: "3", "up_front", "[0 1 1 2]", "[2 olive, 2 grain]"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "/".join(map(value_text, value.values()))
    if not isinstance(value, list):
        return " ".join(str(value).split()) or '""'
    if value and all(isinstance(each, str) for each in value):
        goods = Counter(value)
        return f"[{', '.join(f'{n} {good}' if n > 1 else good for good, n in goods.items())}]"
    between = ", " if any(isinstance(each, dict) for each in value) else " "
    return f"[{between.join(map(value_text, value))}]"
