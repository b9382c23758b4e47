"""How the report names seats, bots and placements, and the cells that all tables share."""

from __future__ import annotations

from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from reports import words
from reports.page import Cell


def seat(number: int) -> str:
    """A seat, numbered as in traces; seat 0 is first in the first turn order."""
    return f"seat {number}, starts" if number == 0 else f"seat {number}"


def mirror(study: Study) -> bool:
    """One bot in all seats: a split by bot says nothing."""
    return len(study.bots) == 1


def outcome_name(study: Study) -> str:
    """What results are measured by: vp margin, or vp in solo."""
    return study.outcome.name


def outcome_axis(study: Study) -> str:
    """The unit on an axis."""
    return "vp" if study.solo else "vp margin (own vp less the mean of the others)"


def value_cell(value: Estimate, *, sign: bool = False) -> Cell:
    """Mean ± half interval; greyed when the sample is small."""
    if value.n == 0:
        return Cell(words.NONE, None, muted=True, value=value)
    text = f"{words.mean(value, sign=sign)} {words.plus_minus(value)}"
    return Cell(text, value.mean, muted=words.is_small(value), value=value)


def share_cell(value: Estimate) -> Cell:
    """Share ± half interval in per cent."""
    if value.n == 0:
        return Cell(words.NONE, None, muted=True, value=value)
    if value.mean in (0.0, 1.0):
        text = f"{words.percent(value)} ({words.percent_interval(value)})"
    else:
        text = f"{words.percent(value)} {words.plus_minus(value, share=True)}"
    return Cell(text, value.mean, muted=words.is_small(value), value=value)


def points_cell(value: Estimate) -> Cell:
    """A difference of shares ± half interval, in points (hundredths)."""
    if value.n == 0:
        return Cell(words.NONE, None, muted=True, value=value)
    decimals = max(1, words.digits(words.half(value, 100)))
    text = (
        f"{words.number(100 * value.mean, decimals, sign=True)} {words.plus_minus(value, share=True)} points"
    )
    return Cell(text, value.mean, muted=words.is_small(value), value=value)


def count_cell(number: int) -> Cell:
    """A count."""
    return Cell(words.count(number), number)
