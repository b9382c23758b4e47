"""The bots that a search names: the one to tune, and those it plays against."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analyzer.scenario.line_up import check_told
from analyzer.scenario.model import Bot, RuleSet
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import Problems


def read_line_ups(
    parent: str, against: Sequence[str], rule_set: RuleSet
) -> tuple[Bot, tuple[tuple[str, tuple[Bot, ...]], ...]]:
    """The parent, and each line-up (bots with commas between) as it was given, with its bots.

    What bots are told must be about things of the rule set.  Raises ScenarioErrors with all problems.
    """
    problems = Problems()
    bot = load_bot(parent, Path(), "BOT", problems)
    check_told([bot] if bot else (), rule_set, "BOT", problems)
    line_ups = []
    for text in against:
        names = [name.strip() for name in text.split(",")]
        where = f"--against {text}"
        found = {name: load_bot(name, Path(), where, problems) for name in dict.fromkeys(names)}
        bots = {name: one for name, one in found.items() if one is not None}
        check_told(bots.values(), rule_set, where, problems)
        line_ups.append((",".join(names), tuple(bots[name] for name in names if name in bots)))
    problems.raise_if_any()
    assert bot is not None
    return bot, tuple(line_ups)
