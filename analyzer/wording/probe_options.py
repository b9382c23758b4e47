"""Options of probed decisions in words: "Porter as a helper", "4: silver", "2 donkeys, 2 hats"."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.scenario.model import Hex, RoofTile, RuleSet, Scenario
from analyzer.scenario.words import effect_words
from analyzer.wording import words
from analyzer.wording.options import CHOICES
from cext.types import Size

DECISIONS = {
    "placement": "where the card that is played goes: each of its placements",
    "hex": "which market hex a completed barrow takes",
    "building": "where the next delivery goes: each craft building, or a barrow, with the good that the bot "
    "rates best for it (bots that rate nothing, as random and Python functions: the first)",
    "roof": "which roof is bought when one is bought, or none",
    "die": "which die is taken, and what for",
    "token": "which donkey token is chosen",
}
"""What each kind of probe asks, and which options it sets against each other."""


def option_name(scenario: Scenario, kind: str, key: tuple[int, int]) -> str:
    """What a player calls an option; ``key``: subject and place as the rows of probes have them."""
    return _NAMES[kind](scenario.rule_set, *key)


def option_source(scenario: Scenario, kind: str, key: tuple[int, int]) -> str | None:
    """Whether what an option stands for is ``published``, ``partial`` or ``designed``; None for rules."""
    rule_set, (subject, place) = scenario.rule_set, key
    if kind == "placement":
        return rule_set.card(subject).provenance[place]
    if kind == "hex":
        return _hex_of(rule_set, subject).source
    return _tile_of(rule_set, subject).source if kind == "roof" and subject else None


def _hex_of(rule_set: RuleSet, number: int) -> Hex:
    return next(place for place in rule_set.hexes if place.number == number)


def _tile_of(rule_set: RuleSet, roof: int) -> RoofTile:
    """The tile of a roof's index, from 1."""
    row, slot = divmod(roof - 1, int(Size.N_ROOF_SLOTS))
    return next(tile for tile in rule_set.roof_tiles if (tile.round, tile.slot) == (row + 1, slot + 1))


def _placement(rule_set: RuleSet, card: int, placement: int) -> str:
    word = words.PLACEMENTS[placement]
    return f"{rule_set.card(card).name} as {'an' if word == 'extension' else 'a'} {word}"


def _hex(rule_set: RuleSet, number: int, _place: int) -> str:
    return f"hex {number} (value {_hex_of(rule_set, number).value})"


def _building(_rule_set: RuleSet, building: int, _place: int) -> str:
    return words.BUILDINGS[building - 1].replace("_", " ").title() if building else "a barrow"


def _roof(rule_set: RuleSet, roof: int, _place: int) -> str:
    if roof == 0:
        return "no roof"
    return f"roof {words.roof_id(roof - 1)} ({effect_words(_tile_of(rule_set, roof).effect)})"


def _die(_rule_set: RuleSet, number: int, choice: int) -> str:
    return f"{number}: {CHOICES[words.CHOICES[choice]]}"


def _token(rule_set: RuleSet, token: int, _place: int) -> str:
    donkeys, hats = (rule_set.number(f"donkeys.tokens.{token}.{what}") for what in ("donkeys", "hats"))
    return f"{words.counted(donkeys, 'donkey')}, {words.counted(hats, 'hat')}"


_NAMES: dict[str, Callable[[RuleSet, int, int], str]] = {
    "placement": _placement,
    "hex": _hex,
    "building": _building,
    "roof": _roof,
    "die": _die,
    "token": _token,
}
