"""How often each card is played in each way, and how often its helper then does something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import collect_parts, rate, rates
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import GAME, Study
from analyzer.recording.schema import PLACEMENT_WORDS, Placements, Players
from analyzer.scenario.model import Card

HELPER = "helper"
_USED = "used"


@dataclass(frozen=True, slots=True)
class CardTally:
    """One card over all games and players of a run.

    ``played``: placement -> how often it was placed so; ``used``: firings of its helper;
    ``games``: share of games in which its helper fired, or was played if it is always on.
    """

    card: Card
    played: Mapping[str, int]
    used: int
    games: Estimate

    @property
    def always_on(self) -> bool:
        """Whether its helper is a modifier, which never fires but counts from when it is played."""
        return self.card.trigger == "static"

    @property
    def never(self) -> tuple[str, ...]:
        """Placements that never were, and "used" for a helper that was played and never fired."""
        unseen = [placement for placement in PLACEMENT_WORDS if not self.played[placement]]
        idle = not self.always_on and self.played[HELPER] > 0 and self.used == 0
        return (*unseen, *([_USED] if idle else []))


@dataclass(frozen=True, slots=True)
class RoofTally:
    """All roofs together, over all games and players: the tables don't say which."""

    bought: int
    used: int


def card_tallies(study: Study) -> tuple[CardTally, ...]:
    """A tally for each card of the deck, also of cards that nobody played."""
    counted = _counts([part.placements for part in study.parts])
    static = [card.number for card in study.scenario.rule_set.deck if card.trigger == "static"]
    games_per_block = len(study.seating)
    shares = rates(
        [_games_with_helper(part.placements, static) for part in study.parts],
        {_USED: pl.lit(1)},
        (Placements.CARD,),
        blocks=study.blocks,
        trials=lambda _card: games_per_block,
    )
    nothing = {_USED: rate(0, 0, study.blocks, games_per_block)}
    tallies = []
    for card in study.scenario.rule_set.deck:
        rows = [counted.get((card.number, placement), (0, 0)) for placement in range(len(PLACEMENT_WORDS))]
        played = {word: plays for word, (plays, _) in zip(PLACEMENT_WORDS, rows, strict=True)}
        used = rows[PLACEMENT_WORDS.index(HELPER)][1]
        tallies.append(CardTally(card, played, used, shares.get((card.number,), nothing)[_USED]))
    return tuple(tallies)


def roof_tally(study: Study) -> RoofTally:
    """Roofs bought and uses of roofs."""
    sums = collect_parts(
        [
            part.players.select(pl.col(Players.ROOFS, Players.ROOFS_USED).cast(pl.Int64).sum())
            for part in study.parts
        ]
    ).sum()
    return RoofTally(int(sums[Players.ROOFS][0]), int(sums[Players.ROOFS_USED][0]))


def _counts(placements: list[pl.LazyFrame]) -> dict[tuple[int, int], tuple[int, int]]:
    """(Card, placement) -> how often played, and uses."""
    key = [Placements.CARD, Placements.PLACEMENT]
    sums = [pl.len().cast(pl.Int64).alias("plays"), pl.col(Placements.USES).cast(pl.Int64).sum()]
    parts = collect_parts([frame.group_by(key).agg(sums) for frame in placements])
    whole = parts.group_by(key).agg(pl.all().sum()).sort(key)
    return {(card, placement): (plays, uses) for card, placement, plays, uses in whole.iter_rows()}


def _games_with_helper(placements: pl.LazyFrame, static: list[int]) -> pl.LazyFrame:
    """A row for each game and card whose helper did something for anybody."""
    is_helper = pl.col(Placements.PLACEMENT) == PLACEMENT_WORDS.index(HELPER)
    worked = (pl.col(Placements.USES) > 0) | pl.col(Placements.CARD).is_in(static)
    return placements.filter(is_helper & worked).select(*GAME, Placements.CARD).unique()
