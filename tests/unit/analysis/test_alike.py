"""Bots that differ in name only."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.analysis.alike import Alike, bots_alike
from analyzer.analysis.summary import Summary, summarise, to_json
from analyzer.recording.store import open_run
from analyzer.scenario import load_scenario, seating
from analyzer.simulate.plan import make_plan
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes

BOT = 'name = "{name}"\npolicy = "random"\n'


def scenario_file(folder: Path, *line_up: str) -> Path:
    """A scenario in which ``my-bot`` and ``your-bot`` are files of their own, as random as ``random``."""
    for name in ("my-bot", "your-bot"):
        (folder / f"{name}.toml").write_text(BOT.format(name=name), encoding="utf-8")
    bots = ", ".join(f'"{bot}.toml"' if bot.endswith("-bot") else f'"{bot}"' for bot in line_up)
    file = folder / "alike.toml"
    file.write_text(
        f'name = "alike"\nplayers = {len(line_up)}\nline_up = [{bots}]\ngames = 60\nseed = 3\n',
        encoding="utf-8",
    )
    return file


def found(folder: Path, *line_up: str) -> tuple[Alike, ...]:
    scenario = load_scenario(str(scenario_file(folder, *line_up)))
    return bots_alike(scenario, [bot.name for bot in scenario.bots], seating(scenario.line_up).tolist())


@pytest.mark.parametrize(
    ("line_up", "by_construction"),
    [
        (("my-bot", "random"), True),
        (("my-bot", "random", "random", "random"), True),
        (("my-bot", "first", "random", "first"), True),
        (("my-bot", "random", "first", "first"), False),  # one always sits before the other
    ],
)
def test_same_policy_and_weights(tmp_path: Path, line_up: tuple[str, ...], by_construction: bool) -> None:
    assert found(tmp_path, *line_up) == (Alike(("my-bot", "random"), by_construction),)


def test_bots_that_differ_are_not_named(tmp_path: Path) -> None:
    assert found(tmp_path, "random", "first", "balanced") == ()


def test_sentences() -> None:
    assert Alike(("a", "b", "c"), True).sentence == (
        "a, b and c play alike: same policy and weights; their difference is 0 by construction."
    )
    assert "only chance and who sits next to whom" in Alike(("a", "b"), False).sentence


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    folder = tmp_path_factory.mktemp("alike")
    plan = make_plan(load_scenario(str(scenario_file(folder, "my-bot", "random", "my-bot", "random"))))
    record(plan, folder / "run", workers=Processes(1))
    return summarise(open_run(folder / "run"))


def test_the_engine_agrees(summary: Summary) -> None:
    """Nothing but the name tells the games of the two apart: every figure is the same."""
    assert summary.alike == (Alike(("my-bot", "random"), True),)
    assert all(share.is_fixed for share in summary.share_by_bot.values())
    assert summary.by_bot["my-bot"] == summary.by_bot["random"]


def test_json_names_them(summary: Summary) -> None:
    assert to_json(summary)["alike"] == [{"bots": ["my-bot", "random"], "by_construction": True}]
