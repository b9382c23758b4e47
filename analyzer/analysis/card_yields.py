"""How often and when each card is played in each way, and what it then gives by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.card_measures import PLAYED_ROUND, YIELDS
from analyzer.analysis.estimates import NOTHING, estimates
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS, Placements

_STATIC = "static"


@dataclass(frozen=True, slots=True)
class CardYield:
    """All plays of one card in one way by one bot.

    ``gave``: by the measure's key; empty for a card never so played.  A helper that is always on has
    no counts: what it gives shows in other figures.
    """

    round: Estimate = NOTHING
    gave: Mapping[str, Estimate] | None = None

    @property
    def plays(self) -> int:
        """How often it was so played."""
        return self.round.n

    def of(self, key: str) -> Estimate:
        """A measure; nothing where it isn't counted."""
        return (self.gave or {}).get(key, NOTHING)


Yields = Mapping[tuple[int, int, int], CardYield]
"""By bot, card number and placement; what was never played is missing."""


def card_yields(study: Study) -> Yields:
    """Direct yields; each placement's rows are read for their own measures alone."""
    static = {card.number for card in study.scenario.rule_set.deck if card.trigger == _STATIC}
    found: dict[tuple[int, int, int], CardYield] = {}
    for placement, word in enumerate(PLACEMENT_WORDS):
        rows = [part.placements.filter(pl.col(Placements.PLACEMENT) == placement) for part in study.parts]
        measures = (PLAYED_ROUND, *YIELDS[word])
        for (bot, card), values in estimates(rows, measures, (Placements.BOT, Placements.CARD)).items():
            round_played = values.pop(PLAYED_ROUND.key)
            always_on = word == "helper" and card in static
            found[bot, card, placement] = CardYield(round_played, None if always_on else values)
    return found
