"""What a run is measured by when runs are compared: many figures, each a mean over blocks.

One list for sweeps, gates and stop rules; every metric is defined here or beside what computes it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from analyzer.analysis.stats import FALSE_DISCOVERIES, Estimate


class Kind(Enum):
    """What a metric is about: comparisons are corrected within a kind too, and shown by kind."""

    title: str

    def __new__(cls, word: str, title: str) -> Kind:
        member = object.__new__(cls)
        member._value_ = word
        member.title = title
        return member

    RESULTS = "results", "Results: win shares, vp, margins, ties"
    SOURCES = "sources", "Where the vp come from"
    PLAY = "play", "What players do"
    BUILDINGS = "buildings", "Craft buildings"
    MARKET = "market", "Market"
    HEXES = "hexes", "Market hexes"
    CARD_USES = "card uses", "How often each card is played in each place"
    CARD_VALUES = "card values", "Margin of those who played a card in a place (observed)"


_DETAILS = (Kind.HEXES, Kind.CARD_USES, Kind.CARD_VALUES)


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of a run: a sum over its blocks, divided by another and by ``scale``.

    ``key``: its name in files and options, such as ``vp``, ``seat.1.win_share``, ``deli.completed``.
    ``unit``: ``share`` (a fraction of 1, shown in %), ``vp``, ``rounds``, or empty for counts per
    player and game.  ``trials``: what the sum of a block is divided by, where that is the same in every
    block; None where the divisor is counted too, such as the markers that were placed.  ``among``: the
    key of the metric that counts this divisor.
    """

    key: str
    name: str
    kind: Kind
    unit: str
    definition: str
    scale: int = 1
    trials: int | None = None
    among: str = ""

    @property
    def conditional(self) -> bool:
        """Whether it is a mean of those who did something: a variant may change who they are."""
        return bool(self.among)

    @property
    def main(self) -> bool:
        """Whether it is shown first, and kept by gates: all but single hexes and cards."""
        return self.kind not in _DETAILS

    @property
    def is_share(self) -> bool:
        """Whether it is a fraction of 1."""
        return self.unit == "share"


@dataclass(frozen=True, slots=True)
class Compared:
    """A metric in a baseline and a variant that played the same blocks.

    ``difference``: variant less baseline, paired by block; its ``blocks`` are the shared ones.
    ``baseline`` and ``variant`` are over the same blocks.  ``p``: two-sided, as it is; ``corrected``: for
    all comparisons made, and within its kind (Benjamini and Hochberg, the larger of the two).  Both are
    NaN where a difference can't be judged: few blocks, or hardly any in which the two differ.
    ``same``: the metric is equal in every block; the difference is then exactly 0, with no spread, or
    there is none, where neither had anything to count.
    """

    metric: Metric
    baseline: Estimate
    variant: Estimate
    difference: Estimate
    p: float
    corrected: float
    same: bool

    @property
    def told(self) -> bool | None:
        """Whether the difference is more than chance, None if that can't be judged."""
        return None if math.isnan(self.corrected) else self.corrected <= FALSE_DISCOVERIES

    @property
    def absent(self) -> bool:
        """Whether neither had anything to count: there is no difference then, not one of 0."""
        return self.baseline.n == self.variant.n == 0
