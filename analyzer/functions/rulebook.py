"""The printed side of the game: cards, numbers and places that never change during it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

from analyzer.functions.things import ReadOnly, Roof, Token
from analyzer.scenario.arrays import FULL_TABLE
from analyzer.scenario.model import Card, RuleSet
from analyzer.scenario.tables import DIRECTIONS
from analyzer.wording.names import Names, names_of


class Rulebook(ReadOnly):
    """A rule set for a number of players."""

    players: int
    _rule_set: RuleSet
    _lists: dict[str, tuple[int, ...]]

    def __init__(self, rule_set: RuleSet, players: int) -> None:
        self.__dict__.update(players=players, _rule_set=rule_set, _lists={})

    def number(self, path: str) -> int:
        """A number of the rule set by its path, such as "prices.sell.pig". Raises KeyError."""
        return self._rule_set.number(path)

    def listed(self, path: str) -> tuple[int, ...]:
        """The numbers of a list, such as "siesta.vp"."""
        if path not in self._lists:
            numbers: list[int] = []
            while f"{path}.{len(numbers)}" in self._rule_set.values:
                numbers.append(self.number(f"{path}.{len(numbers)}"))
            self._lists[path] = tuple(numbers)
        return self._lists[path]

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """All cards by number."""
        return MappingProxyType({card.number: card for card in self._rule_set.deck})

    @cached_property
    def roofs(self) -> Mapping[str, Roof]:
        """All roofs by id."""
        tiles = self._rule_set.roof_tiles
        ids = [f"{tile.round}.{tile.slot}" for tile in tiles]
        return MappingProxyType(
            {key: Roof(key, tile.effect, tile.phases) for key, tile in zip(ids, tiles, strict=True)}
        )

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The donkey tokens of each player."""
        return tuple(Token(donkeys, hats) for donkeys, hats in self.names.tokens)

    @cached_property
    def values(self) -> Mapping[int, int]:
        """Hex number -> value, of the hexes that are open with so many players (S9)."""
        return MappingProxyType(
            {
                place.number: place.value
                for place in self._rule_set.hexes
                if self.players == FULL_TABLE or not place.four_players_only
            }
        )

    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, ...]]:
        """Hex number -> the open hexes beside it."""
        places = {(place.q, place.r): place.number for place in self._rule_set.hexes}
        return MappingProxyType(
            {
                number: tuple(
                    sorted(
                        places[q + dq, r + dr]
                        for dq, dr in DIRECTIONS
                        if places.get((q + dq, r + dr)) in self.values
                    )
                )
                for (q, r), number in places.items()
                if number in self.values
            }
        )

    @cached_property
    def names(self) -> Names:
        """The words for cards, roofs and places."""
        return names_of(self._rule_set)
