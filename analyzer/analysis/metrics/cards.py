"""Metrics of the cards: how often each is played in each place, and the margin of those who do."""

from __future__ import annotations

import numpy as np

from analyzer.analysis.metrics.chapter import Chapter, Sums, Table, add_by_block
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.rows import Rows
from analyzer.recording.schema import PLACEMENT_WORDS, Placements, Players

_OBSERVED = (
    "observed: who plays a card so, and when, differs, so this alone does not say what the card causes."
)


def chapter(table: Table) -> Chapter:
    """Every use of every card of the deck."""
    uses, numbers = len(PLACEMENT_WORDS), sorted(table.cards)
    place = np.zeros(1 + numbers[-1], np.int64)
    place[numbers] = np.arange(len(numbers)) * uses

    def fill(rows: Rows, sums: Sums) -> None:
        block, game, seat = rows.block(Placements), rows.of(Placements.GAME), rows.of(Placements.SEAT)
        use = place[rows.of(Placements.CARD)] + rows.of(Placements.PLACEMENT)
        vp = rows.of(Players.VP).reshape(rows.blocks, table.games, table.players).astype(np.int32)
        result = vp if table.solo else vp * table.players - vp.sum(axis=2, keepdims=True, dtype=np.int32)
        add_by_block(sums.means, block, use)
        add_by_block(sums.counted, block, use, result[block, game, seat])
        sums.divisors[:] = sums.means

    means, counted = [], []
    for number in numbers:
        for word in PLACEMENT_WORDS:
            key, name = f"card.{number}.{word}", f"{table.cards[number]} ({number}) as {word}"
            means.append(
                Metric(
                    f"{key}.played",
                    f"{name}: played",
                    Kind.CARD_USES,
                    "",
                    "How often the card is played in this place, per player and game.",
                    trials=table.seats,
                )
            )
            counted.append(
                Metric(
                    f"{key}.{'vp' if table.solo else 'margin'}",
                    f"{name}: {'vp' if table.solo else 'margin'} of those who did",
                    Kind.CARD_VALUES,
                    "vp",
                    f"Mean {'vp' if table.solo else 'vp margin'} of the players who played the card in this "
                    f"place; {_OBSERVED}",
                    1 if table.solo else table.players - 1,
                    among=f"{key}.played",
                )
            )
    return Chapter(tuple(means), tuple(counted), fill)
