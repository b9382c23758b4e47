"""Estimates by group, and rates whose absent rows count as zero."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats as reference

from analyzer.analysis.estimates import estimates, estimates_together, rate, rates
from analyzer.analysis.measures import VP, Measure
from analyzer.analysis.stats import Estimate, share_interval

TWICE = Measure("twice", "twice", "", "", pl.col("vp") * 2, 2)
WON = Measure("won", "won", "", "", (pl.col("vp") > 50).cast(pl.Int32), 1, True)


def parts(blocks: int = 60, in_part: int = 25) -> list[pl.LazyFrame]:
    """Blocks with different numbers of rows, cut into parts."""
    random = np.random.default_rng(4)
    sizes = random.integers(1, 6, blocks)
    block = np.repeat(np.arange(blocks), sizes)
    frame = pl.DataFrame(
        {
            "block": block.astype(np.int32),
            "seat": random.integers(0, 3, len(block)).astype(np.int8),
            "vp": (random.integers(0, 100, len(block)) + block % 7).astype(np.int16),
        }
    )
    starts = range(0, blocks, in_part)
    return [frame.lazy().filter(pl.col("block").is_between(s, s + in_part - 1)) for s in starts]


def frame(seed: int = 1, blocks: int = 300, games: int = 4) -> pl.DataFrame:
    """Games whose values share a part of their luck within a block."""
    rng = np.random.default_rng(seed)
    shared = np.repeat(rng.integers(0, 30, blocks), games)
    return pl.DataFrame(
        {
            "block": np.repeat(np.arange(blocks, dtype=np.int32), games),
            "seat": np.tile(np.arange(games, dtype=np.int8), blocks),
            "vp": (shared + rng.integers(0, 20, blocks * games)).astype(np.int16),
        }
    )


def one(frame: pl.DataFrame, measure: Measure = VP) -> Estimate:
    """The estimate of a whole table."""
    return estimates([frame.lazy()], [measure])[()][measure.key]


def test_mean_and_interval_are_those_of_block_means() -> None:
    """With equal blocks the clustered error is that of the blocks' means."""
    data = frame()
    found = one(data)
    means = data.group_by("block").agg(pl.col("vp").cast(pl.Float64).mean())["vp"].to_numpy()
    low, high = reference.t.interval(0.95, len(means) - 1, means.mean(), reference.sem(means))
    assert found.mean == pytest.approx(means.mean())
    assert found.se == pytest.approx(reference.sem(means))
    assert (found.low, found.high) == pytest.approx((low, high))
    assert (found.n, found.blocks) == (1200, 300)


def ratio(rows: pl.DataFrame, value: pl.Expr) -> tuple[float, float]:
    """The mean of all rows and its error, computed plainly from sums and sizes of blocks."""
    blocks = rows.group_by("block").agg(value.cast(pl.Int64).sum().alias("sum"), pl.len())
    sums, sizes = blocks["sum"].to_numpy(), blocks["len"].to_numpy()
    mean = sums.sum() / sizes.sum()
    spread = ((sums - mean * sizes) ** 2).sum() * len(sums) / (len(sums) - 1)
    return mean, math.sqrt(spread) / sizes.sum()


def test_unequal_blocks_are_a_ratio() -> None:
    rows = pl.concat(parts()).collect()
    found = estimates(parts(), [VP, TWICE], ["seat"])
    assert list(found) == [(0,), (1,), (2,)]
    for (seat,), row in found.items():
        own = rows.filter(pl.col("seat") == seat)
        assert (row["vp"].mean, row["vp"].se) == pytest.approx(ratio(own, pl.col("vp")))
        assert (row["vp"].n, row["vp"].blocks) == (own.height, own["block"].n_unique())
        assert row["twice"] == row["vp"]


def test_shares_have_intervals_inside_0_to_1() -> None:
    rows = pl.concat(parts()).collect()
    for (seat,), row in estimates(parts(), [WON], ["seat"]).items():
        won = row["won"]
        assert (won.mean, won.se) == pytest.approx(ratio(rows.filter(pl.col("seat") == seat), WON.value))
        assert (won.low, won.high) == share_interval(won.mean, won.se, won.blocks)


def test_the_order_of_rows_changes_nothing() -> None:
    assert one(frame().sample(fraction=1, shuffle=True, seed=2)) == one(frame())


def test_equal_blocks_have_no_width() -> None:
    """Sums that float arithmetic can't cancel exactly must not leave a width."""
    data = pl.DataFrame({"block": range(1000), "vp": [49] * 1000})
    found = one(data, Measure("seven", "", "", "", pl.col("vp") * 7, 7))
    assert (found.mean, found.low, found.high, found.se) == (49.0, 49.0, 49.0, 0.0)


def test_intervals_cover_as_they_promise() -> None:
    """Correlated games within blocks: 95 % intervals hold the truth about 95 times in 100."""
    truth = 14.5 + 9.5
    found = [one(frame(seed, blocks=40)) for seed in range(400)]
    assert 0.92 <= sum(value.low <= truth <= value.high for value in found) / 400 <= 0.98


def test_the_number_of_parts_changes_nothing() -> None:
    whole = estimates(parts(in_part=60), [VP, WON], ["seat"])
    assert estimates(parts(in_part=1), [VP, WON], ["seat"]) == whole
    assert estimates(parts(in_part=7), [VP, WON], ["seat"]) == whole


def test_questions_together_are_answered_as_alone() -> None:
    together = estimates_together(parts(), [([VP], ["seat"]), ([VP, WON], [])])
    assert together == [estimates(parts(), [VP], ["seat"]), estimates(parts(), [VP, WON])]


def test_one_block_has_no_interval() -> None:
    found = estimates(parts(blocks=1), [VP])[()]["vp"]
    assert found.n > 0
    assert math.isnan(found.low)
    assert math.isnan(found.se)


def test_rates_count_absent_rows_as_zero() -> None:
    """A rate from the rows that are there is the mean over a table with all zeros written out."""
    frames = parts()
    trials = 8
    everything = pl.concat(frames).collect()
    per_block = dict(everything.filter(pl.col("seat") == 2).group_by("block").len().iter_rows())
    zeros = pl.DataFrame(
        {
            "block": [block for block in range(60) for _ in range(trials)],
            "hit": [int(k < per_block.get(block, 0)) for block in range(60) for k in range(trials)],
        }
    ).lazy()
    only = [frame.filter(pl.col("seat") == 2) for frame in frames]
    found = rates(only, {"hit": pl.lit(1, pl.Int32)}, ["seat"], blocks=60, trials=lambda _: trials)
    hit = Measure("hit", "hit", "", "", pl.col("hit"), is_share=True)
    same = estimates([zeros], [hit])[()]["hit"]
    assert (found[2,]["hit"].n, found[2,]["hit"].blocks) == (same.n, same.blocks)
    for name in ("mean", "low", "high", "se"):
        assert getattr(found[2,]["hit"], name) == pytest.approx(getattr(same, name), abs=1e-12)


def test_a_rate_of_nothing_still_has_an_interval() -> None:
    found = rate(0, 0, blocks=200, trials=4)
    assert (found.mean, found.low, found.n) == (0.0, 0.0, 800)
    assert 0 < found.high < 0.05


def test_rates_of_counts_may_exceed_one() -> None:
    found = rate(300, 1000, blocks=100, trials=1, is_share=False)
    assert found.mean == 3.0
    assert found.low < 3.0 < found.high
