"""Overrides by path, replaced tables, extends, and what they leave behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.scenario import (
    load_scenario,
    provenance,
    scenario_from_dict,
    scenario_to_dict,
    standard_rule_set,
)
from analyzer.scenario.describe import oddities
from tests.unit.scenario.study import changed, load, load_rules, write

CHANGES = [
    ('"siesta.vp.6" = 4', "siesta.vp.6", 3, 4),
    ("siesta.vp.6 = 4", "siesta.vp.6", 3, 4),
    ("buildings.merchant_house.income = 4", "buildings.merchant_house.income", 3, 4),
    ("[rules.farm]\nplays = 2", "farm.plays", 1, 2),
    ('extra.payment = "one_at_a_time"', "extra.payment", "up_front", "one_at_a_time"),
    ("market.displaced_scores = false", "market.displaced_scores", "yes", "no"),
    ('"donkeys.tokens.1.hats" = 5', "donkeys.tokens.1.hats", 2, 5),
    ("deck.23.barrow_value = 3", "deck.23.barrow_value", 2, 3),
    ('deck.23.barrow_goods = ["olive", "pig"]', "deck.23.barrow_goods", "grapes grapes", "olive pig"),
    ("hexes.0.value = 3", "hexes.0.value", 4, 3),
    ("hexes.0.four_players_only = false", "hexes.0.four_players_only", "yes", "no"),
    ('roof_tiles.1.2.effect = "silver 3"', "roof_tiles.1.2.effect", "harvest_two_kinds 1", "silver 3"),
    ('buildings.deli.row = ["commodity"]', "buildings.deli.row", ["commodity"] * 3, ["commodity"]),
]


@pytest.mark.parametrize(("rules", "path", "standard", "value"), CHANGES)
def test_an_override_changes_its_path_only(
    tmp_path: Path, rules: str, path: str, standard: object, value: object
) -> None:
    scenario = load_rules(tmp_path, rules)
    assert [(d.path, d.standard, d.value) for d in scenario.differences] == [(path, standard, value)]
    assert scenario.rule_set.name == "x"
    assert scenario.rule_set.hash != standard_rule_set().hash


def test_a_whole_list_may_change_its_length(tmp_path: Path) -> None:
    scenario = load_rules(tmp_path, 'siesta.vp = [0, 1, 2, 3, 4, 5, 6, 7]\n"siesta.vp.0" = 9')
    values = scenario.rule_set.values
    assert [values[f"siesta.vp.{space}"] for space in range(8)] == [9, 1, 2, 3, 4, 5, 6, 7]
    assert "siesta.vp.8" not in values


def test_tokens_as_a_list_of_tables(tmp_path: Path) -> None:
    tokens = "".join(f"[[rules.donkeys.tokens]]\ndonkeys = {n}\nhats = 1\n" for n in range(3))
    values = load(tmp_path, tokens).rule_set.values
    assert values["donkeys.tokens.2.donkeys"] == 2
    assert "donkeys.tokens.3.donkeys" not in values


def test_fewer_rounds_need_shorter_lists_only(tmp_path: Path) -> None:
    scenario = load_rules(tmp_path, "rounds = 2\nroofs.price = [1, 2]\nbuildings.round_vp = [1, 2]")
    assert "roofs.price.2" not in scenario.rule_set.values


def test_a_value_set_to_the_standard_is_no_difference(tmp_path: Path) -> None:
    scenario = load_rules(tmp_path, 'rounds = 6\ndeck.1.effect = "upgrade_discount 1"')
    assert scenario.differences == ()
    assert scenario.rule_set.name == "standard"


def test_the_hash_knows_content_not_form(tmp_path: Path) -> None:
    nested = load_rules(tmp_path, "[rules.farm]\nplays = 2\nhand_limit = 4").rule_set
    dotted = load_rules(tmp_path, '"farm.hand_limit" = 4\nfarm.plays = 2').rule_set
    assert nested.hash == dotted.hash
    assert nested.hash != load_rules(tmp_path, "farm.plays = 2").rule_set.hash


def test_the_standard_hash_is_stable() -> None:
    assert standard_rule_set().hash == STANDARD_HASH


def test_added_and_removed_cards_are_differences(tmp_path: Path) -> None:
    line = "67,Miner,grain,silver den,olive grain,2,income,farm,1x,,,silver 1,designed\n"
    deck = "\n".join(row for row in changed("deck").splitlines() if not row.startswith("66,")) + "\n" + line
    found = {d.path: (d.standard, d.value) for d in load(tmp_path, "", deck=deck).differences}
    assert sorted(found) == ["deck.66", "deck.67"]
    assert found["deck.66"][1] is None
    assert found["deck.67"][0] is None
    assert found["deck.67"][1].startswith("name Miner, field grain")


def test_extends_layers_tables_then_rules(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "four-players"\nseed = 7\n[rules]\nfarm.plays = 2\ndeck.23.barrow_value = 6')
    (tmp_path / "base.toml").write_bytes((tmp_path / "x.toml").read_bytes())
    path = write(tmp_path, 'extends = "base.toml"\ngames = 5\n[rules]\nfarm.plays = 3', deck=changed("deck"))
    scenario = load_scenario(str(path))
    assert (scenario.seed, scenario.games) == (7, 5)
    # The replaced deck puts away the base's change of a cell, not that of a number.
    assert [(d.path, d.value) for d in scenario.differences] == [("farm.plays", 3)]


def test_a_scenario_survives_its_manifest(tmp_path: Path) -> None:
    scenario = load_rules(tmp_path, 'deck.5.condition = "pigs >= 2"\nbuildings.deli.row = ["pig"]')
    assert scenario_from_dict(scenario_to_dict(scenario)) == scenario


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"policy": "clever"}, "the policy `clever`, which this version doesn't know"),
        ({"weights": {"luck": [1, 1, 1]}}, "the weight `luck`, which this version doesn't know"),
        ({"weights": {"silver": [1, 2001, 1]}}, "2001 for the weight `silver`, which is outside 0 to 2000"),
    ],
)
def test_bots_of_a_manifest_are_checked(tmp_path: Path, changes: dict[str, object], wrong: str) -> None:
    content = scenario_to_dict(load_rules(tmp_path, ""))
    content["bots"][0].update(changes)
    with pytest.raises(UserError) as caught:
        scenario_from_dict(content, "run/manifest.json")
    assert str(caught.value) == f"run/manifest.json: the bot balanced has {wrong}; run the scenario again."


def test_a_manifest_without_a_scenario() -> None:
    with pytest.raises(UserError, match="the scenario can't be read"):
        scenario_from_dict({"name": "x"})


class TestProvenance:
    """No changed use may pass for the printed game."""

    def test_a_changed_helper_is_designed(self, tmp_path: Path) -> None:
        rule_set = load_rules(tmp_path, 'deck.1.effect = "upgrade_discount 2"').rule_set
        assert provenance(rule_set, 1, "helper") == "designed"

    def test_a_helper_changed_with_its_source_is_what_it_says(self, tmp_path: Path) -> None:
        rules = 'deck.7.effect = "olive 2"\ndeck.7.source = "published"'
        assert provenance(load_rules(tmp_path, rules).rule_set, 7, "helper") == "published"

    def test_a_changed_barrow_of_the_published_card_is_designed(self, tmp_path: Path) -> None:
        rule_set = load_rules(tmp_path, "deck.23.barrow_value = 3").rule_set
        uses = ("field", "helper", "barrow", "extension")
        assert [provenance(rule_set, 23, use) for use in uses] == [
            "published", "published", "designed", "published",
        ]  # fmt: skip

    def test_a_renamed_card_keeps_its_provenance(self, tmp_path: Path) -> None:
        rule_set = load_rules(tmp_path, 'deck.1.name = "Koch"').rule_set
        assert provenance(rule_set, 1, "helper") == "published"


def test_a_barrow_value_without_a_hex_is_allowed_and_noted(tmp_path: Path) -> None:
    scenario = load_rules(tmp_path, "deck.23.barrow_value = 7")
    assert oddities(scenario) == [
        "deck, card 23 (Farm Servant): no open hex has the value 7, so its barrow places no marker."
    ]


STANDARD_HASH = "521c8cac5a9a65b6af6d3b4d55da1710b1cf8d4671b8024381e3f8ad70aadf03"
