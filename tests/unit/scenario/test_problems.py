"""Every kind of problem of scenario files and numbers, with the exact sentence."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.scenario import ScenarioErrors, load_scenario
from tests.unit.scenario.study import BASE, problems, rule_problems, write

SCENARIO_PROBLEMS = [
    ("playrs = 4\n" + BASE, "x.toml: `playrs` is no key of a scenario; did you mean `players`?"),
    (BASE + "games = 0", "x.toml, `games`: 0 is outside 1 to 2000000000; use a number within it."),
    (BASE + 'seed = "a"', "x.toml, `seed`: `a` is no whole number; write one from 0 to 9223372036854775807."),
    (BASE + "players = true", "x.toml, `players`: `True` is no whole number; write one from 1 to 4."),
    (BASE + "name = 3", "x.toml, `name`: `3` is no text; write it in quotes."),
    (
        BASE + 'name = "a/b"',
        "x.toml, `name`: `a/b` can't be the name of a folder everywhere; use letters, digits, - and _.",
    ),
    (BASE + "rules = 3", "x.toml, `rules`: this is no table; write it under [rules]."),
    ('line_up = "random"', "x.toml: `players` is missing; add it, such as players = 4."),
    ("players = 2", 'x.toml: `line_up` is missing; add it, such as line_up = ["balanced", "random"].'),
    (
        BASE + "players = 3",
        (
            "scenarios/four-players.toml, `line_up` and x.toml, `players`: the line-up has 4 bots for 3 players; "
            "name one bot for each, or one for all."
        ),
    ),
    (
        BASE + 'line_up = "balancd"',
        "x.toml, `line_up`: there is no bot `balancd`, shipped or at this path; did you mean `balanced`?",
    ),
    (
        BASE + "line_up = [1, 2]",
        'x.toml, `line_up`: the line-up is no list of bots; write it like ["balanced", "random"].',
    ),
    (
        'extends = "four-player"',
        "x.toml, `extends`: there is no scenario `four-player`; did you mean `four-players`?",
    ),
    ('extends = "x.toml"', "x.toml, `extends`: the scenario extends itself; name another one."),
    (BASE + '[tables]\ndekc = "a.csv"', "x.toml, `tables`: `dekc` is no table; did you mean `deck`?"),
    (BASE + "tables.deck = 3", "x.toml, `tables.deck`: `3` is no path; write it in quotes."),
    (BASE + 'tables.deck = "no.csv"', "x.toml, `tables.deck`: there is no file no.csv; check the path."),
]

RULE_PROBLEMS = [
    ("farm.plais = 3", "x.toml, `farm.plais`: this path is not in the rule set; did you mean `farm.plays`?"),
    ("farm = 3", "x.toml, `farm`: this path is not in the rule set; did you mean `farm.play`?"),
    ("prices.buy.olive = -1", "x.toml, `prices.buy.olive`: -1 is below 0; use a number from 0 to 99."),
    ("prices.sell.pig = 100", "x.toml, `prices.sell.pig`: 100 is above 99; use a number from 0 to 99."),
    ("rounds = 7", "x.toml, `rounds`: 7 is above 6; use a number from 1 to 6."),
    ("dice.per_player = 0", "x.toml, `dice.per_player`: 0 is below 1; use a number from 1 to 3."),
    ("dice.extra = 4", "x.toml, `dice.extra`: 4 is above 3; use a number from 1 to 3."),
    ("dice.solo = 7", "x.toml, `dice.solo`: 7 is above 5; only 5 is allowed."),
    ("setup.order_markers = 7", "x.toml, `setup.order_markers`: 7 is above 6; use a number from 0 to 6."),
    ("end.silver_per_vp = 0", "x.toml, `end.silver_per_vp`: 0 is below 1; use a number from 1 to 99."),
    ("cash.harvest = 4", "x.toml, `cash.harvest`: 4 is above 3; use a number from 0 to 3."),
    ("rounds = 2.5", "x.toml, `rounds`: `2.5` is no whole number; write a number from 1 to 6."),
    ("farm.plays = true", "x.toml, `farm.plays`: `True` is no whole number; write a number from 0 to 99."),
    (
        'extra.payment = "upfront"',
        "x.toml, `extra.payment`: `upfront` is no choice of this option; did you mean `up_front`?",
    ),
    (
        '"siesta.vp.7" = 3',
        "x.toml, `siesta.vp.7`: `siesta.vp` has 7 entries, 0 to 6; give the whole list `siesta.vp` to make it longer.",
    ),
    ('"siesta.vp.0" = "a"', "x.toml, `siesta.vp.0`: `a` is no whole number; write a number from 0 to 99."),
    ("siesta.vp = [1]", "x.toml, `siesta.vp`: the list has 1 entries, one for each space; give it 2 to 16."),
    ("siesta.vp = 3", "x.toml, `siesta.vp`: `3` is no list; write numbers in square brackets."),
    ("roofs.price = [1, 2]", "x.toml, `roofs.price`: the list has 2 entries, one for each round; give it 6."),
    ("buildings.deli.row = []", "x.toml, `buildings.deli.row`: the row has 0 goods; give it 1 to 16."),
    (
        'buildings.deli.row = ["olives"]',
        "x.toml, `buildings.deli.row`: `olives` is no good; did you mean `olive`?",
    ),
    (
        'buildings.deli.row = "olive"',
        'x.toml, `buildings.deli.row`: the row is no list of goods; write it like ["food", "wine"].',
    ),
    (
        "donkeys.back_before_round = 0",
        (
            "scenarios/standard/rules.toml, `donkeys.tokens`: 4 tokens don't last for 6 rounds between their returns; "
            "add tokens or change `donkeys.back_before_round`."
        ),
    ),
    (
        "donkeys.tokens = [{donkeys = 1, hats = 1}]",
        "x.toml, `donkeys.tokens`: there are 1 tokens; give each player 3 to 6.",
    ),
    (
        "donkeys.tokens = [{donkeys = 1, hats = 1}, {donkeys = 1, hats = 1}, {donkeys = 1, hat = 1, hats = 1}]",
        "x.toml, `donkeys.tokens.2`: `hat` is no part of a token; did you mean `hats`?",
    ),
    (
        "donkeys.tokens = [{donkeys = 1, hats = 1}, {donkeys = 1, hats = 1}, {donkeys = 1}]",
        "x.toml, `donkeys.tokens.2.hats`: the number is missing; add it.",
    ),
    (
        '"donkeys.tokens.4.hats" = 1',
        (
            "x.toml, `donkeys.tokens.4.hats`: `donkeys.tokens` has 4 entries, 0 to 3; "
            "give the whole list `donkeys.tokens` to make it longer."
        ),
    ),
    (
        "deck.67.cost = ''",
        "x.toml, `deck.67.cost`: scenarios/standard/deck.csv has no deck 67; check the number.",
    ),
    (
        "deck.1.barow_value = 3",
        "x.toml, `deck.1.barow_value`: `barow_value` is no column that a path can change; did you mean `barrow_value`?",
    ),
    ("deck.1 = 3", "x.toml, `deck.1`: this path names no cell; write it like `deck.23.barrow_value`."),
    (
        "hexes.0.q = 3",
        "x.toml, `hexes.0.q`: `q` is no column that a path can change; use one of value, four_players_only.",
    ),
    ("deck.1.barrow_value = -1", "x.toml, `deck.1.barrow_value`: -1 is below 0; use a number from 0 to 99."),
    (
        "setup.cards = 17",
        (
            "scenarios/standard/deck.csv: the deck has 66 cards, and 4 players are dealt 68; "
            "add cards or lower `setup.cards`."
        ),
    ),
]


@pytest.mark.parametrize(("text", "sentence"), SCENARIO_PROBLEMS)
def test_scenario_problem(tmp_path: Path, text: str, sentence: str) -> None:
    assert problems(tmp_path, text) == [sentence]


@pytest.mark.parametrize(("rules", "sentence"), RULE_PROBLEMS)
def test_rule_problem(tmp_path: Path, rules: str, sentence: str) -> None:
    assert rule_problems(tmp_path, rules) == [sentence]


@pytest.mark.parametrize(("text", "line"), [("games = \n", 2), ("seed = 1\nseed = 2", 3), ("[rules", 2)])
def test_no_toml_names_the_line(tmp_path: Path, text: str, line: int) -> None:
    (sentence,) = problems(tmp_path, BASE + text)
    assert re.fullmatch(rf"x\.toml, line {line}\b.*: this is no TOML \(.+\); mend that line\.", sentence)


@pytest.mark.parametrize("value", ["[" * 100_000, "[" * 40 + "]" * 40])
def test_deep_nesting(tmp_path: Path, value: str) -> None:
    assert problems(tmp_path, f"{BASE}rules.rounds = {value}") == [
        "x.toml: tables or lists are nested more than 20 deep; take the brackets out."
    ]


def test_deep_keys(tmp_path: Path) -> None:
    (sentence,) = problems(tmp_path, f"{BASE}{'.'.join(['rules'] * 30)} = 1")
    assert sentence.startswith("x.toml: tables or lists are nested more than 20 deep")


def test_one_path_with_two_values(tmp_path: Path) -> None:
    twice = '"extra.payment" = "one_at_a_time"\nextra.payment = "up_front"'
    (sentence,) = rule_problems(tmp_path, twice)
    assert sentence == (
        "x.toml, `extra.payment`: both one_at_a_time and up_front stand here; keep one of them."
    )


def test_a_folder_in_the_place_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").mkdir()
    assert problems(tmp_path, f'{BASE}tables.deck = "deck.csv"') == [
        "x.toml, `tables.deck`: deck.csv is a folder, not a table; name a CSV file."
    ]


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    text = BASE + 'gams = 3\nline_up = "nobody"\n[rules]\nfarm.plais = 1\nrounds = 9\ndeck.1.field = "oliv"'
    found = problems(tmp_path, text)
    assert [sentence.partition(":")[0] for sentence in found] == [
        "x.toml",
        "x.toml, `line_up`",
        "x.toml, `farm.plais`",
        "x.toml, `rounds`",
        "x.toml, `deck.1.field`",
    ]


def test_problems_of_a_base_name_its_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE + "[rules]\nrounds = 9\n", encoding="utf-8")
    assert problems(tmp_path, 'extends = "base.toml"') == [
        "base.toml, `rounds`: 9 is above 6; use a number from 1 to 6."
    ]


def test_a_circle_of_scenarios(tmp_path: Path) -> None:
    (tmp_path / "y.toml").write_text('extends = "x.toml"', encoding="utf-8")
    assert problems(tmp_path, 'extends = "y.toml"') == [
        "y.toml, `extends`: the scenario extends itself; name another one."
    ]


def test_two_bots_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "balanced"\nname = "balanced"', encoding="utf-8")
    assert problems(tmp_path, 'players = 2\nline_up = ["balanced", "mine.toml"]') == [
        "x.toml, `line_up`: two bots are called `balanced`; give one of them another `name`."
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "four-playrs",
            "There is no scenario `four-playrs`, shipped or at this path; did you mean `four-players`?",
        ),
        (
            "qqq",
            (
                "There is no scenario `qqq`, shipped or at this path; use one of bountiful-roofs, experts, "
                "four-players, rich-merchant, solo, styles, three-players, two-players."
            ),
        ),
    ],
)
def test_no_such_scenario(name: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        load_scenario(name)
    assert str(caught.value) == sentence


def test_a_folder_is_no_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, BASE)
    with pytest.raises(ScenarioErrors) as caught:
        load_scenario(str(tmp_path))
    assert str(caught.value) == (
        f"{tmp_path}: this is a folder, not a scenario; name a file in it, such as {path}."
    )
