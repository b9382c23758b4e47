"""The shipped sweeps: each can be played, and together they ask what they say."""

from __future__ import annotations

import re
from functools import cache

import pytest

from analyzer.analysis.metrics.layout import metrics_of
from analyzer.scenario import standard_rule_set
from analyzer.scenario.inspect_files import check_files
from analyzer.scenario.sources import SHIPPED
from analyzer.scenario.spec import OPTIONS
from analyzer.scenario.sweep_model import Sweep
from analyzer.scenario.sweeps import load_sweep, shipped_sweeps
from analyzer.scenario.vocabulary import BUILDINGS
from analyzer.simulate.plan import make_plan
from analyzer.simulate.signature import block_hashes

ASKED = {
    "siesta-track": ["siesta.vp"],
    "roof-prices": ["roofs.price"],
    "commodity-cash": ["cash.silver"],
    "hand-limit": ["farm.hand_limit"],
    "extra-deliveries": [
        "transport.extra_limit", "transport.extra_price", "extension.delivery", "extra.payment",
    ],
}  # fmt: skip


@cache
def shipped(name: str) -> Sweep:
    return load_sweep(name)


def values_by_path(sweep: Sweep) -> dict[str, list[object]]:
    """The baseline's value and all others that a sweep plays."""
    axes = (*sweep.axes, *(axis for grid in sweep.grids for axis in grid.axes))
    return {axis.path: [axis.baseline, *axis.values] for axis in axes}


@pytest.mark.parametrize("name", shipped_sweeps())
def test_each_shipped_sweep_says_what_it_asks(name: str) -> None:
    sweep = shipped(name)
    assert sweep.name == name
    assert sweep.description
    assert sweep.baseline.differences == ()
    comment = (SHIPPED / "sweeps" / f"{name}.toml").read_text(encoding="utf-8").partition("\nname")[0]
    assert all(line.startswith("# ") for line in comment.splitlines())
    assert "?" in comment
    assert len({variant.folder.casefold() for variant in sweep.variants}) == len(sweep.variants)


@pytest.mark.parametrize("name", shipped_sweeps())
def test_its_pictures_show_metrics_that_there_are(name: str) -> None:
    sweep = shipped(name)
    assert set(sweep.measures) <= {metric.key for metric in metrics_of(sweep.baseline)}


@pytest.mark.parametrize("name", ASKED)
def test_the_paths_that_a_sweep_is_about(name: str) -> None:
    assert set(ASKED[name]) <= set(values_by_path(shipped(name)))


def test_every_option_is_played_with_each_of_its_values() -> None:
    played = values_by_path(shipped("rule-options"))
    assert {path: set(values) for path, values in played.items()} == {
        path: set(option.words) for path, option in OPTIONS.items()
    }
    assert set(played) == set(standard_rule_set().options)


def test_every_bonus_of_every_building_is_made_smaller_and_larger() -> None:
    played = values_by_path(shipped("building-bonuses"))
    values = standard_rule_set().values
    bonus = re.compile(rf"buildings[.](({'|'.join(BUILDINGS)})[.](?!row)\w+|first_vp|order_vp)")
    wanted = {path: value for path, value in values.items() if bonus.fullmatch(path)}
    assert len(wanted) == 14
    for path, value in wanted.items():
        assert isinstance(value, int)
        assert {value - 1, value + 1} <= set(played[path])
    assert len(played["buildings.round_vp"]) == 4


@pytest.mark.parametrize("name", shipped_sweeps())
def test_every_variant_of_a_shipped_sweep_can_be_played(name: str) -> None:
    for scenario in shipped(name).scenarios:
        job = make_plan(scenario).job("off")
        hashes = block_hashes(job, 0, 2)
        assert hashes[0] != hashes[1], scenario.name


def test_check_knows_sweeps_by_name_by_path_and_in_a_folder() -> None:
    (finding,) = check_files("hand-limit")
    assert finding.summary == "sweep of 7 variants of four-players, 100,000 games of the baseline"
    (by_path,) = check_files(str(SHIPPED / "sweeps" / "hand-limit.toml"))
    assert (by_path.summary, by_path.problems, by_path.notes) == (finding.summary, (), ())
