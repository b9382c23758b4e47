"""When craft buildings are completed, and how those fare who complete them when."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import NOTHING, Key, estimates, rate, rates
from analyzer.analysis.measures import COMPLETED, GAME_VP, WIN_SHARE, Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import OWNER, Study
from analyzer.recording.schema import BUILDING_WORDS, Buildings, Players

NEVER = 0  # the "round" of a building that was not completed
BUILDINGS = tuple(word.replace("_", " ").title() for word in BUILDING_WORDS)
VP_PARTS: dict[str, str] = {
    Buildings.VP_FIRST: "first here",
    Buildings.VP_OPENING: "opening",
    Buildings.VP_ROUND: "round",
    Buildings.VP_EFFECT: "at once",
    Buildings.VP_LASTING: "lasting",
}
ALL_PARTS = "all"
_DONE = "done"


@dataclass(frozen=True, slots=True)
class Completion:
    """Share of a bot's player-games with the building completed by the end of rounds 1, 2 …"""

    building: int  # number, 1 to 6
    bot: int
    by_round: tuple[Estimate, ...]

    @property
    def never(self) -> float:
        """Share of player-games that never completed it."""
        return 1.0 - self.by_round[-1].mean


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Results of a bot's player-games that completed the building in ``round`` (NEVER: not at all)."""

    building: int
    bot: int
    round: int
    outcome: Estimate
    share: Estimate


@dataclass(frozen=True, slots=True)
class BuildingVp:
    """Mean vp that one completion brought, by part (keys of VP_PARTS and ALL_PARTS)."""

    building: int
    parts: dict[str, Estimate]


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
    for building in range(1, len(BUILDINGS) + 1):
        for bot in range(len(study.bots)):
            row = found.get((building, bot), nothing)
            curves.append(Completion(building, bot, tuple(row[r] for r in by_end)))
    return tuple(curves)


def _none_of(study: Study, bot: int) -> Estimate:
    """A share of 0 among all player-games of a bot."""
    return rate(0, 0, study.blocks, study.seats_of(bot))


def round_results(study: Study) -> tuple[RoundResult, ...]:
    """Results by building, bot and round of completion, NEVER last; empty cells included."""
    frames = [
        _rounds_of_completion(results, part.buildings)
        for results, part in zip(study.results(), study.parts, strict=True)
    ]
    outcome = study.outcome.key
    found = estimates(frames, study.outcomes, (Buildings.BUILDING, Players.BOT, _DONE))
    return tuple(
        RoundResult(
            building,
            bot,
            done,
            found.get((building, bot, done), {}).get(outcome, NOTHING),
            found.get((building, bot, done), {}).get(WIN_SHARE.key, NOTHING),
        )
        for building in range(1, len(BUILDINGS) + 1)
        for bot in range(len(study.bots))
        for done in (*range(1, study.rounds + 1), NEVER)
    )


def _rounds_of_completion(results: pl.LazyFrame, buildings: pl.LazyFrame) -> pl.LazyFrame:
    """A row per player-game and building with ``done``, the round of completion or NEVER."""
    names = [str(building) for building in range(1, len(BUILDINGS) + 1)]
    rounds = buildings.group_by(OWNER).agg(
        (pl.col(Buildings.ROUND) * (pl.col(Buildings.BUILDING) == int(name))).sum().cast(pl.Int64).alias(name)
        for name in names
    )
    columns = [Players.BOT, Players.VP, Players.WINNERS, GAME_VP]
    wide = results.select(*OWNER, *columns).join(rounds, on=list(OWNER), how="left")
    return (
        wide.with_columns(pl.col(names).fill_null(NEVER))
        .unpivot(names, index=["block", *columns], variable_name=Buildings.BUILDING, value_name=_DONE)
        .with_columns(pl.col(Buildings.BUILDING).cast(pl.Int64))
    )


def building_vp(study: Study) -> tuple[BuildingVp, ...]:
    """Mean vp of a completion by part; the lasting part counts to the end of the game."""
    parts = [*VP_PARTS, ALL_PARTS]
    measures = [Measure(name, name, "vp", "", pl.col(name).cast(pl.Int32)) for name in VP_PARTS]
    measures.append(
        Measure(ALL_PARTS, ALL_PARTS, "vp", "", pl.sum_horizontal(pl.col(list(VP_PARTS)).cast(pl.Int32)))
    )
    found = estimates([part.buildings for part in study.parts], measures, (Buildings.BUILDING,))
    return tuple(
        BuildingVp(building, {name: found.get((building,), {}).get(name, NOTHING) for name in parts})
        for building in range(1, len(BUILDINGS) + 1)
    )
