"""The summary of a run as tables for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.analysis.stats import Estimate
from analyzer.analysis.summary import ACTIVITY, Summary
from analyzer.recording.schema import VP_SOURCES, Players
from reports import words
from reports.ending_words import conclusion

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_ACTIVITY_WORDS = {
    Players.BUILDINGS_DONE: "craft buildings completed",
    Players.BARROWS_DONE: "barrows completed",
    Players.FIELDS: "cards played as field",
    Players.HELPERS: "cards played as helper",
    Players.BARROWS: "cards played as barrow",
    Players.EXTENSIONS: "cards played as extension",
    Players.ROOFS: "roofs bought",
    Players.DELIVERIES: "goods delivered",
    Players.MARKERS_END: "market markers at the end",
    Players.REMOVALS: "others' market markers removed",
    Players.REMOVED: "own market markers lost",
}


def summary_tables(summary: Summary) -> Iterator[RenderableType]:
    """The tables and sentences in the order of reading."""
    yield headline(summary)
    if summary.ending is not None:
        yield conclusion(summary.ending)
    for alike in summary.alike:
        yield alike.sentence
    for told in summary.restricted:
        yield told.sentence
    if summary.fair_share is not None:
        yield _shares(summary, summary.fair_share)
    yield _vp(summary)
    yield _play(summary)
    yield effect_sentence(summary)


def headline(summary: Summary) -> str:
    """What was played, and whether all of it."""
    blocks = "" if summary.blocks == summary.games else f" in {summary.blocks:,} blocks"
    partial = f" (partial: {summary.stopped})" if summary.stopped else ""
    games = "1 game" if summary.games == 1 else f"{summary.games:,} games"
    return f"{summary.scenario}: {games}{blocks}{partial}"


def effect_sentence(summary: Summary) -> str:
    """What the run could have shown."""
    if math.isnan(summary.detectable.vp):
        return "One block gives no intervals; play more games."
    effects = []
    if summary.detectable.share is not None:
        effects.append(f"a win share {100 * summary.detectable.share:.2g} points off the fair share")
    effects.append(f"a change of {summary.detectable.vp:.2g} vp against another run of its size")
    return (
        f"A run of this size shows with 80 % probability {' or '.join(effects)}. "
        "Intervals are 95 %, from blocks."
    )


def _table(title: str, first: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _shares(summary: Summary, fair: float) -> Table:
    """Win shares by bot and seat against the fair share."""
    table = _table(
        f"Win share (fair share {100 * fair:.1f} %)", "", "share", "95 % interval", "against fair", "n"
    )
    rows = [(f"bot {bot}", share) for bot, share in summary.share_by_bot.items()]
    rows += [(f"seat {seat}", share) for seat, share in enumerate(summary.share_by_seat)]
    for name, share in rows:
        table.add_row(
            name,
            f"{100 * share.mean:.2f} %",
            _interval(share, 100, " %"),
            f"{100 * (share.mean - fair):+.2f}",
            f"{share.n:,}",
        )
    return table


def _vp(summary: Summary) -> Table:
    """vp and its sources, a column for each bot."""
    table = _table("Victory points per player", "", *(bot for bot in summary.by_bot))
    table.add_row("vp", *(_mean(row[Players.VP]) for row in summary.by_bot.values()), style="bold")
    for source in VP_SOURCES:
        name = source.removeprefix("vp_").replace("_", " ")
        table.add_row(f"  {name}", *(_mean(row[source]) for row in summary.by_bot.values()))
    return table


def _play(summary: Summary) -> Table:
    """Counts of what players did, and the craft buildings they completed."""
    table = _table("Per player and game", "", *(bot for bot in summary.by_bot))
    for column in ACTIVITY:
        table.add_row(_ACTIVITY_WORDS[column], *(_mean(row[column]) for row in summary.by_bot.values()))
        if column == Players.BUILDINGS_DONE:
            for building, by_bot in summary.buildings.items():
                name = building.replace("_", " ").title()
                table.add_row(f"  {name}", *(_percent(share) for share in by_bot.values()))
    return table


def _interval(value: Estimate, factor: float, unit: str) -> str:
    if math.isnan(value.low) or value.is_fixed:
        return "-"
    return f"{factor * value.low:.2f} to {factor * value.high:.2f}{unit}"


def _mean(value: Estimate) -> str:
    if math.isnan(value.low):
        return f"{value.mean:.2f}"
    return f"{value.mean:.2f} {words.plus_minus(value, decimals=2)}"


def _percent(value: Estimate) -> str:
    if math.isnan(value.low):
        return f"{100 * value.mean:.1f} %"
    return f"{100 * value.mean:.1f} {words.plus_minus(value, share=True, decimals=1)} %"
