"""Bots named on the command line, and the labels that tell them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import ScenarioErrors
from analyzer.scenario.contestants import load_bots


def test_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('name = "balanced"\nextends = "balanced"\n', encoding="utf-8")
    (tmp_path / "yours.toml").write_text('name = "yours"\nextends = "random"\n', encoding="utf-8")
    bots, labels = load_bots(["yours.toml", "first"])
    assert labels == ("yours", "first")
    assert [bot.policy for bot in bots] == ["random", "first"]
    assert load_bots(["balanced", "mine.toml", "first"])[1] == ("balanced", "mine.toml", "first")
    assert load_bots(["first", "first", "first"])[1] == ("first", "first (2)", "first (3)")


def test_all_problems_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.toml").write_text('policy = "balanced"\n[weights]\nsilvr = 1\n', encoding="utf-8")
    with pytest.raises(ScenarioErrors) as error:
        load_bots(["balancd", "odd.toml"])
    assert error.value.problems == (
        "bot 1: there is no bot `balancd`, shipped or at this path; did you mean `balanced`?",
        "odd.toml, `weights`: `silvr` is no weight; did you mean `silver`?",
    )
