"""A sequential test between two values of a mean: the generalised SPRT in normal approximation.

Observations are block scores, of which only mean and variance are known; the variance is estimated,
as fastchess does with game pairs (Van den Bergh, "A practical introduction to the GSPRT").
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

Decision: TypeAlias = Literal["low", "high"]

ERROR_RATE = 0.05
"""Default for both kinds of errors."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Decides whether a mean is rather ``high`` or rather ``low`` (low < high, on the scale of the mean).

    ``alpha``: how often it may say high if low is true; ``beta``: low if high is true.
    """

    low: float
    high: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios (natural) at and below, at and above which it decides (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, mean: float, variance: float, n: int) -> float:
        """Log-likelihood ratio of high against low; ``variance`` (above 0) of one of ``n`` observations."""
        return n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def decide(self, llr: float) -> Decision | None:
        """What the ratio decides; None: go on."""
        lower, upper = self.bounds
        if llr >= upper:
            return "high"
        return "low" if llr <= lower else None
