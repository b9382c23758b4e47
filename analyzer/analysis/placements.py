"""What players got who placed a card in a given way, and those who didn't (observed, not causal)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.card_measures import with_less_without
from analyzer.analysis.estimates import NOTHING, Found, estimates_together, found_of, query_of
from analyzer.analysis.measures import WIN_SHARE, Measure, use
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.analysis.sums import sums_together
from analyzer.analysis.versus import (
    Compared,
    Versus,
    at_hand,
    bot_sums,
    compared,
    results_of_rows,
    versus_query,
)
from analyzer.recording.schema import PLACEMENT_WORDS, Placements
from analyzer.scenario.model import Card
from cext.sums import first_of_each

_USE = "use"


@dataclass(frozen=True, slots=True)
class CardUse:
    """One card placed in one way: player-games in which it was, against the bot's others.

    ``versus``: of the main outcome (the margin, solo vp); ``share``: of the win share (solo: nothing).
    """

    card: Card
    placement: int
    versus: Versus
    share: Versus

    @property
    def outcome(self) -> Estimate:
        """The outcome of the player-games in which the card was so placed."""
        return self.versus.having

    @property
    def key(self) -> tuple[int, int]:
        """Card number and placement."""
        return self.card.number, self.placement

    @property
    def provenance(self) -> str:
        """Where this use of the card comes from: published, partial or designed."""
        return self.card.provenance[self.placement]


@dataclass(frozen=True, slots=True)
class PlacementValues:
    """One bot's uses of cards: every card in every placement, and means over all these uses.

    ``by_round``: by placement and round (from 1) of the first such play.
    """

    bot: int
    cells: tuple[CardUse, ...]
    by_placement: tuple[Estimate, ...]
    by_card: dict[int, Estimate]
    by_round: tuple[tuple[Estimate, ...], ...]
    everything: Estimate


def never_played(values: Sequence[PlacementValues]) -> tuple[int, ...]:
    """By placement the number of cards that none of the bots ever placed so."""
    played: Counter[tuple[int, int]] = Counter()
    for cell in (cell for of_bot in values for cell in of_bot.cells):
        played[cell.key] += cell.outcome.n
    return tuple(
        sum(n == 0 for (_, place), n in played.items() if place == placement)
        for placement in range(len(PLACEMENT_WORDS))
    )


def judged_by(study: Study) -> tuple[Measure, ...]:
    """What uses of cards are judged by: the margin and the win share; solo: vp."""
    return (study.outcome,) if study.solo else (study.outcome, WIN_SHARE)


def placement_values(study: Study) -> tuple[PlacementValues, ...]:
    """Observed results by card and placement for each bot, every cell of the deck included.

    Bots are kept apart: pooled, a use would mostly show which bot likes it.
    """
    use(with_less_without(study.outcome))
    measures, outcome = judged_by(study), at_hand([study.outcome])
    cell = (Placements.BOT, Placements.CARD, Placements.PLACEMENT)
    bot, card, placement = cell
    means = [
        (outcome, by) for by in ((bot, placement), (bot, card), (bot, placement, Placements.ROUND), (bot,))
    ]
    sums = sums_together(
        uses_of_player_games(study, measures),
        [versus_query(measures, cell), *(query_of(question) for question in means)],
    )
    cells = compared(sums[0], bot_sums(study, measures), measures)
    found = [found_of(rows, question) for rows, question in zip(sums[1:], means, strict=True)]
    return tuple(_of_bot(study, bot, cells, found) for bot in range(len(study.bots)))


def uses_of_player_games(
    study: Study, measures: Sequence[Measure], only: pl.Expr | None = None
) -> Iterator[pl.LazyFrame]:
    """Per part: a row per player-game, card and placement with the first round and the results.

    A card that comes back into the hand can be placed in the same way twice: that is one row.
    ``only``: a condition on the rows of the placements.
    """
    columns = (Placements.BOT, Placements.CARD, Placements.PLACEMENT, Placements.ROUND)
    cards = 1 + max(card.number for card in study.scenario.rule_set.deck)
    use = (study.player_game * cards + pl.col(Placements.CARD)) * len(PLACEMENT_WORDS)
    first = (use + pl.col(Placements.PLACEMENT)).map_batches(_first_of_each, return_dtype=pl.Boolean)
    frames = [
        (part.placements if only is None else part.placements.filter(only)).filter(first)
        for part in study.parts
    ]
    return results_of_rows(study, frames, columns, measures)


def _first_of_each(numbers: pl.Series) -> pl.Series:
    """Which rows are the first with their number; rows of a game stand in the order of play."""
    found = numbers.to_numpy()
    if not len(found):
        return pl.Series([], dtype=pl.Boolean)
    found = found - found.min()
    return pl.Series(first_of_each(found, int(found.max()) + 1))


def _of_bot(study: Study, bot: int, cells: Compared, found: list[Found]) -> PlacementValues:
    """The values of one bot from the answers for all."""
    by_placement, by_card, by_round, everything = found
    key = study.outcome.key
    deck, placements = study.scenario.rule_set.deck, range(len(PLACEMENT_WORDS))

    def mean(answer: Found, *group: int) -> Estimate:
        return answer.get((bot, *group), {}).get(key, NOTHING)

    return PlacementValues(
        bot,
        tuple(
            _cell(card, placement, cells.get((bot, card.number, placement), {}), key)
            for card in deck
            for placement in placements
        ),
        tuple(mean(by_placement, placement) for placement in placements),
        {card.number: mean(by_card, card.number) for card in deck},
        tuple(
            tuple(mean(by_round, placement, r) for r in range(1, study.rounds + 1))
            for placement in placements
        ),
        mean(everything),
    )


def _cell(card: Card, placement: int, found: Mapping[str, Versus], outcome: str) -> CardUse:
    """One cell of the table, also when the card was never so placed."""
    return CardUse(card, placement, found.get(outcome, Versus()), found.get(WIN_SHARE.key, Versus()))


def use_rounds(
    study: Study, uses: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], tuple[tuple[Estimate, ...], ...]]:
    """The observed outcome of a few uses (card number, placement) by bot and round of the first such play."""
    number = pl.sum_horizontal(
        pl.when((pl.col(Placements.CARD) == card) & (pl.col(Placements.PLACEMENT) == placement))
        .then(index + 1)
        .otherwise(0)
        for index, (card, placement) in enumerate(uses)
    )
    rows = uses_of_player_games(study, [study.outcome], number > 0)
    frames = (frame.with_columns(number.alias(_USE)) for frame in rows)
    (found,) = estimates_together(
        frames, [(at_hand([study.outcome]), (Placements.BOT, _USE, Placements.ROUND))]
    )
    bots, rounds = range(len(study.bots)), range(1, study.rounds + 1)

    def mean(bot: int, index: int, r: int) -> Estimate:
        return found.get((bot, index + 1, r), {}).get(study.outcome.key, NOTHING)

    return {
        use: tuple(tuple(mean(bot, index, r) for r in rounds) for bot in bots)
        for index, use in enumerate(uses)
    }
