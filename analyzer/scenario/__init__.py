"""Scenarios: files to a checked model to the flat arrays that the core reads."""

from __future__ import annotations

from analyzer.scenario.arrays import to_arrays
from analyzer.scenario.bots import bots_array, load_bot
from analyzer.scenario.line_up import check_told, restrict_scenario
from analyzer.scenario.load import load_scenario
from analyzer.scenario.model import (
    Bot,
    Card,
    Difference,
    Hex,
    RoofTile,
    RuleSet,
    Scenario,
    provenance,
    scenario_from_dict,
    scenario_to_dict,
)
from analyzer.scenario.problems import ScenarioErrors
from analyzer.scenario.rule_set import standard_rule_set
from analyzer.scenario.seating import seating

__all__ = [
    "Bot",
    "Card",
    "Difference",
    "Hex",
    "RoofTile",
    "RuleSet",
    "Scenario",
    "ScenarioErrors",
    "bots_array",
    "check_told",
    "load_bot",
    "load_scenario",
    "provenance",
    "restrict_scenario",
    "scenario_from_dict",
    "scenario_to_dict",
    "seating",
    "standard_rule_set",
    "to_arrays",
]
