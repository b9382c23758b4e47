"""Every kind of problem of sweep files, with the exact sentence."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import ScenarioErrors, load_scenario
from analyzer.scenario.sweeps import load_sweep
from tests.unit.scenario.study import BASE as SCENARIO

BASE = 'baseline = "four-players"\n'
ONE = "[one_at_a_time]\n"
NAMED = '[[variant]]\nname = "a"\n'

PROBLEMS = [
    (BASE, "x.toml: there is no variant to play; add values other than the baseline's under [one_at_a_time] or [grid], or a [[variant]]."),
    (BASE + ONE + "farm.plays = 1", "x.toml: there is no variant to play; add values other than the baseline's under [one_at_a_time] or [grid], or a [[variant]]."),
    (BASE + 'messures = ["vp"]', "x.toml: `messures` is no key of a sweep; did you mean `measures`?"),
    (BASE + "measures = 3", 'x.toml, `measures`: this is no list of texts; write it like ["vp", "deli.completed"].'),
    (BASE + "games = 0", "x.toml, `games`: 0 is outside 1 to 2000000000; use a number within it."),
    (BASE + 'name = "a/b"', "x.toml, `name`: `a/b` can't be the name of a folder everywhere; use letters, digits, - and _."),
    (BASE + "one_at_a_time = 3", "x.toml, `one_at_a_time`: this is no table; write it under [one_at_a_time]."),
    (BASE + "variant = 3", "x.toml, `variant`: this is no table; write it under [[variant]]."),
    (BASE + "grid = [3]", "x.toml, `grid`: this is no table; write it under [[grid]]."),
    (ONE + "farm.plays = 2", 'x.toml: `baseline` is missing; add it, such as baseline = "four-players".'),
    ('baseline = "four-player"', "x.toml, `baseline`: there is no scenario `four-player`; did you mean `four-players`?"),
    ('baseline = "x.toml"', "x.toml: this is a sweep, not a scenario; play it with 'granja sweep x.toml'."),
    (SCENARIO, "x.toml: this is a scenario, not a sweep; play it with 'granja run x.toml', or name it as the `baseline` of a sweep."),
    (BASE + ONE + "farm.plays = []", "x.toml, [one_at_a_time], `farm.plays`: no value stands here; write some, such as [2, 3, 4]."),
    (BASE + ONE + "farm.plais = [2, 3]", "x.toml, variant `farm.plais = 2` and 1 other: [one_at_a_time], `farm.plais`: this path is not in the rule set; did you mean `farm.plays`?"),
    (BASE + ONE + "farm.plays = [2, 100]", "x.toml, variant `farm.plays = 100`: [one_at_a_time], `farm.plays`: 100 is above 99; use a number from 0 to 99."),
    (BASE + ONE + 'extra.payment = "upfront"', "x.toml, variant `extra.payment = upfront`: [one_at_a_time], `extra.payment`: `upfront` is no choice of this option; did you mean `up_front`?"),
    (BASE + ONE + "deck.23.barow_value = 3", "x.toml, variant `deck.23.barow_value = 3`: [one_at_a_time], `deck.23.barow_value`: `barow_value` is no column that a path can change; did you mean `barrow_value`?"),
    (BASE + ONE + "siesta.vp = [[1], 2]", "x.toml, variant `siesta.vp = [[1] 2]`: [one_at_a_time], `siesta.vp.0`: `[1]` is no whole number; write a number from 0 to 99."),
    (BASE + ONE + "setup.cards = 17", "x.toml, variant `setup.cards = 17`: scenarios/standard/deck.csv: the deck has 66 cards, and 4 players are dealt 68; add cards or lower `setup.cards`."),
    (BASE + ONE + "prices.buy.olive = 0", "x.toml, variant `prices.buy.olive = 0`: [one_at_a_time], `prices.buy.olive`: olive could be had for 0 silver, so a turn could go on for ever (A10); raise the price."),
    (BASE + "[grid]\ncash.silver = [3, 4]", "x.toml, [grid] 1: a grid of 1 path has no combinations; give it two or more, or write them under [one_at_a_time]."),
    (BASE + '[grid]\n"siesta.vp.6" = [3, 4]\n"siesta.vp" = [0, 1, 2]', "x.toml, [grid] 1: `siesta.vp.6` is a part of `siesta.vp`; vary only one of them."),
    (BASE + "[grid]\nname = 3\ncash.silver = 3\nfarm.plays = 2", "x.toml, [grid] 1, `name`: `3` is no text; write it in quotes."),
    (BASE + "[grid]\ncash.silver = [3, 100]\nfarm.plays = [1, 2, 3]", "x.toml, variant `cash.silver = 100, farm.plays = 1` and 2 others: [grid], `cash.silver`: 100 is above 99; use a number from 0 to 99."),
    (BASE + f"[grid]\ncash.silver = {list(range(40))}\nfarm.plays = {list(range(30))}", "x.toml: 1,200 variants are too many; ask for 1,000 at most, with fewer values or a smaller grid."),
    (BASE + '[[variant]]\nrules = { "farm.plays" = 2 }', 'x.toml, [[variant]] 1: the name is missing; add one, such as name = "dear roofs".'),
    (BASE + '[[variant]]\nname = "Baseline"\nline_up = "first"', "x.toml, [[variant]] 1: `Baseline` is the name of what variants are compared with; use another one."),
    (BASE + (NAMED + 'line_up = "first"\n') * 2, "x.toml, [[variant]] 2: another variant is called `a` too; give one of them another name."),
    (BASE + NAMED, "x.toml, variant `a`: [[variant]]: nothing is changed; add rules, tables, line_up or restrict."),
    (BASE + NAMED + "rulez.farm.plays = 2", "x.toml, variant `a`: [[variant]]: `rulez` is no key of a variant; did you mean `rules`?"),
    (BASE + NAMED + "players = 2", "x.toml, variant `a`: [[variant]], `players`: variants have the baseline's 4 players; make another sweep for another number."),
    (BASE + NAMED + 'rules = "x"', "x.toml, variant `a`: [[variant]], `rules`: this is no table; write it under [rules]."),
    (BASE + NAMED + "restrict = 3", 'x.toml, variant `a`: [[variant]], `restrict`: this is no list of texts; write it like ["balanced: never use roofs"].'),
    (BASE + NAMED + 'restrict = ["expert: never buy"]', "x.toml, variant `a`: [[variant]], `restrict`: `expert` is no bot of the line-up; use `balanced`."),
    (BASE + NAMED + 'restrict = ["balanced: never byu"]', "x.toml, variant `a`: [[variant]], `restrict`, bot `balanced`, `never byu`: `byu` can't follow `never`; did you mean `buy`?"),
    (BASE + NAMED + 'line_up = ["first", "first"]', "x.toml, variant `a`: [[variant]], `line_up`: the line-up has 2 bots for 4 players; name one bot for each, or one for all."),
    (BASE + NAMED + 'line_up = "frist"', "x.toml, variant `a`: [[variant]], `line_up`: there is no bot `frist`, shipped or at this path; did you mean `first`?"),
    (BASE + NAMED + 'tables = { dekc = "d.csv" }', "x.toml, variant `a`: [[variant]], `tables`: `dekc` is no table; did you mean `deck`?"),
    (BASE + NAMED + 'tables = { deck = "d.csv" }', "x.toml, variant `a`: [[variant]], `tables.deck`: there is no file d.csv; check the path."),
]  # fmt: skip


def problems(folder: Path, text: str) -> list[str]:
    path = folder / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioErrors) as caught:
        load_sweep(str(path))
    return [sentence.replace(f"{folder}/", "") for sentence in caught.value.problems]


@pytest.mark.parametrize(("text", "sentence"), PROBLEMS)
def test_problem_of_a_sweep(tmp_path: Path, text: str, sentence: str) -> None:
    assert problems(tmp_path, text) == [sentence]


def test_all_problems_of_all_variants_are_told_at_once(tmp_path: Path) -> None:
    told = problems(
        tmp_path,
        BASE
        + "games = 0\n"
        + ONE
        + "cash.silver = [3, -1, 200]\nfarm.plais = 2\n"
        + "[[grid]]\nfarm.plays = [1, 2]\n"
        + "[[grid]]\nfarm.plays = [1, 2]\nrounds = [6, 7]\n"
        + "[[variant]]\nplayers = 3\n"
        + NAMED
        + 'line_up = "frist"\nrules.rounds = 0\n',
    )
    # fmt: off
    assert [sentence.partition("; ")[0] for sentence in told] == [
        "x.toml, `games`: 0 is outside 1 to 2000000000",
        "x.toml, [grid] 1: a grid of 1 path has no combinations",
        "x.toml, [[variant]] 1: the name is missing",
        "x.toml, variant `cash.silver = -1`: [one_at_a_time], `cash.silver`: -1 is below 0",
        "x.toml, variant `cash.silver = 200`: [one_at_a_time], `cash.silver`: 200 is above 99",
        "x.toml, variant `farm.plais = 2`: [one_at_a_time], `farm.plais`: this path is not in the rule set",
        "x.toml, variant `farm.plays = 1, rounds = 7` and 1 other: [grid], `rounds`: 7 is above 6",
        "x.toml, variant `[[variant]] 1`: [[variant]], `players`: variants have the baseline's 4 players",
        "x.toml, variant `a`: [[variant]], `line_up`: there is no bot `frist`, shipped or at this path",
        "x.toml, variant `a`: [[variant]], `rounds`: 0 is below 1",
    ]
    # fmt: on


def test_a_problem_of_the_baseline_is_told_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f"{SCENARIO}rules.rounds = 9", encoding="utf-8")
    assert problems(tmp_path, f'baseline = "mine.toml"\n{ONE}farm.plays = 2') == [
        "mine.toml, `rounds`: 9 is above 6; use a number from 1 to 6."
    ]


def test_what_the_baselines_bots_are_told_must_fit_the_variants_rules(tmp_path: Path) -> None:
    told = 'line_up = "first: deli not before round 5"\n'
    (tmp_path / "mine.toml").write_text(f"{SCENARIO}{told}", encoding="utf-8")
    assert problems(tmp_path, f'baseline = "mine.toml"\n{ONE}rounds = [4, 5]') == [
        "x.toml, variant `rounds = 4`: `line_up` of mine, bot `first`, `deli not before round 5`: there is no round 5; use one from 1 to 4."
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rule-option", "There is no sweep `rule-option`, shipped or at this path; did you mean `rule-options`?"),
        ("four-players", "four-players: this is a scenario, not a sweep; play it with 'granja run four-players', or name it as the `baseline` of a sweep."),
    ],
)  # fmt: skip
def test_no_such_sweep(name: str, sentence: str) -> None:
    with pytest.raises(ScenarioErrors) as caught:
        load_sweep(name)
    assert caught.value.problems == (sentence,)


def test_a_folder_is_no_sweep(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(BASE, encoding="utf-8")
    with pytest.raises(ScenarioErrors) as caught:
        load_sweep(str(tmp_path))
    assert caught.value.problems == (
        f"{tmp_path}: this is a folder, not a sweep; name a file in it, such as {tmp_path}/x.toml.",
    )


def test_a_sweep_is_no_scenario(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(BASE + ONE + "cash.silver = 5", encoding="utf-8")
    for name, sweep in ((str(path), str(path)), ("rule-options", "rule-options")):
        with pytest.raises(ScenarioErrors) as caught:
            load_scenario(name)
        assert caught.value.problems == (
            f"{name}: this is a sweep, not a scenario; play it with 'granja sweep {sweep}'.",
        )


def test_a_file_with_keys_of_both_is_told_which_ones_are_wrong(tmp_path: Path) -> None:
    assert problems(tmp_path, f"{BASE}players = 4\n{ONE}cash.silver = 5") == ["x.toml: `players` is no key of a sweep; use one of name, description, baseline, games, seed, measures, one_at_a_time, grid, variant."]  # fmt: skip
