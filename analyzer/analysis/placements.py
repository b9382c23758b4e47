"""What players got who placed a card in a given way (observed, not causal)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import NOTHING, Found, estimates_together
from analyzer.analysis.measures import CARD_VP, CARD_VP_COLUMN, ROUND, USES, WIN_SHARE, Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS, Placements
from analyzer.scenario.model import Card


@dataclass(frozen=True, slots=True)
class CardUse:
    """All times that one card was placed in one way; ``outcome`` is the margin (solo: vp)."""

    card: Card
    placement: int
    outcome: Estimate
    share: Estimate
    round: Estimate
    direct_vp: Estimate
    uses: Estimate

    @property
    def provenance(self) -> str:
        """Where this use of the card comes from: published, partial or designed."""
        return self.card.provenance[self.placement]


@dataclass(frozen=True, slots=True)
class PlacementValues:
    """One bot's heat map and its margins: every card in every placement, by placement, by card, all."""

    bot: int
    cells: tuple[CardUse, ...]
    by_placement: tuple[Estimate, ...]
    by_card: dict[int, Estimate]
    everything: Estimate


def never_played(values: Sequence[PlacementValues]) -> tuple[int, ...]:
    """By placement the number of cards that none of the bots ever placed so."""
    played: Counter[tuple[int, int]] = Counter()
    for use in (use for of_bot in values for use in of_bot.cells):
        played[use.card.number, use.placement] += use.outcome.n
    return tuple(
        sum(n == 0 for (_, place), n in played.items() if place == placement)
        for placement in range(len(PLACEMENT_WORDS))
    )


def placement_measures(study: Study) -> tuple[Measure, ...]:
    """The measures of a cell."""
    shares = () if study.solo else (WIN_SHARE,)
    return (study.outcome, *shares, ROUND, CARD_VP, USES)


def placement_values(study: Study) -> tuple[PlacementValues, ...]:
    """Mean results by card and placement for each bot, every cell of the deck included.

    Bots are kept apart: pooled, a use would mostly show which bot likes it.
    """
    outcome = [study.outcome]
    found = estimates_together(
        _placements(study),
        [
            (placement_measures(study), (Placements.BOT, Placements.CARD, Placements.PLACEMENT)),
            (outcome, (Placements.BOT, Placements.PLACEMENT)),
            (outcome, (Placements.BOT, Placements.CARD)),
            (outcome, (Placements.BOT,)),
        ],
    )
    return tuple(_of_bot(study, bot, found) for bot in range(len(study.bots)))


def _of_bot(study: Study, bot: int, found: list[Found]) -> PlacementValues:
    """The values of one bot from the answers for all."""
    cells, by_placement, by_card, everything = found
    key = study.outcome.key
    deck, placements = study.scenario.rule_set.deck, range(len(PLACEMENT_WORDS))
    return PlacementValues(
        bot,
        tuple(
            _cell(card, placement, cells.get((bot, card.number, placement), {}), key)
            for card in deck
            for placement in placements
        ),
        tuple(by_placement.get((bot, placement), {}).get(key, NOTHING) for placement in placements),
        {card.number: by_card.get((bot, card.number), {}).get(key, NOTHING) for card in deck},
        everything.get((bot,), {}).get(key, NOTHING),
    )


def _placements(study: Study) -> list[pl.LazyFrame]:
    """Per part: a row per card played, with its owner's results."""
    frames = [
        part.placements.with_columns(pl.col(Placements.VP).alias(CARD_VP_COLUMN)) for part in study.parts
    ]
    columns = (
        Placements.BOT,
        Placements.CARD,
        Placements.PLACEMENT,
        Placements.ROUND,
        CARD_VP_COLUMN,
        Placements.USES,
    )
    return study.with_results(frames, columns)


def _cell(card: Card, placement: int, found: dict[str, Estimate], outcome: str) -> CardUse:
    """One cell of the table, also when the card was never so placed."""
    get = found.get
    return CardUse(
        card,
        placement,
        get(outcome, NOTHING),
        get(WIN_SHARE.key, NOTHING),
        get(ROUND.key, NOTHING),
        get(CARD_VP.key, NOTHING),
        get(USES.key, NOTHING),
    )
