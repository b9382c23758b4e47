"""Bots: files, weights in fixed point, and what can be wrong with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analyzer.scenario import bots, bots_array, load_scenario
from analyzer.scenario.bots import read_bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.vocabulary import POLICIES
from cext.weights import Weight

WEIGHTS = {
    "silver": Weight("silver", 300, -5000, 5000, "worth of a silver"),
    "commodity": Weight("commodity", 1200, 0, 10000, "worth of a commodity"),
}


@pytest.fixture(autouse=True)
def _weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two weights, whatever the policies have."""
    monkeypatch.setattr(bots, "known_weights", lambda: WEIGHTS)


def bot_problems(folder: Path, text: str) -> list[str]:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    assert read_bot(path, problems) is None
    return [sentence.replace(f"{folder}/", "") for sentence in problems.sentences]


def write_bot(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_weights_become_fixed_point(tmp_path: Path) -> None:
    bot = read_bot(write_bot(tmp_path, "mine", 'policy = "balanced"\n[weights]\nsilver = -0.125'), Problems())
    assert bot is not None
    assert bot.name == "mine"
    assert bot.weights == {"silver": (-125,) * 3, "commodity": (1200,) * 3}


def test_a_bot_extends_another(tmp_path: Path) -> None:
    write_bot(tmp_path, "base", 'policy = "random"\ndescription = "d"\n[weights]\nsilver = 1\ncommodity = 2')
    bot = read_bot(write_bot(tmp_path, "mine", 'extends = "base.toml"\n[weights]\nsilver = 3'), Problems())
    assert bot is not None
    assert (bot.name, bot.policy, bot.description) == ("mine", "random", "d")
    assert bot.weights == {"silver": (3000,) * 3, "commodity": (2000,) * 3}


PROBLEMS = [
    ("", "mine.toml: `policy` is missing; use one of first, random, novice, balanced, search."),
    ('policy = "balancd"', "mine.toml, `policy`: `balancd` is no policy; did you mean `balanced`?"),
    ('policy = "first"\nweight = 3', "mine.toml: `weight` is no key of a bot; did you mean `weights`?"),
    ('policy = "first"\nname = 3', "mine.toml, `name`: `3` is no text; write it in quotes."),
    (
        'policy = "first"\nweights = 3',
        "mine.toml, `weights`: the weights are no table; write them under [weights].",
    ),
    (
        'policy = "first"\nweights.silvr = 3',
        "mine.toml, `weights`: `silvr` is no weight; did you mean `silver`?",
    ),
    (
        'policy = "first"\nweights.silver = 5.001',
        "mine.toml, `weights.silver`: 5.001 is outside -5 to 5; use a number within it.",
    ),
    (
        'policy = "first"\nweights.silver = [1, 2]',
        "mine.toml, `weights.silver`: 2 numbers stand here; write one, or three: early, middle, late.",
    ),
    (
        'policy = "first"\nweights.silver = 1.0005',
        "mine.toml, `weights.silver`: 1.0005 has more than three decimals; write 1.",
    ),
    (
        'policy = "first"\nweights.silver = "1"',
        "mine.toml, `weights.silver`: `1` is no number; write one, such as 1.5.",
    ),
    (
        'policy = "first"\nweights.silver = nan',
        "mine.toml, `weights.silver`: `NaN` is no number; write one, such as 1.5.",
    ),
    ('extends = "mine.toml"', "mine.toml, `extends`: the bot extends itself; name another bot."),
    (
        'extends = "balancd"',
        "mine.toml, `extends`: there is no bot `balancd`, shipped or at this path; did you mean `balanced`?",
    ),
]


def test_a_weight_for_each_stage(tmp_path: Path) -> None:
    bot = read_bot(
        write_bot(tmp_path, "mine", 'policy = "balanced"\n[weights]\nsilver = [3, 2, 1]'), Problems()
    )
    assert bot is not None
    assert bot.weights["silver"] == (3000, 2000, 1000)
    assert bots_array((bot,))["weights"][0].reshape(3, -1)[:, 0].tolist() == [3000, 2000, 1000]


@pytest.mark.parametrize(("text", "sentence"), PROBLEMS)
def test_bot_problem(tmp_path: Path, text: str, sentence: str) -> None:
    assert bot_problems(tmp_path, text) == [sentence]


def test_a_scenario_finds_bots_beside_it_in_line_up_order(tmp_path: Path) -> None:
    write_bot(tmp_path, "mine", 'extends = "random"\n[weights]\nsilver = 2')
    path = tmp_path / "x.toml"
    path.write_text('players = 3\nline_up = ["mine.toml", "first", "mine.toml"]', encoding="utf-8")
    scenario = load_scenario(str(path))
    assert scenario.line_up == ("mine", "first", "mine")
    assert [bot.name for bot in scenario.bots] == ["mine", "first"]


def test_one_bot_for_every_seat(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('players = 3\nline_up = "random"', encoding="utf-8")
    assert load_scenario(str(path)).line_up == ("random",) * 3


def test_bots_array(tmp_path: Path) -> None:
    bot = read_bot(write_bot(tmp_path, "mine", 'policy = "balanced"\n[weights]\nsilver = 2'), Problems())
    assert bot is not None
    array = bots_array((bot, bot))
    assert array.shape == (2,)
    assert array["policy"].tolist() == [POLICIES["balanced"]] * 2
    early, middle, late = array["weights"][1].reshape(3, -1).tolist()
    assert early[:3] == [2000, 1200, 0]
    assert early == middle == late
    assert array["weights"].dtype == np.int32
