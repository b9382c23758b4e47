"""The course of a search: generations until a limit, its state on the disk after each."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from analyzer.simulate.scores import Scorer
from analyzer.tuning.bot_file import Tuned
from analyzer.tuning.check import check, check_games
from analyzer.tuning.evaluation import Arena, Progress
from analyzer.tuning.search import Search
from analyzer.tuning.state import State, save


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends, whichever comes first; ``seconds`` count those before an interruption too."""

    generations: int | None
    seconds: float | None

    def share(self, generations: float, seconds: float) -> float:
        """How much of the search is done, 0 to 1."""
        shares = [0.0]
        if self.generations is not None:
            shares.append(generations / self.generations)
        if self.seconds is not None:
            shares.append(seconds / self.seconds)
        return min(1.0, max(shares))


@dataclass(slots=True)
class Standing:
    """Where a search is, for whoever shows it; ``here`` games and seconds are of this process."""

    search: Search
    limits: Limits
    seconds_before: float
    started: float
    games_here: int = 0
    games_of_generation: int = 0

    @property
    def seconds_here(self) -> float:
        """Seconds in this process."""
        return time.perf_counter() - self.started

    @property
    def seconds(self) -> float:
        """Seconds of the whole search."""
        return self.seconds_before + self.seconds_here

    @property
    def share(self) -> float:
        """How much of the search is done, 0 to 1, the generation at work included."""
        begun = self.games_of_generation / self.search.next_games
        return self.limits.share(len(self.search.generations) + begun, self.seconds)

    @property
    def rate(self) -> float:
        """Games per second."""
        return self.games_here / max(self.seconds_here, 1e-9)


Show = Callable[[Standing], None]


def search_on(
    arena: Arena, state: State, file: Path, limits: Limits, scorer: Scorer, show: Show
) -> tuple[Standing, State]:
    """Go on from a state until a limit, writing the state into ``file`` after each generation.

    Of a state with more generations than the limit only so many are taken.
    Raises Interrupted or RunFailed; the file then holds the generations before.
    """
    search = Search(arena, state.generations[: limits.generations])
    standing = Standing(search, limits, state.seconds, time.perf_counter())

    def progress(games: int) -> None:
        standing.games_here += games
        standing.games_of_generation += games
        show(standing)

    while limits.share(len(search.generations), standing.seconds) < 1.0:
        search.step(scorer, progress)
        standing.games_of_generation = 0
        state = msgspec.structs.replace(
            state, generations=tuple(search.generations), seconds=standing.seconds
        )
        save(state, file)
        show(standing)
    return standing, state


def conclude(
    arena: Arena, search: Search, state: State, blocks: int, scorer: Scorer, progress: Progress
) -> Tuned:
    """Check on fresh blocks what a search has found."""
    generations = len(search.generations)
    found = check(arena, scorer, search.finalists(), generations, blocks, progress)
    games = search.games + found.games
    return Tuned(arena.settings, state.engine, generations, games, found)


def concluding_games(arena: Arena, search: Search, blocks: int) -> int:
    """Games that ``conclude`` plays."""
    return check_games(arena, len(search.finalists()), blocks)
