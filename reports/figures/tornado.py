"""Tornado plots: what the values of each lever change, the strongest lever above.

Bars of one lever share a lane as long as neither they nor their intervals meet: a lower and a higher value
that pull apart form one bar across 0.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports import words
from reports.figures.canvas import WIDTH, canvas, grid, place
from reports.figures.colours import AXIS, INK, MARKERS, MUTED, PAPER, SERIES
from reports.figures.series import series_handles, series_key
from reports.figures.sweep_drawings import Change, Lever, Side, Tornado

_LANE = 0.19  # inches
_GAP = 0.13  # between levers
_LEFT = 2.3
_WIDE = WIDTH - _LEFT - 0.05
_ROUNDS = 30  # until an axis with labels is wide enough
_LETTER = 0.062  # inches of a letter of a label, about
_LINE = 33  # characters of a lever's name that fit its place

_Lanes: TypeAlias = list[list[Change]]


def draw_tornado(drawing: Tornado) -> Figure:
    """A row per lever; grey and hollow what can't be told from no change."""
    lanes = [lanes_of(lever) for lever in drawing.levers]
    heights = [
        max(len(each) * _LANE, _lines(lever) * 0.15) + _GAP
        for lever, each in zip(drawing.levers, lanes, strict=True)
    ]
    top = 0.34
    figure = canvas(top + sum(heights) + 0.45)
    axes = place(figure, _LEFT, top, _WIDE, sum(heights))
    axes.set_ylim(sum(heights), 0)
    decimals = words.common_digits(
        change.effect.value for lever in drawing.levers for change in lever.changes
    )
    axes.set_xlim(*_limits(drawing, decimals))
    y = 0.0
    for lever, own, height in zip(drawing.levers, lanes, heights, strict=True):
        _name(axes, y + height / 2, lever)
        first = y + (height - len(own) * _LANE) / 2
        for index, lane in enumerate(own):
            for change in lane:
                _bar(axes, first + (index + 0.5) * _LANE, change, decimals)
        y += height
        axes.axhline(y, color=AXIS, linewidth=0.4, zorder=0)
    axes.axvline(0, color=INK, linewidth=0.9, zorder=4)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    grid(axes, across=False, up=True)
    axes.locator_params(axis="x", nbins=7)
    axes.set_xlabel(drawing.axis)
    _legend(figure, drawing)
    return figure


def lanes_of(lever: Lever) -> _Lanes:
    """The changes of a lever in lanes, the largest first; in a lane none meets another."""
    lanes: _Lanes = []
    taken: list[set[str]] = []
    for change in sorted(lever.changes, key=lambda each: -abs(each.effect.value.mean)):
        sides = _sides(change)
        free = next((index for index, others in enumerate(taken) if not others & sides), None)
        if free is None:
            lanes.append([change])
            taken.append(sides)
        else:
            lanes[free].append(change)
            taken[free] |= sides
    return lanes


def _sides(change: Change) -> set[str]:
    """The sides of 0 on which something of a change is drawn; its label stands on one of them too."""
    value = change.effect.value
    ends = [value.mean, *(end for end in (value.low, value.high) if math.isfinite(end))]
    return {side for side, there in (("left", min(ends) < 0), ("right", max(ends) >= 0)) if there}


def _lines(lever: Lever) -> int:
    return 2 if lever.note else 1


def _limits(drawing: Tornado, decimals: int) -> tuple[float, float]:
    """An axis with room for all intervals, and for the labels at their outer ends."""
    ends, labels = [0.0], []
    for change in (change for lever in drawing.levers for change in lever.changes):
        ends += _ends(change)
        length = _LETTER * len(_text(change, decimals)) + 0.12
        labels.append((_outer(change), -length if _leftwards(change) else length))
    low, high = min(ends), max(ends)
    if low == high:
        low, high = -1.0, 1.0
    per_inch = 0.0
    for _ in range(_ROUNDS):  # labels take inches, so the axis grows with what they take
        lowest = min([low, *(end + length * per_inch for end, length in labels)])
        highest = max([high, *(end + length * per_inch for end, length in labels)])
        per_inch = (highest - lowest) / _WIDE
    room = 0.08 * per_inch
    return lowest - room, highest + room


def _ends(change: Change) -> tuple[float, ...]:
    value = change.effect.value
    return tuple(end for end in (value.low, value.mean, value.high) if math.isfinite(end))


def _outer(change: Change) -> float:
    """Where the label stands: the end that is farther from 0, on the side of the bar."""
    return (min if _leftwards(change) else max)(_ends(change))


def _text(change: Change, decimals: int) -> str:
    effect = change.effect
    number = "the same" if effect.same else words.mean(effect.value, sign=True, decimals=decimals)
    return f"{change.label}: {number}"


def _leftwards(change: Change) -> bool:
    return change.effect.value.mean < 0


def _name(axes: Axes, y: float, lever: Lever) -> None:
    """The lever at the left, below it what its value is in the baseline."""
    place: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "ha": "left"}
    left = -_LEFT / (_WIDE)
    shift = 0.07 if lever.note else 0.0
    name = words.shortened(lever.label, _LINE)
    axes.text(left, y - shift, name, va="center", **place)
    if lever.note:
        note = words.shortened(lever.note, _LINE + 4)
        axes.text(left, y + shift, note, va="center", color=MUTED, fontsize=7.2, **place)


def _bar(axes: Axes, y: float, change: Change, decimals: int) -> None:
    """From 0 to the difference, with its interval, and the value at the outer end."""
    value, told = change.effect.value, change.effect.told is True
    colour = SERIES[change.side] if told else AXIS
    axes.barh(
        y, value.mean, height=_LANE * 0.62, color=colour, alpha=0.45 if told else 0.6, linewidth=0, zorder=2
    )
    if math.isfinite(value.low):
        axes.plot([value.low, value.high], [y, y], color=INK if told else MUTED, linewidth=0.9, zorder=5)
    axes.plot(
        value.mean,
        y,
        MARKERS[change.side],
        color=colour if told else MUTED,
        markerfacecolor=colour if told else PAPER,
        markersize=4.6,
        markeredgewidth=0 if told else 0.9,
        zorder=6,
    )
    _label(axes, y, change, decimals)


def _label(axes: Axes, y: float, change: Change, decimals: int) -> None:
    leftwards = _leftwards(change)
    axes.annotate(
        _text(change, decimals),
        (_outer(change), y),
        xytext=(-6 if leftwards else 6, 0),
        textcoords="offset points",
        ha="right" if leftwards else "left",
        va="center",
        fontsize=7.6,
        color=INK if change.effect.told else MUTED,
        zorder=7,
    )


def _legend(figure: Figure, drawing: Tornado) -> None:
    changes = [change for lever in drawing.levers for change in lever.changes]
    every = series_handles([side.words for side in Side], 5.5, 0)
    handles = [every[side] for side in Side if any(change.side == side for change in changes)]
    if any(change.effect.told is not True for change in changes):
        handles.append(
            Line2D(
                [],
                [],
                color=AXIS,
                marker="o",
                markersize=4.6,
                markerfacecolor=PAPER,
                markeredgecolor=MUTED,
                linewidth=0,
                label="not told from 0",
            )
        )
    series_key(figure, handles)
