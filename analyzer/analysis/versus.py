"""Player-games that have something against those of the same bot that lack it.

The two groups share blocks, and within a game what one player gains another loses, so the error of
the difference is taken from what each block adds to both means.  Only rows of those who have it
are read: the others are all player-games of the bot less these.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import polars as pl

from analyzer.analysis.estimates import NOTHING, estimate, mean_of, query_of
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study, with_game_vp
from analyzer.analysis.sums import Key, Query, Row, Sums, sums_together
from analyzer.recording.schema import Players

_BLOCK = "bot's in block: "  # prefix: a measure summed over all player-games of the bot in the block
_WITH_ALL = "times bot's in block: "
_OWNER = "owner"
_SEATS = "bot's seats"  # in the games of a block


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
) -> Iterator[pl.LazyFrame]:
    """Put the owner's measures, and those of the owner's bot in the block, beside rows; part by part.

    They are in columns of their keys (``at_hand``).  Every player-game has a row of results, so that they
    are found by its number and not by a join.
    """
    for frame, part in zip(frames, study.parts, strict=True):
        results = _in_block(study, part.players, measures).collect()
        place = study.player_game - results[_OWNER][0]
        beside = results.drop(_OWNER).iter_columns()
        yield frame.select(
            Players.BLOCK, *columns, *(pl.lit(column).gather(place).alias(column.name) for column in beside)
        )


def at_hand(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The measures over ``results_of_rows``, which hold their values."""
    return tuple(replace(measure, expression=pl.col(measure.key)) for measure in measures)


def _in_block(study: Study, players: pl.LazyFrame, measures: Sequence[Measure]) -> pl.LazyFrame:
    """A row per player-game in order: its measures, their sums over the bot's in the block, both times."""
    keys = [measure.key for measure in measures]
    of_bot = (Players.BLOCK, Players.BOT)
    return (
        with_game_vp(players)
        .select(
            study.player_game.alias(_OWNER),
            *of_bot,
            *(measure.value.cast(pl.Int64).alias(measure.key) for measure in measures),
        )
        .with_columns(
            pl.len().over(*of_bot).cast(pl.Int64).alias(_SEATS),
            *(pl.col(key).sum().over(*of_bot).alias(_BLOCK + key) for key in keys),
        )
        .with_columns((pl.col(key) * pl.col(_BLOCK + key)).alias(_WITH_ALL + key) for key in keys)
        .drop(of_bot)
        .sort(_OWNER)
    )


def bot_sums(study: Study, measures: Sequence[Measure]) -> dict[int, BotSums]:
    """The sums over all blocks of each bot of the run."""
    (sums,) = sums_together(study.results(), [query_of((measures, [Players.BOT]))])
    return {
        bot: BotSums(
            study.seats_of(bot),
            study.blocks,
            {measure.key: row[f"total {measure.key}"] for measure in measures},
            {measure.key: row[f"squares {measure.key}"] for measure in measures},
        )
        for (bot,), row in sums.items()
    }


def versus_query(measures: Sequence[Measure], by: Sequence[str]) -> Query:
    """Sums of ``results_of_rows`` for ``compared``.

    ``by`` begins with the bot; a player-game is at most once in a group.
    """
    keys = [measure.key for measure in measures]
    totals = (prefix + key for prefix in (_WITH_ALL, _BLOCK) for key in keys)
    return Query(
        by, {key: pl.col(key) for key in keys}, {name: pl.col(name) for name in totals}, pl.col(_SEATS)
    )


def compared(sums: Sums, bots: Mapping[int, BotSums], measures: Sequence[Measure]) -> Compared:
    """Answer a ``versus_query``."""
    return {
        group: {measure.key: _versus(row, bots[group[0]], measure) for measure in measures}
        for group, row in sums.items()
    }


def _versus(row: Row, bot: BotSums, measure: Measure) -> Versus:
    """Errors from whole numbers: ``p`` and ``q`` are n squared times a block's part of each mean's error."""
    key, n, seats = measure.key, row["n"], bot.per_block
    having = mean_of(row, measure)
    others = seats * bot.blocks - n
    if others == 0:
        return Versus(having)
    total, squares, products = (row[f"{kind} {key}"] for kind in ("total", "squares", "products"))
    with_all, sizes_with_all = row[f"total {_WITH_ALL}{key}"], row[f"total {_BLOCK}{key}"]
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
    blocks_of_others = bot.blocks - row["whole"]
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
