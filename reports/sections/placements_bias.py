"""Observed against causal: how far what is seen of a use lies from what it changes."""

from __future__ import annotations

import math

from analyzer.analysis.card_bias import BothWays, bias_by_placement, both_ways
from analyzer.analysis.card_measures import against_plays
from analyzer.analysis.measures import use
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.figures.drawings import Scatter, Spot
from reports.page import Figure
from reports.sections import names
from reports.sections.card_names import BotCards, plain_use

_LABELLED = 8


def bias(cards: BotCards) -> Figure | None:
    """The scatter plot of one bot; None without probes or with too few."""
    pairs = both_ways(cards.values, cards.contrasts.against_plays(cards.plays))
    judged = tuple(pair for pair in pairs if pair.judged)
    if not judged:
        return None
    use(against_plays(cards.study.outcome))
    outcome = names.outcome_name(cards.study)
    labelled = _outliers(judged)
    spots = tuple(
        Spot(
            pair.observed,
            pair.causal,
            pair.use.placement,
            plain_use(pair.use) if pair.use.key in labelled else "",
        )
        for pair in pairs
    )
    return Figure(
        f"placement-bias{cards.ending}",
        f"Observed against causal{cards.of_bot}",
        f"Scatter plot of {len(pairs)} uses of cards, observed against causal; {len(judged)} rest on "
        f"{words.SMALL} blocks or more both ways. " + _told(judged),
        "Each point is a use. Across: the mean of the player-games with it less that of those that used the "
        "card otherwise, as anyone would count it. Up: the same comparison within the probed decisions in "
        "which the bot chose this use: with it, less with the card's other placements at that moment, these "
        "weighted by how often the card is so placed. If choices were random, the two would agree: that is "
        "the dashed line. A point right of it looks better than it is where it is chosen, a point left of it "
        "worse. Fine lines are 95\u202f% intervals; grey: fewer than "
        f"{words.SMALL} blocks. The names are those farthest from the line for their uncertainty.",
        Scatter(
            spots,
            f"observed {outcome}, this use less the card's other uses, vp",
            "causal, chosen uses less the card's other plays, vp",
            PLACEMENT_WORDS,
            diagonal=True,
        ),
        "Both compare a use with the card's other placements as they are played",
    )


def _outliers(pairs: tuple[BothWays, ...]) -> set[tuple[int, int]]:
    """The uses whose two figures lie farthest apart: the ends nearest to each other of their intervals."""

    def apart(pair: BothWays) -> float:
        return abs(pair.bias) - math.hypot(pair.observed.half_width, pair.causal.half_width)

    far = sorted(pairs, key=lambda pair: (-apart(pair), pair.use.key))[:_LABELLED]
    return {pair.use.key for pair in far if apart(pair) > 0}


def _told(pairs: tuple[BothWays, ...]) -> str:
    """The mean bias of each placement."""
    found = [
        f"{word} {words.with_interval(value, sign=True, unit='vp')}"
        for word, value in zip(PLACEMENT_WORDS, bias_by_placement(pairs), strict=True)
        if value.n
    ]
    told = [pair for pair in pairs if pair.told]
    signs = (
        f"For {len(told)} of the uses both intervals leave 0 out; "
        f"of these the sign is the same both ways for {sum(pair.same_sign for pair in told)}."
        if told
        else "For no use do both intervals leave 0 out."
    )
    return f"Observed less causal, the mean over plays of these: {words.listing(found)}. {signs}"
