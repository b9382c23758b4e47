"""What the referee knows of the game: farms, market, piles, track, and the numbers of the rule set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .lines import Delta, Line, Reader
from .tables import BUILDINGS, COUNTS, Card, Tables


class Rules:
    """Values and options as the `game` line states them."""

    def __init__(self, values: Mapping[str, Any], options: Mapping[str, str]) -> None:
        self._values = values
        self._options = options
        self._lengths: dict[str, int] = {}

    def num(self, path: str) -> int:
        return int(self._values[path])

    def has(self, path: str) -> bool:
        return path in self._values

    def option(self, name: str, value: str) -> bool:
        return str(self._options[name]) == value

    def length(self, path: str) -> int:
        """How many entries a list has."""
        if path not in self._lengths:
            below = [key[len(path) + 1 :] for key in self._values if key.startswith(f"{path}.")]
            starts = {key.split(".")[0] for key in below}
            self._lengths[path] = next(n for n in range(len(starts) + 1) if str(n) not in starts)
        return self._lengths[path]

    def row(self, building: int) -> list[str]:
        return list(self._values[f"buildings.{BUILDINGS[building - 1]}.row"])

    def building(self, building: int, name: str) -> int:
        return self.num(f"buildings.{BUILDINGS[building - 1]}.{name}")

    @property
    def rounds(self) -> int:
        return self.num("rounds")


@dataclass
class Farm:
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    hand: set[int] = field(default_factory=set)
    fields: dict[int, bool] = field(default_factory=dict)
    barrows: dict[int, list[str]] = field(default_factory=dict)
    helpers: dict[int, bool] = field(default_factory=dict)  # card: used this round; in the order played
    extensions: list[int] = field(default_factory=list)
    roofs: dict[str, bool] = field(default_factory=dict)  # roof: used
    tokens: list[int] = field(default_factory=list)  # indexes of those still available
    token: int | None = None  # the one chosen this round
    more_donkeys: Counter[int] = field(default_factory=Counter)  # helper: deliveries it adds to T4
    rows: dict[int, list[str]] = field(default_factory=dict)
    buildings: dict[int, int] = field(default_factory=dict)  # building: round of completion


@dataclass
class Game:
    players: int
    farms: list[Farm]
    order: list[int]
    stacks: list[list[int]]
    market: dict[int, int] = field(default_factory=dict)  # hex: seat
    closed: list[int] = field(default_factory=list)
    deck: set[int] = field(default_factory=set)
    discards: set[int] = field(default_factory=set)
    roofs: list[list[str]] = field(default_factory=list)
    face_up: list[str] = field(default_factory=list)

    @property
    def solo(self) -> bool:
        return self.players == 1

    def space(self, seat: int) -> int:
        return next(space for space, stack in enumerate(self.stacks) if seat in stack)

    def move_disc(self, seat: int, space: int) -> None:
        for stack in self.stacks:
            if seat in stack:
                stack.remove(seat)
        self.stacks[space].append(seat)


@dataclass
class Grant:
    """Something that may be done until the turn ends: `play`, `upgrade`, `deliver` or `play_or_draw`."""

    seat: int
    kind: str
    via: str
    left: int
    at: int  # the line after which it was opened


class Context:
    """All that the chapters share: the log, the rule set, the game, and the grants that are open."""

    def __init__(self, reader: Reader, rules: Rules, tables: Tables, game: Game) -> None:
        self.reader = reader
        self.rules = rules
        self.tables = tables
        self.game = game
        self.grants: list[Grant] = []
        self.turn_end = (-1, 0)  # seat and line of the end of the last turn
        self.loose_from = 0  # the line after its last act that surely belonged to it

    def farm(self, seat: int) -> Farm:
        return self.game.farms[seat]

    def seats(self) -> list[int]:
        """Those who play, in the turn order valid now (without the neutral colour)."""
        return [seat for seat in self.game.order if seat < self.game.players]

    # Cards and modifiers

    def card(self, number: Any) -> Card:
        if number not in self.tables.cards:
            self.reader.fatal("log", f"there is no card {number!r}")
        return self.tables.cards[number]

    def modifier(self, seat: int, kind: str) -> int:
        cards = [self.tables.cards[card] for card in self.farm(seat).helpers]
        return sum(e.n for card in cards if card.trigger == "static" for e in card.effects if e.kind == kind)

    def icons(self, seat: int, icon: str) -> int:
        return sum(self.tables.cards[card].icons.count(icon) for card in self.farm(seat).extensions)

    def lasting(self, seat: int, building: int) -> bool:
        """C3: is the building's lasting effect on?"""
        built = self.farm(seat).buildings.get(building)
        if built is None:
            return False
        return self.rules.option("craft.lasting", "at_once") or built < self.reader.round

    # Limits and prices

    def pig_room(self, seat: int, pigs: int | None = None) -> int:
        spaces = self.rules.num("farm.pig_spaces")
        spaces += self.rules.num("extension.den") * self.icons(seat, "den")
        spaces += self.modifier(seat, "pig_space")
        here = self.farm(seat).counts["pig"] if pigs is None else pigs
        return max(0, spaces - here)

    def hand_limit(self, seat: int) -> int:
        per_extension = self.rules.num("farm.hand_per_extension") * len(self.farm(seat).extensions)
        return self.rules.num("farm.hand_limit") + per_extension + self.modifier(seat, "hand_limit")

    def sell_price(self, seat: int, good: str) -> int:
        return self.rules.num(f"prices.sell.{good}") + self.modifier(seat, "sell_bonus")

    def buy_price(self, seat: int, good: str) -> int:
        return max(0, self.rules.num(f"prices.buy.{good}") - self.modifier(seat, "buy_discount"))

    def upgrade_price(self, seat: int, good: str) -> int:
        return max(0, self.rules.num(f"prices.upgrade.{good}") - self.modifier(seat, "upgrade_discount"))

    def siesta_vp(self, seat: int) -> int:
        return self.rules.num(f"siesta.vp.{self.game.space(seat)}")

    def count(self, seat: int, what: str) -> int:
        """What a helper's condition counts."""
        farm = self.farm(seat)
        printed = 0 if farm.token is None else self.rules.num(f"donkeys.tokens.{farm.token}.donkeys")
        return {
            "fields": len(farm.fields),
            "full_fields": sum(farm.fields.values()),
            "pigs": farm.counts["pig"],
            "buildings": len(farm.buildings),
            "market_markers": sum(owner == seat for owner in self.game.market.values()),
            "donkeys": printed,
            "siesta_vp": self.siesta_vp(seat),
            "turn_order": self.game.order.index(seat) + 1,
        }[what]

    # Changes

    def change(self, seat: int, rule: str, line: Line, expected: Delta) -> None:
        """Compares the line's delta with what it must be, and makes the change."""
        wanted = {key: value for key, value in expected.items() if value}
        stated = self.reader.delta(line)
        if stated != wanted:
            self.reader.problem(rule, f"delta is {stated}, not {wanted}")
        self.apply(seat, wanted)

    def apply(self, seat: int, delta: Delta) -> None:
        counts = self.farm(seat).counts
        for key, value in delta.items():
            counts[key] += value
            if counts[key] < 0:
                self.reader.problem("A10", f"player {seat} would have {counts[key]} {key}")
                counts[key] = 0

    # Grants

    def grant(self, seat: int, kind: str, via: str, n: int) -> None:
        if n > 0:
            self.grants.append(Grant(seat, kind, via, n, self.reader.at))

    def open_grant(self, seat: Any, kinds: Iterable[str], via: Any) -> Grant | None:
        for grant in self.grants:
            if grant.left and grant.seat == seat and grant.kind in kinds and grant.via == via:
                return grant
        return None

    def close_grants(self, seat: int, via: str) -> None:
        self.grants = [g for g in self.grants if (g.seat, g.via) != (seat, via)]

    def drop_one(self, seat: int, good: str, source: Any, rule: str) -> Delta:
        """Takes one good from `den` (returned as a delta, not yet applied) or from a full field."""
        if source == "den":
            if self.farm(seat).counts[good] < 1:
                self.reader.problem(rule, f"player {seat} has no {good} in the den")
                return {}
            return {good: -1}
        kind, _, number = str(source).partition(":")
        card = int(number) if kind == "field" and number.isdecimal() else 0
        if not self.farm(seat).fields.get(card, False):
            self.reader.problem(rule, f"{source} holds nothing of player {seat}")
        elif self.tables.cards[card].field != good:
            self.reader.problem(rule, f"{source} grows {self.tables.cards[card].field}, not {good}")
        else:
            self.farm(seat).fields[card] = False
        return {}
