"""Estimates and what may be concluded from them: intervals, tests, and what a run can show.

A block (one seed, played once for each arrangement of the line-up) is the unit of
statistics: games of one block share their luck, single games would give intervals
that are too narrow.

Quantiles come from scipy.special, which scipy.stats calls too: it is imported in a tenth of the time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

CONFIDENCE = 0.95
POWER = 0.80
FALSE_DISCOVERIES = 0.05
"""Share of findings that may be chance where many estimates are compared at once."""
FEW_BLOCKS = 100
"""Estimates from fewer blocks are shown in grey and not judged."""

_UNIFORM_BEST = 1000  # blocks


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval; ``n`` observations in ``blocks`` blocks.

    ``low``, ``high`` and ``se`` are NaN where one block only gives no spread.
    """

    mean: float
    low: float
    high: float
    n: int
    blocks: int
    se: float = math.nan

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    @property
    def complement(self) -> Estimate:
        """What a share leaves of 1."""
        return Estimate(1 - self.mean, 1 - self.high, 1 - self.low, self.n, self.blocks, self.se)

    @property
    def is_fixed(self) -> bool:
        """A share that is the same in every block, by construction: there is nothing to estimate."""
        return self.se == 0.0 and 0.0 < self.mean < 1.0


def share_interval(
    share: float | None, se: float | None, blocks: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Wilson's interval of a share, for the number of independent games that ``se`` amounts to.

    A share of 0 or 1 in all blocks still has an interval (of ``blocks`` observations);
    a share between that never varies, such as that of a bot in all seats, has none.
    """
    if share is None or se is None:
        return math.nan, math.nan
    return wilson_interval(share, se, blocks, float(t_quantile(blocks, confidence)))


def wilson_interval(share: float, se: float, blocks: int, quantile: float) -> tuple[float, float]:
    """``share_interval`` that reaches so many standard errors."""
    if math.isnan(se) or blocks < 2:
        return math.nan, math.nan
    if se == 0.0 and 0.0 < share < 1.0:
        return share, share
    effective = share * (1 - share) / (se * se) if se > 0.0 else float(blocks)
    weight = quantile * quantile / effective
    centre = (share + weight / 2) / (1 + weight)
    half = quantile * math.sqrt(share * (1 - share) / effective + weight / (4 * effective)) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


def t_quantile(blocks: int | np.ndarray, confidence: float = CONFIDENCE) -> np.ndarray:
    """Two-sided quantile of Student's t for ``blocks`` independent blocks."""
    freedom = np.maximum(np.asarray(blocks, dtype=np.float64) - 1.0, 1.0)
    return np.asarray(special.stdtrit(freedom, 0.5 + confidence / 2))


def uniform_quantile(blocks: int, confidence: float = CONFIDENCE) -> float:
    """Standard errors that an interval needs to hold at every look at once, however often one looks.

    Robbins' normal mixture with an estimated variance (Waudby-Smith and others 2021, "Time-uniform
    central limit theory"), narrowest at about _UNIFORM_BEST blocks; not for fewer than 100.
    """
    alpha = 1.0 - confidence
    wide = -2.0 * math.log(alpha)
    scale = blocks * (wide + math.log(wide + 1.0)) / _UNIFORM_BEST
    return math.sqrt(2.0 * (scale + 1.0) / scale * math.log(math.sqrt(scale + 1.0) / alpha))


def p_values(mean: np.ndarray, se: np.ndarray, blocks: np.ndarray, null: float = 0.0) -> np.ndarray:
    """Two-sided p-values of ``mean`` against ``null``; NaN where there is no error to judge by."""
    mean, se = np.asarray(mean, dtype=np.float64), np.asarray(se, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.abs(mean - null) / se
    freedom = np.maximum(np.asarray(blocks, dtype=np.float64) - 1.0, 1.0)
    p = 2.0 * special.stdtr(freedom, -statistic)
    return np.where(np.isfinite(se) & (se > 0.0), p, np.nan)


def stand_out(
    values: Sequence[Estimate], null: float, *, share: bool = False, least_blocks: int = 2
) -> tuple[bool | None, ...]:
    """Which of several estimates differ from ``null``, corrected for how many are compared.

    Benjamini and Hochberg's procedure at the rate FALSE_DISCOVERIES.  None for an estimate that is
    not judged, and not counted among those compared: one of fewer than ``least_blocks`` blocks, or
    without an error.  ``share``: judge as Wilson's interval does, by the error under ``null``.
    """
    p = judged_p_values(values, null, share=share, least_blocks=least_blocks)
    return tuple(None if math.isnan(q) else bool(q <= FALSE_DISCOVERIES) for q in benjamini_hochberg(p))


def judged_p_values(
    values: Sequence[Estimate], null: float, *, share: bool = False, least_blocks: int = 2
) -> np.ndarray:
    """The p-values that ``stand_out`` corrects, as they are; NaN for an estimate that is not judged."""
    blocks = np.array([value.blocks for value in values], dtype=np.float64)
    mean = np.array([value.mean for value in values], dtype=np.float64)
    se = np.array([value.se for value in values], dtype=np.float64)
    if share:
        se = _share_error(mean, se, blocks, null)
    return np.where(blocks >= max(2, least_blocks), p_values(mean, se, blocks, null), np.nan)


def _share_error(share: np.ndarray, se: np.ndarray, blocks: np.ndarray, null: float) -> np.ndarray:
    """Error of a share if ``null`` were its true value; NaN for a share between 0 and 1 that never varies."""
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = share * (1 - share) / (se * se)  # independent games that the error amounts to
        effective = np.where((se == 0.0) & ((share == 0.0) | (share == 1.0)), blocks, effective)
        error = np.sqrt(null * (1 - null) / effective)
    return np.where(np.isfinite(effective), error, np.nan)


def benjamini_hochberg(p: Sequence[float] | np.ndarray) -> np.ndarray:
    """p-values corrected for the number of tests (false discovery rate); NaN stays NaN."""
    from scipy.stats import false_discovery_control  # slow to import, and rarely needed

    values = np.asarray(p, dtype=np.float64)
    corrected = np.full(values.shape, np.nan)
    known = ~np.isnan(values)
    if known.any():
        corrected[known] = false_discovery_control(values[known], method="bh")
    return corrected


def detectable_difference(
    se: float, blocks: int, confidence: float = CONFIDENCE, power: float = POWER
) -> float:
    """Smallest true difference that a test at ``confidence`` finds with probability ``power``."""
    if blocks < 2:
        return math.nan
    return float(t_quantile(blocks, confidence) + special.stdtrit(blocks - 1, power)) * se


def expected_half_width(players: int, seats_of_bot: int, games: int, confidence: float = CONFIDENCE) -> float:
    """Half the interval to expect around a fair win share, before any game is played.

    ``seats_of_bot``: how many of the ``players`` seats the bot (or 1, a seat) has.  Games
    are taken as independent and ties as absent, which errs on the wide side.
    """
    team = seats_of_bot / players
    if games < 2 or team >= 1.0:
        return math.nan
    deviation = math.sqrt(team * (1 - team)) / seats_of_bot
    return float(special.ndtri(0.5 + confidence / 2)) * deviation / math.sqrt(games)
