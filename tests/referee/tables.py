"""The rule set's tables as typed rows: cards, hexes, roofs, and the effect words they use."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

HARVEST = ("olive", "grain", "grapes")
RESOURCES = (*HARVEST, "pig")
UPGRADES = {"olive": "food", "grain": "food", "grapes": "wine", "pig": "meat"}
FARM_GOODS = ("silver", "vp", *RESOURCES, "food", "wine", "meat")
COUNTS = (*FARM_GOODS, "commodity")
BUILDINGS = ("merchant_house", "wainwright", "village_store", "deli", "greengrocer", "butcher")
MERCHANT_HOUSE, WAINWRIGHT, VILLAGE_STORE, DELI, GREENGROCER, BUTCHER = range(1, 7)
TURN_PHASES = frozenset({"farm", "revenue", "transport"})
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "==": operator.eq,
}

Row = Mapping[str, str]


@dataclass(frozen=True)
class Effect:
    kind: str
    n: int


@dataclass(frozen=True)
class Condition:
    count: str
    compare: str
    number: int

    def holds(self, value: int) -> bool:
        return COMPARE[self.compare](value, self.number)


@dataclass(frozen=True)
class Card:
    number: int
    field: str
    icons: tuple[str, ...]
    goods: tuple[str, ...]
    value: int
    trigger: str
    details: tuple[str, ...]
    phases: frozenset[str]
    once: bool
    cost: tuple[Effect, ...]
    condition: Condition | None
    effects: tuple[Effect, ...]

    def fires_on(self, trigger: str, *details: str) -> bool:
        if self.trigger != trigger:
            return False
        return not self.details or "any" in self.details or any(word in self.details for word in details)


@dataclass(frozen=True)
class Roof:
    name: str
    round: int
    phases: frozenset[str]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Hex:
    number: int
    value: int
    start: bool
    four_players_only: bool
    neighbours: frozenset[int]


@dataclass(frozen=True)
class Tables:
    cards: dict[int, Card]
    hexes: dict[int, Hex]
    roofs: dict[str, Roof]


def _cell(row: Row, column: str) -> str:
    return (row.get(column) or "").strip()


def _effects(text: str) -> tuple[Effect, ...]:
    found = []
    for part in text.split("+"):
        words = part.split()
        if words:
            found.append(Effect(words[0], int(words[1]) if len(words) > 1 else 1))
    return tuple(found)


def _phases(text: str) -> frozenset[str]:
    words = frozenset(text.split())
    return TURN_PHASES if "any" in words else words


def _condition(text: str) -> Condition | None:
    words = text.split()
    return Condition(words[0], words[1], int(words[2])) if words else None


def _yes(text: str) -> bool:
    return text.lower() in ("yes", "true", "1", "y")


def _card(row: Row) -> Card:
    trigger, *details = _cell(row, "trigger").split()
    return Card(
        number=int(_cell(row, "number")),
        field=_cell(row, "field"),
        icons=tuple(_cell(row, "extension").split()),
        goods=tuple(_cell(row, "barrow_goods").split()),
        value=int(_cell(row, "barrow_value")),
        trigger=trigger,
        details=tuple(details),
        phases=_phases(_cell(row, "phases")),
        once=_cell(row, "limit") == "1x",
        cost=_effects(_cell(row, "cost")),
        condition=_condition(_cell(row, "condition")),
        effects=_effects(_cell(row, "effect")),
    )


def _hexes(rows: Sequence[Row]) -> dict[int, Hex]:
    places = {(int(_cell(row, "q")), int(_cell(row, "r"))): int(_cell(row, "hex")) for row in rows}
    hexes = {}
    for row in rows:
        q, r, number = int(_cell(row, "q")), int(_cell(row, "r")), int(_cell(row, "hex"))
        around = frozenset(places[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in places)
        hexes[number] = Hex(
            number,
            int(_cell(row, "value")),
            _yes(_cell(row, "start")),
            _yes(_cell(row, "four_players_only")),
            around,
        )
    return hexes


def read_tables(deck: Sequence[Row], market: Sequence[Row], roofs: Sequence[Row]) -> Tables:
    cards = {card.number: card for card in map(_card, deck)}
    tiles = {}
    for row in roofs:
        name = f"{int(_cell(row, 'round'))}.{int(_cell(row, 'slot'))}"
        tiles[name] = Roof(
            name, int(_cell(row, "round")), _phases(_cell(row, "phases")), _effects(_cell(row, "effect"))
        )
    return Tables(cards, _hexes(market), tiles)
