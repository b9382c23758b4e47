"""Rule sets with overrides by path, as the core's arrays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from analyzer.scenario import RuleSet, ScenarioErrors, to_arrays
from analyzer.scenario.draft import override, standard_draft
from analyzer.scenario.problems import Problems
from analyzer.scenario.rule_set import build_rule_set

Rules = Mapping[str, Any]
"""Path of rules.md section 11 -> value."""


def rule_set(rules: Rules | None = None, players: int = 4) -> RuleSet:
    """The standard rule set with these changes. Raises ScenarioErrors, as loading a file does."""
    return _rule_set(json.dumps(rules or {}), players)


def arrays(rules: Rules | None, players: int) -> np.ndarray:
    """The same as ``core.RULES_DTYPE``; one array for equal rules, not to be written to."""
    return _arrays(json.dumps(rules or {}), players)


def refusal(rules: Rules, players: int = 4) -> list[str]:
    """Why a rule set is refused at load; fails if it isn't."""
    try:
        rule_set(rules, players)
    except ScenarioErrors as errors:
        return list(errors.problems)
    raise AssertionError(f"{rules} is accepted")


@cache
def _rule_set(rules: str, players: int) -> RuleSet:
    problems = Problems()
    draft = standard_draft(problems)
    override(draft, json.loads(rules), "a test", problems)
    built = build_rule_set(draft, "a test", players, problems)
    problems.raise_if_any()
    assert built is not None
    return built


@cache
def _arrays(rules: str, players: int) -> np.ndarray:
    return to_arrays(_rule_set(rules, players), players)
