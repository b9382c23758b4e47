"""Sweeps without a game played: metrics by block from chance, variants that shift them by known steps."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from analyzer.analysis.metrics.compare import compare
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.pairs import Paired
from analyzer.analysis.stats import Estimate, share_interval, t_quantile
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from analyzer.recording.manifest import versions
from analyzer.recording.sweep_manifest import SweepManifest
from analyzer.scenario import Scenario, load_scenario
from analyzer.scenario.sweep_model import Axis, Grid, Setting, Variant

METRICS = (
    Metric("vp", "vp per player", Kind.RESULTS, "vp", "Vp at the end, mean of all players."),
    Metric("lead", "lead of the winner", Kind.RESULTS, "vp", "Vp of the first less the second's."),
    Metric("tie_break", "games decided by tie-break", Kind.RESULTS, "share", "Level vp at the top."),
    Metric("seat.1.win_share", "win share of seat 1", Kind.RESULTS, "share", "Wins of seat 1."),
    Metric("win_share.random", "win share of random", Kind.RESULTS, "share", "Wins a seat."),
    Metric("vp_market", "vp from the market", Kind.SOURCES, "vp", "Vp of market barrows."),
    Metric("deliveries", "deliveries", Kind.PLAY, "", "Goods delivered by a player in a game."),
    Metric("deli.completed", "Deli completed", Kind.BUILDINGS, "share", "Players who completed it."),
    Metric(
        "deli.round",
        "round in which the Deli is completed",
        Kind.BUILDINGS,
        "rounds",
        "Of those.",
        among="deli.completed",
    ),
    Metric("hex.12.held", "hex 12 held at the end", Kind.HEXES, "share", "Games in which it is held."),
    Metric("card.23.barrow.played", "card 23 as a barrow", Kind.CARD_USES, "share", "How often."),
    Metric(
        "card.23.barrow.margin",
        "margin with card 23 as a barrow",
        Kind.CARD_VALUES,
        "vp",
        "Observed.",
        among="card.23.barrow.played",
    ),
)
MEANS = {"vp": 52.3, "lead": 6.1, "tie_break": 0.03, "vp_market": 11.2, "deliveries": 14.5, "deli.round": 4.2}
SPREADS = {"vp": 4.0, "lead": 3.0, "vp_market": 2.0, "deliveries": 1.5, "deli.round": 0.8}
GAMES_PER_BLOCK = 4
NOTHING = Estimate(math.nan, math.nan, math.nan, 0, 0)

Shifts = Mapping[str, float]
"""By how much a variant moves the mean of a metric, by its key; others stay equal in every block."""


@dataclass(frozen=True)
class Played:
    """A variant, what it shifts, and how many blocks of it there are (None: all)."""

    variant: Variant
    shifts: Shifts = field(default_factory=dict)
    blocks: int | None = None
    lacks: tuple[str, ...] = ()
    never: tuple[str, ...] = ()  # occurred in neither


@cache
def standard() -> Scenario:
    """The baseline of all sweeps made here."""
    return load_scenario("four-players")


def change(index: int, path: str, value: object) -> Variant:
    """One path changed."""
    return Variant(
        name=f"{path} = {value}",
        folder=f"{path}={value}",
        kind="change",
        index=index,
        settings=(Setting(path, value),),
    )


def cell(index: int, **settings: object) -> Variant:
    """A cell of a grid; ``__`` stands for a dot."""
    found = tuple(Setting(path.replace("__", "."), value) for path, value in settings.items())
    name = ",".join(f"{each.path}={each.value}" for each in found)
    return Variant(name=name, folder=f"grid-{index}-{name}", kind="grid", index=index, settings=found)


def named(name: str, description: str = "") -> Variant:
    """A variant under a name of its own."""
    return Variant(name=name, folder=name.replace(" ", "-"), kind="named", description=description)


def sweep_result(
    played: Sequence[Played],
    *,
    axes: tuple[Axis, ...] = (),
    grids: tuple[Grid, ...] = (),
    missing: tuple[Variant, ...] = (),
    shown: tuple[str, ...] = ("vp", "lead", "tie_break", "seat.1.win_share"),
    blocks: int = 400,
    seed: int = 1,
) -> SweepResult:
    """What such a sweep comes to, compared as real ones are."""
    rng = np.random.default_rng(seed)
    baseline = {metric.key: _blocks_of(metric, blocks, rng) for metric in METRICS}
    compared = compare([_paired(each, baseline, rng, blocks) for each in played])
    variants = tuple(
        VariantResult(
            variant=each.variant,
            scenario=standard(),
            compared=own,
            own=(),
            blocks=each.blocks or blocks,
            games=(each.blocks or blocks) * GAMES_PER_BLOCK,
            complete=each.blocks is None,
        )
        for each, own in zip(played, compared, strict=True)
    )
    manifest = SweepManifest(
        name="bonuses",
        description="What do the buildings' bonuses do?",
        variants=(*(each.variant for each in played), *missing),
        axes=axes,
        grids=grids,
        measures=(),
        seed=7,
        blocks=blocks,
        games=blocks * GAMES_PER_BLOCK,
        engine="abcdef012345",
        versions=versions(),
        command=("sweep", "bonuses", "-n", str(blocks * GAMES_PER_BLOCK)),
    )
    return SweepResult(
        folder=Path("bonuses"),
        manifest=manifest,
        baseline=standard(),
        values=tuple((metric, _estimate(metric, baseline[metric.key])) for metric in METRICS),
        variants=variants,
        missing=missing,
        shown=shown,
        blocks=blocks,
        games=blocks * GAMES_PER_BLOCK,
    )


def _blocks_of(metric: Metric, blocks: int, rng: np.random.Generator) -> np.ndarray:
    """The metric's mean in each block of the baseline."""
    if metric.is_share:
        return rng.binomial(GAMES_PER_BLOCK, MEANS.get(metric.key, 0.25), blocks) / GAMES_PER_BLOCK
    return rng.normal(MEANS.get(metric.key, 0.0), SPREADS.get(metric.key, 3.0), blocks)


def _paired(
    played: Played, baseline: Mapping[str, np.ndarray], rng: np.random.Generator, blocks: int
) -> list[Paired]:
    """Each metric before and after."""
    found = []
    for metric in METRICS:
        if metric.key in played.lacks:
            continue
        if metric.key in played.never:
            found.append(Paired(metric, NOTHING, NOTHING, NOTHING, 0))
            continue
        before = baseline[metric.key][: played.blocks or blocks]
        after = before
        if (shift := played.shifts.get(metric.key)) is not None:
            spread = 0.15 if metric.is_share else 0.5 * SPREADS.get(metric.key, 3.0)
            after = before + shift + rng.normal(0.0, spread, len(before))
        differing = int(np.count_nonzero(after != before))
        values = (_estimate(metric, before), _estimate(metric, after), _mean(after - before))
        found.append(Paired(metric, *values, differing))
    return found


def _estimate(metric: Metric, values: np.ndarray) -> Estimate:
    found = _mean(values)
    if not metric.is_share or not 0 < found.mean < 1:
        return found
    low, high = share_interval(found.mean, found.se, found.blocks)
    return Estimate(found.mean, low, high, found.n, found.blocks, found.se)


def _mean(values: np.ndarray) -> Estimate:
    blocks, mean = len(values), float(values.mean())
    se = float(values.std(ddof=1) / np.sqrt(blocks))
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, blocks * GAMES_PER_BLOCK, blocks, se)


INCOME = "buildings.merchant_house.income"
ROOFS = "roofs.max"
PAYMENT = "extra.payment"
SIESTA = "siesta.vp.6"


def small_sweep(*, blocks: int = 400) -> SweepResult:
    """Every kind of variant: numbers, an option, a grid, a named one, one that changes nothing."""
    axes = (
        Axis(path=INCOME, baseline=3, values=(2, 3, 4, 6)),
        Axis(path=ROOFS, baseline=5, values=(4, 6)),
        Axis(path=PAYMENT, baseline="up_front", values=("one_at_a_time",)),
    )
    grid = Grid(
        name="income and siesta",
        axes=(
            Axis(path=INCOME, baseline=3, values=(2, 3, 4)),
            Axis(path=SIESTA, baseline=3, values=(3, 5)),
        ),
    )
    played = (
        Played(change(0, INCOME, 2), {"vp": -0.6, "lead": 0.3, "deli.completed": -0.04}),
        Played(change(0, INCOME, 4), {"vp": 0.5, "lead": 0.0, "tie_break": 0.01}),
        Played(change(0, INCOME, 6), {"vp": 1.4, "lead": -0.8, "card.23.barrow.played": 0.05}),
        Played(change(1, ROOFS, 4), {"vp": -0.02, "lead": 0.02, "vp_market": 0.4}),
        Played(change(1, ROOFS, 6)),
        Played(change(2, PAYMENT, "one_at_a_time"), {"vp": 0.25, "seat.1.win_share": 0.05}),
        Played(cell(0, buildings__merchant_house__income=2), {"vp": -0.6}),
        Played(cell(0, buildings__merchant_house__income=4), {"vp": 0.5}),
        Played(cell(0, siesta__vp__6=5), {"vp": 0.9, "lead": 0.4}),
        Played(cell(0, buildings__merchant_house__income=2, siesta__vp__6=5), {"vp": 0.2}),
        Played(cell(0, buildings__merchant_house__income=4, siesta__vp__6=5), {"vp": 1.5}),
        Played(
            named("market of the first edition", "another market.csv"),
            {"vp": -3.1, "vp_market": -2.9},
            None,
            ("hex.12.held",),
        ),
    )
    return sweep_result(played, axes=axes, grids=(grid,), blocks=blocks)
