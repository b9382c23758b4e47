"""In which order players complete craft buildings, and how those fare who do so (observed)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.analysis.building_games import (
    BOT_AND_PAIR,
    HAS_THREE,
    NUMBERS,
    SECOND_PAIR,
    STARTED,
    THIRD,
    THIRD_PAIR,
    bot_of,
    buildings_of,
)
from analyzer.analysis.building_measures import BEGAN
from analyzer.analysis.estimates import NOTHING, Found, Question
from analyzer.analysis.measures import WIN_SHARE, Measure
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, stand_out
from analyzer.analysis.study import Study
from analyzer.recording.schema import Players


@dataclass(frozen=True, slots=True)
class OrderResult:
    """Results of the player-games with these completions in this order.

    ``stands_out``: told from all that completed at least three (None: not judged).
    """

    buildings: tuple[int, ...]
    outcome: Estimate
    share: Estimate
    stands_out: bool | None = None


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders of one bot; the most frequent first.

    ``began``: by first building (the last: none), how often, and results.  ``threes``: the first three
    buildings of player-games that completed at least three, whose mean is ``of_three``; ``whole``: all
    that a player completed.  Both list at most as many orders as were asked for; ``kinds``: different
    whole orders seen.
    """

    bot: int
    of_three: Estimate
    began: tuple[tuple[Estimate, OrderResult], ...]
    threes: tuple[OrderResult, ...]
    whole: tuple[OrderResult, ...]
    kinds: int


def order_questions(study: Study) -> list[Question]:
    """About the rows of building_games: whole orders, first threes, their mean, first ones, how often."""
    results = results_of(study)
    return [
        (results, (BOT_AND_PAIR, SECOND_PAIR, THIRD_PAIR)),
        (results, (BOT_AND_PAIR, THIRD)),
        ((study.outcome,), (Players.BOT, HAS_THREE)),
        (results, (Players.BOT, STARTED)),
        (BEGAN, (Players.BOT,)),
    ]


def results_of(study: Study) -> tuple[Measure, ...]:
    """What a group of player-games is measured by: the outcome, and the win share if there is one."""
    return (study.outcome,) if study.solo else (study.outcome, WIN_SHARE)


def orders_found(study: Study, found: list[Found], most: int) -> tuple[Orders, ...]:
    """The answers to order_questions by bot, with the ``most`` most frequent orders of each kind."""
    return tuple(_of_bot(study, bot, found, most) for bot in range(len(study.bots)))


def _of_bot(study: Study, bot: int, found: list[Found], most: int) -> Orders:
    whole, threes, three, began, often = found
    every = _results(study, bot, whole)
    with_three = [result for result in _results(study, bot, threes) if len(result.buildings) == 3]
    of_three = three.get((bot, 1), {}).get(study.outcome.key, NOTHING)
    return Orders(
        bot,
        of_three,
        tuple(
            (often[bot,][measure.key], _result(study, buildings_of(building), began.get((bot, building), {})))
            for building, measure in zip((*NUMBERS, 0), BEGAN, strict=True)
        ),
        _judged(_most_frequent(with_three, most), of_three.mean),
        tuple(_most_frequent(every, most)),
        len(every),
    )


def _results(study: Study, bot: int, found: Found) -> list[OrderResult]:
    """The orders of one bot: the pair of the first two, and what follows it in the key."""
    return [
        _result(study, buildings_of(bot_of(first)[1], *rest), row)
        for (first, *rest), row in found.items()
        if bot_of(first)[0] == bot
    ]


def _result(study: Study, buildings: tuple[int, ...], row: dict[str, Estimate]) -> OrderResult:
    outcome, share = row.get(study.outcome.key, NOTHING), row.get(WIN_SHARE.key, NOTHING)
    return OrderResult(buildings, outcome, share)


def _most_frequent(results: Sequence[OrderResult], most: int) -> list[OrderResult]:
    return sorted(results, key=lambda result: (-result.outcome.n, result.buildings))[:most]


def _judged(results: Sequence[OrderResult], mean: float) -> tuple[OrderResult, ...]:
    """With a mark whether each is told from ``mean``, corrected for how many are shown."""
    told = stand_out([result.outcome for result in results], mean, least_blocks=FEW_BLOCKS)
    return tuple(
        OrderResult(result.buildings, result.outcome, result.share, mark)
        for result, mark in zip(results, told, strict=True)
    )
