"""The search space: a bot's weights as numbers from 0 to 1, and back to whole thousandths."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from analyzer.scenario.bots import STAGES, known_weights
from analyzer.scenario.model import Bot, Staged
from cext.weights import Weight


def to_unit(value: int, weight: Weight) -> float:
    """Where in its range a weight lies, 0 to 1.

    A range that starts at 0 is scaled by the square root: a step is then finer near 0, where most
    weights are (0.05 of 3), and 0 itself stays within reach, which it isn't with a logarithm.
    """
    share = (value - weight.low) / (weight.high - weight.low)
    return share**0.5 if weight.low == 0 else share


def from_unit(place: float, weight: Weight) -> int:
    """The weight at a place; beyond 0 and 1 the end of its range."""
    inside = min(max(place, 0.0), 1.0)
    share = inside * inside if weight.low == 0 else inside
    return weight.low + round(share * (weight.high - weight.low))


class Space:
    """Points of the search and the bots that they stand for.

    A point holds, for each of ``names``, one number, or with ``staged`` three (early, middle, late).
    With one number a weight that differs by stage in ``bot`` keeps these differences.
    """

    def __init__(self, bot: Bot, names: Sequence[str], *, staged: bool) -> None:
        self._bot = bot
        known = known_weights()
        self._weights = [known[name] for name in names]
        units = [[to_unit(value, weight) for value in bot.weights[weight.name]] for weight in self._weights]
        self._units = np.array(units)  # (weights, stages)
        self._staged = staged
        self._means = self._units.mean(axis=1, keepdims=True)

    @property
    def size(self) -> int:
        """Numbers of a point."""
        return len(self._weights) * (len(STAGES) if self._staged else 1)

    def start(self) -> np.ndarray:
        """The point of the bot itself, shape (size,)."""
        return np.asarray((self._units if self._staged else self._means).reshape(-1))

    def bot(self, point: np.ndarray) -> Bot:
        """The bot at a point: all of it but the searched weights as it was."""
        if self._staged:
            places = point.reshape(self._units.shape)
        else:
            places = point.reshape(-1, 1) + (self._units - self._means)
        found: dict[str, Staged] = {}
        for weight, (early, middle, late) in zip(self._weights, places.tolist(), strict=True):
            found[weight.name] = (
                from_unit(early, weight),
                from_unit(middle, weight),
                from_unit(late, weight),
            )
        return msgspec.structs.replace(self._bot, weights=self._bot.weights | found)
