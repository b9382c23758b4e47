"""Small multiples of differences: the same rows in every panel, each panel with its own scale around 0."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports import words
from reports.figures.canvas import WIDTH, canvas, grid, place
from reports.figures.colours import AXIS, GRID, INK, MARKERS, MUTED, PAPER, SERIES
from reports.figures.series import series_key
from reports.figures.sweep_drawings import Effect, EffectPanel, EffectPanels

ABREAST = 4
"""Panels beside each other."""
NAME = 36
"""Characters of a row's label that fit its place."""

_ROW = 0.19  # inches
_HEADING = 0.9  # rows that a line of a heading takes
_LEFT = 2.35
_BETWEEN = 0.16
_TOP = 0.62
_FAR = 6  # times what three quarters of the effects reach: farther ones are arrows at the edge
_TITLE = 18  # characters of a line of a panel's title, of one panel of ABREAST


def draw_effects(drawing: EffectPanels, peers: Sequence[EffectPanels] = ()) -> Figure:
    """A dot with its interval per row and panel; ``peers``: other rows of the same panels, on one scale."""
    places, total = _places(drawing)
    count = len(drawing.panels)
    figure = canvas(_TOP + total * _ROW + 0.45)
    wide = (WIDTH - _LEFT - _BETWEEN * (count - 1)) / count
    for index, panel in enumerate(drawing.panels):
        axes = place(figure, _LEFT + index * (wide + _BETWEEN), _TOP, wide, total * _ROW)
        axes.set_ylim(total, 0)
        alike = [other for each in peers for other in each.panels if other.title == panel.title]
        axes.set_xlim(*_limits([panel, *alike]))
        _dress(axes, panel, wide)
        for y, effect in zip(places, panel.effects, strict=True):
            axes.axhline(y, color=GRID, linewidth=0.5, zorder=0)
            if effect is not None:
                _dot(axes, y, effect)
        if index == 0:
            _names(axes, drawing, places, wide)
    _legend(figure, drawing)
    return figure


def _places(drawing: EffectPanels) -> tuple[list[float], float]:
    """Where the rows lie, headings of groups between them, and the height of all, in rows."""
    found, y, group = [], 0.0, ""
    for row in drawing.rows:
        if row.group != group:
            y += (0.3 if y else 0.0) + _HEADING * len(row.group.splitlines())
            group = row.group
        found.append(y + 0.5)
        y += 1
    return found, y + 0.3


def _limits(panels: Sequence[EffectPanel]) -> tuple[float, float]:
    """0, and all means and intervals that can be judged; without those few that would flatten the others."""
    effects = [effect for panel in panels for effect in panel.effects if effect is not None]
    sizes = sorted(abs(effect.value.mean) for effect in effects if effect.value.mean)
    reach = _FAR * sizes[(3 * len(sizes)) // 4 - 1] if len(sizes) > 3 else math.inf
    ends = [0.0]
    for value in (effect.value for effect in effects if abs(effect.value.mean) <= reach):
        ends += [value.mean] if words.is_small(value) else [value.low, value.mean, value.high]
    finite = [end for end in ends if math.isfinite(end)]
    low, high = min(finite), max(finite)
    room = 0.07 * (high - low or 1.0)
    return low - room, high + room


def _dress(axes: Axes, panel: EffectPanel, wide: float) -> None:
    letters = int(_TITLE * wide / ((WIDTH - _LEFT - _BETWEEN * (ABREAST - 1)) / ABREAST))
    axes.set_title("\n".join(_two_lines(panel.title, letters)), fontsize=7.8)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    grid(axes, across=False, up=True)
    axes.locator_params(axis="x", nbins=4)
    axes.set_xlabel(panel.axis)


def _two_lines(title: str, letters: int) -> list[str]:
    """A title in at most two lines of so many letters."""
    if len(title) <= letters:
        return [title]
    first = title[: letters + 1].rpartition(" ")[0] or title[:letters]
    return [first, words.shortened(title[len(first) :].strip(), letters)]


def _dot(axes: Axes, y: float, effect: Effect) -> None:
    """Filled if told from 0, hollow if not, a tick where nothing differs; of few blocks grey."""
    value = effect.value
    if effect.same:
        axes.plot(0, y, "|", color=MUTED, markersize=7, markeredgewidth=1.4, zorder=4)
        return
    low, high = axes.get_xlim()
    if not low <= value.mean <= high:
        _arrow(axes, y, effect)
        return
    told = effect.told is True
    colour = SERIES[0] if told else AXIS if words.is_small(value) else MUTED
    if math.isfinite(value.low):
        axes.plot([value.low, value.high], [y, y], color=colour, linewidth=1.8 if told else 1.1, zorder=3)
    axes.plot(
        value.mean,
        y,
        MARKERS[0],
        color=colour,
        markerfacecolor=colour if told else PAPER,
        markersize=4.4,
        markeredgewidth=0.9,
        zorder=4,
    )


def _arrow(axes: Axes, y: float, effect: Effect) -> None:
    """An effect beyond the panel: an arrow at its edge, with the number."""
    left = effect.value.mean < 0
    edge = axes.get_xlim()[0 if left else 1]
    colour = SERIES[0] if effect.told else MUTED
    axes.plot(edge, y, "<" if left else ">", color=colour, markersize=5, clip_on=False, zorder=5)
    axes.annotate(
        words.mean(effect.value, sign=True),
        (edge, y),
        xytext=(6 if left else -6, 0),
        textcoords="offset points",
        ha="left" if left else "right",
        va="center",
        fontsize=7,
        color=INK if effect.told else MUTED,
    )


def _names(axes: Axes, drawing: EffectPanels, places: Sequence[float], wide: float) -> None:
    """Labels of rows and headings of groups left of the first panel."""
    beside: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center"}
    group = ""
    for y, row in zip(places, drawing.rows, strict=True):
        if row.group != group:
            group = row.group
            for line, heading in enumerate(reversed(group.splitlines())):
                text = words.shortened(heading, NAME)
                above = y - 0.5 - (line + 0.5) * _HEADING
                axes.text(-_LEFT / wide, above, text, weight="bold", fontsize=7.6, **beside)
        label = words.shortened(row.label, NAME)
        axes.text((-_LEFT + (0.12 if group else 0)) / wide, y, label, fontsize=7.6, **beside)


def _legend(figure: Figure, drawing: EffectPanels) -> None:
    """What the marks mean, as far as they are there."""
    effects = [effect for panel in drawing.panels for effect in panel.effects if effect is not None]
    looks: dict[str, Any] = {"marker": "o", "markersize": 4.4, "linewidth": 1.4}
    handles = []
    if any(effect.told for effect in effects):
        handles.append(Line2D([], [], color=SERIES[0], label="told from 0", **looks))
    if any(effect.told is not True and not effect.same for effect in effects):
        hollow = looks | {"markerfacecolor": PAPER}
        handles.append(Line2D([], [], color=MUTED, label="not told from 0", **hollow))
    if any(effect.same for effect in effects):
        handles.append(
            Line2D(
                [],
                [],
                color=MUTED,
                marker="|",
                markersize=7,
                markeredgewidth=1.4,
                linewidth=0,
                label="the same",
            )
        )
    series_key(figure, handles)
