"""Scenario files: what is played, by whom, under which rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from analyzer.scenario.draft import Draft, flatten, override, replace_table, standard_draft
from analyzer.scenario.line_up import check_length, check_told, read_line_up, restrict_scenario
from analyzer.scenario.model import Bot, Difference, RuleSet, Scenario
from analyzer.scenario.problems import Problems, ScenarioErrors
from analyzer.scenario.rule_set import MOST_PLAYERS, build_rule_set, finish
from analyzer.scenario.scenario_files import ScenarioFile, check_name, find_scenario, read_chain
from analyzer.scenario.sources import file_remedy
from analyzer.scenario.studies import read_studies
from analyzer.scenario.tables import COLUMNS

NEEDED: Final = {"players": "players = 4", "line_up": 'line_up = ["balanced", "random"]'}
DEFAULT_GAMES: Final = 10_000
DEFAULT_SEED: Final = 1
Settings: TypeAlias = dict[str, tuple[Any, ScenarioFile]]
"""The value of each key, and the last file that has it."""


@dataclass(frozen=True)
class Loaded:
    """A scenario and what its rule set was made of, so that more can be laid upon it."""

    scenario: Scenario
    draft: Draft


def load_scenario(name_or_path: str) -> Scenario:
    """The scenario of a shipped name or a path, checked whole.

    Raises:
        ScenarioErrors: all problems at once, one sentence each.
    """
    problems = Problems()
    loaded = load_chain(find_scenario(name_or_path), problems)
    problems.raise_if_any()
    assert loaded is not None
    return loaded.scenario


def load_chain(path: Path, problems: Problems) -> Loaded | None:
    """The scenario of a file and those it extends; None after a problem."""
    before = len(problems.sentences)
    chain = read_chain(path, problems)
    if not chain:
        return None
    settings = {key: (value, file) for file in chain for key, value in file.content.items()}
    players = settings["players"][0] if _has("players", settings, chain, problems) else 0
    line_up, bots = _line_up(settings, players, chain, problems)
    studies: tuple[str, ...] = ()
    if "studies" in settings:
        wanted, file = settings["studies"]
        studies = read_studies(wanted, file.where("studies"), problems)
    last = chain[-1]
    name = last.content.get("name", last.path.stem)
    check_name(name, last.where("name"), problems)
    draft = standard_draft(problems)
    for file in chain:
        _lay(draft, file, problems)
    rules = _rules(draft, name, players or MOST_PLAYERS, problems)
    if rules is not None:
        check_told(bots, rules[0], last.where("line_up"), problems)
    if rules is None or len(problems.sentences) > before:
        return None
    scenario = Scenario(
        name=name,
        description=last.content.get("description", ""),
        players=players,
        line_up=line_up,
        bots=bots,
        games=settings.get("games", (DEFAULT_GAMES, None))[0],
        seed=settings.get("seed", (DEFAULT_SEED, None))[0],
        studies=studies,
        rule_set=rules[0],
        differences=rules[1],
    )
    return Loaded(scenario, draft)


def vary(
    base: Loaded, change: ScenarioFile, name: str, restrict: Iterable[str], problems: Problems
) -> Scenario | None:
    """The scenario as if a last file of its chain held this content; None after a problem.

    ``change``: with no other keys than ``rules``, ``tables`` and ``line_up``.
    ``restrict``: what bots of the line-up are told besides, as `granja run --restrict` takes it.
    """
    before = len(problems.sentences)
    scenario = base.scenario
    line_up, bots, where = scenario.line_up, scenario.bots, f"`line_up` of {scenario.name}"
    if "line_up" in change.content:
        wanted, where = change.content["line_up"], change.where("line_up")
        check_length(wanted, scenario.players, where, problems)
        line_up, bots = read_line_up(wanted, scenario.players, change.path.parent, where, problems)
    rules: tuple[RuleSet, tuple[Difference, ...]] | None = scenario.rule_set, scenario.differences
    if change.content.get("rules") or change.content.get("tables"):
        draft = base.draft.copy()
        _lay(draft, change, problems)
        rules = _rules(draft, name, scenario.players, problems)
    if rules is not None:
        check_told(bots, rules[0], where, problems)
    if rules is None or len(problems.sentences) > before:
        return None
    varied = msgspec.structs.replace(
        scenario,
        name=name,
        line_up=line_up,
        bots=bots,
        rule_set=rules[0],
        differences=rules[1],
    )
    try:
        return restrict_scenario(varied, tuple(restrict), change.where("restrict"))
    except ScenarioErrors as errors:
        problems.sentences.extend(errors.problems)
        return None


def _line_up(
    settings: Settings, players: int, chain: list[ScenarioFile], problems: Problems
) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Names of the bots in line-up order, and the distinct bots; 0 players are a problem told before."""
    if not _has("line_up", settings, chain, problems):
        return (), ()
    wanted, file = settings["line_up"]
    if players:
        both = f"{file.where('line_up')} and {settings['players'][1].where('players')}"
        check_length(wanted, players, both, problems)
    return read_line_up(wanted, players, file.path.parent, file.where("line_up"), problems)


def _has(key: str, settings: Settings, chain: list[ScenarioFile], problems: Problems) -> bool:
    """Whether a key that every scenario needs is there; a problem unless its lack has been reported."""
    if key not in settings and not any(key in file.dropped for file in chain):
        problems.add(chain[-1].called, f"`{key}` is missing", f"add it, such as {NEEDED[key]}")
    return key in settings


def _rules(
    draft: Draft, name: str, players: int, problems: Problems
) -> tuple[RuleSet, tuple[Difference, ...]] | None:
    """The rule set of a draft and what differs from the standard one; None after a problem."""
    before = len(problems.sentences)
    rule_set = build_rule_set(draft, name, players, problems)
    if rule_set is None or len(problems.sentences) > before:
        return None
    return finish(rule_set)


def _lay(draft: Draft, file: ScenarioFile, problems: Problems) -> None:
    """Puts the tables and rules of a file into the place of earlier ones."""
    for table, value in file.content.get("tables", {}).items():
        where = file.where(f"tables.{table}")
        if table not in COLUMNS:
            problems.unknown(file.where("tables"), table, "table", COLUMNS)
        elif not isinstance(value, str):
            problems.add(where, f"`{value}` is no path", "write it in quotes")
        elif (path := file.path.parent / value).is_dir():
            problems.add(where, f"{path} is a folder, not a table", "name a CSV file")
        elif not path.is_file():
            problems.add(where, f"there is no file {path}", file_remedy(path))
        else:
            replace_table(draft, table, path, problems)
    rules = flatten(file.content.get("rules", {}), file.called, problems)
    override(draft, rules, file.called, problems)
