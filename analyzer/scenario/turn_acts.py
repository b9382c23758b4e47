"""What can be done again and again within one turn, as changes of counts (for rule A10).

An act changes counts of things: goods in dens, granted plays and deliveries, cards in hand and pile,
free pig spaces, roofs face up. Only what could come again within the turn is here: acts that are
bounded by the course of the game (dice, roofs bought, siesta steps, craft buildings, helpers with
``1x``, goods on fields) can't keep a turn going.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from analyzer.scenario.acts import Act, most_of, name, need, title
from analyzer.scenario.model import Card, Program, RoofTile, RuleSet
from analyzer.scenario.vocabulary import FARM_GOODS, HARVEST_GOODS, RESOURCES, UPGRADES

MOST_EXTENSIONS: Final = 9
"""An extension costs n different farm goods, so more can't be paid."""
MOST_REMOVED: Final = 7
"""Markers that one barrow removes: six neighbours and one displaced."""
PRICE_MODIFIERS: Final = ("buy_discount", "upgrade_discount", "sell_bonus")
# Effect -> the count it adds to, where that isn't a good in the dens.
GRANTS: Final = {
    "pig": "new pig",
    "harvest": "any harvest good",
    "harvest_two_kinds": "two harvest goods",
    "grain_or_olive": "grain or olive",
    "upgrade": "free upgrade",
    "delivery": "delivery",
    "draw_card": "draw",
    "play_card": "play",
    "play_or_draw": "play or draw",
    "flip_roof": "flip",
    "revenue_of_round": "revenue",
}


@dataclass
class Turn:
    """A rule set in one phase, with the helpers and roofs that could keep a turn going."""

    rule_set: RuleSet
    phase: str
    best_prices: bool = False
    """Prices are the lowest that any helpers could bring, and no discounts come back."""
    helpers: list[Card] = field(init=False)
    roofs: list[RoofTile] = field(init=False)

    returns: bool = field(init=False)
    """Who loses a marker may deliver then, and so may place one and remove others in this turn."""

    def __post_init__(self) -> None:
        self.returns = any(
            card.trigger == "removed"
            and not card.once
            and {"delivery", "revenue_of_round"} & {*dict(card.effect)}
            for card in self.rule_set.deck
        )
        self.helpers = [card for card in self.rule_set.deck if self._counts(card)]
        rounds = self.rule_set.number("rounds")
        self.roofs = [
            roof for roof in self.rule_set.roof_tiles if roof.round <= rounds and self.phase in roof.phases
        ]

    def _counts(self, card: Card) -> bool:
        if card.trigger == "static":
            return any(effect in PRICE_MODIFIERS for effect, _ in card.effect)
        if card.once:
            return False
        if card.trigger in ("removal", "removed"):
            return self.returns
        return card.trigger in ("upgrade", "card", "barrow") or (
            card.trigger == "action" and self.phase in card.phases
        )

    def acts(self) -> list[Act]:
        """All acts that could come again."""
        return [
            *self._market(),
            *self._upgrades(),
            *self._choices(),
            *self._cash(),
            *self._cards(),
            *self._helpers(),
            *self._roofs(),
        ]

    def _price(self, kind: str, resource: str) -> int:
        price = self.rule_set.number(f"prices.{kind}.{resource}")
        if not self.best_prices or kind == "sell":
            return price
        return max(0, price - most_of(self.rule_set, f"{kind}_discount"))

    def _market(self) -> Iterator[Act]:
        """A1, A2, and what sell_bonus and the discounts add to them."""
        for good in RESOURCES:
            space = 1 if good == "pig" else 0
            bought = {"silver": -self._price("buy", good), good: 1, "space": -space}
            yield Act(bought | self._discounts("buy_discount", good), f"buy {good}", kind=f"buy {good}")
            sold = {"silver": self._price("sell", good), good: -1, "space": space}
            yield Act(sold | self._bonuses(), f"sell {good}", kind=f"sell {good}")
            yield from self._refunds("buy", "buy_discount", good)

    def _upgrades(self) -> Iterator[Act]:
        """A3 and free upgrades, with the events that helpers wait for."""
        for good, better in UPGRADES.items():
            done = {good: -1, better: 1, "space": 1 if good == "pig" else 0} | self._events("upgrade", good)
            text = f"upgrade {good} to {better}"
            paid = {"silver": -self._price("upgrade", good)} | self._discounts("upgrade_discount", good)
            yield Act(done | paid, text)
            yield Act(done | {"free upgrade": -1}, f"{text} free")
            yield from self._refunds("upgrade", "upgrade_discount", good)

    def _choices(self) -> Iterator[Act]:
        """What gains of choice turn into; a pig without a space is sold (R4)."""
        for good in HARVEST_GOODS:
            yield Act({"any harvest good": -1, good: 1})
        for first, second in combinations(HARVEST_GOODS, 2):
            yield Act({"two harvest goods": -1, first: 1, second: 1})
        for good in ("grain", "olive"):
            yield Act({"grain or olive": -1, good: 1})
        for word in ("play", "draw"):
            yield Act({"play or draw": -1, word: 1})
        yield Act({"new pig": -1, "pig": 1, "space": -1})
        if not self._pigs_lost():
            sold = {"new pig": -1, "silver": self._price("sell", "pig")} | self._bonuses()
            yield Act(sold, "have a pig without a space sold")
        if any(effect == "revenue_of_round" for card in self.helpers for effect, _ in card.effect):
            yield from self._revenues()

    def _revenues(self) -> Iterator[Act]:
        """R3, for revenue_of_round."""
        number = self.rule_set.number
        gains: list[tuple[int, dict[str, int]]] = [
            (1, {"new pig": 1}),
            (2, {"play": 1}),
            (2, {"draw": 1}),
            (2, {"any harvest good": 1}),
            (3, {"two harvest goods": 1}),
            (4, {"silver": number("revenue.4.silver")}),
            (5, {"free upgrade": number("revenue.5.upgrades")}),
            (6, {"delivery": 1}),
            (6, {"silver": number("revenue.6.silver")}),
        ]
        for revenue, gain in gains:
            if revenue <= number("rounds"):
                yield Act({"revenue": -1} | gain)

    def _cash(self) -> Iterator[Act]:
        """A4."""
        number = self.rule_set.number
        uses: list[dict[str, int]] = [
            {"silver": number("cash.silver")},
            {"play": 1},
            {"draw": 1},
            {"new pig": 1},
            {"free upgrade": number("cash.upgrades")},
            *(dict.fromkeys(goods, 1) for goods in combinations(HARVEST_GOODS, number("cash.harvest"))),
        ]
        for use in uses:
            yield Act({"commodity": -1} | use, "cash a commodity")

    def _cards(self) -> Iterator[Act]:
        """Cards that come round: drawn, played as a barrow and completed, or replaced (F2, B1, S11)."""
        yield Act({"draw": -1, "pile": -1, "hand": 1}, "draw a card")
        gone = {"play": -1, "hand": -1, "pile": 1}
        if self.rule_set.number("farm.max_barrows"):
            played = gone | self._events("card", "barrow")
            yield Act(played, "play a barrow in place of another")
            for card in self.rule_set.deck:
                row = Counter(card.barrow_goods)
                done = {
                    **{good: -row[good] for good in FARM_GOODS},
                    "vp": card.barrow_value - row["vp"],
                    "commodity": self.rule_set.number("barrow.commodity"),
                    "delivery": -len(card.barrow_goods),
                    "space": row["pig"],
                }
                yield Act(
                    played | done | self._events("barrow") | self._removals(),
                    f"play and complete the barrow of {name(card)}",
                )
        if self.rule_set.number("farm.max_helpers"):
            yield Act(
                gone | self._events("card", "helper"),
                "play a helper in place of another",
                needs="another helper",
            )

    def _helpers(self) -> Iterator[Act]:
        """A6 without ``1x``, and the firings of triggered helpers."""
        for good in HARVEST_GOODS:
            yield Act({good: -1, "harvest cost": 1})
        for card, _ in self._modifiers("sell_bonus"):
            yield Act({f"bonus of {card.number}": -1, "silver": 1}, needs=need(card))
        for card in self.helpers:
            if card.trigger == "static":
                continue
            event = {} if card.trigger == "action" else {f"event of {card.number}": -1}
            for change in self._runs(card):
                yield Act(change | event, f"use the {name(card)}", needs=need(card))

    def _runs(self, card: Card) -> Iterator[dict[str, int]]:
        """Cost and gain of one use. If it may do nothing (A9), what it does is part of the use."""
        change = Counter(self._gain(card.effect))
        if card.cost:
            good, count = card.cost
            change["harvest cost" if good == "harvest" else good] -= count
            change["space"] += count if good == "pig" else 0
        soft = {"siesta", "draw_card", "flip_roof"} | ({"pig"} if self._pigs_lost() else set())
        effects = {effect for effect, _ in card.effect}
        if card.trigger != "action" or effects - soft:
            yield dict(change)
            return
        done: list[dict[str, int]] = []
        if "draw_card" in effects:
            done.append({"draw": -1, "pile": -1, "hand": 1})
        if "pig" in effects:
            done.append({"new pig": -1, "space": -1, "pig": 1})
        if "flip_roof" in effects:
            done.extend({"flip": -1, **_flipped(roof)} for roof in self.roofs)
        for extra in done:
            yield add(change, extra)

    def _gain(self, program: Program) -> dict[str, int]:
        gain: Counter[str] = Counter()
        for effect, count in program:
            if effect == "vp_per_extension":
                gain["vp"] += count * MOST_EXTENSIONS
            elif effect == "vp_per_helper":
                gain["vp"] += count * self.rule_set.number("farm.max_helpers")
            elif effect in GRANTS:
                gain[GRANTS[effect]] += count
            elif effect in FARM_GOODS or effect == "commodity":
                gain[effect] += count
        return gain

    def _roofs(self) -> Iterator[Act]:
        """A5, and roofs that are turned face up again; a flip roof doesn't turn itself."""
        for roof in self.roofs:
            gain = dict(self._gain(roof.effect))
            own = f"flip of {title(roof)}"
            if "flip" in gain:
                gain[own] = gain.pop("flip")
                for other in self.roofs:
                    if other is not roof:
                        yield Act(
                            {own: -1, **_flipped(other)}, f"turn {title(other)} face up", needs=title(other)
                        )
            use = gain | {f"{title(roof)} up": -1, f"{title(roof)} used": 1}
            yield Act(use, f"use {title(roof)}", needs=title(roof))
            yield Act({"flip": -1, **_flipped(roof)}, f"turn {title(roof)} face up", needs=title(roof))

    def _pigs_lost(self) -> bool:
        return self.rule_set.options["pig.full_stall"] == "lost"

    def _events(self, trigger: str, word: str = "") -> dict[str, int]:
        """What an event gives to the helpers that wait for it."""
        return {
            f"event of {card.number}": 1
            for card in self.helpers
            if card.trigger == trigger and (not card.trigger_words or not word or word in card.trigger_words)
        }

    def _removals(self) -> dict[str, int]:
        """B3 and B4, if removals can go on for as long as barrows do."""
        return {event: MOST_REMOVED for kind in ("removal", "removed") for event in self._events(kind)}

    def _bonuses(self) -> dict[str, int]:
        """What a sale gives to the helpers with sell_bonus."""
        return {f"bonus of {card.number}": n for card, n in self._modifiers("sell_bonus")}

    def _discounts(self, modifier: str, good: str) -> dict[str, int]:
        """A price paid can come back up to the price, and up to each helper's discount."""
        if self.best_prices:
            return {}
        discounts = {f"{modifier} of {card.number} on {good}": n for card, n in self._modifiers(modifier)}
        kind = modifier.partition("_")[0]
        return discounts | ({f"{kind} price of {good}": self._price(kind, good)} if discounts else {})

    def _refunds(self, kind: str, modifier: str, good: str) -> Iterator[Act]:
        for card, _ in () if self.best_prices else self._modifiers(modifier):
            change = {
                f"{modifier} of {card.number} on {good}": -1,
                f"{kind} price of {good}": -1,
                "silver": 1,
            }
            yield Act(change, needs=need(card))

    def _modifiers(self, modifier: str) -> Iterator[tuple[Card, int]]:
        for card in self.helpers:
            total = sum(count for effect, count in card.effect if effect == modifier)
            if total:
                yield card, total


def _flipped(roof: RoofTile) -> dict[str, int]:
    return {f"{title(roof)} used": -1, f"{title(roof)} up": 1}


def add(change: Counter[str], extra: dict[str, int]) -> dict[str, int]:
    """The sum of two changes."""
    total = Counter(change)
    total.update(extra)
    return dict(total)
