"""Checks single files and whole folders of scenarios and bots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import UserError
from analyzer.scenario.bots import read_bot
from analyzer.scenario.describe import oddities
from analyzer.scenario.load import load_scenario
from analyzer.scenario.problems import Problems, ScenarioErrors
from analyzer.scenario.scenario_files import find_scenario
from analyzer.scenario.sources import read_toml, shipped_names


@dataclass(frozen=True)
class Finding:
    """What became of one file: a summary of it if it is good, else its problems."""

    file: str
    summary: str = ""
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def check_files(name_or_folder: str) -> list[Finding]:
    """The findings for a scenario, a bot's file, or every scenario and bot of a folder.

    Raises:
        UserError: there is nothing to check.
    """
    folder = Path(name_or_folder)
    if not folder.is_dir():
        return [_check_one(str(name_or_folder))]
    files = [*sorted(folder.glob("*.toml")), *sorted(folder.glob("bots/*.toml"))]
    if not files:
        raise UserError(
            f"{folder}: there is no scenario in this folder; 'granja new' makes a folder with one."
        )
    return [_check_one(str(file)) for file in files]


def _check_one(name: str) -> Finding:
    try:
        path = find_scenario(name)
        return _check_bot(path) if _is_bot(path) else _check_scenario(name)
    except ScenarioErrors as errors:
        return Finding(name, problems=errors.problems)


def _is_bot(path: Path, seen: tuple[Path, ...] = ()) -> bool:
    """Keys that only a bot has, or none that only a scenario has and a base that is a bot."""
    content = read_toml(path, Problems()) or {}
    if {"policy", "weights", "search", "restrictions", "pedigree"} & set(content):
        return True
    if path.parent.name == "bots":
        return True
    if {"players", "line_up", "rules", "tables", "games", "seed"} & set(content):
        return False
    base = content.get("extends")
    if not isinstance(base, str) or base in shipped_names() or path in seen:
        return False
    below = path.parent / base
    return base in shipped_names("bots") or (below.is_file() and _is_bot(below, (*seen, path)))


def _check_bot(path: Path) -> Finding:
    problems = Problems()
    bot = read_bot(path, problems)
    problems.raise_if_any()
    assert bot is not None
    told = f", told: {'; '.join(bot.restrictions)}" if bot.restrictions else ""
    return Finding(str(path), f"bot {bot.name}, policy {bot.policy}{told}")


def _check_scenario(name: str) -> Finding:
    scenario = load_scenario(name)
    players = f"{scenario.players} player{'s' if scenario.players > 1 else ''}"
    count = len(scenario.differences)
    changed = f"{count} difference{'s' if count > 1 else ''} from standard" if count else "standard rules"
    return Finding(
        name,
        f"{players} ({', '.join(scenario.line_up)}), {changed}",
        notes=tuple(oddities(scenario)),
    )
