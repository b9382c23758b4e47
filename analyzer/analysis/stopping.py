"""When a comparison has played enough: looks at fixed numbers of blocks, and rules to judge by.

A rule looks at completed prefixes only, and not before FIRST_LOOK blocks: a variance estimated from
a few blocks is at times far too small, and a test that looked from the first block on would err
several times as often as it says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from analyzer.analysis.block_scores import BlockScores, Series
from analyzer.analysis.sprt import Decision, Sprt
from analyzer.analysis.stats import t_quantile

FIRST_LOOK = 100
_ROUND = 10  # looks are at multiples of so many blocks
_GROWTH = 10  # each look is a tenth later than the one before


def looks(most: int) -> Iterator[int]:
    """The numbers of blocks at which a rule looks: 100, 110, 130, 150 … and at last ``most``."""
    blocks = FIRST_LOOK
    while blocks < most:
        yield blocks
        blocks += -(-blocks // (_GROWTH * _ROUND)) * _ROUND
    yield most


def regularised_variance(share: Series, fair: float) -> float:
    """Variance of a win share in one block, as if one more block had been seen.

    That block varies as ``share.n`` independent seats with the ``fair`` share would.
    """
    return (share.squares + fair * (1 - fair) / share.n) / share.blocks


@dataclass(frozen=True, slots=True)
class UntilNarrow:
    """Enough once each bot's win share is known to plus or minus ``half_width`` (95 %)."""

    half_width: float

    def is_met(self, scores: BlockScores) -> bool:
        """Whether the widest interval is narrow enough."""
        return self.widest(scores) <= self.half_width

    def varies(self, scores: BlockScores) -> bool:
        """Whether there is a variance to judge by."""
        return any(scores.share(bot).squares for bot in range(scores.bots))

    def widest(self, scores: BlockScores) -> float:
        """Half of the widest interval; infinite while nothing varies."""
        if not self.varies(scores):
            return math.inf
        return max(_half_width(scores.share(bot), scores.fair) for bot in range(scores.bots))


def _half_width(share: Series, fair: float) -> float:
    if share.squares:
        variance = regularised_variance(share, fair)
        return float(t_quantile(share.blocks)) * math.sqrt(variance / share.blocks)
    # A bot that always loses, or wins, has Wilson's interval; another share without variance has none.
    return share.estimate().half_width or math.inf


@dataclass(frozen=True, slots=True)
class UntilDecided:
    """Enough once a sequential test of the first bot's win share less the fair share decides."""

    test: Sprt

    def is_met(self, scores: BlockScores) -> bool:
        """Whether the test decides."""
        return self.decision(scores) is not None

    def varies(self, scores: BlockScores) -> bool:
        """Whether there is a variance to judge by."""
        return scores.share(0).squares > 0.0

    def decision(self, scores: BlockScores) -> Decision | None:
        """What the test says; None while it is undecided or nothing varies."""
        llr = self.llr(scores)
        return None if llr is None else self.test.decide(llr)

    def llr(self, scores: BlockScores) -> float | None:
        """The test's log-likelihood ratio; None while nothing varies."""
        if not self.varies(scores):
            return None
        share = scores.share(0)
        variance = regularised_variance(share, scores.fair)
        return self.test.llr(share.mean - scores.fair, variance, share.blocks)


StopRule: TypeAlias = UntilNarrow | UntilDecided
