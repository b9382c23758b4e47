"""Refuses rule sets in which a turn could go on for ever (rule A10).

A turn can go on for ever exactly if some acts, each done some number of times, leave no count lower
than before. Whether there are such acts, with helpers and roofs that one farm can hold together, is a
small integer program. It is asked only if a quick look doesn't rule it out: an act that uses up
something which no remaining act brings can't come again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from analyzer.scenario.acts import Act, most_of, name, need, title
from analyzer.scenario.model import RuleSet
from analyzer.scenario.problems import Problems
from analyzer.scenario.turn_acts import Turn
from analyzer.scenario.vocabulary import RESOURCES, TURN_PHASES

if TYPE_CHECKING:
    import numpy as np

TINY: Final = 1e-7


def check_endless(rule_set: RuleSet, where: Callable[[str], str], problems: Problems) -> None:
    """Adds the reasons for which a turn could go on for ever; ``where`` gives the place of a path."""
    before = len(problems.sentences)
    discount = most_of(rule_set, "buy_discount")
    for good in RESOURCES:
        price = rule_set.number(f"prices.buy.{good}")
        if price > discount:
            continue
        less = f" ({price} less {discount} by buy_discount of helpers)" if price else ""
        problems.add(
            where(f"prices.buy.{good}"),
            f"{good} could be had for 0 silver{less}, so a turn could go on for ever (A10)",
            "raise the price" + (" or lower the discounts" if price else ""),
        )
    if len(problems.sentences) > before:
        return
    for phase in TURN_PHASES:
        cycle = find_cycle(rule_set, phase)
        if cycle:
            problems.add(
                f"rule set `{rule_set.name}`",
                f"a turn of the {phase} phase could go on for ever (A10), since this can be repeated "
                f"and uses nothing up: {cycle}",
                "give a helper the limit 1x, or change what these cost or give",
            )
            return


def find_cycle(rule_set: RuleSet, phase: str) -> str:
    """Acts that can be repeated without end in a turn of that phase, in words; empty if there are none."""
    if not could_repeat(Turn(rule_set, phase, best_prices=True).acts()):
        return ""
    turn = Turn(rule_set, phase)
    return _solve(turn, turn.acts())


def could_repeat(acts: Sequence[Act]) -> list[Act]:
    """Acts that are left when those go which use up what no other act brings.

    Firings that cost nothing count as part of their event. A kind that only a purchase brings is not
    sold (A9).
    """
    left = _with_firings(acts)
    while True:
        brings: dict[str, set[str]] = {}
        for act in left:
            for thing, change in act.change.items():
                if change > 0:
                    brings.setdefault(thing, set()).add(act.kind)

        def comes_again(act: Act, brings: dict[str, set[str]] = brings) -> bool:
            verb, _, good = act.kind.partition(" ")
            return all(
                brings.get(thing, set()) - ({f"buy {good}"} if verb == "sell" and thing == good else set())
                for thing, change in act.change.items()
                if change < 0
            )

        kept = [act for act in left if comes_again(act)]
        if len(kept) == len(left):
            return kept
        left = kept


def _with_firings(acts: Sequence[Act]) -> list[Act]:
    """The acts, with the gains of firings that cost nothing put into what fires them."""
    gains: dict[str, dict[str, int]] = {}
    others: list[Act] = []
    for act in acts:
        used = [thing for thing, change in act.change.items() if change < 0]
        if len(used) == 1 and used[0].startswith(("event of", "bonus of")):
            gains[used[0]] = {thing: change for thing, change in act.change.items() if change > 0}
        else:
            others.append(act)
    merged: list[Act] = []
    for act in others:
        change: dict[str, int] = {}
        for thing, count in act.change.items():
            for other, gain in gains.get(thing, {thing: 1}).items():
                change[other] = change.get(other, 0) + count * gain
        merged.append(Act(change, act.text, act.needs, act.kind))
    return merged


def _solve(turn: Turn, acts: list[Act]) -> str:
    """Asks the integer program, then drops acts from the answer that it can do without."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    choices = sorted({act.needs for act in acts if act.needs}) + [f"sell {good}" for good in RESOURCES]
    limits = LinearConstraint(*_constraints(turn, acts, choices))
    is_choice = np.array([0] * len(acts) + [1] * len(choices))
    found = milp(is_choice, constraints=limits, integrality=is_choice, bounds=Bounds(0, 1)).x
    if found is None:
        return ""
    # From here on the choices are fixed, so that their rounding can't pass for a cycle.
    low = np.where(is_choice, np.round(found), 0)
    high = np.where(is_choice, low, 1)

    def shares() -> np.ndarray | None:
        return milp(np.zeros(len(high)), constraints=limits, bounds=Bounds(low, high)).x

    found = shares()
    if found is None:
        return ""
    for index in [i for i in range(len(acts)) if found[i] > TINY]:
        high[index] = 0
        without = shares()
        if without is None:
            high[index] = 1
        else:
            found = without
    return _in_words(turn, [act for act, share in zip(acts, found, strict=False) if share > TINY])


def _constraints(
    turn: Turn, acts: list[Act], choices: list[str]
) -> tuple[np.ndarray, list[float], list[float]]:
    """Rows over the shares of the acts and the choices; choices are 0 or 1."""
    import numpy as np

    rows: list[tuple[dict[int, float], float, float]] = []
    place = {choice: len(acts) + index for index, choice in enumerate(choices)}
    things = sorted({thing for act in acts for thing in act.change})
    for thing in things:  # no count gets lower
        changes = {i: float(act.change[thing]) for i, act in enumerate(acts) if act.change.get(thing)}
        rows.append((changes, 0, np.inf))
    rows.append((dict.fromkeys(range(len(acts)), 1.0), 1, 1))
    for i, act in enumerate(acts):
        if act.needs:
            rows.append(({i: 1.0, place[act.needs]: -1.0}, -np.inf, 0))
        verb, _, good = act.kind.partition(" ")
        if verb == "sell":
            rows.append(({i: 1.0, place[act.kind]: -1.0}, -np.inf, 0))
        elif verb == "buy":
            rows.append(({i: 1.0, place[f"sell {good}"]: 1.0}, -np.inf, 1))
    rows.extend(_on_one_farm(turn, place))
    matrix = np.zeros((len(rows), len(acts) + len(choices)))
    for row, (entries, _, _) in zip(matrix, rows, strict=True):
        for index, value in entries.items():
            row[index] = value
    return matrix, [low for _, low, _ in rows], [high for _, _, high in rows]


def _on_one_farm(turn: Turn, place: dict[str, int]) -> list[tuple[dict[int, float], float, float]]:
    """Limits of helpers and roofs; of one round's roofs a player gets one (F8)."""
    number = turn.rule_set.number
    helpers = {place[choice]: 1.0 for choice in place if "helper" in choice}
    roofs = {title(roof): roof.round for roof in turn.roofs if title(roof) in place}
    rows = [
        (helpers, 0.0, float(number("farm.max_helpers"))),
        (
            {place[roof]: 1.0 for roof in roofs},
            0.0,
            float(number("roofs.max") + most_of(turn.rule_set, "roof_limit")),
        ),
    ]
    for round_ in set(roofs.values()):
        rows.append(({place[roof]: 1.0 for roof, bought in roofs.items() if bought == round_}, 0.0, 1.0))
    return rows


def _in_words(turn: Turn, done: Sequence[Act]) -> str:
    """The acts, with the static helpers that they count on."""
    texts = list(dict.fromkeys(act.text for act in done if act.text))
    needs = {act.needs for act in done}
    helpers = [name(card) for card in turn.helpers if card.trigger == "static" and need(card) in needs]
    return ", ".join(texts) + (f", with {' and '.join(helpers)} on the farm" if helpers else "")
