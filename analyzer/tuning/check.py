"""The check: what the search found, on blocks that it never saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.stats import Estimate
from analyzer.scenario import bots_array
from analyzer.scenario.model import Bot
from analyzer.simulate.scores import Match, Scorer
from analyzer.tuning.evaluation import Arena, Progress, Result, estimate, share_estimate


@dataclass(frozen=True, slots=True)
class TableGain:
    """At one table: win shares in points (fair is 100 / players) and the bot's gains over the parent."""

    players: int
    against: str
    parent_win: Estimate
    win: Estimate
    win_gain: Estimate
    margin: Estimate
    margin_gain: Estimate


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Mean vp of a bot in all seats; nothing is tuned for it."""

    players: int
    parent_vp: Estimate
    vp: Estimate


@dataclass(frozen=True, slots=True)
class Check:
    """The chosen bot, what it was in the search, and its gains over the parent on fresh blocks.

    ``gain`` is that of the objective, ``games`` those of choosing, checking and self-play.
    """

    bot: Bot
    found_as: str
    gain: Estimate
    win_gain: Estimate
    margin_gain: Estimate
    tables: tuple[TableGain, ...]
    self_play: tuple[SelfPlay, ...]
    blocks: int
    games: int

    @property
    def gained(self) -> bool:
        """Whether the whole interval of the gain lies above 0."""
        return self.gain.low > 0.0


def choosing_blocks(blocks: int) -> int:
    """Blocks on which each finalist plays, next to those of the check."""
    return max(2, blocks // 2)


def check_games(arena: Arena, finalists: int, blocks: int) -> int:
    """Games that a check takes."""
    chosen = arena.games(finalists, choosing_blocks(blocks)) if finalists > 1 else 0
    return chosen + arena.games(2, blocks) + 2 * blocks * len(arena.rules)


def check(
    arena: Arena,
    scorer: Scorer,
    finalists: Mapping[str, Bot],
    generations: int,
    blocks: int,
    progress: Progress,
) -> Check:
    """Choose among the finalists on one set of fresh blocks, and measure the chosen one on another.

    After another number of ``generations`` both are others.
    """
    settings = arena.settings
    choice, seed, self_play = (
        settings.luck(purpose, generations) for purpose in ("choice", "check", "self-play")
    )
    name = _choose(arena, scorer, finalists, choice, choosing_blocks(blocks), progress)
    bot = finalists[name]
    parent, found = arena.play(scorer, [settings.parent, bot], seed, 0, blocks, progress)
    objective = settings.objective
    return Check(
        bot=bot,
        found_as=name,
        gain=estimate(found.points(objective) - parent.points(objective)),
        win_gain=estimate(found.win - parent.win),
        margin_gain=estimate(found.margin - parent.margin),
        tables=tuple(_table_gains(arena, parent, found)),
        self_play=tuple(_self_play(arena, scorer, bot, self_play, blocks, progress)),
        blocks=blocks,
        games=check_games(arena, len(finalists), blocks),
    )


def _choose(
    arena: Arena, scorer: Scorer, finalists: Mapping[str, Bot], seed: int, blocks: int, progress: Progress
) -> str:
    """The finalist that does best; the first of equals."""
    names = list(finalists)
    if len(names) == 1:
        return names[0]
    objective = arena.settings.objective
    results = arena.play(scorer, list(finalists.values()), seed, 0, blocks, progress)
    return names[int(np.argmax([result.points(objective).mean() for result in results]))]


def _table_gains(arena: Arena, parent: Result, found: Result) -> list[TableGain]:
    """What was gained at each table."""
    return [
        TableGain(
            players=table.players,
            against=table.against,
            parent_win=share_estimate(parent.win[i]),
            win=share_estimate(found.win[i]),
            win_gain=estimate(found.win[i] - parent.win[i]),
            margin=estimate(found.margin[i]),
            margin_gain=estimate(found.margin[i] - parent.margin[i]),
        )
        for i, table in enumerate(arena.tables)
    ]


def _self_play(
    arena: Arena, scorer: Scorer, bot: Bot, seed: int, blocks: int, progress: Progress
) -> list[SelfPlay]:
    """Parent and bot, each in all seats."""
    found = []
    for players, rules in arena.rules.items():
        seats = np.zeros((1, players), np.int8)
        matches = [
            Match(rules, bots_array((one,)), seats, seed, 0, blocks) for one in (arena.settings.parent, bot)
        ]
        parent, tuned = (estimate(scores.vp.mean(axis=(1, 2))) for scores in scorer.play(matches, progress))
        found.append(SelfPlay(players, parent, tuned))
    return found
