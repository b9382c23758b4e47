"""Findings of made-up runs with known effects, and of runs with none."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.deals import deal_effects
from analyzer.analysis.findings import findings
from analyzer.analysis.findings.choices import compared_choices, times_chosen
from analyzer.analysis.findings.chosen import MOST, OF_ONE_TOPIC, choose
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of, shifted
from analyzer.analysis.findings.dealt import compared_deals
from analyzer.analysis.findings.standings import compared_standings
from analyzer.analysis.stats import Estimate, benjamini_hochberg, t_quantile
from analyzer.analysis.study import Study
from tests.unit.analysis.made_up import Recipe, made_up_study
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions

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
    found = choose([compared(Topic.DELAY, (2, 0), -9.0, often=0.0)])
    assert len(found.ranked) == 1
    assert found.top == ()


def test_bots_agree_or_not() -> None:
    whole = compared(Topic.HEX, (4,), 1.0)
    apart = {0: estimate(1.0), 1: estimate(-1.0), 2: estimate(0.05), 3: estimate(1.0, blocks=50)}
    assert replace(whole, by_bot=apart).same == (0,)
    assert replace(whole, by_bot=apart).opposite == (1,)


def test_cards_dealt_against_the_chapter_on_cards(known: Study) -> None:
    """Every bot's effect is that of ``deals``; its error is nearly the same."""
    mine = {each.key[0]: each for each in compared_deals(known)}
    for bot, rows in enumerate(deal_effects(known)):
        for dealt in rows:
            ours, theirs = mine[dealt.card.number].by_bot[bot], dealt.versus.difference
            assert ours.mean == pytest.approx(theirs.mean, abs=1e-9)
            assert ours.se == pytest.approx(theirs.se, rel=0.1)


def test_seats_by_bot_are_against_that_bots_mean(known: Study) -> None:
    seats = [each for each in compared_standings(known) if each.topic == Topic.SEAT]
    for bot in range(4):
        assert sum(each.by_bot[bot].mean for each in seats) == pytest.approx(0.0, abs=1e-9)


def test_of_two_seats_only_the_better_is_named(tmp_path: Path) -> None:
    study = made_up_study(tmp_path, "two-players", 300, 8, Recipe(seat={1: 3.0}))
    assert [(each.topic, each.key) for each in compared_standings(study)] == [(Topic.SEAT, (1,))]


def test_times_chosen_stand_for_all_decisions_of_their_games(tmp_path: Path) -> None:
    """Each probed decision was drawn of three; 4 blocks, the last without any."""
    decisions = [Decision(block, (Option((2, 5), 3), Option((4, 1), 0))) for block in (0, 1)]
    decisions.append(Decision(2, (Option((2, 5), 3), Option((4, 1), 0)), chosen=1))
    folder = study_of_decisions(tmp_path / "probes-die", decisions, blocks=4)
    assert times_chosen(folder) == {(2, 5): 2 * 3 / 4, (4, 1): 3 / 4}


def decisions_of(blocks: int, gain: int, dice: random.Random, bots: int = 1) -> list[Decision]:
    """One of three hexes is worth ``gain`` thirds of a vp more than the others."""
    found = []
    for block in range(blocks):
        options = tuple(
            Option((hexagon, -1), round(dice.gauss(gain * (hexagon == 5), 12))) for hexagon in (3, 5, 9)
        )
        found.append(Decision(block, options, chosen=dice.randrange(3), bot=dice.randrange(bots)))
    return found


def test_probes_are_compared_with_the_rest(tmp_path: Path, known: Study) -> None:
    decisions = decisions_of(800, 9, random.Random(2), bots=4)
    folder = study_of_decisions(tmp_path / "probes-hex", decisions, blocks=800, kind="hex", bots=known.bots)
    studies = {"probes-hex": folder}
    mine = {each.key: each for each in compared_choices(known, studies)}
    assert set(mine) == {(3, -1), (5, -1), (9, -1)}
    best = mine[5, -1]
    assert (best.topic, best.evidence, best.provenance) == (Topic.HEX, Evidence.CAUSAL, "designed")
    assert best.effect.low < 3.0 < best.effect.high
    assert best.often == pytest.approx(3 * sum(d.chosen == 1 for d in decisions) / 800)
    assert best.same == (0, 1, 2, 3)
    found = findings(known, studies)
    finding = next(each for each in found.ranked if each.compared.key == (5, -1))
    assert finding.game is not None
    block, game = divmod(finding.game, 4)
    assert game == 0
    assert decisions[block].chosen == 1, "a game in which the hex was really taken"


def test_probes_without_effects_are_quiet(tmp_path: Path) -> None:
    """20 studies of three options that are all alike."""
    study = made_up_study(tmp_path, "four-players", 200, 5)
    false = 0
    for seed in range(20):
        decisions = decisions_of(300, 0, random.Random(seed))
        folder = study_of_decisions(tmp_path / f"{seed}", decisions, blocks=300, kind="hex")
        false += bool(choose(list(compared_choices(study, {"probes-hex": folder}))).ranked)
    assert false <= 4  # more with probability 0.3 %


def test_games_beyond_the_run_are_not_named(tmp_path: Path) -> None:
    study = made_up_study(tmp_path, "four-players", 150, 5)
    late = [replace(each, block=each.block + 150) for each in decisions_of(300, 30, random.Random(1))]
    folder = study_of_decisions(tmp_path / "late", late, blocks=450, kind="hex")
    found = findings(study, {"probes-hex": folder})
    games = [finding.game for finding in found.ranked if finding.compared.topic == Topic.HEX]
    assert games
    assert set(games) == {None}


def test_moved_estimates_keep_their_width() -> None:
    moved = shifted(estimate(1.0), -3.0)
    assert moved.mean == -2.0
    assert moved.half_width == pytest.approx(estimate(1.0).half_width)
    assert not math.isnan(moved.se)
