"""One thing a player can do in a turn, as the search for endless turns sees it (rule A10)."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.scenario.model import Card, RoofTile, RuleSet


@dataclass(frozen=True)
class Act:
    """One act: its changes, what it is called, and the helper or roof it needs."""

    change: dict[str, int]
    text: str = ""
    needs: str = ""
    kind: str = ""
    """``buy grain`` and ``sell grain`` exclude each other (A9)."""


def name(card: Card) -> str:
    """A card in a sentence."""
    return f"{card.name} ({card.number})"


def title(roof: RoofTile) -> str:
    """A roof in a sentence."""
    return f"roof {roof.round}.{roof.slot}"


def need(card: Card) -> str:
    """The name of the choice "this helper is on the farm"."""
    return f"helper {card.number}"


def most_of(rule_set: RuleSet, modifier: str) -> int:
    """The most that the helpers of one farm can add up to of a modifier."""
    totals = (sum(n for effect, n in card.effect if effect == modifier) for card in rule_set.deck)
    return sum(sorted(totals, reverse=True)[: rule_set.number("farm.max_helpers")])
