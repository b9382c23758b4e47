"""A rule set for readers: what each value means, where the data come from, what looks odd."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from analyzer.scenario.draft import STANDARD_RULES
from analyzer.scenario.model import RuleSet, Scenario, Value
from analyzer.scenario.spec import LISTS
from analyzer.scenario.vocabulary import PLACEMENTS


@cache
def comments() -> dict[str, str]:
    """Path -> the comment beside it in the standard rules.toml, with its rule id; lists as a whole."""
    found: dict[str, str] = {}
    prefix = ""
    arrays: Counter[str] = Counter()
    for line in STANDARD_RULES.read_text(encoding="utf-8-sig").splitlines():
        if header := re.match(r"\s*\[\[(.+?)\]\]", line):
            prefix = f"{header[1]}.{arrays[header[1]]}."
            arrays[header[1]] += 1
        elif header := re.match(r"\s*\[(.+?)\]", line):
            prefix = f"{header[1]}."
        elif entry := re.match(r"\s*([\w-]+)\s*=[^#]*#\s*(.*)", line):
            found[f"{prefix}{entry[1]}"] = entry[2].strip()
    return found


def shown_values(values: Mapping[str, Value]) -> dict[str, str]:
    """Numbers and rows as text by path, each list as one text at its own path."""
    shown: dict[str, str] = {}
    for path, value in values.items():
        base = next((base for base in LISTS if path.startswith(f"{base}.")), None)
        if base:
            shown[base] = f"{shown[base]} {value}" if base in shown else str(value)
        else:
            shown[path] = _row(value) if isinstance(value, list) else str(value)
    return shown


def _row(goods: list[str]) -> str:
    """A building's row in short: "2 olive, 2 grain"."""
    counts = Counter(goods)
    return ", ".join(f"{count} {good}" if count > 1 else good for good, count in counts.items())


def provenance_counts(rule_set: RuleSet) -> dict[str, Counter[str]]:
    """Use (field, helper, barrow, extension, roof, hex) -> how many are of each source."""
    counts = {
        use: Counter(card.provenance[index] for card in rule_set.deck) for use, index in PLACEMENTS.items()
    }
    counts["roof"] = Counter(roof.provenance for roof in rule_set.roof_tiles)
    counts["hex"] = Counter(hexagon.source for hexagon in rule_set.hexes)
    return counts


def oddities(scenario: Scenario) -> list[str]:
    """What is allowed but perhaps not meant, one sentence each."""
    values = {
        hexagon.value
        for hexagon in scenario.rule_set.hexes
        if scenario.players == 4 or not hexagon.four_players_only
    }
    return [
        f"deck, card {card.number} ({card.name}): no open hex has the value {card.barrow_value}, "
        "so its barrow places no marker."
        for card in scenario.rule_set.deck
        if card.barrow_value not in values
    ]
