"""Paths, values and variants in words."""

from __future__ import annotations

import pytest

from analyzer.scenario import standard_rule_set
from reports.sweep import names
from tests.unit.reports import sweep_results as sweeps


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("buildings.merchant_house.income", "Merchant House income"),
        ("buildings.order_vp", "buildings order vp"),
        ("buildings.round_vp.0", "buildings round vp (round 1)"),
        ("siesta.vp.6", "siesta vp (space 6)"),
        ("roofs.vp.1", "roofs vp (roof 2)"),
        ("donkeys.tokens.1.hats", "donkey token 1 hats"),
        ("hexes.12.value", "hex 12 value"),
        ("roof_tiles.2.1.effect", "roof 2.1 effect"),
        ("extra.payment", "extra payment"),
        ("deck.999.barrow_value", "card (999) barrow value"),
    ],
)
def test_paths_in_words(path: str, name: str) -> None:
    assert names.path_name(standard_rule_set(), path) == name


def test_cards_are_called_by_their_names() -> None:
    card = standard_rule_set().card(23)
    assert names.path_name(standard_rule_set(), "deck.23.barrow_value") == f"{card.name} (23) barrow value"


def test_paths_have_the_meaning_that_the_rules_file_gives() -> None:
    assert names.meaning("buildings.merchant_house.income") == "silver income from the next round on (F5, C3)"
    assert names.meaning("roofs.price.3") == "silver for a roof, by round (F8)"
    assert names.meaning("donkeys.tokens.1.hats") == "siesta steps of this token (S2, T2)"
    assert names.meaning("deck.23.barrow_value") == ""


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (4, "4"),
        (-2, "\u22122"),
        ("one_at_a_time", "one at a time"),
        (["olive", "grain", "olive"], "[2 olive, grain]"),
        (None, "absent"),
        (True, "yes"),
    ],
)
def test_values_in_words(value: object, name: str) -> None:
    assert names.value_name(value) == name


def test_variants_in_words() -> None:
    result = sweeps.small_sweep()
    rules, manifest = result.baseline.rule_set, result.manifest
    said = [names.variant_name(rules, manifest, each.variant) for each in result.variants]
    assert said[0] == "Merchant House income 2 instead of 3"
    assert said[5] == "extra payment one at a time instead of up front"
    assert said[8] == "Merchant House income 3, siesta vp (space 6) 5"
    assert said[-1] == "market of the first edition"
    assert len(set(said)) == len(said)


def test_sources_of_what_is_changed_and_of_what_is_measured() -> None:
    rules = standard_rule_set()
    card = rules.card(23)
    assert names.source_of(rules, "deck.23.barrow_value") in card.provenance
    assert names.source_of(rules, "hexes.12.value") == rules.hexes[12].source
    assert names.source_of(rules, "roof_tiles.1.1.effect") in ("published", "partial", "designed")
    assert names.source_of(rules, "buildings.order_vp") == ""
    assert names.source_of_metric(rules, "card.23.barrow.played") == names.source_of(
        rules, "deck.23.barrow_value"
    )
    assert names.source_of_metric(rules, "vp") == ""


def test_keys_of_bots_with_any_name_are_ids_that_differ() -> None:
    assert names.anchor("seat.1.win_share") == "seat-1-win_share"
    odd = [names.anchor(f"win_share.{bot}") for bot in ("my bot", "my-bot", "my  bot", "my/bot")]
    assert len(set(odd)) == 4
    assert all(each.replace("-", "").replace("_", "").isalnum() for each in odd)


def test_a_cell_of_a_grid_changes_what_is_not_the_baseline_s() -> None:
    result = sweeps.small_sweep()
    whole = sweeps.cell(0, buildings__merchant_house__income=3, siesta__vp__6=5)
    assert [each.path for each in names.changed(result.manifest, whole)] == [sweeps.SIESTA]
