"""Every word of the tables is one the referee knows how to judge."""

from __future__ import annotations

import pytest

from .standard import DECK, MARKET, ROOFS
from .tables import COUNTS, HARVEST, UPGRADES, read_tables

TABLES = read_tables(DECK, MARKET, ROOFS)


def words(text: str) -> set[str]:
    return set(text.split())


MODIFIERS = words(
    "upgrade_discount buy_discount sell_bonus roof_discount extension_discount extra_delivery_discount "
    "pig_space hand_limit extra_delivery_limit roof_limit sell_from_fields breeding_pair "
    "silver_per_vp_discount"
)
EFFECTS = {
    *COUNTS,
    *words("harvest harvest_two_kinds grain_or_olive upgrade siesta delivery draw_card play_card"),
    *words("play_or_draw flip_roof second_option reserve_die revenue_of_round repeat_die fill_field"),
    *words("vp_per_extension vp_per_helper"),
}
TRIGGERS = words(
    "static action income growth breeding scoring game_end before_roll die last_die donkeys barrow building "
    "removal removed upgrade roof card"
)
CONDITIONS = words("fields full_fields pigs buildings market_markers donkeys siesta_vp turn_order")


@pytest.mark.parametrize("number", TABLES.cards)
def test_cards(number: int) -> None:
    card = TABLES.cards[number]
    assert card.trigger in TRIGGERS
    assert card.field in HARVEST
    known = MODIFIERS if card.trigger == "static" else EFFECTS
    assert card.effects
    assert all(effect.kind in known for effect in card.effects)
    assert all(cost.kind in (*COUNTS, "harvest") for cost in card.cost)
    assert card.condition is None or card.condition.count in CONDITIONS
    assert set(card.goods) <= set(COUNTS)
    assert 2 <= card.value <= 6
    assert set(card.icons) <= {"delivery", "silver", "den"}
    assert len(card.icons) == 2


def test_roofs_and_hexes() -> None:
    assert all(effect.kind in EFFECTS for roof in TABLES.roofs.values() for effect in roof.effects)
    assert sorted(place.value for place in TABLES.hexes.values() if place.start) == [2, 3, 4, 5]
    for place in TABLES.hexes.values():
        assert all(place.number in TABLES.hexes[other].neighbours for other in place.neighbours)
    assert set(UPGRADES.values()) == {"food", "wine", "meat"}
