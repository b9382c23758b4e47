"""The study ``restrictions``: what rushing a building, or waiting with it, does to the one who is told.

In each block one game of the run is played as it is, and again once for each thing that one seat's bot
can be told; game and seat change from block to block.  Workers import this: numpy and the core only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analyzer.simulate.job import place_of, slow
from analyzer.simulate.study_rows import WHAT_IF_DTYPE, StudyPlayed, fill_results
from cext import core

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions
    from analyzer.recording.studies import Variant
    from analyzer.scenario import Bot, RuleSet
    from analyzer.simulate.plan import Plan
    from analyzer.simulate.study_course import StudyPlan


@dataclass(frozen=True, slots=True, eq=False)
class ToldBots:
    """The bots of the run, then one of them told something in so many ways.

    ``bots``: ``core.BOT_DTYPE``; ``variants``: the number of what each way tells, ``places``: where in
    ``bots`` the one who is told it is.  Both begin with 0 and the bot as it is.
    """

    bots: np.ndarray
    functions: Functions | None
    variants: np.ndarray
    places: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class RestrictionTask:
    """Some blocks; ``told``: for each bot of the run.  The rest is as in ``Match``."""

    rules: np.ndarray
    told: tuple[ToldBots, ...]
    seating: np.ndarray
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
        games, players = self.seating.shape
        askers = [told.functions and told.functions.askers(players) for told in self.told]
        filled = []
        for block in range(self.first, self.first + self.blocks):
            game, seat = judged(block, games, players)
            told = self.told[self.seating[game, seat]]
            seating = np.repeat(self.seating[game : game + 1], len(told.places), axis=0)
            seating[:, seat] = told.places
            played = np.empty(seating.size, core.ROW_DTYPES["players"])
            asked = askers[self.seating[game, seat]]
            core.play_blocks(self.rules, told.bots, seating, self.seed, block, 1, {"players": played}, asked)
            rows = np.zeros(len(seating), WHAT_IF_DTYPE)
            rows["block"], rows["game"], rows["seat"] = block, game, seat
            rows["bot"], rows["variant"] = self.seating[game, seat], told.variants
            fill_results(rows, played.reshape(seating.shape), seat)
            filled.append(rows)
        return StudyPlayed(np.concatenate(filled), time.perf_counter() - started)


def judged(block: int, games_per_block: int, players: int) -> tuple[int, int]:
    """The game (arrangement) of a block that is played, and the seat whose bot is told something."""
    return block % games_per_block, block // games_per_block % players


def restriction_study(plan: Plan, blocks: int) -> StudyPlan:
    """The study of ``blocks`` blocks beside a run.  Raises UserError if a Python bot can't be loaded."""
    from analyzer.recording.study_schema import RESTRICTIONS
    from analyzer.simulate.study_course import StudyPlan, study_manifest

    if plan.functions is not None:
        plan.functions.askers(plan.players)
    variants = told_variants(plan.scenario.rule_set)
    told = tuple(
        told_bots(plan.scenario.bots, index, variants, plan.scenario.rule_set)
        for index in range(len(plan.scenario.bots))
    )
    manifest = study_manifest(plan, RESTRICTIONS, blocks, variants)

    def task(first: int, blocks: int) -> RestrictionTask:
        return RestrictionTask(plan.rules, told, plan.seating, plan.seed, first, blocks)

    return StudyPlan(manifest, task, slow(plan.bots, plan.functions))


def told_variants(rule_set: RuleSet) -> tuple[Variant, ...]:
    """As it is, then for each building: rush it, and wait with it until each round from the second on."""
    from analyzer.recording.studies import Variant
    from analyzer.scenario.vocabulary import BUILDINGS

    rounds = rule_set.number("rounds")
    variants = [Variant("", "as it is")]
    for building in BUILDINGS:
        name = building.replace("_", " ")
        variants.append(Variant(f"rush {building} until round {rounds}", f"rush the {name}"))
        variants.extend(
            Variant(f"{building} not before round {number}", f"{name} not before round {number}")
            for number in range(2, rounds + 1)
        )
    return tuple(variants)


def told_bots(
    bots: tuple[Bot, ...], index: int, variants: tuple[Variant, ...], rule_set: RuleSet
) -> ToldBots:
    """A bot told each of the variants besides what it is told already, where both can be obeyed.

    Without those that it obeys anyway: their effect is 0 by construction.
    """
    from analyzer.functions.asking import functions_of
    from analyzer.scenario import bots_array
    from analyzer.scenario.named_bots import restrict_bot
    from analyzer.scenario.problems import Problems
    from analyzer.scenario.restriction_checks import is_obeyed
    from analyzer.scenario.restrictions import parse_restrictions

    own = parse_restrictions(bots[index].restrictions, "study", Problems())
    copies, numbers = [], [0]
    for number, variant in enumerate(variants[1:], 1):
        (wanted,) = parse_restrictions([variant.key], "study", Problems())
        copy = restrict_bot(bots[index], [variant.key], "study", Problems())
        if copy is not None and not is_obeyed(wanted, own):
            copies.append(copy)
            numbers.append(number)
    all_bots = (*bots, *copies)
    places = [index, *range(len(bots), len(all_bots))]
    return ToldBots(
        bots_array(all_bots),
        functions_of(all_bots, rule_set),
        np.array(numbers, np.int16),
        np.array(places, np.int8),
    )
