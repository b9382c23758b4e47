"""Estimates of measures by group, and rates whose absent rows count as zero.

Values are integers: a share or a margin is multiplied by a whole number first (``scale``), and the
spread between blocks stays a whole number until the last division.  So the order of summing cannot
matter, and any number of jobs gives the same figures.  Groups are packed into one integer, and
several questions share one pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate, share_interval, t_quantile
from analyzer.recording.schema import Players

Key: TypeAlias = tuple[int, ...]
Found: TypeAlias = dict[Key, dict[str, Estimate]]
"""Estimates by group, then by the measure's key."""
Question: TypeAlias = tuple[Sequence[Measure], Sequence[str]]
"""Measures, and the columns that make the groups: at most three, with values 0 to 255."""

Query: TypeAlias = Callable[[pl.LazyFrame], pl.LazyFrame]
"""Makes sums by GROUP of the rows of one part."""

NOTHING = Estimate(math.nan, math.nan, math.nan, 0, 0)

_PARTS_AT_ONCE = 8  # keeps the threads busy and the memory small
_RADIX = 256
_GROUPS = _RADIX**3
GROUP = "group"
_SIZE = "size"


def estimates(frames: Iterable[pl.LazyFrame], measures: Sequence[Measure], by: Sequence[str] = ()) -> Found:
    """Mean of each measure by group, groups in order; ``frames``: one per part of the run."""
    return estimates_together(list(frames), [(measures, by)])[0]


def estimates_together(frames: Sequence[pl.LazyFrame], questions: Sequence[Question]) -> list[Found]:
    """Answer several questions about the same frames in one pass over them."""
    merged = sums_together(frames, [query_of(question) for question in questions])
    return [found_of(sums, question) for sums, question in zip(merged, questions, strict=True)]


def sums_together(frames: Sequence[pl.LazyFrame], queries: Sequence[Query]) -> list[pl.DataFrame | None]:
    """The sums that each query makes of a frame, added up over all frames (None: there are none)."""
    merged: list[pl.DataFrame | None] = [None] * len(queries)
    for start in range(0, len(frames), _PARTS_AT_ONCE):
        tables = pl.collect_all(
            [query(frame) for frame in frames[start : start + _PARTS_AT_ONCE] for query in queries]
        )
        for index in range(len(queries)):
            merged[index] = _add_up([merged[index], *tables[index :: len(queries)]])
    return merged


def query_of(question: Question) -> Query:
    """The sums over blocks that a question is answered from."""
    measures, by = question
    return lambda frame: _block_sums(frame, {measure.key: measure.value for measure in measures}, by)


def found_of(sums: pl.DataFrame | None, question: Question) -> Found:
    """A question's answer, from the sums of its query."""
    return _found(sums, *question)


def _block_sums(frame: pl.LazyFrame, values: Mapping[str, pl.Expr], by: Sequence[str]) -> pl.LazyFrame:
    """Per group of ``by`` the sums over blocks; ``values`` are whole numbers, none missing."""
    rows = frame.select(
        block_key(by).alias("key"), *(value.cast(pl.Int64).alias(name) for name, value in values.items())
    )
    sums = [pl.col(name).sum() for name in values]
    per_block = rows.group_by("key").agg(pl.len().cast(pl.Int64).alias(_SIZE), *sums)
    size = pl.col(_SIZE)
    return per_block.group_by(group_of("key")).agg(
        size.sum().alias("n"),
        pl.len().cast(pl.Int64).alias("blocks"),
        (size * size).sum().alias("sizes"),
        *(pl.col(name).sum().alias(f"total {name}") for name in values),
        *((pl.col(name) * pl.col(name)).sum().alias(f"squares {name}") for name in values),
        *((pl.col(name) * size).sum().alias(f"products {name}") for name in values),
    )


def block_key(by: Sequence[str]) -> pl.Expr:
    """Block and group in one integer."""
    code = pl.lit(0, pl.Int64)
    for column in by:
        code = code * _RADIX + pl.col(column).cast(pl.Int64)
    return pl.col(Players.BLOCK).cast(pl.Int64) * _GROUPS + code


def group_of(key: str) -> pl.Expr:
    """The group alone, as GROUP."""
    return (pl.col(key) % _GROUPS).alias(GROUP)


def first_of_group(key: str, columns: int) -> pl.Expr:
    """The first of the columns that were packed into a group."""
    return (pl.col(key) % _GROUPS).floordiv(_RADIX ** (columns - 1))


def _add_up(tables: Iterable[pl.DataFrame | None]) -> pl.DataFrame:
    """Sums of several parts as those of one, groups in order."""
    together = pl.concat(table for table in tables if table is not None)
    return together.group_by(GROUP).agg(pl.all().sum()).sort(GROUP)


def unpacked(code: int, columns: int) -> Key:
    """The values of the columns that were packed into a group's code."""
    return tuple(code // _RADIX**place % _RADIX for place in reversed(range(columns)))


def _found(sums: pl.DataFrame | None, measures: Sequence[Measure], by: Sequence[str]) -> Found:
    """Every group's sums as estimates."""
    rows = sums.iter_rows(named=True) if sums is not None else ()
    return {
        unpacked(row[GROUP], len(by)): {measure.key: mean_of(row, measure) for measure in measures}
        for row in rows
    }


def mean_of(row: Mapping[str, int], measure: Measure) -> Estimate:
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
    sums = _add_up([collect_parts([_block_sums(frame, values, by) for frame in frames])])
    found: Found = {}
    for row in sums.iter_rows(named=True):
        group = unpacked(row[GROUP], len(by))
        found[group] = {
            name: rate(row[f"total {name}"], row[f"squares {name}"], blocks, trials(group), is_share)
            for name in values
        }
    return found


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
