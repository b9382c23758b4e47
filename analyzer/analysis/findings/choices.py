"""Effects of single choices, from probes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from analyzer.analysis.estimates import collect_parts
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of
from analyzer.analysis.probes import probed_in
from analyzer.analysis.study import Study
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES, Probes
from cext.types import Size

KINDS = (Topic.PLACEMENT, Topic.HEX, Topic.BUILDING, Topic.ROOF, Topic.DIE, Topic.TOKEN)
"""Topics that are kinds of probes too."""

OptionKey = tuple[int, int]


def compared_choices(study: Study, studies: Mapping[str, StudyFolder]) -> Iterator[Compared]:
    """Every option of every probed kind of decision."""
    for topic in KINDS:
        folder = studies.get(f"{PROBES}{topic}")
        if folder is not None:
            yield from _of_kind(study, topic, folder)


def _of_kind(study: Study, topic: Topic, folder: StudyFolder) -> Iterator[Compared]:
    everyone, *bots = probed_in(folder)
    times = times_chosen(folder)
    of_bots = [{option.key: option.effect for option in bot.options} for bot in bots]
    p_values = p_values_of(option.effect for option in everyone.options)
    for option, p in zip(everyone.options, p_values, strict=True):
        yield Compared(
            topic,
            option.key,
            Evidence.CAUSAL,
            option.effect,
            times.get(option.key, 0.0),
            p,
            share=option.share,
            by_bot={bot: found[option.key] for bot, found in enumerate(of_bots) if option.key in found},
            when_chosen=option.when_chosen,
            provenance=provenance(study, topic, option.key),
        )


def times_chosen(folder: StudyFolder) -> dict[OptionKey, float]:
    """How often a game each option is chosen.

    One decision a game was drawn of ``eligible``, so each stands for so many.
    """
    key = [Probes.SUBJECT, Probes.PLACE]
    frames = [
        part.filter(pl.col(Probes.CHOSEN) == 1)
        .group_by(key)
        .agg(pl.col(Probes.ELIGIBLE).cast(pl.Int64).sum())
        for part in folder.parts()
    ]
    together = collect_parts(frames).group_by(key).agg(pl.col(Probes.ELIGIBLE).sum()).sort(key)
    return {(subject, place): total / folder.blocks for subject, place, total in together.iter_rows()}


def provenance(study: Study, topic: Topic, key: tuple[int, ...]) -> str:
    """Where the thing that a comparison is about comes from; empty for what no table holds."""
    rules = study.scenario.rule_set
    if topic == Topic.PLACEMENT:
        return rules.card(key[0]).provenance[key[1]]
    if topic == Topic.DEAL:
        marks = set(rules.card(key[0]).provenance)
        return marks.pop() if len(marks) == 1 else "partial"
    if topic == Topic.HEX:
        return next(place.source for place in rules.hexes if place.number == key[0])
    if topic == Topic.ROOF and key[0] > 0:
        row, slot = divmod(key[0] - 1, int(Size.N_ROOF_SLOTS))
        tiles = rules.roof_tiles
        return next(tile.provenance for tile in tiles if (tile.round, tile.slot) == (row + 1, slot + 1))
    return ""
