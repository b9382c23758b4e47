"""How bots come by restrictions: texts, files, line-ups, `--restrict`, manifests."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.scenario import (
    Bot,
    ScenarioErrors,
    load_bot,
    load_scenario,
    restrict_scenario,
    scenario_from_dict,
    scenario_to_dict,
)
from analyzer.scenario.inspect_files import check_files
from analyzer.scenario.problems import Problems
from tests.unit.scenario.study import load, problems, write


def bot(text: str, base: Path = Path()) -> Bot:
    found = Problems()
    loaded = load_bot(text, base, "here", found)
    found.raise_if_any()
    assert loaded is not None
    return loaded


def bot_problems(text: str, base: Path = Path()) -> list[str]:
    found = Problems()
    assert load_bot(text, base, "here", found) is None
    return [sentence.replace(f"{base}/", "") for sentence in found.sentences]


def test_a_text_names_a_bot_and_what_it_is_told() -> None:
    assert bot("balanced").restrictions == ()
    told = bot("balanced: rush Deli until round 4;  never play helper ;")
    assert told.name == "balanced: never play helper; rush deli until round 4"
    assert told.restrictions == ("never play helper", "rush deli until round 4")
    assert told.weights == bot("balanced").weights


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("balancd: never buy", ["here: there is no bot `balancd`, shipped or at this path; did you mean `balanced`?"]),
        ("balanced:never buy", ["here: there is no bot `balanced:never buy`; put a space after the colon."]),
        ("balanced:", ["here: nothing stands after the colon of `balanced:`; write a restriction or no colon."]),
        ("balanced: ;", ["here: nothing stands after the colon of `balanced: ;`; write a restriction or no colon."]),
        (
            "balanced: never bye; never sel",
            [
                "here, bot `balanced`, `never bye`: `bye` can't follow `never`; did you mean `buy`?",
                "here, bot `balanced`, `never sel`: `sel` can't follow `never`; did you mean `sell`?",
            ],
        ),
        (
            "balanced: rush deli until round 2; never deliver to deli",
            ["here, bot `balanced`: `never deliver to deli` and `rush deli until round 2` contradict each other; leave one of them out."],
        ),
    ],
)  # fmt: skip
def test_texts_that_name_no_bot(text: str, sentences: list[str], tmp_path: Path) -> None:
    assert bot_problems(text, tmp_path) == sentences


def test_a_file_tells_its_bot_and_those_that_extend_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'extends = "balanced"\nrestrictions = ["never sell"]', encoding="utf-8"
    )
    (tmp_path / "mine.toml").write_text(
        'extends = "base.toml"\nrestrictions = ["never play Helper"]', encoding="utf-8"
    )
    assert (bot("base.toml", tmp_path).name, bot("base.toml", tmp_path).restrictions) == (
        "base",
        ("never sell",),
    )
    assert bot("mine.toml", tmp_path).restrictions == ("never play helper", "never sell")
    # The name shows what the text adds to the file's.
    added = bot("mine.toml: never buy; never sell", tmp_path)
    assert added.name == "mine: never buy"
    assert added.restrictions == ("never play helper", "never buy", "never sell")
    assert bot_problems("mine.toml: never token 1 in round 9", tmp_path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('restrictions = "never buy"', 'mine.toml, `restrictions`: this is no list of sentences; write it like ["never play helper", "never buy"].'),
        ("restrictions = [3]", 'mine.toml, `restrictions`: this is no list of sentences; write it like ["never play helper", "never buy"].'),
        ('restrictions = ["never by"]', "mine.toml, `restrictions`, `never by`: `by` can't follow `never`; did you mean `buy`?"),
        (
            'restrictions = ["deli not after round 1", "deli not before round 2"]',
            "mine.toml, `restrictions`: `deli not before round 2` and `deli not after round 1` contradict each other; leave one of them out.",
        ),
        ('name = "my: bot"', "mine.toml, `name`: a colon and a space begin restrictions; leave the colon out."),
        ('restriction = ["never buy"]', "mine.toml: `restriction` is no key of a bot; did you mean `restrictions`?"),
    ],
)  # fmt: skip
def test_problems_of_files(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f'extends = "balanced"\n{text}', encoding="utf-8")
    assert bot_problems("mine.toml", tmp_path) == [sentence]


RULE_PROBLEMS = [
    ("never play card 70", "the deck has no card 70; its numbers go from 1 to 66."),
    ("never place on hexes of value 9", "no hex of the market has the value 9; use one of 2, 3, 4, 5, 6."),
    ("always token 5 in round 2", "no token has 5 donkeys; use one of 1, 2, 3, 4."),
]


@pytest.mark.parametrize(("told", "wrong"), RULE_PROBLEMS)
def test_a_line_up_speaks_of_what_its_rules_have(told: str, wrong: str, tmp_path: Path) -> None:
    text = f'extends = "two-players"\nline_up = ["balanced: {told}", "balanced"]'
    assert problems(tmp_path, text) == [f"x.toml, `line_up`, bot `balanced`, `{told}`: {wrong}"]


def test_rounds_are_those_of_the_game(tmp_path: Path) -> None:
    text = 'extends = "four-players"\nline_up = "first: rush deli until round 5"\n[rules]\nrounds = 4'
    assert problems(tmp_path, text) == [
        "x.toml, `line_up`, bot `first`, `rush deli until round 5`: there is no round 5; use one from 1 to 4."
    ]


def test_tokens_that_are_told_twice_must_be_there_twice(tmp_path: Path) -> None:
    told = "first: always token 4 in round 1; always token 4 in round 3"
    where = "x.toml, `line_up`, bot `first`: "
    assert problems(tmp_path, f'extends = "four-players"\nline_up = "{told}"') == [
        f"{where}`always token 4 in round 1` and `always token 4 in round 3` can't be obeyed: each token serves once in rounds 1 to 3; leave one of them out."
    ]
    every = "; ".join(f"never token {donkeys} in round 6" for donkeys in (1, 2, 3, 4))
    (sentence,) = problems(tmp_path, f'extends = "four-players"\nline_up = "first: {every}"')
    assert "can't be obeyed: each token serves once in rounds 4 to 6" in sentence
    # All are back before round 4, or there are two of them.
    load(tmp_path, 'line_up = "first: always token 4 in round 3; always token 4 in round 4"')
    tokens = ", ".join(f"{{donkeys = {donkeys}, hats = 1}}" for donkeys in (4, 4, 2))
    load(tmp_path, f'line_up = "{told}"\n[rules]\ndonkeys.tokens = [{tokens}]')


def test_a_line_up_tells_bots_apart_by_what_they_are_told(tmp_path: Path) -> None:
    line_up = ["balanced", "balanced: never buy; never sell", "balanced: never sell;  never BUY", "random"]
    scenario = load(tmp_path, f"line_up = {line_up}")
    told = "balanced: never buy; never sell"
    assert scenario.line_up == ("balanced", told, told, "random")
    assert [each.name for each in scenario.bots] == ["balanced", told, "random"]
    assert [each.restrictions for each in scenario.bots] == [(), ("never buy", "never sell"), ()]


def test_every_seat_of_a_bot_is_restricted(tmp_path: Path) -> None:
    scenario = load(tmp_path, 'line_up = ["balanced", "random", "balanced: never buy", "balanced"]')
    told = restrict_scenario(scenario, ["balanced: never sell", "random: never use roofs; never buy"])
    assert told.line_up == (
        "balanced: never sell",
        "random: never use roofs; never buy",
        "balanced: never buy; never sell",
        "balanced: never sell",
    )
    assert [each.restrictions for each in told.bots] == [
        ("never sell",),
        ("never use roofs", "never buy"),
        ("never buy", "never sell"),
    ]
    # Bots that have become the same are one.
    again = restrict_scenario(scenario, ["balanced: never buy", "random: never buy", "random: never sell"])
    assert again.line_up[0] == again.line_up[2] == again.line_up[3] == "balanced: never buy"
    assert [each.name for each in again.bots] == ["balanced: never buy", "random: never buy; never sell"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("randm: never buy", "--restrict: `randm` is no bot of the line-up; did you mean `random`?"),
        ("random", '--restrict: `random` tells the bot nothing; write it like "random: never buy".'),
        ("random: never play card 99", "--restrict, bot `random`, `never play card 99`: the deck has no card 99; its numbers go from 1 to 66."),
        ("random: never by", "--restrict, bot `random`, `never by`: `by` can't follow `never`; did you mean `buy`?"),
        ("balanced: never deliver to deli", "--restrict, bot `balanced`: `never deliver to deli` and `rush deli until round 2` contradict each other; leave one of them out."),
    ],
)  # fmt: skip
def test_restrictions_that_cannot_be_added(text: str, sentence: str, tmp_path: Path) -> None:
    scenario = load(tmp_path, 'line_up = ["random", "random", "random", "balanced: rush deli until round 2"]')
    with pytest.raises(ScenarioErrors) as caught:
        restrict_scenario(scenario, [text])
    assert caught.value.problems == (sentence,)


def test_checking_a_file_says_what_its_bot_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('policy = "random"\nrestrictions = ["never sell", "never buy"]', encoding="utf-8")
    (finding,) = check_files(str(file))
    assert finding.summary == "bot mine, policy random, told: never buy; never sell"


def test_a_manifest_keeps_them(tmp_path: Path) -> None:
    scenario = load_scenario(str(write(tmp_path, 'extends = "solo"\nline_up = "balanced: never buy"')))
    content = scenario_to_dict(scenario)
    assert scenario_from_dict(content) == scenario
    content["bots"][0]["restrictions"] = ["never borrow"]
    with pytest.raises(UserError, match="the restriction `never borrow`, which this version doesn't know"):
        scenario_from_dict(content)
