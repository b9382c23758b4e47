"""No rule, option, building, helper or roof is without a test.

Rules are found by the names of tests (``test_f7_…``), options and buildings by parameters,
helpers and roofs in the lists ``HELPERS_TESTED`` and ``ROOFS_TESTED`` by which their tests are
parametrised.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from analyzer.scenario.spec import OPTIONS
from analyzer.scenario.vocabulary import BUILDINGS
from tests.rules.rulesets import rule_set

CHAPTERS = {"s": 12, "a": 11, "f": 9, "r": 5, "t": 6, "b": 4, "c": 4, "p": 3, "e": 2, "o": 5}
"""Letter of a chapter -> its number of rules."""
RULES = [f"{letter}{number}" for letter, last in CHAPTERS.items() for number in range(1, last + 1)]
EXAMPLES = range(1, 8)
CARDS = range(1, 67)
HERE = Path(__file__)


class Case(NamedTuple):
    """A test function and the ids of its parameters, one set for each of its parametrisations."""

    name: str
    parameters: tuple[frozenset[str], ...]


def modules() -> Iterator[Any]:
    for path in sorted(HERE.parent.glob("test_*.py")):
        if path != HERE:
            yield importlib.import_module(f"{__package__}.{path.stem}")


def parameters(function: Any) -> Iterator[frozenset[str]]:
    for mark in getattr(function, "pytestmark", ()):
        if mark.name == "parametrize":
            ids = mark.kwargs.get("ids")
            yield frozenset(map(str, mark.args[1] if ids is None or callable(ids) else ids))


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [
        Case(name, tuple(parameters(function)))
        for module in modules()
        for name, function in vars(module).items()
        if name.startswith("test_") and callable(function)
    ]


def listed(name: str) -> set[Any]:
    """The entries of a list of that name in any test module."""
    return {entry for module in modules() for entry in getattr(module, name, ())}


def without_test(wanted: list[str], cases: list[Case]) -> list[str]:
    """Beginnings of test names that no test has."""
    return [word for word in wanted if not any(case.name.startswith(f"test_{word}_") for case in cases)]


def test_every_rule_has_a_test(cases: list[Case]) -> None:
    assert without_test(RULES, cases) == []


def test_no_test_names_a_rule_that_is_not_there(cases: list[Case]) -> None:
    named = {found[1] for case in cases if (found := re.match(r"test_([a-z]\d+)_", case.name))}
    assert named <= set(RULES)


def test_every_worked_example_has_a_test(cases: list[Case]) -> None:
    assert without_test([f"example_{number}" for number in EXAMPLES], cases) == []


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_tested_in_all_settings(option: str, cases: list[Case]) -> None:
    settings = {f"{option}={word}" for word in OPTIONS[option].words}
    assert any(settings <= ids for case in cases for ids in case.parameters)


def test_the_options_are_those_of_the_rule_set() -> None:
    assert set(OPTIONS) == set(rule_set().options)


@pytest.mark.parametrize("start", ["c1", "c2_effect_at_once", "c3_lasting_effect", "c3_option"])
def test_every_building_is_tested(start: str, cases: list[Case]) -> None:
    tested = {
        building
        for case in cases
        if case.name.startswith(f"test_{start}")
        for ids in case.parameters
        for building in ids & set(BUILDINGS)
    }
    assert tested == set(BUILDINGS)


def test_every_helper_is_tested() -> None:
    assert listed("HELPERS_TESTED") == set(CARDS) == {card.number for card in rule_set().deck}


def test_every_roof_is_tested() -> None:
    assert listed("ROOFS_TESTED") == {f"{roof.round}.{roof.slot}" for roof in rule_set().roof_tiles}
