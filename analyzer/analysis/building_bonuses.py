"""First-finisher and opening vp of craft buildings: who gets them, when, and what they decide."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.building_games import BONUSES, NUMBERS, decided
from analyzer.analysis.building_measures import DECIDED, FIRST_VP, GAINED, OPENING_VP, WITHOUT
from analyzer.analysis.estimates import NOTHING, Found, Question, rate, rates
from analyzer.analysis.measures import WIN_SHARE
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.schema import Buildings, Players

_EVER = "ever"


@dataclass(frozen=True, slots=True)
class BonusesOf:
    """What a bot or a seat got of the bonuses, per player-game; the shares are NOTHING in solo."""

    who: int  # index of the bot, or the seat
    first: Estimate
    opening: Estimate
    share: Estimate
    without: Estimate
    gained: Estimate


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Who gets the bonuses; ``decided``: by key of BONUSES the games that hang on them (solo: none)."""

    by_bot: tuple[BonusesOf, ...]
    by_seat: tuple[BonusesOf, ...]
    decided: dict[str, Estimate]


@dataclass(frozen=True, slots=True)
class FirstDone:
    """When and by whom a building is completed first, and the order markers taken by completing it.

    ``by_round``: share of games in which its first completion falls in round 1, 2 …; ``nobody``: in
    which it is never completed.  ``by_bot``: in which that bot completes it first.  ``openings``:
    building-order vp per game for completing it, by round.
    """

    building: int
    by_round: tuple[Estimate, ...]
    nobody: Estimate
    by_bot: tuple[Estimate, ...]
    openings: tuple[Estimate, ...]


def bonus_questions(study: Study) -> list[Question]:
    """About the rows of building_games: by bot, by seat."""
    shares = () if study.solo else (WIN_SHARE, WITHOUT, GAINED)
    games = () if study.solo else DECIDED
    measures = (FIRST_VP, OPENING_VP, *shares)
    return [(measures, (Players.BOT,)), ((*measures, *games), (Players.SEAT,))]


def bonuses_found(study: Study, found: list[Found]) -> Bonuses:
    """The answers to bonus_questions; every game has one row of seat 0, so its rows count games."""
    bots, seats = found
    games = {} if study.solo else {bonus: seats[0,][decided(bonus)] for bonus in BONUSES}
    return Bonuses(
        tuple(_bonuses_of(bot, bots[bot,]) for bot in range(len(study.bots))),
        tuple(_bonuses_of(seat, seats[seat,]) for seat in range(study.players)),
        games,
    )


def _bonuses_of(who: int, row: dict[str, Estimate]) -> BonusesOf:
    shares = (row.get(measure.key, NOTHING) for measure in (WIN_SHARE, WITHOUT, GAINED))
    return BonusesOf(who, row[FIRST_VP.key], row[OPENING_VP.key], *shares)


def first_done(study: Study) -> tuple[FirstDone, ...]:
    """First completions and openings of every building, in the order of their numbers."""
    rounds = range(1, study.rounds + 1)
    games = len(study.seating)
    when = {str(r): pl.col(Buildings.ROUND) == r for r in rounds}
    who = {f"bot {bot}": pl.col(Buildings.BOT) == bot for bot in range(len(study.bots))}
    firsts = rates(
        [part.buildings.filter(pl.col(Buildings.PLACE) == 1) for part in study.parts],
        {_EVER: pl.lit(1, pl.Int32), **when, **who},
        (Buildings.BUILDING,),
        blocks=study.blocks,
        trials=lambda _: games,
    )
    openings = rates(
        [part.buildings.filter(pl.col(Buildings.VP_OPENING) > 0) for part in study.parts],
        {r: pl.col(Buildings.VP_OPENING).cast(pl.Int64) * in_round for r, in_round in when.items()},
        (Buildings.BUILDING,),
        blocks=study.blocks,
        trials=lambda _: games,
        is_share=False,
    )
    none = rate(0, 0, study.blocks, games)
    no_vp = rate(0, 0, study.blocks, games, is_share=False)
    found = []
    for building in NUMBERS:
        row, opened = firsts.get((building,), {}), openings.get((building,), {})
        found.append(
            FirstDone(
                building,
                tuple(row.get(r, none) for r in when),
                row.get(_EVER, none).complement,
                tuple(row.get(bot, none) for bot in who),
                tuple(opened.get(r, no_vp) for r in when),
            )
        )
    return tuple(found)
