"""What a sweep is said to find is found so often: on resampled blocks of games that bots have played."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.analysis.metrics.compare import FEW_DIFFERING
from analyzer.analysis.metrics.detect import findable, likely_judged
from analyzer.analysis.metrics.layout import layout_of
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.rows import rows_of_core
from analyzer.analysis.stats import Estimate, p_values
from analyzer.simulate.batches import Player
from analyzer.simulate.plan import make_plan
from tests.unit.simulate.small_sweeps import scenario

POOL = 3_000  # blocks
RUNS = 400
COMPARISONS = 500


Pairs = dict[str, tuple[Metric, np.ndarray, np.ndarray]]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Pairs:
    """Metrics by key, with their sums by block in two runs; a quarter of the blocks are the same in both."""
    four = scenario(tmp_path_factory.mktemp("four"), "four", line_up=", ".join(['"random"'] * 4))
    plan, layout = make_plan(four, 2 * POOL, 5), layout_of(four)
    player = Player(plan.job("memory"), plan.blocks)
    for _ in player.play(0, plan.blocks):
        pass
    sums = layout.sums(rows_of_core(player.rows(), 0, plan.blocks))
    found = {}
    for metric, values in zip(layout.means, sums.means, strict=True):
        first, second = values[:POOL], values[POOL:].copy()
        second[::4] = first[::4]
        found[metric.key] = (metric, first, second)
    return found


def estimate_of(values: np.ndarray, trials: int) -> Estimate:
    shares = values / trials
    blocks, mean = len(values), float(shares.mean())
    se = float(shares.std(ddof=1)) / math.sqrt(blocks)
    return Estimate(mean, math.nan, math.nan, trials * blocks, blocks, se)


def moved(
    metric: Metric, second: np.ndarray, size: float, base: float, rng: np.random.Generator
) -> np.ndarray:
    """The second run's blocks with a true effect: of shares and counts, more cases that come by chance."""
    trials = metric.trials or 1
    if metric.key == "vp":
        return second + size * trials
    if not metric.is_share:
        return second + rng.poisson(size * trials, len(second))
    unit = metric.scale
    return second + unit * rng.binomial((trials * unit - second) // unit, size / (1 - base))


@pytest.mark.parametrize(
    ("key", "planned"),
    [
        ("vp", 150),
        ("vp", 1_000),
        ("merchant_house.completed", 150),
        ("tie_break", 200),
        ("shared_win", 600),
        ("shared_win", 2_000),
        ("roofs", 150),
        ("barrows_done", 150),
        ("vp_removals", 2_000),
    ],
)
def test_the_size_that_is_foretold_is_found_in_four_of_five(pairs: Pairs, key: str, planned: int) -> None:
    metric, first, second = pairs[key]
    trials = (metric.trials or 1) * metric.scale
    base = estimate_of(first, trials)
    size = findable(metric, base, estimate_of(second - first, trials), 1 - 0.05 / COMPARISONS, planned / POOL)
    rng, found = np.random.default_rng(planned), 0
    for _ in range(RUNS):
        chosen, swapped = rng.integers(0, POOL, planned), rng.random(planned) < 0.5
        a = np.where(swapped, second[chosen], first[chosen])
        b = np.where(swapped, first[chosen], second[chosen])
        difference = moved(metric, b, size, base.mean, rng) - a
        value = estimate_of(difference, trials)
        p = p_values(np.array([value.mean]), np.array([value.se]), np.array([planned]))[0]
        found += bool(p <= 0.05 / COMPARISONS and np.count_nonzero(difference) >= FEW_DIFFERING)
    assert 0.72 <= found / RUNS <= 0.9


def test_a_sweep_that_is_likely_to_judge_has_enough_blocks_that_differ() -> None:
    assert likely_judged(100, 40)
    assert not likely_judged(99, 99)
    assert not likely_judged(1_000, 39)
