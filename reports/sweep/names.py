"""What a sweep changes, in words: paths of the rule set, their values, and whole variants."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from typing import Any

from analyzer.recording.sweep_manifest import SweepManifest
from analyzer.scenario.describe import comments
from analyzer.scenario.model import RuleSet, provenance
from analyzer.scenario.spec import LISTS
from analyzer.scenario.sweep_model import Axis, Grid, Setting, Variant
from analyzer.scenario.sweep_values import value_text
from reports import words

_USES = {
    "field": "field",
    "extension": "extension",
    "barrow_goods": "barrow",
    "barrow_value": "barrow",
    **dict.fromkeys(("trigger", "phases", "limit", "cost", "condition", "effect"), "helper"),
}
"""The use of a card that a column of the deck is about."""


def path_name(rules: RuleSet, path: str) -> str:
    """A path in words: Merchant House income; Porter (23) barrow value."""
    parts = path.split(".")
    if parts[0] == "deck" and len(parts) == 3:
        names = {str(card.number): card.name for card in rules.deck}
        return f"{names.get(parts[1], 'card')} ({parts[1]}) {_spaced(parts[2])}"
    if parts[0] == "hexes" and len(parts) == 3:
        return f"hex {parts[1]} {_spaced(parts[2])}"
    if parts[0] == "roof_tiles" and len(parts) == 4:
        return f"roof {parts[1]}.{parts[2]} {_spaced(parts[3])}"
    if parts[:2] == ["donkeys", "tokens"] and len(parts) == 4:
        return f"donkey token {parts[2]} {_spaced(parts[3])}"
    base, _, place = path.rpartition(".")
    if base in LISTS and place.isdigit():
        kind = LISTS[base].entries
        number = int(place) if kind == "space" else int(place) + 1
        return f"{_spaced(base)} ({kind} {number})"
    if parts[0] == "buildings" and len(parts) == 3:
        return f"{_spaced(parts[1]).title()} {_spaced(parts[2])}"
    return _spaced(path)


def meaning(path: str) -> str:
    """What rules.toml says beside the value; empty for a cell of a table."""
    base, _, place = path.rpartition(".")
    return comments().get(base if place.isdigit() else path, "")


def value_name(value: Any) -> str:
    """A value of the rule set in words."""
    if value is None:
        return "absent"
    text = value_text(value).replace("_", " ")
    return text.replace("-", words.MINUS) if isinstance(value, int | float) else text


def settings_name(rules: RuleSet, settings: Iterable[tuple[str, Any]]) -> str:
    """Paths with their values: siesta vp (space 6) 4, roofs max 3."""
    return ", ".join(f"{path_name(rules, path)} {value_name(value)}" for path, value in settings)


def variant_name(rules: RuleSet, manifest: SweepManifest, variant: Variant) -> str:
    """A variant for a sentence: what it changes, or its own name."""
    if variant.kind == "change" and variant.settings:
        setting, axis = variant.settings[0], manifest.axes[variant.index]
        name = f"{path_name(rules, setting.path)} {value_name(setting.value)}"
        return f"{name} instead of {value_name(axis.baseline)}"
    if variant.kind == "grid":
        axes = manifest.grids[variant.index].axes
        return settings_name(rules, ((axis.path, setting_at(variant, axis)) for axis in axes))
    return variant.name


def short_name(manifest: SweepManifest, variant: Variant) -> str:
    """A variant under the heading of its group: its values."""
    if variant.kind == "change" and variant.settings:
        return value_name(variant.settings[0].value)
    if variant.kind == "grid":
        axes = manifest.grids[variant.index].axes
        return " \u00b7 ".join(value_name(setting_at(variant, axis)) for axis in axes)
    return variant.name


def group_name(rules: RuleSet, manifest: SweepManifest, variant: Variant, longest: int) -> str:
    """What a variant is one of: a path; the paths of a grid, a line each; the named ones.

    ``longest``: characters of a line that holds a path and its baseline's value.
    """
    if variant.kind == "change":
        axis = manifest.axes[variant.index]
        name, own = path_name(rules, axis.path), f"(baseline {value_name(axis.baseline)})"
        return f"{name} {own}" if len(name) + len(own) < longest else f"{name}\n{own}"
    if variant.kind == "grid":
        return " \u00b7\n".join(path_name(rules, axis.path) for axis in manifest.grids[variant.index].axes)
    return "named variants"


def grid_name(rules: RuleSet, grid: Grid) -> str:
    """A grid's own name; one that has none is called by its paths, which are told in words."""
    paths = [axis.path for axis in grid.axes]
    return (
        " by ".join(path_name(rules, path) for path in paths)
        if grid.name == " by ".join(paths)
        else grid.name
    )


def setting_at(variant: Variant, axis: Axis) -> Any:
    """The value of a variant at the path of an axis: the baseline's where it changes nothing there."""
    return next((each.value for each in variant.settings if each.path == axis.path), axis.baseline)


def anchor(key: str) -> str:
    """A metric's key as a part of ids and file names; bots may have any name."""
    plain_key = key.replace(".", "-")
    if re.fullmatch(r"[\w-]+", plain_key, re.ASCII):
        return plain_key
    return f"{re.sub(r'[^a-zA-Z0-9]+', '-', key).strip('-')}-{zlib.crc32(key.encode()):08x}"


def changed(manifest: SweepManifest, variant: Variant) -> tuple[Setting, ...]:
    """The settings of a variant that are not the baseline's; a cell of a grid names those too."""
    if variant.kind != "grid":
        return variant.settings
    own = {axis.path: axis.baseline for axis in manifest.grids[variant.index].axes}
    return tuple(each for each in variant.settings if own.get(each.path) != each.value)


def source_of(rules: RuleSet, path: str) -> str:
    """Where the baseline's value at a cell of a table comes from; empty for numbers and options."""
    parts = path.split(".")
    if parts[0] == "deck" and len(parts) == 3 and parts[2] in _USES:
        known = any(str(card.number) == parts[1] for card in rules.deck)
        return provenance(rules, int(parts[1]), _USES[parts[2]]) if known else ""
    if parts[0] == "hexes" and len(parts) == 3:
        return next((each.source for each in rules.hexes if str(each.number) == parts[1]), "")
    if parts[0] == "roof_tiles" and len(parts) == 4:
        place = parts[1:3]
        return next((t.provenance for t in rules.roof_tiles if [str(t.round), str(t.slot)] == place), "")
    return ""


def source_of_metric(rules: RuleSet, key: str) -> str:
    """Where the use of a card comes from that a metric is about; empty for all others."""
    parts = key.split(".")
    if parts[0] == "card" and len(parts) == 4:
        known = any(str(card.number) == parts[1] for card in rules.deck)
        return provenance(rules, int(parts[1]), parts[2]) if known else ""
    return ""


def _spaced(path: str) -> str:
    return path.replace("_", " ").replace(".", " ")
