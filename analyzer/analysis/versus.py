"""Player-games that have something against those of the same bot that lack it.

The two groups share blocks, and within a game what one player gains another loses, so the error of
the difference is taken from what each block adds to both means.  Only rows of those who have it
are read: the others are all player-games of the bot less these.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import polars as pl

from analyzer.analysis.estimates import (
    NOTHING,
    Key,
    Query,
    block_key,
    estimate,
    first_of_group,
    group_of,
    mean_of,
    sums_together,
    unpacked,
)
from analyzer.analysis.measures import GAME_VP, Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import OWNER, Study, with_game_vp
from analyzer.recording.schema import Players

_BLOCK = "bot's in block: "  # prefix: a measure summed over all player-games of the bot in the block
_WITH_ALL = "times bot's in block: "
_SIZE = "size"


@dataclass(frozen=True, slots=True)
class Versus:
    """A measure's mean with something and without it, and with less without.

    The difference has n and blocks of those who have it, or of the others if they are fewer.
    """

    having: Estimate = NOTHING
    lacking: Estimate = NOTHING
    difference: Estimate = NOTHING


Compared: TypeAlias = dict[Key, dict[str, Versus]]
"""By group, whose first part is the bot; then by the measure's key."""


@dataclass(frozen=True, slots=True)
class BotSums:
    """All player-games of one bot: so many in each of ``blocks`` blocks; sums of each measure."""

    per_block: int
    blocks: int
    totals: Mapping[str, int]
    squares: Mapping[str, int]  # of the blocks' sums


def results_of_rows(
    study: Study, frames: Sequence[pl.LazyFrame], columns: Sequence[str], measures: Sequence[Measure]
) -> list[pl.LazyFrame]:
    """Join the owner's results, and those of the owner's bot in the block, onto rows; part by part."""
    joined = []
    for frame, part in zip(frames, study.parts, strict=True):
        results = _in_block(part.players, measures).drop(Players.BOT)
        joined.append(frame.select(*OWNER, *columns).join(results, on=list(OWNER), how="left"))
    return joined


def _in_block(players: pl.LazyFrame, measures: Sequence[Measure]) -> pl.LazyFrame:
    """A row per player-game: what measures are computed from, and their sums over the bot's in the block."""
    sums = [
        measure.value.cast(pl.Int64).sum().over(Players.BLOCK, Players.BOT).alias(_BLOCK + measure.key)
        for measure in measures
    ]
    columns = (*OWNER, Players.BOT, Players.VP, Players.WINNERS, GAME_VP)
    return with_game_vp(players).select(*columns, *sums)


def bot_sums(study: Study, measures: Sequence[Measure]) -> dict[int, BotSums]:
    """The sums over all blocks of each bot of the run."""
    keys = [measure.key for measure in measures]

    def query(players: pl.LazyFrame) -> pl.LazyFrame:
        blocks = _in_block(players, measures).group_by(block_key([Players.BOT]).alias("key"))
        sums = blocks.agg(pl.col(_BLOCK + key).first() for key in keys)
        return sums.group_by(group_of("key")).agg(
            *(pl.col(_BLOCK + key).sum().alias(f"total {key}") for key in keys),
            *((pl.col(_BLOCK + key) ** 2).sum().alias(f"squares {key}") for key in keys),
        )

    (sums,) = sums_together([part.players for part in study.parts], [query])
    return {
        unpacked(row["group"], 1)[0]: BotSums(
            study.seats_of(unpacked(row["group"], 1)[0]),
            study.blocks,
            {key: row[f"total {key}"] for key in keys},
            {key: row[f"squares {key}"] for key in keys},
        )
        for row in (sums.iter_rows(named=True) if sums is not None else ())
    }


def versus_query(study: Study, measures: Sequence[Measure], by: Sequence[str]) -> Query:
    """Sums for ``compared``; ``by`` begins with the bot; a player-game is at most once in a group."""
    keys = [measure.key for measure in measures]
    bots = range(len(study.bots))
    seats = first_of_group("key", len(by)).replace_strict(
        bots, [study.seats_of(bot) for bot in bots], return_dtype=pl.Int64
    )

    def query(rows: pl.LazyFrame) -> pl.LazyFrame:
        values = {measure.key: measure.value.cast(pl.Int64) for measure in measures}
        products = [(values[key] * pl.col(_BLOCK + key)).alias(_WITH_ALL + key) for key in keys]
        columns = [*values, *(prefix + key for prefix in (_BLOCK, _WITH_ALL) for key in keys)]
        per_block = (
            rows.select(
                block_key(by).alias("key"),
                *(value.alias(key) for key, value in values.items()),
                *(_BLOCK + key for key in keys),
                *products,
            )
            .group_by("key")
            .agg(pl.len().cast(pl.Int64).alias(_SIZE), *(pl.col(column).sum() for column in columns))
        )
        size = pl.col(_SIZE)
        sums = [size.sum().alias("n"), pl.len().cast(pl.Int64).alias("blocks")]
        sums += [(size * size).sum().alias("sizes"), (size == seats).sum().cast(pl.Int64).alias("full")]
        for key in keys:
            value = pl.col(key)
            sums += [
                value.sum().alias(f"total {key}"),
                (value * value).sum().alias(f"squares {key}"),
                (value * size).sum().alias(f"products {key}"),
                pl.col(_WITH_ALL + key).sum().alias(f"with all {key}"),
                pl.col(_BLOCK + key).sum().alias(f"sizes with all {key}"),
            ]
        return per_block.group_by(group_of("key")).agg(sums)

    return query


def compared(
    sums: pl.DataFrame | None, bots: Mapping[int, BotSums], measures: Sequence[Measure], columns: int
) -> Compared:
    """Answer a ``versus_query`` whose groups have so many columns."""
    found: Compared = {}
    for row in sums.iter_rows(named=True) if sums is not None else ():
        key = unpacked(row["group"], columns)
        found[key] = {measure.key: _versus(row, bots[key[0]], measure) for measure in measures}
    return found


def _versus(row: Mapping[str, int], bot: BotSums, measure: Measure) -> Versus:
    """Errors from whole numbers: ``p`` and ``q`` are n squared times a block's part of each mean's error."""
    key, n, seats = measure.key, row["n"], bot.per_block
    having = mean_of(row, measure)
    others = seats * bot.blocks - n
    if others == 0:
        return Versus(having)
    total, squares, products = (row[f"{kind} {key}"] for kind in ("total", "squares", "products"))
    with_all, sizes_with_all = row[f"with all {key}"], row[f"sizes with all {key}"]
    rest = bot.totals[key] - total
    # Sums over blocks; u, v: the block's sum and number of those who lack it.
    uu = bot.squares[key] - 2 * with_all + squares
    uv = seats * bot.totals[key] - sizes_with_all - seats * total + products
    vv = bot.blocks * seats * seats - 2 * seats * n + row["sizes"]
    wu, wv = with_all - squares, seats * total - products
    nu, nv = sizes_with_all - products, seats * n - row["sizes"]
    pp = n * n * squares - 2 * n * total * products + total * total * row["sizes"]
    qq = others * others * uu - 2 * others * rest * uv + rest * rest * vv
    pq = n * others * wu - n * rest * wv - total * others * nu + total * rest * nv
    blocks_of_others = bot.blocks - row["full"]
    error = _error(qq / others**4, blocks_of_others)
    lacking = estimate(
        rest / others / measure.scale, error / measure.scale, others, blocks_of_others, measure.is_share
    )
    variance = pp / n**4 + qq / others**4 - 2 * pq / (n * n * others * others)
    fewer = min(row["blocks"], blocks_of_others)
    difference = estimate(
        having.mean - lacking.mean,
        _error(variance, fewer) / measure.scale,
        n if row["blocks"] <= blocks_of_others else others,
        fewer,
        False,
    )
    return Versus(having, lacking, difference)


def _error(variance: float, blocks: int) -> float:
    """A standard error; rounding may leave less than nothing of a variance of 0."""
    return math.sqrt(max(0.0, variance) * blocks / (blocks - 1)) if blocks > 1 else math.nan
