"""A checked sweep: a baseline scenario and its variants, each with what it changes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from analyzer.scenario.model import Scenario

BASELINE = "baseline"
"""Name and folder of the scenario with which all variants are compared."""


class Setting(msgspec.Struct, frozen=True):
    """A value at a path of the rule set, as the rule set has it."""

    path: str
    value: Any


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One variant.  ``folder``: its run's folder, of letters, digits, ``. _ = - ,`` and unique.

    ``kind``: ``change`` (one path has another value, all else is the baseline's), ``grid`` (a cell of
    ``Sweep.grids[index]``) or ``named`` (any changes, under a name of its own).  ``index``: of the axis or
    grid; 0 for a named one.  ``settings``: the paths that are set, in order, with the values that the
    rule set then has: of a grid's cell all paths of the grid, also those that keep the baseline's value.
    What a named one changes beside the rule set stands in ``description``.
    """

    name: str
    folder: str
    kind: Literal["change", "grid", "named"]
    index: int = 0
    settings: tuple[Setting, ...] = ()
    description: str = ""


class Axis(msgspec.Struct, frozen=True, kw_only=True):
    """A path and its values in the order of the sweep; ``baseline``: the baseline's own value.

    That value may be among ``values``: no variant is played for it.  Each value stands there once and as
    a rule set has it (``yes`` for true), so that it equals that of a variant's setting.
    """

    path: str
    baseline: Any
    values: tuple[Any, ...]


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """All combinations of the values of some paths; the one that is the baseline is not played again."""

    name: str
    axes: tuple[Axis, ...]


class Sweep(msgspec.Struct, frozen=True, kw_only=True):
    """What a sweep file asks for.

    ``scenarios``: of each variant, in the order of ``variants``.  ``axes``: those of one-at-a-time changes.
    ``measures``: keys of the metrics that pictures show, empty for the usual ones.  ``games`` and
    ``seed``: of the baseline's run; all scenarios have them too.  No scenario has studies.
    """

    name: str
    description: str
    baseline: Scenario
    variants: tuple[Variant, ...]
    scenarios: tuple[Scenario, ...]
    axes: tuple[Axis, ...] = ()
    grids: tuple[Grid, ...] = ()
    measures: tuple[str, ...] = ()
    games: int
    seed: int
