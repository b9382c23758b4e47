"""Cards whose best use is obvious, and cards that leave their owner a real choice.

Judged by what probes say each use changes, by its two best uses against each other, and by how often
the bot plays it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from analyzer.analysis.card_pairs import Pairs
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.probes import Probed
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, stand_out
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.scenario.model import Card

NEARLY_ALWAYS = 0.8
"""Share of a card's plays from which a use counts as chosen nearly always."""


class Verdict(StrEnum):
    """What a card's uses come to."""

    OBVIOUS = "obvious"  # one use is clearly best and chosen nearly always
    FAVOURITE = "favourite"  # one use is clearly best and usual, though others are often chosen
    AGAINST = "against"  # one use is clearly best and another one usual
    CHOICE = "choice"  # no use is clearly best, and none is chosen nearly always
    HABIT = "habit"  # no use is clearly best, yet one is chosen nearly always
    UNKNOWN = "unknown"  # fewer than two uses rest on enough blocks


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One card of one bot: the effects of its uses, and the shares of its plays.

    ``best``, ``second``: placements by effect among those that can be judged (-1: none).
    ``advantage``: the best less the second, over the decisions that could choose either.
    """

    card: Card
    effects: tuple[Estimate, ...]
    plays: tuple[int, ...]
    best: int
    second: int
    advantage: Estimate
    verdict: Verdict

    @property
    def usual(self) -> int:
        """The placement chosen most often."""
        return max(range(len(self.plays)), key=lambda placement: self.plays[placement])

    @property
    def usual_share(self) -> float:
        """Its share of all plays; NaN for a card never played."""
        return self.plays[self.usual] / sum(self.plays) if any(self.plays) else math.nan


def use_effects(probes: Probed | None) -> dict[tuple[int, int], Estimate]:
    """The causal effect by card number and placement."""
    return {option.key: option.effect for option in probes.options} if probes else {}


def card_choices(
    deck: Sequence[Card], plays: Mapping[tuple[int, int], int], probes: Probed, pairs: Pairs
) -> tuple[CardChoice, ...]:
    """A verdict for every card of the deck; which advantages are clear allows for their number.

    ``plays``: how often each was played, by card number and placement.
    """
    effects = use_effects(probes)
    ranked = [_ranked(card, effects) for card in deck]
    advantages = [_advantage(order, card, pairs) for card, order in zip(deck, ranked, strict=True)]
    clear = stand_out(advantages, 0.0, least_blocks=FEW_BLOCKS)
    return tuple(
        _choice(card, effects, plays, order, advantage, told)
        for card, order, advantage, told in zip(deck, ranked, advantages, clear, strict=True)
    )


def _ranked(card: Card, effects: Mapping[tuple[int, int], Estimate]) -> list[int]:
    """The placements of a card that can be judged, the best first."""
    trusted = [
        placement
        for placement in range(len(PLACEMENT_WORDS))
        if effects.get((card.number, placement), NOTHING).blocks >= FEW_BLOCKS
    ]
    return sorted(trusted, key=lambda placement: (-effects[card.number, placement].mean, placement))


def _advantage(order: Sequence[int], card: Card, pairs: Pairs) -> Estimate:
    return pairs.get((card.number, order[0], order[1]), NOTHING) if len(order) > 1 else NOTHING


def _choice(
    card: Card,
    effects: Mapping[tuple[int, int], Estimate],
    played: Mapping[tuple[int, int], int],
    order: Sequence[int],
    advantage: Estimate,
    clear: bool | None,
) -> CardChoice:
    uses = [(card.number, placement) for placement in range(len(PLACEMENT_WORDS))]
    plays = tuple(played.get(use, 0) for use in uses)
    best, second = (*order[:2], -1, -1)[:2]
    return CardChoice(
        card,
        tuple(effects.get(use, NOTHING) for use in uses),
        plays,
        best,
        second,
        advantage,
        _verdict(plays, best, clear),
    )


def _verdict(plays: Sequence[int], best: int, clear: bool | None) -> Verdict:
    if clear is None or not any(plays):
        return Verdict.UNKNOWN
    nearly_always = max(plays) >= NEARLY_ALWAYS * sum(plays)
    if not clear:
        return Verdict.HABIT if nearly_always else Verdict.CHOICE
    if plays[best] < max(plays):
        return Verdict.AGAINST
    return Verdict.OBVIOUS if nearly_always else Verdict.FAVOURITE
