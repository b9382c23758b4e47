"""The keys of a file or table that a user writes: which there are, and what kind of value each takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.scenario.problems import Problems


@dataclass(frozen=True)
class Keys:
    """``known`` in the order of messages; some of them take a text, a whole number or a table.

    ``what``: what one is, in words: "key of a scenario".
    """

    what: str
    known: tuple[str, ...]
    texts: tuple[str, ...] = ()
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The lowest and the highest."""
    tables: tuple[str, ...] = ()


def drop_unusable(
    content: dict[str, Any], keys: Keys, label: str, where: Callable[[str], str], problems: Problems
) -> set[str]:
    """Takes unknown keys and values of the wrong kind out of ``content``, and returns these keys.

    ``label``: of the whole, ``where``: of a key, as messages name them.
    """
    dropped = set()
    for key in [*content]:
        if key not in keys.known:
            problems.unknown(label, key, keys.what, keys.known)
        elif wrong := _wrong_with(content[key], key, keys):
            problems.add(where(key), *wrong)
        else:
            continue
        del content[key]
        dropped.add(key)
    return dropped


def _wrong_with(value: Any, key: str, keys: Keys) -> tuple[str, str] | None:
    """What is wrong with the kind of a value, and what to do."""
    if key in keys.texts and not isinstance(value, str):
        return f"`{value}` is no text", "write it in quotes"
    if key in keys.numbers:
        low, high = keys.numbers[key]
        if isinstance(value, bool) or not isinstance(value, int):
            return f"`{value}` is no whole number", f"write one from {low} to {high}"
        if not low <= value <= high:
            return f"{value} is outside {low} to {high}", "use a number within it"
    if key in keys.tables and not isinstance(value, dict):
        return "this is no table", f"write it under [{key}]"
    return None
