"""How often intervals hold the truth, on resampled blocks of real games.

Games of a block share their luck: intervals that took each game for itself would fail here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from analyzer.analysis.block_scores import BlockScores, Series
from analyzer.analysis.stats import t_quantile, uniform_quantile
from analyzer.analysis.stopping import UntilNarrow, looks
from tests.unit.analysis.pairs import real_pair, resample

FIGURES: dict[str, Callable[[BlockScores], Series]] = {
    "win share": lambda scores: scores.share(0),
    "margin": lambda scores: scores.margin(0),
    "difference of shares": lambda scores: scores.share(0).minus(scores.share(1)),
    "difference of vp": lambda scores: scores.mean_vp(0).minus(scores.mean_vp(1)),
    "share in one seat": lambda scores: scores.share(0, 2),
}


@pytest.mark.parametrize("name", FIGURES)
def test_ordinary_intervals(name: str) -> None:
    """95 % of 2,000 are 1,900 with a deviation of 10."""
    figure, rng = FIGURES[name], np.random.default_rng(7)
    true = figure(real_pair()).mean
    held = 0
    for _ in range(2000):
        value = figure(resample(rng, 150)).estimate()
        held += value.low <= true <= value.high
    assert 1867 <= held <= 1935


def test_after_stopping_for_width() -> None:
    """The stop looks at the width alone: the interval at its end is still one of about 95 %."""
    share, rng = real_pair().share(0), np.random.default_rng(8)
    aim = 1.96 * math.sqrt(share.squares / share.blocks / 1000)
    rule, held, took = UntilNarrow(aim), 0, []
    for _ in range(1000):
        scores = resample(rng, 2000)
        blocks = next(blocks for blocks in looks(2000) if rule.is_met(scores.prefix(blocks)))
        value = scores.prefix(blocks).share(0).estimate()
        assert value.half_width <= aim
        held += value.low <= share.mean <= value.high
        took.append(blocks)
    assert 927 <= held <= 973
    assert 850 <= min(took) < max(took) <= 1200


def walks(count: int, blocks: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """At all looks: blocks, and the running mean's distance from the truth in standard errors, signed."""
    rng = np.random.default_rng(9)
    share = real_pair().share(0)
    values = share.values / share.divisor - share.mean
    ends = np.array(list(looks(blocks)))
    for _ in range(count):
        drawn = values[rng.integers(0, len(values), blocks)]
        sums, squares = np.cumsum(drawn)[ends - 1], np.cumsum(drawn * drawn)[ends - 1]
        error = np.sqrt((squares - sums * sums / ends) / (ends - 1) / ends)
        yield ends, sums / ends, error


def test_time_uniform_intervals_hold_at_all_looks_together() -> None:
    """Ordinary ones miss at some of 46 looks in every third walk, these in one of twenty at most."""
    missed = {"uniform": 0, "ordinary": 0}
    for ends, distance, error in walks(1000, 10_000):
        uniform = np.array([uniform_quantile(int(blocks)) for blocks in ends])
        missed["uniform"] += bool((np.abs(distance) > uniform * error).any())
        missed["ordinary"] += bool((np.abs(distance) > t_quantile(ends) * error).any())
    assert 5 <= missed["uniform"] <= 50
    assert missed["ordinary"] > 250


def test_time_uniform_quantile_is_robbins_mixture() -> None:
    """The boundary of the normal mixture: exp of the log-martingale is 1 / 0.05 there."""
    for blocks in (100, 1000, 50_000):
        reach = uniform_quantile(blocks)
        scale = blocks * (math.log(400.0) + math.log(math.log(400.0) + 1.0)) / 1000
        martingale = math.exp(reach * reach / 2 * scale / (scale + 1)) / math.sqrt(scale + 1)
        assert martingale == pytest.approx(20.0, rel=1e-9)
