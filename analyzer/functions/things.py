"""What lies on the table, as a bot's function sees it: plain objects that can't be changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from analyzer.scenario.model import Card, Program
from analyzer.scenario.words import effect_words, helper_words

Counts = Mapping[str, int]
"""How many of each good; goods of which there are none are left out."""


class ReadOnly:
    """An object whose attributes can be looked at and not set."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"`{name}` can't be set: a {type(self).__name__} is read-only")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"`{name}` can't be deleted: a {type(self).__name__} is read-only")


def counts(pairs: Iterable[tuple[str, int]]) -> Counts:
    """The counts above 0."""
    return MappingProxyType({good: count for good, count in pairs if count > 0})


@dataclass(frozen=True, slots=True)
class Field:
    """A card placed as a field."""

    card: Card
    full: bool

    @property
    def good(self) -> str:
        """What grows here: olive, grain or grapes."""
        return self.card.field


@dataclass(frozen=True, slots=True)
class Barrow:
    """A card placed as a barrow; ``wants``: the goods that are still to be delivered."""

    card: Card
    wants: Counts

    @property
    def name(self) -> str:
        """The card's name."""
        return self.card.name

    @property
    def left(self) -> int:
        """Deliveries that are still to be made."""
        return sum(self.wants.values())

    @property
    def vp(self) -> int:
        """Its value: what completing it gives, and the value of the market hex."""
        return self.card.barrow_value


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row of a craft building; ``wants``: the goods that are still to be delivered.

    ``vp``: what completing it in this round gives at once (C2), its effect aside; 0 if it is done.
    """

    number: int
    name: str
    wants: Counts
    done: bool
    open: bool
    vp: int

    @property
    def left(self) -> int:
        """Deliveries that are still to be made."""
        return sum(self.wants.values())


@dataclass(frozen=True, slots=True)
class Helper:
    """A card placed as a helper; ``used``: turned over for this round."""

    card: Card
    used: bool

    @property
    def text(self) -> str:
        """What it does, in words."""
        return helper_words(self.card)


@dataclass(frozen=True, slots=True)
class Roof:
    """A roof on sale or on a farm; ``id`` is its round and slot, such as "1.2"."""

    id: str
    effect: Program
    phases: tuple[str, ...]
    used: bool = False

    @property
    def text(self) -> str:
        """What it does, in words."""
        return effect_words(self.effect)


@dataclass(frozen=True, slots=True)
class Token:
    """A donkey token as it is printed."""

    donkeys: int
    hats: int


@dataclass(frozen=True, slots=True)
class Hex:
    """An open hex of the market; ``owner``: the seat whose marker stands there, or None."""

    number: int
    value: int
    owner: int | None
    neighbours: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Building:
    """A craft building; ``done_by``: the seats that have completed it."""

    number: int
    name: str
    open: bool
    done_by: tuple[int, ...]
