"""Comparisons in plain words and as tables."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import pytest
from rich.console import Console

from analyzer.analysis.comparison import Comparison, Difference, Ending, Figures, Standing
from analyzer.analysis.sprt import Sprt
from analyzer.analysis.stats import Estimate
from analyzer.analysis.stopping import UntilDecided, UntilNarrow
from analyzer.cli.compare_view import comparison_tables
from analyzer.cli.compare_words import verdict

BLOCKS = 4000


def of(mean: float, half: float) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 14 * BLOCKS, BLOCKS, half / 1.96)


def figures(share: Estimate) -> Figures:
    return Figures(share, of(60 + share.mean, 0.2), of(10 * share.mean, 0.1))


def standing(bot: str, share: float, half: float = 0.0035) -> Standing:
    return Standing(bot, figures(of(share, half)), (figures(of(share, 2 * half)),) * 4)


def difference(
    share: Estimate, shown: bool | None, *, bot: str = "A", other: str = "B", alike: bool = False
) -> Difference:
    return Difference(bot, other, figures(share), (figures(share),) * 4, shown, alike)


def comparison(*differences: Difference, ending: Ending | None = None, blocks: int = BLOCKS) -> Comparison:
    names = dict.fromkeys(name for one in differences for name in (one.bot, one.other))
    return Comparison(
        players=4,
        seed=1,
        blocks=blocks,
        games_per_block=14,
        one_vs_rest=False,
        standings=tuple(standing(name, 0.2656 if name == "A" else 0.2344) for name in names),
        differences=differences,
        alike=(),
        ending=ending,
        uniform=ending is not None and isinstance(ending.rule, UntilDecided),
    )


MORE = "A wins more than B: +3.1 points of win share, 95 % 2.4 to 3.8, 4,000 blocks."


def test_who_wins_more() -> None:
    assert verdict(comparison(difference(of(0.031, 0.007), True))) == MORE
    assert verdict(comparison(difference(of(-0.031, 0.007), True, bot="B", other="A"))) == MORE


def test_decimals_follow_the_interval() -> None:
    words = verdict(comparison(difference(of(0.00314, 0.0002), True)))
    assert "+0.31 points of win share, 95 % 0.29 to 0.33, 4,000 blocks" in words


def test_no_difference_and_how_large_one_may_have_been_missed() -> None:
    """1.96 + 0.84 standard errors of a half interval of 0.7 points."""
    assert verdict(comparison(difference(of(0.003, 0.007), False))) == (
        "No difference in wins is shown between A and B: +0.3 points of win share, 95 % \u22120.4 to 1.0, "
        "4,000 blocks. A true difference of 1.0 points would have been found with a probability of 80 %; a "
        "smaller one may have been missed."
    )


def test_a_few_blocks_that_are_all_alike_say_nothing() -> None:
    assert verdict(comparison(difference(of(0.5, 0.0), False))) == (
        "So few blocks say nothing sure about A and B: +50.0 points of win share in each of 4,000 blocks; "
        "play more."
    )


def test_all_games_won() -> None:
    words = verdict(comparison(difference(of(0.5, 0.0), True)))
    assert words == "A wins more than B: +50.0 points of win share in each of 4,000 blocks."


def test_bots_that_play_alike_prove_nothing() -> None:
    words = verdict(comparison(difference(of(0.0, 0.0), None, alike=True)))
    assert words == (
        "A and B play alike (same policy and weights): in each of 4,000 blocks their wins differ by exactly "
        "0, by construction, which proves nothing."
    )


def test_equal_wins_of_bots_that_do_not_play_alike() -> None:
    only_wins = difference(of(0.0, 0.0), None)
    assert verdict(comparison(only_wins)).endswith("differ by exactly 0; only their vp tell them apart.")
    nothing = replace(only_wins, all=Figures(of(0.0, 0.0), of(0.0, 0.0), of(0.0, 0.0)))
    assert verdict(comparison(nothing)).endswith(
        "As far as this shows they play alike, which proves nothing."
    )


def test_few_blocks() -> None:
    one = replace(of(0.2, 0.1), low=math.nan, high=math.nan, se=math.nan)
    words = verdict(comparison(difference(one, None), blocks=1))
    assert words == "One block says nothing sure about A and B; play more."
    few = verdict(comparison(difference(of(0.2, 0.1), True), blocks=99))
    assert few.endswith("Fewer than 100 blocks: the intervals are rough.")


def test_several_pairs() -> None:
    pairs = [difference(of(0.031, 0.007), True, other=other) for other in "BC"]
    assert verdict(comparison(*pairs)) == (
        f"{MORE} {MORE.replace('B', 'C')} What counts as shown is corrected for the number of pairs, 2."
    )


SIGNED = {0.5: "+25.0", 0.0: "\u221225.0", 0.3: "+5.0"}
"""Shares against the fair one of four seats."""
TEST = UntilDecided(Sprt(0.0, 0.02, 0.05, 0.1))


@pytest.mark.parametrize(("decision", "said"), [("high", "rather +2 than 0"), ("low", "rather 0 than +2")])
def test_a_test_that_decided(decision: str, said: str) -> None:
    ending = Ending(TEST, 100_000, True, llr=3.0, decision=decision)  # type: ignore[arg-type]
    assert verdict(comparison(difference(of(0.031, 0.007), True), ending=ending)) == (
        f"A's win share minus the fair share of 25.0 %: {said} points, says a sequential test that is wrong "
        "in at most 5 % of tests if the truth is 0, and in at most 10 % of tests if it is +2. Measured: +1.6 "
        "points, 95 % at every look 1.2 to 1.9, 4,000 blocks."
    )


def test_a_test_that_did_not_decide() -> None:
    ending = Ending(TEST, BLOCKS, False, llr=0.5)
    words = verdict(comparison(difference(of(0.031, 0.007), True), ending=ending))
    assert words.startswith(
        "A's win share minus the fair share of 25.0 %: undecided between 0 and +2 points. All 4,000 blocks "
        "that --max-blocks allows are played. Measured: +1.6 points"
    )


def test_a_test_of_bots_that_play_alike() -> None:
    same = difference(of(0.0, 0.0), None, alike=True)
    words = verdict(comparison(same, ending=Ending(TEST, 100_000, False), blocks=100))
    assert "undecided between 0 and +2 points. Ended after 100 blocks: nothing varied, and without" in words
    assert words.endswith("by construction, which proves nothing.")


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.5, 0.0), " A won all 1,400 games."),
        ((0.0, 0.5), " A lost all 1,400 games."),
        ((0.3, 0.2), ""),
    ],
)
def test_a_test_in_which_nothing_varied(shares: tuple[float, float], said: str) -> None:
    one, other = shares
    result = comparison(
        difference(of(one - other, 0.0), True), ending=Ending(TEST, 100_000, False), blocks=100
    )
    result = replace(result, standings=(standing("A", one, 0.0), standing("B", other, 0.0)))
    assert verdict(result).endswith(f"Measured: {SIGNED[one]} points in each of 100 blocks.{said}")


def test_a_width() -> None:
    met = Ending(UntilNarrow(0.0035), 100_000, True, widest=0.0034)
    words = verdict(comparison(difference(of(0.031, 0.007), True), ending=met))
    assert words == (
        f"{MORE} Played until each win share was known to ±0.35 points. The rule looks at the width, not at "
        "who is ahead: the intervals are ordinary ones, not time-uniform."
    )
    missed = verdict(
        comparison(difference(of(0.031, 0.007), True), ending=replace(met, most=BLOCKS, met=False))
    )
    assert missed == (
        f"{MORE} All 4,000 blocks that --max-blocks allows are played; each win share was to be known to "
        "±0.35 points."
    )


def shown(result: Comparison) -> list[str]:
    screen = Console(file=io.StringIO(), width=120, markup=False, highlight=False)
    for part in comparison_tables(result, "The verdict."):
        screen.print(part)
    assert isinstance(screen.file, io.StringIO)
    return [" ".join(line.split()) for line in screen.file.getvalue().splitlines() if line.strip()]


def test_tables() -> None:
    lines = shown(comparison(difference(of(0.031, 0.007), True)))
    assert lines[0] == "A and B, 4 players: 4,000 blocks of 14 games (56,000 in all), seed 1"
    assert "A 26.56 26.2 to 26.9 60.27 +2.66 2.6 to 2.8" in lines
    assert "difference +3.10 2.4 to 3.8 +60.03 +0.31 0.2 to 0.4" in lines
    assert "seat 3 26.6 ±0.7 23.4 ±0.7 +3.1 ±0.7" in lines
    assert lines[-1] == "The verdict."


def test_tables_of_one_against_the_rest_and_of_three() -> None:
    rest = replace(comparison(difference(of(0.0, 0.0), None)), one_vs_rest=True, blocks=1)
    assert shown(rest)[0] == "one A against 3 B, 4 players: 1 block of 14 games (14 in all), seed 1"
    assert "difference 0.00 - +60.00 0.00 \u22120.1 to 0.1" in shown(rest)
    pairs = [difference(of(0.031, 0.007), True, other=other) for other in "BC"]
    lines = shown(comparison(*pairs))
    assert lines[0].startswith("A, B and C, 4 players")
    assert "A \u2212 C +3.10 2.4 to 3.8 +60.03 +0.31 0.2 to 0.4" in lines


def test_intervals_at_every_look_are_named_so() -> None:
    lines = shown(comparison(difference(of(0.031, 0.007), True), ending=Ending(TEST, 10_000, True)))
    assert "win share, % 95 % at every look vp vp margin 95 % at every look" in lines
