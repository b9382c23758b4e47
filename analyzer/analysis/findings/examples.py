"""For each finding one game to look at, by the number that ``granja trace`` counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from analyzer.analysis.findings.choices import KINDS
from analyzer.analysis.findings.compared import Compared, Topic
from analyzer.analysis.probe_measures import against_none
from analyzer.analysis.study import GAME, OWNER, Study, with_game_vp
from analyzer.analysis.study_measures import as_is, margin_change
from analyzer.recording.schema import Deals, Players
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES, RESTRICTIONS, Probes, WhatIfs

FIRST = 50
"""Of the first so many games in which the thing happened, the most typical one is shown."""

_SUBJECT, _PLACE, _VALUE, _WORDS = "subject", "place", "value", "words"


def games_of(
    study: Study, studies: Mapping[str, StudyFolder], compared: Sequence[Compared]
) -> list[int | None]:
    """The number of a game for each comparison; None if it never happened in a game of the run."""
    tables: dict[Topic, pl.DataFrame] = {}
    found = []
    for each in compared:
        if each.topic not in tables:
            tables[each.topic] = _happened(study, studies, each.topic)
        found.append(_typical(study, tables[each.topic], each))
    return found


def _happened(study: Study, studies: Mapping[str, StudyFolder], topic: Topic) -> pl.DataFrame:
    """Block, game, key and result of each time that a thing of this topic happened, in order."""
    if topic in KINDS:
        frame = _choices(study, topic, studies[f"{PROBES}{topic}"])
    elif topic == Topic.DELAY:
        frame = _told(study, studies[RESTRICTIONS])
    else:
        frame = _OF_RUN[topic](study)
    inside = pl.col(Players.BLOCK) < study.blocks  # a study may go on beyond the run
    return frame.filter(inside).collect().sort(*GAME, maintain_order=True)


def _typical(study: Study, happened: pl.DataFrame, compared: Compared) -> int | None:
    """Of the first times that it happened the game whose result is closest to the mean."""
    subject, place = (*compared.key, 0)[:2]
    mine = pl.col(_SUBJECT) == subject
    if compared.topic == Topic.DELAY:
        mine = pl.col(_WORDS) == compared.told
    elif len(compared.key) > 1:
        mine &= pl.col(_PLACE) == place
    rows = happened.filter(mine).head(FIRST)
    if rows.is_empty():
        return None
    target = compared.when_chosen if compared.when_chosen.n else compared.effect
    nearest = (rows[_VALUE] - target.mean).abs().arg_min()
    block, game = rows.row(0 if nearest is None else nearest)[:2]
    return int(block) * len(study.seating) + int(game)


def _margins(study: Study, key: str) -> pl.LazyFrame:
    """The player-games of the first part."""
    outcome = study.outcome
    value = (outcome.value / outcome.scale).alias(_VALUE)
    return with_game_vp(study.parts[0].players).select(*GAME, pl.col(key).alias(_SUBJECT), value)


def _dealt(study: Study) -> pl.LazyFrame:
    """The opening hands of the first part."""
    outcome = study.outcome
    value = (outcome.value / outcome.scale).alias(_VALUE)
    results = with_game_vp(study.parts[0].players).select(*OWNER, value)
    dealt = study.parts[0].deals.select(*OWNER, pl.col(Deals.CARD).alias(_SUBJECT))
    return dealt.join(results, on=list(OWNER), how="left").select(*GAME, _SUBJECT, _VALUE)


_OF_RUN: dict[Topic, Callable[[Study], pl.LazyFrame]] = {
    Topic.SEAT: lambda study: _margins(study, Players.SEAT),
    Topic.BOT: lambda study: _margins(study, Players.BOT),
    Topic.DEAL: _dealt,
}


def _choices(study: Study, topic: Topic, folder: StudyFolder) -> pl.LazyFrame:
    """Chosen options with their result less the mean of their alternatives (roofs: less that of none)."""
    margin = pl.col(Probes.MARGIN).cast(pl.Int64)
    options = pl.col(Probes.OPTIONS).cast(pl.Int64)
    less_others = (options * margin - margin.sum().over(Probes.BLOCK)) / (options - 1)
    less_none = against_none(study.players).value
    value = (less_none if topic == Topic.ROOF else less_others) / max(1, study.players - 1)
    return (
        folder.lazy()
        .select(
            Probes.BLOCK,
            Probes.GAME,
            pl.col(Probes.SUBJECT).alias(_SUBJECT),
            pl.col(Probes.PLACE).alias(_PLACE),
            value.alias(_VALUE),
            Probes.CHOSEN,
        )
        .filter(pl.col(Probes.CHOSEN) == 1)
    )


def _told(study: Study, folder: StudyFolder) -> pl.LazyFrame:
    """Games in which a player was told something, with what that changed; they are played as they are."""
    change = margin_change(study.players)
    rows = folder.lazy()
    base = rows.filter(pl.col(WhatIfs.VARIANT) == 0)
    base = base.select(WhatIfs.BLOCK, pl.col(WhatIfs.MARGIN).alias(as_is(WhatIfs.MARGIN)))
    variants = folder.manifest.variants
    told = pl.col(WhatIfs.VARIANT).replace_strict(
        list(range(len(variants))), [variant.words for variant in variants], return_dtype=pl.String
    )
    return (
        rows.filter(pl.col(WhatIfs.VARIANT) > 0)
        .join(base, on=WhatIfs.BLOCK, how="left")
        .select(
            WhatIfs.BLOCK,
            WhatIfs.GAME,
            (change.value / change.scale).alias(_VALUE),
            told.alias(_WORDS),
        )
    )
