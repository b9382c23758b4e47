"""Market markers of made-up games, and studies that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from analyzer.analysis.study import Part, Study
from analyzer.recording.schema import Markers
from analyzer.scenario import load_scenario
from analyzer.scenario.model import Scenario

SCENARIO = load_scenario("four-players")
VALUES = {place.number: place.value for place in SCENARIO.rule_set.hexes}


@dataclass(frozen=True)
class Marker:
    """A marker of a barrow; ``removed_from``: the hex of the marker that removed it."""

    hex: int
    scored: int
    removed_from: int | None = None
    block: int = 0
    seat: int = 0
    bot: int = 0
    removals: int = 0  # vp for them
    card: int = 5
    placed: int = 1  # round


def study_with(
    markers: Sequence[Marker],
    blocks: int,
    scenario: Scenario = SCENARIO,
    bots: tuple[str, ...] = ("balanced",),
) -> Study:
    """A study with a game a block, of these markers and nothing else."""
    seating = (tuple(seat % len(bots) for seat in range(scenario.players)),)
    empty = pl.LazyFrame()
    part = Part(
        **{name: frame_of(markers) if name == "markers" else empty for name in Part.__dataclass_fields__}
    )
    return Study(Path("none"), scenario, bots, seating, blocks, (part,))


def frame_of(markers: Sequence[Marker]) -> pl.LazyFrame:
    """The rows of the markers table."""
    rows = [
        {
            Markers.BLOCK.value: marker.block,
            Markers.GAME.value: 0,
            Markers.SEAT.value: marker.seat,
            Markers.BOT.value: marker.bot,
            Markers.HEX.value: marker.hex,
            Markers.VALUE.value: VALUES[marker.hex],
            Markers.ROUND_PLACED.value: marker.placed,
            Markers.ROUND_REMOVED.value: 0 if marker.removed_from is None else marker.placed + marker.scored,
            Markers.REMOVED_BY.value: None if marker.removed_from is None else 3,
            Markers.REMOVED_FROM.value: marker.removed_from,
            Markers.CARD.value: marker.card,
            Markers.ROUNDS_SCORED.value: marker.scored,
            Markers.REMOVALS.value: marker.removals,
            Markers.VP.value: VALUES[marker.hex] * (marker.card > 0) + marker.scored + marker.removals,
        }
        for marker in markers
    ]
    return pl.LazyFrame(rows, schema={column.value: pl.Int64 for column in Markers})
