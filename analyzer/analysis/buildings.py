"""When craft buildings are completed, and how those fare who complete them when."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.building_bonuses import Bonuses, bonus_questions, bonuses_found
from analyzer.analysis.building_games import NUMBERS, building_games, round_of
from analyzer.analysis.building_orders import Orders, order_questions, orders_found, results_of
from analyzer.analysis.estimates import NOTHING, Found, Question, estimates_together, rate, rates
from analyzer.analysis.measures import COMPLETED, WIN_SHARE
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.analysis.sums import Key
from analyzer.recording.schema import BUILDING_WORDS, Buildings, Players

NEVER = 0  # the "round" of a building that was not completed
BUILDINGS = tuple(word.replace("_", " ").title() for word in BUILDING_WORDS)


@dataclass(frozen=True, slots=True)
class Completion:
    """Share of a bot's player-games with the building completed by the end of rounds 1, 2 …"""

    building: int  # number, 1 to 6
    bot: int
    by_round: tuple[Estimate, ...]

    @property
    def never(self) -> Estimate:
        """Share of player-games that never completed it."""
        return self.by_round[-1].complement


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Results of a bot's player-games that completed the building in ``round`` (NEVER: not at all)."""

    building: int
    bot: int
    round: int
    outcome: Estimate
    share: Estimate


@dataclass(frozen=True, slots=True)
class BuildingResults:
    """What player-games tell of craft buildings: results by round, orders by bot, and bonuses."""

    rounds: tuple[RoundResult, ...]
    orders: tuple[Orders, ...]
    bonuses: Bonuses


def building_results(study: Study, most_orders: int) -> BuildingResults:
    """All questions about player-games in one pass; ``most_orders``: of each kind and bot."""
    asked = [round_questions(study), order_questions(study), bonus_questions(study)]
    found = iter(estimates_together(building_games(study), [q for questions in asked for q in questions]))
    rounds, orders, bonuses = ([next(found) for _ in questions] for questions in asked)
    return BuildingResults(
        rounds_found(study, rounds), orders_found(study, orders, most_orders), bonuses_found(study, bonuses)
    )


def completion(study: Study) -> tuple[Completion, ...]:
    """Completion curves by building and bot; buildings in order, bots within."""
    by_end = {str(r): COMPLETED.value * (pl.col(Buildings.ROUND) <= r) for r in range(1, study.rounds + 1)}

    def trials(key: Key) -> int:
        return study.seats_of(key[1])

    found = rates(
        [part.buildings for part in study.parts],
        by_end,
        (Buildings.BUILDING, Buildings.BOT),
        blocks=study.blocks,
        trials=trials,
    )
    nothing = {r: _none_of(study, bot) for bot in range(len(study.bots)) for r in by_end}
    curves = []
    for building in NUMBERS:
        for bot in range(len(study.bots)):
            row = found.get((building, bot), nothing)
            curves.append(Completion(building, bot, tuple(row[r] for r in by_end)))
    return tuple(curves)


def _none_of(study: Study, bot: int) -> Estimate:
    """A share of 0 among all player-games of a bot."""
    return rate(0, 0, study.blocks, study.seats_of(bot))


def round_questions(study: Study) -> list[Question]:
    """About the rows of building_games: for each building results by bot and round of completion."""
    return [(results_of(study), (Players.BOT, round_of(building))) for building in NUMBERS]


def rounds_found(study: Study, found: list[Found]) -> tuple[RoundResult, ...]:
    """The answers to round_questions: by building, bot and round, NEVER last; empty cells included."""
    return tuple(
        RoundResult(
            building,
            bot,
            done,
            answers.get((bot, done), {}).get(study.outcome.key, NOTHING),
            answers.get((bot, done), {}).get(WIN_SHARE.key, NOTHING),
        )
        for building, answers in zip(NUMBERS, found, strict=True)
        for bot in range(len(study.bots))
        for done in (*range(1, study.rounds + 1), NEVER)
    )
