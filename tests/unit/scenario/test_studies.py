"""Studies in scenario files and on the command line: words, sizes, problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import (
    Scenario,
    ScenarioErrors,
    load_scenario,
    scenario_from_dict,
    scenario_to_dict,
)
from analyzer.scenario.studies import study_sizes, with_studies
from tests.unit.scenario.study import load, problems

RANGE = "write one from 1 to 100000000, such as"


def test_a_scenario_has_none_by_default() -> None:
    assert load_scenario("four-players").studies == ()


def test_studies_in_order_with_their_sizes(tmp_path: Path) -> None:
    scenario = load(tmp_path, 'studies = ["luck=5_000", "probes"]\n')
    assert scenario.studies == ("probes", "luck=5000")
    assert study_sizes(scenario) == {"probes": None, "luck": 5000}
    assert scenario_from_dict(scenario_to_dict(scenario)) == scenario


def test_an_older_manifest_has_no_studies() -> None:
    content = scenario_to_dict(load_scenario("solo"))
    del content["studies"]
    assert scenario_from_dict(content).studies == ()


def test_studies_of_the_extended_scenario_hold_unless_others_are_named(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'extends = "solo"\nstudies = ["restrictions", "luck"]\n', encoding="utf-8"
    )
    for words, expected in (("", ("restrictions", "luck")), ('studies = ["probes=9"]\n', ("probes=9",))):
        (tmp_path / "mine.toml").write_text(f'extends = "base.toml"\n{words}', encoding="utf-8")
        assert load_scenario(str(tmp_path / "mine.toml")).studies == expected


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ('["prob"]', "x.toml, `studies`: `prob` is no study; did you mean `probes`?"),
        ('"luck"', 'x.toml, `studies`: this is no list of studies; write it like ["probes", "luck=5000"].'),
        ("[7]", 'x.toml, `studies`: this is no list of studies; write it like ["probes", "luck=5000"].'),
        ('["luck", "luck=3"]', "x.toml, `studies`: `luck` is named twice; leave one of them out."),
        ('["luck=0"]', f"x.toml, `studies`: `0` is no number of blocks; {RANGE} luck=5000."),
        ('["probes=many"]', f"x.toml, `studies`: `many` is no number of decisions; {RANGE} probes=5000."),
    ],
)
def test_problems(tmp_path: Path, value: str, sentence: str) -> None:
    assert problems(tmp_path, f'extends = "four-players"\nstudies = {value}\n') == [sentence]


def scenario_with(text: str) -> Scenario:
    return with_studies(load_scenario("solo"), text)


def test_the_command_line_takes_the_place_of_the_scenario_s(tmp_path: Path) -> None:
    assert scenario_with("luck, probes=20000").studies == ("probes=20000", "luck")
    mine = load(tmp_path, 'studies = ["luck"]\n')
    assert with_studies(mine, "none").studies == ()
    assert with_studies(mine, "restrictions").studies == ("restrictions",)


@pytest.mark.parametrize("text", ["restriction", "luck=", "luck=-1", "", "none,luck"])
def test_bad_words_on_the_command_line(text: str) -> None:
    with pytest.raises(ScenarioErrors, match=r"^--study: "):
        scenario_with(text)
