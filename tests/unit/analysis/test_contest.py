"""Contests: what is played, and that stops depend on nothing but the scores."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.analysis import contest as module
from analyzer.analysis.block_scores import BlockScores
from analyzer.analysis.contest import Contest, make_contest, play_contest
from analyzer.analysis.sprt import Sprt
from analyzer.analysis.stopping import StopRule, UntilDecided, UntilNarrow
from analyzer.errors import UserError
from analyzer.scenario import Bot, standard_rule_set
from analyzer.scenario.contestants import load_bots
from analyzer.simulate.scores import Scorer

RANDOM, FIRST = load_bots(["random", "first"], standard_rule_set())[0]


def contest_of(*bots: Bot, players: int = 2, blocks: int, rule: StopRule | None = None) -> Contest:
    labels = tuple(f"bot {number}" for number in range(len(bots)))
    return make_contest(bots, labels, standard_rule_set(), players, blocks=blocks, seed=4, rule=rule)


def played(contest: Contest) -> tuple[BlockScores, int]:
    """The scores, and how many games were played for them."""
    games: list[int] = []
    with Scorer(1) as scorer:
        scores = play_contest(contest, scorer, games.append)
    return scores, sum(games)


def varied(players: int = 2, blocks: int = 2000, rule: StopRule | None = None) -> Contest:
    """Two bots neither of which wins all: balanced ones, of which one cares less for anything."""
    one = load_bots(["balanced"], standard_rule_set())[0][0]
    weights = {name: tuple(value // 2 for value in values) for name, values in one.weights.items()}
    other = Bot(name="other", description="", policy=one.policy, weights=weights)  # type: ignore[arg-type]
    return contest_of(one, other, players=players, blocks=blocks, rule=rule)


def test_without_a_rule_all_blocks_are_played() -> None:
    scores, games = played(contest_of(RANDOM, FIRST, players=3, blocks=40))
    assert (scores.blocks, games) == (40, 240)


@pytest.mark.parametrize("rule", [UntilNarrow(0.035), UntilDecided(Sprt(-0.02, 0.02))])
def test_a_stop_leaves_the_prefix_alone(rule: StopRule, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is played ahead, the blocks counted are those up to the look that was enough."""
    found = []
    for stretch in (0.0, 0.05, 100.0):
        monkeypatch.setattr(module, "_STRETCH", stretch)
        scores, games = played(varied(rule=rule))
        assert games >= scores.blocks * 2
        found.append(scores)
    if scores.blocks > 100:
        assert games > scores.blocks * 2  # the last one played far ahead
    whole, _ = played(varied(blocks=found[0].blocks))
    for scores in found:
        assert 100 <= scores.blocks < 2000
        assert np.array_equal(scores.wins, whole.wins)
        assert np.array_equal(scores.margins, whole.margins)
    assert rule.is_met(whole)


def test_a_cap_ends_undecided_play() -> None:
    rule = UntilNarrow(0.0001)
    scores, games = played(varied(blocks=120, rule=rule))
    assert (scores.blocks, games) == (120, 240)
    assert not rule.is_met(scores)


def test_a_bot_against_itself_is_given_up_at_the_first_look() -> None:
    contest = contest_of(RANDOM, RANDOM, blocks=50_000, rule=UntilDecided(Sprt(0.0, 0.02)))
    scores, _ = played(contest)
    assert scores.blocks == 100
    assert not scores.share(0).minus(scores.share(1)).values.any()


def test_play_in_which_nothing_varies_is_given_up_later() -> None:
    """balanced wins every game against random: that is no reason to judge, nor to play for ever."""
    balanced = load_bots(["balanced"], standard_rule_set())[0][0]
    contest = contest_of(balanced, RANDOM, blocks=50_000, rule=UntilDecided(Sprt(0.0, 0.02)))
    scores, _ = played(contest)
    assert scores.share(0).mean == 1.0
    assert 1000 <= scores.blocks <= 1100


def test_large_contests_are_played_in_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = contest_of(RANDOM, FIRST, blocks=30)
    whole, _ = played(contest)
    monkeypatch.setattr(module, "_LARGEST", 7)
    parts, games = played(contest)
    assert games == 60
    assert np.array_equal(parts.vp, whole.vp)


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        (2, {"blocks": 0}, "-n 0: give 1 to 2147483647 blocks."),
        (2, {"blocks": 99, "rule": UntilNarrow(0.01)}, "--max-blocks 99: give 100 to 2147483647 blocks."),
        (2, {"seed": -1}, "--seed -1 is out of range; give a number from 0 to 9223372036854775807."),
        (3, {"rest": True}, "--one-vs-rest is for two bots, not 3; name two, or leave it out."),
    ],
)
def test_what_cannot_be_played(bots: int, options: dict, sentence: str) -> None:
    with pytest.raises(UserError) as error:
        make_contest(
            (RANDOM,) * bots, ("x",) * bots, standard_rule_set(), 4, **({"blocks": 5, "seed": 1} | options)
        )
    assert str(error.value) == sentence


def test_a_deck_too_small_for_the_players() -> None:
    rules = standard_rule_set()
    small = type(rules)(
        name="small",
        values=rules.values,
        options=rules.options,
        deck=rules.deck[:13],
        hexes=rules.hexes,
        roof_tiles=rules.roof_tiles,
    )
    with pytest.raises(UserError, match=r"small: the deck has 13 cards, and 4 players are dealt 16; play"):
        make_contest((RANDOM, FIRST), ("a", "b"), small, 4, blocks=5, seed=1)
