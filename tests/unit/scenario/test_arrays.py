"""Rule sets as the core's arrays: every number in its place, tables as bits and indices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from analyzer.scenario import RuleSet, standard_rule_set, to_arrays
from analyzer.scenario.arrays import FULL_TABLE
from analyzer.scenario.spec import NUMBERS, OPTIONS
from cext import core, types
from tests.unit.scenario.study import load_rules


def differing(first: np.ndarray, second: np.ndarray) -> list[str]:
    """Members of ValuesC that differ."""
    names = first.dtype["v"].names or ()
    return [name for name in names if not np.array_equal(first["v"][name], second["v"][name])]


def read(row: Any, *members: str) -> list[Any]:
    """Members of a struct as Python numbers and lists."""
    return [row[member].tolist() for member in members]


def with_value(rule_set: RuleSet, path: str, value: int) -> RuleSet:
    return msgspec.structs.replace(rule_set, values=rule_set.values | {path: value})


def numbers_in_play(players: int) -> list[str]:
    """Paths of the numbers that matter with so many players."""
    others = ("dice.per_player", "dice.extra") if players == 1 else ("dice.solo",)
    return [
        path
        for path, value in standard_rule_set().values.items()
        if isinstance(value, int) and path not in others
    ]


@pytest.mark.parametrize("players", [1, 4])
def test_every_number_has_a_place_of_its_own(players: int) -> None:
    standard = standard_rule_set()
    before = to_arrays(standard, players)
    touched = set()
    for path in numbers_in_play(players):
        after = to_arrays(with_value(standard, path, standard.number(path) + 1), players)
        members = differing(before, after)
        expected = ["n_dice", "dice_each"] if path == "dice.per_player" else members[:1]
        assert members == expected, path
        assert members, path
        touched.update(members)
    counted = {"players", "n_tokens", "row_length", "row_need", "track_top"}
    options = {option.member for option in OPTIONS.values()}
    solo = {"dice_each"} if players == 1 else set()
    assert set(core.RULES_DTYPE["v"].names or ()) == touched | counted | options | solo


@pytest.mark.parametrize("path", OPTIONS)
def test_every_option_is_0_at_its_default_and_1_else(tmp_path: Path, path: str) -> None:
    option = OPTIONS[path]
    assert to_arrays(standard_rule_set(), 4)["v"][option.member] == 0
    changed = load_rules(tmp_path, f'{path} = "{option.words[1]}"').rule_set
    assert to_arrays(changed, 4)["v"][option.member] == 1


def test_values_of_four_players() -> None:
    v = to_arrays(standard_rule_set(), 4)["v"]
    assert read(v, "players", "n_dice", "dice_each") == [4, 9, 2]
    assert v["start"].tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert v["token_donkeys"].tolist() == [1, 2, 3, 4, 0, 0]
    assert v["token_hats"].tolist() == [3, 2, 1, 0, 0, 0]
    assert read(v, "n_tokens", "tokens_back") == [4, 4]
    assert v["sell"].tolist() == [1, 1, 2, 3]
    assert v["roof_vp"].tolist() == [0, 1, 2, 3, 4, 3]
    assert v["roof_price"].tolist() == [1, 2, 3, 4, 5, 6]
    assert read(v, "track_top", "siesta_vp") == [6, [0, 0, 1, 1, 2, 2, 3] + [0] * 9]
    assert v["row_length"].tolist() == [6, 3, 5, 3, 6, 3]
    assert v["row_need"][0:10].tolist() == [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert v["row_need"][40:50].tolist() == [0, 0, 2, 2, 2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("players", "dice"), [(1, 5), (2, 5), (3, 7), (4, 9)])
def test_s7_dice(players: int, dice: int) -> None:
    v = to_arrays(standard_rule_set(), players)["v"]
    assert read(v, "n_dice", "dice_each") == [dice, 2]


def test_card_rows() -> None:
    arrays = to_arrays(standard_rule_set(), 4)
    porter, courier, packer = (arrays["cards"][number - 1] for number in (3, 47, 46))
    assert porter["field"] == types.Good.GOOD_GRAIN
    assert porter["icons"].tolist() == [1, 1, 0]
    assert (porter["barrow_value"], porter["barrow_length"]) == (3, 3)
    assert porter["barrow_goods"].tolist()[:4] == [2, 2, 3, 0]
    assert porter["barrow_need"][:10].tolist() == [0, 0, 2, 1, 0, 0, 0, 0, 0, 0]
    assert (porter["trigger"], porter["trigger_mask"]) == (types.Trigger.TRIGGER_DIE, 1 << 2 | 1 << 6)
    assert (porter["once"], porter["n_effects"]) == (1, 1)
    assert porter["effects"][0] == types.Effect.EFFECT_SECOND_OPTION
    assert courier["phases"] == 1 << types.Phase.PHASE_REVENUE | 1 << types.Phase.PHASE_TRANSPORT
    assert (courier["cost_kind"], courier["cost_good"], courier["cost_count"]) == (
        1,
        types.Good.GOOD_SILVER,
        2,
    )
    assert (packer["cost_kind"], packer["cost_count"]) == (2, 2)


def test_triggers_and_conditions() -> None:
    cards = to_arrays(standard_rule_set(), 4)["cards"]
    masks = {number: int(cards[number - 1]["trigger_mask"]) for number in (1, 6, 15, 36, 40)}
    assert masks == {1: 0, 6: 0b1111110, 15: 1 << 3, 36: 1 << 0, 40: 0b1111}
    breeder, muleteer = cards[12], cards[8]
    assert (breeder["condition"], breeder["compare"], breeder["condition_count"]) == (
        types.Condition.CONDITION_PIGS, types.Compare.COMPARE_AT_LEAST, 3,
    )  # fmt: skip
    assert muleteer["compare"] == types.Compare.COMPARE_AT_MOST


def test_upgrade_of_any_kind_has_all_bits(tmp_path: Path) -> None:
    rule_set = load_rules(tmp_path, 'deck.15.trigger = "upgrade"').rule_set
    assert to_arrays(rule_set, 4)["cards"][14]["trigger_mask"] == 0b1111


def test_effects_keep_their_order(tmp_path: Path) -> None:
    rule_set = load_rules(tmp_path, 'deck.20.effect = "vp 2 + silver 4 + siesta 1"').rule_set
    row = to_arrays(rule_set, 4)["cards"][19]
    assert row["effects"][:4].tolist() == [
        types.Effect.EFFECT_VP, types.Effect.EFFECT_SILVER, types.Effect.EFFECT_SIESTA, 0,
    ]  # fmt: skip
    assert row["counts"][:4].tolist() == [2, 4, 1, 0]


def test_deck_bits_and_roofs() -> None:
    arrays = to_arrays(standard_rule_set(), 4)
    assert [int(half) for half in arrays["deck"]] == [2**64 - 1, 0b11]
    assert not arrays["cards"][66].tobytes().strip(b"\0")
    roof = arrays["roofs"][3 * 4 + 3]
    assert (roof["effects"][0], roof["counts"][0]) == (types.Effect.EFFECT_FLIP_ROOF, 1)


@pytest.mark.parametrize(("players", "hexes"), [(1, 20), (2, 20), (3, 20), (FULL_TABLE, 30)])
def test_s9_open_hexes(players: int, hexes: int) -> None:
    market = to_arrays(standard_rule_set(), players)["market"]
    opened = int(market["open"])
    assert opened.bit_count() == hexes
    assert int(market["start"]) == sum(1 << number for number in (11, 12, 17, 18))
    assert int(np.bitwise_or.reduce(market["by_value"])) == opened
    assert int(np.bitwise_or.reduce(market["neighbours"])) & ~opened == 0


def test_neighbours_are_mutual_and_split_by_value() -> None:
    market = to_arrays(standard_rule_set(), 4)["market"]
    near = [int(bits) for bits in market["neighbours"]]
    prey = [int(bits) for bits in market["prey"]]
    hunters = [int(bits) for bits in market["hunters"]]
    value = market["value"].tolist()
    # Hex 11 (0,0): (1,0) 12, (1,-1) 6, (0,-1) 5, (-1,0) 10, (-1,1) 16, (0,1) 17.
    assert near[11] == sum(1 << number for number in (12, 6, 5, 10, 16, 17))
    for one in range(30):
        for other in range(30):
            if not near[one] >> other & 1:
                continue
            assert near[other] >> one & 1
            assert (prey[one] >> other & 1) == (value[other] < value[one])
            assert (hunters[one] >> other & 1) == (value[other] > value[one])
        assert (prey[one] | hunters[one]) & ~near[one] == 0


def test_numbers_have_members_of_the_core() -> None:
    names = set(core.RULES_DTYPE["v"].names or ())
    assert {number.member for number in NUMBERS.values()} <= names
