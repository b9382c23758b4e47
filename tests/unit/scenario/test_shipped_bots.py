"""The bots that come with the program."""

from __future__ import annotations

from itertools import combinations

import pytest

from analyzer.scenario import Bot, bots_array
from analyzer.scenario.bots import FILE_POLICIES, read_bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import SHIPPED, shipped_names


def shipped(name: str) -> Bot:
    problems = Problems()
    bot = read_bot(SHIPPED / "bots" / f"{name}.toml", problems)
    assert problems.sentences == []
    assert bot is not None
    return bot


@pytest.mark.parametrize("name", shipped_names("bots"))
def test_a_shipped_bot_is_what_its_file_is_called_and_says_what_it_does(name: str) -> None:
    bot = shipped(name)
    assert bot.name == name
    assert bot.description.endswith(".")
    assert "\n" not in bot.description


def test_every_policy_has_a_bot_of_its_name() -> None:
    """So whoever writes a bot has one to extend, and to compare with."""
    assert set(FILE_POLICIES) <= set(shipped_names("bots"))
    assert [policy for policy in FILE_POLICIES if shipped(policy).policy != policy] == []


def test_no_two_shipped_bots_are_told_the_same() -> None:
    told = {name: bots_array((shipped(name),)).tobytes() for name in shipped_names("bots")}
    assert [pair for pair in combinations(told, 2) if told[pair[0]] == told[pair[1]]] == []
