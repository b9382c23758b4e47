"""What a run comes to, in a few figures: who wins, with how many vp, and from what."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.estimates import collect_parts, rate
from analyzer.analysis.measures import WIN_SHARE
from analyzer.analysis.stats import (
    Estimate,
    block_sums,
    detectable_difference,
    estimate,
    means_by_blocks,
    share_by_blocks,
)
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
    player-games that completed the building, by bot.
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


def summarise(run: Run) -> Summary:
    """Compute the summary of a run, part by part."""
    players = run.parts("players")
    bots = run.manifest.bots
    solo = run.manifest.players == 1
    by_bot = _averages(players, bots)
    share_by_bot = {} if solo or len(bots) == 1 else _shares(players, Players.BOT)
    share_by_seat = {} if solo else _shares(players, Players.SEAT)
    shares = [*share_by_bot.values(), *share_by_seat.values()]
    return Summary(
        scenario=str(run.manifest.scenario["name"]),
        players=run.manifest.players,
        games=run.games,
        blocks=run.blocks,
        stopped=None if run.complete else run.manifest.stopped or "stopped",
        fair_share=None if solo else 1 / run.manifest.players,
        share_by_bot=share_by_bot,
        share_by_seat=tuple(share_by_seat.values()),
        by_bot=by_bot,
        buildings=_buildings(run),
        detectable=Detectable(
            share=None if solo else max(detectable_difference(share.se, share.blocks) for share in shares),
            vp=max(_detectable_vp(row[Players.VP]) for row in by_bot.values()),
        ),
    )


def _detectable_vp(vp: Estimate) -> float:
    """The other run has an error of the same size."""
    return detectable_difference(math.sqrt(2) * vp.se, vp.blocks)


def _shares(players: Sequence[pl.LazyFrame], by: Players) -> dict[str, Estimate]:
    """Win shares by bot or by seat."""
    frame = share_by_blocks(players, WIN_SHARE.value, [by], scale=WIN_SHARE.scale)
    return {str(row[by]): estimate(row) for row in frame.iter_rows(named=True)}


def _averages(players: Sequence[pl.LazyFrame], bots: Sequence[str]) -> dict[str, dict[str, Estimate]]:
    """Means of vp, its sources and counts of the players table, by bot."""
    values = {str(column): pl.col(column) for column in (Players.VP, *VP_SOURCES, *ACTIVITY)}
    frame = means_by_blocks(players, values, [Players.BOT])
    found: dict[str, dict[str, Estimate]] = {bot: {} for bot in bots}
    for row in frame.iter_rows(named=True):
        found[row[Players.BOT]][row["measure"]] = estimate(row)
    return found


def _buildings(run: Run) -> dict[str, dict[str, Estimate]]:
    """Share of player-games with each building completed, by building and bot.

    Blocks without a completion leave no row and count as zeros.
    """
    by = [Buildings.BUILDING, Buildings.BOT]
    done = {"done": pl.lit(1, pl.Int64)}
    sums = collect_parts([block_sums(part, done, by) for part in run.parts("buildings")])
    merged = sums.group_by(by).agg(pl.col("total done", "total_squares done").sum())
    counts = {
        (row[Buildings.BUILDING], row[Buildings.BOT]): (row["total done"], row["total_squares done"])
        for row in merged.iter_rows(named=True)
    }
    seats = {
        bot: sum(row.count(index) for row in run.manifest.seating)
        for index, bot in enumerate(run.manifest.bots)
    }
    return {
        building: {
            bot: rate(*counts.get((building, bot), (0, 0)), run.blocks, trials)
            for bot, trials in seats.items()
        }
        for building in BUILDING_WORDS
    }


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
            case Mapping():
                return {str(key): plain(inner) for key, inner in value.items()}
            case tuple():
                return [plain(inner) for inner in value]
            case float():
                return number(value)
        return value

    return {name: plain(getattr(summary, name)) for name in Summary.__slots__}
