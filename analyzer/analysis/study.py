"""One run as the question files see it: names, sizes and lazy frames, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from analyzer.analysis.measures import GAME_VP, VP, WIN_SHARE, Measure, margin
from analyzer.recording.schema import TABLES, Column, Players
from analyzer.recording.store import Run
from analyzer.scenario import scenario_from_dict
from analyzer.scenario.model import Hex, Scenario

GAME = (Players.BLOCK, Players.GAME)
OWNER = (Players.BLOCK, Players.GAME, Players.SEAT)
NEUTRAL_SEAT = 1  # of the neutral colour in solo games (O1)
NEUTRAL_BOT = -1


@dataclass(frozen=True, slots=True)
class Part:
    """The tables of one fixed range of blocks; enums as their integers (buildings from 1)."""

    players: pl.LazyFrame
    placements: pl.LazyFrame
    buildings: pl.LazyFrame
    markers: pl.LazyFrame
    deals: pl.LazyFrame


@dataclass(frozen=True, slots=True)
class Study:
    """A run with all that the questions need to know of it.

    ``seating``: the bot (index into ``bots``) in each seat, a row for each game of a block.
    ``blocks``: those that can be read.  ``folder``: the run's, in which its studies are.
    """

    folder: Path
    scenario: Scenario
    bots: tuple[str, ...]
    seating: tuple[tuple[int, ...], ...]
    blocks: int
    parts: tuple[Part, ...]

    @property
    def players(self) -> int:
        """Players of a game."""
        return self.scenario.players

    @property
    def rounds(self) -> int:
        """Rounds of a game, each with one scoring phase."""
        return self.scenario.rule_set.number("rounds")

    @property
    def games(self) -> int:
        """Games in all blocks."""
        return self.blocks * len(self.seating)

    @property
    def player_games(self) -> int:
        """Games times players: the rows of the players table."""
        return self.games * self.players

    @property
    def solo(self) -> bool:
        """One player: vp is the measure, there is no margin and no fair share."""
        return self.players == 1

    @property
    def outcome(self) -> Measure:
        """What a player-game is measured by: the margin, or vp in solo."""
        return self.outcomes[0]

    @property
    def outcomes(self) -> tuple[Measure, ...]:
        """All results of a player-game, the main one first."""
        return (VP,) if self.solo else (margin(self.players), WIN_SHARE, VP)

    @property
    def player_game(self) -> pl.Expr:
        """The number of a row's player-game in the run, in the order of block, game and seat."""
        block, game = pl.col(Players.BLOCK).cast(pl.Int64), pl.col(Players.GAME)
        return (block * len(self.seating) + game) * self.players + pl.col(Players.SEAT)

    def seats_of(self, bot: int) -> int:
        """How many seats a bot has in all games of a block together."""
        return sum(row.count(bot) for row in self.seating)

    def is_closed(self, place: Hex) -> bool:
        """Whether a hex is out of the game with this number of players (S9)."""
        return place.four_players_only and self.players < 4

    def results(self) -> Iterator[pl.LazyFrame]:
        """Per part: a row per player-game with the columns that the outcomes are computed from."""
        for part in self.parts:
            yield with_game_vp(part.players)


def with_game_vp(players: pl.LazyFrame) -> pl.LazyFrame:
    """Add the vp of all players of the game."""
    return players.with_columns(pl.col(Players.VP).cast(pl.Int32).sum().over(*GAME).alias(GAME_VP))


def study_of(run: Run) -> Study:
    """The study of an opened run."""
    tables = {
        name: [_numbers(name, frame) for frame in run.parts(name)] for name in Part.__dataclass_fields__
    }
    return Study(
        run.path,
        scenario_from_dict(run.manifest.scenario),
        run.manifest.bots,
        run.manifest.seating,
        run.blocks,
        tuple(Part(**{name: frames[k] for name, frames in tables.items()}) for k in range(run.n_parts)),
    )


def _numbers(table: str, frame: pl.LazyFrame) -> pl.LazyFrame:
    """Enums become the integers of the core's rows; a neutral marker's bot becomes NEUTRAL_BOT."""

    def number(column: Column) -> pl.Expr:
        physical = pl.col(column).to_physical().cast(pl.Int64) + column.first
        return physical.fill_null(NEUTRAL_BOT) if column.nullable else physical

    return frame.with_columns(number(column) for column in TABLES[table] if column.kind)
