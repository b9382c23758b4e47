"""The tuned bot as a file: complete in itself, with its pedigree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.scenario.bots import in_units, known_weights, staged
from analyzer.scenario.model import Bot
from analyzer.tuning.check import Check
from analyzer.tuning.evaluation import UNITS
from analyzer.tuning.settings import Settings

NO_GAIN = "no proven gain: the 95 % interval includes 0"
WORSE = "a loss: the whole 95 % interval lies below 0"
GAIN = "a gain: the whole 95 % interval lies above 0"


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a search came to; ``games`` those of all generations and of the check."""

    settings: Settings
    engine: str
    generations: int
    games: int
    check: Check


def verdict(check: Check) -> str:
    """The finding in words."""
    if check.gained:
        return GAIN
    return WORSE if check.gain.high < 0.0 else NO_GAIN


def bot_text(name: str, tuned: Tuned) -> str:
    """The bot's file.

    It holds each weight that was searched or isn't the policy's default, so that it plays the same
    when a default is changed; and nothing of clock or machine.
    """
    bot, settings = tuned.check.bot, tuned.settings
    played = _words([str(count) for count in settings.players])
    lines = [
        f"name = {_quoted(name)}",
        f"description = {_quoted(f'{settings.parent.name}, tuned for one seat at {played} players.')}",
        f"policy = {_quoted(bot.policy)}",
        *(f"{key} = {_value(value)}" for key, value in _beside_weights(bot).items()),
        "",
        "[weights]",
        *(f"{weight} = {value}" for weight, value in _weights(bot, settings).items()),
        "",
        "[pedigree]",
        *(f"{key} = {_value(value)}" for key, value in pedigree(tuned).items()),
    ]
    return "\n".join(lines) + "\n"


def pedigree(tuned: Tuned) -> Mapping[str, object]:
    """Where the bot comes from: points of win share (100 = every game), self-play by number of players."""
    settings, check = tuned.settings, tuned.check
    return {
        "parent": settings.parent.name,
        **({"scenario": settings.scenario} if settings.scenario else {}),
        "against": list(settings.against),
        "players": list(settings.players),
        "objective": settings.objective,
        "seed": settings.seed,
        "generations": tuned.generations,
        "games": tuned.games,
        "gain": round(check.gain.mean, 3),
        "gain_low": round(check.gain.low, 3),
        "gain_high": round(check.gain.high, 3),
        "gain_unit": UNITS[settings.objective],
        "verdict": verdict(check),
        "checked_blocks": check.blocks,
        "self_play_vp": [round(one.vp.mean, 2) for one in check.self_play],
        "parent_self_play_vp": [round(one.parent_vp.mean, 2) for one in check.self_play],
        "engine": tuned.engine,
    }


def _beside_weights(bot: Bot) -> dict[str, object]:
    """What else makes the bot: it stays as it was in the parent."""
    own = {"name", "description", "policy", "weights"}
    found = {key: getattr(bot, key) for key in bot.__struct_fields__ if key not in own}
    return {key: value for key, value in found.items() if value}


def _weights(bot: Bot, settings: Settings) -> dict[str, str]:
    """Weights as a file writes them: one number, or three where they differ by stage."""
    shown = {}
    for name, weight in known_weights().items():
        values = bot.weights[name]
        if name in settings.weights or values != staged(weight.default):
            one = len(set(values)) == 1
            shown[name] = in_units(values[0]) if one else f"[{', '.join(map(in_units, values))}]"
    return shown


def _words(parts: list[str]) -> str:
    """2, 3 and 4."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _value(value: object) -> str:
    """A text, number or list of these in TOML."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return _quoted(value) if isinstance(value, str) else str(value)
