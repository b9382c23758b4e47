"""Builds the scenarios of a sweep's variants, and gathers their problems by what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from analyzer.scenario.load import Loaded, vary
from analyzer.scenario.model import Scenario
from analyzer.scenario.problems import Problems
from analyzer.scenario.scenario_files import ScenarioFile
from analyzer.scenario.sweep_model import Setting, Variant
from analyzer.scenario.sweep_names import Folders
from analyzer.scenario.sweep_values import value_at


class Builder:
    """Lays changes upon a baseline.  ``variants`` and ``scenarios``: those to be played, in their order.

    ``called``: how messages name the sweep's file.
    """

    def __init__(self, base: Loaded, path: Path, called: str) -> None:
        self.base = base
        self.called = called
        self.variants: list[Variant] = []
        self.scenarios: list[Scenario] = []
        self._path = path
        self._folders = Folders()
        self._names: set[str] = set()
        self._wrong: dict[str, dict[str, None]] = {}

    def build(
        self, name: str, section: str, content: Mapping[str, Any], restrict: Sequence[str] = ()
    ) -> Scenario | None:
        """The scenario of a change; None after a problem.  ``section``: the part of the file it stands in."""
        found = Problems()
        change = ScenarioFile(self._path, dict(content), set(), section)
        scenario = vary(self.base, change, name, restrict, found)
        self.blame(name, found)
        return scenario

    def blame(self, name: str, found: Problems) -> None:
        """Keeps problems of a variant until all variants have been looked at."""
        for sentence in found.sentences:
            self._wrong.setdefault(sentence, {})[name] = None

    def canonical(self, path: str, value: Any) -> Any:
        """A value as a rule set has it, so that equal ones are written alike; itself if it is refused."""
        change = ScenarioFile(self._path, {"rules": {path: value}}, set(), "")
        alone = vary(self.base, change, "", (), Problems())
        return value if alone is None else value_at(alone.rule_set, path)

    def is_baseline(self, scenario: Scenario) -> bool:
        """Whether a scenario has the rules and tables of the baseline."""
        return scenario.rule_set.hash == self.base.scenario.rule_set.hash

    def add(self, variant: Variant, scenario: Scenario) -> None:
        """One more to be played.  Its scenario is named as it is; a name that is taken gets a number."""
        name, number = variant.name, 1
        while name in self._names:
            number += 1
            name = f"{variant.name} ({number})"
        self._names.add(name)
        rule_set = scenario.rule_set
        if rule_set is not self.base.scenario.rule_set and scenario.differences:
            rule_set = msgspec.structs.replace(rule_set, name=name)
        told = variant.description or f"{self.base.scenario.name} with {name}."
        self.variants.append(msgspec.structs.replace(variant, name=name, folder=self._folders.of(name)))
        self.scenarios.append(
            msgspec.structs.replace(scenario, name=name, description=told, rule_set=rule_set)
        )

    def report(self, problems: Problems) -> None:
        """Adds what is wrong, each once, with the first variant that it is wrong with and how many more."""
        for sentence, names in self._wrong.items():
            first, *others = names
            more = f" and {len(others)} {'other' if len(others) == 1 else 'others'}" if others else ""
            problems.sentences.append(f"{self.called}, variant `{first}`{more}: {sentence}")


def settings_of(scenario: Scenario, paths: Sequence[str]) -> tuple[Setting, ...]:
    """What a scenario has at some paths."""
    return tuple(Setting(path, value_at(scenario.rule_set, path)) for path in paths)
