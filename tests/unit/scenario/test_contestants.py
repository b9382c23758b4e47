"""Bots named on the command line, and the labels that tell them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import ScenarioErrors, standard_rule_set
from analyzer.scenario.contestants import load_bots

STANDARD = standard_rule_set()


def test_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('name = "balanced"\nextends = "balanced"\n', encoding="utf-8")
    (tmp_path / "yours.toml").write_text('name = "yours"\nextends = "random"\n', encoding="utf-8")
    bots, labels = load_bots(["yours.toml", "first"], STANDARD)
    assert labels == ("yours", "first")
    assert [bot.policy for bot in bots] == ["random", "first"]
    assert load_bots(["balanced", "mine.toml", "first"], STANDARD)[1] == ("balanced", "mine.toml", "first")
    assert load_bots(["first", "first", "first"], STANDARD)[1] == ("first", "first (2)", "first (3)")


def test_all_problems_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.toml").write_text('policy = "balanced"\n[weights]\nsilvr = 1\n', encoding="utf-8")
    with pytest.raises(ScenarioErrors) as error:
        load_bots(["balancd", "odd.toml", "balanced: never play card 99"], STANDARD)
    assert error.value.problems == (
        "bot 1: there is no bot `balancd`, shipped or at this path; did you mean `balanced`?",
        "odd.toml, `weights`: `silvr` is no weight; did you mean `silver`?",
        "bot 3, bot `balanced`, `never play card 99`: the deck has no card 99; its numbers go from 1 to 66.",
    )


def test_what_bots_are_told_tells_them_apart() -> None:
    bots, labels = load_bots(
        ["balanced: never  Buy", "balanced", "balanced: never sell; never buy"], STANDARD
    )
    assert labels == ("balanced: never buy", "balanced", "balanced: never buy; never sell")
    assert [bot.restrictions for bot in bots] == [("never buy",), (), ("never buy", "never sell")]
