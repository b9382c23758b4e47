"""Who holds the market hexes, and what a marker on each of them brings."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import NOTHING, Key, estimates, rate, rates
from analyzer.analysis.measures import BEYOND, HELD, MARKER_VP, REMOVED, STOOD
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import NEUTRAL_SEAT, Study
from analyzer.recording.schema import Markers
from analyzer.scenario.model import Hex


@dataclass(frozen=True, slots=True)
class HexControl:
    """One open hex: who holds it, how often it is taken and what markers placed there bring.

    ``held``: by any player (solo: by the player); ``by_seat``: seat by seat (solo: player,
    neutral); ``by_bot``: the share of phases per game of the run, so that bots add up to ``held``.
    """

    hex: Hex
    held: Estimate
    by_seat: tuple[Estimate, ...]
    by_bot: tuple[Estimate, ...]
    placed: Estimate  # markers placed for barrows, per game
    vp: Estimate
    beyond: Estimate
    stood: Estimate
    removed: Estimate


def hex_control(study: Study) -> tuple[HexControl, ...]:
    """Control of every open hex, in the order of their numbers."""
    markers = [part.markers for part in study.parts]
    own = [frame.filter(pl.col(Markers.SEAT) != NEUTRAL_SEAT) if study.solo else frame for frame in markers]
    placed = [frame.filter(pl.col(Markers.CARD) > 0) for frame in own]
    held = _held(study, own, (Markers.HEX,))
    seats = _held(study, markers, (Markers.HEX, Markers.SEAT))
    bots = _held(study, own, (Markers.HEX, Markers.BOT))
    counts = _counts(study, placed)
    values = estimates(placed, (MARKER_VP, BEYOND, STOOD, REMOVED), (Markers.HEX,))
    none = rate(0, 0, study.blocks, len(study.seating) * study.rounds)
    columns = 2 if study.solo else study.players
    found = []
    for place in study.scenario.rule_set.hexes:
        if study.is_closed(place):
            continue
        number = place.number
        value = values.get((number,), {})
        found.append(
            HexControl(
                place,
                held.get((number,), none),
                tuple(seats.get((number, seat), none) for seat in range(columns)),
                tuple(bots.get((number, bot), none) for bot in range(len(study.bots))),
                counts.get((number,), rate(0, 0, study.blocks, len(study.seating), is_share=False)),
                *(value.get(m.key, NOTHING) for m in (MARKER_VP, BEYOND, STOOD, REMOVED)),
            )
        )
    return tuple(found)


def _held(study: Study, frames: list[pl.LazyFrame], by: tuple[str, ...]) -> dict[Key, Estimate]:
    """Share of all scoring phases with a marker on the hex."""
    phases = len(study.seating) * study.rounds
    found = rates(frames, {HELD.key: HELD.value}, by, blocks=study.blocks, trials=lambda _: phases)
    return {key: row[HELD.key] for key, row in found.items()}


def _counts(study: Study, frames: list[pl.LazyFrame]) -> dict[Key, Estimate]:
    """Markers placed per game."""
    games = len(study.seating)
    one = {"placed": pl.lit(1, pl.Int32)}
    found = rates(frames, one, (Markers.HEX,), blocks=study.blocks, trials=lambda _: games, is_share=False)
    return {key: row["placed"] for key, row in found.items()}
