"""Scenario files: what is played, by whom, under which rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from analyzer.scenario.draft import flatten, override, replace_table, standard_draft
from analyzer.scenario.line_up import check_length, check_told, read_line_up
from analyzer.scenario.model import Bot, Scenario
from analyzer.scenario.problems import Problems, ScenarioErrors, nearest, suggestion
from analyzer.scenario.rule_set import MOST_PLAYERS, build_rule_set, finish
from analyzer.scenario.sources import SHIPPED, file_remedy, label, read_toml, shipped_names
from analyzer.scenario.studies import read_studies
from analyzer.scenario.tables import COLUMNS

SCENARIO_KEYS: Final = (
    "name", "description", "extends", "players", "line_up", "games", "seed", "studies", "rules", "tables",
)  # fmt: skip
TEXTS: Final = ("name", "description", "extends")
RANGES: Final = {"players": (1, MOST_PLAYERS), "games": (1, 2_000_000_000), "seed": (0, 2**63 - 1)}
NEEDED: Final = {"players": "players = 4", "line_up": 'line_up = ["balanced", "random"]'}
DEFAULT_GAMES: Final = 10_000
DEFAULT_SEED: Final = 1


@dataclass
class ScenarioFile:
    """One file of a chain of ``extends``."""

    path: Path
    content: dict[str, Any]
    dropped: set[str]
    """Keys whose value was of the wrong kind, and those that an unreadable base might have."""

    def where(self, key: str) -> str:
        """The place of a key for messages."""
        return f"{label(self.path)}, `{key}`"


def load_scenario(name_or_path: str) -> Scenario:
    """The scenario of a shipped name or a path, checked whole.

    Raises:
        ScenarioErrors: all problems at once, one sentence each.
    """
    problems = Problems()
    chain = _read_chain(find_scenario(name_or_path), problems, ())
    if not chain:
        problems.raise_if_any()
    settings = {key: (value, file) for file in chain for key, value in file.content.items()}
    players = settings["players"][0] if _has("players", settings, chain, problems) else 0
    line_up: tuple[str, ...] = ()
    bots: tuple[Bot, ...] = ()
    if _has("line_up", settings, chain, problems):
        wanted, file = settings["line_up"]
        where = file.where("line_up")
        if players:
            check_length(wanted, players, f"{where} and {settings['players'][1].where('players')}", problems)
        line_up, bots = read_line_up(wanted, players, file.path.parent, where, problems)
    studies: tuple[str, ...] = ()
    if "studies" in settings:
        wanted, file = settings["studies"]
        studies = read_studies(wanted, file.where("studies"), problems)
    name = chain[-1].content.get("name", chain[-1].path.stem)
    _check_name(name, chain[-1], problems)
    rule_set = build_rule_set(_draft(chain, problems), name, players or MOST_PLAYERS, problems)
    if rule_set is not None:
        check_told(bots, rule_set, f"{chain[-1].where('line_up')}", problems)
    problems.raise_if_any()
    assert rule_set is not None
    rule_set, differences = finish(rule_set)
    return Scenario(
        name=name,
        description=chain[-1].content.get("description", ""),
        players=players,
        line_up=line_up,
        bots=bots,
        games=settings.get("games", (DEFAULT_GAMES, None))[0],
        seed=settings.get("seed", (DEFAULT_SEED, None))[0],
        studies=studies,
        rule_set=rule_set,
        differences=differences,
    )


def find_scenario(name_or_path: str) -> Path:
    """The file of a scenario.

    Raises:
        ScenarioErrors: there is none; names the nearest shipped one.
    """
    if name_or_path in shipped_names():
        return SHIPPED / f"{name_or_path}.toml"
    path = Path(name_or_path)
    if path.is_file():
        return path
    if path.is_dir():
        inside = sorted(file.name for file in path.glob("*.toml"))
        remedy = f"name a file in it, such as {path / inside[0]}" if inside else "name a scenario file"
        raise ScenarioErrors([f"{name_or_path}: this is a folder, not a scenario; {remedy}."])
    nearby = [str(file) for file in path.parent.glob("*.toml")] if path.parent.is_dir() else []
    near = nearest(name_or_path, [*shipped_names(), *nearby])
    remedy = f"did you mean `{near}`?" if near else suggestion(name_or_path, shipped_names())
    end = "" if remedy.endswith("?") else "."
    raise ScenarioErrors([f"There is no scenario `{name_or_path}`, shipped or at this path; {remedy}{end}"])


def _read_chain(path: Path, problems: Problems, seen: tuple[Path, ...]) -> list[ScenarioFile]:
    """The file and those it extends, the base first; empty if the file itself can't be read."""
    content = read_toml(path, problems)
    if content is None:
        return []
    file = ScenarioFile(path, content, set())
    _check_keys(file, problems)
    base = content.get("extends")
    if not isinstance(base, str):
        return [file]
    before = len(problems.sentences)
    chain = _read_base(base, file, problems, seen)
    if len(problems.sentences) > before and not chain:
        file.dropped |= {"players", "line_up"}
    return [*chain, file]


def _read_base(
    base: str, file: ScenarioFile, problems: Problems, seen: tuple[Path, ...]
) -> list[ScenarioFile]:
    path = file.path
    base_path = SHIPPED / f"{base}.toml" if base in shipped_names() else path.parent / base
    if base_path.resolve() in (*seen, path.resolve()):
        problems.add(file.where("extends"), "the scenario extends itself", "name another one")
        return []
    if not base_path.is_file():
        valid = [*shipped_names(), *(other.name for other in path.parent.glob("*.toml"))]
        problems.add(file.where("extends"), f"there is no scenario `{base}`", suggestion(base, valid))
        return []
    return _read_chain(base_path, problems, (*seen, path.resolve()))


def _check_keys(file: ScenarioFile, problems: Problems) -> None:
    """Unknown keys and values of the wrong kind; both are dropped."""
    for key in [*file.content]:
        value = file.content[key]
        if key not in SCENARIO_KEYS:
            problems.unknown(label(file.path), key, "key of a scenario", SCENARIO_KEYS)
        elif key in TEXTS and not isinstance(value, str):
            problems.add(file.where(key), f"`{value}` is no text", "write it in quotes")
        elif key in RANGES:
            low, high = RANGES[key]
            if isinstance(value, bool) or not isinstance(value, int):
                problems.add(
                    file.where(key), f"`{value}` is no whole number", f"write one from {low} to {high}"
                )
            elif not low <= value <= high:
                problems.add(file.where(key), f"{value} is outside {low} to {high}", "use a number within it")
            else:
                continue
        elif key in ("rules", "tables") and not isinstance(value, dict):
            problems.add(file.where(key), "this is no table", f"write it under [{key}]")
        else:
            continue
        del file.content[key]
        file.dropped.add(key)


def _check_name(name: str, file: ScenarioFile, problems: Problems) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        problems.add(
            file.where("name"),
            f"`{name}` can't be the name of a folder everywhere",
            "use letters, digits, - and _",
        )


def _has(key: str, settings: dict[str, Any], chain: list[ScenarioFile], problems: Problems) -> bool:
    """Whether a key that every scenario needs is there; a problem unless its lack has been reported."""
    if key not in settings and not any(key in file.dropped for file in chain):
        problems.add(label(chain[-1].path), f"`{key}` is missing", f"add it, such as {NEEDED[key]}")
    return key in settings


def _draft(chain: list[ScenarioFile], problems: Problems) -> Any:
    draft = standard_draft(problems)
    for file in chain:
        for table, value in file.content.get("tables", {}).items():
            if table not in COLUMNS:
                problems.unknown(file.where("tables"), table, "table", COLUMNS)
            elif not isinstance(value, str):
                problems.add(file.where(f"tables.{table}"), f"`{value}` is no path", "write it in quotes")
            elif (path := file.path.parent / value).is_dir():
                problems.add(
                    file.where(f"tables.{table}"), f"{path} is a folder, not a table", "name a CSV file"
                )
            elif not path.is_file():
                problems.add(file.where(f"tables.{table}"), f"there is no file {path}", file_remedy(path))
            else:
                replace_table(draft, table, path, problems)
        rules = flatten(file.content.get("rules", {}), label(file.path), problems)
        override(draft, rules, label(file.path), problems)
    return draft
