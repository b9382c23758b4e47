"""How far what is observed of a use lies from what it causes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.analysis.estimates import NOTHING, interval_of
from analyzer.analysis.placements import CardUse, PlacementValues
from analyzer.analysis.stats import FEW_BLOCKS, Estimate
from analyzer.recording.schema import PLACEMENT_WORDS


@dataclass(frozen=True, slots=True)
class BothWays:
    """A use with its observed difference (with less without) and its causal effect."""

    use: CardUse
    observed: Estimate
    causal: Estimate

    @property
    def bias(self) -> float:
        """Observed less causal."""
        return self.observed.mean - self.causal.mean


def both_ways(values: PlacementValues, effects: Mapping[tuple[int, int], Estimate]) -> tuple[BothWays, ...]:
    """The uses of a bot that rest on enough blocks both ways, in the order of the deck."""
    pairs = (BothWays(use, use.versus.difference, effects.get(use.key, NOTHING)) for use in values.cells)
    return tuple(pair for pair in pairs if _judged(pair.observed) and _judged(pair.causal))


def _judged(value: Estimate) -> bool:
    return value.blocks >= FEW_BLOCKS and math.isfinite(value.se)


def bias_by_placement(pairs: Sequence[BothWays]) -> tuple[Estimate, ...]:
    """Per placement the mean bias of its uses, each by how often it was played.

    Errors of different uses are taken as independent; n: player-games observed, blocks: the fewest.
    """
    return tuple(
        _mean_bias([pair for pair in pairs if pair.use.placement == placement])
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
    return interval_of(mean, se, plays, blocks, False)
