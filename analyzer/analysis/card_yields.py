"""How often and when each card is played in each way, and what it then gives by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.analysis.card_measures import PLAYED_ROUND, YIELDS
from analyzer.analysis.estimates import NOTHING, found_of, query_of
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.analysis.sums import sums_apart
from analyzer.recording.schema import PLACEMENT_WORDS, Placements

_STATIC = "static"
_UNASKED = (Placements.GAME, Placements.SEAT, Placements.VIA, Placements.DONE_ROUND)


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
    """Direct yields; the plays of each placement are asked for their own measures alone."""
    static = {card.number for card in study.scenario.rule_set.deck if card.trigger == _STATIC}
    by = (Placements.BOT, Placements.CARD)
    questions = {p: ((PLAYED_ROUND, *YIELDS[word]), by) for p, word in enumerate(PLACEMENT_WORDS)}
    queries = {placement: query_of(question) for placement, question in questions.items()}
    answers = sums_apart(
        [part.placements.drop(_UNASKED) for part in study.parts], queries, Placements.PLACEMENT
    )
    found: dict[tuple[int, int, int], CardYield] = {}
    for (placement, question), sums in zip(questions.items(), answers, strict=True):
        for (bot, card), values in found_of(sums, question).items():
            round_played = values.pop(PLAYED_ROUND.key)
            always_on = PLACEMENT_WORDS[placement] == "helper" and card in static
            found[bot, card, placement] = CardYield(round_played, None if always_on else values)
    return found
