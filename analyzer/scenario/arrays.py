"""A rule set as the flat arrays that the core reads (``RulesC``)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from analyzer.scenario.model import Card, Hex, Program, RuleSet
from analyzer.scenario.spec import LISTS, NUMBERS, OPTIONS, ROWS, TOKEN_NUMBERS, TOKENS
from analyzer.scenario.tables import DIRECTIONS
from analyzer.scenario.vocabulary import (
    COMPARES,
    CONDITIONS,
    EFFECTS,
    GOODS,
    ICONS,
    PHASES,
    PLACEMENTS,
    RESOURCES,
    TRIGGERS,
)
from cext.types import Size

FULL_TABLE = 4
"""With this many players the hexes flagged four_players_only are open (S9)."""
COST_GOOD, COST_HARVEST = 1, 2
COMPUTED = ("dice.per_player", "dice.extra", "dice.solo", "roofs.sixth_vp")
"""Numbers that ``_fill_values`` does not copy as they are."""
SOLO_DICE_EACH = 2  # O2: a die, a second die, the last


def to_arrays(rule_set: RuleSet, players: int) -> np.ndarray:
    """The rule set for a number of players (1 to 4), shape (), dtype ``core.RULES_DTYPE``."""
    from cext import core

    rules = np.zeros((), core.RULES_DTYPE)
    _fill_values(rules["v"], rule_set, players)
    _fill_market(rules["market"], rule_set.hexes, players)
    for card in rule_set.deck:
        index = card.number - 1
        rules["deck"][index // 64] |= np.uint64(1 << index % 64)
        _fill_card(rules["cards"][index], card)
    for roof in rule_set.roof_tiles:
        row = rules["roofs"][(roof.round - 1) * Size.N_ROOF_SLOTS + roof.slot - 1]
        row["phases"] = _phase_bits(roof.phases)
        _fill_program(row, roof.effect)
    return rules


def _fill_values(v: Any, rule_set: RuleSet, players: int) -> None:
    number = rule_set.number
    v["players"] = players
    for path, entry in NUMBERS.items():
        if path in COMPUTED:
            continue
        if entry.index is None:
            v[entry.member] = number(path)
        else:
            v[entry.member][entry.index] = number(path)
    v["dice_each"] = number("dice.per_player") if players > 1 else SOLO_DICE_EACH
    v["n_dice"] = (
        number("dice.per_player") * players + number("dice.extra") if players > 1 else number("dice.solo")
    )
    v["roof_vp"] = number("roofs.sixth_vp")
    for path, known in LISTS.items():
        entries = _entries(rule_set, path)
        v[known.member][: len(entries)] = entries
    v["track_top"] = len(_entries(rule_set, "siesta.vp")) - 1
    for key, entry in TOKEN_NUMBERS.items():
        counts = [
            number(f"{TOKENS}.{index}.{key}")
            for index in range(Size.N_TOKENS)
            if f"{TOKENS}.{index}.{key}" in rule_set.values
        ]
        v["n_tokens"] = len(counts)
        v[entry.member][: len(counts)] = counts
    for path, building in ROWS.items():
        row = rule_set.values[path]
        assert isinstance(row, list)
        v["row_length"][building] = len(row)
        for good, count in Counter(row).items():
            v["row_need"][building * Size.N_GOODS + GOODS[good]] = count
    for path, option in OPTIONS.items():
        v[option.member] = option.words.index(rule_set.options[path])


def _entries(rule_set: RuleSet, path: str) -> list[int]:
    """The numbers of a list, path.0 and on."""
    entries: list[int] = []
    while f"{path}.{len(entries)}" in rule_set.values:
        entries.append(rule_set.number(f"{path}.{len(entries)}"))
    return entries


def _fill_market(market: Any, hexes: tuple[Hex, ...], players: int) -> None:
    in_play = [hexagon for hexagon in hexes if players == FULL_TABLE or not hexagon.four_players_only]
    places = {(hexagon.q, hexagon.r): hexagon for hexagon in in_play}
    for hexagon in hexes:
        market["value"][hexagon.number] = hexagon.value
    for hexagon in in_play:
        bit = np.uint64(1 << hexagon.number)
        market["open"] |= bit
        market["by_value"][hexagon.value] |= bit
        if hexagon.start:
            market["start"] |= bit
        for q, r in DIRECTIONS:
            other = places.get((hexagon.q + q, hexagon.r + r))
            if other is None:
                continue
            other_bit = np.uint64(1 << other.number)
            market["neighbours"][hexagon.number] |= other_bit
            if other.value < hexagon.value:
                market["prey"][hexagon.number] |= other_bit
            if other.value > hexagon.value:
                market["hunters"][hexagon.number] |= other_bit


def _fill_card(row: Any, card: Card) -> None:
    row["field"] = GOODS[card.field]
    for icon in card.extension:
        row["icons"][ICONS[icon]] += 1
    row["barrow_value"] = card.barrow_value
    row["barrow_length"] = len(card.barrow_goods)
    for place, good in enumerate(card.barrow_goods):
        row["barrow_goods"][place] = GOODS[good]
        row["barrow_need"][GOODS[good]] += 1
    row["trigger"] = TRIGGERS[card.trigger]
    row["trigger_mask"] = trigger_mask(card)
    row["phases"] = _phase_bits(card.phases)
    row["once"] = card.once
    if card.cost:
        good, count = card.cost
        row["cost_kind"] = COST_HARVEST if good == "harvest" else COST_GOOD
        row["cost_good"] = 0 if good == "harvest" else GOODS[good]
        row["cost_count"] = count
    if card.condition:
        name, compare, count = card.condition
        row["condition"] = CONDITIONS[name]
        row["compare"] = COMPARES[compare]
        row["condition_count"] = count
    _fill_program(row, card.effect)


def trigger_mask(card: Card) -> int:
    """The trigger's argument as bits: die numbers, resources from 0, placements; 0 without one."""
    bits = {
        "die": {str(n): n for n in range(1, 7)},
        "upgrade": {resource: index for index, resource in enumerate(RESOURCES)},
        "card": PLACEMENTS,
    }.get(card.trigger, {})
    return sum(1 << bit for word, bit in bits.items() if not card.trigger_words or word in card.trigger_words)


def _fill_program(row: Any, program: Program) -> None:
    row["n_effects"] = len(program)
    for place, (effect, count) in enumerate(program):
        row["effects"][place] = EFFECTS[effect]
        row["counts"][place] = count


def _phase_bits(phases: tuple[str, ...]) -> int:
    return sum(1 << PHASES[phase] for phase in phases)
