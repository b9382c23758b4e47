"""What a game hardly uses: uses of cards never played, buildings hardly completed, empty choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import polars as pl

from analyzer.analysis.buildings import completion
from analyzer.analysis.estimates import collect_parts, estimate, rate
from analyzer.analysis.overview import ACTIVITY
from analyzer.analysis.probes import probed_in
from analyzer.analysis.stats import FEW_BLOCKS, Estimate
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS, Markers, Placements
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES

SELDOM = 0.05
"""Shares that are surely below this are worth a warning."""

Use = tuple[int, int]
"""Card and placement."""


class Unused(StrEnum):
    """What is hardly used."""

    USES = "uses"  # (card, placement) never played
    HELPERS = "helpers"  # (card,) played as helper in FEW_BLOCKS blocks or more, and never acted
    BUILDING = "building"  # (building,) hardly ever completed
    HEXES = "hexes"  # (hex,) without a marker placed for a barrow
    ACTIVITY = "activity"  # (index into ACTIVITY,) that nobody ever did
    CHOICE = "choice"  # () of the kind of decision ``word``: hardly ever decides who wins


@dataclass(frozen=True, slots=True)
class Imbalance:
    """Things of one kind that are hardly used, of ``among``.

    ``share``: how often the thing happens, for one that was seen at all or could be; for things that
    never happened the share of games, with the most that it can be.  ``shares``: one for each thing, where
    each has its own occasions (helpers: their plays).
    """

    kind: Unused
    things: tuple[tuple[int, ...], ...]
    among: int
    share: Estimate
    word: str = ""
    shares: tuple[Estimate, ...] = ()


def imbalances(study: Study, studies: Mapping[str, StudyFolder]) -> tuple[Imbalance, ...]:
    """All that a run shows; none from fewer than FEW_BLOCKS blocks, which miss too much by chance."""
    if study.blocks < FEW_BLOCKS:
        return ()
    found = [*_cards(study), *_hexes(study), *_buildings(study), *_activities(study)]
    found += [choice for name, folder in studies.items() for choice in _choices(name, folder)]
    return tuple(each for each in found if each.things)


def _never(study: Study) -> Estimate:
    """The share of games with something that was in none."""
    return rate(0, 0, study.blocks, len(study.seating))


def _cards(study: Study) -> list[Imbalance]:
    deck, helper = study.scenario.rule_set.deck, PLACEMENT_WORDS.index("helper")
    every = [(card.number, place) for card in deck for place in range(len(PLACEMENT_WORDS))]
    plays = _plays(study)
    judged = {
        card.number: plays[card.number, helper]
        for card in deck
        if card.trigger != "static"
        and (card.number, helper) in plays
        and plays[card.number, helper].blocks >= FEW_BLOCKS
    }
    idle = {(number,): played for number, played in judged.items() if not played.uses}
    shares = tuple(estimate(0.0, 0.0, played.number, played.blocks, True) for played in idle.values())
    return [
        Imbalance(Unused.USES, tuple(use for use in every if use not in plays), len(every), _never(study)),
        Imbalance(Unused.HELPERS, tuple(idle), len(judged), _never(study), shares=shares),
    ]


@dataclass(frozen=True, slots=True)
class _Plays:
    """How often a card was placed so, in how many blocks, and how often it was used in all."""

    number: int
    blocks: int
    uses: int


def _plays(study: Study) -> dict[Use, _Plays]:
    """By card and placement; parts hold different blocks.  Blocks are counted for helpers only."""
    key = [Placements.CARD, Placements.PLACEMENT]
    is_helper = pl.col(Placements.PLACEMENT) == PLACEMENT_WORDS.index("helper")
    frames = [
        part.placements.group_by(key).agg(
            pl.len().cast(pl.Int64).alias("number"),
            pl.col(Placements.BLOCK).filter(is_helper).n_unique().cast(pl.Int64).alias("blocks"),
            pl.col(Placements.USES).cast(pl.Int64).sum().alias("uses"),
        )
        for part in study.parts
    ]
    together = collect_parts(frames).group_by(key).agg(pl.col("number", "blocks", "uses").sum()).sort(key)
    return {(card, place): _Plays(*numbers) for card, place, *numbers in together.iter_rows()}


def _hexes(study: Study) -> list[Imbalance]:
    placed = [
        part.markers.filter(pl.col(Markers.CARD) > 0).select(Markers.HEX).unique() for part in study.parts
    ]
    used = set(collect_parts(placed)[Markers.HEX].to_list())
    open_hexes = [place.number for place in study.scenario.rule_set.hexes if not study.is_closed(place)]
    never = tuple((number,) for number in open_hexes if number not in used)
    return [Imbalance(Unused.HEXES, never, len(open_hexes), _never(study))]


def _buildings(study: Study) -> list[Imbalance]:
    """Buildings that each of the bots completes in surely less than SELDOM of its player-games."""
    by_building: dict[int, list[Estimate]] = {}
    for curve in completion(study):
        by_building.setdefault(curve.building, []).append(curve.by_round[-1])
    return [
        Imbalance(
            Unused.BUILDING, ((building,),), len(by_building), max(shares, key=lambda share: share.mean)
        )
        for building, shares in by_building.items()
        if all(share.high < SELDOM for share in shares)
    ]


def _activities(study: Study) -> list[Imbalance]:
    sums = collect_parts(
        [part.players.select(pl.col(ACTIVITY).cast(pl.Int64).sum()) for part in study.parts]
    ).sum()
    never = tuple((place,) for place, column in enumerate(ACTIVITY) if sums[column.value][0] == 0)
    return [Imbalance(Unused.ACTIVITY, never, len(ACTIVITY), _never(study))]


def _choices(name: str, folder: StudyFolder) -> list[Imbalance]:
    """A kind of decision whose options surely lead to another winner in less than SELDOM of the cases."""
    if not name.startswith(PROBES):
        return []
    everyone = probed_in(folder)[0]
    share = everyone.decided if folder.manifest.players > 1 else everyone.mattered
    if share.blocks < FEW_BLOCKS or not share.high < SELDOM:
        return []
    return [Imbalance(Unused.CHOICE, ((),), everyone.decisions, share, name.removeprefix(PROBES))]
