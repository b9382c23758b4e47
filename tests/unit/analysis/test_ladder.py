"""A ladder: matrix by value, ratings that cover the truth, ranks, rings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.analysis import plackett_luce
from analyzer.analysis.ladder import Duel, Ladder, duel_of, ladder_of
from analyzer.analysis.ladder_json import ladder_json
from analyzer.scenario import fair_seating
from tests.unit.ladders import FOUR, by_worth, duels, in_a_ring, manifest_of, scores_of

TWO = fair_seating(2, 2)  # AB and BA


def ladder(bots: int, *worth: float, blocks: int = 200, **options: object) -> Ladder:
    return ladder_of(duels(bots, by_worth(*worth), blocks, **options), FOUR)  # type: ignore[arg-type]


def small_duel(first: int, second: int, vp: Sequence[Sequence[Sequence[int]]]) -> Duel:
    """Two players: per block the games AB and BA, each with the vp of both seats."""
    return duel_of(first, second, scores_of(np.array(vp, np.int16)), TWO)


def test_the_matrix_by_value() -> None:
    """Block 1: A wins both, block 2: A wins one, block 3: A shares one and loses one."""
    vp = [[[9, 4], [3, 8]], [[9, 4], [8, 3]], [[5, 5], [8, 3]]]
    found = ladder_of([small_duel(0, 1, vp)], TWO)
    (pair,) = found.pairs
    shares = np.array([1.0, 0.5, 0.25])
    assert (pair.share.n, pair.share.blocks) == (6, 3)
    assert pair.share.mean == pytest.approx(shares.mean())
    assert pair.share.se == pytest.approx(shares.std(ddof=1) / np.sqrt(3))
    margins = np.array([5.0, 0.0, -2.5])  # means of (9-4, 8-3), (9-4, 3-8), (0, 3-8)
    assert pair.sides[0].margin.mean == pytest.approx(margins.mean())
    assert pair.sides[0].margin.half_width == pytest.approx(4.302653 * margins.std(ddof=1) / np.sqrt(3))
    turned = found.pair(1, 0)
    assert turned.share.mean == pytest.approx(1 - shares.mean())
    assert (turned.share.low, turned.share.high) == pytest.approx((1 - pair.share.high, 1 - pair.share.low))
    assert turned.sides[0].margin.mean == pytest.approx(-margins.mean())
    assert turned.expected == pytest.approx(1 - pair.expected)
    assert found.fair == 0.5
    assert found.games == 6


def test_of_four_seats_a_bot_that_always_wins_has_a_half() -> None:
    vp = np.where(FOUR == 1, 9, 1).astype(np.int16)[None].repeat(120, axis=0)
    found = ladder_of([duel_of(0, 1, scores_of(vp), FOUR)], FOUR)
    share = found.pair(1, 0).share
    assert share.mean == 0.5
    assert 0.45 < share.low < share.high == 0.5
    assert found.pairs[0].clear
    assert [rung.bot for rung in found.rungs] == [1, 0]
    assert found.rungs[0].rank_high == 1


def test_few_blocks_are_not_judged() -> None:
    found = ladder(3, 2.0, 0.0, -2.0, blocks=120, fewer={2: 99})
    assert [(pair.first, pair.second, pair.clear) for pair in found.pairs] == [
        (0, 1, True),
        (0, 2, None),
        (1, 2, None),
    ]
    assert {rung.bot: (rung.rating.blocks, rung.rating.n) for rung in found.rungs} == {
        0: (120, 219 * 14),
        1: (120, 219 * 14),
        2: (99, 198 * 14),
    }


def test_bots_that_share_every_block_alike_are_not_told_apart() -> None:
    """A wins the first game, B the second, in all blocks: there is no error to judge by."""
    found = ladder_of([small_duel(0, 1, [[[9, 4], [9, 4]]] * 150)], TWO)
    assert found.pairs[0].share.mean == 0.5
    assert found.pairs[0].clear is False
    assert [rung.rank for rung in found.rungs] == [1, 1]


def test_one_block_gives_no_interval() -> None:
    found = ladder(2, 0.5, 0.0, blocks=1)
    assert np.isnan(found.pairs[0].share.low)
    assert np.isnan(found.rungs[0].rating.low)
    assert [(rung.rank_low, rung.rank_high) for rung in found.rungs] == [(1, 2), (1, 2)]


def test_ratings_are_sorted_and_average_to_the_fair_share() -> None:
    found = ladder(4, -0.2, 1.0, 0.3, -1.5)
    assert [rung.bot for rung in found.rungs] == [1, 2, 0, 3]
    assert [rung.rank for rung in found.rungs] == [1, 2, 3, 4]
    assert np.mean([rung.rating.mean for rung in found.rungs]) == pytest.approx(0.25)
    against = [rung.against_next for rung in found.rungs]
    assert against[0] is not None
    assert against[0].low < 1 / (1 + np.exp(-0.7)) < against[0].high
    assert against[-1] is None


def test_ranks_of_equals_are_open() -> None:
    found = ladder(3, 1.0, 0.0, 0.0)
    ranks = {rung.bot: (rung.rank_low, rung.rank_high) for rung in found.rungs}
    assert ranks == {0: (1, 1), 1: (2, 3), 2: (2, 3)}


def test_the_ratings_foretell_the_shares_of_bots_that_fit_the_model() -> None:
    found = ladder(3, 0.6, 0.0, -0.9, blocks=1500)
    for pair in found.pairs:
        assert pair.expected == pytest.approx(pair.share.mean, abs=0.006)
    assert found.misfit in found.pairs


def test_lower_places_do_not_count() -> None:
    """A bot that wins as often as another, but comes last when it doesn't, is as strong."""
    rng = np.random.default_rng(4)
    race = np.array([0.0, 0.0])[FOUR] + rng.gumbel(size=(400, *FOUR.shape))
    first = race == race.max(axis=-1, keepdims=True)
    vp = np.where(first, 9, np.where(FOUR == 0, 1, 5)).astype(np.int16)
    found = ladder_of([duel_of(0, 1, scores_of(vp), FOUR)], FOUR)
    assert all(rung.rating.low < 0.25 < rung.rating.high for rung in found.rungs)


def coverage(luck: float, blocks: int, repeats: int) -> float:
    """How often the interval of a rating holds the rating of endlessly many blocks.

    ``luck``: how much each bot's strength varies from block to block, the same in all pairs.
    """
    rng = np.random.default_rng(11)
    worth = np.array([0.7, 0.3, -0.1, -1.2])

    def one(blocks: int, seed: int) -> dict[int, tuple[float, float, float]]:
        of_block = worth + luck * rng.normal(size=(blocks, len(worth)))

        def strengths(first: int, second: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            return of_block[:, first], of_block[:, second]

        found = ladder_of(duels(len(worth), strengths, blocks, seed=seed), FOUR)
        return {rung.bot: (rung.rating.low, rung.rating.mean, rung.rating.high) for rung in found.rungs}

    truth = one(20_000, 0) if luck else None
    exact = plackett_luce.field_shares(worth[None], 4)[0]
    hits = [
        low <= (truth[bot][1] if truth else exact[bot]) <= high
        for seed in range(repeats)
        for bot, (low, _, high) in one(blocks, seed + 1).items()
    ]
    return float(np.mean(hits))


def test_intervals_hold_the_truth() -> None:
    assert 0.91 <= coverage(0.0, 40, 60) <= 0.99


def test_intervals_allow_for_luck_that_all_pairs_share() -> None:
    """Blocks are drawn again in all pairs alike: drawn for each pair by itself, they would hold 80 %."""
    assert 0.91 <= coverage(1.0, 40, 60) <= 0.99


def test_a_ring_is_found() -> None:
    found = ladder_of(duels(4, in_a_ring, 150), FOUR)
    assert found.cycles == ((0, 1, 2),)
    assert found.rungs[-1].bot == 3
    assert abs(found.misfit.share.mean - found.misfit.expected) > 0.05


def test_too_few_blocks_show_no_ring() -> None:
    assert ladder_of(duels(4, in_a_ring, 90), FOUR).cycles == ()


def test_the_same_duels_give_the_same_ladder() -> None:
    duelled = duels(3, by_worth(0.2, 0.0, -0.4), 30)
    assert ladder_of(duelled, FOUR) == ladder_of(duelled, FOUR)


def test_json_holds_everything_and_no_nan() -> None:
    duelled = duels(3, by_worth(0.5, 0.0, -0.5), 1)
    found = ladder_json(ladder_of(duelled, FOUR), manifest_of([("a", "twin"), ("b",), ("c",)], duelled))
    assert list(found) == [
        "players", "seed", "games_per_block", "fair", "rating_by", "engine", "bots", "pairs", "cycles",
    ]  # fmt: skip
    bots, pairs = found["bots"], found["pairs"]
    assert isinstance(bots, list)
    assert isinstance(pairs, list)
    assert {bot["bot"] for bot in bots} == {"a = twin", "b", "c"}
    assert all(bot["low"] is None for bot in bots)
    assert [(pair["bot"], pair["against"], pair["blocks"], pair["games"]) for pair in pairs] == [
        ("a = twin", "b", 1, 14),
        ("a = twin", "c", 1, 14),
        ("b", "c", 1, 14),
    ]
