"""When to complete which building, as cause and effect: the study ``restrictions``.

On the same blocks one player is told to rush a building, or not to complete it before a round;
everything else is as in the game as it is.  The effects hold for bots that go on as they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import NOTHING, Question, estimates_together
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.analysis.study_measures import CHANGED, SHARE_CHANGE, as_is, margin_change
from analyzer.recording.run_studies import studies_of
from analyzer.recording.studies import StudyFolder, Variant
from analyzer.recording.study_schema import RESTRICTIONS, WhatIfs
from analyzer.scenario.problems import Problems
from analyzer.scenario.restrictions import parse_restriction

_POOLED = "pooled"
_RESULTS = (WhatIfs.VP, WhatIfs.MARGIN, WhatIfs.WIN)


@dataclass(frozen=True, slots=True)
class Delay:
    """What being told one thing about one building does to the player who is told.

    ``building``: as in the buildings table, from 1.  ``before``: the building is not completed before
    this round; None: it is rushed, first of all from its opening on.  ``bot``: index into ``study.bots``,
    None for all bots together.  ``margin``: in solo games of vp; ``share``: NOTHING in solo games.
    ``mattered``: share of the games whose result for this player changed at all.
    """

    building: int
    before: int | None
    bot: int | None
    words: str
    margin: Estimate
    share: Estimate
    mattered: Estimate


@dataclass(frozen=True, slots=True)
class Delays:
    """All effects in the order of buildings, rush first, then rounds; all bots together, then by bot.

    ``pooled``: of each building, from 1, the bots (indices) that "all bots together" are: those that were
    told everything about it.  A bot that obeys or contradicts some of it by itself is not among them, or the
    effects of one building would be those of other bots from round to round.
    """

    blocks: int
    asked: int
    effects: tuple[Delay, ...]
    pooled: Mapping[int, tuple[int, ...]]

    def of(self, building: int, bot: int | None = None) -> tuple[Delay, ...]:
        """The effects of one building, for a bot or for all together."""
        return tuple(each for each in self.effects if (each.building, each.bot) == (building, bot))


def delays(study: Study) -> Delays | None:
    """The effects that the study ``restrictions`` of a run shows; None if it has none."""
    folder = studies_of(study.folder).get(RESTRICTIONS)
    return None if folder is None else delays_in(folder)


def delays_in(folder: StudyFolder) -> Delays:
    """The effects in a study's folder."""
    players = folder.manifest.players
    change = margin_change(players)
    measures: list[Measure] = [change, SHARE_CHANGE, CHANGED]
    questions: list[Question] = [(measures, [WhatIfs.VARIANT, _POOLED])]
    bots = len(folder.manifest.bots)
    if bots > 1:
        questions.append((measures, [WhatIfs.VARIANT, WhatIfs.BOT]))
    told = {number: _told(variant) for number, variant in enumerate(folder.manifest.variants) if number}
    pooled = _pooled(folder, told)
    frames = [_changes(part).with_columns(_is_pooled(told, pooled)) for part in folder.parts()]
    found = estimates_together(frames, questions)
    effects = []
    for number, (building, before) in told.items():
        variant = folder.manifest.variants[number]
        for bot in (None, *range(bots if bots > 1 else 0)):
            values = found[0].get((number, True)) if bot is None else found[1].get((number, bot))
            if values is not None:
                share = NOTHING if players == 1 else values[SHARE_CHANGE.key]
                margin, mattered = values[change.key], values[CHANGED.key]
                effects.append(Delay(building, before, bot, variant.words, margin, share, mattered))
    effects.sort(key=lambda each: (each.building, each.before or 0, -1 if each.bot is None else each.bot))
    return Delays(folder.blocks, folder.manifest.blocks, tuple(effects), pooled)


def _pooled(folder: StudyFolder, told: Mapping[int, tuple[int, int | None]]) -> dict[int, tuple[int, ...]]:
    """Of each building the bots that have rows of all its variants; the only bot, whatever it has."""
    rows = folder.lazy().select(WhatIfs.VARIANT, pl.col(WhatIfs.BOT).to_physical()).unique().collect()
    having = set(rows.iter_rows())
    bots = range(len(folder.manifest.bots))
    return {
        building: tuple(
            bot
            for bot in bots
            if len(bots) == 1
            or all((number, bot) in having for number, (of, _) in told.items() if of == building)
        )
        for building in {building for building, _ in told.values()}
    }


def _is_pooled(told: Mapping[int, tuple[int, int | None]], pooled: Mapping[int, tuple[int, ...]]) -> pl.Expr:
    """Whether a row counts for all bots together."""
    some = (
        (pl.col(WhatIfs.VARIANT) == number) & pl.col(WhatIfs.BOT).is_in(pooled[building])
        for number, (building, _) in told.items()
    )
    return pl.any_horizontal(*some).alias(_POOLED)


def _told(variant: Variant) -> tuple[int, int | None]:
    """The building of a variant's sentence, from 1, and the round before which it is not completed."""
    restriction = parse_restriction(variant.key, variant.key, Problems())
    assert restriction is not None
    building = restriction.get("BUILDING")
    assert building is not None
    rush = restriction.form.key.startswith("rush")
    return building + 1, None if rush else restriction.get("ROUND")


def _changes(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of all variants but the first, with the first one's results of the same block."""
    rows = rows.with_columns(pl.col(WhatIfs.BOT).to_physical())
    base = rows.filter(pl.col(WhatIfs.VARIANT) == 0)
    base = base.select(WhatIfs.BLOCK, *(pl.col(column).alias(as_is(column)) for column in _RESULTS))
    return rows.filter(pl.col(WhatIfs.VARIANT) > 0).join(base, on=WhatIfs.BLOCK, how="left")
