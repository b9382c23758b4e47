"""Options of a decision in words (the encodings are those of ``Decision`` and ``Act``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from analyzer.scenario import vocabulary
from analyzer.wording import words
from analyzer.wording.names import Names
from cext.types import Act, Decision

CHOICES = {
    "pig": "a pig",
    "play": "a card to play",
    "draw": "a card",
    "harvest": "a harvest good",
    "two_harvest": "two harvest goods",
    "silver": "silver",
    "upgrades": "free upgrades",
    "upgrade_siesta": "a free upgrade and a siesta step",
    "siesta": "siesta steps",
    "delivery": "a delivery",
}
CASH = {
    "silver": "silver",
    "harvest": "harvest goods",
    "play": "a card to play",
    "draw": "a card",
    "pig": "a pig",
    "upgrades": "free upgrades",
}
PASS_DELIVERY = -1
TARGET_BUILDING = 128
SINGLE_ACTS = {
    Act.ACT_MAIN: "go on with the turn's act",
    Act.ACT_GRANT_PLAY: "play a granted card",
    Act.ACT_GRANT_UPGRADE: "make a granted upgrade",
    Act.ACT_GRANT_DELIVERY: "make a granted delivery",
    Act.ACT_DONE: "be done",
}


@dataclass
class Farm:
    """What a seat owns that options name by its place: roofs in the order bought, action helpers."""

    roofs: list[str] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)


@dataclass
class OptionWords:
    """Words for options; ``note`` every line of the game before asking for them."""

    names: Names
    farms: dict[int, Farm] = field(default_factory=dict)

    def note(self, line: Mapping[str, Any]) -> None:
        """Keep up with what the line's player owns."""
        farm = self.farms.setdefault(line.get("player", -1), Farm())
        if line["event"] == "buy_roof":
            farm.roofs.append(line["roof"])
        if line["event"] == "play_card":
            if line.get("discards") in farm.actions:
                farm.actions.remove(line["discards"])
            if line["as"] == "helper" and self.names.cards[line["card"]].trigger == "action":
                farm.actions.append(line["card"])

    def option(self, seat: int, kind: int, option: int) -> str:
        """One option: "sell 1 grapes", "take a 4: silver"."""
        return OPTIONS[kind](self, seat, option)

    def own_roof(self, seat: int, slot: int) -> str:
        roofs = self.farms.get(seat, Farm()).roofs
        return self.names.roof(roofs[slot]) if slot < len(roofs) else f"in place {slot + 1}"

    def own_action(self, seat: int, place: int) -> str:
        actions = self.farms.get(seat, Farm()).actions
        return self.names.card(actions[place]) if place < len(actions) else f"in place {place + 1}"


@cache
def act_of(option: int) -> tuple[Act, int]:
    """The kind of an act and the place within it: (ACT_SELL, 2) sells grapes."""
    first = max(act for act in Act if act <= option)
    return first, option - first


def _act(asked: OptionWords, seat: int, option: int) -> str:
    if option in SINGLE_ACTS:
        return SINGLE_ACTS[Act(option)]
    first, place = act_of(option)
    if first == Act.ACT_ROOF:
        return f"use roof {asked.own_roof(seat, place)}"
    if first == Act.ACT_HELPER:
        return f"use {asked.own_action(seat, place)}"
    if first == Act.ACT_CASH:
        return f"cash a commodity for {CASH[words.CASH_USES[place]]}"
    verb = {Act.ACT_BUY: "buy", Act.ACT_UPGRADE: "upgrade", Act.ACT_UPGRADE_FIELD: "upgrade"}.get(
        first, "sell"
    )
    from_field = " from a field" if first in (Act.ACT_SELL_FIELD, Act.ACT_UPGRADE_FIELD) else ""
    return f"{verb} 1 {vocabulary.RESOURCES[place]}{from_field}"


def _good(good: int, from_field: int) -> str:
    return words.GOODS[good] + (" from a field" if from_field else "")


def _card(asked: OptionWords, _seat: int, option: int) -> str:
    card, placement = divmod(option, len(words.PLACEMENTS))
    word = words.PLACEMENTS[placement]
    return f"play {asked.names.card(card + 1)} as {'an' if word == 'extension' else 'a'} {word}"


def _die(_asked: OptionWords, _seat: int, option: int) -> str:
    number, choice = divmod(option, 16)
    return f"take a {number}: {CHOICES[words.CHOICES[choice]]}"


def _upgrade(_asked: OptionWords, _seat: int, option: int) -> str:
    resource, from_field = divmod(option, 2)
    return f"upgrade 1 {vocabulary.RESOURCES[resource]}" + (" from a field" if from_field else "")


def _token(asked: OptionWords, _seat: int, option: int) -> str:
    donkeys, hats = asked.names.tokens[option]
    return f"{words.counted(donkeys, 'donkey')}, {words.counted(hats, 'hat')}"


def _delivery(asked: OptionWords, _seat: int, option: int) -> str:
    if option == PASS_DELIVERY:
        return "no delivery"
    good, target = divmod(option, 256)
    names = asked.names
    if target >= TARGET_BUILDING:
        place = names.building(target - TARGET_BUILDING + 1)
    else:
        place = f"the barrow {names.card(target + 1)}"
    return f"deliver {_good(*divmod(good, 2))} to {place}"


def _hex(asked: OptionWords, _seat: int, option: int) -> str:
    return f"hex {option} (value {asked.names.hexes[option]})"


def _by_card(verb: str) -> Callable[[OptionWords, int, int], str]:
    return lambda asked, _seat, option: f"{verb} {asked.names.card(option + 1)}"


OPTIONS: dict[int, Callable[[OptionWords, int, int], str]] = {
    Decision.DECISION_DRAFT: _by_card("keep"),
    Decision.DECISION_ACT: _act,
    Decision.DECISION_CARD: _card,
    Decision.DECISION_DISCARD_OLD: _by_card("discard"),
    Decision.DECISION_PAY: lambda _asked, _seat, option: f"pay {_good(*divmod(option, 2))}",
    Decision.DECISION_COST: lambda _asked, _seat, option: f"pay {_good(option, 0)}",
    Decision.DECISION_HARVEST: lambda _asked, _seat, option: f"gain {_good(option, 0)}",
    Decision.DECISION_DISCARD: _by_card("discard"),
    Decision.DECISION_ROOF: lambda asked, _seat, option: (
        f"buy roof {asked.names.roof(words.roof_id(option))}"
    ),
    Decision.DECISION_DIE: _die,
    Decision.DECISION_REVENUE: lambda _asked, _seat, option: CHOICES[words.CHOICES[option]],
    Decision.DECISION_UPGRADE: _upgrade,
    Decision.DECISION_TOKEN: _token,
    Decision.DECISION_DELIVERY: _delivery,
    Decision.DECISION_HEX: _hex,
    Decision.DECISION_FIRE: lambda _asked, _seat, option: "let the helper act" if option else "decline",
    Decision.DECISION_RESERVE: lambda _asked, _seat, option: f"reserve space {option}",
    Decision.DECISION_EXTRA: lambda _asked, _seat, option: (
        f"buy {option} extra {'delivery' if option == 1 else 'deliveries'}"
    ),
    Decision.DECISION_FLIP: lambda asked, seat, option: f"turn up roof {asked.own_roof(seat, option)}",
    Decision.DECISION_PLAY_OR_DRAW: lambda _asked, _seat, option: "draw a card" if option else "play a card",
}
