"""All variants: a panel per metric with a row per variant, and what each variant is."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from reports import words
from reports.figures.effects import ABREAST, NAME
from reports.figures.sweep_drawings import EffectPanel, EffectPanels, EffectRow
from reports.page import Block, Cell, Column, Figure, Fold, Section, Table
from reports.sweep import among, bots, names
from reports.sweep import differences as told

_ROWS = 32  # variants of one picture

_READING = (
    "A row is a variant, in the same place in every panel; a dot is what the metric differs by from the "
    "baseline, the bar its 95\u202f% interval, the upright line no difference. Filled: told from 0 after a "
    "correction for the number of comparisons. Hollow: may be chance. A tick: the same as the baseline in "
    "every block. Each panel has a scale of its own; an arrow with a number lies beyond it. Names that are "
    f"too long are shortened; the table has them in full. Pale grey: fewer than {words.SMALL} blocks."
)


def section(result: SweepResult) -> Section:
    """The first variants and metrics open, the others folded; then the table of variants."""
    metrics = told.shown_metrics(result)
    parts = [metrics[start : start + ABREAST] for start in range(0, len(metrics), ABREAST)]
    pages = [result.variants[start : start + _ROWS] for start in range(0, len(result.variants), _ROWS)]
    open_figures: list[Figure] = []
    folded: list[Figure] = []
    for number, part in enumerate(parts):
        drawings = [_drawing(result, page, part) for page in pages]
        for place, (page, drawing) in enumerate(zip(pages, drawings, strict=True)):
            figure = _figure(result, page, part, drawing, (place, len(pages), number))
            peers = tuple(other for other in drawings if other is not drawing)
            (folded if place else open_figures).append(_with_peers(figure, peers))
    blocks: list[Block] = [*open_figures]
    if folded:
        blocks.append(Fold(f"Variants {_ROWS + 1} to {len(result.variants)}", tuple(folded)))
    if own := bots.table(result):
        blocks.append(own)
    blocks.append(_table(result))
    question = "What does each variant do to each of the shown metrics?"
    return Section("variants", "All variants", question, tuple(blocks))


def _with_peers(figure: Figure, peers: tuple[EffectPanels, ...]) -> Figure:
    return Figure(figure.id, figure.title, figure.alt, figure.reading, figure.drawing, figure.subtitle, peers)


def _drawing(result: SweepResult, page: Sequence[VariantResult], metrics: Sequence[Metric]) -> EffectPanels:
    rules, manifest = result.baseline.rule_set, result.manifest
    return EffectPanels(
        tuple(
            EffectRow(
                names.short_name(manifest, each.variant),
                names.group_name(rules, manifest, each.variant, NAME),
            )
            for each in page
        ),
        tuple(
            EffectPanel(
                told.title_of(metric),
                told.unit_of(metric) or "per player and game",
                tuple(
                    None if (found := each.of(metric.key)) is None else told.effect_of(found) for each in page
                ),
            )
            for metric in metrics
        ),
    )


def _figure(
    result: SweepResult,
    page: Sequence[VariantResult],
    metrics: Sequence[Metric],
    drawing: EffectPanels,
    place: tuple[int, int, int],
) -> Figure:
    """``place``: which page of variants of how many, and which part of the metrics."""
    number, of, part = place
    first = number * _ROWS + 1
    which = f", variants {first} to {first + len(page) - 1}" if of > 1 else ""
    which += f", part {part + 1} of the metrics" if part else ""
    listed = words.listing([metric.name for metric in metrics])
    return Figure(
        f"variants-{part + 1}-{number + 1}",
        f"Differences by variant{which}",
        " ".join(_alt(result, page, metric) for metric in metrics),
        f"{_READING}{among.note(metrics)}",
        drawing,
        f"{listed[:1].upper()}{listed[1:]}: difference from the baseline, {told.sample(result)}",
    )


def _alt(result: SweepResult, page: Sequence[VariantResult], metric: Metric) -> str:
    """The largest difference of a panel with its number, and how many are told apart."""
    rules, manifest = result.baseline.rule_set, result.manifest
    found = [
        (each, compared)
        for each in page
        if (compared := each.of(metric.key)) is not None and told.effect_of(compared) is not None
    ]
    if not found:
        return f"{told.title_of(metric)}: in none of these variants."
    clear = sum(compared.told is True for _, compared in found)
    variant, most = max(found, key=lambda each: told.size(each[1]))
    said = f"{told.title_of(metric)}: {clear} of {len(found)} variants are told from the baseline"
    if all(compared.same for _, compared in found):
        return f"{said}; all are the same."
    shown = words.with_interval(told.drawn(most), sign=True)
    name = names.variant_name(rules, manifest, variant.variant)
    return f"{said}; the largest difference is {shown}, with {name}."


def _table(result: SweepResult) -> Table:
    """What each variant is; those without games too."""
    rules, manifest = result.baseline.rule_set, result.manifest
    rows = [_row(result, each) for each in result.variants]
    rows += [
        (
            Cell(names.variant_name(rules, manifest, each), each.name),
            Cell(", ".join(setting.path for setting in each.settings) or words.NONE),
            Cell(each.description or words.NONE),
            Cell(each.folder),
            Cell("none", 0, muted=True),
            Cell("none", 0, muted=True),
            Cell("not played", "not played", muted=True),
        )
        for each in result.missing
    ]
    return Table(
        "variants-table",
        "What each variant is",
        (
            Column("Variant", numeric=False),
            Column("Changes", numeric=False, help="the paths of the rule set"),
            Column("Description", numeric=False),
            Column("Folder", numeric=False, help="of its run, in the sweep's folder runs"),
            Column("Games"),
            Column("Differ", help="metrics told apart from the baseline"),
            Column("State", numeric=False),
        ),
        tuple(rows),
        note="Every variant is a run of its own in the sweep's folder: granja report runs/baseline "
        "runs/FOLDER, typed there, shows it beside the baseline in full.",
        folded=True,
    )


def _row(result: SweepResult, each: VariantResult) -> tuple[Cell, ...]:
    variant = each.variant
    clear = sum(compared.told is True for compared in each.compared)
    state = "complete" if each.complete else f"partial, {words.count(each.blocks)} blocks"
    name = names.variant_name(result.baseline.rule_set, result.manifest, variant)
    return (
        Cell(name, name),
        Cell(", ".join(setting.path for setting in variant.settings) or words.NONE),
        Cell(variant.description or words.NONE),
        Cell(variant.folder),
        Cell(words.count(each.games), each.games),
        Cell(told.SAME if each.same else str(clear), clear),
        Cell(state, state, muted=not each.complete),
    )
