"""The bots that a search names: the one to tune, and those it plays against."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analyzer.scenario.line_up import check_told
from analyzer.scenario.model import Bot, RuleSet
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import Problems


def read_line_ups(
    parent: str, against: Sequence[str], rule_set: RuleSet | None = None
) -> tuple[Bot, tuple[tuple[str, tuple[Bot, ...]], ...]]:
    """The parent, and each line-up (bots with commas between) as it was given, with its bots.

    With the rule set that they are to play by what they are told has to fit it.

    Raises ScenarioErrors with all problems.
    """
    problems = Problems()
    bot = load_bot(parent, Path(), "BOT", problems)
    line_ups = []
    for text in against:
        names = [name.strip() for name in text.split(",")]
        bots = [load_bot(name, Path(), f"--against {text}", problems) for name in names]
        line_ups.append((",".join(names), tuple(one for one in bots if one is not None)))
    if rule_set is not None:
        told = [bot, *(one for _, bots in line_ups for one in bots)]
        check_told([one for one in told if one is not None], rule_set, "these rules", problems)
    problems.raise_if_any()
    assert bot is not None
    return bot, tuple(line_ups)
