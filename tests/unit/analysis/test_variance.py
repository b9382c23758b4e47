"""Shares in the variance of results, on a made-up game whose shares are known."""

from __future__ import annotations

import statistics
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest

from analyzer.analysis.measures import measures_used
from analyzer.analysis.study_measures import alone_share
from analyzer.analysis.variance import VarianceShares, shares_in
from analyzer.recording.luck_variants import DEAL, DICE
from analyzer.recording.studies import StudyFolder
from tests.unit.analysis.luck_tables import ALL, ALONE, FINE, PLAYERS, TOTAL, luck_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> StudyFolder:
    return luck_folder(tmp_path_factory.mktemp("luck") / "luck", 600, 5)


def found_in(folder: StudyFolder) -> VarianceShares:
    shares = shares_in(folder)
    assert shares is not None
    return shares


def test_shares_are_those_of_the_game(folder: StudyFolder) -> None:
    shares = found_in(folder)
    every = {factor.key: factor for factor in (*shares.factors, shares.all_luck)}
    assert every.keys() == TOTAL.keys()
    assert shares.deviation * (PLAYERS - 1) / FINE == pytest.approx(ALL**0.5, rel=0.03)
    for key, factor in every.items():
        assert factor.total.mean == pytest.approx(TOTAL[key] / ALL, abs=4 * factor.total.se + 1e-6), key
        assert factor.alone.mean == pytest.approx(ALONE[key] / ALL, abs=4 * factor.alone.se + 1e-6), key
        assert factor.total.se < 0.05
        assert factor.alone.se < 0.03
        assert (factor.total.blocks, factor.alone.blocks) == (600, 600)
    assert {factor.key for factor in shares.of_win} == TOTAL.keys() - {"luck"}
    assert shares.n == 600 * len(folder.manifest.variants)


def test_what_changes_nothing_has_no_share_at_all(folder: StudyFolder) -> None:
    tiles = next(factor for factor in found_in(folder).factors if factor.key == "tiles")
    assert (tiles.total.mean, tiles.total.low, tiles.total.high) == (0.0, 0.0, 0.0)


def test_recounted_in_plain_python(folder: StudyFolder) -> None:
    """One share with interplay and one alone, pair by pair."""
    keys = [variant.key for variant in folder.manifest.variants]
    blocks: dict[int, dict[str, tuple[int, int]]] = {}
    for row in folder.lazy().collect().iter_rows(named=True):
        blocks.setdefault(row["block"], {})[keys[row["variant"]]] = (row["seat"], row["margin"])
    drawn = [
        value
        for games in blocks.values()
        for key, value in games.items()
        if key == "base" or key.split(" ")[-2:-1] == ["alone"]
    ]
    variance = statistics.pvariance(margin for _, margin in drawn)
    means = {seat: statistics.fmean(margin for at, margin in drawn if at == seat) for seat in range(PLAYERS)}
    total = statistics.fmean((games["dice"][1] - games["base"][1]) ** 2 / 2 for games in blocks.values())
    alone = statistics.fmean(
        (one[1] - means[one[0]]) * (other[1] - means[other[0]])
        for games in blocks.values()
        for one, other in combinations([games[key] for key in ("base", *DEAL.alone)], 2)
    )
    # The seat by its own definition; another seat is drawn from the others only.
    seat = statistics.fmean(
        (games["seat"][1] - games["base"][1]) * (games["seat, other deal"][1] - games["deal"][1]) / 2
        for games in blocks.values()
    )
    factors = {factor.key: factor for factor in found_in(folder).factors}
    assert factors["seat"].total.mean == pytest.approx(seat * (PLAYERS - 1) / PLAYERS / variance)
    assert factors[DICE.key].total.mean == pytest.approx(total / variance)
    assert factors[DEAL.key].alone.mean == pytest.approx(alone / variance)


def test_intervals_hold_the_truth(tmp_path: Path) -> None:
    """95 % of all intervals of 60 studies."""
    held = []
    for seed in range(60):
        shares = found_in(luck_folder(tmp_path / str(seed), 120, 100 + seed))
        for factor in (*shares.factors, shares.all_luck):
            for value, true in ((factor.total, TOTAL), (factor.alone, ALONE)):
                if value.se > 0:
                    held.append(value.low <= true[factor.key] / ALL <= value.high)
    assert len(held) > 700
    assert 0.90 <= statistics.fmean(held) <= 0.985


def test_the_page_defines_the_seat_by_itself(folder: StudyFolder) -> None:
    with measures_used() as used:
        found_in(folder)
    assert {"variance_seat", "variance_total", "variance_alone"} == {measure.key for measure in used}
    assert "seat" not in alone_share(1).definition


def test_results_that_never_differ_have_no_shares(tmp_path: Path) -> None:
    same = luck_folder(tmp_path / "luck", 20, 1)
    for part in same.path.glob("rows/*.parquet"):
        pl.read_parquet(part).with_columns(pl.lit(7, pl.Int32).alias("margin")).write_parquet(part)
    assert shares_in(same) is None
