"""``granja sweep --dry-run``: what a sweep would play, how long it takes, and what it could show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.analysis.metrics.compare import FEW_DIFFERING
from analyzer.analysis.stats import FEW_BLOCKS, POWER
from analyzer.analysis.sweep_pilot import FEWEST_BLOCKS
from analyzer.cli.durations import rough_duration
from analyzer.cli.sizes import size
from analyzer.cli.sweep_words import listed
from analyzer.scenario.sweep_values import value_at, value_text
from reports import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from analyzer.analysis.metrics.metric import Metric
    from analyzer.analysis.sweep_pilot import Pilot, Smallest
    from analyzer.scenario.sweep_model import Variant
    from analyzer.simulate.sweeps import SweepPlan


def dry_run_tables(
    plan: SweepPlan, pilot: Pilot, metrics: Sequence[Metric], jobs: int, free: int
) -> Iterator[RenderableType]:
    """The tables and sentences in the order of reading; ``metrics``: of the forecast."""
    sweep = plan.sweep
    yield f"{sweep.name}: {sweep.description}" if sweep.description else sweep.name
    yield _variants(plan)
    blocks = f"{plan.baseline.blocks:,} {'block' if plan.baseline.blocks == 1 else 'blocks'}"
    yield (
        f"{len(plan.runs)} runs of {blocks}, {plan.games:,} games in all, seed {plan.baseline.seed}. About "
        f"{rough_duration(pilot.cpu_seconds / jobs)} with {jobs} {'job' if jobs == 1 else 'jobs'}, and "
        f"{size(plan.disk_bytes)} of {size(free)} free on the disk."
    )
    yield from _forecast(plan, pilot, metrics)
    yield "Nothing was written."


def _variants(plan: SweepPlan) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("variant", "baseline", "to", "games"):
        table.add_column(column, justify="right" if column == "games" else "left", overflow="fold")
    table.add_row(f"{plan.sweep.baseline.name} (the baseline)", "", "", f"{plan.baseline.games:,}")
    for variant, each in zip(plan.sweep.variants, plan.variants, strict=True):
        for place, row in enumerate(_rows(variant, plan)):
            table.add_row(*row, "" if place else f"{each.games:,}")
    return table


def _rows(variant: Variant, plan: SweepPlan) -> Iterator[tuple[str, str, str]]:
    """Each changed path with both values; before them the name of a variant that has one of its own."""
    indent = ""
    if variant.kind == "named":
        yield f"{variant.name}: {variant.description}" if variant.description else variant.name, "", ""
        indent = "  "
    for setting in variant.settings:
        before = value_at(plan.sweep.baseline.rule_set, setting.path)
        told = words.NONE if before is None else value_text(before)
        yield f"{indent}{setting.path}", told, value_text(setting.value)


def _forecast(plan: SweepPlan, pilot: Pilot, metrics: Sequence[Metric]) -> Iterator[RenderableType]:
    """What the sweep could show, or why that can't be said."""
    same = [each.name for each in pilot.variants if each.same]
    if same and pilot.blocks > 1:
        yield (
            f"In the {pilot.blocks:,} blocks of the pilot exactly like the baseline: {listed(same)}. "
            "They may change nothing that is played."
        )
    late = sum(math.isnan(each.seconds_per_game) for each in pilot.variants)
    if late:
        yield f"The pilot's time was up before {late:,} of the variants; they count as fast as the baseline."
    if plan.baseline.blocks < FEW_BLOCKS:
        yield f"With fewer than {FEW_BLOCKS} blocks no difference is judged; ask for more games with -n."
    elif not pilot.can_tell:
        yield (
            f"The bots are too slow for a pilot of {FEWEST_BLOCKS} blocks ({pilot.blocks:,} were played): "
            "what differences the sweep could show isn't known."
        )
    else:
        yield from _sizes(pilot, metrics)


def _sizes(pilot: Pilot, metrics: Sequence[Metric]) -> Iterator[RenderableType]:
    """How small a difference shows in each metric, and in which ones none can be judged."""
    found = {metric: each for metric in metrics if (each := pilot.smallest(metric.key))}
    lacking = [metric for metric in metrics if metric not in found]
    unjudged = [metric.name for metric in lacking if pilot.unjudged(metric.key)]
    unknown = [metric.name for metric in lacking if not pilot.unjudged(metric.key)]
    if found:
        yield _smallest(pilot, found)
        yield _assumed(pilot, max(typical.alone / typical.among for typical, _ in found.values()))
    if all(each.same for each in pilot.variants):
        return
    if unjudged:
        yield (
            f"Would hardly be judged: {listed(unjudged)}. A difference is judged only if a variant differs "
            f"from the baseline in {FEW_DIFFERING} blocks or more; ask for more games with -n."
        )
    if unknown:
        yield f"Hardly anything differed in the pilot in: {listed(unknown)}."


def _smallest(pilot: Pilot, found: Mapping[Metric, tuple[Smallest, Smallest]]) -> Table:
    """A row for each metric: of the typical variant and, of many, of that with the most spread."""
    from rich import box
    from rich.table import Table

    title = "The smallest difference from the baseline that it could show"
    many = len(pilot.variants) > 1
    rare = any(pilot.unjudged(metric.key) for metric in found)
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for column in ("typical variant", "least sure variant") if many else ("",):
        table.add_column(column, justify="right")
    table.add_column("")
    if rare:
        table.add_column("hardly judged in", justify="right")
    for metric, both in found.items():
        amounts = [_amount(metric, each.among) for each in (both if many else both[:1])]
        row = [metric.name, *amounts, "points" if metric.is_share else metric.unit]
        unjudged = pilot.unjudged(metric.key)
        table.add_row(*row, *([f"{unjudged} of {len(pilot.variants)}" if unjudged else ""] if rare else []))
    return table


def _assumed(pilot: Pilot, ratio: float) -> str:
    """What the forecast rests on."""
    return (
        f"Found with a probability of {100 * POWER:.0f} %, if it is the only true difference among all "
        f"{pilot.comparisons:,} comparisons: p-values are corrected for that number. Where much differs, "
        f"smaller ones are found too, down to {ratio:.2f} of these if nothing else were compared. This "
        f"assumes that differences vary between blocks as in the {pilot.blocks:,} blocks of the pilot, and "
        "is a guide, no promise."
    )


def _amount(metric: Metric, value: float) -> str:
    shown = 100 * value if metric.is_share else value
    return words.number(shown, max(1, words.digits(shown / 10))) if math.isfinite(shown) else words.NONE
