"""Warnings about means of those who did something: a variant may change who they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.analysis.metrics.metric import Compared, Kind, Metric
from analyzer.analysis.sweep_result import VariantResult
from reports import words

NOTE = (
    "Only of those who did it (completed the building, placed a marker, played the card). Where a variant "
    "changes how many do, other players are compared: a part of such a difference may lie in who they are."
)


def note(metrics: Iterable[Metric]) -> str:
    """What belongs to a figure of these metrics; empty if all are of every player or game."""
    return f" {NOTE}" if any(metric.conditional for metric in metrics) else ""


def table_note(rows: Sequence[tuple[VariantResult, Compared]]) -> str:
    """What belongs to a table, with how many rows it bears on; cards' values are called observed anyway."""
    some = [row for row in rows if row[1].metric.conditional and row[1].metric.kind is not Kind.CARD_VALUES]
    if not some:
        return ""
    names = list(dict.fromkeys(compared.metric.name for _, compared in some))
    whose = words.listing(names) if len(names) <= 3 else f"{names[0]} and {len(names) - 1} more"
    others = sum(others_do(*row) for row in some)
    return f" {whose[:1].upper()}{whose[1:]}: {_lowered(NOTE)}{_counted(others, len(some))}"


def remark(variant: VariantResult, told: Sequence[Compared]) -> str:
    """What belongs to a sentence of some differences; empty if there is nothing to say."""
    some = [each for each in told if each.metric.conditional]
    if not some:
        return ""
    others = [each.metric.name for each in some if others_do(variant, each)]
    if others:
        return f"how many do it differs too, so other players are compared: {words.listing(others)}"
    return f"of those who did it only: {words.listing([each.metric.name for each in some])}"


def others_do(variant: VariantResult, compared: Compared) -> bool:
    """Whether it is told apart too how many did what a mean is of."""
    counted = variant.of(compared.metric.among)
    return counted is not None and counted.told is True


def _counted(others: int, of: int) -> str:
    return f" In {others} of {of} of these differences how many did is told apart too." if others else ""


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
