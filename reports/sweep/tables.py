"""The tables of a sweep: all differences of the shown metrics and of results, then the others by kind."""

from __future__ import annotations

from analyzer.analysis.metrics.metric import Compared, Kind
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from reports import words
from reports.page import Block, Cell, Column, Section, Table, Text
from reports.sections.card_names import MARKS_READ
from reports.sweep import among, names
from reports.sweep import differences as told

_LONGEST = 400  # rows of a kind that the page lists whole
_CARDS = (Kind.CARD_USES, Kind.CARD_VALUES)
_NOTE = (
    "Grey: not told from 0. p: corrected for all comparisons of the sweep and for those of its kind "
    f"(Benjamini and Hochberg, the larger of the two); told apart at {FALSE_DISCOVERIES:g} or less. "
    "Intervals are those of one difference by itself. Differences of shares in percentage points."
)
_OBSERVED = (
    " Who plays a card, when and with what lead differs: a card's value is observed, so a change in it is no "
    "proof that the card itself has become better or worse."
)


def section(result: SweepResult) -> Section:
    """What is shown and results open, the other kinds folded."""
    blocks: list[Block] = []
    if result.variants:
        blocks.append(_main(result))
    blocks += [table for kind in Kind if (table := _of_kind(result, kind)) is not None]
    text = (
        "Every difference of every metric is in differences.csv, which granja sweep writes into the folder "
        "csv beside its page; granja export, with the sweep's folder, writes it in other formats too."
    )
    blocks.append(Text((text,)))
    question = "What exactly are the differences, and which are more than chance?"
    return Section("tables", "All differences", question, tuple(blocks))


def _main(result: SweepResult) -> Table:
    keys = [metric.key for metric in told.leading_metrics(result)]
    rows = [(each, found) for each in result.variants for key in keys if (found := each.of(key)) is not None]
    return _table(
        result, "differences-main", "Differences of the results and of what the pictures show", rows
    )


def _of_kind(result: SweepResult, kind: Kind) -> Table | None:
    """The other metrics of a kind; of many those told apart only; None if there are none."""
    leading = {metric.key for metric in told.leading_metrics(result)}
    every = [
        (each, found)
        for each in result.variants
        for found in each.compared
        if found.metric.kind is kind and found.metric.key not in leading
    ]
    if not every:
        return None
    rows = every
    caption = kind.title
    if kind in _CARDS or len(every) > _LONGEST:
        rows = [(each, found) for each, found in every if found.told]
        caption += f": {words.count(len(rows))} of {words.count(len(every))} differences are told apart"
    note = _OBSERVED if kind == Kind.CARD_VALUES else ""
    if kind in _CARDS:
        note += f" {MARKS_READ}"
    table_id = f"differences-{kind.value.replace(' ', '-')}"
    return _table(result, table_id, caption, rows, note, folded=True)


def _table(
    result: SweepResult,
    table_id: str,
    caption: str,
    rows: list[tuple[VariantResult, Compared]],
    note: str = "",
    *,
    folded: bool = False,
) -> Table:
    return Table(
        table_id,
        caption,
        (
            Column("Variant", numeric=False),
            Column("Metric", numeric=False),
            Column("Difference"),
            Column("95\u202f% interval"),
            Column("Verdict", numeric=False),
            Column("p", help="corrected for the number of comparisons"),
            Column("Baseline"),
            Column("Variant's"),
        ),
        tuple(_row(result, each, found) for each, found in rows),
        note=f"{_NOTE}{among.table_note(rows)}{note}",
        folded=folded,
    )


def _row(result: SweepResult, each: VariantResult, compared: Compared) -> tuple[Cell, ...]:
    rules = result.baseline.rule_set
    name, metric = names.variant_name(rules, result.manifest, each.variant), compared.metric
    return (
        Cell(name, name),
        Cell(metric.name, metric.name, mark=names.source_of_metric(rules, metric.key)),
        told.difference_cell(compared),
        told.interval_cell(compared),
        told.verdict_cell(compared),
        told.p_cell(compared),
        told.value_cell(metric, compared.baseline),
        told.value_cell(metric, compared.variant),
    )
