"""A checked scenario: its rule set, tables and bots as frozen structs."""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import msgspec

from analyzer.scenario.vocabulary import PLACEMENTS

Value: TypeAlias = int | list[str]
"""A number of the rule set, or the goods of a building's row."""
Program: TypeAlias = tuple[tuple[str, int], ...]
"""What a helper or roof does: effects with their n."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A row of deck.csv. ``provenance`` is that of each use, in the order of Placement."""

    number: int
    name: str
    field: str
    extension: tuple[str, ...]
    barrow_goods: tuple[str, ...]
    barrow_value: int
    trigger: str
    trigger_words: tuple[str, ...]
    """``die``: numbers, ``upgrade``: resources, ``card``: placements; empty for any."""
    phases: tuple[str, ...]
    once: bool
    cost: tuple[str, int] | None
    condition: tuple[str, str, int] | None
    effect: Program
    source: str
    provenance: tuple[str, ...] = ()


class Hex(msgspec.Struct, frozen=True, kw_only=True):
    """A row of market.csv; ``q`` and ``r`` are axial coordinates."""

    number: int
    q: int
    r: int
    value: int
    start: bool
    four_players_only: bool
    source: str


class RoofTile(msgspec.Struct, frozen=True, kw_only=True):
    """A row of roofs.csv."""

    round: int
    slot: int
    effect: Program
    phases: tuple[str, ...]
    source: str
    provenance: str = ""


class Difference(msgspec.Struct, frozen=True):
    """What differs from the standard rule set; None where one of them lacks it."""

    path: str
    standard: Any
    value: Any


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """Every number (``values``), option and table, by the paths of rules.md section 11."""

    name: str
    values: dict[str, Value]
    options: dict[str, str]
    deck: tuple[Card, ...]
    hexes: tuple[Hex, ...]
    roof_tiles: tuple[RoofTile, ...]
    hash: str = ""

    def card(self, number: int) -> Card:
        """The card of that number. Raises KeyError."""
        for card in self.deck:
            if card.number == number:
                return card
        raise KeyError(number)

    def number(self, path: str) -> int:
        """The number at a path. Raises KeyError; TypeError for a row."""
        value = self.values[path]
        if isinstance(value, list):
            raise TypeError(f"{path} is a row of goods")
        return value


Staged = tuple[int, int, int]
"""A weight in the early, middle and late game."""


class Function(msgspec.Struct, frozen=True, kw_only=True):
    """A Python function that plays: its file's whole path, its name in it, and the hash of the file."""

    path: str
    name: str
    sha256: str


class Search(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a searching bot plays options forward: how often, of which choices, and who plays on."""

    playouts: int
    choices: tuple[str, ...]
    playout: Bot | None = None


class Bot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A policy with all its weights, as fixed-point integers of 1/1000, by stage of the game.

    ``restrictions``: canonical sentences of what it is told (restrictions.py).
    """

    name: str
    description: str
    policy: str
    weights: dict[str, Staged]
    restrictions: tuple[str, ...] = ()
    function: Function | None = None
    search: Search | None = None


def plays_as(bot: Bot) -> bytes:
    """Everything of a bot but what it is called: bots of equal bytes play alike."""
    return msgspec.json.encode(_nameless(bot), order="deterministic")


def _nameless(bot: Bot) -> Bot:
    search = bot.search
    if search is not None and search.playout is not None:
        search = msgspec.structs.replace(search, playout=_nameless(search.playout))
    return msgspec.structs.replace(bot, name="", description="", search=search)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: a rule set, and bots in line-up order (``bots``: the distinct ones).

    ``studies``: canonical texts of what is played besides the games (studies.py).
    """

    name: str
    description: str
    players: int
    line_up: tuple[str, ...]
    bots: tuple[Bot, ...]
    games: int
    seed: int
    rule_set: RuleSet
    differences: tuple[Difference, ...]
    studies: tuple[str, ...] = ()


def program_text(program: Program) -> str:
    """An effect as deck.csv and roofs.csv write it."""
    return " + ".join(f"{effect} {count}" for effect, count in program)


def phases_text(phases: tuple[str, ...]) -> str:
    """Phases as the tables write them."""
    return "any" if phases == ("farm", "revenue", "transport") else " ".join(phases)


def card_cells(card: Card) -> dict[str, str | int]:
    """A card's cells by column, each written in one way only."""
    any_word = {"die": "die any", "card": "card any"}.get(card.trigger, card.trigger)
    return {
        "name": card.name,
        "field": card.field,
        "extension": " ".join(card.extension),
        "barrow_goods": " ".join(card.barrow_goods),
        "barrow_value": card.barrow_value,
        "trigger": f"{card.trigger} {' '.join(card.trigger_words)}" if card.trigger_words else any_word,
        "phases": phases_text(card.phases),
        "limit": "1x" if card.once else "",
        "cost": f"{card.cost[0]} {card.cost[1]}" if card.cost else "",
        "condition": " ".join(map(str, card.condition)) if card.condition else "",
        "effect": program_text(card.effect),
        "source": card.source,
    }


def hex_cells(hexagon: Hex) -> dict[str, str | int]:
    """A hex's cells by column."""
    return {
        "q": hexagon.q,
        "r": hexagon.r,
        "value": hexagon.value,
        "start": "yes" if hexagon.start else "no",
        "four_players_only": "yes" if hexagon.four_players_only else "no",
        "source": hexagon.source,
    }


def roof_cells(roof: RoofTile) -> dict[str, str | int]:
    """A roof's cells by column."""
    return {
        "effect": program_text(roof.effect),
        "phases": phases_text(roof.phases),
        "source": roof.source,
    }


def table_cells(rule_set: RuleSet) -> dict[str, dict[str, str | int]]:
    """All table rows by their path (``deck.23``, ``hexes.0``, ``roof_tiles.1.2``)."""
    return {
        **{f"deck.{card.number}": card_cells(card) for card in rule_set.deck},
        **{f"hexes.{hexagon.number}": hex_cells(hexagon) for hexagon in rule_set.hexes},
        **{f"roof_tiles.{roof.round}.{roof.slot}": roof_cells(roof) for roof in rule_set.roof_tiles},
    }


def rules_hash(rule_set: RuleSet) -> str:
    """SHA-256 of values, options and tables as canonical JSON (event-log.md, ``rules_hash``)."""
    content = {
        "values": rule_set.values,
        "options": rule_set.options,
        "tables": table_cells(rule_set),
    }
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def provenance(rule_set: RuleSet, card_number: int, placement: str) -> str:
    """``published``, ``partial`` or ``designed``: where one use of a card comes from (section 12)."""
    return rule_set.card(card_number).provenance[PLACEMENTS[placement]]
