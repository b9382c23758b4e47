"""A scenario as a run's manifest keeps it, and back, checked for what this version can play."""

from __future__ import annotations

from typing import Any

import msgspec

from analyzer.errors import UserError
from analyzer.scenario.model import Bot, Scenario
from analyzer.scenario.problems import Problems
from analyzer.scenario.restrictions import parse_restriction
from analyzer.scenario.searching import SEARCH_POLICY, wrong_with_search
from analyzer.scenario.vocabulary import FUNCTION_POLICY, POLICIES
from cext.weights import WEIGHTS


def scenario_to_dict(scenario: Scenario) -> dict[str, Any]:
    """The whole scenario as JSON-ready values, for a run's manifest."""
    content: dict[str, Any] = msgspec.to_builtins(scenario)
    return content


def scenario_from_dict(content: dict[str, Any], file: str = "manifest.json") -> Scenario:
    """The scenario of ``scenario_to_dict``, as ``file`` holds it.

    Raises:
        UserError: it is no scenario, or its bots are none that this version can play.
    """
    try:
        scenario = msgspec.convert(content, Scenario)
    except msgspec.ValidationError as error:
        raise UserError(f"{file}: the scenario can't be read ({error}); run it again.") from error
    for bot in scenario.bots:
        if wrong := _wrong_with(bot):
            raise UserError(f"{file}: the bot {bot.name} has {wrong}; run the scenario again.")
    return scenario


def _wrong_with(bot: Bot) -> str | None:
    """What of a bot this version can't play, in words."""
    if bot.policy not in POLICIES:
        return f"the policy `{bot.policy}`, which this version doesn't know"
    if (bot.policy == FUNCTION_POLICY) != (bot.function is not None):
        return f"the policy `{bot.policy}` and {'no' if bot.function is None else 'a'} function"
    if wrong := _wrong_with_weights(bot):
        return wrong
    for text in bot.restrictions:
        if parse_restriction(text, "", Problems()) is None:
            return f"the restriction `{text}`, which this version doesn't know"
    if (bot.policy == SEARCH_POLICY) != (bot.search is not None):
        return f"the policy `{bot.policy}` and {'no' if bot.search is None else 'a'} search"
    if bot.search is None:
        return None
    return wrong_with_search(bot.search) or (bot.search.playout and _wrong_with(bot.search.playout)) or None


def _wrong_with_weights(bot: Bot) -> str | None:
    ranges = {weight.name: (weight.low, weight.high) for weight in WEIGHTS}
    for name, values in bot.weights.items():
        if name not in ranges:
            return f"the weight `{name}`, which this version doesn't know"
        low, high = ranges[name]
        for value in values:
            if not low <= value <= high:
                return f"{value} for the weight `{name}`, which is outside {low} to {high}"
    return None
