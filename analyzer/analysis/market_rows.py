"""One pass over the market markers of a run, from which every answer about the hexes comes.

Part by part each question fills its table of block sums (``moments``), so that the rows are read once
and memory stays that of a few parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import polars as pl

from analyzer.analysis.market_measures import (
    MARKERS_PLACED,
    REMOVALS,
    horizon,
    life,
    removal_vp,
    scored_vp,
    standing,
)
from analyzer.analysis.measures import BEYOND, HELD, MARKER_VP, REMOVED, STOOD
from analyzer.analysis.moments import Moments, block_sums, moments
from analyzer.analysis.study import NEUTRAL_SEAT, Study
from analyzer.recording.schema import Markers

_PARTS_AT_ONCE = 4
_NUMBERS = (
    Markers.BLOCK,
    Markers.SEAT,
    Markers.BOT,
    Markers.HEX,
    Markers.VALUE,
    Markers.REMOVED_FROM,
)

Rows: TypeAlias = dict[str, np.ndarray]
"""Whole numbers of the markers of a part, by column; measures by "=" and their key."""

PLACED_COUNT = 0
PLACED_MEASURES = ("marker_vp", "removal_vp", "scored_vp", "beyond", "stood", "removed")
"""Measures of ``placed`` in the order of its counts, after PLACED_COUNT."""

ALL_MARKERS, ALL_PHASES, EARLY_MARKERS, EARLY_PHASES = range(4)
EARLY_STANDING = 4
"""Counts of ``fates``; those from EARLY_STANDING on are of phases 1, 2 … of the horizon."""


@dataclass(frozen=True, slots=True)
class Tallies:
    """Sums over blocks for every question; groups are hexes by number, unless said otherwise.

    ``held``: counts are rounds scored by all players, by each owner's seat (solo: player, neutral) and
    by each bot.  ``placed``: markers placed for barrows, their number and PLACED_MEASURES.
    ``beyond``: groups are hexes by bot (none with one bot only), counts their number and vp beyond.
    ``fates``: groups are ``values`` of hexes and then the markers of the set-up, counts for all bots and
    then each bot: all markers and the phases in which they stood; markers placed early enough to be
    watched for the whole horizon, the phases of it in which they stood, and how many stood in the first,
    the second and so on.  ``removals``: groups are ``pairs``.  ``removals_by_value``: groups are pairs of
    places in ``values``, the remover's first.  ``all_removals``: B3, then B4.
    """

    values: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    held: Moments
    placed: Moments
    beyond: Moments
    fates: Moments
    removals: Moments
    removals_by_value: Moments
    all_removals: Moments


def market_tallies(study: Study) -> Tallies:
    """Read the markers of a run once."""
    layout = _Layout.of(study)
    total: list[Moments] | None = None
    for start in range(0, len(study.parts), _PARTS_AT_ONCE):
        parts = study.parts[start : start + _PARTS_AT_ONCE]
        for frame in pl.collect_all([_columns(study, part.markers) for part in parts]):
            found = layout.tables(frame)
            total = found if total is None else [a + b for a, b in zip(total, found, strict=True)]
    assert total is not None
    return Tallies(layout.values, layout.pairs, *total)


def _columns(study: Study, markers: pl.LazyFrame) -> pl.LazyFrame:
    """The numbers of the rows and their measures, by the measures' keys."""
    marker_vp = study.scenario.rule_set.number("scoring.marker_vp")
    measures = (
        *(HELD, MARKERS_PLACED, MARKER_VP, removal_vp(marker_vp), scored_vp(marker_vp), BEYOND),
        *(STOOD, REMOVED, life(study.rounds), standing(study.rounds), REMOVALS),
    )
    return markers.select(
        *(pl.col(column).cast(pl.Int64).fill_null(-1) for column in _NUMBERS),
        *(measure.value.cast(pl.Int64).alias(f"={measure.key}") for measure in measures),
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which groups there are."""

    solo: bool
    owners: int  # seats that can own a marker
    bots: int
    rounds: int
    hexes: int
    values: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    pair_values: np.ndarray  # of each pair its place among the pairs of values
    same: np.ndarray  # of each pair whether both are the same hex

    @staticmethod
    def of(study: Study) -> _Layout:
        places = [place for place in study.scenario.rule_set.hexes if not study.is_closed(place)]
        values = tuple(sorted({place.value for place in places}))
        at = {(place.q, place.r): place for place in places}
        pairs = [(place, place) for place in places]
        for place in places:
            for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
                other = at.get((place.q + q, place.r + r))
                if other is not None and other.value < place.value:
                    pairs.append((place, other))
        return _Layout(
            study.solo,
            NEUTRAL_SEAT + 1 if study.solo else study.players,
            len(study.bots),
            study.rounds,
            1 + max(place.number for place in study.scenario.rule_set.hexes),
            values,
            tuple((a.number, b.number) for a, b in pairs),
            np.array([values.index(a.value) * len(values) + values.index(b.value) for a, b in pairs]),
            np.array([int(a == b) for a, b in pairs]),
        )

    def tables(self, frame: pl.DataFrame) -> list[Moments]:
        """The moments of one part, in the order of Tallies."""
        rows = {name: frame[name].to_numpy() for name in frame.columns}
        first = int(rows[Markers.BLOCK].min()) if len(frame) else 0
        blocks = int(rows[Markers.BLOCK].max()) - first + 1 if len(frame) else 1
        rows[Markers.BLOCK] = rows[Markers.BLOCK] - first
        return [
            self._held(rows, blocks),
            self._placed(rows, blocks),
            self._beyond(rows, blocks),
            self._fates(rows, blocks),
            *self._removals(rows, blocks),
        ]

    def _held(self, rows: Rows, blocks: int) -> Moments:
        """By hex: all players, each seat, each bot."""

        def by(column: Markers, groups: int) -> np.ndarray:
            number = rows[column]
            group = np.where(number >= 0, rows[Markers.HEX] * groups + number, self.hexes * groups)
            sums = block_sums(group, rows[Markers.BLOCK], self.hexes * groups, blocks, [rows["=held"]])
            return sums.reshape(self.hexes, groups, blocks)

        seats = by(Markers.SEAT, self.owners)
        everyone = seats[:, : 1 if self.solo else self.owners].sum(axis=1, keepdims=True)
        bots = by(Markers.BOT, self.bots) if self.bots > 1 else everyone
        return moments(np.concatenate([everyone, seats, bots], axis=1))

    def _placed(self, rows: Rows, blocks: int) -> Moments:
        """By hex; markers of the neutral colour have no card."""
        group = np.where(rows["=placed"] > 0, rows[Markers.HEX], self.hexes)
        values = [rows[f"={key}"] for key in PLACED_MEASURES]
        return moments(block_sums(group, rows[Markers.BLOCK], self.hexes, blocks, [None, *values]))

    def _beyond(self, rows: Rows, blocks: int) -> Moments:
        """By hex and bot, where there are several."""
        groups = self.hexes * self.bots if self.bots > 1 else 0
        group = np.where(rows["=placed"] > 0, rows[Markers.HEX] * self.bots + rows[Markers.BOT], groups)
        group = group if groups else np.zeros_like(group)
        return moments(block_sums(group, rows[Markers.BLOCK], groups, blocks, [None, rows["=beyond"]]))

    def _fates(self, rows: Rows, blocks: int) -> Moments:
        """By value and bot: how many markers there were, and how long they stood."""
        fates, groups = 2 * (self.rounds + 1), len(self.values) + 1
        value = np.searchsorted(self.values, rows[Markers.VALUE])
        value = np.where(rows["=placed"] > 0, value, len(self.values))
        fate = rows["=standing"] * (self.rounds + 1) + rows["=life"]
        group = (value * self.bots + rows[Markers.BOT]) * fates + fate
        group = np.where(rows[Markers.BOT] >= 0, group, groups * self.bots * fates)
        table = block_sums(group, rows[Markers.BLOCK], groups * self.bots * fates, blocks, [None])
        counts = _lives(table.reshape(groups, self.bots, 2, self.rounds + 1, blocks), horizon(self.rounds))
        if self.bots > 1:
            counts = np.concatenate([counts.sum(axis=1, keepdims=True), counts], axis=1)
        return moments(counts.reshape(groups, -1, blocks))

    def _removals(self, rows: Rows, blocks: int) -> list[Moments]:
        """By pair of hexes, by pair of values, and all."""
        place = np.full((self.hexes, self.hexes), -1)
        for index, (remover, removed) in enumerate(self.pairs):
            place[remover, removed] = index
        lost = rows["=removals"] > 0
        pair = place[rows[Markers.REMOVED_FROM][lost], rows[Markers.HEX][lost]]
        assert (pair >= 0).all(), "B3 and B4 remove from a neighbour of higher value or the same hex"
        block = rows[Markers.BLOCK][lost]
        return [
            moments(block_sums(group, block, groups, blocks, [None]))
            for group, groups in (
                (pair, len(self.pairs)),
                (self.pair_values[pair], len(self.values) ** 2),
                (self.same[pair], 2),
            )
        ]


def _lives(fates: np.ndarray, until: int) -> np.ndarray:
    """The counts of ``fates``.

    From markers by late or early and by phases stood, [groups, bots, 2, phases, blocks].
    """
    phases = np.arange(fates.shape[3])[:, None]
    everything, early = fates.sum(axis=2), fates[:, :, 1]
    counts = [
        everything.sum(axis=2),
        (everything * phases).sum(axis=2),
        early.sum(axis=2),
        (early * np.minimum(phases, until)).sum(axis=2),
        *(early[:, :, k:].sum(axis=2) for k in range(1, until + 1)),
    ]
    return np.stack(counts, axis=2)
