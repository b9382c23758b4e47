"""Cards whose best use is obvious, and cards that leave their owner a real choice.

Judged by what probes say each use changes, by the best use against each of the others, and by how often
the bot plays it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from analyzer.analysis.card_pairs import Contrasts, Pairs, Plays
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.probes import Probed
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, judged_p_values, stand_out
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.scenario.model import Card

NEARLY_ALWAYS = 0.8
"""Share of a card's plays from which a use counts as chosen nearly always."""

ALIKE = 1.0
"""Uses count as equally good if the whole interval of their difference is nearer to 0 than this, vp."""


class Verdict(StrEnum):
    """What a card's uses come to."""

    OBVIOUS = "obvious"  # one use is clearly best and chosen nearly always
    FAVOURITE = "favourite"  # one use is clearly best and usual, though others are often chosen
    AGAINST = "against"  # one use is clearly best, also where the usual one was chosen, which is another
    CHOICE = "choice"  # the best use and its rival are equally good, and none is chosen nearly always
    HABIT = "habit"  # the best use and its rival are equally good, yet one is chosen nearly always
    UNDECIDED = "undecided"  # none of these is shown
    UNKNOWN = "unknown"  # fewer than two uses rest on enough blocks


@dataclass(frozen=True, slots=True)
class CardChoice:
    """One card of one bot: the effects of its uses, and the shares of its plays.

    ``best``: the placement with the largest effect of those that can be judged; ``rival``: the one that
    comes closest to it in the decisions that could choose either (-1: none).  ``advantage``: the best
    less the rival over these.
    """

    card: Card
    effects: tuple[Estimate, ...]
    plays: tuple[int, ...]
    best: int
    rival: int
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
    deck: Sequence[Card], plays: Plays, probes: Probed, contrasts: Contrasts
) -> tuple[CardChoice, ...]:
    """A verdict for every card of the deck; which best uses are clear allows for the number of cards.

    ``plays``: how often each was played, by card number and placement.
    """
    effects = use_effects(probes)
    matches = [_match(card, effects, contrasts.pairs) for card in deck]
    clear = stand_out([match.weakest for match in matches], 0.0, least_blocks=FEW_BLOCKS)
    best = [bool(told) and match.weakest.mean > 0 for match, told in zip(matches, clear, strict=True)]
    played = [
        tuple(plays.get((card.number, place), 0) for place in range(len(PLACEMENT_WORDS))) for card in deck
    ]
    wrong = _wrongly_usual(deck, matches, played, best, contrasts.instead)
    return tuple(
        CardChoice(
            card,
            tuple(effects.get((card.number, place), NOTHING) for place in range(len(PLACEMENT_WORDS))),
            of_card,
            match.best,
            match.rival,
            match.advantage,
            _verdict(of_card, match, told, against),
        )
        for card, match, of_card, told, against in zip(deck, matches, played, best, wrong, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Match:
    """A card's best use against its others, where they were on offer together.

    ``weakest``: the difference that shows least that the best use is better.
    """

    best: int = -1
    rival: int = -1
    advantage: Estimate = NOTHING
    weakest: Estimate = NOTHING


def _match(card: Card, effects: Mapping[tuple[int, int], Estimate], pairs: Pairs) -> _Match:
    """``best`` by the effects; the others by their differences to it, of enough blocks."""
    order = _ranked(card, effects)
    if not order:
        return _Match()
    found = {other: pairs.get((card.number, order[0], other), NOTHING) for other in order[1:]}
    against = {other: value for other, value in found.items() if value.blocks >= FEW_BLOCKS}
    if not against:
        return _Match(order[0])
    rival = min(against, key=lambda other: (against[other].mean, other))
    return _Match(order[0], rival, against[rival], _weakest(against.values()))


def _weakest(values: Iterable[Estimate]) -> Estimate:
    """One that isn't above 0, or else the one with the largest p-value (none: without an error)."""
    listed = list(values)
    p_values = [2.0 if math.isnan(p) else p for p in judged_p_values(listed, 0.0)]
    return max(zip(listed, p_values, strict=True), key=lambda pair: (pair[0].mean <= 0, pair[1]))[0]


def _ranked(card: Card, effects: Mapping[tuple[int, int], Estimate]) -> list[int]:
    """The placements of a card that can be judged, the best first."""
    trusted = [
        placement
        for placement in range(len(PLACEMENT_WORDS))
        if effects.get((card.number, placement), NOTHING).blocks >= FEW_BLOCKS
    ]
    return sorted(trusted, key=lambda placement: (-effects[card.number, placement].mean, placement))


def _wrongly_usual(
    deck: Sequence[Card],
    matches: Sequence[_Match],
    played: Sequence[tuple[int, ...]],
    best: Sequence[bool],
    instead: Pairs,
) -> list[bool]:
    """Whether the best use is also better where the bot chose the usual one, which is another.

    Judged for all such cards together.
    """
    values = [
        instead.get((card.number, match.best, plays.index(max(plays))), NOTHING) if clear else NOTHING
        for card, match, plays, clear in zip(deck, matches, played, best, strict=True)
    ]
    told = stand_out(values, 0.0, least_blocks=FEW_BLOCKS)
    return [bool(flag) and value.mean > 0 for value, flag in zip(values, told, strict=True)]


def _verdict(plays: Sequence[int], match: _Match, clear: bool, against: bool) -> Verdict:
    """``clear``: the best use is better than each other; ``against``: also where the usual was chosen."""
    if match.rival < 0 or not any(plays):
        return Verdict.UNKNOWN
    nearly_always = max(plays) >= NEARLY_ALWAYS * sum(plays)
    if clear:
        if plays[match.best] == max(plays):
            return Verdict.OBVIOUS if nearly_always else Verdict.FAVOURITE
        return Verdict.AGAINST if against else Verdict.UNDECIDED
    if match.advantage.low > -ALIKE and match.advantage.high < ALIKE:
        return Verdict.HABIT if nearly_always else Verdict.CHOICE
    return Verdict.UNDECIDED
