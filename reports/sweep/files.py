"""The differences of a sweep as files: every metric of every variant, and what the variants are."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import polars as pl

from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.metrics.metric import Compared
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from analyzer.scenario.sweep_model import Variant
from reports.file_columns import plain
from reports.files import FileColumn, FileTable
from reports.page import Page
from reports.sweep import differences as told
from reports.sweep import names
from reports.sweep.made import metric_definitions
from reports.text_tables import made_table, measures_table

DIFFERENCES = "differences"
VARIANTS = "variants"

_NOTE = (
    "A row for each variant and each of its metrics; one that the baseline lacks has no difference. Shares "
    "are fractions of 1, and so are their differences. Empty: nothing was counted, or it can't be judged."
)
_OWN = "as in unit"

_Row = TypeVar("_Row")
_Value: TypeAlias = str | float | bool | None
_Difference: TypeAlias = tuple[VariantResult, Compared]
_Played: TypeAlias = tuple[Variant, VariantResult | None]


@dataclass(frozen=True, slots=True)
class _Filled(Generic[_Row]):
    """A column, and what a row has in it."""

    name: str
    meaning: str
    value: Callable[[_Row], _Value]
    type: type[pl.DataType] = pl.String
    unit: str = ""


def sweep_tables(result: SweepResult, page: Page) -> tuple[FileTable, ...]:
    """All files of a sweep: differences, variants, every metric's definition, and how it was made."""
    metrics = {metric.name for metric, _ in result.values}
    others = [each for each in page.definitions if each.name not in metrics]
    return (
        differences_table(result),
        variants_table(result),
        measures_table(
            [(each.name, each.unit, each.text) for each in (*metric_definitions(result), *others)]
        ),
        made_table(page.made),
    )


def differences_table(result: SweepResult) -> FileTable:
    """Every difference: a row per variant and metric."""
    rows = [(each, compared) for each in result.variants for compared in (*each.compared, *_own(each))]
    return _table(DIFFERENCES, "Differences from the baseline", _NOTE, tuple(_of_difference(result)), rows)


def _own(variant: VariantResult) -> Iterator[Compared]:
    """What the variant alone has, beside nothing of the baseline's."""
    for metric, value in variant.own:
        none = Estimate(math.nan, math.nan, math.nan, value.n, value.blocks)
        yield Compared(metric, NOTHING, value, none, math.nan, math.nan, same=False)


def variants_table(result: SweepResult) -> FileTable:
    """What each variant is; also those without games."""
    rows: list[_Played] = [(each.variant, each) for each in result.variants]
    rows += [(variant, None) for variant in result.missing]
    return _table(VARIANTS, "The variants of the sweep", "", tuple(_of_variant(result)), rows)


def _table(
    name: str, caption: str, note: str, columns: Sequence[_Filled[_Row]], rows: Sequence[_Row]
) -> FileTable:
    frame = pl.DataFrame(
        [pl.Series(each.name, [each.value(row) for row in rows], dtype=each.type) for each in columns]
    )
    described = tuple(FileColumn(each.name, each.unit, each.meaning) for each in columns)
    return FileTable(name, caption, note, described, frame.lazy())


def _of_difference(result: SweepResult) -> Iterator[_Filled[_Difference]]:
    rules, manifest = result.baseline.rule_set, result.manifest

    def changed(row: _Difference) -> str:
        return plain(names.variant_name(rules, manifest, row[0].variant))

    yield _Filled("variant", "what the variant changes, or its name", changed)
    yield _Filled(
        "folder", "folder of its run, in the sweep's folder runs", lambda row: row[0].variant.folder
    )
    yield _Filled("kind", "what the metric is about", lambda row: row[1].metric.kind.value)
    yield _Filled("metric", "the metric's name in options", lambda row: row[1].metric.key)
    yield _Filled("name", "the metric in words", lambda row: row[1].metric.name)
    yield _Filled(
        "unit",
        "share: a fraction of 1; empty: a count per player and game",
        lambda row: row[1].metric.unit or None,
    )
    yield from _estimate("baseline", "the baseline's value", lambda row: row[1].baseline)
    yield from _estimate("variant's", "the variant's value", lambda row: row[1].variant)
    yield from _estimate(
        "difference", "variant less baseline, paired by block", lambda row: row[1].difference
    )
    yield _Filled(
        "p", "two-sided p-value of the difference by itself", lambda row: _known(row[1].p), pl.Float64
    )
    yield _Filled(
        "corrected p",
        "the same, corrected for the number of comparisons",
        lambda row: _known(row[1].corrected),
        pl.Float64,
    )
    yield _Filled(
        "told apart",
        "whether it is more than chance; empty: can't be judged",
        lambda row: row[1].told,
        pl.Boolean,
    )
    yield _Filled(
        "same",
        "whether the metric is equal in every block; empty: it never occurred in either",
        lambda row: None if row[1].absent else row[1].same,
        pl.Boolean,
    )
    yield _Filled("verdict", "as the page says it", lambda row: told.verdict(row[1]))
    yield _Filled(
        "n", "observations behind the difference", lambda row: row[1].difference.n, pl.Int64, "count"
    )
    yield _Filled(
        "blocks", "blocks behind the difference", lambda row: row[1].difference.blocks, pl.Int64, "count"
    )
    yield _Filled(
        "source",
        "of a card's use: published, partial or designed",
        lambda row: names.source_of_metric(rules, row[1].metric.key) or None,
    )


def _estimate(
    name: str, meaning: str, value: Callable[[_Difference], Estimate]
) -> Iterator[_Filled[_Difference]]:
    """A mean and the ends of its interval."""
    lower, upper = (f"{end} end of the 95 % interval of {meaning}" for end in ("lower", "upper"))
    yield _Filled(name, meaning, lambda row: _known(value(row).mean), pl.Float64, _OWN)
    yield _Filled(f"{name} low", lower, lambda row: _known(value(row).low), pl.Float64, _OWN)
    yield _Filled(f"{name} high", upper, lambda row: _known(value(row).high), pl.Float64, _OWN)


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _of_variant(result: SweepResult) -> Iterator[_Filled[_Played]]:
    rules, manifest = result.baseline.rule_set, result.manifest

    def changed(row: _Played) -> str:
        return plain(names.variant_name(rules, manifest, row[0]))

    yield _Filled("variant", "what it changes, or its name", changed)
    yield _Filled("folder", "folder of its run, in the sweep's folder runs", lambda row: row[0].folder)
    yield _Filled(
        "kind", "change: of one path; grid: a cell of a grid; named: any changes", lambda row: row[0].kind
    )
    yield _Filled("paths", "the changed paths of the rule set, with semicolons between them", _paths)
    yield _Filled("values", "their values in the same order, as JSON", _values)
    yield _Filled("description", "what the sweep says of it", lambda row: row[0].description or None)
    yield _Filled(
        "games", "games that are compared", lambda row: row[1].games if row[1] else 0, pl.Int64, "count"
    )
    yield _Filled(
        "blocks", "blocks that are compared", lambda row: row[1].blocks if row[1] else 0, pl.Int64, "count"
    )
    yield _Filled(
        "complete",
        "whether all games that were asked for are there",
        lambda row: row[1] is not None and row[1].complete,
        pl.Boolean,
    )


def _paths(row: _Played) -> str | None:
    return "; ".join(setting.path for setting in row[0].settings) or None


def _values(row: _Played) -> str | None:
    return "; ".join(json.dumps(setting.value) for setting in row[0].settings) or None
