"""How long market markers stand, by value of the hex.

Only markers that can be watched for the whole horizon are counted, so nothing is supposed about what
was not seen: late markers are in other danger than early ones, and a curve that joins both misleads.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.analysis.market_measures import horizon
from analyzer.analysis.market_rows import (
    ALL_MARKERS,
    ALL_PHASES,
    EARLY_MARKERS,
    EARLY_PHASES,
    EARLY_STANDING,
    Tallies,
)
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study


@dataclass(frozen=True, slots=True)
class Life:
    """How long markers on hexes of one value stand.

    ``value``: None for the markers of the set-up.  ``bot``: None for all bots together.  ``markers``:
    those placed early enough to be watched for the whole horizon; of them ``standing``: the share that
    stands in the k-th scoring phase after it was placed, k from 1, and ``mean``: in how many of these
    phases they stand.  ``stood``: phases stood as played by all markers, however soon the game ended.
    """

    value: int | None
    bot: int | None
    markers: int
    standing: tuple[Estimate, ...]
    mean: Estimate
    stood: Estimate


def lives(study: Study, tallies: Tallies) -> tuple[Life, ...]:
    """By value, lowest first, then the set-up; for all bots and, where there are several, for each."""
    bots: list[int | None] = [None] if len(study.bots) == 1 else [None, *range(len(study.bots))]
    return tuple(
        _life(tallies, group, place, value, bot, horizon(study.rounds))
        for group, value in enumerate((*tallies.values, None))
        for place, bot in enumerate(bots)
    )


def _life(tallies: Tallies, group: int, place: int, value: int | None, bot: int | None, until: int) -> Life:
    """``place``: of the bot's counts among those of all."""
    first = place * (EARLY_STANDING + until)

    def mean(top: int, bottom: int, *, is_share: bool = False) -> Estimate:
        return tallies.fates.ratio(group, first + top, first + bottom, is_share=is_share)

    return Life(
        value,
        bot,
        int(tallies.fates.totals[group, first + EARLY_MARKERS]),
        tuple(mean(EARLY_STANDING + k, EARLY_MARKERS, is_share=True) for k in range(until)),
        mean(EARLY_PHASES, EARLY_MARKERS),
        mean(ALL_PHASES, ALL_MARKERS),
    )
