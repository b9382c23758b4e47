"""What a contest shows, and its JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats as reference

from analyzer.analysis.block_scores import BlockScores, block_scores
from analyzer.analysis.comparison import Comparison, compare
from analyzer.analysis.comparison_json import to_json
from analyzer.analysis.contest import Contest, make_contest
from analyzer.analysis.sprt import Sprt
from analyzer.analysis.stats import uniform_quantile
from analyzer.analysis.stopping import StopRule, UntilDecided, UntilNarrow
from analyzer.scenario import standard_rule_set
from analyzer.scenario.contestants import load_bots
from analyzer.simulate.scores import Scores

SHARES = ("win_share", "low", "high")


def contest_of(*names: str, players: int, blocks: int, rule: StopRule | None = None) -> Contest:
    bots, labels = load_bots(names, standard_rule_set())
    return make_contest(bots, labels, standard_rule_set(), players, blocks=blocks, seed=1, rule=rule)


def scores_of(contest: Contest, strengths: tuple[float, ...], seed: int = 1) -> BlockScores:
    """Made-up games: each bot wins in proportion to its strength, with vp to match."""
    rng, seating = np.random.default_rng(seed), contest.match.seating
    shape = (contest.match.blocks, *seating.shape)
    chance = np.array(strengths)[seating]
    vp = (rng.random(shape) ** (1 / chance) * 100).astype(np.int16)
    wins = np.where(vp.argmax(axis=2)[..., None] == np.arange(shape[2]), 12, 0).astype(np.int16)
    return block_scores(Scores(wins, vp), seating)


@pytest.fixture(scope="module")
def two() -> Comparison:
    contest = contest_of("first", "random", players=4, blocks=400)
    return compare(contest, scores_of(contest, (1.2, 1.0)))


def test_two_bots(two: Comparison) -> None:
    """Shares per seat held; of two bots with as many seats they sum to twice the fair share."""
    a, b = two.standings
    assert (two.blocks, two.players, two.games_per_block, two.fair) == (400, 4, 14, 0.25)
    assert (a.bot, b.bot) == ("first", "random")
    assert a.all.share.mean + b.all.share.mean == pytest.approx(0.5)
    assert a.all.share.mean > 0.26
    (difference,) = two.differences
    assert difference.all.share.mean == pytest.approx(a.all.share.mean - b.all.share.mean)
    assert difference.all.share.half_width == pytest.approx(2 * a.all.share.half_width, rel=0.01)
    assert difference.all.margin.mean == pytest.approx(a.all.margin.mean - b.all.margin.mean)
    assert (difference.shown, difference.alike, two.alike) == (True, False, ())
    assert a.all.share.n == 400 * 28


def test_seats(two: Comparison) -> None:
    """Each bot has each seat in 7 of 14 games."""
    for standing in two.standings:
        assert [figures.share.n for figures in standing.seats] == [400 * 7] * 4
        for name in ("share", "vp", "margin"):
            seats = [getattr(figures, name).mean for figures in standing.seats]
            assert np.mean(seats) == pytest.approx(getattr(standing.all, name).mean)
    (difference,) = two.differences
    seats = [figures.share.mean for figures in difference.seats]
    assert np.mean(seats) == pytest.approx(difference.all.share.mean)


def test_equal_strength_is_not_shown_as_a_difference() -> None:
    """Alone and among several pairs: chance findings stay rare."""
    contest = contest_of("first", "random", "balanced", players=3, blocks=150)
    found = [
        difference.shown
        for seed in range(40)
        for difference in compare(contest, scores_of(contest, (1.0, 1.0, 1.0), seed)).differences
    ]
    assert len(found) == 120
    assert sum(map(bool, found)) <= 6
    assert None not in found


def test_three_bots_give_three_pairs() -> None:
    contest = contest_of("first", "random", "balanced", players=2, blocks=300)
    result = compare(contest, scores_of(contest, (1.0, 1.0, 2.0)))
    pairs = [(one.bot, one.other, one.shown) for one in result.differences]
    assert pairs == [
        ("first", "random", False),
        ("first", "balanced", True),
        ("random", "balanced", True),
    ]
    document = to_json(result, "words")
    assert document["difference"] == document["differences"][0]
    assert [one["other"] for one in document["differences"]] == ["random", "balanced", "balanced"]


@pytest.mark.parametrize(("blocks", "shown"), [(2, False), (20, True)])
def test_who_wins_every_game_wins_more(blocks: int, shown: bool) -> None:
    """No variation, but not no difference: judged by the shares' own intervals."""
    contest = contest_of("first", "random", players=2, blocks=blocks)
    seating = contest.match.seating
    wins = np.where(np.broadcast_to(seating, (blocks, *seating.shape)) == 0, 12, 0).astype(np.int16)
    result = compare(contest, block_scores(Scores(wins, wins), seating))
    assert result.differences[0].shown is shown
    assert result.differences[0].all.share.mean == 1.0


def test_a_bot_against_itself() -> None:
    contest = contest_of("first", "first", players=4, blocks=20)
    shape = (20, *contest.match.seating.shape)
    shared = Scores(np.full(shape, 3, np.int16), np.full(shape, 60, np.int16))
    result = compare(contest, block_scores(shared, contest.match.seating))
    (difference,) = result.differences
    assert (difference.bot, difference.other) == ("first", "first (2)")
    assert (difference.alike, difference.shown) == (True, None)
    assert difference.all.share.mean == difference.all.share.se == 0.0
    document = to_json(result, "words")
    assert document["alike"] == [{"bots": ["first", "first (2)"], "by_construction": True}]
    assert [document["difference"][key] for key in SHARES] == [0.0, 0.0, 0.0]


def test_json_is_that_of_the_issue(two: Comparison) -> None:
    document = json.loads(json.dumps(to_json(two, "first wins more"), allow_nan=False))
    assert (document["blocks"], document["games"], document["players"], document["seed"]) == (400, 5600, 4, 1)
    bot = document["bots"][0]
    assert list(bot) == [
        "bot", "win_share", "low", "high", "fair", "vp", "margin", "margin_low", "margin_high", "yields",
        "seats",
    ]  # fmt: skip
    share = two.standings[0].all.share
    assert [bot[key] for key in SHARES] == [share.mean, share.low, share.high]
    assert [seat["seat"] for seat in bot["seats"]] == [0, 1, 2, 3]
    assert bot["fair"] == 0.25
    assert document["difference"]["shown"] is True
    assert document["verdict"] == "first wins more"
    assert (document["intervals"], document["stop"], "differences" in document) == ("ordinary", None, False)


def test_one_block_has_no_intervals() -> None:
    contest = contest_of("first", "random", players=4, blocks=1)
    document = to_json(compare(contest, scores_of(contest, (1.0, 1.0))), "words")
    assert (document["bots"][0]["low"], document["difference"]["high"]) == (None, None)
    assert document["difference"]["shown"] is None


def test_a_test_gets_time_uniform_intervals() -> None:
    rule = UntilDecided(Sprt(0.0, 0.02, 0.05, 0.1))
    contest = contest_of("first", "random", players=4, blocks=400, rule=rule)
    scores = scores_of(contest, (1.2, 1.0))
    result = compare(contest, scores)
    value = result.differences[0].all.margin
    assert value.high - value.mean == pytest.approx(uniform_quantile(400) * value.se)
    assert uniform_quantile(400) > 1.5 * reference.t.ppf(0.975, 399)
    stop = to_json(result, "words")["stop"]
    assert stop["scale"] == "win share of first minus the fair share"
    assert (stop["rule"], stop["low"], stop["high"], stop["alpha"], stop["beta"]) == (
        "sprt", 0.0, 0.02, 0.05, 0.1,
    )  # fmt: skip
    assert (stop["decision"], stop["met"], stop["max_blocks"]) == ("high", True, 400)
    assert stop["llr"] == rule.llr(scores) > stop["bounds"][1]


def test_a_width_keeps_ordinary_intervals() -> None:
    contest = contest_of("first", "random", players=4, blocks=400, rule=UntilNarrow(0.001))
    scores = scores_of(contest, (1.2, 1.0))
    document = to_json(compare(contest, scores), "words")
    assert document["intervals"] == "ordinary"
    assert document["stop"] == {
        "rule": "ci",
        "max_blocks": 400,
        "met": False,
        "half_width": 0.001,
        "widest": UntilNarrow(0.001).widest(scores),
    }
