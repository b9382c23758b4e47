"""One comparison among all from which findings are chosen, whatever it is about."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, judged_p_values


class Topic(StrEnum):
    """What a comparison is about; ``key`` then holds what is named here."""

    SEAT = "seat"  # (seat,)
    BOT = "bot"  # (bot,)
    DEAL = "deal"  # (card,)
    PLACEMENT = "placement"  # (card, placement)
    HEX = "hex"  # (hex,)
    BUILDING = "building"  # (0 a barrow, else the building,)
    ROOF = "roof"  # (0 none, else roof index + 1,)
    DIE = "die"  # (number, choice)
    TOKEN = "token"  # (token,)
    DELAY = "delay"  # (building, round before which it is not completed, 0 for a rush)


class Evidence(StrEnum):
    """How far a difference is an effect."""

    CAUSAL = "causal"  # the same game from the same seed, with one choice or rule for a bot changed
    RANDOM = "random"  # chance or the seating gave it, nobody chose it
    OBSERVED = "observed"  # who did so chose to, when it suited


@dataclass(frozen=True, slots=True)
class Compared:
    """One effect, in vp of margin (solo: vp) against no effect.

    ``often``: how many times a game it occurs (choices: is on offer); ``share``: the same in win share
    (seats and bots: the share itself); ``by_bot``: the effect for single bots, where there are several;
    ``clear_bots``: those whose own effect stands out among all such; ``p``: of no effect, not corrected,
    NaN where it is not judged; ``when_chosen``: the effect where a bot chose it; ``among``: the bots that
    it is of, if these are not all; ``counts``: whether it moves anything in games as they are played.
    """

    topic: Topic
    key: tuple[int, ...]
    evidence: Evidence
    effect: Estimate
    often: float
    p: float
    share: Estimate = NOTHING
    by_bot: Mapping[int, Estimate] = field(default_factory=dict)
    clear_bots: frozenset[int] = frozenset()
    when_chosen: Estimate = NOTHING
    provenance: str = ""
    told: str = ""
    among: tuple[int, ...] = ()
    counts: bool = True

    @property
    def same(self) -> tuple[int, ...]:
        """Bots whose own effect is clear and on the side of the whole."""
        return self._clear(same=True)

    @property
    def opposite(self) -> tuple[int, ...]:
        """Bots whose own effect is clear and on the other side."""
        return self._clear(same=False)

    def _clear(self, *, same: bool) -> tuple[int, ...]:
        above = self.effect.mean > 0
        return tuple(bot for bot in sorted(self.clear_bots) if (self.by_bot[bot].mean > 0) == (above == same))


def p_values_of(effects: Iterable[Estimate]) -> list[float]:
    """p of no effect for each; NaN for those of fewer than FEW_BLOCKS blocks or without an error."""
    return [float(p) for p in judged_p_values(list(effects), 0.0, least_blocks=FEW_BLOCKS)]


def shifted(value: Estimate, by: float) -> Estimate:
    """An estimate and its interval moved; what it is moved by counts as known."""
    return dataclasses.replace(value, mean=value.mean + by, low=value.low + by, high=value.high + by)


def is_judged(compared: Compared) -> bool:
    """Whether it counts among the comparisons."""
    return not math.isnan(compared.p)
