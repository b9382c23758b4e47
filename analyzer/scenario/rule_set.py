"""From a draft to a checked rule set, and how it differs from the standard one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from analyzer.scenario.draft import Draft, standard_draft
from analyzer.scenario.endless import check_endless
from analyzer.scenario.model import (
    Card,
    Difference,
    Hex,
    RoofTile,
    RuleSet,
    card_cells,
    roof_cells,
    rules_hash,
    table_cells,
)
from analyzer.scenario.numbers import check_options, check_values
from analyzer.scenario.problems import Problems
from analyzer.scenario.tables import (
    check_deck,
    check_market,
    check_roofs,
    read_card,
    read_hex,
    read_roof,
    read_rows,
)
from analyzer.scenario.vocabulary import PLACEMENTS

STANDARD: Final = "standard"
MOST_PLAYERS: Final = 4
# The only card whose field, extension and barrow are published (rules.md section 9).
PUBLISHED_CARD: Final = 23
USE_COLUMNS: Final = {
    "field": ("field",),
    "helper": ("trigger", "phases", "limit", "cost", "condition", "effect"),
    "barrow": ("barrow_goods", "barrow_value"),
    "extension": ("extension",),
}
"""Placement -> the deck's columns that make this use."""


def build_rule_set(draft: Draft, name: str, players: int, problems: Problems) -> RuleSet | None:
    """The draft, checked for this number of players; None after any problem.

    A rule set that is the standard one is named so, whatever the scenario.
    """
    before = len(problems.sentences)
    values = check_values(draft, problems)
    options = check_options(draft, problems)
    deck, hexes, roofs = _read_tables(draft, values, players, problems)
    if len(problems.sentences) > before or len(draft.tables) < 3:
        return None
    rule_set = RuleSet(name=name, values=values, options=options, deck=deck, hexes=hexes, roof_tiles=roofs)
    check_endless(rule_set, draft.where, problems)
    return None if len(problems.sentences) > before else rule_set


def _read_tables(
    draft: Draft, values: Mapping[str, Any], players: int, problems: Problems
) -> tuple[tuple[Card, ...], tuple[Hex, ...], tuple[RoofTile, ...]]:
    cards: dict[str, Card] = {}
    hexes: dict[str, Hex] = {}
    roofs: dict[str, RoofTile] = {}
    if (table := draft.tables.get("deck")) is not None:
        cards, rows = read_rows(table, read_card, problems)
        check_deck(table, rows, cards.values(), values, players, problems)
    if (table := draft.tables.get("market")) is not None:
        hexes, rows = read_rows(table, read_hex, problems)
        check_market(table, rows, hexes, problems)
    if (table := draft.tables.get("roofs")) is not None:
        roofs, rows = read_rows(table, read_roof, problems)
        check_roofs(table, rows, values.get("rounds", 0), problems)
    return (
        tuple(sorted(cards.values(), key=lambda card: card.number)),
        tuple(sorted(hexes.values(), key=lambda hexagon: hexagon.number)),
        tuple(sorted(roofs.values(), key=lambda roof: (roof.round, roof.slot))),
    )


@cache
def standard_rule_set() -> RuleSet:
    """The standard rule set. Raises ScenarioErrors if its files have been edited into disorder."""
    problems = Problems()
    rule_set = build_rule_set(standard_draft(problems), STANDARD, MOST_PLAYERS, problems)
    problems.raise_if_any()
    assert rule_set is not None
    return _finish(rule_set, rule_set)


def finish(rule_set: RuleSet) -> tuple[RuleSet, tuple[Difference, ...]]:
    """The rule set with name, hash and provenance, and what differs from the standard one."""
    standard = standard_rule_set()
    found = differences(standard, rule_set)
    if not found:
        return standard, ()
    return _finish(rule_set, standard), found


def _finish(rule_set: RuleSet, standard: RuleSet) -> RuleSet:
    cards = {card.number: card for card in standard.deck}
    roofs = {(roof.round, roof.slot): roof for roof in standard.roof_tiles}
    finished = msgspec.structs.replace(
        rule_set,
        deck=tuple(
            msgspec.structs.replace(card, provenance=card_provenance(card, cards.get(card.number)))
            for card in rule_set.deck
        ),
        roof_tiles=tuple(
            msgspec.structs.replace(
                roof, provenance=roof_provenance(roof, roofs.get((roof.round, roof.slot)))
            )
            for roof in rule_set.roof_tiles
        ),
    )
    return msgspec.structs.replace(finished, hash=rules_hash(finished))


def card_provenance(card: Card, standard: Card | None) -> tuple[str, ...]:
    """Where each use comes from, in the order of Placement (rules.md sections 9 and 12).

    A use that was changed while its source was left as it stood is designed.
    """
    cells = card_cells(card)
    same = card_cells(standard) if standard else {}

    def source(use: str) -> str:
        changed = any(cells[column] != same.get(column) for column in USE_COLUMNS[use])
        if use == "helper":
            left = standard is not None and card.source == standard.source
            return "designed" if changed and left else card.source
        return "published" if card.number == PUBLISHED_CARD and not changed else "designed"

    return tuple(source(use) for use in PLACEMENTS)


def roof_provenance(roof: RoofTile, standard: RoofTile | None) -> str:
    """Where a roof comes from; changed ones are designed, unless their source was changed too."""
    if standard is None or roof.source != standard.source:
        return roof.source
    return roof.source if roof_cells(roof) == roof_cells(standard) else "designed"


def differences(standard: RuleSet, rule_set: RuleSet) -> tuple[Difference, ...]:
    """What differs, by path: numbers, options, then cells and rows of the tables."""
    flat: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = [
        (standard.values, rule_set.values),
        (standard.options, rule_set.options),
        (table_cells(standard), table_cells(rule_set)),
    ]
    found: list[Difference] = []
    for old, new in flat:
        for path in dict.fromkeys((*old, *new)):
            found.extend(_differ(path, old.get(path), new.get(path)))
    return tuple(found)


def _differ(path: str, old: Any, new: Any) -> list[Difference]:
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            Difference(f"{path}.{column}", old[column], new[column])
            for column in old
            if old[column] != new[column]
        ]
    return [Difference(path, _in_short(old), _in_short(new))]


def _in_short(value: Any) -> Any:
    """A whole row as one text."""
    if not isinstance(value, dict):
        return value
    return ", ".join(f"{column} {cell}" for column, cell in value.items() if cell != "")
