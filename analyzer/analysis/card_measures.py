"""What one card gives by itself in each placement: the measures of its direct yield, per play."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from analyzer.analysis.measures import Measure
from analyzer.recording.schema import PLACEMENT_WORDS, Placements

PLAYED_ROUND = Measure(
    "round",
    "mean round",
    "round",
    "The round in which the card was played, over all its plays in this placement.",
    pl.col(Placements.ROUND),
)


def with_less_without(outcome: Measure) -> Measure:
    """The difference between player-games with a use of a card and those without."""
    return replace(
        outcome,
        key="with_without",
        name="with less without",
        definition=f"The mean {outcome.name} of the bot's player-games in which it placed the card so (at "
        "least once), less that of its other player-games. Observed: it does not say what the placement "
        "caused. The interval comes from what each block adds to both means.",
    )


def dealt_effect(outcome: Measure) -> Measure:
    """The difference between player-games that began with a card and those that didn't."""
    return replace(
        outcome,
        key="dealt",
        name="dealt less not dealt",
        definition=f"The mean {outcome.name} of the bot's player-games that began with the card in the "
        "opening hand, less that of its other player-games. Luck alone deals, so this difference is an "
        "effect.",
    )


def drawn_to_mean(outcome: Measure) -> Measure:
    """What uses are ranked by (``shrinkage.shrunk``)."""
    return replace(
        outcome,
        key="shrunk",
        name="drawn to the mean",
        definition="An estimate moved towards the mean of all uses that are ranked with it, by the part of "
        "its variance that is its own error (empirical Bayes; the variance of the true values is Paule and "
        "Mandel's). Rankings go by it, so that few games don't put a use at either end.",
    )


def advantage(outcome: Measure) -> Measure:
    """What tells obvious cards from real choices (``card_choice``)."""
    return replace(
        outcome,
        key="advantage",
        name="best use less its rival",
        definition=f"The {outcome.name} with the card's best placement less that with its rival, within the "
        "probed decisions that could choose either. Best is the placement with the largest effect; its rival "
        "is the one that comes closest to it in those decisions.",
    )


def against_plays(outcome: Measure) -> Measure:
    """What the observed difference of a use would be if choices were made at random (``card_bias``)."""
    return replace(
        outcome,
        key="against_plays",
        name="chosen less the card's other plays",
        definition=f"Within each probed decision in which the bot chose this use: the {outcome.name} with it "
        "less that with the card's other placements, these weighted by how often the bot plays the card so "
        "(those not on offer left out). Averaged over these decisions; the weights are taken as known. The "
        "observed difference compares the same: this use with the card's other plays.",
    )


def _count(column: Placements, name: str, unit: str, definition: str, key: str = "") -> Measure:
    return Measure(f"yield_{key or column}", name, unit, definition, pl.col(column))


GROWN = _count(Placements.USES, "goods grown", "goods", "Goods that grew on the field, per play.", "grown")
USED = _count(
    Placements.USED,
    "goods used",
    "goods",
    "Goods taken from the field, per play: upgraded, delivered, sold or paid. The others stay on it, unused.",
)
FIRED = _count(
    Placements.USES,
    "times used",
    "times",
    "How often the helper acted, per play. A helper that is always on has no counts.",
    "fired",
)
GAVE_VP = _count(
    Placements.VP,
    "direct vp",
    "vp",
    "Victory points per play: of a barrow its value and those for the markers it removed, of a helper those "
    "it gave.",
)
SILVER = _count(
    Placements.SILVER,
    "silver",
    "silver",
    "Silver per play: of a helper what it gave, of an extension the income of its silver icons.",
)
GOODS = _count(
    Placements.GOODS,
    "goods given",
    "goods",
    "Resources, upgraded goods and commodities that the helper gave, per play.",
)
CARDS = _count(Placements.CARDS, "cards", "cards", "Cards drawn or played because of the helper, per play.")
DELIVERIES = _count(
    Placements.DELIVERIES,
    "deliveries",
    "deliveries",
    "Deliveries per play: those that the helper gave; extra ones that needed an icon of the extension.",
)
STEPS = _count(
    Placements.STEPS, "siesta steps", "steps", "Steps on the siesta track that the helper gave, per play."
)
UPGRADES = _count(
    Placements.UPGRADES, "upgrades", "upgrades", "Free upgrades made because of the helper, per play."
)
PIGS = _count(
    Placements.PIGS,
    "pig-rounds",
    "pig-rounds",
    "Pigs that stood in spaces of the extension's den icons in scoring phases, per play.",
)
COMPLETED = Measure(
    "yield_completed",
    "completed",
    "share",
    "Share of the barrows so played that were completed.",
    pl.col(Placements.COMPLETED),
    1,
    True,
)
REMOVALS = _count(
    Placements.REMOVALS,
    "removals",
    "markers",
    "Others' market markers that the barrow's marker removed, per play.",
)
MARKET = _count(
    Placements.MARKET,
    "hex income",
    "vp",
    "Victory points of the barrow's market marker in scoring phases, per play.",
)

YIELDS: dict[str, tuple[Measure, ...]] = {
    "field": (GROWN, USED),
    "helper": (FIRED, GAVE_VP, SILVER, GOODS, CARDS, DELIVERIES, STEPS, UPGRADES),
    "barrow": (COMPLETED, GAVE_VP, REMOVALS, MARKET),
    "extension": (SILVER, DELIVERIES, PIGS),
}
"""By placement what is counted of each play."""

YIELD_MEASURES: tuple[Measure, ...] = tuple(
    {measure.key: measure for word in PLACEMENT_WORDS for measure in YIELDS[word]}.values()
)
"""Each of them once."""
