"""Rules that end a comparison: when they look, and what they need to see."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.analysis.block_scores import BlockScores, block_scores
from analyzer.analysis.sprt import Sprt
from analyzer.analysis.stopping import UntilDecided, UntilNarrow, looks, regularised_variance
from analyzer.simulate.scores import Scores
from tests.unit.analysis.pairs import real_pair

SEATS = np.array([[0, 1], [1, 0]], np.int8)


def scores_of(*wins: tuple[int, int]) -> BlockScores:
    """Blocks of two games, in each of which bot 0 has so many twelfths of the win."""
    rows = [[[first, 12 - first], [12 - second, second]] for first, second in wins]
    array = np.array(rows, np.int16)
    return block_scores(Scores(array, array), SEATS)


def test_looks_are_fixed_and_none_is_early() -> None:
    at = list(looks(100_000))
    assert at[:6] == [100, 110, 130, 150, 170, 190]
    assert at[-1] == 100_000
    assert all(blocks % 10 == 0 for blocks in at)
    steps = np.diff(at[:-1]) / at[:-2]
    assert steps.max() < 0.19
    assert steps.min() >= 0.1 - 1e-9
    assert list(looks(100)) == [100]
    assert list(looks(1000))[:-1] == [blocks for blocks in at if blocks < 1000]


def test_the_variance_is_that_of_one_more_block() -> None:
    """Six blocks, mean one half: three of all wins, three of none; then a block of two fair games."""
    share = scores_of(*[(12, 12), (0, 0)] * 3).share(0)
    assert regularised_variance(share, 0.5) == pytest.approx((6 * 0.25 + 0.25 / 2) / 6)


def test_width_is_of_the_widest_interval() -> None:
    pair = real_pair()
    widths = [pair.share(bot).estimate().half_width for bot in (0, 1)]
    widest = UntilNarrow(0.01).widest(pair)
    assert widest == pytest.approx(max(widths), rel=0.01)
    assert widest > max(widths)
    assert UntilNarrow(widest).is_met(pair)
    assert not UntilNarrow(widest * 0.999).is_met(pair)


def test_nothing_is_judged_without_variation() -> None:
    """A bot that wins all games in all blocks, and two that share them evenly: no verdict."""
    for wins in ((12, 12), (12, 0), (6, 6)):
        scores = scores_of(*[wins] * 500)
        for rule in (UntilNarrow(0.4), UntilDecided(Sprt(0.0, 0.02))):
            assert not rule.varies(scores)
            assert not rule.is_met(scores)
        assert UntilDecided(Sprt(0.0, 0.02)).decision(scores) is None
        assert UntilNarrow(0.4).widest(scores) == math.inf


def test_one_odd_block_is_not_taken_for_certainty() -> None:
    """499 even blocks and one win: the bare variance would be near nothing, and the test sure."""
    scores = scores_of(*[(12, 0)] * 499, (12, 12))
    share = scores.share(0)
    rule = UntilDecided(Sprt(0.002, 0.004))
    bare = share.squares / share.blocks
    assert rule.test.decide(rule.test.llr(share.mean - 0.5, bare, share.blocks)) == "low"
    assert rule.decision(scores) is None


def test_a_bot_that_never_wins_does_not_hide_the_others() -> None:
    """Bot 2 loses all its games, bots 0 and 1 win some of theirs: its interval is Wilson's."""
    seats = np.array([[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]], np.int8)
    wins = np.zeros((300, 6, 2), np.int16)
    for game, row in enumerate(seats.tolist()):
        wins[:, game, row.index(min(row))] = 12
    wins[::2, 0] = [0, 12]
    scores = block_scores(Scores(wins, wins), seats)
    assert [scores.share(bot).squares > 0 for bot in (0, 1, 2)] == [True, True, False]
    half_widths = [scores.share(bot).estimate().half_width for bot in (0, 1, 2)]
    assert UntilNarrow(1).widest(scores) == pytest.approx(max(half_widths), rel=0.01)
    assert half_widths[2] > 0
