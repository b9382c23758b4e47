"""Sums over blocks of several counts, and the estimates made from them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.estimates import NOTHING, estimates, rates
from analyzer.analysis.measures import Measure
from analyzer.analysis.moments import Moments, block_sums, moments

BLOCKS, GROUPS = 50, 3


@pytest.fixture(scope="module")
def rows() -> pl.DataFrame:
    luck = np.random.default_rng(5)
    n = 400
    return pl.DataFrame(
        {"block": luck.integers(0, BLOCKS, n), "group": luck.integers(0, 2, n), "x": luck.integers(-3, 9, n)}
    )


def of(rows: pl.DataFrame) -> Moments:
    group, block = rows["group"].to_numpy(), rows["block"].to_numpy()
    return moments(block_sums(group, block, GROUPS, BLOCKS, [None, rows["x"].to_numpy()]))


def test_ratios_are_those_of_grouped_rows(rows: pl.DataFrame) -> None:
    measure = Measure("x", "x", "", "", pl.col("x"))
    grouped = estimates([rows.lazy()], [measure], ["group"])
    for group in (0, 1):
        assert of(rows).ratio(group, 1, 0) == grouped[(group,)]["x"]


def test_rates_count_blocks_without_rows(rows: pl.DataFrame) -> None:
    found = rates([rows.lazy()], {"x": pl.col("x")}, ["group"], blocks=80, trials=lambda _: 6, is_share=False)
    for group in (0, 1):
        assert of(rows).rate(group, 1, 80, 6, is_share=False) == found[(group,)]["x"]


def test_a_group_without_rows_has_no_ratio_and_a_rate_of_zero(rows: pl.DataFrame) -> None:
    assert of(rows).ratio(2, 1, 0) is NOTHING
    assert of(rows).rate(2, 0, BLOCKS, 4).mean == 0.0


def test_parts_add_up_to_the_whole(rows: pl.DataFrame) -> None:
    early, late = rows.filter(pl.col("block") < 20), rows.filter(pl.col("block") >= 20)
    parts, whole = of(early) + of(late), of(rows)
    assert (parts.totals == whole.totals).all()
    assert (parts.products == whole.products).all()
    assert (parts.present == whole.present).all()


def test_rows_of_no_group_are_left_out() -> None:
    table = block_sums(np.array([0, 2, 1]), np.array([0, 0, 1]), 2, 2, [None, np.array([5, 7, 9])])
    assert table.tolist() == [[[1, 0], [5, 0]], [[0, 1], [0, 9]]]
