"""Options of probed decisions in words."""

from __future__ import annotations

import pytest

from analyzer.scenario import load_scenario
from analyzer.simulate.probing import KINDS
from analyzer.wording.probe_options import DECISIONS, option_name, option_source
from cext.types import Building, Choice, Placement

SCENARIO = load_scenario("four-players")


@pytest.mark.parametrize(
    ("kind", "key", "words", "source"),
    [
        ("placement", (23, Placement.PLACEMENT_FIELD), "Farm Servant as a field", "published"),
        ("placement", (1, Placement.PLACEMENT_EXTENSION), "Chef as an extension", "designed"),
        ("hex", (12, -1), "hex 12 (value 3)", "designed"),
        ("building", (0, -1), "a barrow", None),
        ("building", (Building.BUILDING_VILLAGE_STORE + 1, -1), "Village Store", None),
        ("roof", (0, -1), "no roof", None),
        ("roof", (2, -1), "roof 1.2 (gain two different harvest goods)", "designed"),
        ("roof", (24, -1), "roof 6.4", "designed"),
        ("die", (4, Choice.CHOICE_SILVER), "4: silver", None),
        ("die", (5, Choice.CHOICE_UPGRADES), "5: free upgrades", None),
        ("token", (0, -1), "1 donkey, 3 hats", None),
        ("token", (3, -1), "4 donkeys, 0 hats", None),
    ],
)
def test_names_and_sources(kind: str, key: tuple[int, int], words: str, source: str | None) -> None:
    assert option_name(SCENARIO, kind, key).startswith(words)
    assert option_source(SCENARIO, kind, key) == source


def test_each_kind_of_probe_has_words() -> None:
    assert tuple(DECISIONS) == KINDS
    assert "bots that rate nothing" in DECISIONS["building"]
