"""How much of a result is seat, cards, dice, opponents and own play: the study ``luck``.

Variance-based shares.  In each block judged player, opponents, seat and luck are drawn at random, so the
shares speak of one population: the pool's bots at one table.  Half the mean squared change of the result
when one thing alone is drawn anew is what it contributes together with its interactions (Jansen 1999,
"Analysis of variance designs for model output"); the covariance of two games that have it alone in
common is what it contributes by itself.

Hands belong to seats, so a player who changes seats gets another hand.  The seat's share is therefore
half the mean product of its effects under two deals: what moving does whatever the cards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyzer.analysis.estimates import NOTHING, collect_parts
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.study import Study
from analyzer.analysis.study_measures import ALONE as ALONE_COLUMN
from analyzer.analysis.study_measures import ALONE_SHARE, ANEW, AS_IS, TOTAL_SHARE
from analyzer.recording.luck_variants import ALONE, DEAL, FACTORS, PLAY, SEAT, SEAT_OTHER_DEAL
from analyzer.recording.studies import StudyFolder, studies_of
from analyzer.recording.study_schema import LUCK, WhatIfs


@dataclass(frozen=True, slots=True)
class FactorShare:
    """One thing's share in the variance of a result.

    ``total``: with its interactions; ``alone``: without them, NOTHING where that was not played.
    An estimate may fall below 0 by chance where the true share is about 0.
    """

    key: str
    name: str
    total: Estimate
    alone: Estimate


@dataclass(frozen=True, slots=True)
class VarianceShares:
    """Shares in the variance of the main outcome (vp margin; solo: vp), and of the win share.

    ``pool``: the bots of which players and opponents were drawn.  ``deviation``: standard deviation
    of the outcome, in vp.  ``of_win``: empty in solo games.
    """

    outcome: str
    pool: tuple[str, ...]
    factors: tuple[FactorShare, ...]
    of_win: tuple[FactorShare, ...]
    deviation: float
    n: int
    blocks: int


def variance_shares(study: Study) -> VarianceShares | None:
    """The shares that the study ``luck`` of a run shows; None if it has none, or nothing varies."""
    folder = studies_of(study.folder).get(LUCK)
    return None if folder is None else shares_in(folder)


def shares_in(folder: StudyFolder) -> VarianceShares | None:
    """The shares in a study's folder; None if all its results are the same."""
    manifest = folder.manifest
    solo = manifest.players == 1
    keys = [variant.key for variant in manifest.variants]
    columns = [WhatIfs.BLOCK, WhatIfs.VARIANT, WhatIfs.SEAT, WhatIfs.BOT, WhatIfs.MARGIN, WhatIfs.WIN]
    rows = collect_parts(
        [part.select(columns).with_columns(pl.col(WhatIfs.BOT).to_physical()) for part in folder.parts()]
    ).sort(WhatIfs.BLOCK, WhatIfs.VARIANT)
    base = rows.filter(pl.col(WhatIfs.VARIANT) == 0)
    groups = {key: base[column].to_numpy() for key, column in ((SEAT.key, "seat"), (PLAY.key, "bot"))}
    levels = {SEAT.key: manifest.players, PLAY.key: len(manifest.bots)}
    found = []
    for column in (WhatIfs.MARGIN,) if solo else (WhatIfs.MARGIN, WhatIfs.WIN):
        table = rows[column.value].to_numpy().reshape(folder.blocks, len(keys)).astype(np.float64)
        results = {key: table[:, place] for place, key in enumerate(keys)}
        found.append(_shares(results, groups, levels))
    if not found[0]:
        return None
    deviation = float(base[WhatIfs.MARGIN.value].std() or 0.0) / max(1, manifest.players - 1)  # type: ignore[arg-type]
    outcome = "vp" if solo else "vp margin"
    of_win = () if solo else found[1]
    return VarianceShares(
        outcome, manifest.bots, found[0], of_win, deviation, folder.blocks * len(keys), folder.blocks
    )


def _shares(
    results: Mapping[str, np.ndarray], groups: Mapping[str, np.ndarray], levels: Mapping[str, int]
) -> tuple[FactorShare, ...]:
    """The share of each factor that was drawn anew; ``results``: by variant's key, a value per block."""
    base = results["base"]
    if len(base) < 2 or base.min() == base.max():
        return ()
    found = []
    for factor in FACTORS:
        key = factor.key
        if key not in results:
            continue
        if key == SEAT.key:
            parts = (base - results[key]) * (results[DEAL.key] - results[SEAT_OTHER_DEAL]) / 2
        else:
            parts = _per_block(TOTAL_SHARE.value, base, ANEW, results[key])
        # Seat and own play are drawn from the other levels only; drawn from all, they would not change
        # in one of so many draws.
        count = levels.get(key, 0)
        total = _ratio(parts * ((count - 1) / count if count else 1.0), base)
        if key + ALONE in results:
            alone = _ratio(_per_block(ALONE_SHARE.value, base, ALONE_COLUMN, results[key + ALONE]), base)
        else:
            alone = between(groups[key], base) if key in groups else NOTHING
        found.append(FactorShare(key, factor.name, total, alone))
    return tuple(found)


def _per_block(value: pl.Expr, base: np.ndarray, name: str, other: np.ndarray) -> np.ndarray:
    """A measure's expression over the results of two games of each block."""
    return pl.DataFrame({AS_IS: base, name: other}).select(value).to_series().to_numpy()


def _ratio(parts: np.ndarray, results: np.ndarray) -> Estimate:
    """Mean of ``parts`` over the variance of ``results``, with the delta method's error over blocks."""
    squares = (results - results.mean()) ** 2
    variance = float(squares.mean())
    share = float(parts.mean()) / variance
    influence = (parts - share * squares) / variance
    return _estimate(share, float(influence.std(ddof=1)) / math.sqrt(len(results)), len(results))


def between(group: np.ndarray, results: np.ndarray) -> Estimate:
    """Variance of the groups' means over the variance of ``results``: what the group alone explains.

    Corrected for the chance in the means, so it may fall below 0 where groups do not differ.
    """
    n = len(results)
    numbers, which, counts = np.unique(group, return_inverse=True, return_counts=True)
    means = np.bincount(which, results) / counts
    mean, variance = float(results.mean()), float(results.var())
    far = (means[which] - mean) ** 2
    rest = results - means[which]
    chance = float((rest**2).mean()) / n  # of a group's squared mean, times the group's share of blocks
    share = (float(far.mean()) - (len(numbers) - 1) * chance) / variance
    influence = (far - far.mean() + 2 * (means[which] - mean) * rest) / variance
    influence -= float(far.mean()) / variance * ((results - mean) ** 2 - variance) / variance
    error = float(influence.std(ddof=1)) ** 2 / n + 2 * (len(numbers) - 1) * (chance / variance) ** 2
    return _estimate(share, math.sqrt(error), n)


def _estimate(share: float, se: float, blocks: int) -> Estimate:
    half = float(t_quantile(blocks)) * se
    return Estimate(share, share - half, share + half, blocks, blocks, se)
