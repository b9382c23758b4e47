"""A sweep as plain data for ``--json``: its main metrics, those of single hexes and cards left out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from analyzer.recording.sweep_store import run_folder
from analyzer.scenario.sweep_model import BASELINE
from analyzer.scenario.sweep_values import value_at

if TYPE_CHECKING:
    from analyzer.analysis.metrics.metric import Compared
    from analyzer.analysis.stats import Estimate
    from analyzer.analysis.sweep_pilot import Pilot, PilotRun, Smallest
    from analyzer.analysis.sweep_result import SweepResult, VariantResult
    from analyzer.scenario import Scenario
    from analyzer.scenario.sweep_model import Variant
    from analyzer.simulate.sweeps import SweepPlan

CORRECTION = (
    "Benjamini and Hochberg, for all comparisons of the sweep and for those of the metric's kind, the larger"
)


def sweep_json(result: SweepResult) -> dict[str, Any]:
    """Shares are fractions of 1; missing figures are None; metrics by their key."""
    manifest = result.manifest
    return {
        "name": manifest.name,
        "seed": manifest.seed,
        "blocks": result.blocks,
        "asked_blocks": manifest.blocks,
        "correction": CORRECTION,
        "baseline": {
            "run": str(run_folder(result.folder, BASELINE)),
            "scenario": result.baseline.name,
            "games": result.games,
            "metrics": {
                metric.key: {"name": metric.name, "unit": metric.unit, **_estimate(value)}
                for metric, value in result.values
                if metric.main
            },
        },
        "variants": [_variant(each, result) for each in result.variants],
        "missing": [variant.name for variant in result.missing],
    }


def dry_run_json(plan: SweepPlan, pilot: Pilot, jobs: int, free: int) -> dict[str, Any]:
    """What a sweep would play; ``free``: bytes on the disk."""
    sweep = plan.sweep
    played = zip(sweep.variants, plan.variants, pilot.variants, strict=True)
    return {
        "name": sweep.name,
        "dry_run": True,
        "seed": plan.baseline.seed,
        "blocks": plan.baseline.blocks,
        "games": plan.games,
        "jobs": jobs,
        "seconds": round(pilot.cpu_seconds / jobs, 1),
        "disk_bytes": plan.disk_bytes,
        "disk_free": free,
        "pilot_blocks": pilot.blocks,
        "comparisons": pilot.comparisons,
        "baseline": {
            "scenario": sweep.baseline.name,
            "games": plan.baseline.games,
            "games_per_s": _rate(pilot.baseline),
        },
        "variants": [
            {
                "name": variant.name,
                **_changes(variant, sweep.baseline),
                "games": each.games,
                "games_per_s": _rate(seen),
                "same_in_pilot": seen.same,
                "smallest": {key: _smallest(found) for key, found in seen.smallest.items()}
                if pilot.can_tell
                else {},
            }
            for variant, each, seen in played
        ],
    }


def _variant(found: VariantResult, result: SweepResult) -> dict[str, Any]:
    variant = found.variant
    return {
        "name": variant.name,
        "run": str(run_folder(result.folder, variant.folder)),
        **_changes(variant, result.baseline),
        "blocks": found.blocks,
        "games": found.games,
        "complete": found.complete,
        "same": found.same,
        "metrics": {each.metric.key: _compared(each) for each in found.compared if each.metric.main},
        "own": {
            metric.key: {"name": metric.name, "unit": metric.unit, **_estimate(value)}
            for metric, value in found.own
            if metric.main
        },
    }


def _changes(variant: Variant, baseline: Scenario) -> dict[str, Any]:
    """What a variant changes: paths with both values, and words for the rest."""
    return {
        "kind": variant.kind,
        "changes": [
            {
                "path": setting.path,
                "baseline": value_at(baseline.rule_set, setting.path),
                "value": setting.value,
            }
            for setting in variant.settings
        ],
        "description": variant.description,
    }


def _compared(found: Compared) -> dict[str, Any]:
    """A difference; one that is the same is exactly 0, and None where neither had anything to count."""
    difference = found.difference
    numbers = {"difference": difference.mean, "low": difference.low, "high": difference.high}
    exact = found.same and not found.absent
    return {
        "name": found.metric.name,
        "unit": found.metric.unit,
        "baseline": _number(found.baseline.mean),
        "variant": _number(found.variant.mean),
        **{key: 0.0 if exact else _number(number) for key, number in numbers.items()},
        "n": difference.n,
        "p": _number(found.p),
        "corrected": _number(found.corrected),
        "told": found.told,
        "same": None if found.absent else found.same,
    }


def _estimate(value: Estimate) -> dict[str, Any]:
    numbers = {"mean": value.mean, "low": value.low, "high": value.high}
    return {key: _number(number) for key, number in numbers.items()} | {"n": value.n, "blocks": value.blocks}


def _smallest(found: Smallest) -> dict[str, Any]:
    """Sizes are None where the sweep would hardly judge the metric."""
    return {
        "name": found.metric.name,
        "unit": found.metric.unit,
        "likely_judged": found.judged,
        "among_all": _number(found.among),
        "alone": _number(found.alone),
    }


def _rate(run: PilotRun) -> float | None:
    """Games per second of one core."""
    return None if math.isnan(run.seconds_per_game) else round(1 / run.seconds_per_game, 1)


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
