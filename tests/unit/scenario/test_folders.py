"""Study folders: made new, checked whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.scenario import load_scenario, standard_rule_set
from analyzer.scenario.find_card import find_card
from analyzer.scenario.inspect_files import check_files
from analyzer.scenario.new_study import create_study
from analyzer.scenario.sources import SHIPPED
from analyzer.scenario.sweeps import load_sweep


def test_a_new_study_is_sound_and_uses_its_own_tables(tmp_path: Path) -> None:
    folder = tmp_path / "a study"
    paths = create_study(folder)
    assert sorted(path.name for path in paths) == [
        "README.md", "deck.csv", "market.csv", "my-bot.toml", "roofs.csv", "scenario.toml", "sweep.toml",
    ]  # fmt: skip
    scenario = load_scenario(str(folder / "scenario.toml"))
    assert scenario.name == "a-study"
    assert scenario.differences == ()
    deck = folder / "deck.csv"
    assert deck.read_bytes() == (SHIPPED / "standard" / "deck.csv").read_bytes()
    deck.write_bytes(deck.read_bytes().replace(b"upgrade_discount 1", b"upgrade_discount 2"))
    assert [d.path for d in load_scenario(str(folder / "scenario.toml")).differences] == ["deck.1.effect"]


def test_its_commands_can_be_pasted(tmp_path: Path) -> None:
    create_study(tmp_path / "my study")
    readme = (tmp_path / "my study" / "README.md").read_text(encoding="utf-8")
    assert f"granja check '{tmp_path}/my study/scenario.toml'" in readme
    assert f"granja sweep '{tmp_path}/my study/sweep.toml'" in readme


def test_a_new_study_has_the_luck_of_the_scenario_it_extends(tmp_path: Path) -> None:
    create_study(tmp_path / "mine")
    study, standard = load_scenario(str(tmp_path / "mine" / "scenario.toml")), load_scenario("four-players")
    assert (study.players, study.line_up, study.bots, study.seed, study.rule_set.hash) == (
        standard.players, standard.line_up, standard.bots, standard.seed, standard.rule_set.hash,
    )  # fmt: skip


def test_a_study_offers_a_sweep_of_its_scenario(tmp_path: Path) -> None:
    create_study(tmp_path / "mine")
    file = tmp_path / "mine" / "sweep.toml"
    sweep = load_sweep(str(file))
    assert (sweep.name, sweep.baseline.name, sweep.games) == ("mine-sweep", "mine", 20_000)
    assert [variant.kind for variant in sweep.variants] == ["change"] * 4
    text = file.read_text("utf-8")
    before, grid, after = text.partition("# [grid]")
    file.write_text(before + (grid + after).removeprefix("# ").replace("\n# ", "\n"), encoding="utf-8")
    kinds = Counter(variant.kind for variant in load_sweep(str(file)).variants)
    assert kinds == {"change": 4, "grid": 8, "named": 1}


def test_a_study_offers_its_own_bot(tmp_path: Path) -> None:
    create_study(tmp_path / "mine")
    file = tmp_path / "mine" / "scenario.toml"
    file.write_text(file.read_text("utf-8").replace("# line_up =", "line_up ="), encoding="utf-8")
    assert load_scenario(str(file)).line_up == ("my-bot", "balanced", "balanced", "balanced")


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        create_study(tmp_path)
    assert str(caught.value) == f"{tmp_path}: this is there already and not an empty folder; name a new one."
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError):
        create_study(tmp_path / "file")
    with pytest.raises(UserError) as caught:
        create_study(tmp_path / "file" / "inside")
    assert str(caught.value).endswith("name another folder.")


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    create_study(tmp_path)
    assert [finding.problems for finding in check_files(str(tmp_path))] == [(), (), ()]


def test_check_of_the_shipped_folder_finds_scenarios_and_bots() -> None:
    findings = {Path(finding.file).name: finding for finding in check_files(str(SHIPPED))}
    assert {"four-players.toml", "solo.toml", "balanced.toml"} <= set(findings)
    assert all(finding.summary and not finding.problems for finding in findings.values())
    assert findings["solo.toml"].summary == "1 player (balanced), standard rules"
    assert findings["rich-merchant.toml"].summary.endswith("2 differences from standard")


def test_check_shows_each_file_with_its_problems(tmp_path: Path) -> None:
    create_study(tmp_path)
    (tmp_path / "broken.toml").write_text('extends = "four-players"\nrules.rounds = 9', encoding="utf-8")
    findings = {Path(finding.file).name: finding for finding in check_files(str(tmp_path))}
    assert findings["broken.toml"].problems == (
        f"{tmp_path}/broken.toml, `rounds`: 9 is above 6; use a number from 1 to 6.",
    )
    assert findings["scenario.toml"].problems == ()
    assert findings["my-bot.toml"].summary == "bot my-bot, policy balanced"


def test_check_of_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        check_files(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "number"), [("1", 1), ("chef", 1), ("Village Elder", 5), ("glaz", 34), (" 66 ", 66)]
)
def test_find_card(text: str, number: int) -> None:
    assert find_card(standard_rule_set(), text).number == number


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("67", "There is no card 67; the deck has 66, 1 to 66."),
        ("cheff", "There is no card `cheff`; did you mean `Chef`?"),
        ("zzz", "There is no card `zzz`; 'granja cards' lists them."),
        (
            "far",
            "`far` fits several cards: Farm Worker (4), Farm Servant (23), Farrier (50); give the number.",
        ),
    ],
)
def test_no_such_card(text: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        find_card(standard_rule_set(), text)
    assert str(caught.value) == sentence
