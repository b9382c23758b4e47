"""The study ``luck``: the same game with one thing drawn anew, for what makes a result.

In each block judged player, seat and opponents are drawn at random from a pool of bots, so that the
results speak of one population; then each thing is drawn anew alone, and alone left as it is.  Workers
import this: numpy and the core only.
"""

from __future__ import annotations

import struct
import time
from dataclasses import dataclass
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import TYPE_CHECKING, Final

import numpy as np

from analyzer.recording.luck_variants import (
    ALONE,
    BASE,
    DEAL,
    DICE,
    FACTORS,
    NOISE,
    OPPONENTS,
    PLAY,
    SEAT,
    SEAT_OTHER_DEAL,
    SOLO,
    TILES,
)
from analyzer.simulate.job import place_of, slow
from analyzer.simulate.study_rows import WHAT_IF_DTYPE, StudyPlayed, fill_results
from cext import core
from cext.types import Luck

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions
    from analyzer.recording.studies import Variant
    from analyzer.scenario import Bot
    from analyzer.simulate.plan import Plan
    from analyzer.simulate.study_course import StudyPlan

BY_CHANCE: Final = ("random", "search", "python")
"""Policies that may choose by chances of their own."""
POOL_SCENARIO: Final = "styles"
"""The shipped scenario whose bots fill the pool where a line-up has one bot only."""


def _mask(*purposes: Luck) -> int:
    return reduce(or_, (1 << purpose for purpose in purposes))


ALL_LUCK: Final = _mask(*Luck)
PURPOSES: Final = {
    DICE.key: _mask(Luck.LUCK_DIE),
    DEAL.key: _mask(Luck.LUCK_DRAW),
    TILES.key: _mask(Luck.LUCK_ROOF, Luck.LUCK_BUILDING),
    SOLO.key: _mask(Luck.LUCK_SOLO),
    NOISE.key: _mask(Luck.LUCK_NOISE, Luck.LUCK_SEARCH, Luck.LUCK_REDEAL),
}
"""Bits of the core's luck by the key of what they make."""


def drawn(seed: int, block: int, index: int, below: int) -> int:
    """A number from 0 to ``below`` - 1: a hash of its key, so it depends on nothing else."""
    key = blake2b(struct.pack("<qqq", seed, block, index), digest_size=8, person=b"granja luck")
    return int.from_bytes(key.digest(), "little") % below


def other_seed(seed: int) -> int:
    """The root seed of everything that is drawn anew."""
    return drawn(seed, -1, 0, 2**63)


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays: the judged seat, and the bots from it on in turn order."""

    seat: int
    bots: tuple[int, ...]

    @property
    def seating(self) -> tuple[int, ...]:
        """The bot in each seat."""
        players = len(self.bots)
        return tuple(self.bots[(place - self.seat) % players] for place in range(players))


def tables(seed: int, block: int, players: int, pool: int) -> dict[str, Table]:
    """By key: the block's own table, those with one thing drawn anew, and those that share only it.

    Seat and own play are drawn from the others, so that each such game tells something.
    """
    own, other = (
        Table(
            drawn(seed, block, 10 * part, players),
            tuple(drawn(seed, block, 10 * part + 1 + place, pool) for place in range(players)),
        )
        for part in range(2)
    )
    turned = (own.seat + 1 + drawn(seed, block, 20, max(1, players - 1))) % players
    swapped = (own.bots[0] + 1 + drawn(seed, block, 21, max(1, pool - 1))) % pool
    return {
        BASE: own,
        ALONE: other,
        SEAT.key: Table(turned, own.bots),
        PLAY.key: Table(own.seat, (swapped, *own.bots[1:])),
        OPPONENTS.key: Table(own.seat, (own.bots[0], *other.bots[1:])),
        OPPONENTS.key + ALONE: Table(other.seat, (other.bots[0], *own.bots[1:])),
    }


def game_of(key: str, at: dict[str, Table]) -> tuple[Table, int]:
    """The table of a variant, and the purposes of luck that are drawn anew."""
    if key == SEAT_OTHER_DEAL:
        return at[SEAT.key], PURPOSES[DEAL.key]
    if key in at:
        return at[key], ALL_LUCK if key.endswith(ALONE) else 0
    if key.endswith(ALONE):
        return at[ALONE], ALL_LUCK & ~PURPOSES[key.removesuffix(ALONE)]
    return at[BASE], PURPOSES[key]


@dataclass(frozen=True, slots=True, eq=False)
class LuckTask:
    """Some blocks; ``bots``: the pool; ``keys``: of the variants.  The rest is as in ``Match``."""

    rules: np.ndarray
    bots: np.ndarray
    functions: Functions | None
    pool: int
    players: int
    keys: tuple[str, ...]
    seed: int
    first: int
    blocks: int

    @property
    def place(self) -> str:
        """Where its blocks are, in words that let anyone play them again."""
        return place_of(self.seed, self.first, self.blocks)

    def play(self) -> StudyPlayed:
        """Play all of it here, without a pause.  Raises BotError."""
        started = time.perf_counter()
        askers = None if self.functions is None else self.functions.askers(self.players)
        again = other_seed(self.seed)
        rows = np.zeros((self.blocks, len(self.keys)), WHAT_IF_DTYPE)
        played = np.empty((len(self.keys), self.players), core.ROW_DTYPES["players"])
        for number in range(self.blocks):
            block = self.first + number
            at = tables(self.seed, block, self.players, self.pool)
            games = [game_of(key, at) for key in self.keys]
            for row, (table, purposes) in enumerate(games):
                core.play_blocks(
                    self.rules,
                    self.bots,
                    np.array([table.seating], np.int8),
                    self.seed,
                    block,
                    1,
                    {"players": played[row]},
                    askers,
                    (purposes, again),
                )
            rows[number]["block"] = block
            rows[number]["seat"] = seats = np.array([table.seat for table, _ in games], np.int8)
            rows[number]["bot"] = [table.bots[0] for table, _ in games]
            rows[number]["variant"] = np.arange(len(games))
            fill_results(rows[number], played, seats)
        return StudyPlayed(rows.reshape(-1), time.perf_counter() - started)


def luck_study(plan: Plan, blocks: int, pool: tuple[Bot, ...]) -> StudyPlan:
    """The study of ``blocks`` blocks beside a run, with these bots.

    Raises UserError if a Python bot can't be loaded.
    """
    import msgspec

    from analyzer.functions.asking import functions_of
    from analyzer.recording.study_schema import LUCK
    from analyzer.scenario import bots_array
    from analyzer.simulate.study_course import StudyPlan, study_manifest

    functions = functions_of(pool, plan.scenario.rule_set)
    if functions is not None:
        functions.askers(plan.players)
    bots = bots_array(pool)
    variants = luck_variants(plan.players, pool)
    keys = tuple(variant.key for variant in variants)
    names = tuple(bot.name for bot in pool)
    manifest = study_manifest(plan, LUCK, blocks, variants)
    manifest = msgspec.structs.replace(manifest, bots=names, seating=())

    def task(first: int, blocks: int) -> LuckTask:
        return LuckTask(plan.rules, bots, functions, len(pool), plan.players, keys, plan.seed, first, blocks)

    return StudyPlan(manifest, task, slow(bots, functions))


def luck_variants(players: int, pool: tuple[Bot, ...]) -> tuple[Variant, ...]:
    """The games of each block: as it is, one thing anew, and for some things that thing alone kept."""
    from analyzer.recording.studies import Variant

    chance = any(bot.policy in BY_CHANCE for bot in pool)
    left_out = {
        SOLO.key: players > 1,
        NOISE.key: not chance,
        SEAT.key: players == 1,
        OPPONENTS.key: players == 1,
    }
    factors = [factor for factor in FACTORS if not left_out.get(factor.key, False)]
    variants = [Variant(BASE, "as it is")]
    for factor in factors:
        variants.append(Variant(factor.key, factor.anew))
        if factor is SEAT:
            variants.append(Variant(SEAT_OTHER_DEAL, f"{SEAT.anew}, and {DEAL.anew}"))
        elif factor is not PLAY:  # whose share alone shows in the games as they are, as that of seats
            variants.append(Variant(factor.key + ALONE, f"another game that has in common: {factor.name}"))
    return tuple(variants)


def pool_of(bots: tuple[Bot, ...]) -> tuple[Bot, ...]:
    """The bots of which players and opponents are drawn: those of the line-up that play differently.

    If that is one, it and those of the scenario POOL_SCENARIO.
    """
    from analyzer.scenario import load_scenario

    pool = _different(bots)
    return pool if len(pool) > 1 else _different((*pool, *load_scenario(POOL_SCENARIO).bots))


def _different(bots: tuple[Bot, ...]) -> tuple[Bot, ...]:
    """Bots that play differently and have different names, the first ones of each kind."""
    from analyzer.scenario.model import plays_as

    found: dict[bytes, Bot] = {}
    for bot in bots:
        if bot.name not in {other.name for other in found.values()}:
            found.setdefault(plays_as(bot), bot)
    return tuple(found.values())
