"""What a run comes to, in a few figures: who wins, with how many vp, and from what."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.alike import Alike, bots_alike
from analyzer.analysis.endings import Ending, ending_of
from analyzer.analysis.estimates import estimates, rate, rates
from analyzer.analysis.measures import WIN_SHARE
from analyzer.analysis.overview import averages
from analyzer.analysis.stats import Estimate, detectable_difference
from analyzer.analysis.study import Study, study_of
from analyzer.analysis.told import Told, told_bots
from analyzer.recording.schema import BUILDING_WORDS, VP_SOURCES, Buildings, Players
from analyzer.recording.store import Run

ACTIVITY = (
    Players.BUILDINGS_DONE,
    Players.BARROWS_DONE,
    Players.FIELDS,
    Players.HELPERS,
    Players.BARROWS,
    Players.EXTENSIONS,
    Players.ROOFS,
    Players.DELIVERIES,
    Players.MARKERS_END,
    Players.REMOVALS,
    Players.REMOVED,
)
"""Counts of a player-game that the summary shows, besides the vp."""

_COLUMNS = (Players.VP, *VP_SOURCES, *ACTIVITY)


@dataclass(frozen=True, slots=True)
class Detectable:
    """Smallest true effects that the run would have shown with 80 % probability.

    ``share``: distance of a win share from the fair share (None in solo games);
    ``vp``: difference of mean vp between this run and an independent one of its size.
    """

    share: float | None
    vp: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one run.  Inner keys of ``by_bot`` are columns of the players table.

    ``share_by_bot`` is empty if one bot has all seats (its share is the fair one), both
    shares are in solo games, which have ``fair_share`` None.  ``buildings``: share of
    player-games that completed the building, by bot.  ``alike``: bots that differ in name only.
    ``restricted``: bots with restrictions.  ``ending``: of a run that had a rule or a budget.
    """

    scenario: str
    players: int
    games: int
    blocks: int
    stopped: str | None
    fair_share: float | None
    share_by_bot: dict[str, Estimate]
    share_by_seat: tuple[Estimate, ...]
    by_bot: dict[str, dict[str, Estimate]]
    buildings: dict[str, dict[str, Estimate]]
    detectable: Detectable
    alike: tuple[Alike, ...]
    restricted: tuple[Told, ...]
    ending: Ending | None


def summarise(run: Run) -> Summary:
    """Compute the summary of a run, part by part."""
    study = study_of(run)
    by_bot = {study.bots[bot]: row for bot, row in averages(study, _COLUMNS).items()}
    one_bot = study.solo or len(study.bots) == 1
    share_by_bot = {} if one_bot else _shares(study, Players.BOT)
    share_by_seat = {} if study.solo else _shares(study, Players.SEAT)
    shares = [*share_by_bot.values(), *share_by_seat.values()]
    return Summary(
        scenario=study.scenario.name,
        players=study.players,
        games=study.games,
        blocks=study.blocks,
        stopped=None if run.complete else run.manifest.stopped or "stopped",
        fair_share=None if study.solo else 1 / study.players,
        share_by_bot={study.bots[bot]: share for bot, share in share_by_bot.items()},
        share_by_seat=tuple(share_by_seat.values()),
        by_bot=by_bot,
        buildings=_buildings(study),
        detectable=Detectable(
            share=None
            if study.solo
            else max(detectable_difference(share.se, share.blocks) for share in shares),
            vp=max(_detectable_vp(row[Players.VP]) for row in by_bot.values()),
        ),
        alike=bots_alike(study.scenario, study.bots, study.seating),
        restricted=told_bots(study),
        ending=ending_of(run.path, run.manifest),
    )


def _detectable_vp(vp: Estimate) -> float:
    """The other run has an error of the same size."""
    return detectable_difference(math.sqrt(2) * vp.se, vp.blocks)


def _shares(study: Study, by: Players) -> dict[int, Estimate]:
    """Win shares by bot or by seat."""
    found = estimates([part.players for part in study.parts], [WIN_SHARE], [by])
    return {key[0]: row[WIN_SHARE.key] for key, row in found.items()}


def _buildings(study: Study) -> dict[str, dict[str, Estimate]]:
    """Share of player-games with each building completed, by building and bot."""
    found = rates(
        [part.buildings for part in study.parts],
        {"done": pl.lit(1, pl.Int64)},
        (Buildings.BUILDING, Buildings.BOT),
        blocks=study.blocks,
        trials=lambda key: study.seats_of(key[1]),
    )
    return {
        word: {
            name: found[building, bot]["done"] if (building, bot) in found else _never(study, bot)
            for bot, name in enumerate(study.bots)
        }
        for building, word in enumerate(BUILDING_WORDS, 1)
    }


def _never(study: Study, bot: int) -> Estimate:
    """The rate of what a bot did in no game."""
    return rate(0, 0, study.blocks, study.seats_of(bot))


def to_json(summary: Summary) -> dict[str, object]:
    """The summary as plain data for ``--json``; missing figures are None."""

    def number(value: float) -> float | None:
        return None if math.isnan(value) else value

    def plain(value: object) -> object:
        match value:
            case Estimate():
                names = ("mean", "low", "high", "se")
                figures: dict[str, object] = {name: number(getattr(value, name)) for name in names}
                return figures | {"n": value.n, "blocks": value.blocks}
            case Detectable():
                return {"share": plain(value.share), "vp": number(value.vp)}
            case Alike():
                return {"bots": list(value.bots), "by_construction": value.by_construction}
            case Told():
                return {name: plain(getattr(value, name)) for name in Told.__slots__}
            case Ending():
                return _ending(value)
            case Mapping():
                return {str(key): plain(inner) for key, inner in value.items()}
            case tuple():
                return [plain(inner) for inner in value]
        return number(value) if isinstance(value, float) else value

    return {name: plain(getattr(summary, name)) for name in Summary.__slots__}


def _ending(ending: Ending) -> dict[str, object]:
    """How a run ended; ``half_width`` as in the other figures, of shares in fractions of 1."""
    figures: dict[str, object] = {"by": ending.by, "games": ending.games, "most": ending.most}
    if (reached := ending.reached) is not None:
        half = reached.value.half_width
        figures |= {
            "until": reached.aim.text,
            "widest": reached.widest.key,
            "half_width": None if math.isnan(half) else half,
        }
    return figures
