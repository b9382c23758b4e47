"""Bots: a policy, its weights and what it is told, from TOML files and from texts that name them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyzer.scenario.model import Bot, Staged
from analyzer.scenario.problems import Problems, suggestion
from analyzer.scenario.restriction_checks import check_contradictions
from analyzer.scenario.restrictions import parse_restrictions, sentences, tell
from analyzer.scenario.searching import given_search, read_search
from analyzer.scenario.sources import SHIPPED, label, read_toml, shipped_names
from analyzer.scenario.vocabulary import DECISIONS, FUNCTION_POLICY, POLICIES
from cext.weights import WEIGHTS, Weight

SCALE: Final = 1000
"""Weights are whole numbers of 1/SCALE: there is no floating point in the core."""
STAGES: Final = ("early", "middle", "late")
"""Of a game: late are the last two rounds, middle the two before them."""
FILE_POLICIES: Final = tuple(policy for policy in POLICIES if policy != FUNCTION_POLICY)
WEIGHTLESS: Final = ("first", "random", "novice", FUNCTION_POLICY)
"""Policies whose play depends on no weight."""
BOT_KEYS: Final = (
    "name", "description", "policy", "extends", "weights", "search", "restrictions", "pedigree",
)  # fmt: skip


def known_weights() -> dict[str, Weight]:
    """The core's weights by name, in its order; default and range in 1/SCALE."""
    return {weight.name: weight for weight in WEIGHTS}


def load_file(name: str, base: Path, where: str, problems: Problems) -> Bot | None:
    """The bot of a shipped name or a file, relative to the folder ``base``."""
    path = find_bot(name, base, where, problems)
    return read_bot(path, problems) if path else None


def find_bot(name: str, base: Path, where: str, problems: Problems) -> Path | None:
    """The file of a bot: a shipped name, or a path relative to the folder ``base``."""
    if name in shipped_names("bots"):
        return SHIPPED / "bots" / f"{name}.toml"
    path = base / name
    if path.is_file():
        return path
    wrong = f"there is no bot `{name}`, shipped or at this path"
    problems.add(where, wrong, suggestion(name, [*shipped_names("bots"), *_files(base)]))
    return None


def _files(base: Path) -> list[str]:
    return sorted(str(path.relative_to(base)) for path in (*base.glob("*.toml"), *base.glob("bots/*.toml")))


def _load_playout(name: str, base: Path, where: str, problems: Problems) -> Bot | None:
    """The bot that plays another's playouts; it has none of its own, or bots could name each other."""
    path = find_bot(name, base, where, problems)
    return read_bot(path, problems, searches=False) if path else None


def read_bot(path: Path, problems: Problems, *, searches: bool = True) -> Bot | None:
    """The bot of a file, with every weight set; None after a problem.

    Without ``searches`` the bot that plays its playouts is not read.
    """
    before = len(problems.sentences)
    content = _merged(path, problems, ())
    if content is None:
        return None
    where = label(path)
    name = content.get("name", path.stem)
    policy = content.get("policy")
    if policy is None:
        problems.add(where, "`policy` is missing", f"use one of {', '.join(FILE_POLICIES)}")
    elif policy == FUNCTION_POLICY:
        wrong = f"`{policy}` is no policy of a file"
        problems.add(
            f"{where}, `policy`", wrong, "name the function itself as a bot, such as `try.py:clever`"
        )
    elif policy not in FILE_POLICIES:
        problems.unknown(f"{where}, `policy`", str(policy), "policy", FILE_POLICIES)
    weights = _weights(content.get("weights", {}), problems)
    load = _load_playout if searches else None
    search = read_search(content["search"], str(policy), load, problems)
    told = parse_restrictions(content["restrictions"], f"{where}, `restrictions`", problems)
    check_contradictions(told, f"{where}, `restrictions`", problems)
    if len(problems.sentences) > before:
        return None
    return Bot(
        name=name,
        description=content.get("description", ""),
        policy=str(policy),
        weights=weights,
        restrictions=sentences(told),
        search=search,
    )


def _merged(path: Path, problems: Problems, seen: tuple[Path, ...]) -> dict[str, Any] | None:
    """The file's keys over those of the bots it extends, restrictions beside theirs.

    Weights are name -> (value, file).
    """
    where = label(path)
    if path.resolve() in seen:
        problems.add(f"{where}, `extends`", "the bot extends itself", "name another bot")
        return None
    content = read_toml(path, problems)
    if content is None:
        return None
    for key in content:
        if key not in BOT_KEYS:
            problems.unknown(where, key, "key of a bot", BOT_KEYS)
    for key in ("name", "description", "policy", "extends"):
        if key in content and not (isinstance(content[key], str) and content[key]):
            problems.add(f"{where}, `{key}`", f"`{content[key]}` is no text", "write it in quotes")
            content.pop(key)
    if ": " in content.get("name", ""):
        problems.add(f"{where}, `name`", "a colon and a space begin restrictions", "leave the colon out")
    told = content.get("restrictions", [])
    if not isinstance(told, list) or not all(isinstance(text, str) for text in told):
        example = 'write it like ["never play helper", "never buy"]'
        problems.add(f"{where}, `restrictions`", "this is no list of sentences", example)
        told = []
    weights = content.get("weights", {})
    if not isinstance(weights, dict):
        problems.add(f"{where}, `weights`", "the weights are no table", "write them under [weights]")
        weights = {}
    if not isinstance(content.get("pedigree", {}), dict):
        problems.add(f"{where}, `pedigree`", "the pedigree is no table", "write it under [pedigree]")
    merged = dict(content) | {
        "weights": {name: (value, where) for name, value in weights.items()},
        "restrictions": told,
        "search": given_search(content, where, path.parent, problems),
    }
    if "extends" not in content:
        return merged
    base_path = find_bot(content["extends"], path.parent, f"{where}, `extends`", problems)
    base = _merged(base_path, problems, (*seen, path.resolve())) if base_path else None
    if base is None:
        return None
    inherited = {key: value for key, value in base.items() if key in ("policy", "description")}
    tables = {key: base[key] | merged[key] for key in ("weights", "search")}
    return inherited | merged | tables | {"restrictions": [*base["restrictions"], *told]}


def _weights(given: dict[str, tuple[Any, str]], problems: Problems) -> dict[str, Staged]:
    """All weights by stage: those given, the others by default."""
    known = known_weights()
    weights: dict[str, Staged] = {name: staged(weight.default) for name, weight in known.items()}
    for name, (value, file) in given.items():
        where = f"{file}, `weights.{name}`"
        if name not in known:
            problems.unknown(f"{file}, `weights`", name, "weight", known)
        elif not isinstance(value, list):
            weights[name] = staged(_fixed(value, known[name], where, problems))
        elif len(value) != len(STAGES):
            problems.add(
                where, f"{len(value)} numbers stand here", f"write one, or three: {', '.join(STAGES)}"
            )
        else:
            early, middle, late = (_fixed(each, known[name], where, problems) for each in value)
            weights[name] = (early, middle, late)
    return weights


def _fixed(value: Any, weight: Weight, where: str, problems: Problems) -> int:
    """A weight in 1/SCALE; its default after a problem."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        problems.add(where, f"`{value}` is no number", "write one, such as 1.5")
        return weight.default
    fixed = Decimal(value) * SCALE
    if not weight.low <= fixed <= weight.high:
        outside = f"{value} is outside {in_units(weight.low)} to {in_units(weight.high)}"
        problems.add(where, outside, "use a number within it")
    elif fixed != int(fixed):
        problems.add(where, f"{value} has more than three decimals", f"write {round(fixed) / SCALE:g}")
    return int(fixed)


def staged(value: int) -> Staged:
    """One value for all stages."""
    return (value, value, value)


def in_units(fixed: int) -> str:
    """A fixed-point weight as its file writes it: 1500 -> "1.5"."""
    return f"{fixed / SCALE:g}"


def bots_array(bots: tuple[Bot, ...]) -> np.ndarray:
    """The bots as the core's BOT_DTYPE, shape (number of bots,), then those that play their playouts."""
    from cext import core

    behind = [bot.search.playout for bot in bots if bot.search and bot.search.playout]
    array = np.zeros(len(bots) + len(behind), core.BOT_DTYPE)
    next_behind = len(bots)
    for index, bot in enumerate((*bots, *behind)):
        array[index]["policy"] = POLICIES[bot.policy]
        stages = array[index]["weights"].reshape(len(STAGES), -1)
        for place, (name, weight) in enumerate(known_weights().items()):
            stages[:, place] = bot.weights.get(name, staged(weight.default))
        tell(array["restrictions"][index], bot.restrictions)
        if bot.search is None:
            continue
        array[index]["playouts"] = bot.search.playouts
        array[index]["choices"] = sum(1 << DECISIONS[word] for word in set(bot.search.choices))
        if bot.search.playout:
            array[index]["playout"] = next_behind - index
            next_behind += 1
    return array
