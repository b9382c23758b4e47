"""How runs differ: the main measures of each, and their differences from the first run's.

Games of one seed have the same luck in the same block, whatever is played.  So the difference of two
runs is taken over the blocks that both have, where their seed is the same, and else is one of
independent runs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyzer.analysis.estimates import NOTHING, collect_parts
from analyzer.analysis.measures import VP, WIN_SHARE, Measure
from analyzer.analysis.stats import Estimate, share_interval, stand_out, t_quantile
from analyzer.analysis.study import Study
from analyzer.recording.schema import VP_SOURCES, Players

COUNTS = (Players.BARROWS_DONE, Players.BUILDINGS_DONE)
"""What players get done, among the main measures."""


@dataclass(frozen=True, slots=True)
class Question:
    """One main measure: of all players, of a bot or of a seat (the other two are None)."""

    measure: Measure
    bot: str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A measure in every run, and its difference from the first run in every other one.

    ``told``: whether a difference is more than chance, corrected for all that are judged; None where
    that can't be judged (few blocks, no spread, or nothing to compare).
    """

    question: Question
    values: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]
    told: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class _Blocks:
    """A measure's sum in every block of a run; ``trials``: player-games behind each sum."""

    sums: np.ndarray
    trials: int
    measure: Measure

    @property
    def means(self) -> np.ndarray:
        return self.sums / (self.trials * self.measure.scale)


def shared_blocks(one: Study, other: Study, seeds: tuple[int, int]) -> int:
    """Blocks with the same luck in both runs: those of the same number, if the seeds are equal."""
    return min(one.blocks, other.blocks) if seeds[0] == seeds[1] else 0


def all_equal(compared: Sequence[Compared], other: int) -> bool:
    """Whether every measure of run ``other`` (0: the second) is that of the first run in every block."""
    found = [each.differences[other] for each in compared if each.differences[other].n]
    return bool(found) and all(each.mean == 0.0 and (each.se == 0.0 or each.blocks < 2) for each in found)


def compare_runs(studies: Sequence[Study], seeds: Sequence[int], least_blocks: int) -> tuple[Compared, ...]:
    """All main measures of some runs; differences on fewer than ``least_blocks`` blocks aren't judged."""
    questions = main_questions(studies)
    first = _block_sums(studies[0], questions)
    values = [[_value(blocks) for blocks in first]]
    differences = []
    for study, seed in zip(studies[1:], seeds[1:], strict=True):
        other = _block_sums(study, questions)
        shared = shared_blocks(studies[0], study, (seeds[0], seed))
        values.append([_value(blocks) for blocks in other])
        differences.append([_difference(b, a, shared) for a, b in zip(first, other, strict=True)])
    flat = [each for of_run in differences for each in of_run]
    told = iter(stand_out(flat, 0.0, least_blocks=least_blocks))
    judged = [[next(told) for _ in of_run] for of_run in differences]
    return tuple(
        Compared(
            question,
            tuple(of_run[index] for of_run in values),
            tuple(of_run[index] for of_run in differences),
            tuple(of_run[index] for of_run in judged),
        )
        for index, question in enumerate(questions)
    )


def main_questions(studies: Sequence[Study]) -> list[Question]:
    """What runs are compared by: vp and its sources, what gets done, then results by bot and seat."""
    columns = [Measure(name, name, "vp", "", pl.col(name)) for name in VP_SOURCES]
    columns += [Measure(name, name, "", "", pl.col(name)) for name in COUNTS]
    found = [Question(measure) for measure in (VP, *columns)]
    if studies[0].solo:
        return found
    bots = list(dict.fromkeys(bot for study in studies for bot in study.bots))
    if not one_player_count(studies):  # what a fair win share is differs
        return found + [Question(VP, bot=bot) for bot in bots]
    found += [Question(measure, bot=bot) for bot in bots for measure in (WIN_SHARE, VP)]
    return found + [Question(WIN_SHARE, seat=seat) for seat in range(studies[0].players)]


def one_player_count(studies: Sequence[Study]) -> bool:
    """Whether all runs have as many players: else their win shares can't be compared."""
    return len({study.players for study in studies}) == 1


def _block_sums(study: Study, questions: Sequence[Question]) -> list[_Blocks | None]:
    """The sums of every question by block, None for what the run doesn't have."""
    asked: dict[str, tuple[Question, pl.Expr, int]] = {}
    for index, question in enumerate(questions):
        value, trials = question.measure.value.cast(pl.Int32), study.player_games // study.blocks
        if question.bot is not None:
            number = study.bots.index(question.bot) if question.bot in study.bots else -1
            value = value * (pl.col(Players.BOT) == number)
            trials = study.seats_of(number)
        elif question.seat is not None:
            value = value * (pl.col(Players.SEAT) == question.seat)
            trials = len(study.seating) if question.seat < study.players else 0
        if trials:
            asked[str(index)] = question, value.sum().cast(pl.Int32).alias(str(index)), trials
    sums = [expression for _, expression, _ in asked.values()]
    table = collect_parts([part.players.group_by(Players.BLOCK).agg(sums) for part in study.parts])
    table = table.sort(Players.BLOCK)
    return [
        _Blocks(table[str(index)].to_numpy(), asked[str(index)][2], question.measure)
        if str(index) in asked
        else None
        for index, question in enumerate(questions)
    ]


def _value(blocks: _Blocks | None) -> Estimate:
    """The mean with its interval from blocks."""
    if blocks is None:
        return NOTHING
    n, sums = len(blocks.sums), blocks.sums.astype(np.int64)
    total, squares = int(sums.sum()), int((sums * sums).sum())
    unit = blocks.trials * blocks.measure.scale
    se = math.sqrt((squares * n - total * total) / (n - 1)) / (n * unit) if n > 1 else math.nan
    return _estimate(total / (n * unit), se, n * blocks.trials, n, is_share=blocks.measure.is_share)


def _estimate(mean: float, se: float, n: int, blocks: int, *, is_share: bool = False) -> Estimate:
    if is_share:
        return Estimate(mean, *share_interval(mean, se, blocks), n, blocks, se)
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, n, blocks, se)


def _difference(one: _Blocks | None, other: _Blocks | None, shared: int) -> Estimate:
    """``one`` less ``other``, of which the first ``shared`` blocks have the same luck.

    With all blocks shared that is the mean of the blocks' own differences: exactly 0 for equal runs.
    """
    if one is None or other is None:
        return NOTHING
    a, b = one.means, other.means
    blocks = min(len(a), len(b))
    if blocks < 2:
        return Estimate(float(a.mean() - b.mean()), math.nan, math.nan, len(a) * one.trials, blocks)
    if len(a) == len(b) == shared:
        differences = a - b
        mean, variance = float(differences.mean()), float(differences.var(ddof=1)) / shared
    else:
        mean = float(a.mean() - b.mean())
        variance = float(a.var(ddof=1)) / len(a) + float(b.var(ddof=1)) / len(b)
        if shared > 1:
            covariance = float(np.cov(a[:shared], b[:shared])[0, 1])
            variance = max(0.0, variance - 2 * covariance * shared / (len(a) * len(b)))
    return _estimate(mean, math.sqrt(variance), min(len(a) * one.trials, len(b) * other.trials), blocks)
