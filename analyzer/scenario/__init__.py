"""Scenarios: files to a checked model to the flat arrays that the core reads."""

from __future__ import annotations

from analyzer.scenario.arrays import to_arrays
from analyzer.scenario.as_data import scenario_from_dict, scenario_to_dict
from analyzer.scenario.bots import bots_array
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
)
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import ScenarioErrors
from analyzer.scenario.rule_set import standard_rule_set
from analyzer.scenario.seating import fair_seating, one_vs_rest, seating

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
    "fair_seating",
    "load_bot",
    "load_scenario",
    "one_vs_rest",
    "provenance",
    "restrict_scenario",
    "scenario_from_dict",
    "scenario_to_dict",
    "seating",
    "standard_rule_set",
    "to_arrays",
]
