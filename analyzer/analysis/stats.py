"""Means, shares and intervals from blocks.

A block (one seed, played once for each arrangement of the line-up) is the unit of
statistics: games of one block share their luck, single games would give intervals
that are too narrow.  Values are integers: a share or a margin is multiplied by a
whole number first (``scale``), summed exactly, and divided at the very end.  So the
order of summing cannot matter, and any number of jobs gives the same figures.

Quantiles come from scipy.special, which scipy.stats calls too: it is imported in a tenth of the time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import special

CONFIDENCE = 0.95
POWER = 0.80

_BLOCK = "block"
_SUMS = ("n", "blocks", "total", "total_squares", "total_sizes", "size_squares")
_PARTS_AT_ONCE = 8  # lazy frames collected together: bounds the memory, keeps the threads busy


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval; ``n`` observations in ``blocks`` blocks.

    ``low``, ``high`` and ``se`` are NaN where one block only gives no spread.
    """

    mean: float
    low: float
    high: float
    n: int
    blocks: int
    se: float = math.nan

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def block_sums(frame: pl.LazyFrame, values: Mapping[str, pl.Expr], by: Sequence[str]) -> pl.LazyFrame:
    """Sums per group of ``by`` from which means and errors follow; they may be added up.

    ``frame`` has a column ``block``; all rows of a block must be in the same frame.
    Null values are left out.  The values must be of an integer type.
    """
    rows = frame.select(*by, _BLOCK, *(value.cast(pl.Int64).alias(name) for name, value in values.items()))
    sums = [pl.col(name).sum().alias(f"sum {name}") for name in values]
    sizes = [pl.col(name).count().cast(pl.Int64).alias(f"size {name}") for name in values]
    per_block = rows.group_by(*by, _BLOCK).agg(*sums, *sizes)
    totals = [total for name in values for total in _totals(name)]
    return per_block.group_by(*by).agg(totals) if by else per_block.select(totals)


def _totals(name: str) -> list[pl.Expr]:
    """The sums over blocks of one value, in the order of ``_SUMS``."""
    total, size = pl.col(f"sum {name}"), pl.col(f"size {name}")
    sums = (
        size.sum(),
        (size > 0).cast(pl.Int64).sum(),
        total.sum(),
        (total * total).sum(),
        (total * size).sum(),
        (size * size).sum(),
    )
    return [expr.alias(f"{kind} {name}") for kind, expr in zip(_SUMS, sums, strict=True)]


def means_by_blocks(
    frames: pl.LazyFrame | Iterable[pl.LazyFrame],
    values: Mapping[str, pl.Expr],
    by: Sequence[str] = (),
    *,
    scale: int = 1,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Means of several values in one pass: as ``mean_by_blocks``, with a first column ``measure``."""
    parts = [frames] if isinstance(frames, pl.LazyFrame) else list(frames)
    if not parts:
        raise ValueError("no frames to average")
    schema = parts[0].select(value.alias(name) for name, value in values.items()).collect_schema()
    for name, dtype in schema.items():
        if not dtype.is_integer():
            raise TypeError(f"block means need integers, {name} is {dtype}: multiply it and give `scale`")
    sums = _collect_sums([block_sums(part, values, by) for part in parts], list(values), by)
    estimates = [
        _estimates(sums, name, by, scale, confidence).select(pl.lit(name).alias("measure"), pl.all())
        for name in values
    ]
    return pl.concat(estimates)


def mean_by_blocks(
    frames: pl.LazyFrame | Iterable[pl.LazyFrame],
    value: pl.Expr,
    by: Sequence[str] = (),
    *,
    scale: int = 1,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Mean of ``value / scale`` per group, with errors from blocks.

    ``frames``: one lazy frame, or one per part of a run (``Run.parts``), which keeps
    the memory flat for any number of games.  ``value``: an expression of an integer
    type.  The result has the columns of ``by`` (sorted by them), then ``mean``, ``low``,
    ``high``, ``n`` (rows), ``blocks`` and ``se``; ``low``, ``high`` and ``se`` are null
    for a group seen in a single block.  Raises TypeError for a value that is no integer.
    """
    frame = means_by_blocks(frames, {"value": value}, by, scale=scale, confidence=confidence)
    return frame.drop("measure")


def _collect_sums(parts: list[pl.LazyFrame], names: list[str], by: Sequence[str]) -> pl.DataFrame:
    """Add up the sums of all parts, a few parts at a time."""
    merged: pl.DataFrame | None = None
    adding = [pl.col(f"{kind} {name}").sum() for name in names for kind in _SUMS]
    for start in range(0, len(parts), _PARTS_AT_ONCE):
        frames = pl.collect_all(parts[start : start + _PARTS_AT_ONCE])
        if merged is not None:
            frames.append(merged)
        together = pl.concat(frames)
        merged = together.group_by(*by).agg(adding) if by else together.select(adding)
    assert merged is not None
    return merged.sort(*by) if by else merged


def _estimates(
    sums: pl.DataFrame, name: str, by: Sequence[str], scale: int, confidence: float
) -> pl.DataFrame:
    """Turn the added-up sums of one value into means with intervals."""
    sums = sums.select(*by, *(pl.col(f"{kind} {name}").alias(kind) for kind in _SUMS)).filter(pl.col("n") > 0)
    n = sums["n"].to_numpy().astype(np.float64)
    blocks = sums["blocks"].to_numpy()
    total, squares, products, sizes = (
        sums[kind].to_numpy().astype(np.float64)
        for kind in ("total", "total_squares", "total_sizes", "size_squares")
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / n
        spread = squares - 2 * mean * products + mean * mean * sizes
        # Rounding leaves a speck where all blocks agree: below it, the spread is nothing.
        speck = 1e-12 * (squares + mean * mean * sizes)
        spread = np.where(spread <= speck, 0.0, spread)
        se = np.sqrt(spread * blocks / (blocks - 1)) / n
    se = np.where(blocks > 1, se, np.nan)
    half = t_quantile(blocks, confidence) * se
    columns = {"mean": mean, "low": mean - half, "high": mean + half, "se": se}
    result = sums.select(*by, "n", "blocks").with_columns(
        pl.Series(column, values / scale).fill_nan(None) for column, values in columns.items()
    )
    return result.select(*by, "mean", "low", "high", "n", "blocks", "se")


def share_by_blocks(
    frames: pl.LazyFrame | Iterable[pl.LazyFrame],
    value: pl.Expr,
    by: Sequence[str] = (),
    *,
    scale: int = 1,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """As ``mean_by_blocks`` for a value between 0 and ``scale``, with intervals inside 0 to 1."""
    frame = mean_by_blocks(frames, value, by, scale=scale, confidence=confidence)
    rows = zip(frame["mean"], frame["se"], frame["blocks"], strict=True)
    bounds = [share_interval(mean, se, blocks, confidence) for mean, se, blocks in rows]
    return frame.with_columns(
        pl.Series("low", [low for low, _ in bounds], dtype=pl.Float64).fill_nan(None),
        pl.Series("high", [high for _, high in bounds], dtype=pl.Float64).fill_nan(None),
    )


def share_interval(
    share: float | None, se: float | None, blocks: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Wilson's interval of a share, for the number of independent games that ``se`` amounts to.

    A share of 0 or 1 in all blocks still has an interval (of ``blocks`` observations);
    a share between that never varies, such as that of a bot in all seats, has none.
    """
    if share is None or se is None or math.isnan(se) or blocks < 2:
        return math.nan, math.nan
    if se == 0.0 and 0.0 < share < 1.0:
        return share, share
    effective = share * (1 - share) / (se * se) if se > 0.0 else float(blocks)
    t = float(t_quantile(blocks, confidence))
    weight = t * t / effective
    centre = (share + weight / 2) / (1 + weight)
    half = t * math.sqrt(share * (1 - share) / effective + weight / (4 * effective)) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


def t_quantile(blocks: int | np.ndarray, confidence: float = CONFIDENCE) -> np.ndarray:
    """Two-sided quantile of Student's t for ``blocks`` independent blocks."""
    freedom = np.maximum(np.asarray(blocks, dtype=np.float64) - 1.0, 1.0)
    return np.asarray(special.stdtrit(freedom, 0.5 + confidence / 2))


def p_values(mean: np.ndarray, se: np.ndarray, blocks: np.ndarray, null: float = 0.0) -> np.ndarray:
    """Two-sided p-values of ``mean`` against ``null``; NaN where there is no error to judge by."""
    mean, se = np.asarray(mean, dtype=np.float64), np.asarray(se, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.abs(mean - null) / se
    freedom = np.maximum(np.asarray(blocks, dtype=np.float64) - 1.0, 1.0)
    p = 2.0 * special.stdtr(freedom, -statistic)
    return np.where(np.isfinite(se) & (se > 0.0), p, np.nan)


def benjamini_hochberg(p: Sequence[float] | np.ndarray) -> np.ndarray:
    """p-values corrected for the number of tests (false discovery rate); NaN stays NaN."""
    from scipy.stats import false_discovery_control  # slow to import, and rarely needed

    values = np.asarray(p, dtype=np.float64)
    corrected = np.full(values.shape, np.nan)
    known = ~np.isnan(values)
    if known.any():
        corrected[known] = false_discovery_control(values[known], method="bh")
    return corrected


def detectable_difference(
    se: float, blocks: int, confidence: float = CONFIDENCE, power: float = POWER
) -> float:
    """Smallest true difference that a test at ``confidence`` finds with probability ``power``."""
    if blocks < 2:
        return math.nan
    return float(t_quantile(blocks, confidence) + special.stdtrit(blocks - 1, power)) * se


def expected_half_width(players: int, seats_of_bot: int, games: int, confidence: float = CONFIDENCE) -> float:
    """Half the interval to expect around a fair win share, before any game is played.

    ``seats_of_bot``: how many of the ``players`` seats the bot (or 1, a seat) has.  Games
    are taken as independent and ties as absent, which errs on the wide side.
    """
    team = seats_of_bot / players
    if games < 2 or team >= 1.0:
        return math.nan
    deviation = math.sqrt(team * (1 - team)) / seats_of_bot
    return float(special.ndtri(0.5 + confidence / 2)) * deviation / math.sqrt(games)


def estimate(row: dict[str, float | int | None]) -> Estimate:
    """One row of a frame of means as an ``Estimate``."""

    def number(name: str) -> float:
        value = row[name]
        return math.nan if value is None else float(value)

    return Estimate(
        number("mean"),
        number("low"),
        number("high"),
        int(row["n"] or 0),
        int(row["blocks"] or 0),
        number("se"),
    )
