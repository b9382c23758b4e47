"""The three ways to ask for variants: one value at a time, all combinations, and changes under a name."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from itertools import combinations, product
from typing import Any, Final

from analyzer.scenario.draft import flatten
from analyzer.scenario.keys import Keys, drop_unusable
from analyzer.scenario.problems import Problems
from analyzer.scenario.sweep_builder import Builder, settings_of
from analyzer.scenario.sweep_model import BASELINE, Axis, Grid, Setting, Variant
from analyzer.scenario.sweep_values import value_at, value_text, values_of

MOST_VARIANTS: Final = 1000
ONE_AT_A_TIME: Final = "one_at_a_time"
VARIANT: Final = "[[variant]]"
"""How messages name a variant's part of the file."""
VARIANT_KEYS: Final = Keys(
    "key of a variant",
    ("name", "description", "rules", "tables", "line_up", "restrict"),
    texts=("name", "description"),
    tables=("rules", "tables"),
)


def read_values(content: Mapping[str, Any], where: str, problems: Problems) -> dict[str, list[Any]]:
    """Path -> the values that a part of a sweep gives it; paths without any are problems."""
    found = {}
    for path, given in flatten(dict(content), where, problems).items():
        found[path] = values_of(path, given)
        if not found[path]:
            problems.add(f"{where}, `{path}`", "no value stands here", "write some, such as [2, 3, 4]")
    return found


def add_changes(builder: Builder, values: Mapping[str, list[Any]]) -> tuple[Axis, ...]:
    """One variant for each value of each path; those that come to the baseline's rules are left out."""
    axes = []
    for index, (path, given) in enumerate(values.items()):
        kept = []
        for value in given:
            scenario = builder.build(_named({path: value}), f"[{ONE_AT_A_TIME}]", {"rules": {path: value}})
            if scenario is None:
                continue
            (setting,) = settings_of(scenario, (path,))
            if setting.value in kept:
                continue
            kept.append(setting.value)
            if not builder.is_baseline(scenario):
                name = _named({path: setting.value})
                variant = Variant(name=name, folder="", kind="change", index=index, settings=(setting,))
                builder.add(variant, scenario)
        axes.append(_axis(builder, path, kept))
    return tuple(axes)


def check_grid(values: Mapping[str, list[Any]], where: str, problems: Problems) -> None:
    """Problems of a grid as a whole: too few paths, too many cells, paths that hold each other."""
    if len(values) < 2:
        wrong = f"a grid of {len(values)} path{'' if len(values) == 1 else 's'} has no combinations"
        problems.add(where, wrong, f"give it two or more, or write them under [{ONE_AT_A_TIME}]")
    for one, other in combinations(values, 2):
        whole, part = sorted((one, other), key=len)
        if part.startswith(f"{whole}."):
            problems.add(where, f"`{part}` is a part of `{whole}`", "vary only one of them")


def cells(values: Mapping[str, list[Any]]) -> int:
    """How many combinations there are."""
    return math.prod(map(len, values.values()))


def add_grid(builder: Builder, index: int, name: str, values: Mapping[str, list[Any]], where: str) -> Grid:
    """One variant for each combination; the one that comes to the baseline's rules is left out."""
    axes = []
    for path, given in values.items():
        kept: list[Any] = []
        for value in given:
            known = builder.canonical(path, value)
            if known not in kept:
                kept.append(known)
        axes.append(_axis(builder, path, kept))
    paths = [axis.path for axis in axes]
    for cell in product(*(axis.values for axis in axes)):
        rules = dict(zip(paths, cell, strict=True))
        scenario = builder.build(_named(rules), where, {"rules": rules})
        if scenario is not None and not builder.is_baseline(scenario):
            settings = tuple(Setting(path, value) for path, value in rules.items())
            variant = Variant(name=_named(rules), folder="", kind="grid", index=index, settings=settings)
            builder.add(variant, scenario)
    return Grid(name=name or " by ".join(paths), axes=tuple(axes))


def add_named(
    builder: Builder, number: int, content: dict[str, Any], taken: set[str], problems: Problems
) -> None:
    """The variant of a [[variant]] table: any changes at once.  ``taken``: names; its own is added."""
    name = _name(f"{builder.called}, {VARIANT} {number}", content.get("name"), taken, problems)
    taken.add(name)
    found = Problems()
    restrict = _check_named(content, builder.base.scenario.players, found)
    builder.blame(name, found)
    changed = {key: value for key, value in content.items() if key in ("rules", "tables", "line_up")}
    scenario = builder.build(name, VARIANT, changed, restrict)
    if scenario is None:
        return
    paths = tuple(flatten(content.get("rules", {}), "", Problems()))
    told = [content.get("description", ""), *_beside_rules(content, restrict)]
    variant = Variant(
        name=name,
        folder="",
        kind="named",
        settings=settings_of(scenario, paths),
        description=" ".join(filter(None, told)),
    )
    builder.add(variant, scenario)


def _check_named(content: dict[str, Any], players: int, found: Problems) -> list[str]:
    """Takes what can't be used out of a [[variant]] table, and returns its restrictions."""
    if content.pop("players", None) is not None:
        wrong = f"variants have the baseline's {players} players"
        found.add(f"{VARIANT}, `players`", wrong, "make another sweep for another number")
    drop_unusable(content, VARIANT_KEYS, VARIANT, lambda key: f"{VARIANT}, `{key}`", found)
    restrict = content.get("restrict", [])
    if not isinstance(restrict, list) or not all(isinstance(text, str) for text in restrict):
        example = 'write it like ["balanced: never use roofs"]'
        found.add(f"{VARIANT}, `restrict`", "this is no list of texts", example)
        return []
    if not found.sentences and not any(
        content.get(key) for key in ("rules", "tables", "line_up", "restrict")
    ):
        found.add(VARIANT, "nothing is changed", "add rules, tables, line_up or restrict")
    return restrict


def _name(place: str, given: Any, taken: Collection[str], problems: Problems) -> str:
    """The name of a [[variant]]; its place in the file if it has none."""
    if not isinstance(given, str) or not given.strip():
        problems.add(place, "the name is missing", 'add one, such as name = "dear roofs"')
        return place.rpartition(", ")[2]
    name = " ".join(given.split())
    if name.casefold() == BASELINE:
        problems.add(place, f"`{name}` is the name of what variants are compared with", "use another one")
    if name in taken:
        problems.add(place, f"another variant is called `{name}` too", "give one of them another name")
    return name


def _beside_rules(content: Mapping[str, Any], restrict: list[str]) -> list[str]:
    """Sentences about what a named variant changes beside the rule set's paths."""
    tables = [f"Table {table}: {path}." for table, path in content.get("tables", {}).items()]
    line_up = content.get("line_up")
    played = ", ".join([line_up] if isinstance(line_up, str) else line_up or ())
    told = [f"Told: {text}." for text in restrict]
    return [*tables, *([f"Played by {played}."] if played else []), *told]


def _axis(builder: Builder, path: str, values: list[Any]) -> Axis:
    return Axis(path=path, baseline=value_at(builder.base.scenario.rule_set, path), values=tuple(values))


def _named(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{path} = {value_text(value)}" for path, value in rules.items())
