"""What ``granja sweep`` says before and while it plays, and when it is stopped."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from analyzer.cli.durations import rough_duration
from analyzer.cli.sizes import size

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from analyzer.cli.how import How
    from analyzer.simulate.plan import Plan
    from analyzer.simulate.sweeps import BegunSweep, SweepPlan

_NAMED = 12  # variants that a sentence names


def listed(names: Sequence[str]) -> str:
    """Names in a sentence, the first ones of many."""
    more = len(names) - _NAMED
    return "; ".join(names[:_NAMED]) + (f"; and {more} more" if more > 0 else "")


def time_needed(work: Sequence[tuple[Plan, int]], how: How) -> str:
    """About how long games of some plans take, as the end of a sentence; empty for a cluster."""
    from analyzer.analysis.sweep_pilot import expected_seconds

    if how.cluster is not None:
        return ""
    return f", about {rough_duration(expected_seconds(work) / how.processes)}"


def announcement(plan: SweepPlan, folder: Path, who: str, needed: str, free: int) -> Iterator[str]:
    """What is going to be played; ``needed``: the time it takes, ``free``: bytes on the disk."""
    baseline, many = plan.baseline, len(plan.variants)
    yield (
        f"{plan.sweep.name}: {baseline.scenario.name} and {many} {'variant' if many == 1 else 'variants'} on "
        f"the same {baseline.blocks:,} {'block' if baseline.blocks == 1 else 'blocks'}, {plan.games:,} games "
        f"in all, seed {baseline.seed}, {who}{needed}, into {folder}."
    )
    if baseline.games != baseline.asked:
        yield (
            f"{baseline.asked:,} games are rounded up to {baseline.games:,}: each block plays its seed in "
            f"all {baseline.games_per_block} arrangements of the line-up."
        )
    if any(each.games != baseline.games for each in plan.variants):
        yield f"Other line-ups have other arrangements; -n counts the baseline's games, {baseline.games:,}."
    yield f"Disk: about {size(plan.disk_bytes)} of {size(free)} free."


def resumed(sweep: BegunSweep, who: str, needed: str) -> str:
    """What is left to play; ``needed``: the time it takes."""
    left = sweep.games - sweep.games_there
    where = f"{sweep.manifest.name}, seed {sweep.manifest.seed}, in {sweep.folder}: "
    if not left:
        return f"{where}all {len(sweep.runs)} runs are complete; what they show is worked out anew."
    return (
        f"{where}{sweep.complete_runs} of {len(sweep.runs)} runs are complete, {left:,} of {sweep.games:,} "
        f"games are left; {who}{needed}."
    )


def stopped(sweep: BegunSweep, reason: str) -> str:
    """What is there of a sweep that was ended early; ``sweep``: as it is now."""
    told = f"Stopped ({reason}): {kept(sweep)}."
    if not sweep.runs[0].begun.games:
        return told
    return f"{told} 'granja report {shlex.quote(str(sweep.folder))}' makes a report of what is there."


def kept(sweep: BegunSweep) -> str:
    """What a sweep that isn't complete holds, and how it goes on."""
    return (
        f"{sweep.folder} holds {sweep.complete_runs} of {len(sweep.runs)} runs in full and "
        f"{sweep.games_there:,} of {sweep.games:,} games; 'granja sweep --resume "
        f"{shlex.quote(str(sweep.folder))}' plays the rest"
    )
