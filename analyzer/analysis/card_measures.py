"""What one card gives by itself in each placement: the measures of its direct yield, per play."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from analyzer.analysis.measures import CARD_VP, ROUND, Measure
from analyzer.recording.schema import PLACEMENT_WORDS, Placements

PLAYED_ROUND = replace(
    ROUND, definition="The round in which the card was played; averaged over all its plays in this placement."
)
YIELD_VP = replace(CARD_VP, key="yield_vp", value=pl.col(Placements.VP))


def _count(key: str, name: str, unit: str, definition: str, column: Placements) -> Measure:
    return Measure(key, name, unit, definition, pl.col(column))


GROWN = _count("grown", "goods grown", "goods", "Goods that grew on the field.", Placements.USES)
FIRED = _count(
    "fired",
    "times used",
    "times",
    "How often the helper acted; one that is always on has no count.",
    Placements.USES,
)

YIELDS: dict[str, tuple[Measure, ...]] = {
    "field": (GROWN,),
    "helper": (FIRED, YIELD_VP),
    "barrow": (YIELD_VP,),
    "extension": (),
}
"""By placement what is counted of each play."""

YIELD_MEASURES: tuple[Measure, ...] = tuple(
    {measure.key: measure for word in PLACEMENT_WORDS for measure in YIELDS[word]}.values()
)
"""Each of them once."""
