"""What the bots of a run were told, and how often that had to yield."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import collect_parts
from analyzer.analysis.study import Study
from analyzer.recording.schema import Players
from analyzer.scenario.named_bots import split_bot


@dataclass(frozen=True, slots=True)
class Told:
    """A bot with restrictions.

    ``yields``: choices in which they left no option, so that all were allowed; ``yielding`` of its
    ``player_games`` had such a choice.
    """

    bot: str
    restrictions: tuple[str, ...]
    yields: int
    yielding: int
    player_games: int

    @property
    def sentence(self) -> str:
        """What a reader has to know of them."""
        told = f"{split_bot(self.bot)[0]} was told: {'; '.join(self.restrictions)}."
        if self.yields == 0:
            return f"{told} That could always be obeyed."
        times = "once" if self.yields == 1 else f"{self.yields:,} times"
        return (
            f"{told} It yielded {times}, in {self.yielding:,} of {self.player_games:,} player-games, where "
            "nothing else was legal."
        )


def told_bots(study: Study) -> tuple[Told, ...]:
    """The bots of a run that have restrictions, in the run's order."""
    restrictions = {bot.name: bot.restrictions for bot in study.scenario.bots}
    restricted = [index for index, name in enumerate(study.bots) if restrictions[name]]
    if not restricted:
        return ()
    counted = collect_parts(
        [
            part.players.filter(pl.col(Players.BOT).is_in(restricted))
            .group_by(Players.BOT)
            .agg(
                pl.col(Players.YIELDS).cast(pl.Int64).sum().alias("yields"),
                (pl.col(Players.YIELDS) > 0).sum().cast(pl.Int64).alias("yielding"),
                pl.len().cast(pl.Int64).alias("player_games"),
            )
            for part in study.parts
        ]
    )
    sums = {row[0]: row[1:] for row in counted.group_by(Players.BOT).sum().sort(Players.BOT).iter_rows()}
    return tuple(
        Told(study.bots[bot], restrictions[study.bots[bot]], *sums.get(bot, (0, 0, 0))) for bot in restricted
    )
