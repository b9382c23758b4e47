"""The search: generation after generation of candidates, each on blocks of its own."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.stats import Estimate
from analyzer.errors import UserError
from analyzer.scenario.model import Bot
from analyzer.simulate.scores import Scorer
from analyzer.tuning.evaluation import Arena, Progress, Result, estimate
from analyzer.tuning.optimiser import Optimiser
from analyzer.tuning.state import ANEW, Generation

MOST_NOISE = 0.5
"""Share of the spread between candidates that may be luck; with more, the next ones play more blocks."""
GROWTH = 1.25
MOST_GROWTH = 16
"""Blocks of a candidate are at most so many times those of the first generation."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A point that may be where the search should end, and what it was seen to gain."""

    point: np.ndarray
    gain: Estimate


class Search:
    """A search as far as it has come; ``kept`` generations are taken from a state, without playing."""

    def __init__(self, arena: Arena, kept: Sequence[Generation] = ()) -> None:
        settings = arena.settings
        self._arena = arena
        self._space = settings.space
        self._optimiser = Optimiser(
            self._space.start(), settings.sigma, settings.population, settings.luck("candidates")
        )
        self._seed = settings.luck("search")
        self.generations: list[Generation] = []
        self._centres: list[np.ndarray] = []
        self._best_centre: Spot | None = None
        self._best_candidate: Spot | None = None
        for generation in kept:
            self._replay(generation)

    @property
    def games(self) -> int:
        """Games played in all generations."""
        bots = self._arena.settings.population + 2
        return sum(self._arena.games(bots, generation.blocks) for generation in self.generations)

    @property
    def best(self) -> Estimate | None:
        """What the best centre so far gained over the parent."""
        return None if self._best_centre is None else self._best_centre.gain

    @property
    def blocks(self) -> int:
        """Blocks that each bot plays in the next generation."""
        first = self._arena.settings.blocks
        if not self.generations:
            return first
        last = self.generations[-1]
        spread = float(np.var(last.gains, ddof=1))
        if last.noise <= MOST_NOISE * spread:
            return last.blocks
        return min(math.ceil(last.blocks * GROWTH), first * MOST_GROWTH)

    @property
    def next_games(self) -> int:
        """Games of the next generation."""
        return self._arena.games(self._arena.settings.population + 2, self.blocks)

    def step(self, scorer: Scorer, progress: Progress) -> Generation:
        """Play a generation: the candidates, their centre and the parent, all on the same new blocks."""
        centre, points = self._optimiser.centre, self._optimiser.ask()
        bots = [self._space.bot(point) for point in points]
        blocks = self.blocks
        first = sum(generation.blocks for generation in self.generations)
        played = [self._arena.settings.parent, self._space.bot(centre), *bots]
        results = self._arena.play(scorer, played, self._seed, first, blocks, progress)
        generation = self._judge(bots, results)
        self._advance(centre, points, generation)
        return generation

    def finalists(self) -> dict[str, Bot]:
        """The bots among which fresh blocks decide, by what they are; none is there twice.

        The parent is none of them, unless the search has found nothing else.
        """
        middle = len(self._centres) // 2
        spots = {"last centre": self._optimiser.centre}
        if self._centres:
            spots["mean of the later centres"] = np.mean(self._centres[middle:], axis=0)
        for name, spot in (("best centre", self._best_centre), ("best candidate", self._best_candidate)):
            if spot is not None:
                spots[name] = spot.point
        found: dict[str, Bot] = {}
        for name, point in spots.items():
            bot = self._space.bot(point)
            if bot not in (self._arena.settings.parent, *found.values()):
                found[name] = bot
        return found or {"parent": self._arena.settings.parent}

    def _judge(self, bots: Sequence[Bot], results: Sequence[Result]) -> Generation:
        """Gains over the parent (the first result), block by block."""
        objective = self._arena.settings.objective
        parent, centre, *candidates = (result.points(objective) for result in results)
        gains = np.array([(candidate - parent).mean(axis=0) for candidate in candidates])  # (bots, blocks)
        beside = gains - gains.mean(axis=0)  # what befalls all candidates alike doesn't disturb their order
        blocks = gains.shape[1]
        noise = float(beside.var(axis=1, ddof=1).mean()) / blocks if blocks > 1 else math.inf
        means = gains.mean(axis=1)
        return Generation(
            blocks=blocks,
            candidates=_hash(bots),
            gains=tuple(means.tolist()),
            noise=noise * len(bots) / (len(bots) - 1),
            centre=estimate(centre - parent),
            best=estimate(gains[int(means.argmax())]),
        )

    def _replay(self, generation: Generation) -> None:
        """Take a generation from a state."""
        centre, points = self._optimiser.centre, self._optimiser.ask()
        if _hash([self._space.bot(point) for point in points]) != generation.candidates:
            raise UserError(
                f"the search can't go on: generation {len(self.generations) + 1} would have other candidates "
                f"than it had, since cma, numpy or the machine is another; {ANEW}."
            )
        self._advance(centre, points, generation)

    def _advance(self, centre: np.ndarray, points: np.ndarray, generation: Generation) -> None:
        """Tell the optimiser, and remember where it was good."""
        self._optimiser.tell(points, generation.gains)
        self.generations.append(generation)
        self._centres.append(centre)
        best = points[int(np.argmax(generation.gains))]
        self._best_centre = _better(self._best_centre, Spot(centre, generation.centre))
        self._best_candidate = _better(self._best_candidate, Spot(best, generation.best))


def _better(one: Spot | None, other: Spot) -> Spot:
    """The spot that surely gained more."""
    return other if one is None or other.gain.low > one.gain.low else one


def _hash(bots: Sequence[Bot]) -> str:
    """Of the weights that some bots play with."""
    weights = np.array([list(bot.weights.values()) for bot in bots], dtype="<i8")
    return hashlib.sha256(weights.tobytes()).hexdigest()[:16]
