"""Estimates of measures by group, and rates whose absent rows count as zero.

Values are integers: a share or a margin is multiplied by a whole number first (``scale``), and the
spread between blocks stays a whole number until the last division.  So the order of summing cannot
matter, and any number of jobs gives the same figures.  Several questions share one pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate, share_interval, t_quantile
from analyzer.analysis.sums import Key, Query, Row, Sums, sums_together

Found: TypeAlias = dict[Key, dict[str, Estimate]]
"""Estimates by group, then by the measure's key."""
Question: TypeAlias = tuple[Sequence[Measure], Sequence[str]]
"""Measures, and the columns that make the groups: at most three, with values 0 to 255."""

NOTHING = Estimate(math.nan, math.nan, math.nan, 0, 0)

_PARTS_AT_ONCE = 8  # keeps the threads busy and the memory small


def estimates(frames: Iterable[pl.LazyFrame], measures: Sequence[Measure], by: Sequence[str] = ()) -> Found:
    """Mean of each measure by group, groups in order; ``frames``: one per part of the run."""
    return estimates_together(frames, [(measures, by)])[0]


def estimates_together(frames: Iterable[pl.LazyFrame], questions: Sequence[Question]) -> list[Found]:
    """Answer several questions about the same frames in one pass over them."""
    answers = sums_together(frames, [query_of(question) for question in questions])
    return [found_of(sums, question) for sums, question in zip(answers, questions, strict=True)]


def query_of(question: Question) -> Query:
    """The sums over blocks that a question is answered from."""
    measures, by = question
    return Query(by, {measure.key: measure.value for measure in measures})


def found_of(sums: Sums, question: Question) -> Found:
    """A question's answer, from the sums of its query."""
    measures, _ = question
    return {
        group: {measure.key: mean_of(row, measure) for measure in measures} for group, row in sums.items()
    }


def mean_of(row: Row, measure: Measure) -> Estimate:
    """The ratio of two block sums, with its error from the spread between blocks."""
    total, squares, products = (row[f"{kind} {measure.key}"] for kind in ("total", "squares", "products"))
    sums = total, squares, row["n"], row["sizes"], products
    return ratio(*sums, row["blocks"], measure.scale, measure.is_share)


def ratio(
    total: int,
    squares: int,
    n: int,
    sizes: int,
    products: int,
    blocks: int,
    scale: int = 1,
    is_share: bool = False,
) -> Estimate:
    """``total / n / scale``, both sums over ``blocks`` blocks, which are the unit of its error.

    ``squares``, ``sizes``, ``products``: sums over blocks of a block's total squared, of its n squared,
    and of its total times its n.
    """
    spread = squares * n * n - 2 * total * n * products + total * total * sizes  # times n squared
    se = math.sqrt(spread / n**2 * blocks / (blocks - 1)) / n if blocks > 1 else math.nan
    return estimate(total / n / scale, se / scale, n, blocks, is_share)


def estimate(mean: float, se: float, n: int, blocks: int, is_share: bool) -> Estimate:
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
    (sums,) = sums_together(frames, [Query(by, values)])
    return {
        group: {
            name: rate(row[f"total {name}"], row[f"squares {name}"], blocks, trials(group), is_share)
            for name in values
        }
        for group, row in sums.items()
    }


def rate(total: int, squares: int, blocks: int, trials: int, is_share: bool = True) -> Estimate:
    """``total`` successes in ``blocks`` blocks of ``trials`` each; ``squares``: of the blocks' totals."""
    n = blocks * trials
    spread = (squares * blocks - total * total) / blocks
    se = math.sqrt(spread * blocks / (blocks - 1)) / n if blocks > 1 else math.nan
    return estimate(total / n, se, n, blocks, is_share)


def collect_parts(frames: Sequence[pl.LazyFrame]) -> pl.DataFrame:
    """The small frames of all parts under each other; a few are worked on at a time."""
    batches = range(0, len(frames), _PARTS_AT_ONCE)
    return pl.concat(pl.concat(pl.collect_all(frames[i : i + _PARTS_AT_ONCE])) for i in batches)
