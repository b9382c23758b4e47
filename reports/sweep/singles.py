"""One change at a time: a tornado plot per metric."""

from __future__ import annotations

from itertools import islice
from typing import Any

from analyzer.analysis.metrics.metric import Compared, Metric
from analyzer.analysis.sweep_result import SweepResult
from analyzer.scenario.sweep_model import Axis
from reports import words
from reports.figures.sweep_drawings import Change, Lever, Side, Tornado
from reports.page import Block, Figure, Fold, Section, Text
from reports.sweep import among, names
from reports.sweep import differences as told

_MOST = 24  # levers of one picture
_LABEL = 26  # characters of a value beside its bar

_READING = (
    "A row is one rule, its baseline value below the name; the strongest is at the top. A bar goes from 0, "
    "the baseline, to what the metric changes by if only this rule has the value written at its end; the "
    "fine line is the 95\u202f% interval. Colour and marker say whether that value is lower or higher than "
    "the baseline's, or another option. Grey and hollow: not told from 0 after a correction for the number "
    "of comparisons. Rules that are changed together may do more or less than the sum of their bars."
)


def section(result: SweepResult) -> Section | None:
    """A tornado of each shown metric, the first one open; None if nothing was changed by itself."""
    figures = [figure for metric in told.shown_metrics(result) if (figure := _figure(result, metric))]
    if not figures:
        return None
    blocks: list[Block] = [figures[0]]
    if figures[1:]:
        blocks.append(Fold(f"The same for {_others(len(figures) - 1)}", tuple(figures[1:])))
    most = max(len(_levers(result, metric)) for metric in told.shown_metrics(result))
    if most > _MOST:
        text = f"The pictures show the {_MOST} strongest of {most} rules; the tables have all."
        blocks.insert(0, Text((text,)))
    question = "What does each rule do when it alone is changed?"
    return Section("single", "One at a time", question, tuple(blocks))


def _others(number: int) -> str:
    return "1 other metric" if number == 1 else f"{number} other metrics"


def _figure(result: SweepResult, metric: Metric) -> Figure | None:
    levers = _levers(result, metric)
    if not levers:
        return None
    drawing = Tornado(
        tuple(_lever(result, axis, found) for axis, found in levers[:_MOST]), told.axis_of(metric)
    )
    return Figure(
        f"tornado-{names.anchor(metric.key)}",
        f"{told.title_of(metric)}: one change at a time",
        _alt(result, metric, levers),
        f"{_READING}{among.note([metric])}",
        drawing,
        f"Difference from the baseline ({_baseline(result, metric)}), {told.sample(result)}",
    )


def _baseline(result: SweepResult, metric: Metric) -> str:
    """The baseline's own value."""
    value = next((value for each, value in result.values if each.key == metric.key), None)
    if value is None:
        return "unknown"
    unit = "" if metric.is_share or metric.unit in metric.name.split() else f"{words.NARROW}{metric.unit}"
    return f"{told.value_text(metric, value)}{unit}".rstrip(words.NARROW)


def _levers(result: SweepResult, metric: Metric) -> list[tuple[Axis, list[tuple[Any, Compared]]]]:
    """Each axis with its played values, in the order of the largest difference of any."""
    found = []
    for index, axis in enumerate(result.manifest.axes):
        values = [
            (each.variant.settings[0].value, compared)
            for each in result.variants
            if each.variant.kind == "change" and each.variant.index == index and each.variant.settings
            if (compared := each.of(metric.key)) is not None and told.effect_of(compared) is not None
        ]
        if values:
            found.append((axis, values))
    return sorted(found, key=lambda lever: -max(told.size(each) for _, each in lever[1]))


def _lever(result: SweepResult, axis: Axis, values: list[tuple[Any, Compared]]) -> Lever:
    changes = tuple(
        Change(
            words.shortened(names.value_name(value), _LABEL),
            effect,
            side_of(value, axis.baseline),
        )
        for value, each in values
        if (effect := told.effect_of(each)) is not None
    )
    name = names.path_name(result.baseline.rule_set, axis.path)
    return Lever(name, f"baseline {names.value_name(axis.baseline)}", changes)


def side_of(value: Any, baseline: Any) -> Side:
    """Whether a value is a number below or above the baseline's."""
    if not _is_number(value) or not _is_number(baseline):
        return Side.OTHER
    return Side.LOWER if value < baseline else Side.HIGHER


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _alt(result: SweepResult, metric: Metric, levers: list[tuple[Axis, list[tuple[Any, Compared]]]]) -> str:
    """The strongest rules with their numbers, and how many differences are told apart."""
    every = [each for _, values in levers for _, each in values]
    clear = sum(each.told is True for each in every)
    told_so = [
        f"{names.path_name(result.baseline.rule_set, axis.path)}: "
        + ", ".join(_alt_value(value, each) for value, each in values)
        for axis, values in islice(levers, 5)
    ]
    return (
        f"Tornado plot of {metric.name}, {len(levers)} {'rule' if len(levers) == 1 else 'rules'}, the "
        f"strongest first; {clear} of {len(every)} differences are told apart. {'; '.join(told_so)}."
    )


def _alt_value(value: Any, compared: Compared) -> str:
    if compared.same:
        return f"at {names.value_name(value)} {told.SAME}"
    shown = words.with_interval(told.drawn(compared), sign=True)
    return f"at {names.value_name(value)} {shown}{'' if compared.told else ', may be chance'}"
