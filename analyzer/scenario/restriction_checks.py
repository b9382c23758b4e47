"""Whether a bot's restrictions go together, and whether they speak of things that a rule set has."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final

from analyzer.scenario.model import RuleSet
from analyzer.scenario.problems import Problems
from analyzer.scenario.restriction_menu import Restriction
from analyzer.scenario.restrictions import parse_restrictions, sentences
from analyzer.scenario.spec import TOKENS

_OF_ONE_BUILDING: Final[dict[tuple[str, str], Callable[[int, int], bool]]] = {
    ("never deliver", "rush"): lambda _, rush: rush > 0,
    ("not after", "not before"): operator.lt,
    ("not after", "rush"): operator.lt,
    ("not before", "rush"): operator.gt,
    **{(kind, kind): operator.ne for kind in ("not after", "not before", "rush")},
}
"""Two kinds of sentences about one building, by name, and for which rounds they contradict each other."""


def check_contradictions(restrictions: Sequence[Restriction], where: str, problems: Problems) -> None:
    """A problem for every two sentences that can't both be obeyed."""
    for one, other in combinations(restrictions, 2):
        if contradict(one, other):
            problems.add(where, f"`{one}` and `{other}` contradict each other", "leave one of them out")


def contradict(one: Restriction, other: Restriction) -> bool:
    """Whether one of them makes the other impossible or senseless."""
    first, second = sorted((one, other), key=_kind)
    kinds = (_kind(first), _kind(second))
    rounds = (first.get("ROUND") or 0, second.get("ROUND") or 0)
    if kinds in _OF_ONE_BUILDING:
        return first.get("BUILDING") == second.get("BUILDING") and _OF_ONE_BUILDING[kinds](*rounds)
    if kinds[0] != "always token" or not kinds[1].endswith("token") or rounds[0] != rounds[1]:
        return False
    return kinds[0] == kinds[1] or first.get("DONKEYS") == second.get("DONKEYS")


def is_obeyed(wanted: Restriction, told: Sequence[Restriction]) -> bool:
    """Whether a bot told so obeys a further sentence anyway, so that hearing it changes nothing."""
    return wanted in told or any(
        (_kind(each), _kind(wanted)) == ("never deliver", "not before")
        and each.get("BUILDING") == wanted.get("BUILDING")
        for each in told
    )


def _kind(restriction: Restriction) -> str:
    """The words by which a sentence is told from the others here."""
    key = restriction.form.key
    for kind in ("not before", "not after", "always token", "never token", "never deliver", "rush"):
        if key.startswith(kind):
            return kind
    return key


def check_restrictions(texts: Iterable[str], rule_set: RuleSet, where: str, problems: Problems) -> None:
    """Problems of canonical sentences with a rule set: cards, hex values, tokens and rounds that it lacks."""
    before = len(problems.sentences)
    restrictions = parse_restrictions(texts, where, problems)
    for restriction in restrictions:
        _check_one(restriction, rule_set, f"{where}, `{restriction}`", problems)
    if len(problems.sentences) == before:
        _check_tokens(restrictions, rule_set, where, problems)


def _check_one(restriction: Restriction, rule_set: RuleSet, where: str, problems: Problems) -> None:
    card, value, donkeys = (restriction.get(slot) for slot in ("CARD", "VALUE", "DONKEYS"))
    cards = [each.number for each in rule_set.deck]
    if card is not None and card not in cards:
        problems.add(where, f"the deck has no card {card}", f"its numbers go from {cards[0]} to {cards[-1]}")
    values = sorted({hexagon.value for hexagon in rule_set.hexes})
    if value is not None and value not in values:
        problems.add(where, f"no hex of the market has the value {value}", f"use one of {_listed(values)}")
    tokens = sorted(set(_tokens(rule_set)))
    if donkeys is not None and donkeys not in tokens:
        problems.add(where, f"no token has {donkeys} donkeys", f"use one of {_listed(tokens)}")
    round_number, rounds = restriction.get("ROUND") or 0, rule_set.number("rounds")
    if round_number > rounds:
        problems.add(where, f"there is no round {round_number}", f"use one from 1 to {rounds}")


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _tokens(rule_set: RuleSet) -> list[int]:
    """Donkeys of each token."""
    paths = (f"{TOKENS}.{index}.donkeys" for index in range(len(rule_set.values)))
    return [rule_set.number(path) for path in paths if path in rule_set.values]


def _check_tokens(
    restrictions: Sequence[Restriction], rule_set: RuleSet, where: str, problems: Problems
) -> None:
    """Each token serves once until all are back (T1): then what is told must be possible."""
    told = [restriction for restriction in restrictions if restriction.get("DONKEYS") is not None]
    rounds, back = rule_set.number("rounds"), rule_set.number("donkeys.back_before_round")
    cut = back if 1 < back <= rounds else rounds + 1
    for period in (range(1, cut), range(cut, rounds + 1)):
        here = [restriction for restriction in told if restriction.get("ROUND") in period]
        if here and not _possible(here, list(period), _tokens(rule_set)):
            which = " and ".join(f"`{restriction}`" for restriction in sentences(here))
            problems.add(
                where,
                f"{which} can't be obeyed: each token serves once in rounds {period[0]} to {period[-1]}",
                "leave one of them out",
            )


def _possible(told: Sequence[Restriction], rounds: Sequence[int], tokens: Sequence[int]) -> bool:
    """Whether tokens can be given to the rounds, each once, as told."""
    if not rounds:
        return True
    here = [restriction for restriction in told if restriction.get("ROUND") == rounds[0]]
    return any(
        all((_kind(each) == "always token") == (each.get("DONKEYS") == donkeys) for each in here)
        and _possible(told, rounds[1:], [*tokens[:index], *tokens[index + 1 :]])
        for index, donkeys in enumerate(tokens)
    )
