"""What there is to say about a bot: its weights beside those of its base, its pedigree, its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from analyzer.errors import UserError
from analyzer.scenario.bots import WEIGHTLESS, find_bot, in_units, known_weights, read_bot, staged
from analyzer.scenario.functions import choosers_in, names_function, shipped_functions
from analyzer.scenario.model import Bot, Staged
from analyzer.scenario.named_bots import load_bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import SHIPPED, label, read_toml, shipped_names
from cext.weights import Weight


@dataclass(frozen=True)
class WeightLine:
    """One weight of a bot beside that of its base."""

    weight: Weight
    value: Staged
    base: Staged

    @property
    def differs(self) -> bool:
        """Whether the bot has another value than its base."""
        return self.value != self.base


@dataclass(frozen=True)
class BotSheet:
    """A bot as its file has it; ``called``: what a line-up calls it.

    ``weights``: in the core's order, none for policies that look at none.  ``pedigree``: as it
    stands in the file.
    """

    called: str
    file: str
    bot: Bot
    extends: str | None
    weights: tuple[WeightLine, ...]
    pedigree: Mapping[str, Any]

    @property
    def search(self) -> Mapping[str, Any]:
        """The options of a searching bot by key of its file's table; empty for others."""
        search = self.bot.search
        if search is None:
            return {}
        who = "the bot's own weights" if search.playout is None else search.playout.name
        return {"playouts": search.playouts, "choices": list(search.choices), "playout": who}

    @property
    def base(self) -> str:
        """What its weights are compared with."""
        return self.extends or "the defaults"

    @property
    def differing(self) -> int:
        """How many weights differ from the base's."""
        return sum(line.differs for line in self.weights)


def all_sheets(folder: Path | None = None) -> list[BotSheet]:
    """The sheets of the shipped bots, and of those in a folder.

    Raises:
        UserError: there is no such folder, or it holds no bots.
        ScenarioErrors: a bot of it can't be used.
    """
    problems = Problems()
    sheets: list[BotSheet | None] = [
        _of_file(SHIPPED / "bots" / f"{name}.toml", name, problems) for name in shipped_names("bots")
    ]
    for name in shipped_functions():
        sheets += _of_functions(SHIPPED / "bots" / name, name, problems)
    for path in _bots_in(folder) if folder is not None else ():
        if path.suffix == ".py":
            sheets += _of_functions(path, str(path), problems)
        else:
            sheets.append(_of_file(path, str(path), problems))
    problems.raise_if_any()
    return [sheet for sheet in sheets if sheet is not None]


def bot_sheet(name: str) -> BotSheet:
    """The sheet of a shipped bot, a bot's file or a Python function.

    Raises:
        ScenarioErrors: there is none, or it can't be used.
    """
    problems = Problems()
    sheet: BotSheet | None = None
    if names_function(name):
        bot = load_bot(name, Path(), "granja bots", problems)
        sheet = None if bot is None else _of_function(bot, name)
    elif path := find_bot(name, Path(), "granja bots", problems):
        sheet = _of_file(path, name, problems)
    problems.raise_if_any()
    assert sheet is not None
    return sheet


def _bots_in(folder: Path) -> list[Path]:
    """The files of a folder, and of its folder ``bots``, that have a policy, weights or bots as functions."""
    if not folder.is_dir():
        raise UserError(f"{folder}: there is no such folder; name one with bots in it.")
    patterns = ("*.toml", "*.py", "bots/*.toml", "bots/*.py")
    files = [path for pattern in patterns for path in sorted(folder.glob(pattern))]
    found = [path for path in files if _looks_like_bot(path)]
    if not found:
        raise UserError(f"{folder}: there is no bot in this folder; 'granja new' makes a folder with one.")
    return found


def _looks_like_bot(path: Path) -> bool:
    if path.suffix == ".py":
        return bool(choosers_in(path))
    content = read_toml(path, Problems()) or {}
    return bool({"policy", "weights"} & set(content)) or path.parent.name == "bots"


def _of_file(path: Path, called: str, problems: Problems) -> BotSheet | None:
    bot = read_bot(path, problems)
    content = read_toml(path, problems) or {}
    extends = content.get("extends")
    base = None
    if bot is not None and extends is not None:
        base_path = find_bot(extends, path.parent, f"{label(path)}, `extends`", problems)
        base = read_bot(base_path, problems) if base_path else None
    if bot is None:
        return None
    return BotSheet(called, label(path), bot, extends, _lines(bot, base), _plain(content.get("pedigree", {})))


def _lines(bot: Bot, base: Bot | None) -> tuple[WeightLine, ...]:
    if bot.policy in WEIGHTLESS:
        return ()
    return tuple(
        WeightLine(weight, bot.weights[name], base.weights[name] if base else staged(weight.default))
        for name, weight in known_weights().items()
    )


def _of_functions(path: Path, called: str, problems: Problems) -> list[BotSheet | None]:
    """All bots of a Python file."""
    bots = [load_bot(f"{called}:{name}", Path(), called, problems) for name in choosers_in(path)]
    return [None if bot is None else _of_function(bot, bot.name) for bot in bots]


def _of_function(bot: Bot, called: str) -> BotSheet:
    assert bot.function is not None
    return BotSheet(called, bot.function.path, bot, None, (), {})  # the whole path: it is made to be copied


def _plain(value: Any) -> Any:
    """A TOML value as JSON has it: exact decimals become numbers."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return float(value) if isinstance(value, Decimal) else value


def value_words(value: Staged) -> str:
    """A weight's value, or three where they differ: "0.8 0.7 0.4"."""
    return in_units(value[0]) if len(set(value)) == 1 else " ".join(map(in_units, value))
