"""Sweep files: a baseline scenario and the variants that are compared with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from analyzer.scenario.keys import Keys, drop_unusable
from analyzer.scenario.load import Loaded, load_chain
from analyzer.scenario.problems import Problems
from analyzer.scenario.scenario_files import (
    RANGES,
    SWEEPS,
    check_name,
    find_base,
    find_sweep,
    read_kind,
)
from analyzer.scenario.sources import label, shipped_names
from analyzer.scenario.sweep_builder import Builder
from analyzer.scenario.sweep_model import Axis, Grid, Sweep
from analyzer.scenario.sweep_variants import (
    MOST_VARIANTS,
    ONE_AT_A_TIME,
    add_changes,
    add_grid,
    add_named,
    cells,
    check_grid,
    read_values,
)

DEFAULT_GAMES: Final = 100_000
"""Of the baseline, where neither the sweep nor a baseline of fewer says otherwise."""
SWEEP_KEYS: Final = Keys(
    "key of a sweep",
    ("name", "description", "baseline", "games", "seed", "measures", ONE_AT_A_TIME, "grid", "variant"),
    texts=("name", "description", "baseline"),
    numbers=RANGES,
    tables=(ONE_AT_A_TIME,),
)


def shipped_sweeps() -> list[str]:
    """Names of the shipped sweeps, sorted."""
    return shipped_names(SWEEPS)


def load_sweep(name_or_path: str) -> Sweep:
    """The sweep of a shipped name or a path, with every variant checked whole.

    Raises:
        ScenarioErrors: all problems of all variants at once, one sentence each.
    """
    path = find_sweep(name_or_path)
    problems = Problems()
    content = read_kind(path, "sweep", problems)
    problems.raise_if_any()
    assert content is not None
    called = label(path)
    drop_unusable(content, SWEEP_KEYS, called, lambda key: f"{called}, `{key}`", problems)
    name = content.get("name", path.stem)
    check_name(name, f"{called}, `name`", problems)
    measures = _measures(content, called, problems)
    base = _baseline(content, path, problems)
    if base is None:
        problems.raise_if_any()
    assert base is not None
    builder = Builder(base, path, called)
    axes, grids = _expand(content, builder, problems)
    builder.report(problems)
    if not builder.variants and not problems.sentences:
        remedy = f"add values other than the baseline's under [{ONE_AT_A_TIME}] or [grid], or a [[variant]]"
        problems.add(called, "there is no variant to play", remedy)
    problems.raise_if_any()
    scenario = base.scenario
    return Sweep(
        name=name,
        description=content.get("description", ""),
        baseline=scenario,
        variants=tuple(builder.variants),
        scenarios=tuple(builder.scenarios),
        axes=axes,
        grids=grids,
        measures=measures,
        games=scenario.games,
        seed=scenario.seed,
    )


def _measures(content: dict[str, Any], called: str, problems: Problems) -> tuple[str, ...]:
    measures = content.get("measures", [])
    if isinstance(measures, list) and all(isinstance(key, str) for key in measures):
        return tuple(dict.fromkeys(measures))
    example = 'write it like ["vp", "deli.completed"]'
    problems.add(f"{called}, `measures`", "this is no list of texts", example)
    return ()


def _baseline(content: dict[str, Any], path: Path, problems: Problems) -> Loaded | None:
    """The scenario that all variants change, with the sweep's games and seed; it plays no studies."""
    called = label(path)
    if "baseline" not in content:
        problems.add(called, "`baseline` is missing", 'add it, such as baseline = "four-players"')
        return None
    found = find_base(content["baseline"], path.parent, f"{called}, `baseline`", problems)
    base = load_chain(found, problems) if found else None
    if base is None:
        return None
    scenario = msgspec.structs.replace(
        base.scenario,
        games=content.get("games", min(base.scenario.games, DEFAULT_GAMES)),
        seed=content.get("seed", base.scenario.seed),
        studies=(),
    )
    return Loaded(scenario, base.draft)


def _expand(
    content: dict[str, Any], builder: Builder, problems: Problems
) -> tuple[tuple[Axis, ...], tuple[Grid, ...]]:
    """Gives the builder all variants, or none if there would be too many of them."""
    called = builder.called
    changes = read_values(content.get(ONE_AT_A_TIME, {}), f"{called}, [{ONE_AT_A_TIME}]", problems)
    grids = _grids(content, called, problems)
    named = _tables(content, "variant", called, problems)
    wanted = sum(map(len, changes.values())) + sum(cells(values) for _, values in grids) + len(named)
    if wanted > MOST_VARIANTS:
        wrong = f"{wanted:,} variants are too many"
        problems.add(called, wrong, f"ask for {MOST_VARIANTS:,} at most, with fewer values or a smaller grid")
        return (), ()
    axes = add_changes(builder, changes)
    found = [add_grid(builder, index, name, values, "[grid]") for index, (name, values) in enumerate(grids)]
    taken = {variant.name for variant in builder.variants}
    for number, table in enumerate(named, 1):
        add_named(builder, number, table, taken, problems)
    return axes, tuple(found)


def _grids(
    content: dict[str, Any], called: str, problems: Problems
) -> list[tuple[str, dict[str, list[Any]]]]:
    """Name and values by path of each grid; problematic ones are left out."""
    grids = []
    for number, table in enumerate(_tables(content, "grid", called, problems), 1):
        where = f"{called}, [grid] {number}"
        before = len(problems.sentences)
        name = table.pop("name", "")
        if not isinstance(name, str):
            problems.add(f"{where}, `name`", f"`{name}` is no text", "write it in quotes")
        values = read_values(table, where, problems)
        check_grid(values, where, problems)
        if len(problems.sentences) == before:
            grids.append((name, values))
    return grids


def _tables(content: dict[str, Any], key: str, called: str, problems: Problems) -> list[dict[str, Any]]:
    """The tables of [[key]], or the only one of [key]."""
    given = content.get(key, [])
    tables = [given] if isinstance(given, dict) else given
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        return tables
    problems.add(f"{called}, `{key}`", "this is no table", f"write it under [[{key}]]")
    return []
