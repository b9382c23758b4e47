"""Grids: heat maps of two paths, one for each combination of further ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from analyzer.analysis.metrics.metric import Compared, Metric
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from analyzer.scenario.sweep_model import Axis, Grid
from reports import words
from reports.figures.sweep_drawings import GridCell, GridMap, GridTable
from reports.page import Block, Figure, Fold, Section
from reports.sweep import among, names
from reports.sweep import differences as told

_READING = (
    "A cell is a combination of the values of its row and column: what the metric differs by from the "
    "baseline, and half of the 95\u202f% interval. Teal is more, brown less; white with a number is not told "
    "from 0 after a correction for the number of comparisons. The framed cell is the baseline itself, with "
    "its own value. If the rows of a map differ by about the same steps in every column, the two rules add "
    "up; where they don't, they act on each other."
)
_Point: TypeAlias = tuple[Any, ...]
"""A value for each axis of a grid."""


def section(result: SweepResult) -> Section | None:
    """The grids one after the other, each with its first metric open; None without any."""
    blocks: list[Block] = []
    for index, grid in enumerate(result.manifest.grids):
        cells = cells_of(result, index, grid)
        if not cells:
            continue
        shown = told.shown_metrics(result)
        figures = [figure for each in shown if (figure := _figure(result, index, grid, cells, each))]
        blocks += figures[:1]
        if figures[1:]:
            many = len(figures) - 1
            others = "1 other metric" if many == 1 else f"{many} other metrics"
            blocks.append(
                Fold(
                    f"{names.grid_name(result.baseline.rule_set, grid)}: the same for {others}",
                    tuple(figures[1:]),
                )
            )
    if not blocks:
        return None
    question = "What do rules do when they are changed together?"
    return Section("grids", "Grids", question, tuple(blocks))


def cells_of(result: SweepResult, index: int, grid: Grid) -> dict[str, VariantResult]:
    """The played cells of a grid by their point; a cell may have been played as a change of one path."""
    paths = {axis.path for axis in grid.axes}
    found: dict[str, VariantResult] = {}
    for each in result.variants:
        variant = each.variant
        of_grid = variant.kind == "grid" and variant.index == index
        single = variant.kind == "change" and {setting.path for setting in variant.settings} <= paths
        if of_grid or single:
            point = key_of([names.setting_at(variant, axis) for axis in grid.axes])
            if of_grid or point not in found:
                found[point] = each
    return found


def key_of(point: Sequence[Any]) -> str:
    """A point as a key: values may be lists."""
    return json.dumps(list(point), sort_keys=True)


def _figure(
    result: SweepResult, index: int, grid: Grid, cells: dict[str, VariantResult], metric: Metric
) -> Figure | None:
    """The picture of one metric; None if no cell has it."""
    compared = {
        key: found
        for key, each in cells.items()
        if (found := each.of(metric.key)) is not None and told.effect_of(found) is not None
    }
    if not compared:
        return None
    return Figure(
        f"grid-{index + 1}-{names.anchor(metric.key)}",
        f"{names.grid_name(result.baseline.rule_set, grid)}: {metric.name}",
        _alt(result, grid, compared, metric),
        f"{_READING}{among.note([metric])}",
        _maps(result, grid, compared, metric),
        f"Difference from the baseline, {told.unit_of(metric) or 'per player and game'}, "
        f"{told.sample(result)}",
    )


def _maps(result: SweepResult, grid: Grid, compared: dict[str, Compared], metric: Metric) -> GridMap:
    rules = result.baseline.rule_set
    down, across, *further = grid.axes
    value = next((value for each, value in result.values if each.key == metric.key), None)

    def cell(point: _Point) -> GridCell:
        found = compared.get(key_of(point))
        own = all(value == axis.baseline for value, axis in zip(point, grid.axes, strict=True))
        return GridCell(None if found is None else told.effect_of(found), is_baseline=own)

    tables = tuple(
        GridTable(
            names.settings_name(rules, zip((axis.path for axis in further), rest, strict=True)),
            tuple(tuple(cell((row, column, *rest)) for column in across.values) for row in down.values),
        )
        for rest in product(*(axis.values for axis in further))
    )
    return GridMap(
        tables,
        tuple(map(names.value_name, down.values)),
        tuple(map(names.value_name, across.values)),
        names.path_name(rules, down.path),
        names.path_name(rules, across.path),
        _unit(metric),
        "" if value is None else told.value_text(metric, value),
    )


def _unit(metric: Metric) -> str:
    unit = told.unit_of(metric)
    return f"difference in {metric.name}, {unit}" if unit else f"difference in {metric.name}"


def _alt(result: SweepResult, grid: Grid, compared: dict[str, Compared], metric: Metric) -> str:
    clear = [each for each in compared.values() if each.told]
    said = f"Heat map of {metric.name} over {words.listing(_paths(result, grid.axes))}: {len(clear)} of "
    said += f"{len(compared)} cells are told from the baseline."
    extremes = list(_extremes(result, grid, compared))
    return f"{said} {' '.join(extremes)}"


def _paths(result: SweepResult, axes: Sequence[Axis]) -> list[str]:
    return [names.path_name(result.baseline.rule_set, axis.path) for axis in axes]


def _extremes(result: SweepResult, grid: Grid, compared: dict[str, Compared]) -> Iterator[str]:
    """The cells with the most and the least, with their numbers."""
    rules, paths = result.baseline.rule_set, [axis.path for axis in grid.axes]
    ordered = sorted(compared.items(), key=lambda each: 0.0 if each[1].same else each[1].difference.mean)
    for word, (key, found) in (("Most", ordered[-1]), ("Least", ordered[0])):
        place = names.settings_name(rules, zip(paths, json.loads(key), strict=True))
        if found.same:
            yield f"{word} at {place}: {told.SAME}."
        else:
            yield f"{word} at {place}: {words.with_interval(told.drawn(found), sign=True)}."
