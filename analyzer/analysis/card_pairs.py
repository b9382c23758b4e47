"""The placements of a card against each other, within probed decisions.

A decision is about one card and there are four placements: sums of the outcomes and of their products,
by what was offered and what was chosen, give every contrast of them exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TypeAlias

import polars as pl

from analyzer.analysis.estimates import NOTHING, collect_parts, estimate
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.run_studies import study_of_run
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES, Probes

_PLACES = range(len(PLACEMENT_WORDS))
_SQUARES = tuple(combinations_with_replacement(_PLACES, 2))
_OFFERED = "offered"
_GROUP = (Probes.BOT, Probes.SUBJECT, Probes.CHOSEN, _OFFERED)

Pairs: TypeAlias = Mapping[tuple[int, int, int], Estimate]
"""By card number and two placements: the outcome with the first less that with the second, vp."""
Plays: TypeAlias = Mapping[tuple[int, int], int]
"""How often each use was played, by card number and placement."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """``n`` probed decisions about a card that offered the same placements, of which the bot chose the same.

    ``totals``: sums of the outcome by placement (0 if not offered); ``squares``: sums of the products of
    two placements' outcomes.  Outcomes are the rows' margins: vp times the other players.
    """

    card: int
    chosen: int
    offered: tuple[int, ...]
    n: int
    totals: tuple[int, ...]
    squares: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Contrasts:
    """What the probes of one bot, or of all, say of a card's placements against each other.

    ``pairs``: over the decisions that could choose either; ``instead``: over those of them in which the
    bot chose the second one.
    """

    scale: int = 1
    decisions: tuple[Decisions, ...] = ()
    pairs: Pairs = field(default_factory=dict)
    instead: Pairs = field(default_factory=dict)

    def against_plays(self, plays: Plays) -> dict[tuple[int, int], Estimate]:
        """Each use less the card's other placements by how often they are played, where it was chosen.

        Decisions that offered no other placement that is ever played tell nothing.
        """
        weighed: dict[tuple[int, int], list[tuple[Decisions, Sequence[Fraction]]]] = {}
        for group in self.decisions:
            others = {place: plays.get((group.card, place), 0) for place in group.offered}
            others[group.chosen] = 0
            if total := sum(others.values()):
                factors = [Fraction(-others.get(place, 0), total) for place in _PLACES]
                factors[group.chosen] = Fraction(1)
                weighed.setdefault((group.card, group.chosen), []).append((group, factors))
        return {key: _mean(weighed[key], self.scale) for key in sorted(weighed)}


def placement_contrasts(study: Study) -> dict[int | None, Contrasts]:
    """Contrasts of all bots together (None) and of each bot; empty without probes of placements."""
    folder = study_of_run(study.folder, f"{PROBES}placement")
    return {} if folder is None else contrasts_in(folder)


def contrasts_in(folder: StudyFolder) -> dict[int | None, Contrasts]:
    """The contrasts in a folder of probes; each block holds one decision, so blocks are independent."""
    scale = max(1, folder.manifest.players - 1)
    sums = collect_parts([_sums(frame) for frame in folder.parts()])
    bots: list[int | None] = [None, *range(len(folder.manifest.bots))]
    found: dict[int | None, Contrasts] = {}
    for bot in bots:
        rows = sums if bot is None else sums.filter(pl.col(Probes.BOT) == bot)
        whole = rows.drop(Probes.BOT).group_by(_GROUP[1:]).agg(pl.all().sum()).sort(_GROUP[1:])
        decisions = tuple(_decisions(row) for row in whole.iter_rows())
        found[bot] = Contrasts(
            scale, decisions, _pairs(decisions, scale), _pairs(decisions, scale, instead=True)
        )
    return found


def _sums(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Count, sums and sums of products by bot, card, chosen and offered placements (a bit for each)."""
    place = pl.col(Probes.PLACE).cast(pl.Int64)
    margin = pl.col(Probes.MARGIN).cast(pl.Int64)
    decisions = frame.group_by(Probes.BLOCK).agg(
        pl.col(Probes.BOT).first().to_physical().cast(pl.Int64),
        pl.col(Probes.SUBJECT).first().cast(pl.Int64),
        place.filter(pl.col(Probes.CHOSEN) == 1).first().alias(Probes.CHOSEN),
        pl.sum_horizontal((place == each).any().cast(pl.Int64) * (1 << each) for each in _PLACES).alias(
            _OFFERED
        ),
        *(margin.filter(place == each).sum().alias(str(each)) for each in _PLACES),
    )
    return decisions.group_by(_GROUP).agg(
        pl.len().cast(pl.Int64).alias("n"),
        *(pl.col(str(each)).sum().alias(f"total {each}") for each in _PLACES),
        *((pl.col(str(i)) * pl.col(str(j))).sum().alias(f"square {i} {j}") for i, j in _SQUARES),
    )


def _decisions(row: tuple[int, ...]) -> Decisions:
    card, chosen, offered, n, *sums = row
    return Decisions(
        card,
        chosen,
        tuple(place for place in _PLACES if offered >> place & 1),
        n,
        tuple(sums[: len(_PLACES)]),
        dict(zip(_SQUARES, sums[len(_PLACES) :], strict=True)),
    )


def _pairs(decisions: Iterable[Decisions], scale: int, *, instead: bool = False) -> Pairs:
    """Every ordered pair of placements; ``instead``: where the second one was chosen."""
    weighed: dict[tuple[int, int, int], list[tuple[Decisions, Sequence[Fraction]]]] = {}
    for group in decisions:
        for other in [group.chosen] if instead else group.offered:
            for place in group.offered:
                if place != other:
                    factors = [Fraction((each == place) - (each == other)) for each in _PLACES]
                    weighed.setdefault((group.card, place, other), []).append((group, factors))
    return {key: _mean(weighed[key], scale) for key in sorted(weighed)}


def _mean(weighed: Iterable[tuple[Decisions, Sequence[Fraction]]], scale: int) -> Estimate:
    """The mean of a sum of the placements' outcomes, each times its factor; fractions to the end."""
    n, total, squares = 0, Fraction(0), Fraction(0)
    for group, factors in weighed:
        n += group.n
        total += sum(factor * each for factor, each in zip(factors, group.totals, strict=True))
        squares += sum(
            (1 if i == j else 2) * factors[i] * factors[j] * product
            for (i, j), product in group.squares.items()
        )
    if n == 0:
        return NOTHING
    error = math.sqrt((squares * n - total * total) / (n * n * (n - 1))) if n > 1 else math.nan
    return estimate(float(total / n) / scale, error / scale, n, n, False)
