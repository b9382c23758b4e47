"""Who plays: the line-up of a scenario, and further restrictions for bots in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from analyzer.scenario.model import Bot, RuleSet, Scenario
from analyzer.scenario.named_bots import load_bot, restrict_bot, split_bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.restriction_checks import check_restrictions


def check_length(wanted: Any, players: int, where: str, problems: Problems) -> None:
    """One bot for each player, or one name for all."""
    if _is_list(wanted) and len(wanted) != players:
        problems.add(
            where,
            f"the line-up has {len(wanted)} bots for {players} players",
            "name one bot for each, or one for all",
        )


def _is_list(wanted: Any) -> bool:
    return isinstance(wanted, list) and all(isinstance(name, str) for name in wanted)


def read_line_up(
    wanted: Any, players: int, base: Path, where: str, problems: Problems
) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Names of the bots in line-up order, and the distinct bots; paths are relative to ``base``."""
    wanted = [wanted] * players if isinstance(wanted, str) else wanted
    if not _is_list(wanted):
        problems.add(where, "the line-up is no list of bots", 'write it like ["balanced", "random"]')
        return (), ()
    read = {text: load_bot(text, base, where, problems) for text in dict.fromkeys(wanted)}
    bots: dict[str, Bot] = {}
    files: dict[str, str] = {}
    for text, bot in read.items():
        if bot is None:
            continue
        bots.setdefault(bot.name, bot)
        if files.setdefault(bot.name, split_bot(text)[0]) != split_bot(text)[0]:
            problems.add(where, f"two bots are called `{bot.name}`", "give one of them another `name`")
    return tuple(bot.name for text in wanted if (bot := read[text])), tuple(bots.values())


def check_told(bots: Iterable[Bot], rule_set: RuleSet, where: str, problems: Problems) -> None:
    """Problems of what bots are told with the rules that they are to play by."""
    for bot in bots:
        check_restrictions(bot.restrictions, rule_set, f"{where}, bot `{split_bot(bot.name)[0]}`", problems)


def restrict_scenario(scenario: Scenario, texts: Sequence[str], where: str = "--restrict") -> Scenario:
    """The scenario with further restrictions for every seat of some bots: "BOT: RESTRICTION; …" each.

    BOT is a bot of the line-up, with or without restrictions that it has there.

    Raises:
        ScenarioErrors: a text that names no such bot or tells it nothing, or what it tells can't be told.
    """
    problems = Problems()
    bots = {bot.name: bot for bot in scenario.bots}
    for text in texts:
        name, told = split_bot(text)
        meant = [key for key, bot in bots.items() if name in (bot.name, split_bot(bot.name)[0])]
        if not told:
            problems.add(where, f"`{text}` tells the bot nothing", f'write it like "{name}: never buy"')
        elif not meant:
            known = dict.fromkeys(split_bot(bot.name)[0] for bot in bots.values())
            problems.unknown(where, name, "bot of the line-up", known)
        for key in meant if told else ():
            bots[key] = restrict_bot(bots[key], told, where, problems) or bots[key]
    check_told(bots.values(), scenario.rule_set, where, problems)
    problems.raise_if_any()
    line_up = [bots[name] for name in scenario.line_up]
    return msgspec.structs.replace(
        scenario,
        line_up=tuple(bot.name for bot in line_up),
        bots=tuple({bot.name: bot for bot in line_up}.values()),
    )
