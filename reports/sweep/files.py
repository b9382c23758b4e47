"""The differences of a sweep as files: every metric of every variant, and what the variants are."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import polars as pl

from analyzer.analysis.metrics.metric import Compared
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from analyzer.scenario.sweep_model import Variant
from reports.file_columns import plain
from reports.files import FileColumn, FileTable
from reports.sweep import differences as told
from reports.sweep import names

DIFFERENCES = "differences"
VARIANTS = "variants"

_NOTE = (
    "A row for each variant and metric that both runs have. The metric's unit is in the column unit; shares are "
    "fractions of 1, and so are their differences. Empty: nothing was counted, or it can't be judged."
)
_UNIT = "as in unit"

_Row: TypeAlias = tuple[VariantResult, Compared]


@dataclass(frozen=True, slots=True)
class _Filled:
    """A column of the differences, and how a row fills it."""

    name: str
    unit: str
    meaning: str
    type: type[pl.DataType]
    value: Callable[[_Row], Any]


def differences_table(result: SweepResult) -> FileTable:
    """Every difference: a row per variant and metric."""
    rows = [(each, compared) for each in result.variants for compared in each.compared]
    columns = _columns(result)
    frame = pl.DataFrame(
        [pl.Series(each.name, [each.value(row) for row in rows], dtype=each.type) for each in columns]
    )
    described = tuple(FileColumn(each.name, each.unit, each.meaning) for each in columns)
    return FileTable(DIFFERENCES, "Differences from the baseline", _NOTE, described, frame.lazy())


def _columns(result: SweepResult) -> tuple[_Filled, ...]:
    rules, manifest = result.baseline.rule_set, result.manifest
    text, number, whole = pl.String, pl.Float64, pl.Int64
    return (
        _Filled("variant", "", "what the variant changes, or its name", text,
                lambda row: plain(names.variant_name(rules, manifest, row[0].variant))),
        _Filled("folder", "", "folder of the variant's run, in the sweep's folder runs", text,
                lambda row: row[0].variant.folder),
        _Filled("kind", "", "what the metric is about", text, lambda row: row[1].metric.kind.value),
        _Filled("metric", "", "the metric's name in options and files", text, lambda row: row[1].metric.key),
        _Filled("name", "", "the metric in words", text, lambda row: row[1].metric.name),
        _Filled("unit", "", "share: a fraction of 1; empty: a count per player and game", text,
                lambda row: row[1].metric.unit or None),
        *_estimate("baseline", "the baseline's value", lambda row: row[1].baseline),
        *_estimate("variant", "the variant's value", lambda row: row[1].variant),
        *_estimate("difference", "variant less baseline, paired by block", lambda row: row[1].difference),
        _Filled("p", "", "p-value of the difference by itself, two-sided", number, lambda row: _known(row[1].p)),
        _Filled("corrected p", "", "p-value corrected for the number of comparisons", number,
                lambda row: _known(row[1].corrected)),
        _Filled("told apart", "", "whether the difference is more than chance; empty: can't be judged",
                pl.Boolean, lambda row: row[1].told),
        _Filled("same", "", "whether the metric is equal in every block", pl.Boolean, lambda row: row[1].same),
        _Filled("verdict", "", "as the page says it", text, lambda row: told.verdict(row[1])),
        _Filled("n", "count", "observations behind the difference", whole, lambda row: row[1].difference.n),
        _Filled("blocks", "count", "blocks behind the difference", whole,
                lambda row: row[1].difference.blocks),
        _Filled("source", "", "of a card's use: published, partial or designed", text,
                lambda row: names.source_of_metric(rules, row[1].metric.key) or None),
    )  # fmt: skip


def _estimate(name: str, meaning: str, value: Callable[[_Row], Estimate]) -> tuple[_Filled, ...]:
    """A mean and the ends of its interval."""
    lower, upper = (f"{end} end of the 95 % interval of {name}" for end in ("lower", "upper"))
    return (
        _Filled(name, _UNIT, meaning, pl.Float64, lambda row: _known(value(row).mean)),
        _Filled(f"{name} low", _UNIT, lower, pl.Float64, lambda row: _known(value(row).low)),
        _Filled(f"{name} high", _UNIT, upper, pl.Float64, lambda row: _known(value(row).high)),
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def variants_table(result: SweepResult) -> FileTable:
    """What each variant is; also those without games."""
    played = [(each.variant, each.games, each.blocks, each.complete) for each in result.variants]
    rows = [*played, *((each, 0, 0, False) for each in result.missing)]
    rules, manifest = result.baseline.rule_set, result.manifest
    columns = (
        (FileColumn("variant", "", "what it changes, or its name"),
         _texts([plain(names.variant_name(rules, manifest, each)) for each, *_ in rows])),
        (FileColumn("folder", "", "folder of its run, in the sweep's folder runs"),
         _texts([each.folder for each, *_ in rows])),
        (FileColumn("kind", "", "change: one path; grid: a cell of a grid; named: any changes"),
         _texts([each.kind for each, *_ in rows])),
        (FileColumn("paths", "", "the changed paths of the rule set, with \";\" between them"),
         _texts(["; ".join(setting.path for setting in each.settings) or None for each, *_ in rows])),
        (FileColumn("values", "", "their values in the same order, as JSON"), _texts([_values(each) for each, *_ in rows])),
        (FileColumn("description", "", "what the sweep says of it"),
         _texts([each.description or None for each, *_ in rows])),
        (FileColumn("games", "count", "games that are compared"), pl.Series([games for _, games, *_ in rows], dtype=pl.Int64)),
        (FileColumn("blocks", "count", "blocks that are compared"),
         pl.Series([blocks for *_, blocks, _ in rows], dtype=pl.Int64)),
        (FileColumn("complete", "", "whether all games that were asked for are there"),
         pl.Series([complete for *_, complete in rows], dtype=pl.Boolean)),
    )  # fmt: skip
    frame = pl.DataFrame([values.alias(column.name) for column, values in columns])
    described = tuple(column for column, _ in columns)
    return FileTable(VARIANTS, "The variants of the sweep", "", described, frame.lazy())


def _values(variant: Variant) -> str | None:
    return "; ".join(json.dumps(setting.value) for setting in variant.settings) or None


def _texts(values: Sequence[str | None]) -> pl.Series:
    return pl.Series(values, dtype=pl.String)
