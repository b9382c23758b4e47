"""Python functions named as bots: found and looked at without being run."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from analyzer.scenario import ScenarioErrors, load_scenario, scenario_from_dict, scenario_to_dict
from analyzer.scenario.functions import choosers_in, names_function, shipped_functions
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import SHIPPED
from analyzer.scenario.substitutes import with_bots

SOURCE = '''"""Bots."""
from other import lent
HALF = 0.5
raise SystemExit("this must not run when a scenario is read")
def clever(view, options):
    """Takes the first.

    Always.
    """
    return 0
def helper(one): ...
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "try.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def problems_of(text: str, folder: Path) -> list[str]:
    problems = Problems()
    assert load_bot(text, folder, "here", problems) is None
    return [sentence.replace(f"{folder}/", "") for sentence in problems.sentences]


@pytest.mark.parametrize("text", ["try.py:clever", "a/b.py:x", "try.py", "try.py:"])
def test_what_names_a_function(text: str) -> None:
    assert names_function(text)


@pytest.mark.parametrize(
    "text", ["balanced", "my/bot.toml", "try.pyc:x", "try.py:never buy", "balanced: never buy"]
)
def test_what_names_none(text: str) -> None:
    assert not names_function(text)


def test_a_function_is_a_bot(folder: Path) -> None:
    bot = load_bot("try.py:clever", folder, "here", Problems())
    assert bot is not None
    assert (bot.name, bot.description, bot.policy, bot.weights) == (
        "try.py:clever",
        "Takes the first.",
        "python",
        {},
    )
    assert bot.function is not None
    assert (bot.function.path, bot.function.name) == (str(folder / "try.py"), "clever")
    assert bot.function.sha256 == hashlib.sha256(SOURCE.encode()).hexdigest()


@pytest.mark.parametrize("name", ["lent", "HALF"])
def test_what_a_file_imports_or_assigns_may_be_a_function_too(folder: Path, name: str) -> None:
    """Whether it is one shows when it runs."""
    assert load_bot(f"try.py:{name}", folder, "here", Problems()) is not None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("try.py:clver", "here: try.py has no function `clver`; did you mean `clever`?"),
        ("try.py", "here: `try.py` names no function; name one in it, such as `try.py:clever`."),
        ("tr.py:clever", "here: there is no file tr.py; did you mean `try.py`?"),
        ("zzz/x.py:clever", "here: there is no file zzz/x.py; check the path."),
        ("empty.py:clever", "here: empty.py has no function `clever`; write one there."),
        ("empty.py", "here: `empty.py` names no function; name one in it, such as `empty.py:my_bot`."),
        ("broken.py:clever", "broken.py, line 2: this is no Python ('(' was never closed); mend it."),
        ("null.py:x", "null.py: this is no Python (source code string cannot contain null bytes); mend it."),
        ("folder.py:clever", "here: folder.py can't be read (Is a directory); name a Python file."),
    ],
)  # fmt: skip
def test_what_can_be_wrong(folder: Path, text: str, sentence: str) -> None:
    (folder / "empty.py").touch()
    (folder / "broken.py").write_text("def clever(view, options):\n    return (0\n", encoding="utf-8")
    (folder / "null.py").write_bytes(b"x = 1\0")
    (folder / "folder.py").mkdir()
    assert problems_of(text, folder) == [sentence]


def test_no_file_has_the_policy_of_functions(folder: Path) -> None:
    (folder / "mine.toml").write_text('policy = "python"\n', encoding="utf-8")
    sentence = "mine.toml, `policy`: `python` is no policy of a file; name the function itself as a bot, "
    assert problems_of("mine.toml", folder) == [sentence + "such as `try.py:clever`."]


def test_a_line_up_may_name_functions(folder: Path) -> None:
    """Their paths are relative to the scenario's file."""
    file = folder / "duel.toml"
    file.write_text('players = 2\nline_up = ["try.py:clever", "first"]\n', encoding="utf-8")
    scenario = load_scenario(str(file))
    assert scenario.line_up == ("try.py:clever", "first")
    assert scenario.bots[0].function is not None
    again = scenario_from_dict(scenario_to_dict(scenario))
    assert again == scenario


def test_other_manifests_say_nothing_of_functions() -> None:
    assert "function" not in scenario_to_dict(load_scenario("two-players"))["bots"][0]


def test_a_manifest_whose_function_is_lost_is_refused(folder: Path) -> None:
    content = scenario_to_dict(with_bots(load_scenario("two-players"), [f"{folder}/try.py:clever"]))
    del content["bots"][0]["function"]
    with pytest.raises(Exception, match="the policy `python` and no function"):
        scenario_from_dict(content)


def test_shipped_functions_are_found_anywhere(tmp_path: Path) -> None:
    assert shipped_functions() == ["example.py"]
    assert choosers_in(SHIPPED / "bots" / "example.py") == ["eager"]
    bot = load_bot("example.py:eager", tmp_path, "here", Problems())
    assert bot is not None
    (tmp_path / "example.py").write_text("def eager(view, options): return 0\n", encoding="utf-8")
    own = load_bot("example.py:eager", tmp_path, "here", Problems())
    assert own is not None
    assert own.function != bot.function


def test_bots_take_the_first_seats_of_a_line_up(folder: Path) -> None:
    scenario = with_bots(load_scenario("four-players"), [f"{folder}/try.py:clever", "random"])
    assert scenario.line_up == (f"{folder}/try.py:clever", "random", "balanced", "balanced")
    assert [bot.name for bot in scenario.bots] == [f"{folder}/try.py:clever", "random", "balanced"]
    assert with_bots(scenario, []) == scenario
    assert with_bots(scenario, ["balanced"] * 4).bots == load_scenario("four-players").bots


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["first"] * 3, "--bot: 3 bots for the 2 seats of two-players; name one for each seat at most."),
        (["rndom"], "--bot: there is no bot `rndom`, shipped or at this path; did you mean `random`?"),
    ],
)
def test_wrong_substitutes(texts: list[str], sentence: str) -> None:
    with pytest.raises(ScenarioErrors) as raised:
        with_bots(load_scenario("two-players"), texts)
    assert raised.value.problems == (sentence,)


def test_two_bots_of_one_name_are_refused_if_they_differ(tmp_path: Path) -> None:
    other = tmp_path / "balanced.toml"
    other.write_text('policy = "first"\n', encoding="utf-8")
    with pytest.raises(ScenarioErrors, match="--bot: two bots are called `balanced`; give one"):
        with_bots(load_scenario("two-players"), [str(other)])
    assert with_bots(load_scenario("two-players"), [str(other)] * 2).line_up == ("balanced", "balanced")
