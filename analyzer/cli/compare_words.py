"""The result of a comparison in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from analyzer.analysis.comparison import Comparison, Difference, Ending
from analyzer.analysis.sprt import Sprt
from analyzer.analysis.stats import POWER, Estimate, detectable_difference
from analyzer.analysis.stopping import UntilDecided, UntilNarrow
from reports import words


def verdict(comparison: Comparison) -> str:
    """Who wins more, by how much and how surely: one or a few sentences."""
    sentences = list(_pairs(comparison))
    ending = comparison.ending
    if ending is not None and isinstance(ending.rule, UntilDecided):
        sentences = [_test(comparison, ending, ending.rule.test), _measured(comparison)]
        sentences += [_no_variation(pair, comparison) for pair in comparison.differences if pair.alike]
    elif ending is not None and isinstance(ending.rule, UntilNarrow):
        sentences.append(_width(ending, ending.rule, comparison.blocks))
    if 1 < comparison.blocks < words.SMALL:
        sentences.append(f"Fewer than {words.SMALL} blocks: the intervals are rough.")
    return " ".join(sentences)


def _pairs(comparison: Comparison) -> Iterator[str]:
    """How each pair of bots differs in wins."""
    for difference in comparison.differences:
        yield _pair(difference, comparison)
    pairs = len(comparison.differences)
    if pairs > 1:
        yield f"What counts as shown is corrected for the number of pairs, {pairs}."


def _pair(difference: Difference, comparison: Comparison) -> str:
    """How two bots differ in wins."""
    one, other, share = difference.bot, difference.other, difference.all.share
    if share.se == 0.0 and share.mean == 0.0:
        return _no_variation(difference, comparison)
    if math.isnan(share.se):
        return f"One block says nothing sure about {one} and {other}; play more."
    if not difference.shown and share.se == 0.0:
        return f"So few blocks say nothing sure about {one} and {other}: {_found(share)}; play more."
    if not difference.shown:
        return f"No difference in wins is shown between {one} and {other}: {_found(share)}. {_missed(share)}"
    if share.mean > 0.0:
        return f"{one} wins more than {other}: {_found(share)}."
    mirrored = Estimate(-share.mean, -share.high, -share.low, share.n, share.blocks, share.se)
    return f"{other} wins more than {one}: {_found(mirrored)}."


def _found(share: Estimate) -> str:
    """+3.1 points of win share, 95 % 2.4 to 3.8, 4,000 blocks."""
    decimals = _decimals(share)
    gain = f"{words.number(100 * share.mean, decimals, sign=True)} points of win share"
    if share.se == 0.0:
        return f"{gain} in each of {share.blocks:,} blocks"
    low, high = (words.number(100 * bound, decimals) for bound in (share.low, share.high))
    return f"{gain}, 95 % {low} to {high}, {share.blocks:,} blocks"


def _missed(share: Estimate) -> str:
    """How large a difference may be there unseen."""
    found = 100 * detectable_difference(share.se, share.blocks)
    return (
        f"A true difference of {words.number(found, words.digits(found / 10))} points would have been found "
        f"with a probability of {100 * POWER:.0f} %; a smaller one may have been missed."
    )


def _no_variation(difference: Difference, comparison: Comparison) -> str:
    """Two bots with the same wins in every block."""
    who = f"{difference.bot} and {difference.other}"
    same = f"in each of {comparison.blocks:,} blocks their wins differ by exactly 0"
    if difference.alike:
        return f"{who} play alike (same policy and weights): {same}, by construction, which proves nothing."
    if difference.all.margin.se == 0.0 and difference.all.margin.mean == 0.0:
        return f"{who}: {same}, and their vp too. As far as this shows they play alike, which proves nothing."
    return f"{who}: {same}; only their vp tell them apart."


def _width(ending: Ending, rule: UntilNarrow, blocks: int) -> str:
    """Why a comparison with UntilNarrow ended."""
    aim = _plain(100 * rule.half_width)
    if not ending.met:
        return f"{_not_met(ending, blocks)}; each win share was to be known to ±{aim} points."
    return (
        f"Played until each win share was known to ±{aim} points. The rule looks at the width, not at who is "
        "ahead: the intervals are ordinary ones, not time-uniform."
    )


def _test(comparison: Comparison, ending: Ending, test: Sprt) -> str:
    """What the sequential test decides, on which scale, and how often it errs."""
    low, high = (_plain(100 * value, sign=True) for value in (test.low, test.high))
    scale = f"{comparison.standings[0].bot}'s win share minus the fair share of {100 * comparison.fair:.1f} %"
    if ending.decision is None:
        return f"{scale}: undecided between {low} and {high} points. {_not_met(ending, comparison.blocks)}."
    one, other = (high, low) if ending.decision == "high" else (low, high)
    alpha, beta = (f"{_plain(100 * rate)} % of tests" for rate in (test.alpha, test.beta))
    return (
        f"{scale}: rather {one} than {other} points, says a sequential test that is wrong in at most {alpha} "
        f"if the truth is {low}, and in at most {beta} if it is {high}."
    )


def _measured(comparison: Comparison) -> str:
    """The first bot's share on the scale of the test."""
    share, fair = comparison.standings[0].all.share, 100 * comparison.fair
    decimals = _decimals(share)
    mean, low, high = (100 * bound - fair for bound in (share.mean, share.low, share.high))
    measured = f"Measured: {words.number(mean, decimals, sign=True)} points"
    if share.se == 0.0:
        return f"{measured} in each of {comparison.blocks:,} blocks.{_all_or_none(comparison)}"
    bounds = f"{words.number(low, decimals)} to {words.number(high, decimals)}"
    return f"{measured}, 95 % at every look {bounds}, {comparison.blocks:,} blocks."


def _all_or_none(comparison: Comparison) -> str:
    """That the first bot has won all games, or none; empty if it has won some."""
    first, *others = comparison.standings
    games = f"all {comparison.blocks * comparison.games_per_block:,} games"
    if first.all.share.mean == 0.0:
        return f" {first.bot} lost {games}."
    return "" if any(other.all.share.mean for other in others) else f" {first.bot} won {games}."


def _not_met(ending: Ending, blocks: int) -> str:
    """Play ended although the rule asked for more."""
    if blocks < ending.most:
        return f"Ended after {blocks:,} blocks: nothing varied, and without variation no rule can judge"
    return f"All {blocks:,} blocks that --max-blocks allows are played"


def _decimals(share: Estimate) -> int:
    return max(1, words.digits(100 * share.half_width))


def _plain(value: float, *, sign: bool = False) -> str:
    """A number that the user gave, as short as it is: 0.5, +2, 0."""
    text = f"{value:+.10g}" if sign and round(value, 9) else f"{value:.10g}"
    return text.replace("-", words.MINUS)


def yielded(bot: str, times: int) -> str:
    """What a bot was told and could not keep to."""
    how_often = "once" if times == 1 else f"{times:,} times"
    return f"What {bot} was told yielded {how_often}, where nothing else was legal."
