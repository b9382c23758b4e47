"""Checks single files and whole folders of scenarios, sweeps and bots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import UserError
from analyzer.scenario.bots import read_bot
from analyzer.scenario.describe import oddities
from analyzer.scenario.load import load_scenario
from analyzer.scenario.problems import Problems, ScenarioErrors
from analyzer.scenario.scenario_files import SWEEPS, find_scenario, find_sweep, kind_of
from analyzer.scenario.sources import read_toml, shipped_names
from analyzer.scenario.sweep_model import Sweep
from analyzer.scenario.sweeps import load_sweep, shipped_sweeps


@dataclass(frozen=True)
class Finding:
    """What became of one file: a summary of it if it is good, else its problems.  ``sweep``: if it is one."""

    file: str
    summary: str = ""
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    sweep: Sweep | None = None


def check_files(name_or_folder: str) -> list[Finding]:
    """The findings for a scenario, a sweep, a bot's file, or every one of these in a folder.

    Raises:
        UserError: there is nothing to check.
    """
    folder = Path(name_or_folder)
    if not folder.is_dir():
        return [_check_one(str(name_or_folder))]
    files = [
        file for inside in ("", f"{SWEEPS}/", "bots/") for file in sorted(folder.glob(f"{inside}*.toml"))
    ]
    if not files:
        raise UserError(
            f"{folder}: there is no scenario in this folder; 'granja new' makes a folder with one."
        )
    return [_check_one(str(file)) for file in files]


def _check_one(name: str) -> Finding:
    try:
        path = find_sweep(name) if name in shipped_sweeps() else find_scenario(name)
        if _is_sweep(path):
            return _check_sweep(name)
        return _check_bot(path) if _is_bot(path) else _check_scenario(name)
    except ScenarioErrors as errors:
        return Finding(name, problems=errors.problems)


def _is_sweep(path: Path) -> bool:
    """Keys that only a sweep has, or none that tells and the folder of sweeps."""
    kind = kind_of(read_toml(path, Problems()) or {})
    return kind == "sweep" or (kind is None and path.parent.name == SWEEPS)


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


def _check_sweep(name: str) -> Finding:
    """A sweep; notes tell what looks odd in a variant, unless its baseline has it too."""
    sweep = load_sweep(name)
    known = oddities(sweep.baseline)
    notes = [
        f"variant `{variant.name}`: {sentence}"
        for variant, scenario in zip(sweep.variants, sweep.scenarios, strict=True)
        for sentence in oddities(scenario)
        if sentence not in known
    ]
    count = len(sweep.variants)
    variants = f"{count} variant{'s' if count > 1 else ''}"
    summary = f"sweep of {variants} of {sweep.baseline.name}, {sweep.games:,} games of the baseline"
    return Finding(name, summary, notes=tuple(notes), sweep=sweep)
