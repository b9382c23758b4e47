"""Estimates by group, and rates whose absent rows count as zero."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.estimates import estimates, estimates_together, rate, rates
from analyzer.analysis.measures import VP, Measure
from analyzer.analysis.stats import Estimate, mean_by_blocks, share_by_blocks

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


def assert_same(found: Estimate, row: dict[str, float]) -> None:
    assert (found.n, found.blocks) == (row["n"], row["blocks"])
    for name in ("mean", "low", "high", "se"):
        assert getattr(found, name) == pytest.approx(row[name], abs=1e-12)


def test_means_are_those_of_the_block_statistics() -> None:
    found = estimates(parts(), [VP, TWICE], ["seat"])
    for row in mean_by_blocks(parts(), pl.col("vp"), ["seat"]).iter_rows(named=True):
        assert_same(found[row["seat"],]["vp"], row)
        assert found[row["seat"],]["twice"] == found[row["seat"],]["vp"]


def test_shares_are_those_of_the_block_statistics() -> None:
    found = estimates(parts(), [WON], ["seat"])
    for row in share_by_blocks(parts(), WON.value, ["seat"]).iter_rows(named=True):
        assert_same(found[row["seat"],]["won"], row)


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
    assert_same(found[2,]["hit"], share_by_blocks(zeros, pl.col("hit")).row(0, named=True))


def test_a_rate_of_nothing_still_has_an_interval() -> None:
    found = rate(0, 0, blocks=200, trials=4)
    assert (found.mean, found.low, found.n) == (0.0, 0.0, 800)
    assert 0 < found.high < 0.05


def test_rates_of_counts_may_exceed_one() -> None:
    found = rate(300, 1000, blocks=100, trials=1, is_share=False)
    assert found.mean == 3.0
    assert found.low < 3.0 < found.high
