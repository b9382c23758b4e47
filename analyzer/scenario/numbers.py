"""Checks the numbers and options of a rule set and gives them their final form."""

from __future__ import annotations

from typing import Any

from analyzer.scenario.cells import CellReader
from analyzer.scenario.draft import Draft
from analyzer.scenario.model import Value
from analyzer.scenario.problems import Problems
from analyzer.scenario.spec import (
    FEWEST_TOKENS,
    HIGHEST,
    LISTS,
    NUMBERS,
    OPTIONS,
    ROWS,
    TOKEN_NUMBERS,
    TOKENS,
)
from analyzer.scenario.vocabulary import GOODS
from cext.types import Size


def check_values(draft: Draft, problems: Problems) -> dict[str, Value]:
    """Every number by its flat path, rows as lists of words; problematic ones are left out."""
    values: dict[str, Value] = {}
    for path, number in NUMBERS.items():
        _take(values, draft, path, draft.values.get(path), number.low, number.high, problems)
    for path in LISTS:
        _take_list(values, draft, path, problems)
    for path in ROWS:
        _take_row(values, draft, path, problems)
    _take_tokens(values, draft, problems)
    return values


def check_options(draft: Draft, problems: Problems) -> dict[str, str]:
    """Every option's word by its path."""
    options: dict[str, str] = {}
    for path, option in OPTIONS.items():
        value = draft.values.get(path)
        word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if path not in draft.values:
            continue
        if not isinstance(word, str) or word.strip().lower() not in option.words:
            problems.unknown(draft.where(path), str(value), "choice of this option", option.words)
        else:
            options[path] = word.strip().lower()
    return options


def _take(
    values: dict[str, Value], draft: Draft, path: str, value: Any, low: int, high: int, problems: Problems
) -> None:
    if value is None:
        return
    where = draft.where(path)
    if isinstance(value, bool) or not isinstance(value, int):
        problems.add(where, f"`{value}` is no whole number", f"write a number from {low} to {high}")
    elif CellReader(problems).in_range(value, low, high, where) is not None:
        values[path] = value


def _take_list(values: dict[str, Value], draft: Draft, path: str, problems: Problems) -> None:
    entries = draft.values.get(path)
    if entries is None:
        return
    where, known = draft.where(path), LISTS[path]
    if not isinstance(entries, list):
        problems.add(where, f"`{entries}` is no list", "write numbers in square brackets")
        return
    rounds = draft.values.get("rounds")
    shortest = known.shortest
    if known.entries == "round" and isinstance(rounds, int):
        shortest = min(rounds, known.longest)
    if not shortest <= len(entries) <= known.longest:
        problems.add(
            where,
            f"the list has {len(entries)} entries, one for each {known.entries}",
            f"give it {shortest}" + (f" to {known.longest}" if shortest < known.longest else ""),
        )
    for index, entry in enumerate(entries):
        _take(values, draft, f"{path}.{index}", entry, 0, HIGHEST, problems)


def _take_row(values: dict[str, Value], draft: Draft, path: str, problems: Problems) -> None:
    goods = draft.values.get(path)
    if goods is None:
        return
    where = draft.where(path)
    if not isinstance(goods, list) or not all(isinstance(good, str) for good in goods):
        problems.add(where, "the row is no list of goods", 'write it like ["food", "wine"]')
        return
    goods = [good.strip().lower() for good in goods]
    for good in goods:
        if good not in GOODS:
            problems.unknown(where, good, "good", GOODS)
    if not 1 <= len(goods) <= Size.N_ROW_GOODS:
        problems.add(where, f"the row has {len(goods)} goods", f"give it 1 to {int(Size.N_ROW_GOODS)}")
    values[path] = goods


def _take_tokens(values: dict[str, Value], draft: Draft, problems: Problems) -> None:
    tokens = draft.values.get(TOKENS)
    if tokens is None:
        return
    where = draft.where(TOKENS)
    if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
        problems.add(where, "the tokens are no list of tables", "write each as {donkeys = 1, hats = 3}")
        return
    for index, token in enumerate(tokens):
        for key in token:
            if key not in TOKEN_NUMBERS:
                problems.unknown(draft.where(f"{TOKENS}.{index}"), key, "part of a token", TOKEN_NUMBERS)
        for key, number in TOKEN_NUMBERS.items():
            path = f"{TOKENS}.{index}.{key}"
            if key in token:
                _take(values, draft, path, token[key], number.low, number.high, problems)
            else:
                problems.add(draft.where(path), "the number is missing", "add it")
    if not FEWEST_TOKENS <= len(tokens) <= Size.N_TOKENS:
        problems.add(
            where,
            f"there are {len(tokens)} tokens",
            f"give each player {FEWEST_TOKENS} to {int(Size.N_TOKENS)}",
        )
        return
    needed = tokens_needed(values)
    if len(tokens) < needed:
        problems.add(
            where,
            f"{len(tokens)} tokens don't last for {needed} rounds between their returns",
            "add tokens or change `donkeys.back_before_round`",
        )


def tokens_needed(values: dict[str, Value]) -> int:
    """The most rounds that pass without the tokens coming back (T1)."""
    rounds, back = values.get("rounds"), values.get("donkeys.back_before_round")
    if not isinstance(rounds, int) or not isinstance(back, int):
        return 0
    if not 1 < back <= rounds:
        return rounds
    return max(back - 1, rounds - back + 1)
