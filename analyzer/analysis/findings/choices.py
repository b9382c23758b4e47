"""Effects of single choices, from probes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from analyzer.analysis.estimates import collect_parts
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of
from analyzer.analysis.probes import OptionEffect, probed_in
from analyzer.analysis.roof_effects import roofs_against_none
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
    everyone, *bots = _effects(topic, folder)
    times = times_offered(folder)
    of_bots = [{option.key: option.effect for option in bot} for bot in bots]
    p_values = p_values_of(option.effect for option in everyone)
    for option, p in zip(everyone, p_values, strict=True):
        yield Compared(
            topic,
            option.key,
            Evidence.CAUSAL,
            option.effect,
            times[option.key],
            p,
            share=option.share,
            by_bot={bot: found[option.key] for bot, found in enumerate(of_bots) if option.key in found},
            when_chosen=option.when_chosen,
            provenance=provenance(study, topic, option.key),
        )


def _effects(topic: Topic, folder: StudyFolder) -> list[tuple[OptionEffect, ...]]:
    """The options of all bots together, then (if several) of each.

    A roof is compared with buying none, which its price pays for; others with their alternatives.
    """
    if topic != Topic.ROOF:
        return [probed.options for probed in probed_in(folder)]
    of_bots = roofs_against_none(folder)
    return list(of_bots.values()) if len(folder.manifest.bots) > 1 else [of_bots[None]]


def times_offered(folder: StudyFolder) -> dict[OptionKey, float]:
    """How often a game each option is on offer.

    One decision a game was drawn of ``eligible``, so each stands for so many.
    """
    key = [Probes.SUBJECT, Probes.PLACE]
    frames = [part.group_by(key).agg(pl.col(Probes.ELIGIBLE).cast(pl.Int64).sum()) for part in folder.parts()]
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
