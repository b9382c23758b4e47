"""The optimiser: CMA-ES of the package ``cma``, set so that a seed gives the same search each time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def default_population(size: int) -> int:
    """Candidates of a generation for a point of ``size`` numbers.

    Four times what CMA-ES takes without noise: on a noisy quadratic of 25 or 75 numbers, for the same
    games, fewer candidates end several times as far from the best point, and twice as many no nearer.
    """
    return 4 * (4 + int(3 * math.log(size)))


class Optimiser:
    """Asks for the values of points and moves on; larger values are better.

    The same seed and the same values give the same points: the search can be played again from
    what was told.
    """

    def __init__(self, start: np.ndarray, sigma: float, population: int, seed: int) -> None:
        import cma  # slow to import, and bad input is told before

        random = np.random.Generator(np.random.PCG64(seed))
        options = {
            "bounds": [0.0, 1.0],
            "popsize": population,
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": math.nan,  # nothing else is random
            "verbose": -9,
            "verb_log": 0,
        }
        self._search = cma.CMAEvolutionStrategy(start, sigma, options)

    @property
    def centre(self) -> np.ndarray:
        """The middle of the points to come, shape (size,)."""
        return np.array(self._search.result.xfavorite, dtype=np.float64)

    def ask(self) -> np.ndarray:
        """The points of the next generation, shape (population, size)."""
        return np.array(self._search.ask(), dtype=np.float64)

    def tell(self, points: np.ndarray, values: Sequence[float]) -> None:
        """Move on, knowing what the points are worth."""
        self._search.tell(list(points), [-value for value in values])
