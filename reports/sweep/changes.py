"""The first chapter of a sweep: what changes most, what changes nothing, and what may have been missed."""

from __future__ import annotations

import math
from collections import Counter
from statistics import median

from analyzer.analysis.metrics.compare import FEW_DIFFERING
from analyzer.analysis.metrics.detect import findable
from analyzer.analysis.metrics.metric import Compared, Metric
from analyzer.analysis.stats import FALSE_DISCOVERIES, POWER
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from reports import words
from reports.page import Block, Cell, Column, Item, Ranked, Section, Table, Text
from reports.sweep import among, bots, names
from reports.sweep import differences as told

_MOST = 8  # variants told one by one
_EACH = 3  # differences of one
_CELLS = 2  # of a grid
_NAMED = 6  # variants in a list of names
_MAY = {"published": "", "partial": "partly designed", "designed": "designed"}


def section(result: SweepResult) -> Section:
    """Ranked sentences, then what is not in them."""
    ranked = ranking(result)
    chosen = _chosen(ranked)
    items = tuple(_item(result, variant) for variant in chosen)
    blocks: list[Block] = [Ranked("strongest", "", items)] if items else []
    if remarks := _remarks(result, ranked, len(ranked) - len(chosen)):
        blocks.append(Text(remarks))
    if table := _overlooked(result):
        blocks.append(table)
    question = "Which change of the rules changes the game most, and is that more than chance?"
    return Section("changes", "What changes most", question, tuple(blocks))


def ranking(result: SweepResult) -> list[VariantResult]:
    """The variants in which something is told apart: those that change the shown metrics first."""

    def order(variant: VariantResult) -> tuple[bool, int, float]:
        shown, others = _parts(result, variant)
        first = (shown or others)[0]
        return not shown, told.rank(first.metric), -told.strength(first)

    return sorted((each for each in result.variants if told.strongest(each.compared)), key=order)


def _chosen(ranked: list[VariantResult]) -> list[VariantResult]:
    """The first ones, few of each grid: its cells are much alike, and its map has them all."""
    found: list[VariantResult] = []
    of_grid: Counter[int] = Counter()
    for each in ranked:
        if each.variant.kind == "grid":
            of_grid[each.variant.index] += 1
            if of_grid[each.variant.index] > _CELLS:
                continue
        found.append(each)
    return found[:_MOST]


def sentence(result: SweepResult, variant: VariantResult) -> str:
    """What a variant changes most, of the shown metrics if any of these differs."""
    shown, others = _parts(result, variant)
    name = names.variant_name(result.baseline.rule_set, result.manifest, variant.variant)
    found = "; ".join(told.told_text(each) for each in (shown or others)[:_EACH])
    return f"{name[:1].upper()}{name[1:]}: {found}."


def _parts(result: SweepResult, variant: VariantResult) -> tuple[list[Compared], list[Compared]]:
    """The differences told apart: of the shown metrics, and of all others."""
    keys = {metric.key for metric in told.shown_metrics(result)}
    found = told.strongest(variant.compared)
    return [each for each in found if each.metric.key in keys], [
        each for each in found if each.metric.key not in keys
    ]


def _item(result: SweepResult, variant: VariantResult) -> Item:
    shown, others = _parts(result, variant)
    rest = [*shown[_EACH:], *others] if shown else others[_EACH:]
    remarks = [f"n {words.count(variant.games)} games in {words.count(variant.blocks)} blocks"]
    if not shown:
        who = "that this sweep names" if result.manifest.measures else "in the pictures"
        remarks.append(f"none of the metrics {who} is told apart")
    if rest:
        some = "; ".join(told.told_text(each) for each in rest[:2])
        remarks.append(f"{len(rest)} more told apart, most: {some}")
    if of_whom := among.remark(variant, [*(shown or others)[:_EACH], *rest[:2]]):
        remarks.append(of_whom)
    if who_wins := bots.remark(variant):
        remarks.append(who_wins)
    remarks += _about(result, variant)
    return Item(sentence(result, variant), tuple(remarks))


def _about(result: SweepResult, variant: VariantResult) -> list[str]:
    """The paths that were changed, with what they mean and whether the value is a designed one."""
    found = []
    for setting in names.changed(result.manifest, variant.variant)[:_EACH]:
        meaning = names.meaning(setting.path)
        source = _MAY.get(names.source_of(result.baseline.rule_set, setting.path), "")
        about = ", ".join(text for text in (meaning, source) if text)
        found.append(f"{setting.path}: {about}" if about else setting.path)
    if variant.variant.kind == "named" and variant.variant.description:
        found.append(variant.variant.description)
    return found


def _remarks(result: SweepResult, ranked: list[VariantResult], untold: int) -> tuple[str, ...]:
    """What the ranked sentences leave out."""
    found = []
    if untold:
        more = "1 more variant differs" if untold == 1 else f"{untold} more variants differ"
        found.append(f"{more} from the baseline too; the tables below have all.")
    changed = {id(each) for each in ranked}
    quiet = [each for each in result.variants if id(each) not in changed and not each.same]
    unjudged = [each for each in quiet if not told.judged([each])]
    level = [each for each in quiet if told.judged([each])]
    if level:
        found.append(
            f"In {_listed(result, level)} no difference is more than chance explains. That doesn't say that "
            "nothing changes: a small effect may have been missed (see below)."
        )
    if unjudged:
        found.append(f"In {_listed(result, unjudged)} no difference could be judged.")
    if ranked:
        found.append(
            "First come the variants in which something differs that the pictures show, then the others. "
            "Within both the order is by the largest of these differences in results (vp, margins, wins, "
            "ties), else in other metrics, measured in standard deviations between the baseline's blocks; "
            "the intervals are those of each difference by itself."
        )
    elif result.variants and all(each.same for each in result.variants):
        found.append("Nothing changes: in every game all variants are the same as the baseline.")
    return tuple(found)


def _listed(result: SweepResult, variants: list[VariantResult]) -> str:
    """Variants by name, as far as there are not too many."""
    if len(variants) > _NAMED:
        return f"{len(variants)} variants"
    rules = result.baseline.rule_set
    return words.listing(
        [f"\u201c{names.variant_name(rules, result.manifest, each.variant)}\u201d" for each in variants]
    )


def _overlooked(result: SweepResult) -> Table | None:
    """For each leading metric how large a difference may be there unseen; None if nothing can be judged."""
    tests = len(told.judged(result.variants))
    metrics = told.leading_metrics(result)
    rows = [row for metric in metrics if (row := _overlooked_row(result, metric, tests))]
    if not rows:
        return None
    listed = {row[0].text for row in rows}
    lacking = [metric.name for metric in metrics if metric.name not in listed and _differing(result, metric)]
    unjudged = f" In most variants not judged, so no size: {words.listing(lacking)}." if lacking else ""
    return Table(
        "overlooked",
        f"How large a true difference must be to be found in {100 * POWER:.0f}\u202f% of such sweeps",
        (
            Column("Metric", numeric=False),
            Column("In one comparison", help="if this were the only one"),
            Column(
                "Corrected, at worst",
                help=f"if it were the only true difference among the {tests} comparisons of this sweep",
            ),
            Column("Largest found", help="the largest difference of all variants, told apart or not"),
            Column("Judged", help="in how many of the variants that differ in the metric at all"),
        ),
        tuple(rows),
        note="For the middle one of the variants that are judged. The first figure is for one "
        f"comparison, the second for the hardest case of {words.count(tests)} comparisons, which are "
        "corrected for their number: the truth lies between. Smaller effects may be there unseen. More "
        "games find smaller ones: four times as many, effects half as large. A metric is judged only if at "
        f"least {FEW_DIFFERING} blocks differ in it; where fewer do, nothing can be said.{unjudged}",
    )


def _differing(result: SweepResult, metric: Metric) -> list[Compared]:
    """The comparisons of a metric in the variants in which it isn't the same."""
    every = (variant.of(metric.key) for variant in result.variants)
    return [each for each in every if each is not None and told.is_known(each) and not each.same]


def _overlooked_row(result: SweepResult, metric: Metric, tests: int) -> tuple[Cell, ...] | None:
    """None if most variants that differ in the metric can't be judged."""
    differing = _differing(result, metric)
    able = [each for each in differing if each.told is not None]
    if not able or 2 * len(able) < len(differing):
        return None
    scale = 100 if metric.is_share else 1
    unit = told.POINTS if metric.is_share else metric.unit
    single, hardest = (
        scale * median(findable(metric, each.baseline, each.difference, sure) for each in able)
        for sure in (1 - FALSE_DISCOVERIES, 1 - FALSE_DISCOVERIES / tests)
    )
    largest = max(differing, key=lambda each: abs(each.difference.mean))
    return (
        Cell(metric.name, metric.name),
        _size_cell(single, unit),
        _size_cell(hardest, unit),
        told.difference_cell(largest),
        Cell(f"{len(able)} of {len(differing)}", len(able) / len(differing)),
    )


def _size_cell(size: float, unit: str) -> Cell:
    """A difference without sign; two digits that count."""
    decimals = words.digits(size / 10) if size > 0 and math.isfinite(size) else 1
    return Cell(f"{words.number(size, decimals)} {unit}".rstrip(), size)
