"""How much of a result is seat, cards, dice, opponents and own play: the study ``luck``.

Variance-based shares.  In each block judged player, opponents, seat and luck are drawn at random, so the
shares speak of one population: the pool's bots at one table.  Half the mean squared change of the result
when one thing alone is drawn anew is what it contributes together with its interactions (Jansen 1999,
"Analysis of variance designs for model output"); the covariance of games that have it alone in common is
what it contributes by itself.

Hands belong to seats, so a player who changes seats gets another hand, and what cards do shows for a
player in a seat only.  The seat's share is therefore half the mean product of its effects under two
deals: what moving does whatever the cards.  And games that have one thing in common have the seat in common
too; what seats do on the mean is taken out first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyzer.analysis.estimates import collect_parts
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.study import Study
from analyzer.analysis.study_measures import (
    ANEW,
    ANEW_OTHER_DEAL,
    AS_IS,
    OTHER_DEAL,
    SEAT_SHARE,
    SQUARES,
    SUM,
    TOTAL_SHARE,
    alone_share,
)
from analyzer.recording.luck_variants import (
    ALL_LUCK,
    BASE,
    DEAL,
    FACTORS,
    PLAY,
    SEAT,
    SEAT_OTHER_DEAL,
    Factor,
)
from analyzer.recording.run_studies import studies_of
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import LUCK, WhatIfs


@dataclass(frozen=True, slots=True)
class FactorShare:
    """One thing's share in the variance of a result.

    ``total``: with its interactions; ``alone``: without them.  An estimate may fall below 0 by chance
    where the true share is about 0.
    """

    key: str
    name: str
    total: Estimate
    alone: Estimate


@dataclass(frozen=True, slots=True)
class VarianceShares:
    """Shares in the variance of the main outcome (vp margin; solo: vp), and of the win share.

    ``pool``: the bots of which players and opponents were drawn.  ``factors`` alone, and what they do
    only together, sum to 1; ``all_luck``: dice, cards, tiles and the rest of chance taken as one.
    ``of_win``, ``win_all_luck``: the same of the win share, empty and None in solo games.
    ``deviation``: standard deviation of the outcome, in vp.
    """

    outcome: str
    pool: tuple[str, ...]
    factors: tuple[FactorShare, ...]
    all_luck: FactorShare
    of_win: tuple[FactorShare, ...]
    win_all_luck: FactorShare | None
    deviation: float
    n: int
    blocks: int

    @property
    def games_per_block(self) -> int:
        """Games of a block: as it is, and with one thing or another drawn anew."""
        return self.n // self.blocks


def variance_shares(study: Study) -> VarianceShares | None:
    """The shares that the study ``luck`` of a run shows; None if it has none, or nothing varies."""
    folder = studies_of(study.folder).get(LUCK)
    return None if folder is None else shares_in(folder)


def shares_in(folder: StudyFolder) -> VarianceShares | None:
    """The shares in a study's folder; None if all its results are the same."""
    manifest = folder.manifest
    columns = [WhatIfs.BLOCK, WhatIfs.VARIANT, WhatIfs.SEAT, WhatIfs.BOT, WhatIfs.MARGIN, WhatIfs.WIN]
    rows = collect_parts(
        [part.select(columns).with_columns(pl.col(WhatIfs.BOT).to_physical()) for part in folder.parts()]
    ).sort(WhatIfs.BLOCK, WhatIfs.VARIANT)
    keys = tuple(variant.key for variant in manifest.variants)

    def table(column: WhatIfs) -> np.ndarray:
        return rows[column.value].to_numpy().reshape(folder.blocks, len(keys))

    sizes = {SEAT.key: manifest.players, PLAY.key: len(manifest.bots)}
    margin, *win = (
        _Results(keys, table(column).astype(np.float64), table(WhatIfs.SEAT), table(WhatIfs.BOT), sizes)
        for column in ((WhatIfs.MARGIN,) if manifest.players == 1 else (WhatIfs.MARGIN, WhatIfs.WIN))
    )
    if margin.variance == 0.0:
        return None
    played = [factor for factor in FACTORS if factor.key in keys]
    return VarianceShares(
        outcome="vp" if manifest.players == 1 else "vp margin",
        pool=manifest.bots,
        factors=tuple(margin.share(factor) for factor in played),
        all_luck=margin.share(ALL_LUCK),
        of_win=tuple(each.share(factor) for each in win if each.variance for factor in played),
        win_all_luck=next((each.share(ALL_LUCK) for each in win if each.variance), None),
        deviation=math.sqrt(margin.variance) / max(1, manifest.players - 1),
        n=rows.height,
        blocks=folder.blocks,
    )


class _Results:
    """One outcome of all games: float64 (blocks, variants), with the judged seats and their bots."""

    def __init__(
        self,
        keys: tuple[str, ...],
        results: np.ndarray,
        seats: np.ndarray,
        bots: np.ndarray,
        sizes: Mapping[str, int],
    ) -> None:
        self._place = {key: place for place, key in enumerate(keys)}
        self._results = results
        self._sizes = sizes
        # Each of these games is drawn as the game as it is: they tell most of means and spread.
        drawn = [place for key, place in self._place.items() if key == BASE or " alone " in key]
        self._drawn = results[:, drawn]
        self._groups = {SEAT.key: seats[:, drawn], PLAY.key: bots[:, drawn]}
        self._seat_means = self._drawn - _within(self._groups[SEAT.key], self._drawn)
        self.variance = float(self._drawn.var())

    def share(self, factor: Factor) -> FactorShare:
        """The share of one thing, with its interactions and alone."""
        return FactorShare(factor.key, factor.name, self._total(factor), self._alone(factor))

    def _of(self, key: str) -> np.ndarray:
        return self._results[:, self._place[key]]

    def _total(self, factor: Factor) -> Estimate:
        base, anew = self._of(BASE), self._of(factor.key)
        if factor is SEAT:
            other, anew_other = self._of(DEAL.key), self._of(SEAT_OTHER_DEAL)
            columns = {AS_IS: base, ANEW: anew, OTHER_DEAL: other, ANEW_OTHER_DEAL: anew_other}
            parts = _values(SEAT_SHARE, columns)
        else:
            parts = _values(TOTAL_SHARE, {AS_IS: base, ANEW: anew})
        # Seat and own play are drawn from the others only; drawn from all, one in so many would stay.
        size = self._sizes.get(factor.key)
        return self._ratio(parts if size is None else parts * (size - 1) / size)

    def _alone(self, factor: Factor) -> Estimate:
        if factor.key in self._groups:
            return self._between(self._groups[factor.key])
        games = [self._place[key] for key in (BASE, *factor.alone)]
        centred = self._results[:, games] - self._seat_means[:, :1]
        sums = {SUM: centred.sum(axis=1), SQUARES: (centred**2).sum(axis=1)}
        return self._ratio(_values(alone_share(self._sizes[SEAT.key]), sums))

    def _ratio(self, parts: np.ndarray) -> Estimate:
        """Mean of a value per block over the variance, with the delta method's error over blocks."""
        share = float(parts.mean()) / self.variance
        return _estimate(share, parts / self.variance - self._spread() * share)

    def _between(self, groups: np.ndarray) -> Estimate:
        """What the groups' means explain by themselves; corrected for the chance in the means."""
        rest = _within(groups, self._drawn)
        means = self._drawn - rest - self._drawn.mean()
        chance = -float((rest.sum(axis=1) ** 2).sum()) / groups.size**2
        for group in np.unique(groups):
            inside = np.where(groups == group, rest, 0.0).sum(axis=1)
            chance += float((inside**2).sum()) / int((groups == group).sum()) / groups.size
        far = float((means**2).mean())
        share = (far - chance) / self.variance
        influence = (means**2 + 2 * means * rest).mean(axis=1) / self.variance
        return _estimate(share, influence - self._spread() * far / self.variance, chance / self.variance)

    def _spread(self) -> np.ndarray:
        """Each block's part in the variance, 1 on the mean."""
        spread: np.ndarray = ((self._drawn - self._drawn.mean()) ** 2).mean(axis=1) / self.variance
        return spread


def _values(measure: Measure, columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """A measure's value in each block, from columns with a number per block."""
    values: np.ndarray = pl.DataFrame(columns).select(measure.value).to_series().to_numpy() / measure.scale
    return values


def _within(groups: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Results less the mean of their group; arrays of one shape."""
    counts = np.maximum(np.bincount(groups.ravel()), 1)
    means = np.bincount(groups.ravel(), results.ravel()) / counts
    within: np.ndarray = results - means[groups]
    return within


def _estimate(share: float, influence: np.ndarray, chance: float = 0.0) -> Estimate:
    """``influence``: of each block on the share; ``chance``: an error that it does not show."""
    blocks = len(influence)
    se = math.sqrt(float(influence.var(ddof=1)) / blocks + 2 * chance**2) if blocks > 1 else math.nan
    half = float(t_quantile(blocks)) * se
    return Estimate(share, share - half, share + half, blocks, blocks, se)
