"""Block statistics against straightforward computations."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats as reference

from analyzer.analysis import stats


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


def test_mean_and_interval_are_those_of_block_means() -> None:
    """With equal blocks the clustered error is that of the blocks' means."""
    data = frame()
    result = stats.mean_by_blocks(data.lazy(), pl.col("vp")).row(0, named=True)
    means = data.group_by("block").agg(pl.col("vp").cast(pl.Float64).mean())["vp"].to_numpy()
    low, high = reference.t.interval(0.95, len(means) - 1, means.mean(), reference.sem(means))
    assert result["mean"] == pytest.approx(means.mean())
    assert result["se"] == pytest.approx(reference.sem(means))
    assert (result["low"], result["high"]) == (pytest.approx(low), pytest.approx(high))
    assert (result["n"], result["blocks"]) == (1200, 300)


def test_unequal_blocks_are_a_ratio() -> None:
    data = frame().filter((pl.col("vp") + pl.col("seat")) % 3 > 0)
    result = stats.mean_by_blocks(data.lazy(), pl.col("vp")).row(0, named=True)
    blocks = data.group_by("block").agg(pl.col("vp").cast(pl.Int64).sum(), pl.len())
    sums, sizes = blocks["vp"].to_numpy(), blocks["len"].to_numpy()
    mean = sums.sum() / sizes.sum()
    spread = ((sums - mean * sizes) ** 2).sum() * len(sums) / (len(sums) - 1)
    assert result["mean"] == pytest.approx(mean)
    assert result["se"] == pytest.approx(math.sqrt(spread) / sizes.sum())


def test_groups_come_sorted() -> None:
    result = stats.mean_by_blocks(frame().lazy(), pl.col("vp"), ["seat"])
    assert result["seat"].to_list() == [0, 1, 2, 3]
    assert result.columns == ["seat", "mean", "low", "high", "n", "blocks", "se"]


@pytest.mark.parametrize("size", [1, 7, 100, 299])
def test_parts_give_the_same_bits(size: int) -> None:
    data = frame()
    parts = [
        data.filter(pl.col("block").is_between(first, first + size - 1)).lazy()
        for first in range(0, 300, size)
    ]
    whole = stats.mean_by_blocks(data.lazy(), pl.col("vp"), ["seat"])
    assert stats.mean_by_blocks(parts, pl.col("vp"), ["seat"]).equals(whole)


def test_order_of_rows_gives_the_same_bits() -> None:
    data = frame()
    shuffled = data.sample(fraction=1, shuffle=True, seed=2)
    value = pl.col("vp")
    assert stats.mean_by_blocks(data.lazy(), value).equals(stats.mean_by_blocks(shuffled.lazy(), value))


def test_several_values_in_one_pass() -> None:
    data = frame().lazy()
    both = stats.means_by_blocks(
        data, {"vp": pl.col("vp"), "double": pl.col("vp").cast(pl.Int32) * 2}, ["seat"]
    )
    assert both["measure"].to_list() == ["vp"] * 4 + ["double"] * 4
    alone = stats.mean_by_blocks(data, pl.col("vp"), ["seat"])
    assert both.filter(pl.col("measure") == "vp").drop("measure").equals(alone)


def test_scale_divides_at_the_end() -> None:
    data = frame().lazy()
    plain = stats.mean_by_blocks(data, pl.col("vp"))
    scaled = stats.mean_by_blocks(data, pl.col("vp").cast(pl.Int32) * 12, scale=12)
    assert scaled["se"].item() == pytest.approx(plain["se"].item())
    assert scaled["high"].item() == pytest.approx(plain["high"].item())


def test_missing_values_are_left_out() -> None:
    data = frame()
    value = pl.when(pl.col("seat") > 0).then(pl.col("vp"))
    some = stats.mean_by_blocks(data.lazy(), value)
    assert some.equals(stats.mean_by_blocks(data.filter(pl.col("seat") > 0).lazy(), pl.col("vp")))


def test_one_block_has_no_interval() -> None:
    result = stats.mean_by_blocks(frame(blocks=1).lazy(), pl.col("vp")).row(0, named=True)
    assert result["mean"] is not None
    assert (result["low"], result["high"], result["se"]) == (None, None, None)
    assert math.isnan(stats.estimate(result).low)


def test_equal_blocks_have_no_width() -> None:
    """Sums that float arithmetic can't cancel exactly must not leave a width."""
    data = pl.DataFrame({"block": range(1000), "vp": [49] * 1000})
    result = stats.mean_by_blocks(data.lazy(), pl.col("vp").cast(pl.Int64) * 7, scale=7).row(0, named=True)
    assert (result["mean"], result["low"], result["high"], result["se"]) == (49.0, 49.0, 49.0, 0.0)


def test_floats_are_refused() -> None:
    with pytest.raises(TypeError, match="need integers"):
        stats.mean_by_blocks(frame().lazy(), pl.col("vp") / 2)


def test_share_interval_is_wilsons() -> None:
    """One-game blocks are plain trials: for many of them t is the normal quantile."""
    wins, n = 30, 40_000
    share = wins / n
    se = math.sqrt(share * (1 - share) / n)
    expected = reference.binomtest(wins, n).proportion_ci(0.95, "wilson")
    low, high = stats.share_interval(share, se, n)
    assert low == pytest.approx(expected.low, rel=1e-3)
    assert high == pytest.approx(expected.high, rel=1e-3)


def test_share_of_nothing_still_has_an_interval() -> None:
    low, high = stats.share_interval(0.0, 0.0, 50)
    assert low == 0.0
    assert 0.05 < high < 0.1


def test_share_that_never_varies_has_no_width() -> None:
    assert stats.share_interval(0.25, 0.0, 50) == (0.25, 0.25)


def test_intervals_cover_as_they_promise() -> None:
    """Correlated games within blocks: 95 % intervals hold the truth about 95 times in 100."""
    truth = 14.5 + 9.5
    held = 0
    for seed in range(400):
        result = stats.mean_by_blocks(frame(seed, blocks=40).lazy(), pl.col("vp")).row(0, named=True)
        held += result["low"] <= truth <= result["high"]
    assert 0.92 <= held / 400 <= 0.98


def test_false_discoveries_are_corrected() -> None:
    corrected = stats.benjamini_hochberg([0.01, 0.04, math.nan, 0.03])
    assert corrected[[0, 1, 3]] == pytest.approx([0.03, 0.04, 0.04])
    assert math.isnan(corrected[2])


def one(mean: float, se: float, blocks: int = 1000) -> stats.Estimate:
    return stats.Estimate(mean, mean - 2 * se, mean + 2 * se, blocks, blocks, se)


def test_many_comparisons_are_corrected_for() -> None:
    """An interval that just leaves out the null stands out alone, but not among twenty."""
    just = one(0.021, 0.01)
    assert stats.stand_out([just], 0.0) == (True,)
    assert stats.stand_out([just, *(one(0.0, 0.01),) * 19], 0.0) == (False,) * 20
    assert stats.stand_out([one(0.08, 0.01), *(one(0.0, 0.01),) * 19], 0.0)[:2] == (True, False)


def test_what_is_not_judged_is_not_counted() -> None:
    nothing = stats.Estimate(math.nan, math.nan, math.nan, 0, 0)
    values = [one(0.021, 0.01), *(one(0.0, 0.01, blocks=99),) * 10, *(nothing,) * 10]
    assert stats.stand_out(values, 0.0, least_blocks=100) == (True, *(None,) * 20)


def test_noise_is_rarely_found() -> None:
    """With nothing to find, 264 cells are coloured in about 5 % of the maps, not 13 of them in each."""
    rng = np.random.default_rng(5)
    maps = [stats.stand_out([one(mean, 1.0) for mean in rng.normal(size=264)], 0.0) for _ in range(60)]
    assert sum(any(cells) for cells in maps) <= 9


@pytest.mark.parametrize(("wins", "found"), [(0, True), (1000, True), (260, False)])
def test_shares_are_judged_by_the_error_under_the_null(wins: int, found: bool) -> None:
    share = wins / 1000
    value = one(share, math.sqrt(share * (1 - share) / 1000))
    assert stats.stand_out([value], 0.25, share=True) == (found,)


def test_a_share_fixed_by_construction_is_not_judged() -> None:
    fixed = stats.Estimate(0.5, 0.5, 0.5, 1000, 500, 0.0)
    assert fixed.is_fixed
    assert not one(1.0, 0.0).is_fixed
    assert stats.stand_out([fixed], 0.25, share=True) == (None,)


def test_p_values() -> None:
    p = stats.p_values(np.array([1.0, 1.0]), np.array([0.5, 0.0]), np.array([11, 11]))
    assert p[0] == pytest.approx(2 * reference.t.sf(2.0, 10))
    assert math.isnan(p[1])


def test_detectable_difference_is_found_with_its_power() -> None:
    n, se = 10_000, 0.01
    difference = stats.detectable_difference(se, n)
    power = reference.norm.sf(1.96 - difference / se)
    assert power == pytest.approx(0.8, abs=0.001)


def test_expected_interval_of_a_seat() -> None:
    assert stats.expected_half_width(4, 1, 10_000) == pytest.approx(
        1.96 * math.sqrt(0.25 * 0.75 / 10_000), rel=1e-4
    )
    assert math.isnan(stats.expected_half_width(4, 4, 10_000))
