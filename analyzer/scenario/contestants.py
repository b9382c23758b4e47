"""The bots of a comparison, as the command line names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from analyzer.errors import UserError
from analyzer.scenario.line_up import check_told
from analyzer.scenario.model import Bot, RuleSet
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import Problems


def load_bots(texts: Sequence[str], rule_set: RuleSet) -> tuple[tuple[Bot, ...], tuple[str, ...]]:
    """The bots of shipped names or paths from here, and a label for each that tells it from the others.

    A label is the bot's name; where two have one name, what was written for them; where that is the
    same too, a number.  ``rule_set``: by which they are to play, for what they are told.

    Raises:
        ScenarioErrors: all problems at once, one sentence each.
    """
    problems = Problems()
    found = [load_bot(text, Path(), f"bot {number}", problems) for number, text in enumerate(texts, 1)]
    for number, bot in enumerate(found, 1):
        check_told([bot] if bot else (), rule_set, f"bot {number}", problems)
    problems.raise_if_any()
    bots = tuple(bot for bot in found if bot is not None)
    named = Counter(bot.name for bot in bots)
    labels = [bot.name if named[bot.name] == 1 else text for bot, text in zip(bots, texts, strict=True)]
    return bots, tuple(_numbered(labels))


def check_players(rule_set: RuleSet, players: int) -> None:
    """Raise UserError unless the deck has cards for so many players."""
    dealt = rule_set.number("setup.cards") * players
    if len(rule_set.deck) < dealt:
        raise UserError(
            f"{rule_set.name}: the deck has {len(rule_set.deck)} cards, and {players} players are dealt "
            f"{dealt}; play at fewer."
        )


def _numbered(labels: Sequence[str]) -> list[str]:
    """Labels with a number at the second, third … of those that are alike."""
    seen: Counter[str] = Counter()
    numbered = []
    for label in labels:
        seen[label] += 1
        numbered.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return numbered
