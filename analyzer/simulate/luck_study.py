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
    ALL_LUCK,
    BASE,
    DEAL,
    DICE,
    EVERY_FACTOR,
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

_SEEDS = 2**63


def _mask(*purposes: Luck) -> int:
    return reduce(or_, (1 << purpose for purpose in purposes))


PURPOSES: Final = {
    DICE.key: _mask(Luck.LUCK_DIE),
    DEAL.key: _mask(Luck.LUCK_DRAW),
    TILES.key: _mask(Luck.LUCK_ROOF, Luck.LUCK_BUILDING),
    SOLO.key: _mask(Luck.LUCK_SOLO),
    NOISE.key: _mask(Luck.LUCK_NOISE, Luck.LUCK_SEARCH, Luck.LUCK_REDEAL),
    ALL_LUCK.key: _mask(*Luck),
}
"""Bits of the core's luck by the key of what they make."""


def drawn(seed: int, block: int, what: str, below: int) -> int:
    """A number from 0 to ``below`` - 1: a hash of its key, so it depends on nothing else."""
    key = blake2b(struct.pack("<qq", seed, block) + what.encode(), digest_size=8)
    return int.from_bytes(key.digest(), "little") % below


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


@dataclass(frozen=True, slots=True)
class Game:
    """Who plays one variant, and the purposes of luck (bits) that come from another root seed."""

    table: Table
    purposes: int = 0
    seed: int = 0


class Draws:
    """The games of a block: everything in them is a hash of root seed, block and what it is for."""

    def __init__(self, seed: int, block: int, players: int, pool: int) -> None:
        self._seed = seed
        self._block = block
        self._players = players
        self._pool = pool
        self._own = Table(self._draw("seat", players), self._bots(BASE))

    def game(self, key: str) -> Game:
        """The game of a variant.  Seat and own play are drawn from the others: so each tells something."""
        own = self._own
        again = drawn(self._seed, -1, "again", _SEEDS)
        if key in (SEAT.key, SEAT_OTHER_DEAL):
            step = 1 + self._draw(SEAT.key, max(1, self._players - 1))
            other = Table((own.seat + step) % self._players, own.bots)
            return Game(other, PURPOSES[DEAL.key] if key == SEAT_OTHER_DEAL else 0, again)
        if key == PLAY.key:
            bot = (own.bots[0] + 1 + self._draw(key, max(1, self._pool - 1))) % self._pool
            return Game(Table(own.seat, (bot, *own.bots[1:])))
        if key == OPPONENTS.key:
            return Game(Table(own.seat, (own.bots[0], *self._bots(key)[1:])))
        if key in PURPOSES:
            return Game(own, PURPOSES[key], again)
        return Game(own) if key == BASE else self._alone(key)

    def _alone(self, key: str) -> Game:
        """A game that has the seat and one thing in common with the game as it is."""
        factor = next(factor.key for factor in EVERY_FACTOR if key in factor.alone)
        bots = self._bots(key)
        purposes = PURPOSES[ALL_LUCK.key] & ~PURPOSES.get(factor, 0)
        if factor == OPPONENTS.key:
            bots = (bots[0], *self._own.bots[1:])
        return Game(Table(self._own.seat, bots), purposes, drawn(self._seed, -1, key, _SEEDS))

    def _bots(self, key: str) -> tuple[int, ...]:
        return tuple(self._draw(f"{key} bot {place}", self._pool) for place in range(self._players))

    def _draw(self, what: str, below: int) -> int:
        return drawn(self._seed, self._block, what, below)


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
        rows = np.zeros((self.blocks, len(self.keys)), WHAT_IF_DTYPE)
        played = np.empty((len(self.keys), self.players), core.ROW_DTYPES["players"])
        for number in range(self.blocks):
            block = self.first + number
            draws = Draws(self.seed, block, self.players, self.pool)
            games = [draws.game(key) for key in self.keys]
            for game, room in zip(games, played, strict=True):
                core.play_blocks(
                    self.rules,
                    self.bots,
                    np.array([game.table.seating], np.int8),
                    self.seed,
                    block,
                    1,
                    {"players": room},
                    askers,
                    (game.purposes, game.seed),
                )
            rows[number]["block"] = block
            rows[number]["seat"] = seats = np.array([game.table.seat for game in games], np.int8)
            rows[number]["bot"] = [game.table.bots[0] for game in games]
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
    variants = [Variant(BASE, "as it is")]
    for factor in EVERY_FACTOR:
        if left_out.get(factor.key):
            continue
        variants.append(Variant(factor.key, factor.anew))
        if factor is SEAT:
            variants.append(Variant(SEAT_OTHER_DEAL, f"{SEAT.anew}, and {DEAL.anew}"))
        elif factor is not PLAY:  # whose share alone shows in all games, as that of seats
            words = f"another game that has only the seat and this in common: {factor.name}"
            variants.extend(Variant(key, words) for key in factor.alone)
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
