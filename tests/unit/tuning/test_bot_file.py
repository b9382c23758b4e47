"""The tuned bot's file: what it says is what was found, and it stands on its own."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from analyzer.analysis.stats import Estimate
from analyzer.scenario.bots import known_weights, read_bot, staged
from analyzer.scenario.problems import Problems
from analyzer.tuning.bot_file import GAIN, NO_GAIN, WORSE, Tuned, bot_text, verdict
from analyzer.tuning.check import Check, SelfPlay
from analyzer.tuning.evaluation import UNITS
from tests.unit.tuning.searches import BALANCED, settings_of

HAT = known_weights()["hat"].default / 1000
DEFAULTS = {name: staged(weight.default) for name, weight in known_weights().items()}
BOT = msgspec.structs.replace(BALANCED, weights=DEFAULTS | {"silver": (812, 700, 5), "play": staged(2000)})


def estimate(mean: float, half: float = 0.5) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 40, 40, half / 2)


CHECK = Check(
    bot=BOT,
    found_as="last centre",
    gain=estimate(2.0),
    win_gain=estimate(1.0),
    margin_gain=estimate(0.9),
    tables=(),
    self_play=(SelfPlay(2, estimate(64.126), estimate(63.0)), SelfPlay(3, estimate(60.0), estimate(61.0))),
    blocks=40,
    games=500,
)
TUNED = Tuned(settings_of("first", players=(2, 3)), "0123456789ab", 7, 900, CHECK)


def read(path: Path, text: str) -> dict[str, object]:
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    bot = read_bot(path, problems)
    assert problems.sentences == []
    assert bot is not None
    assert bot.policy == "balanced"
    assert bot.weights == BOT.weights
    assert bot.name == path.stem
    return tomllib.loads(text)


def test_it_reads_back_as_the_same_bot(tmp_path: Path) -> None:
    content = read(tmp_path / "new.toml", bot_text("new", TUNED))
    assert list(content) == ["name", "description", "policy", "weights", "pedigree"]
    assert content["weights"] == {"silver": [0.812, 0.7, 0.005], "play": 2.0, "hat": HAT}
    assert content["pedigree"] == {
        "parent": "balanced",
        "against": ["first"],
        "players": [2, 3],
        "objective": "mixed",
        "seed": 1,
        "generations": 7,
        "games": 900,
        "gain": 2.0,
        "gain_low": 1.5,
        "gain_high": 2.5,
        "gain_unit": UNITS["mixed"],
        "verdict": GAIN,
        "checked_blocks": 40,
        "self_play_vp": [63.0, 61.0],
        "parent_self_play_vp": [64.13, 60.0],
        "engine": "0123456789ab",
    }


def test_what_was_searched_is_written_even_at_its_default() -> None:
    """So a changed default changes nothing of the bot."""
    text = bot_text("new", TUNED)
    assert "hat" in TUNED.settings.weights
    assert f"hat = {HAT:g}\n" in text
    assert "commodity" not in text


def test_names_are_quoted(tmp_path: Path) -> None:
    parent = msgspec.structs.replace(BALANCED, name='the "best"\\\tone')
    tuned = replace(TUNED, settings=msgspec.structs.replace(TUNED.settings, parent=parent))
    content = read(tmp_path / "ähren.toml", bot_text("ähren", tuned))
    assert content["pedigree"]["parent"] == parent.name  # type: ignore[index]


@pytest.mark.parametrize(("gain", "words"), [(0.6, GAIN), (0.5, NO_GAIN), (-0.4, NO_GAIN), (-0.6, WORSE)])
def test_verdicts(gain: float, words: str) -> None:
    found = replace(CHECK, gain=estimate(gain))
    assert verdict(found) == words
    assert found.gained == (words == GAIN)
    assert f'verdict = "{words}"' in bot_text("new", replace(TUNED, check=found))


@pytest.mark.parametrize(
    ("told", "lines"),
    [(("never buy", "never sell"), 'restrictions = ["never buy", "never sell"]\n'), ((), "")],
)
def test_what_else_makes_the_bot_stays(tmp_path: Path, told: tuple[str, ...], lines: str) -> None:
    bot = msgspec.structs.replace(BOT, restrictions=told)
    text = bot_text("new", replace(TUNED, check=replace(CHECK, bot=bot)))
    assert f'policy = "balanced"\n{lines}\n[weights]\n' in text
    read(tmp_path / "new.toml", text)
    again = read_bot(tmp_path / "new.toml", Problems())
    assert again is not None
    assert again.restrictions == told


def test_rules_of_a_scenario_are_named(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(TUNED.settings, scenario="rich-merchant")
    content = read(tmp_path / "new.toml", bot_text("new", replace(TUNED, settings=settings)))
    assert content["pedigree"]["scenario"] == "rich-merchant"  # type: ignore[index]


def test_a_pedigree_must_be_a_table(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    file.write_text('policy = "balanced"\npedigree = "noble"\n', encoding="utf-8")
    problems = Problems()
    assert read_bot(file, problems) is None
    assert problems.sentences == [f"{file}, `pedigree`: the pedigree is no table; write it under [pedigree]."]
