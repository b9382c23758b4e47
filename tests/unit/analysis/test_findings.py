"""Findings of made-up runs with known effects, and of runs with none."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.deals import deal_effects
from analyzer.analysis.findings import findings
from analyzer.analysis.findings.chosen import MOST, OF_ONE_TOPIC, choose
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of, shifted
from analyzer.analysis.findings.dealt import compared_deals
from analyzer.analysis.findings.standings import compared_standings
from analyzer.analysis.stats import Estimate, benjamini_hochberg, t_quantile
from analyzer.analysis.study import Study
from tests.unit.analysis.made_up import Recipe, made_up_study

KNOWN = Recipe(seat={0: 1.5}, bot={2: -1.5}, card={7: 5.0})


@pytest.fixture(scope="module")
def known() -> Study:
    return made_up_study(Path("no-such-run"), "styles", 800, 2, KNOWN)


def estimate(mean: float, se: float = 0.1, blocks: int = 500) -> Estimate:
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, blocks, blocks, se)


def compared(
    topic: Topic, key: tuple[int, ...], mean: float, often: float = 1.0, se: float = 0.1, blocks: int = 500
) -> Compared:
    effect = estimate(mean, se, blocks)
    (p,) = p_values_of([effect])
    return Compared(topic, key, Evidence.CAUSAL, effect, often, p)


def test_known_effects_are_found_and_nothing_else_is_clear(known: Study) -> None:
    found = findings(known, {})
    assert found.compared == 4 + 4 + 66
    by_topic = {finding.compared.topic: finding for finding in reversed(found.ranked)}
    assert {topic: finding.compared.key for topic, finding in by_topic.items()} == {
        Topic.BOT: (2,),
        Topic.SEAT: (0,),
        Topic.DEAL: (7,),
    }
    for topic, true in ((Topic.SEAT, 1.5), (Topic.BOT, -1.5)):
        effect = by_topic[topic].compared.effect
        assert effect.low < true < effect.high
    assert by_topic[Topic.DEAL].compared.effect.low < 5.0 < by_topic[Topic.DEAL].compared.effect.high


def test_an_effect_of_chance_holds_for_every_bot(known: Study) -> None:
    found = findings(known, {})
    by_topic = {finding.compared.topic: finding.compared for finding in reversed(found.ranked)}
    assert by_topic[Topic.DEAL].same == (0, 1, 2, 3)
    assert by_topic[Topic.SEAT].same == (0, 1, 2, 3)
    assert by_topic[Topic.SEAT].opposite == by_topic[Topic.DEAL].opposite == ()
    assert by_topic[Topic.BOT].by_bot == {}


def test_games_to_look_at_hold_what_they_show(known: Study) -> None:
    deals = known.parts[0].deals.collect()
    players = known.parts[0].players.collect()
    games = len(known.seating)
    for finding in findings(known, {}).ranked:
        assert finding.game is not None
        block, game = divmod(finding.game, games)
        rows = players.filter((pl.col("block") == block) & (pl.col("game") == game))
        assert rows["bot"].to_list() == list(known.seating[game])
        if finding.compared.topic == Topic.DEAL:
            inside = (pl.col("block") == block) & (pl.col("game") == game)
            assert finding.compared.key[0] in deals.filter(inside)["card"].to_list()


def test_a_typical_game_is_one_of_the_first_near_the_mean(known: Study) -> None:
    finding = next(each for each in findings(known, {}).ranked if each.compared.topic == Topic.SEAT)
    seat, mean = finding.compared.key[0], finding.compared.effect.mean
    players = known.parts[0].players.collect().sort("block", "game", "seat")
    others = (pl.col("vp").sum().over("block", "game") - pl.col("vp")) / (known.players - 1)
    margins = players.with_columns((pl.col("vp") - others).alias("margin")).filter(pl.col("seat") == seat)
    first = margins.head(50)
    far = [abs(margin - mean) for margin in first["margin"].to_list()]
    block, game = first.select("block", "game").row(far.index(min(far)))
    assert finding.game == block * len(known.seating) + game


def test_runs_without_effects_have_findings_at_the_promised_rate() -> None:
    """Independent seeds; all comparisons are null, so any finding is false: 5 % of the runs may have one."""
    runs = 80
    false = sum(
        bool(findings(made_up_study(Path("no-such-run"), "styles", 450, seed), {}).ranked)
        for seed in range(100, 100 + runs)
    )
    assert false <= 9  # more with probability 0.5 % at a rate of 5 %


def test_false_findings_among_true_ones_stay_rare() -> None:
    """60 of 300 effects are real: of what is found at most about 5 % may be false."""
    numbers = np.random.default_rng(4)
    shares = []
    for _ in range(200):
        true = np.where(np.arange(300) < 60, 0.4, 0.0)
        means = true + 0.1 * numbers.standard_normal(300)
        found = choose([compared(Topic.DEAL, (key,), float(mean)) for key, mean in enumerate(means)])
        false = sum(finding.compared.key[0] >= 60 for finding in found.ranked)
        shares.append(false / max(1, len(found.ranked)))
        assert len(found.ranked) > 40
    assert sum(shares) / len(shares) < 0.055


def test_one_run_with_one_bot_compares_seats_and_cards(tmp_path: Path) -> None:
    found = findings(made_up_study(tmp_path, "four-players", 500, 3), {})
    assert {topic: number for topic, number in found.topics if number} == {Topic.SEAT: 4, Topic.DEAL: 66}


def test_few_blocks_are_not_judged(tmp_path: Path) -> None:
    found = findings(made_up_study(tmp_path, "styles", 60, 3, KNOWN), {})
    assert (found.compared, found.ranked, found.top) == (0, (), ())
    assert found.too_few == 74


def test_corrected_over_all_topics_at_once() -> None:
    """p = 0.011 passes among two, not among a hundred."""
    border = compared(Topic.HEX, (3,), 2.552 * 0.1)
    assert border.p == pytest.approx(0.011, abs=0.0002)
    assert len(choose([border, compared(Topic.SEAT, (0,), 0.0)]).ranked) == 1
    crowd = [compared(Topic.DEAL, (card,), 0.0) for card in range(98)]
    assert choose([border, *crowd]).ranked == ()


def test_corrected_values_are_those_of_the_procedure() -> None:
    many = [compared(Topic.DEAL, (card,), 0.02 * card) for card in range(30)]
    found = choose(many)
    corrected = benjamini_hochberg([each.p for each in many])
    assert sorted(finding.p for finding in found.ranked) == sorted(p for p in corrected if p <= 0.05)


def test_ranked_by_effect_times_frequency() -> None:
    rare, usual = compared(Topic.SEAT, (0,), 5.0, often=0.1), compared(Topic.BOT, (0,), 1.0, often=1.0)
    assert [finding.compared for finding in choose([rare, usual]).ranked] == [usual, rare]


def test_what_occurs_again_and_again_counts_once_a_game() -> None:
    often, once = compared(Topic.DIE, (1, 2), 1.0, often=30.0), compared(Topic.BUILDING, (1, -1), 2.1)
    found = choose([often, once])
    assert [finding.weight for finding in found.ranked] == pytest.approx([2.1, 1.0])


def test_uncertain_effects_are_shrunken_for_the_ranking() -> None:
    """The largest of many noisy effects ranks below a smaller one that is certain."""
    noise = [compared(Topic.DEAL, (card,), 0.3 * (-1) ** card, se=0.3) for card in range(40)]
    noisy, sure = compared(Topic.DEAL, (50,), 1.5, se=0.4), compared(Topic.DEAL, (51,), 1.2, se=0.01)
    found = choose([*noise, noisy, sure])
    assert [finding.compared.key[0] for finding in found.ranked] == [51, 50]
    assert abs(found.ranked[1].shrunken) < 1.0


def test_the_top_has_the_first_of_each_topic_and_few_of_each() -> None:
    cards = [compared(Topic.PLACEMENT, (card, 1), 5.0 + card) for card in range(20)]
    same = [compared(Topic.PLACEMENT, (19, 2), 30.0)]
    small = [
        compared(topic, (0,), 0.6, often=0.01)
        for topic in Topic
        if topic not in (Topic.PLACEMENT, Topic.DELAY)
    ]
    found = choose([*cards, *same, *small])
    top = found.top
    assert len(found.ranked) == 29
    assert len(top) == 8 + OF_ONE_TOPIC <= MOST
    assert [finding.compared.key for finding in top[:3]] == [(19, 2), (18, 1), (17, 1)]
    assert {finding.compared.topic for finding in top} == set(Topic) - {Topic.DELAY}
    assert [found.ranked.index(finding) for finding in top] == sorted(map(found.ranked.index, top))


def test_what_never_changed_anything_is_counted_apart() -> None:
    still = compared(Topic.DELAY, (1, 2), 0.0, se=0.0)
    few = compared(Topic.DELAY, (1, 3), 1.0, blocks=40)
    found = choose([still, few, compared(Topic.DELAY, (1, 4), -2.0)])
    assert (found.compared, found.unmoved, found.too_few) == (1, 1, 1)


def test_what_bots_rightly_leave_is_no_finding_at_the_top() -> None:
    found = choose([replace(compared(Topic.DELAY, (2, 0), -9.0), counts=False)])
    assert [finding.weight for finding in found.ranked] == [0.0]
    assert found.top == ()


def test_bots_agree_or_not() -> None:
    whole = compared(Topic.HEX, (4,), 1.0)
    apart = {0: estimate(1.0), 1: estimate(-1.0), 2: estimate(0.05), 3: estimate(1.0, blocks=50)}
    (found,) = choose([replace(whole, by_bot=apart)]).ranked
    assert found.compared.same == (0,)
    assert found.compared.opposite == (1,)
    mirrored = replace(whole, effect=estimate(-1.0), by_bot=apart)
    (found,) = choose([mirrored]).ranked
    assert (found.compared.same, found.compared.opposite) == ((1,), (0,))


def test_the_other_way_round_is_corrected_for_all_bots_of_all_comparisons() -> None:
    """p = 0.04 stands alone, not among a hundred bots' effects that are nothing."""
    against = replace(compared(Topic.HEX, (4,), 1.0), by_bot={1: estimate(-0.206)})
    assert against.by_bot[1].high < 0
    (alone,) = choose([against]).ranked
    assert alone.compared.opposite == (1,)
    quiet = {bot: estimate(0.01 * bot) for bot in range(4)}
    crowd = [replace(compared(Topic.HEX, (hexagon,), 1.0), by_bot=quiet) for hexagon in range(5, 30)]
    assert all(finding.compared.opposite == () for finding in choose([against, *crowd]).ranked)


def test_a_finding_stands_out_within_its_kind_too() -> None:
    """A weak one passes among many strong ones of other kinds, not among a hundred quiet ones of its own."""
    weak = compared(Topic.PLACEMENT, (1, 1), 0.24)
    quiet = [compared(Topic.PLACEMENT, (card, 2), 0.0) for card in range(2, 6)]
    strong = [compared(Topic.DEAL, (card,), 5.0) for card in range(60)]
    corrected = benjamini_hochberg([each.p for each in [weak, *quiet, *strong]])
    assert corrected[0] <= 0.05
    assert {finding.compared.topic for finding in choose([weak, *quiet, *strong]).ranked} == {Topic.DEAL}
    assert weak in [finding.compared for finding in choose([weak, *strong]).ranked]


def test_cards_dealt_against_the_chapter_on_cards(known: Study) -> None:
    """Every bot's effect is that of ``deals``; its error is nearly the same."""
    mine = {each.key[0]: each for each in compared_deals(known)}
    for bot, rows in enumerate(deal_effects(known)):
        for dealt in rows:
            ours, theirs = mine[dealt.card.number].by_bot[bot], dealt.versus.difference
            assert ours.mean == pytest.approx(theirs.mean, abs=1e-9)
            assert ours.se == pytest.approx(theirs.se, rel=0.1)


def test_seats_and_bots_are_judged_by_margin(known: Study) -> None:
    """The measure that ranks them and that the sentence begins with."""
    for each in compared_standings(known):
        assert [each.p] == p_values_of([each.effect])


def test_of_two_the_one_with_the_better_margin_is_named(tmp_path: Path) -> None:
    """Seat 0 wins more often, but by less than it loses by."""
    study = made_up_study(tmp_path, "two-players", 300, 8)
    part = study.parts[0]
    loses_high = pl.col("block") % 3 == 0
    vp = (
        pl.when(pl.col("seat") == 1)
        .then(50)
        .otherwise(pl.when(loses_high).then(20).otherwise(51 + pl.col("block") % 2))
    )
    players = part.players.with_columns(vp=vp.cast(pl.Int64))
    best = pl.col("vp") == pl.col("vp").max().over("block", "game")
    players = players.with_columns(winners=best.cast(pl.Int64))
    made = replace(study, parts=(replace(part, players=players),))
    (found,) = [each for each in compared_standings(made) if each.topic == Topic.SEAT]
    assert found.key == (1,)
    assert found.effect.mean > 0
    assert found.share.high < 0.5


def test_seats_by_bot_are_against_that_bots_mean(known: Study) -> None:
    seats = [each for each in compared_standings(known) if each.topic == Topic.SEAT]
    for bot in range(4):
        assert sum(each.by_bot[bot].mean for each in seats) == pytest.approx(0.0, abs=1e-9)


def test_of_two_seats_only_the_better_is_named(tmp_path: Path) -> None:
    study = made_up_study(tmp_path, "two-players", 300, 8, Recipe(seat={1: 3.0}))
    assert [(each.topic, each.key) for each in compared_standings(study)] == [(Topic.SEAT, (1,))]


def test_moved_estimates_keep_their_width() -> None:
    moved = shifted(estimate(1.0), -3.0)
    assert moved.mean == -2.0
    assert moved.half_width == pytest.approx(estimate(1.0).half_width)
    assert not math.isnan(moved.se)
