"""The best and the worst uses of cards, and those that stand out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from analyzer.analysis.card_measures import drawn_to_mean
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.measures import use
from analyzer.analysis.placements import CardUse
from analyzer.analysis.shrinkage import shrunk
from analyzer.analysis.stats import Estimate, stand_out
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Figure
from reports.sections import names
from reports.sections.card_names import MARKS_READ, BotCards, plain_use, use_name

_LISTED = 12  # uses in each of the lists of best and worst


@dataclass(frozen=True, slots=True)
class Ranked:
    """A use with what it is ranked by: its value (causal, or observed) drawn to the mean of all."""

    use: CardUse
    value: Estimate
    shrunk: float
    told: bool


def ranked(cards: BotCards, *, observed: bool) -> list[Ranked]:
    """Uses with enough blocks, the best first: by their causal effects, or by what was observed."""
    effects = None if observed else cards.effects
    pairs = [
        (use, use.versus.difference if effects is None else effects.get(use.key, NOTHING))
        for use in cards.values.cells
    ]
    trusted = [(use, value) for use, value in pairs if value.n and not words.is_small(value)]
    values = [value for _, value in trusted]
    told = stand_out(values, 0.0)
    found = [
        Ranked(use, value, drawn, flag is True)
        for (use, value), drawn, flag in zip(trusted, shrunk(values), told, strict=True)
        if math.isfinite(drawn)
    ]
    return sorted(found, key=lambda rank: (-rank.shrunk, rank.use.key))


def best_and_worst(cards: BotCards, *, observed: bool) -> str:
    """The ends of the ranking as a sentence."""
    order = ranked(cards, observed=observed)
    if not order:
        return "No use of a card rests on enough games to be judged."
    kind = "Best" if not observed else "Best observed, against player-games without it"

    def told(rank: Ranked) -> str:
        return f"{plain_use(rank.use)}, {words.with_interval(rank.value, sign=True, unit='vp')}"

    return f"{kind}: {told(order[0])}; worst: {told(order[-1])}."


def extremes(cards: BotCards, *, observed: bool) -> Figure | None:
    """The best and the worst uses with their intervals; None where nothing can be judged.

    The ranking that leads (``cards.causal``) has the plain id.
    """
    order = ranked(cards, observed=observed)
    if not order:
        return None
    use(drawn_to_mean(cards.study.outcome))
    listed = min(_LISTED, len(order) // 2 or 1)
    groups = [("Best", order[:listed]), ("Worst", order[: -listed - 1 : -1])]
    dots = tuple(
        Dot(use_name(rank.use), rank.value, rank.use.placement, rank.shrunk, group)
        for group, ranks in groups
        for rank in ranks
    )
    outcome = names.outcome_name(cards.study)
    what = (
        f"effect on {outcome}: this use less the mean of the card's others"
        if not observed
        else f"{outcome} of player-games with this use less that of the bot's others"
    )
    return Figure(
        f"placement-extremes{'' if observed != cards.causal else '-after'}{cards.ending}",
        f"Best and worst uses{'' if observed != cards.causal else ' by effect'}{cards.of_bot}",
        f"Dot plot of the {listed} best and {listed} worst uses of a card. "
        + best_and_worst(cards, observed=observed),
        "Each dot is an estimate with its 95\u202f% interval; colour and shape give the placement. The order "
        "goes by the tick: the estimate drawn to the mean of all uses, the more so the more uncertain it is "
        "(empirical Bayes), so that rare uses don't rank high by luck. A tick far from its dot says that the "
        f"estimate is mostly luck. {MARKS_READ}",
        Dots(
            dots,
            f"{outcome}, vp" if not cards.study.solo else "vp",
            line=0.0,
            signed=True,
            series=PLACEMENT_WORDS,
            reference_label="drawn to the mean",
        ),
        f"{'Observed' if observed else 'Causal'} {what}; uses seen in at least {words.SMALL} blocks",
    )


def few_of_each(whose: tuple[BotCards, ...], most: int, blocks: int) -> list[tuple[int, int]]:
    """Uses that stand out, half of them good and half bad, for the first of these that has any.

    Of those that were played in so many blocks: an effect may stand out that is hardly ever chosen.
    """
    for cards in whose:
        told = [
            rank
            for rank in ranked(cards, observed=not cards.causal)
            if rank.told and rank.use.outcome.blocks >= blocks
        ]
        good = [rank.use.key for rank in told if rank.value.mean > 0][: most // 2]
        bad = [rank.use.key for rank in reversed(told) if rank.value.mean < 0][: most // 2]
        if good or bad:
            return [*good, *bad]
    return []
