"""Estimates of measures by group, and rates whose absent rows count as zero.

The sums over blocks are those of ``stats.block_sums``; they are whole numbers, and so is
the spread between blocks until the last division.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate, block_sums, share_interval, t_quantile

Key: TypeAlias = tuple[int, ...]
Found: TypeAlias = dict[Key, dict[str, Estimate]]
"""Estimates by group, then by the measure's key."""
Question: TypeAlias = tuple[Sequence[Measure], Sequence[str]]
"""Measures, and the columns (integers) that make the groups."""

NOTHING = Estimate(math.nan, math.nan, math.nan, 0, 0)

_PARTS_AT_ONCE = 8  # keeps the threads busy and the memory small


def estimates(frames: Iterable[pl.LazyFrame], measures: Sequence[Measure], by: Sequence[str] = ()) -> Found:
    """Mean of each measure by group, groups in order; ``frames``: one per part of the run."""
    return estimates_together(list(frames), [(measures, by)])[0]


def estimates_together(frames: Sequence[pl.LazyFrame], questions: Sequence[Question]) -> list[Found]:
    """Answer several questions about the same frames in one pass over them."""
    merged: list[pl.DataFrame | None] = [None] * len(questions)
    for start in range(0, len(frames), _PARTS_AT_ONCE):
        tables = pl.collect_all(
            [
                block_sums(frame, {measure.key: measure.value for measure in measures}, by)
                for frame in frames[start : start + _PARTS_AT_ONCE]
                for measures, by in questions
            ]
        )
        for index, (_, by) in enumerate(questions):
            merged[index] = _add_up([merged[index], *tables[index :: len(questions)]], by)
    return [_found(sums, *question) for sums, question in zip(merged, questions, strict=True)]


def _add_up(tables: Iterable[pl.DataFrame | None], by: Sequence[str]) -> pl.DataFrame:
    """Sums of several parts as those of one."""
    together = pl.concat(table for table in tables if table is not None)
    everything = pl.all().exclude(*by).sum() if by else pl.all().sum()
    return together.group_by(*by).agg(everything).sort(*by) if by else together.select(everything)


def _found(sums: pl.DataFrame | None, measures: Sequence[Measure], by: Sequence[str]) -> Found:
    """Every group's sums as estimates; measures without any row are left out."""
    found: Found = {}
    for row in sums.iter_rows(named=True) if sums is not None else ():
        known = [measure for measure in measures if row[f"n {measure.key}"]]
        if known:
            group = tuple(int(row[column]) for column in by)
            found[group] = {measure.key: _mean(row, measure) for measure in known}
    return found


def _mean(row: Mapping[str, int], measure: Measure) -> Estimate:
    """The ratio of two block sums, with its error from the spread between blocks."""
    kinds = ("n", "blocks", "total", "total_squares", "total_sizes", "size_squares")
    n, blocks, total, squares, products, sizes = (int(row[f"{kind} {measure.key}"]) for kind in kinds)
    spread = squares * n * n - 2 * total * n * products + total * total * sizes  # times n squared
    se = math.sqrt(spread / n**2 * blocks / (blocks - 1)) / n if blocks > 1 else math.nan
    return _estimate(total / n / measure.scale, se / measure.scale, n, blocks, measure.is_share)


def _estimate(mean: float, se: float, n: int, blocks: int, is_share: bool) -> Estimate:
    """With an interval that, for shares, stays inside 0 to 1."""
    if is_share:
        low, high = share_interval(mean, se, blocks)
    else:
        half = float(t_quantile(blocks)) * se
        low, high = mean - half, mean + half
    return Estimate(mean, low, high, n, blocks, se)


def rates(
    frames: Sequence[pl.LazyFrame],
    values: Mapping[str, pl.Expr],
    by: Sequence[str],
    *,
    blocks: int,
    trials: Callable[[Key], int],
    is_share: bool = True,
) -> Found:
    """Sum of each value per trial, where most trials leave no row at all.

    ``trials``: how many trials each of the run's ``blocks`` holds for a group (games, seats,
    scoring phases …); blocks without a row count as zeros.  ``n`` of the estimates is the
    number of trials.
    """
    sums = _add_up([collect_parts([block_sums(frame, values, by) for frame in frames])], by)
    found: Found = {}
    for row in sums.iter_rows(named=True):
        group = tuple(int(row[column]) for column in by)
        found[group] = {
            name: rate(row[f"total {name}"], row[f"total_squares {name}"], blocks, trials(group), is_share)
            for name in values
        }
    return found


def rate(total: int, squares: int, blocks: int, trials: int, is_share: bool = True) -> Estimate:
    """``total`` successes in ``blocks`` blocks of ``trials`` each; ``squares``: of the blocks' totals."""
    n = blocks * trials
    spread = (squares * blocks - total * total) / blocks
    se = math.sqrt(spread * blocks / (blocks - 1)) / n if blocks > 1 else math.nan
    return _estimate(total / n, se, n, blocks, is_share)


def collect_parts(frames: Sequence[pl.LazyFrame]) -> pl.DataFrame:
    """The small frames of all parts under each other; a few are worked on at a time."""
    batches = range(0, len(frames), _PARTS_AT_ONCE)
    return pl.concat(pl.concat(pl.collect_all(frames[i : i + _PARTS_AT_ONCE])) for i in batches)
