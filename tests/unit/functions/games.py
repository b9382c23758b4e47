"""Games with Python functions in seats, from the text of a file."""

from __future__ import annotations

from pathlib import Path

from analyzer.scenario import Scenario, load_scenario
from analyzer.scenario.substitutes import with_bots
from analyzer.simulate.plan import Plan, make_plan

HEAD = "def clever(view, options):\n"


def write_bot(folder: Path, body: str, head: str = HEAD) -> str:
    """A file with this body of the function; returns its name as a bot."""
    file = folder / "try.py"
    file.write_text(head + body, encoding="utf-8")
    return f"{file}:clever"


def scenario_with(*bots: str, name: str = "two-players") -> Scenario:
    return with_bots(load_scenario(name), bots)


def plan_with(*bots: str, games: int = 4, seed: int = 3, name: str = "two-players") -> Plan:
    return make_plan(scenario_with(*bots, name=name), games, seed)
