"""The table [search] of a bot: what it says, what it inherits, and what can be wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.scenario import Bot, bots_array, load_scenario, scenario_from_dict, scenario_to_dict
from analyzer.scenario.bots import read_bot
from analyzer.scenario.model import plays_as
from analyzer.scenario.problems import Problems
from analyzer.scenario.searching import DEFAULT, SEARCHABLE
from analyzer.scenario.vocabulary import DECISIONS, POLICIES

SEARCH = 'policy = "search"\n[search]\n'


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def read(path: Path) -> Bot:
    problems = Problems()
    bot = read_bot(path, problems)
    assert problems.sentences == []
    assert bot is not None
    return bot


def searching(folder: Path, text: str = "", name: str = "mine.toml") -> Bot:
    """A bot of policy search with these lines in its table."""
    return read(write(folder, name, SEARCH + text))


def test_without_a_table_it_searches_as_by_default(tmp_path: Path) -> None:
    assert read(write(tmp_path, "mine.toml", 'policy = "search"\n')).search == DEFAULT
    assert searching(tmp_path, "playouts = 3").search == (type(DEFAULT))(playouts=3, choices=DEFAULT.choices)


def test_choices_are_kept_in_one_order_and_once(tmp_path: Path) -> None:
    search = searching(tmp_path, 'choices = ["hex", "card", "hex"]').search
    assert search is not None
    assert search.choices == ("card", "hex")
    assert searching(tmp_path, f"choices = {list(SEARCHABLE)}").search.choices == SEARCHABLE  # type: ignore[union-attr]


PROBLEMS = [
    ("playouts = 0", "mine.toml, `search.playouts`: `0` is no number of playouts; write one from 1 to 1000."),
    (
        "playouts = 1001",
        "mine.toml, `search.playouts`: `1001` is no number of playouts; write one from 1 to 1000.",
    ),
    (
        "playouts = 2.5",
        "mine.toml, `search.playouts`: `2.5` is no number of playouts; write one from 1 to 1000.",
    ),
    (
        "playouts = true",
        "mine.toml, `search.playouts`: `True` is no number of playouts; write one from 1 to 1000.",
    ),
    (
        'choices = "card"',
        'mine.toml, `search.choices`: this is no list of choices; write some, such as ["card", "die"].',
    ),
    (
        "choices = []",
        'mine.toml, `search.choices`: this is no list of choices; write some, such as ["card", "die"].',
    ),
    (
        'choices = ["card", "dye"]',
        "mine.toml, `search.choices`: `dye` is no choice that can be played forward; did you mean `die`?",
    ),
    ("playout = 3", "mine.toml, `search.playout`: `3` is no bot; write its name in quotes."),
    (
        'playout = "balancd"',
        (
            "mine.toml, `search.playout`: there is no bot `balancd`, shipped or at this path; "
            "did you mean `balanced`?"
        ),
    ),
    (
        'playout = "search"',
        (
            "mine.toml, `search.playout`: a bot of policy `search` can't play the playouts; name one of "
            "policy balanced, novice, random, first."
        ),
    ),
    (
        'playout = "told.toml"',
        (
            "mine.toml, `search.playout`: `told` is told something, which counts in no playout; tell the "
            "searching bot, or leave it out."
        ),
    ),
    (
        'playout = "broken.toml"',
        "broken.toml, `weights`: `silvr` is no weight; did you mean `silver`?",
    ),
    ("playoutes = 3", "mine.toml, `search`: `playoutes` is no key of a search; did you mean `playouts`?"),
]


@pytest.mark.parametrize(("line", "sentence"), PROBLEMS)
def test_a_wrong_line(tmp_path: Path, line: str, sentence: str) -> None:
    write(tmp_path, "told.toml", 'extends = "balanced"\nrestrictions = ["never buy"]\n')
    write(tmp_path, "broken.toml", 'extends = "balanced"\n[weights]\nsilvr = 1\n')
    assert problems_of(write(tmp_path, "mine.toml", SEARCH + line)) == [sentence]


def problems_of(path: Path) -> list[str]:
    problems = Problems()
    assert read_bot(path, problems) is None
    return [sentence.replace(f"{path.parent}/", "") for sentence in problems.sentences]


def test_acts_and_drafts_are_not_searched(tmp_path: Path) -> None:
    """They come too often, or before anything is seen."""
    for word in ("act", "draft"):
        (sentence,) = problems_of(write(tmp_path, "mine.toml", f'{SEARCH}choices = ["{word}"]'))
        assert f"`{word}` is no choice that can be played forward" in sentence


def test_a_table_of_another_policy(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.toml", 'extends = "balanced"\n[search]\nplayouts = 2\n')
    assert problems_of(path) == [
        'mine.toml, `search.playouts`: a bot of policy `balanced` does not search; write policy = "search".'
    ]
    path = write(tmp_path, "mine.toml", 'policy = "search"\nsearch = 3\n')
    assert problems_of(path) == ["mine.toml, `search`: the search is no table; write it under [search]."]


def test_keys_are_inherited_one_by_one(tmp_path: Path) -> None:
    """A path is meant from the file that says it."""
    write(tmp_path, "deep/cheap.toml", 'policy = "novice"\n')
    write(tmp_path, "deep/base.toml", SEARCH + 'playouts = 2\nchoices = ["die"]\nplayout = "cheap.toml"\n')
    child = read(write(tmp_path, "mine.toml", 'extends = "deep/base.toml"\n[search]\nplayouts = 5\n'))
    assert child.search is not None
    assert (child.search.playouts, child.search.choices) == (5, ("die",))
    assert child.search.playout is not None
    assert (child.search.playout.name, child.search.playout.policy) == ("cheap", "novice")
    broken = write(tmp_path, "other.toml", 'extends = "deep/base.toml"\n[search]\nplayout = "cheap.toml"\n')
    assert problems_of(broken)[0].startswith("other.toml, `search.playout`: there is no bot `cheap.toml`")


@pytest.mark.parametrize("playout", ["mine.toml", "child.toml"])
def test_bots_that_name_each_other_are_no_endless_search(tmp_path: Path, playout: str) -> None:
    write(tmp_path, "child.toml", 'extends = "mine.toml"\n')
    (sentence,) = problems_of(write(tmp_path, "mine.toml", f'{SEARCH}playout = "{playout}"\n'))
    assert sentence.startswith(
        "mine.toml, `search.playout`: a bot of policy `search` can't play the playouts;"
    )


def test_names_of_playout_bots_count_for_nothing(tmp_path: Path) -> None:
    write(tmp_path, "one.toml", 'extends = "novice"\nname = "one"\n')
    names = ("one.toml", "novice", "random")
    ways = [plays_as(searching(tmp_path, f'playout = "{name}"')) for name in names]
    assert ways[0] == ways[1] != ways[2]


def test_playout_bots_stand_behind_those_in_seats(tmp_path: Path) -> None:
    plain = read(write(tmp_path, "plain.toml", 'extends = "balanced"\n[weights]\nsilver = 1\n'))
    first = searching(tmp_path, 'playouts = 3\nchoices = ["card", "token"]\nplayout = "novice"', "first.toml")
    own = searching(tmp_path, "playouts = 4", "own.toml")
    last = searching(tmp_path, 'playout = "plain.toml"', "last.toml")
    array = bots_array((first, plain, own, last))
    policies = [POLICIES[word] for word in ("search", "balanced", "search", "search", "novice", "balanced")]
    assert array["policy"].tolist() == policies
    assert array["playouts"].tolist() == [3, 0, 4, DEFAULT.playouts, 0, 0]
    assert array["choices"][0] == 1 << DECISIONS["card"] | 1 << DECISIONS["token"]
    behind = np.arange(len(array)) + array["playout"]
    assert behind.tolist() == [4, 1, 2, 5, 4, 5]
    assert array["weights"][5].tolist() == array["weights"][1].tolist() != array["weights"][4].tolist()


def scenario(folder: Path) -> dict[str, Any]:
    """A scenario with a searching bot as its manifest has it."""
    searching(folder, 'playouts = 2\nplayout = "novice"')
    path = write(folder, "x.toml", 'players = 2\nline_up = ["mine.toml", "balanced"]\n')
    loaded = load_scenario(str(path))
    content = scenario_to_dict(loaded)
    assert scenario_from_dict(content) == loaded
    assert content["bots"][0]["search"]["playout"]["policy"] == "novice"
    return content


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"playouts": 0}, "0 playouts, which is outside 1 to 1000"),
        ({"choices": ["die", "act"]}, "a search of `act`, which this version doesn't know"),
    ],
)
def test_a_search_of_a_manifest_is_checked(tmp_path: Path, changes: dict[str, Any], wrong: str) -> None:
    content = scenario(tmp_path)
    content["bots"][0]["search"].update(changes)
    with pytest.raises(UserError) as caught:
        scenario_from_dict(content)
    assert str(caught.value) == f"manifest.json: the bot mine has {wrong}; run the scenario again."


@pytest.mark.parametrize(
    ("policy", "wrong"),
    [
        ("search", "playouts by the policy `search`, which can't play them"),
        ("python", "playouts by the policy `python`, which can't play them"),
        ("clever", "playouts by the policy `clever`, which can't play them"),
    ],
)
def test_a_playout_bot_of_a_manifest_is_checked(tmp_path: Path, policy: str, wrong: str) -> None:
    content = scenario(tmp_path)
    content["bots"][0]["search"]["playout"]["policy"] = policy
    with pytest.raises(UserError, match=f"the bot mine has {wrong}"):
        scenario_from_dict(content)


def test_weights_of_a_playout_bot_of_a_manifest_are_checked(tmp_path: Path) -> None:
    content = scenario(tmp_path)
    content["bots"][0]["search"]["playout"]["weights"]["luck"] = [1, 1, 1]
    with pytest.raises(
        UserError, match="the bot mine has the weight `luck`, which this version doesn't know"
    ):
        scenario_from_dict(content)


def test_policy_and_search_of_a_manifest_go_together(tmp_path: Path) -> None:
    content = scenario(tmp_path)
    mine, balanced = content["bots"]
    balanced["search"] = mine.pop("search")
    with pytest.raises(UserError, match="the bot mine has the policy `search` and no search; run"):
        scenario_from_dict(content)
    mine["search"] = dict(balanced["search"])
    with pytest.raises(UserError, match="the bot balanced has the policy `balanced` and a search; run"):
        scenario_from_dict(content)
