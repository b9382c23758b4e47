"""Small sweeps for the tests of planning, playing and reading them."""

from __future__ import annotations

from pathlib import Path

from analyzer.scenario import Scenario, load_scenario
from analyzer.scenario.sweep_model import Axis, Setting, Sweep, Variant


def scenario(folder: Path, name: str, rules: str = "", line_up: str = '"random", "first"') -> Scenario:
    """Two quick bots, with changed rules."""
    file = folder / f"{name}.toml"
    file.write_text(
        f'name = "{name}"\nplayers = {len(line_up.split(","))}\nline_up = [{line_up}]\n[rules]\n{rules}\n',
        encoding="utf-8",
    )
    return load_scenario(str(file))


def small_sweep(folder: Path, games: int = 301, seed: int = 3) -> Sweep:
    """A change that counts, one that can't at two players, and another line-up with one game a block."""
    changed = Setting("buildings.merchant_house.income", 5)
    idle = Setting("solo.first_space", 2)
    return Sweep(
        name="small",
        description="What a few things change.",
        baseline=scenario(folder, "base"),
        variants=(
            Variant(
                name="buildings.merchant_house.income = 5",
                folder="buildings.merchant_house.income=5",
                kind="change",
                settings=(changed,),
            ),
            Variant(
                name="solo.first_space = 2",
                folder="solo.first_space=2",
                kind="change",
                index=1,
                settings=(idle,),
            ),
            Variant(
                name="firsts",
                folder="firsts",
                kind="named",
                description="Both take the first option.",
            ),
        ),
        scenarios=(
            scenario(folder, "rich", "buildings.merchant_house.income = 5"),
            scenario(folder, "idle", "solo.first_space = 2"),
            scenario(folder, "firsts", line_up='"first", "first"'),
        ),
        axes=(
            Axis(path=changed.path, baseline=3, values=(5,)),
            Axis(path=idle.path, baseline=3, values=(2,)),
        ),
        games=games,
        seed=seed,
    )
