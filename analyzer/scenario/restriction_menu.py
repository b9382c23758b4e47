"""The menu of what a bot can be told, with the place of each sentence in the core's ``BotC``.

The table ``MENU`` is all there is: the parser, the canonical sentences and the listing read it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from analyzer.scenario.vocabulary import BUILDINGS, PLACEMENTS
from cext.types import Act, Size


@dataclass(frozen=True)
class Slot:
    """A word of a sentence that stands for a number: one of some words, or a number within a range.

    ``low`` and ``high`` are what the core can hold; ``meaning`` says what the game has.
    """

    what: str
    words: dict[str, int] | None = None
    meaning: str = ""
    low: int = 0
    high: int = 0

    def value(self, word: str) -> int | None:
        """What the word stands for; None if it is none of this kind."""
        if self.words is not None:
            return self.words.get(word)
        number = int(word) if word.isascii() and word.isdecimal() and len(word) < 9 else -1
        return number if self.low <= number <= self.high else None

    def word(self, value: int) -> str:
        """The word for a value."""
        if self.words is None:
            return str(value)
        return next(word for word, number in self.words.items() if number == value)


SLOTS: Final = {
    "PLACEMENT": Slot("placement", PLACEMENTS),
    "BUILDING": Slot("building", BUILDINGS),
    "CARD": Slot("card number", meaning="a card's number in the deck", low=1, high=Size.N_CARDS),
    "ROUND": Slot("round", meaning=f"a round (1 to {Size.N_ROUNDS})", low=1, high=Size.N_ROUNDS),
    "VALUE": Slot("hex value", meaning="a value on the market", low=0, high=Size.N_VALUES - 1),
    "DONKEYS": Slot(
        "number of donkeys", meaning="a token's donkeys (1 to 4 by the standard rules)", low=0, high=99
    ),
}


@dataclass(frozen=True)
class Form:
    """One line of the menu.  ``grammar``: its sentence, with slots in capitals.

    ``tell`` writes it into a bot's ``restrictions`` (a record of ``core.BOT_DTYPE``).
    """

    grammar: str
    meaning: str
    example: str
    tell: Callable[..., None]

    @property
    def elements(self) -> tuple[str, ...]:
        """Words and slots of the sentence."""
        return tuple(self.grammar.split())

    @property
    def key(self) -> str:
        """The grammar without what stands in its slots: what the sentence is about."""
        return " ".join(element for element in self.elements if element not in SLOTS)


@dataclass(frozen=True)
class Restriction:
    """One sentence: a line of the menu and what stands in its slots."""

    form: Form
    values: tuple[int, ...]

    def __str__(self) -> str:
        values = iter(self.values)
        return " ".join(
            SLOTS[element].word(next(values)) if element in SLOTS else element
            for element in self.form.elements
        )

    def get(self, slot: str) -> int | None:
        """What stands in a slot, None if the sentence has no such slot."""
        slots = [element for element in self.form.elements if element in SLOTS]
        return self.values[slots.index(slot)] if slot in slots else None

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        """Sentences stand in the order of the menu."""
        return MENU.index(self.form), self.values


def _bits(first: int, count: int) -> int:
    return ((1 << count) - 1) << first


_SELL: Final = _bits(Act.ACT_SELL, Act.ACT_BUY - Act.ACT_SELL)
_BUY: Final = _bits(Act.ACT_BUY, Act.ACT_UPGRADE - Act.ACT_BUY)
_CASH_UPGRADES: Final = 1 << (Act.ACT_ROOF - 1)
_UPGRADE: Final = (
    _bits(Act.ACT_UPGRADE, Act.ACT_CASH - Act.ACT_UPGRADE) | 1 << Act.ACT_GRANT_UPGRADE | _CASH_UPGRADES
)
_CASH: Final = _bits(Act.ACT_CASH, Act.ACT_ROOF - Act.ACT_CASH)
_ROOF: Final = _bits(Act.ACT_ROOF, Act.ACT_HELPER - Act.ACT_ROOF)
_HELPER: Final = _bits(Act.ACT_HELPER, 64 - Act.ACT_HELPER)


def _acts(mask: int) -> Callable[[Any], None]:
    def tell(row: Any) -> None:
        row["acts"] |= np.array([mask & 0xFFFFFFFF, mask >> 32], np.uint32)

    return tell


def _bit(member: str) -> Callable[[Any, int], None]:
    def tell(row: Any, number: int) -> None:
        row[member] |= 1 << number

    return tell


def _set_bit(words: Any, number: int) -> None:
    """A bit in a row of 32-bit words."""
    words[number >> 5] |= 1 << (number & 31)


def _card(row: Any, number: int) -> None:
    _set_bit(row["cards"], number - 1)


def _value(row: Any, value: int) -> None:
    _set_bit(row["values"], value)


def _flag(member: str) -> Callable[[Any], None]:
    def tell(row: Any) -> None:
        row[member] = 1

    return tell


def _by_building(member: str) -> Callable[[Any, int, int], None]:
    def tell(row: Any, building: int, round_number: int) -> None:
        row[member][building] = round_number

    return tell


def _always_token(row: Any, donkeys: int, round_number: int) -> None:
    row["tokens_always"][round_number - 1] = donkeys + 1


def _never_token(row: Any, donkeys: int, round_number: int) -> None:
    _set_bit(row["tokens_never"][4 * (round_number - 1) :], donkeys)


MENU: Final = (
    Form("never play PLACEMENT", "plays no card so", "never play helper", _bit("placements")),
    Form("never play card CARD", "keeps this card out of its farm", "never play card 23", _card),
    Form(
        "never use helpers",
        "fires none of its own accord; what a helper does by itself still happens",
        "never use helpers",
        _acts(_HELPER),
    ),
    Form("never use roofs", "turns none over; it may buy them for their vp", "never use roofs", _acts(_ROOF)),
    Form(
        "never use commodities",
        "cashes none; it may deliver them, and the end's sale counts",
        "never use commodities",
        _acts(_CASH),
    ),
    Form(
        "never use extra deliveries",
        "buys no deliveries after those of its token",
        "never use extra deliveries",
        _flag("no_extra_deliveries"),
    ),
    Form("never buy roofs", "passes whenever roofs are sold", "never buy roofs", _flag("no_roof_purchases")),
    Form(
        "never deliver to BUILDING",
        "leaves this craft building to the others",
        "never deliver to butcher",
        _bit("never_deliver"),
    ),
    Form(
        "BUILDING not before round ROUND",
        "may deliver to it earlier, but not complete it",
        "butcher not before round 3",
        _by_building("not_before"),
    ),
    Form(
        "BUILDING not after round ROUND",
        "delivers nothing to it in later rounds",
        "butcher not after round 4",
        _by_building("not_after"),
    ),
    Form(
        "never place on hexes of value VALUE",
        "completes no barrow of this value, whose marker would stand there, and plays none",
        "never place on hexes of value 6",
        _value,
    ),
    Form(
        "always token DONKEYS in round ROUND",
        "chooses the token with so many donkeys, and keeps it until then",
        "always token 4 in round 2",
        _always_token,
    ),
    Form(
        "never token DONKEYS in round ROUND",
        "chooses another token than that with so many donkeys",
        "never token 1 in round 6",
        _never_token,
    ),
    Form("never buy", "buys no resources (it may buy roofs and deliveries)", "never buy", _acts(_BUY)),
    Form("never sell", "sells no resources of its own accord", "never sell", _acts(_SELL)),
    Form("never upgrade", "upgrades nothing, paid or free", "never upgrade", _acts(_UPGRADE)),
    Form(
        "rush BUILDING until round ROUND",
        "delivers to it first and keeps, gets and pays what it needs before the rest, "
        "from its opening until it is done or that round is over",
        "rush deli until round 4",
        _by_building("rush_until"),
    ),
)
"""Everything that a bot can be told."""
