"""Plays bots against each other for as long as a rule asks for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from analyzer.analysis.alike import Alike, groups_alike
from analyzer.analysis.block_scores import BlockScores, block_scores
from analyzer.analysis.stopping import FIRST_LOOK, StopRule, looks
from analyzer.errors import UserError
from analyzer.functions.asking import functions_of
from analyzer.scenario import Bot, RuleSet, bots_array, fair_seating, one_vs_rest, to_arrays
from analyzer.scenario.contestants import check_players
from analyzer.simulate.matches import Match
from analyzer.simulate.plan import MAX_BLOCKS, MAX_SEED
from analyzer.simulate.scores import Scorer

_STRETCH = 1.0  # seconds of play between two visits to the rule, if its looks don't ask for more
_PATIENCE = 1_000  # blocks in which nothing varies, after which a rule gives up
_LARGEST = 50_000  # blocks of a stretch: bounds the memory


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """What is compared: ``bots`` with a label each, at one number of players.

    ``match``: as many blocks as may be played; ``rule``: when that is enough, None: not before all.
    """

    bots: tuple[Bot, ...]
    labels: tuple[str, ...]
    match: Match
    one_vs_rest: bool
    rule: StopRule | None

    @property
    def alike(self) -> tuple[Alike, ...]:
        """Groups of its bots that play alike."""
        return groups_alike(self.bots, self.labels, self.match.seating.tolist())


def make_contest(
    bots: tuple[Bot, ...],
    labels: tuple[str, ...],
    rule_set: RuleSet,
    players: int,
    *,
    blocks: int,
    seed: int,
    rest: bool = False,
    rule: StopRule | None = None,
) -> Contest:
    """Plan a contest of at most ``blocks`` blocks; ``rest``: one of the first bot against the second.

    Raises UserError for numbers out of range, or a deck too small for the players.
    """
    least = 1 if rule is None else FIRST_LOOK
    if not least <= blocks <= MAX_BLOCKS:
        option = "-n" if rule is None else "--max-blocks"
        raise UserError(f"{option} {blocks}: give {least} to {MAX_BLOCKS} blocks.")
    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"--seed {seed} is out of range; give a number from 0 to {MAX_SEED}.")
    if rest and len(bots) != 2:
        raise UserError(f"--one-vs-rest is for two bots, not {len(bots)}; name two, or leave it out.")
    check_players(rule_set, players)
    seating = one_vs_rest(players) if rest else fair_seating(len(bots), players)
    functions = functions_of(bots, rule_set)
    match = Match(to_arrays(rule_set, players), bots_array(bots), seating, seed, 0, blocks, functions)
    return Contest(bots, labels, match, rest, rule)


def play_contest(contest: Contest, scorer: Scorer, progress: Callable[[int], None]) -> BlockScores:
    """Play until the rule is met, or all blocks; the scores of the prefix that the rule looked at.

    The looks are at fixed numbers of blocks.  What was played beyond is dropped, so the result does
    not depend on how fast the machine is.  Where nothing varies, a rule can never be met: the first
    look ends play between bots that play alike, the first after _PATIENCE blocks other play.
    ``progress`` is told games.
    """
    rule, most = contest.rule, contest.match.blocks
    course = _Course(contest.match, scorer, progress)
    if rule is None:
        return course.prefix(most)
    patience = 0 if contest.alike else _PATIENCE
    for blocks in looks(most):
        scores = course.prefix(blocks)
        if rule.is_met(scores) or (blocks >= patience and not rule.varies(scores)):
            break
    return scores


class _Course:
    """The blocks of a match, played stretch by stretch as they are asked for."""

    def __init__(self, match: Match, scorer: Scorer, progress: Callable[[int], None]) -> None:
        self._match, self._scorer, self._progress = match, scorer, progress
        self._scores: BlockScores | None = None
        self._stretch = 1  # blocks that take about _STRETCH

    def prefix(self, blocks: int) -> BlockScores:
        """The first blocks."""
        while self._scores is None or self._scores.blocks < blocks:
            self._play(blocks)
        return self._scores.prefix(blocks)

    def _play(self, wanted: int) -> None:
        """Play on, towards ``wanted`` blocks or some beyond them."""
        played = 0 if self._scores is None else self._scores.blocks
        blocks = min(max(wanted - played, self._stretch), self._match.blocks - played, _LARGEST)
        started = time.perf_counter()
        (scores,) = self._scorer.play([replace(self._match, first=played, blocks=blocks)], self._progress)
        speed = blocks / max(time.perf_counter() - started, 1e-6)
        self._stretch = max(1, int(speed * _STRETCH))
        more = block_scores(scores, self._match.seating)
        self._scores = more if self._scores is None else self._scores.followed_by(more)
