"""The result of a sweep: every metric of the baseline, and how each variant differs from it."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from pathlib import Path

from analyzer.analysis.metrics.compare import compare
from analyzer.analysis.metrics.layout import metrics_of
from analyzer.analysis.metrics.metric import Compared, Kind, Metric
from analyzer.analysis.metrics.together import pair_with
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from analyzer.errors import UserError
from analyzer.recording.manifest import read_manifest
from analyzer.recording.store import Run, open_run, reading, whole_parts
from analyzer.recording.sweep_manifest import RUNS, SweepManifest
from analyzer.scenario import scenario_from_dict
from analyzer.scenario.model import Scenario
from analyzer.scenario.problems import Problems, nearest, suggestion
from analyzer.scenario.sweep_model import BASELINE, Sweep, Variant

_USUAL = ("vp", "lead", "buildings_done", "barrows_done", "vp_market")
_MOVED = 3  # main metrics that differ most, each of another kind, shown beside the usual ones


def read_sweep(folder: Path, manifest: SweepManifest) -> SweepResult:
    """Read the runs of a sweep, as far as they were played.

    Raises UserError if the baseline has no finished games, or a run can't be read.
    """
    place = folder / RUNS
    baseline = _run(place / BASELINE)
    if baseline is None:
        raise UserError(
            f"{folder}: the baseline of this sweep has no finished games yet; 'granja sweep --resume "
            f"{shlex.quote(str(folder))}' plays them."
        )
    runs = {variant.folder: _run(place / variant.folder) for variant in manifest.variants}
    there = [variant for variant in manifest.variants if runs[variant.folder] is not None]
    opened = [run for run in runs.values() if run is not None]
    with reading(place):
        values, pairs = pair_with(baseline, opened)
    compared = compare([each.paired() for each in pairs])
    scenario = scenario_from_dict(baseline.manifest.scenario)
    metrics = metrics_of(scenario)
    return SweepResult(
        folder=folder,
        manifest=manifest,
        baseline=scenario,
        values=tuple((metric, values[metric.key]) for metric in metrics),
        variants=tuple(
            _result(variant, run, baseline, each, pair.only_second())
            for variant, run, each, pair in zip(there, opened, compared, pairs, strict=True)
        ),
        missing=tuple(variant for variant in manifest.variants if runs[variant.folder] is None),
        shown=_shown(manifest, metrics, compared),
        blocks=baseline.blocks,
        games=baseline.games,
    )


def measure_problems(sweep: Sweep, file: str) -> tuple[str, ...]:
    """A sentence for each of a sweep's measures that is no metric of its baseline; ``file`` names them."""
    metrics = metrics_of(sweep.baseline)
    known = [metric.key for metric in metrics]
    main = [metric.key for metric in metrics if metric.main]
    problems = Problems()
    for key in sweep.measures:
        if key not in known:
            remedy = suggestion(key, known if nearest(key, known) else main)
            problems.add(f"{file}, `measures`", f"`{key}` is no metric of {sweep.baseline.name}", remedy)
    return tuple(problems.sentences)


def _run(folder: Path) -> Run | None:
    """A run of a sweep; None if its first part isn't there yet, whatever is there of later ones."""
    if not folder.is_dir() or whole_parts(folder, read_manifest(folder).parts) == 0:
        return None
    return open_run(folder)


def _result(
    variant: Variant,
    run: Run,
    baseline: Run,
    compared: tuple[Compared, ...],
    own: Sequence[tuple[Metric, Estimate]],
) -> VariantResult:
    blocks = min(run.blocks, baseline.blocks)
    order = {metric.key: place for place, metric in enumerate(metrics_of(scenario_of(run)))}
    return VariantResult(
        variant=variant,
        scenario=scenario_of(run),
        compared=tuple(sorted(compared, key=lambda each: order[each.metric.key])),
        own=tuple(sorted(own, key=lambda each: order[each[0].key])),
        blocks=blocks,
        games=blocks * run.manifest.games_per_block,
        complete=run.complete and baseline.complete,
    )


def scenario_of(run: Run) -> Scenario:
    """The scenario that a run has played."""
    return scenario_from_dict(run.manifest.scenario)


def _shown(
    manifest: SweepManifest,
    metrics: Sequence[Metric],
    compared: Sequence[tuple[Compared, ...]],
) -> tuple[str, ...]:
    """What pictures show: what the sweep names, or the usual metrics and those that differ most.

    Of these one of a kind, a result first: what a change sets directly would fill all places with itself.
    """
    if manifest.measures:
        return manifest.measures
    usual = usual_metrics(metrics)
    strength: dict[Metric, float] = {}
    for each in (each for of_variant in compared for each in of_variant if each.metric.main and each.told):
        size = abs(each.difference.mean) / each.difference.se if each.difference.se else math.inf
        strength[each.metric] = max(strength.get(each.metric, 0.0), size)
    moved: dict[Kind, str] = {}
    for metric in sorted(strength, key=lambda metric: (metric.kind is not Kind.RESULTS, -strength[metric])):
        if metric.key not in usual:
            moved.setdefault(metric.kind, metric.key)
    return (*usual, *list(moved.values())[:_MOVED])


def usual_metrics(metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Keys of what is shown of any sweep, as far as its runs have it."""
    by_bot = [f"win_share.{bot}" for bot in _bots(metrics)]
    return tuple(key for key in (*by_bot, *_USUAL) if any(metric.key == key for metric in metrics))


def _bots(metrics: Sequence[Metric]) -> list[str]:
    prefix = "win_share."
    return [metric.key.removeprefix(prefix) for metric in metrics if metric.key.startswith(prefix)]
