"""The bots that a search names: the one to tune, and those it plays against."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analyzer.scenario.bots import find_bot, read_bot
from analyzer.scenario.model import Bot
from analyzer.scenario.problems import Problems


def read_line_ups(parent: str, against: Sequence[str]) -> tuple[Bot, tuple[tuple[str, tuple[Bot, ...]], ...]]:
    """The parent, and each line-up (bots with commas between) as it was given, with its bots.

    Raises ScenarioErrors with all problems.
    """
    problems = Problems()
    bot = _named(parent, "BOT", problems)
    line_ups = []
    for text in against:
        names = [name.strip() for name in text.split(",")]
        bots = [_named(name, f"--against {text}", problems) for name in names]
        line_ups.append((",".join(names), tuple(one for one in bots if one is not None)))
    problems.raise_if_any()
    assert bot is not None
    return bot, tuple(line_ups)


def _named(text: str, where: str, problems: Problems) -> Bot | None:
    """A bot by shipped name or path; None after a problem."""
    path = find_bot(text, Path(), where, problems)
    return read_bot(path, problems) if path else None
