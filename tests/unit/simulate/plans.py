"""Small plans for the tests of running."""

from __future__ import annotations

from pathlib import Path

from analyzer.scenario import load_scenario
from analyzer.simulate.plan import Plan, make_plan


def plan_of(folder: Path, *line_up: str, games: int, seed: int = 3) -> Plan:
    """A plan of the standard rules with these bots at the seats."""
    words = ", ".join(f'"{bot}"' for bot in line_up)
    file = folder / "small.toml"
    file.write_text(
        f'name = "small"\nplayers = {len(line_up)}\nline_up = [{words}]\ngames = {games}\nseed = {seed}\n',
        encoding="utf-8",
    )
    return make_plan(load_scenario(str(file)))
