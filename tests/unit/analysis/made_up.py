"""Made-up runs: tables of player-games with known effects, without playing any game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl

from analyzer.analysis.study import Part, Study
from analyzer.recording.schema import VP_SOURCES, Buildings, Column, Deals, Markers, Placements, Players
from analyzer.scenario import load_scenario
from analyzer.simulate.plan import make_plan

CARDS = 66
HAND = 4


@dataclass
class Recipe:
    """What the vp of a player-game are made of, besides noise: effects in vp."""

    seat: dict[int, float] = field(default_factory=dict)
    bot: dict[int, float] = field(default_factory=dict)
    card: dict[int, float] = field(default_factory=dict)


def made_up_study(folder: Path, scenario: str, blocks: int, seed: int, recipe: Recipe | None = None) -> Study:
    """A run of so many blocks; luck is shared within a block, and cards are dealt to seats."""
    random, recipe = np.random.default_rng(seed), recipe or Recipe()
    plan = make_plan(load_scenario(scenario), blocks * 4)
    seating = np.asarray(plan.seating)
    games, players = seating.shape
    hands = np.stack([random.permutation(CARDS)[: HAND * players] for _ in range(blocks)]) + 1
    hands = hands.reshape(blocks, players, HAND)
    shape = (blocks, games, players)
    vp = 60 + 6 * random.standard_normal(shape) + 3 * random.standard_normal((blocks, 1, players))
    for seat, effect in recipe.seat.items():
        vp[:, :, seat] += effect
    for bot, effect in recipe.bot.items():
        vp += effect * (seating == bot)[None]
    for card, effect in recipe.card.items():
        vp += effect * (hands == card).any(axis=2)[:, None]
    part = _part(np.rint(vp).astype(np.int64), seating, hands)
    rows = tuple(tuple(int(bot) for bot in row) for row in seating)
    return Study(folder, plan.scenario, plan.bot_names, rows, blocks, (part,))


def _part(vp: np.ndarray, seating: np.ndarray, hands: np.ndarray) -> Part:
    blocks, games, players = vp.shape
    block, game, seat = (index.ravel() for index in np.indices(vp.shape))
    best = vp == vp.max(axis=2, keepdims=True)
    winners = best * best.sum(axis=2, keepdims=True)
    columns = {column.value: np.zeros(vp.size, np.int64) for column in Players}
    columns |= {
        "block": block,
        "game": game,
        "seat": seat,
        "bot": seating[game, seat],
        "rank": np.where(best, 1, 2).ravel(),
        "winners": winners.ravel(),
        "vp": vp.ravel(),
        VP_SOURCES[1].value: vp.ravel(),
    }
    dealt = np.broadcast_to(hands[:, None], (blocks, games, players, HAND))
    dealt_block, dealt_game, dealt_seat, _ = (index.ravel() for index in np.indices(dealt.shape))
    deals = {
        "block": dealt_block,
        "game": dealt_game,
        "seat": dealt_seat,
        "bot": seating[dealt_game, dealt_seat],
        "card": dealt.ravel(),
    }
    return Part(
        players=pl.DataFrame(columns).lazy(),
        placements=_empty(Placements),
        buildings=_empty(Buildings),
        markers=_empty(Markers),
        deals=pl.DataFrame({column.value: deals[column.value] for column in Deals}).lazy(),
    )


def _empty(table: type[Column]) -> pl.LazyFrame:
    return pl.LazyFrame(schema={column.value: pl.Int64() for column in table})
