"""All against all: which pairs of bots play how many blocks, and playing those that are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyzer.errors import UserError
from analyzer.recording.ladder_store import LadderManifest, PairEntry, has_pair, write_pair
from analyzer.recording.manifest import versions
from analyzer.scenario.contestants import check_players
from analyzer.scenario.model import plays_as
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.matches import Match
from analyzer.simulate.plan import MAX_BLOCKS, MAX_SEED
from analyzer.simulate.scores import Scorer
from analyzer.simulate.signature import engine_signature
from analyzer.simulate.speed import self_play_speed

if TYPE_CHECKING:
    from analyzer.scenario import Bot, Difference, RuleSet

SLOW_POLICIES = frozenset({"search", "python"})
"""Policies whose games take hundreds of times as long: fewer blocks for them."""
LEAST_SLOW_BLOCKS = 100
SLOW_PART = 10


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of the ladder, its label, and those of all bots that play just as it does."""

    bot: Bot
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """What tables call it."""
        return " = ".join(self.names)

    @property
    def slow(self) -> bool:
        """Whether its pairs get fewer blocks."""
        return self.bot.policy in SLOW_POLICIES


@dataclass(frozen=True, slots=True, eq=False)
class LadderPlan:
    """What a ladder plays.  Entrants are sorted by name, so that the order of asking means nothing."""

    entrants: tuple[Entrant, ...]
    rule_set: RuleSet
    differences: tuple[Difference, ...]
    rules: np.ndarray
    seating: np.ndarray
    seed: int
    blocks: int
    slow_blocks: int

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    @property
    def names(self) -> tuple[str, ...]:
        """All bots, those that play alike too, sorted."""
        return tuple(sorted(name for entrant in self.entrants for name in entrant.names))

    @property
    def pairs(self) -> tuple[PairEntry, ...]:
        """Every two bots; pairs with a slow one last."""
        quick, slow = [], []
        for first, second in combinations(range(len(self.entrants)), 2):
            if self.entrants[first].slow or self.entrants[second].slow:
                slow.append(PairEntry(first, second, self.slow_blocks))
            else:
                quick.append(PairEntry(first, second, self.blocks))
        return (*quick, *slow)

    def match(self, pair: PairEntry) -> Match:
        """The games of a pair; every pair plays the same blocks, so has the same luck."""
        return self._match((pair.first, pair.second), self.seating, pair.blocks)

    def self_play(self, entrant: int, blocks: int) -> Match:
        """Games of one bot in all seats, to see how fast it is."""
        return self._match((entrant,), np.zeros((1, self.players), np.int8), blocks)

    def _match(self, entrants: Sequence[int], seating: np.ndarray, blocks: int) -> Match:
        from analyzer.functions.asking import functions_of
        from analyzer.scenario import bots_array

        bots = tuple(self.entrants[index].bot for index in entrants)
        functions = functions_of(bots, self.rule_set)
        return Match(self.rules, bots_array(bots), seating, self.seed, 0, blocks, functions)


def plan_ladder(
    bots: Mapping[str, Bot],
    rules: tuple[RuleSet, tuple[Difference, ...]],
    players: int,
    seed: int,
    blocks: int,
    slow_blocks: int | None = None,
) -> LadderPlan:
    """Plan a ladder of ``bots`` by label; those that play alike become one entrant.

    ``rules``: a rule set, and how it differs from the standard one.
    ``slow_blocks``: of pairs with a slow bot; by default a tenth of ``blocks``, but LEAST_SLOW_BLOCKS if
    ``blocks`` are as many.  Raises UserError for numbers out of range, a deck too small for the players,
    and unless two bots differ.
    """
    from analyzer.scenario import fair_seating, to_arrays

    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"seed {seed} is out of range; give a number from 0 to {MAX_SEED}.")
    slow = min(blocks, max(LEAST_SLOW_BLOCKS, blocks // SLOW_PART)) if slow_blocks is None else slow_blocks
    for number, option in ((blocks, "-n"), (slow, "--slow-blocks")):
        if not 1 <= number <= MAX_BLOCKS:
            raise UserError(f"{number} blocks can't be played; give 1 to {MAX_BLOCKS} with {option}.")
    if slow > blocks:
        raise UserError(f"--slow-blocks {slow} is more than -n {blocks}; slow pairs play as many at most.")
    rule_set, differences = rules
    check_players(rule_set, players)
    return LadderPlan(
        entrants=entrants_of(bots),
        rule_set=rule_set,
        differences=differences,
        rules=to_arrays(rule_set, players),
        seating=fair_seating(2, players),
        seed=seed,
        blocks=blocks,
        slow_blocks=slow,
    )


def entrants_of(bots: Mapping[str, Bot]) -> tuple[Entrant, ...]:
    """The bots by label, those that play alike as one.  Raises UserError unless two differ."""
    groups: dict[object, list[str]] = {}
    for label in sorted(bots):
        groups.setdefault(plays_as(bots[label]), []).append(label)
    if len(groups) < 2:
        if len(bots) < 2:
            raise UserError("a ladder needs two bots or more; name another.")
        *others, last = sorted(bots)
        raise UserError(
            f"{', '.join(others)} and {last} play alike (same policy and weights), so their difference is 0 "
            "by construction; name at least two bots that differ."
        )
    return tuple(Entrant(bots[group[0]], tuple(group)) for group in groups.values())


def ladder_manifest(plan: LadderPlan) -> LadderManifest:
    """What will be played, in full."""
    import msgspec

    return LadderManifest(
        rule_set=plan.rule_set.name,
        rules_hash=plan.rule_set.hash,
        differences=plan.differences,
        players=plan.players,
        seed=plan.seed,
        bots=tuple(msgspec.to_builtins(entrant.bot) for entrant in plan.entrants),
        names=tuple(entrant.names for entrant in plan.entrants),
        seating=tuple(tuple(row) for row in plan.seating.tolist()),
        pairs=plan.pairs,
        engine=engine_signature(),
        versions=versions(),
    )


def self_play_speeds(plan: LadderPlan, interrupt: Interrupt) -> list[float]:
    """Games per second and core of each entrant against itself.  Raises Interrupted."""
    speeds = []
    for index in range(len(plan.entrants)):
        if interrupt.reason is not None:
            raise Interrupted(interrupt.reason)
        speeds.append(self_play_speed(partial(plan.self_play, index)))
    return speeds


def core_seconds(plan: LadderPlan, pair: PairEntry, speeds: Sequence[float]) -> float:
    """About how long one core plays a pair: each of the bots decides for half of the seats."""
    games = pair.blocks * len(plan.seating)
    return games * (1 / speeds[pair.first] + 1 / speeds[pair.second]) / 2


def play_ladder(
    plan: LadderPlan, folder: Path, scorer: Scorer, progress: Callable[[PairEntry, int], None]
) -> None:
    """Play the pairs that the folder lacks, and put each into it when it is finished.

    ``progress`` is told a pair and games of it just played.  Raises what ``Scorer.play`` raises.
    """
    for pair in plan.pairs:
        if not has_pair(folder, pair):

            def tell(games: int, pair: PairEntry = pair) -> None:
                progress(pair, games)

            (scores,) = scorer.play([plan.match(pair)], tell)
            write_pair(folder, pair, scores.wins, scores.vp)
