"""Named choices: what a decision offers in words, and the answers that a test gives.

An option of a decision is shown as a word or a tuple of words (``named``); an ``Answer``
fits a decision if one of its kinds is asked and one of its options is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from analyzer.scenario.rule_set import standard_rule_set
from analyzer.wording import words
from cext.types import Act, Decision, Good, Size

Named: TypeAlias = Any
"""An option in words: ``"sell:olive"``, ``(23, "field")``, ``("olive", "den", "barrow:5")``."""

RESOURCES = ("olive", "grain", "grapes", "pig")
PASS = "pass"
ACTS = {
    Act.ACT_MAIN: "main",
    Act.ACT_GRANT_PLAY: "granted:play",
    Act.ACT_GRANT_UPGRADE: "granted:upgrade",
    Act.ACT_GRANT_DELIVERY: "granted:delivery",
    Act.ACT_DONE: "done",
    **{Act.ACT_SELL + i: f"sell:{good}" for i, good in enumerate(RESOURCES)},
    **{Act.ACT_SELL_FIELD + i: f"sell_field:{good}" for i, good in enumerate(RESOURCES[:3])},
    **{Act.ACT_BUY + i: f"buy:{good}" for i, good in enumerate(RESOURCES)},
    **{Act.ACT_UPGRADE + i: f"upgrade:{good}" for i, good in enumerate(RESOURCES)},
    **{Act.ACT_UPGRADE_FIELD + i: f"upgrade_field:{good}" for i, good in enumerate(RESOURCES[:3])},
    **{Act.ACT_CASH + i: f"cash:{use}" for i, use in enumerate(words.CASH_USES)},
}
TARGET_BUILDING = 128


@dataclass
class Farm:
    """The parts of a farm by which acts are numbered: action helpers (card numbers) and roofs (ids)."""

    actions: list[int]
    roofs: list[str]


def number(card: int | str) -> int:
    """A card's number, from its number or its name in the standard deck."""
    if isinstance(card, int):
        return card
    return next(row.number for row in standard_rule_set().deck if row.name == card)


def roof_index(roof: str) -> int:
    """The core's index of roof ``"round.slot"``."""
    of_round, slot = map(int, roof.split("."))
    return (of_round - 1) * Size.N_ROOF_SLOTS + slot - 1


def _good_and_source(option: int) -> tuple[str, str]:
    return words.GOODS[option >> 1], "field" if option & 1 else "den"


def _act(option: int, farm: Farm) -> Named:
    if option >= Act.ACT_HELPER:
        return f"helper:{farm.actions[option - Act.ACT_HELPER]}"
    if option >= Act.ACT_ROOF:
        return f"roof:{farm.roofs[option - Act.ACT_ROOF]}"
    return ACTS[option]


def _delivery(option: int) -> Named:
    if option < 0:
        return PASS
    target = option & 255
    to = f"barrow:{target + 1}" if target < TARGET_BUILDING else f"building:{target - TARGET_BUILDING + 1}"
    return (*_good_and_source(option >> 8), to)


_NAMED: dict[int, Callable[[int, Farm], Named]] = {
    Decision.DECISION_DRAFT: lambda option, _: option + 1,
    Decision.DECISION_ACT: _act,
    Decision.DECISION_CARD: lambda option, _: (option // 4 + 1, words.PLACEMENTS[option % 4]),
    Decision.DECISION_DISCARD_OLD: lambda option, _: option + 1,
    Decision.DECISION_PAY: lambda option, _: _good_and_source(option),
    Decision.DECISION_COST: lambda option, _: words.GOODS[option],
    Decision.DECISION_HARVEST: lambda option, _: words.GOODS[option],
    Decision.DECISION_DISCARD: lambda option, _: option + 1,
    Decision.DECISION_ROOF: lambda option, _: words.roof_id(option),
    Decision.DECISION_DIE: lambda option, _: (option // 16, words.CHOICES[option % 16]),
    Decision.DECISION_REVENUE: lambda option, _: words.CHOICES[option],
    Decision.DECISION_UPGRADE: lambda option, _: _good_and_source(option + 2 * Good.GOOD_OLIVE),
    Decision.DECISION_TOKEN: lambda option, _: option,
    Decision.DECISION_DELIVERY: lambda option, _: _delivery(option),
    Decision.DECISION_HEX: lambda option, _: option,
    Decision.DECISION_FIRE: lambda option, _: bool(option),
    Decision.DECISION_RESERVE: lambda option, _: option,
    Decision.DECISION_EXTRA: lambda option, _: option,
    Decision.DECISION_FLIP: lambda option, farm: farm.roofs[option],
    Decision.DECISION_PLAY_OR_DRAW: lambda option, _: ("play", "draw")[option],
}


def named(kind: int, option: int, farm: Farm) -> Named:
    """An option of a decision in words."""
    return _NAMED[kind](option, farm)


@dataclass(frozen=True)
class Answer:
    """One choice of a script: an option of decisions of one kind, by one seat or any."""

    kind: Decision
    option: Named
    seat: int | None = None

    def by(self, seat: int) -> Answer:
        """The same answer, for this seat only."""
        return Answer(self.kind, self.option, seat)


def act(word: str) -> Answer:
    """An act of a turn by its word (see ACTS)."""
    return Answer(Decision.DECISION_ACT, word)


main, done = act("main"), act("done")


def sell(good: str, source: str = "den") -> Answer:
    return act(f"{'sell_field' if source == 'field' else 'sell'}:{good}")


def buy(good: str) -> Answer:
    return act(f"buy:{good}")


def upgrade(good: str, source: str = "den") -> Answer:
    """A paid upgrade (A3); a granted one is ``free_upgrade``."""
    return act(f"{'upgrade_field' if source == 'field' else 'upgrade'}:{good}")


def cash(use: str) -> Answer:
    return act(f"cash:{use}")


def use_roof(roof: str) -> Answer:
    return act(f"roof:{roof}")


def use_helper(card: int | str) -> Answer:
    """An action helper (A6); a triggered one is asked with ``fire``."""
    return act(f"helper:{number(card)}")


def draft(card: int | str) -> Answer:
    return Answer(Decision.DECISION_DRAFT, number(card))


def play(card: int | str, placement: str) -> Answer:
    """A card as field, helper, barrow or extension, from the main act or a grant."""
    return Answer(Decision.DECISION_CARD, (number(card), placement))


def discard_old(card: int | str) -> Answer:
    return Answer(Decision.DECISION_DISCARD_OLD, number(card))


def discard(card: int | str) -> Answer:
    return Answer(Decision.DECISION_DISCARD, number(card))


def pay(good: str, source: str = "den") -> Answer:
    return Answer(Decision.DECISION_PAY, (good, source))


def cost(good: str) -> Answer:
    return Answer(Decision.DECISION_COST, good)


def gain(good: str) -> Answer:
    return Answer(Decision.DECISION_HARVEST, good)


def buy_roof(roof: str) -> Answer:
    return Answer(Decision.DECISION_ROOF, roof)


def die(face: int, choice: str) -> Answer:
    return Answer(Decision.DECISION_DIE, (face, choice))


def revenue(choice: str) -> Answer:
    return Answer(Decision.DECISION_REVENUE, choice)


def free_upgrade(good: str, source: str = "den") -> Answer:
    return Answer(Decision.DECISION_UPGRADE, (good, source))


def token(index: int) -> Answer:
    return Answer(Decision.DECISION_TOKEN, index)


def deliver(good: str, to: str, source: str = "den") -> Answer:
    """``to`` is ``barrow:<card>`` or ``building:<no>``."""
    return Answer(Decision.DECISION_DELIVERY, (good, source, to))


no_delivery = Answer(Decision.DECISION_DELIVERY, PASS)


def place(hexagon: int) -> Answer:
    return Answer(Decision.DECISION_HEX, hexagon)


fire, decline = Answer(Decision.DECISION_FIRE, True), Answer(Decision.DECISION_FIRE, False)


def reserve(space: int) -> Answer:
    return Answer(Decision.DECISION_RESERVE, space)


def extra(count: int) -> Answer:
    return Answer(Decision.DECISION_EXTRA, count)


def flip(roof: str) -> Answer:
    return Answer(Decision.DECISION_FLIP, roof)


def play_or_draw(choice: str) -> Answer:
    return Answer(Decision.DECISION_PLAY_OR_DRAW, choice)
