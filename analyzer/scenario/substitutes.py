"""Other bots in a scenario's seats, as the command line names them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from analyzer.scenario.line_up import check_told
from analyzer.scenario.model import Bot, Scenario
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import Problems


def with_bots(scenario: Scenario, texts: Sequence[str], where: str = "--bot") -> Scenario:
    """The scenario with these bots in the first seats of its line-up.

    Their paths are relative to the working folder.

    Raises:
        ScenarioErrors: a bot can't be used, two of one name differ, or there are more of them than seats.
    """
    problems = Problems()
    if len(texts) > scenario.players:
        wrong = f"{len(texts)} bots for the {scenario.players} seats of {scenario.name}"
        problems.add(where, wrong, "name one for each seat at most")
    named = [load_bot(text, Path(), where, problems) for text in texts]
    problems.raise_if_any()
    others = {bot.name: bot for bot in scenario.bots}
    line_up = [*filter(None, named), *(others[name] for name in scenario.line_up[len(named) :])]
    bots: dict[str, Bot] = {}
    for bot in line_up:
        if bots.setdefault(bot.name, bot) != bot:
            problems.add(where, f"two bots are called `{bot.name}`", "give one of them another `name`")
    check_told(bots.values(), scenario.rule_set, where, problems)
    problems.raise_if_any()
    if not texts:
        return scenario
    names = tuple(bot.name for bot in line_up)
    return msgspec.structs.replace(
        scenario,
        description=f"{scenario.description} Here played by {', '.join(names)}.".strip(),
        line_up=names,
        bots=tuple(bots.values()),
    )
