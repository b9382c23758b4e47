"""Bots as they are named everywhere: a shipped name, a file or a function, and what the bot is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from analyzer.scenario.bots import load_file
from analyzer.scenario.functions import function_bot, names_function
from analyzer.scenario.model import Bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.restriction_checks import check_contradictions
from analyzer.scenario.restrictions import parse_restrictions, sentences
from analyzer.scenario.sources import shipped_names


def split_bot(text: str) -> tuple[str, tuple[str, ...]]:
    """A text that names a bot, and what it tells it: "balanced: never buy; never sell"."""
    name, _, told = re.sub(r":\s+", ": ", text.strip(), count=1).partition(": ")
    return name, tuple(part.strip() for part in told.split(";") if part.strip())


def load_bot(text: str, base: Path, where: str, problems: Problems) -> Bot | None:
    """The bot that a text names, wherever bots are named; None after a problem.

    ``text``: a shipped bot, or the path of a file or of a function (``path.py:name``), relative to the
    folder ``base``; after a colon and a space
    restrictions, with semicolons between them.  The bot's name is then the whole text in its
    canonical form.
    """
    name, told = split_bot(text)
    if not told and text.rstrip("; ").endswith(":"):
        problems.add(where, f"nothing stands after the colon of `{text}`", "write a restriction or no colon")
        return None
    if not told and ":" in name and name.partition(":")[0] in shipped_names("bots"):
        problems.add(where, f"there is no bot `{name}`", "put a space after the colon")
        return None
    load = function_bot if names_function(name) else load_file
    bot = load(name, base, where, problems)
    return restrict_bot(bot, told, where, problems) if bot else None


def restrict_bot(bot: Bot, texts: Sequence[str], where: str, problems: Problems) -> Bot | None:
    """The bot with further restrictions; None after a problem.  Its name shows those beyond its file's."""
    before = len(problems.sentences)
    where = f"{where}, bot `{split_bot(bot.name)[0]}`"
    told = parse_restrictions([*bot.restrictions, *texts], where, problems)
    check_contradictions(told, where, problems)
    if len(problems.sentences) > before:
        return None
    name, named = split_bot(bot.name)
    of_file = set(bot.restrictions) - set(named)
    restrictions = sentences(told)
    shown = "; ".join(sentence for sentence in restrictions if sentence not in of_file)
    return msgspec.structs.replace(bot, name=f"{name}: {shown}" if shown else name, restrictions=restrictions)
