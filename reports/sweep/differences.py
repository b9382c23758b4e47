"""Differences from the baseline in words and units: shares differ by percentage points."""

from __future__ import annotations

import math
from collections.abc import Iterable

from analyzer.analysis.metrics.metric import Compared, Kind, Metric
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from reports import words
from reports.figures.sweep_drawings import Effect
from reports.page import Cell
from reports.sections import names

SAME = "the same"
NEVER = "never occurred in either"
POINTS = "points"


def effect_of(compared: Compared) -> Effect | None:
    """A difference as figures draw it; None where one of the runs has nothing to count."""
    if compared.same and not compared.absent:
        blocks, n = compared.difference.blocks, compared.difference.n
        return Effect(Estimate(0.0, 0.0, 0.0, n, blocks, 0.0), compared.told, same=True)
    return Effect(drawn(compared), compared.told) if is_known(compared) else None


def is_known(compared: Compared) -> bool:
    """Whether both runs have the metric's observations, so that there is a difference."""
    return math.isfinite(compared.difference.mean)


def drawn(compared: Compared) -> Estimate:
    """The difference in the unit that is shown: shares in percentage points."""
    value = compared.difference
    return words.scaled(value, 100) if compared.metric.is_share else value


def unit_of(metric: Metric) -> str:
    """The unit of a difference."""
    return "percentage points" if metric.is_share else metric.unit


def axis_of(metric: Metric) -> str:
    """A metric as the title of an axis."""
    unit = unit_of(metric)
    return f"difference, {unit}" if unit else "difference"


def title_of(metric: Metric) -> str:
    """A metric's name as a title begins."""
    return metric.name[:1].upper() + metric.name[1:]


def told_text(compared: Compared) -> str:
    """A difference for a sentence: vp per player +0.52 (+0.48 to +0.56); of cards that it is observed."""
    name, value = compared.metric.name, drawn(compared)
    if compared.metric.kind is Kind.CARD_VALUES:
        name += " (observed)"
    if compared.same:
        return f"{name} {SAME}"
    unit = POINTS if compared.metric.is_share else compared.metric.unit
    shown = "" if unit in name.split() else unit
    return f"{name} {words.with_interval(value, sign=True, unit=shown)}"


def value_text(metric: Metric, value: Estimate) -> str:
    """A metric's value for a figure or a sentence."""
    return words.percent(value) if metric.is_share else words.mean(value)


def value_cell(metric: Metric, value: Estimate) -> Cell:
    """A metric's value in a table."""
    return names.share_cell(value) if metric.is_share else names.value_cell(value)


def difference_cell(compared: Compared) -> Cell:
    """The difference in a table; sorted by the value in its own unit."""
    value = drawn(compared)
    if not is_known(compared):
        return Cell(words.NONE, None, muted=True)
    if compared.same:
        return Cell(SAME, 0.0)
    unit = f" {POINTS}" if compared.metric.is_share else ""
    text = f"{words.mean(value, sign=True)}{unit}"
    return Cell(text, value.mean, muted=compared.told is not True)


def interval_cell(compared: Compared) -> Cell:
    """The bounds of the difference."""
    if not is_known(compared):
        return Cell(words.NONE, None, muted=True)
    if compared.same:
        return Cell("in every block")
    value = drawn(compared)
    low = value.low if math.isfinite(value.low) else None
    return Cell(words.interval(value, sign=True), low, muted=compared.told is not True)


def p_cell(compared: Compared) -> Cell:
    """The corrected p-value."""
    p = compared.corrected
    if math.isnan(p):
        return Cell(words.NONE, None, muted=True)
    return Cell("<0.001" if p < 0.0005 else words.number(p, 3), p)


def verdict_cell(compared: Compared) -> Cell:
    """What may be concluded."""
    text = verdict(compared)
    return Cell(text, text, muted=compared.told is None and text != SAME)


def verdict(compared: Compared) -> str:
    """What may be concluded, in a word or two."""
    if compared.absent:
        return NEVER
    if compared.same:
        return SAME
    if not is_known(compared):
        return "in one of them only"
    if compared.told is None:
        few = compared.difference.blocks < words.SMALL
        return "too few blocks" if few else "hardly ever differs"
    if not compared.told:
        return "may be chance"
    return "more" if compared.difference.mean > 0 else "less"


def shown_metrics(result: SweepResult) -> tuple[Metric, ...]:
    """The metrics that pictures show, in their order; those that no run has are left out."""
    known = {metric.key: metric for metric, _ in result.values}
    for variant in result.variants:
        known |= {each.metric.key: each.metric for each in variant.compared if each.metric.key not in known}
    return tuple(known[key] for key in result.shown if key in known)


def leading_metrics(result: SweepResult) -> tuple[Metric, ...]:
    """The shown metrics, then those of results: what the page lists in full."""
    shown = shown_metrics(result)
    keys = {metric.key for metric in shown}
    results = (metric for metric, _ in result.values if metric.kind is Kind.RESULTS)
    return (*shown, *(metric for metric in results if metric.key not in keys))


def strength(compared: Compared) -> float:
    """How large a difference is: in standard deviations between the baseline's blocks.

    That puts differences of all units in one order, which more games don't change.  Where the baseline
    never varies, the variant's blocks do.
    """
    size = abs(compared.difference.mean)
    for value in (compared.baseline, compared.variant):
        spread = value.se * math.sqrt(value.blocks)
        if math.isfinite(spread) and spread > 0:
            return size / spread
    return math.inf if size else 0.0


def strongest(compared: Iterable[Compared]) -> list[Compared]:
    """Those that are told apart: results, then the other main ones, then hexes and cards, by strength.

    What a rule gives directly, such as vp from buildings, differs most in itself; how games end says more.
    """
    clear = [each for each in compared if each.told]
    return sorted(clear, key=lambda each: (rank(each.metric), -strength(each)))


def rank(metric: Metric) -> int:
    """How much a metric says of the whole game: 0 results, 1 other main ones, 2 single hexes and cards."""
    return 0 if metric.kind is Kind.RESULTS else 1 if metric.main else 2


def size(compared: Compared) -> float:
    """The difference without sign, in the unit that is shown."""
    return 0.0 if compared.same else abs(drawn(compared).mean)


def sample(result: SweepResult) -> str:
    """What a difference rests on; line-ups differ in how many games a block has."""
    counts = {result.games, *(each.games for each in result.variants if each.complete)}
    games = (
        f"n\u00a0{words.count(result.games)} {_plural(result.games, 'game')}, " if len(counts) == 1 else ""
    )
    return f"{games}{words.count(result.blocks)} {_plural(result.blocks, 'block')} each"


def _plural(number: int, word: str) -> str:
    return word if number == 1 else f"{word}s"


def judged(variants: Iterable[VariantResult]) -> list[Compared]:
    """All comparisons in which chance could be judged."""
    return [each for variant in variants for each in variant.compared if each.told is not None]
