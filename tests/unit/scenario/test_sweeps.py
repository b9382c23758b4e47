"""Sweep files: which variants they come to, and that each is what a scenario file of its own would be."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import Scenario, load_scenario
from analyzer.scenario.sweep_model import Setting, Sweep, Variant
from analyzer.scenario.sweeps import load_sweep
from tests.unit.scenario.study import changed

BASE = 'baseline = "four-players"\n'


def sweep(folder: Path, text: str, base: str = BASE) -> Sweep:
    path = folder / "x.toml"
    path.write_text(base + text, encoding="utf-8")
    return load_sweep(str(path))


def played(found: Sweep) -> list[tuple[Variant, Scenario]]:
    return list(zip(found.variants, found.scenarios, strict=True))


def names(found: Sweep) -> list[str]:
    return [variant.name for variant in found.variants]


def changes(scenario: Scenario) -> list[tuple[str, object]]:
    return [(each.path, each.value) for each in scenario.differences]


def test_each_value_of_each_path_is_a_variant(tmp_path: Path) -> None:
    found = sweep(
        tmp_path,
        "[one_at_a_time]\n"
        "buildings.merchant_house.income = [2, 3, 4]\n"
        '"deck.23.barrow_value" = 3\n'
        '"siesta.vp.6" = 4\n'
        '"extra.payment" = "one_at_a_time"\n',
    )
    assert [(variant.name, variant.index) for variant in found.variants] == [
        ("buildings.merchant_house.income = 2", 0),
        ("buildings.merchant_house.income = 4", 0),
        ("deck.23.barrow_value = 3", 1),
        ("siesta.vp.6 = 4", 2),
        ("extra.payment = one_at_a_time", 3),
    ]
    for variant, scenario in played(found):
        (setting,) = variant.settings
        assert variant.kind == "change"
        assert changes(scenario) == [(setting.path, setting.value)]
        assert scenario.name == scenario.rule_set.name == variant.name
    assert [(axis.path, axis.baseline, axis.values) for axis in found.axes] == [
        ("buildings.merchant_house.income", 3, (2, 3, 4)),
        ("deck.23.barrow_value", 2, (3,)),
        ("siesta.vp.6", 3, (4,)),
        ("extra.payment", "up_front", ("one_at_a_time",)),
    ]


@pytest.mark.parametrize(
    ("path", "given", "values"),
    [
        ("farm.hand_limit", "[2, 4]", (2, 4)),
        ("farm.hand_limit", "2", (2,)),
        ("farm.hand_limit", "[2, 4, 2]", (2, 4)),
        ("siesta.vp", "[0, 1, 2]", ([0, 1, 2],)),
        ("siesta.vp", "[[0, 1, 2], [0, 2]]", ([0, 1, 2], [0, 2])),
        ("roofs.price", "[1, 1, 1, 1, 1, 1]", ([1] * 6,)),
        ("buildings.deli.row", '["pig"]', (["pig"],)),
        ("buildings.deli.row", '[["pig"], ["Olive", "grain"]]', (["pig"], ["olive", "grain"])),
        ("extension.commodity_pays", '[true, "no", false]', ("yes", "no")),
        ("extra.payment", '["up_front", "one_at_a_time"]', ("up_front", "one_at_a_time")),
        ("deck.23.barrow_goods", '["olive pig", ["grain"]]', ("olive pig", "grain")),
        ("hexes.0.four_players_only", "[true, false]", ("yes", "no")),
        ("roof_tiles.1.2.effect", '"silver  3"', ("silver 3",)),
    ],
)
def test_values_of_a_path(tmp_path: Path, path: str, given: str, values: tuple[object, ...]) -> None:
    """A list is several values, but where a value is a list itself."""
    found = sweep(tmp_path, f"[one_at_a_time]\n{path} = {given}")
    (axis,) = found.axes
    assert axis.values == values
    wanted = [value for value in values if value != axis.baseline]
    assert [variant.settings for variant in found.variants] == [(Setting(path, value),) for value in wanted]


def test_tokens_as_one_value(tmp_path: Path) -> None:
    tokens = ", ".join(f"{{donkeys = {n}, hats = 1}}" for n in range(1, 5))
    found = sweep(tmp_path, f"[one_at_a_time]\ndonkeys.tokens = [{tokens}]")
    assert names(found) == ["donkeys.tokens = [1/1, 2/1, 3/1, 4/1]"]
    assert found.axes[0].baseline[0] == {"donkeys": 1, "hats": 3}
    assert found.axes[0].values[0][3] == {"donkeys": 4, "hats": 1}


def test_a_grid_has_all_combinations_but_the_baseline(tmp_path: Path) -> None:
    found = sweep(tmp_path, '[grid]\n"cash.silver" = [3, 4]\nfarm.hand_limit = [2, 3, 4]')
    assert names(found) == [
        "cash.silver = 3, farm.hand_limit = 2",
        "cash.silver = 3, farm.hand_limit = 3",
        "cash.silver = 3, farm.hand_limit = 4",
        "cash.silver = 4, farm.hand_limit = 2",
        "cash.silver = 4, farm.hand_limit = 4",
    ]
    (grid,) = found.grids
    assert grid.name == "cash.silver by farm.hand_limit"
    assert [(axis.path, axis.baseline, axis.values) for axis in grid.axes] == [
        ("cash.silver", 4, (3, 4)),
        ("farm.hand_limit", 3, (2, 3, 4)),
    ]
    variant, scenario = played(found)[1]
    assert (variant.kind, variant.index) == ("grid", 0)
    assert variant.settings == (Setting("cash.silver", 3), Setting("farm.hand_limit", 3))
    assert changes(scenario) == [("cash.silver", 3)]


def test_several_grids_may_share_cells(tmp_path: Path) -> None:
    grid = '[[grid]]\nname = "{}"\n"cash.silver" = [3, 5]\nfarm.hand_limit = [{}]\n'
    found = sweep(tmp_path, grid.format("a", "3, 4, 4") + grid.format("b", "4"))
    assert [grid.name for grid in found.grids] == ["a", "b"]
    assert [(variant.index, variant.name) for variant in found.variants if "= 5" in variant.name] == [
        (0, "cash.silver = 5, farm.hand_limit = 3"),
        (0, "cash.silver = 5, farm.hand_limit = 4"),
        (1, "cash.silver = 5, farm.hand_limit = 4 (2)"),
    ]
    assert len({variant.folder for variant in found.variants}) == len(found.variants)


def test_a_named_variant_is_what_a_scenario_file_would_be(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(changed("deck", ("Chef", "Cook")), encoding="utf-8")
    (tmp_path / "mine.toml").write_text('extends = "first"\nname = "mine"', encoding="utf-8")
    rules = '"deck.23.barrow_value" = 3\nfarm.plays = 2\n'
    line_up = 'line_up = ["mine.toml", "first", "first", "first"]\n'
    found = sweep(
        tmp_path,
        f'[[variant]]\nname = "all at once"\ndescription = "Much."\n{line_up}'
        f'restrict = ["first: never buy"]\n[variant.rules]\n{rules}[variant.tables]\ndeck = "deck.csv"',
    )
    told = line_up.replace('"first"', '"first: never buy"')
    path = tmp_path / "y.toml"
    path.write_text(
        f'extends = "four-players"\n{told}[rules]\n{rules}[tables]\ndeck = "deck.csv"', encoding="utf-8"
    )
    ((variant, scenario),) = played(found)
    alone = load_scenario(str(path))
    assert scenario.differences == alone.differences
    assert scenario.rule_set.hash == alone.rule_set.hash
    assert (scenario.line_up, scenario.bots) == (alone.line_up, alone.bots)
    assert variant.settings == (Setting("deck.23.barrow_value", 3), Setting("farm.plays", 2))
    assert scenario.description == variant.description == (
        "Much. Table deck: deck.csv. Played by mine.toml, first, first, first. Told: first: never buy."
    )  # fmt: skip


def test_a_named_variant_is_played_though_it_is_the_baseline(tmp_path: Path) -> None:
    found = sweep(tmp_path, '[[variant]]\nname = "the same"\nrules = { "farm.plays" = 1 }')
    assert found.scenarios[0].rule_set == found.baseline.rule_set
    assert found.variants[0].settings == (Setting("farm.plays", 1),)


def test_other_players_play_the_baselines_rules(tmp_path: Path) -> None:
    found = sweep(tmp_path, '[[variant]]\nname = "a"\nline_up = "first"', base='baseline = "rich-merchant"\n')
    assert found.scenarios[0].rule_set == found.baseline.rule_set
    assert found.scenarios[0].line_up == ("first",) * 4


def test_a_variant_may_come_back_to_the_standard_rules(tmp_path: Path) -> None:
    text = '[[variant]]\nname = "standard"\nrules.buildings.merchant_house = { at_once = 3, income = 3 }'
    found = sweep(tmp_path, text, base='baseline = "rich-merchant"\n')
    assert found.baseline.differences != ()
    assert found.scenarios[0].differences == ()
    assert found.scenarios[0].rule_set.name == "standard"


def test_the_baseline_beside_the_sweep_with_its_games(tmp_path: Path) -> None:
    text = 'extends = "two-players"\ngames = 500\nseed = 9\nstudies = ["luck"]\n[rules]\ncash.silver = 5'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    base = 'baseline = "mine.toml"\n'
    found = sweep(tmp_path, "[one_at_a_time]\ncash.silver = [4, 5, 6]", base)
    assert (found.baseline.name, found.games, found.seed, found.name) == ("mine", 500, 9, "x")
    assert names(found) == ["cash.silver = 4", "cash.silver = 6"]
    assert found.axes[0].baseline == 5
    for scenario in (found.baseline, *found.scenarios):
        assert (scenario.games, scenario.seed, scenario.studies) == (500, 9, ())
    asked = 'name = "mine"\ngames = 700\nseed = 4\nmeasures = ["vp", "lead", "vp"]\n'
    found = sweep(tmp_path, f"{asked}[one_at_a_time]\ncash.silver = 4", base)
    assert (found.name, found.games, found.seed, found.measures) == ("mine", 700, 4, ("vp", "lead"))
    assert (found.baseline.games, found.scenarios[0].games, found.scenarios[0].seed) == (700, 700, 4)


def test_games_of_a_million_are_not_meant_for_each_variant(tmp_path: Path) -> None:
    assert load_scenario("four-players").games == 1_000_000
    assert sweep(tmp_path, "[one_at_a_time]\ncash.silver = 5").games == 100_000


def test_variants_leave_the_baseline_as_it_was(tmp_path: Path) -> None:
    """They share its tables and lists."""
    found = sweep(
        tmp_path,
        '[one_at_a_time]\n"siesta.vp.6" = [4, 5]\n"deck.23.barrow_value" = [3, 4]\n'
        '"donkeys.tokens.0.hats" = 1\n',
    )
    assert found.baseline.rule_set == load_scenario("four-players").rule_set
    assert [changes(scenario) for scenario in found.scenarios] == [
        [("siesta.vp.6", 4)],
        [("siesta.vp.6", 5)],
        [("deck.23.barrow_value", 3)],
        [("deck.23.barrow_value", 4)],
        [("donkeys.tokens.0.hats", 1)],
    ]
