"""One option against another of the same probed decision, wherever a decision had both."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import polars as pl

from analyzer.analysis.estimates import NOTHING, collect_parts, estimate
from analyzer.analysis.probe_measures import OUTCOME, WIN
from analyzer.analysis.stats import Estimate
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import Probes
from analyzer.simulate.matches import SHARES

OTHER_SUBJECT, OTHER_PLACE = "other subject", "other place"
"""Columns of the option that one is compared with."""

_PAIR = (Probes.SUBJECT, Probes.PLACE, OTHER_SUBJECT, OTHER_PLACE)
_OPTION = (Probes.SUBJECT, Probes.PLACE)
_VALUES = ("margin", "won")

PairKey: TypeAlias = tuple[int, int, int, int]
"""Subject and place of an option, then of the other."""


@dataclass(frozen=True, slots=True)
class Paired:
    """An option's outcome less the other's, game by game.

    ``effect``: in vp of margin (solo: vp); ``when_chosen``: the same where the bot chose the option;
    ``share``: the effect on the win share (solo: NOTHING).
    """

    effect: Estimate
    when_chosen: Estimate
    share: Estimate


def option_pairs(folder: StudyFolder, which: pl.Expr) -> dict[int | None, Mapping[PairKey, Paired]]:
    """Pairs of all bots together (None) and of each bot.

    ``which``: of the ordered pairs of options of a decision those to keep, by the columns of ``_PAIR``.
    Each block holds one decision, so the differences of a pair are independent.
    """
    players = folder.manifest.players
    sums = collect_parts([_sums(frame, which) for frame in folder.parts()])
    bots: list[int | None] = [None, *range(len(folder.manifest.bots))]
    return {
        bot: _pairs(sums if bot is None else sums.filter(pl.col(Probes.BOT) == bot), players) for bot in bots
    }


def _sums(frame: pl.LazyFrame, which: pl.Expr) -> pl.LazyFrame:
    """Count, sums and squares of the differences by bot, pair and whether the first was chosen."""
    bot = pl.col(Probes.BOT).to_physical().cast(pl.Int64)
    rows = frame.select(Probes.BLOCK, bot, *_OPTION, Probes.CHOSEN, margin=OUTCOME, won=WIN)
    others = rows.select(
        Probes.BLOCK,
        *_VALUES,
        pl.col(Probes.SUBJECT).alias(OTHER_SUBJECT),
        pl.col(Probes.PLACE).alias(OTHER_PLACE),
    )
    itself = (pl.col(Probes.SUBJECT) == pl.col(OTHER_SUBJECT)) & (pl.col(Probes.PLACE) == pl.col(OTHER_PLACE))
    return (
        rows.join(others, on=Probes.BLOCK, suffix=" of the other")
        .filter(which & ~itself)
        .with_columns(pl.col(value) - pl.col(f"{value} of the other") for value in _VALUES)
        .group_by(Probes.BOT, *_PAIR, Probes.CHOSEN)
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            *(pl.col(value).sum().alias(f"total {value}") for value in _VALUES),
            *((pl.col(value) * pl.col(value)).sum().alias(f"squares {value}") for value in _VALUES),
        )
    )


def _pairs(sums: pl.DataFrame, players: int) -> dict[PairKey, Paired]:
    rows: dict[PairKey, list[dict[str, int]]] = {}
    for row in sums.sort(*_PAIR, Probes.BOT, Probes.CHOSEN).iter_rows(named=True):
        subject, place, other_subject, other_place = (row[column] for column in _PAIR)
        rows.setdefault((subject, place, other_subject, other_place), []).append(row)
    scale = max(1, players - 1)
    return {
        key: Paired(
            _mean(mine, "margin", scale),
            _mean((row for row in mine if row[Probes.CHOSEN]), "margin", scale),
            NOTHING if players == 1 else _mean(mine, "won", SHARES),
        )
        for key, mine in rows.items()
    }


def _mean(rows: Iterable[Mapping[str, int]], value: str, scale: int) -> Estimate:
    n = total = squares = 0
    for row in rows:
        n += row["n"]
        total += row[f"total {value}"]
        squares += row[f"squares {value}"]
    if n == 0:
        return NOTHING
    error = math.sqrt((squares * n - total * total) / (n * n * (n - 1))) if n > 1 else math.nan
    return estimate(total / n / scale, error / scale, n, n, False)
