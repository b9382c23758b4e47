"""How far what is observed of a use lies from what it causes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.analysis.estimates import NOTHING, estimate
from analyzer.analysis.placements import CardUse, PlacementValues
from analyzer.analysis.stats import FEW_BLOCKS, Estimate
from analyzer.recording.schema import PLACEMENT_WORDS


@dataclass(frozen=True, slots=True)
class BothWays:
    """A use against the card's other plays: as observed, and in the probed decisions that chose it."""

    use: CardUse
    observed: Estimate
    causal: Estimate

    @property
    def bias(self) -> float:
        """Observed less causal."""
        return self.observed.mean - self.causal.mean

    @property
    def judged(self) -> bool:
        """Whether both rest on enough blocks."""
        return min(self.observed.blocks, self.causal.blocks) >= FEW_BLOCKS

    @property
    def told(self) -> bool:
        """Whether both are judged and their intervals leave 0 out: then each has a sign."""
        return self.judged and all(each.low > 0 or each.high < 0 for each in (self.observed, self.causal))

    @property
    def same_sign(self) -> bool:
        """Whether both lie on the same side of 0."""
        return (self.observed.mean > 0) == (self.causal.mean > 0)


def both_ways(values: PlacementValues, effects: Mapping[tuple[int, int], Estimate]) -> tuple[BothWays, ...]:
    """The uses of a bot that have an interval both ways, in the order of the deck.

    ``effects``: what the observed difference would estimate if choices were made at random, that is
    ``Contrasts.against_plays`` with the bot's plays.
    """
    by_card: dict[int, list[CardUse]] = {}
    for use in values.cells:
        by_card.setdefault(use.card.number, []).append(use)
    pairs = (
        BothWays(use, _against(use, by_card[use.card.number]), effects.get(use.key, NOTHING))
        for use in values.cells
    )
    return tuple(pair for pair in pairs if math.isfinite(pair.observed.se) and math.isfinite(pair.causal.se))


def _against(use: CardUse, uses: Sequence[CardUse]) -> Estimate:
    """Player-games with this use less those with another use of the card, taken as independent."""
    others = [other.outcome for other in uses if other.placement != use.placement and other.outcome.n]
    if not others or not use.outcome.n:
        return NOTHING
    n = sum(other.n for other in others)
    mean = sum(other.mean * other.n for other in others) / n
    se = math.hypot(use.outcome.se, *(other.se * other.n / n for other in others))
    blocks = min(use.outcome.blocks, sum(other.blocks for other in others))
    return estimate(use.outcome.mean - mean, se, use.outcome.n, blocks, False)


def bias_by_placement(pairs: Sequence[BothWays]) -> tuple[Estimate, ...]:
    """Per placement the mean bias of its judged uses, each by how often it was played.

    The error holds those of both figures; they and different uses are taken as independent.  n:
    player-games observed, blocks: the fewest.
    """
    return tuple(
        _mean_bias([pair for pair in pairs if pair.judged and pair.use.placement == placement])
        for placement in range(len(PLACEMENT_WORDS))
    )


def _mean_bias(pairs: Sequence[BothWays]) -> Estimate:
    if not pairs:
        return NOTHING
    plays = sum(pair.use.outcome.n for pair in pairs)
    weights = [pair.use.outcome.n / plays for pair in pairs]
    mean = sum(weight * pair.bias for weight, pair in zip(weights, pairs, strict=True))
    errors = [math.hypot(pair.observed.se, pair.causal.se) for pair in pairs]
    se = math.hypot(*(weight * error for weight, error in zip(weights, errors, strict=True)))
    blocks = min(min(pair.observed.blocks, pair.causal.blocks) for pair in pairs)
    return estimate(mean, se, plays, blocks, False)
