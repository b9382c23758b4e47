"""The shipped files: complete, explained, and what rules.md says."""

from __future__ import annotations

import re

import pytest

from analyzer.scenario import load_scenario, provenance, standard_rule_set
from analyzer.scenario.describe import comments, oddities, provenance_counts, shown_values
from analyzer.scenario.sources import shipped_names
from analyzer.scenario.spec import OPTIONS
from analyzer.scenario.vocabulary import GOODS

# Numbers of the rules' text, one of each chapter.
TEXT = {
    "rounds": 6,
    "setup.start.silver": 1,
    "setup.start.meat": 0,
    "setup.cards": 4,
    "donkeys.tokens.3.donkeys": 4,
    "donkeys.tokens.0.hats": 3,
    "donkeys.back_before_round": 4,
    "dice.solo": 5,
    "prices.sell.pig": 3,
    "prices.buy.grapes": 4,
    "prices.upgrade.pig": 4,
    "cash.silver": 4,
    "farm.plays_first_round": 2,
    "roofs.price.5": 6,
    "roofs.vp.4": 4,
    "revenue.5.siesta": 2,
    "buildings.round_vp.5": 6,
    "buildings.merchant_house.income": 3,
    "siesta.vp.6": 3,
    "end.silver_per_vp": 5,
    "solo.first_space": 3,
}


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_scenario_loads_without_oddities(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.name == name
    assert len(scenario.line_up) == scenario.players
    assert scenario.description
    assert oddities(scenario) == []


@pytest.mark.parametrize(("name", "players"), [("solo", 1), ("two-players", 2), ("three-players", 3)])
def test_shipped_players_play_the_standard_rules(name: str, players: int) -> None:
    scenario = load_scenario(name)
    assert scenario.players == players
    assert scenario.rule_set == standard_rule_set()
    assert scenario.differences == ()


def test_four_players_is_the_main_job() -> None:
    scenario = load_scenario("four-players")
    assert (scenario.line_up, scenario.games) == (("balanced",) * 4, 1_000_000)
    assert [bot.policy for bot in scenario.bots] == ["balanced"]


def test_values_are_those_of_the_rules() -> None:
    values = standard_rule_set().values
    assert {path: values[path] for path in TEXT} == TEXT
    assert values["buildings.greengrocer.row"] == ["olive", "olive", "grain", "grain", "grapes", "grapes"]


def test_values_are_flat_numbers_and_rows() -> None:
    for path, value in standard_rule_set().values.items():
        if path.endswith(".row"):
            assert isinstance(value, list)
            assert set(value) <= set(GOODS)
        else:
            assert isinstance(value, int)


def test_options_stand_at_their_defaults() -> None:
    assert standard_rule_set().options == {path: option.words[0] for path, option in OPTIONS.items()}


def test_every_value_has_a_comment_with_its_rule() -> None:
    shown = [*shown_values(standard_rule_set().values), *OPTIONS]
    explained = comments()
    assert sorted(explained) == sorted(shown)
    assert [path for path, text in explained.items() if not re.search(r"\([SATRFBCPEO]\d+", text)] == []


def test_provenance_is_per_use() -> None:
    rule_set = standard_rule_set()
    assert provenance(rule_set, 1, "helper") == "published"
    assert provenance(rule_set, 1, "field") == "designed"
    assert provenance(rule_set, 13, "helper") == "partial"
    assert [provenance(rule_set, 23, use) for use in ("field", "helper", "barrow", "extension")] == [
        "published"
    ] * 4


def test_provenance_counts_cover_every_use() -> None:
    counts = provenance_counts(standard_rule_set())
    assert {use: sum(count.values()) for use, count in counts.items()} == {
        "field": 66, "helper": 66, "barrow": 66, "extension": 66, "roof": 24, "hex": 30,
    }  # fmt: skip
    assert counts["barrow"] == {"published": 1, "designed": 65}
    assert counts["helper"] == {"published": 9, "partial": 4, "designed": 53}
