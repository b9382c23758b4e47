"""Scores by block, bot and seat."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats as reference

from analyzer.analysis.block_scores import BlockScores, Series, block_scores
from analyzer.analysis.estimates import estimates
from analyzer.analysis.measures import VP, WIN_SHARE, margin
from analyzer.analysis.study import with_game_vp
from analyzer.scenario import fair_seating, one_vs_rest
from analyzer.simulate.scores import SHARES, Match, Scorer, Scores
from cext import core
from tests.unit.simulate.test_scores import BOTS, RULES

BLOCKS = 40


def match_of(seating: np.ndarray, blocks: int = BLOCKS) -> Match:
    return Match(RULES[seating.shape[1]], BOTS, seating, 3, 0, blocks)


def scored(seating: np.ndarray, blocks: int = BLOCKS) -> BlockScores:
    with Scorer(1) as scorer:
        return block_scores(scorer.play([match_of(seating, blocks)])[0], seating)


def test_one_block_by_hand() -> None:
    """AAB and BAA: the first game won by the A in seat 1, the second shared by the B and the last A."""
    seating = np.array([[0, 0, 1], [1, 0, 0]], np.int8)
    wins = np.array([[[0, 12, 0], [6, 0, 6]]], np.int16)
    vp = np.array([[[40, 50, 30], [20, 10, 20]]], np.int16)
    scores = block_scores(Scores(wins, vp), seating)
    assert scores.held.tolist() == [[1, 2, 1], [1, 0, 1]]
    assert scores.games.tolist() == [2, 2]
    assert (scores.share(0).mean, scores.share(1).mean) == (1.5 / 4, 0.5 / 2)
    assert (scores.share(0, 1).mean, scores.share(1, 0).mean) == (0.5, 0.5)
    assert (scores.mean_vp(0).mean, scores.mean_vp(1).mean) == (30, 25)
    assert scores.margin(0).mean == (0 + 15 + (-10) + 5) / 4
    assert scores.margin(1).mean == ((30 - 45) + (20 - 15)) / 2
    assert scores.share(0).minus(scores.share(1)).mean == 0.375 - 0.25
    assert (scores.share(0).most, scores.share(1).most, scores.share(0, 1).most) == (0.5, 1.0, 1.0)


@pytest.mark.parametrize("seating", [fair_seating(2, 4), fair_seating(2, 3), one_vs_rest(4)])
def test_figures_are_those_of_a_run(seating: np.ndarray) -> None:
    """The measures of the reports, computed from the players table, say the same."""
    match = match_of(seating)
    rows = np.empty(match.games * match.players, core.ROW_DTYPES["players"])
    core.play_blocks(match.rules, BOTS, seating, 3, 0, BLOCKS, {"players": rows})
    columns = ("block", "game", "seat", "bot", "winners", "vp")
    frame = with_game_vp(pl.LazyFrame({name: rows[name] for name in columns}))
    found = estimates([frame], [WIN_SHARE, VP, margin(match.players)], ["bot"])
    scores = scored(seating)
    for bot in (0, 1):
        for measure, series in (
            (WIN_SHARE, scores.share(bot)),
            (VP, scores.mean_vp(bot)),
            (margin(match.players), scores.margin(bot)),
        ):
            one, other = series.estimate(), found[bot,][measure.key]
            assert (one.n, one.blocks) == (other.n, other.blocks)
            assert (one.mean, one.se) == pytest.approx((other.mean, other.se), rel=1e-12)
        assert scores.margin(bot).estimate().low == pytest.approx(
            found[bot,][margin(match.players).key].low, rel=1e-12
        )


def test_intervals_are_student_and_paired() -> None:
    scores = scored(fair_seating(2, 3))
    difference = scores.margin(0).minus(scores.margin(1))
    a, b = (scores.margin(bot).values / scores.margin(bot).divisor for bot in (0, 1))
    expected = reference.ttest_rel(a, b).confidence_interval(0.95)
    got = difference.estimate()
    assert (got.low, got.high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    assert got.n == 18 * BLOCKS


def test_a_bot_against_itself_differs_by_nothing() -> None:
    """Even where a bot has other seats than its double: in each block, to the last bit."""
    for seating in (fair_seating(2, 4), fair_seating(3, 4), fair_seating(3, 2), one_vs_rest(3)):
        bots = np.concatenate([BOTS[:1]] * 3)
        match = Match(RULES[seating.shape[1]], bots, seating, 3, 0, 50)
        with Scorer(1) as scorer:
            scores = block_scores(scorer.play([match])[0], seating)
        for measure in (scores.share, scores.mean_vp, scores.margin):
            assert not measure(0).minus(measure(1)).values.any()
            assert measure(0).minus(measure(1)).squares == 0.0


def test_parts_are_the_whole() -> None:
    scores = scored(fair_seating(2, 2))
    again = scores.prefix(15).followed_by(block_scores(_tail(15), fair_seating(2, 2)))
    for name in ("held", "games", "wins", "vp", "margins"):
        assert np.array_equal(getattr(again, name), getattr(scores, name))


def _tail(first: int) -> Scores:
    with Scorer(1) as scorer:
        return scorer.play([match_of(fair_seating(2, 2)).cut(first, BLOCKS - first, 0, 2)])[0]


def test_who_wins_all_has_a_share_of_the_most_with_an_interval() -> None:
    """14 games a block, 28 seats for each bot: winning all is a share of one half."""
    seating = fair_seating(2, 4)
    wins = np.zeros((200, 14, 4), np.int16)
    for game, row in enumerate(seating):
        wins[:, game, int(np.flatnonzero(row == 0)[0])] = SHARES
    scores = block_scores(Scores(wins, wins), seating)
    best, worst = scores.share(0).estimate(), scores.share(1).estimate()
    assert (best.mean, worst.mean) == (0.5, 0.0)
    assert best.high == 0.5
    assert worst.low == 0.0
    assert best.low == pytest.approx(0.5 - worst.high, rel=1e-9)
    assert 0.0 < worst.high < 0.02


def test_one_block_has_no_interval() -> None:
    value = Series(np.array([3]), 4, 4, 1.0).estimate()
    assert value.mean == 0.75
    assert np.isnan([value.low, value.high, value.se]).all()
