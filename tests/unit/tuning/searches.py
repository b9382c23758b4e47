"""Small searches for the tests of tuning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from analyzer.scenario import standard_rule_set
from analyzer.scenario.model import Bot
from analyzer.simulate.scores import Match, Scorer, Scores
from analyzer.tuning.evaluation import Arena
from analyzer.tuning.line_ups import read_line_ups
from analyzer.tuning.settings import Options, Settings, make_settings

RULE_SET = standard_rule_set()
BALANCED: Bot = read_line_ups("balanced", [], RULE_SET)[0]
SMALL = Options(weights=("silver", "hat"), population=4, blocks=2)


def settings_of(
    *against: str, players: Sequence[int] = (2,), options: Options = SMALL, parent: str = "balanced"
) -> Settings:
    """Settings of a small search."""
    bot, line_ups = read_line_ups(parent, against or ("first",), RULE_SET)
    return make_settings(bot, line_ups, players, RULE_SET.hash, options)


def arena_of(*against: str, players: Sequence[int] = (2,), options: Options = SMALL) -> Arena:
    """The tables of a small search."""
    return Arena(settings_of(*against, players=players, options=options), RULE_SET)


def unseen(games: int) -> None:
    """No progress bar."""


class Listener(Scorer):
    """A scorer that remembers what it has played."""

    def __init__(self) -> None:
        super().__init__(1)
        self.matches: list[Match] = []

    def __enter__(self) -> Self:
        return self

    def play(self, matches: Sequence[Match], progress: Callable[[int], None] = unseen) -> list[Scores]:
        self.matches.extend(matches)
        return super().play(matches, progress)

    def luck(self) -> set[tuple[int, int]]:
        """Seed and block of all games."""
        return {
            (match.seed, block)
            for match in self.matches
            for block in range(match.first, match.first + match.blocks)
        }
