"""A comparison as tables for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.analysis.comparison import Comparison, Difference
from analyzer.analysis.stats import Estimate
from analyzer.cli.compare_words import yielded
from reports import words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def comparison_tables(comparison: Comparison, verdict: str) -> Iterator[RenderableType]:
    """The tables in the order of reading, then the verdict."""
    yield headline(comparison)
    yield _figures(comparison)
    yield _seats(comparison)
    for standing in comparison.standings:
        if standing.yields:
            yield yielded(standing.bot, standing.yields)
    yield verdict


def headline(comparison: Comparison) -> str:
    """What was played."""
    bots = [standing.bot for standing in comparison.standings]
    who = words.listing(bots)
    if comparison.one_vs_rest:
        who = f"one {bots[0]} against {comparison.players - 1} {bots[1]}"
    games = comparison.blocks * comparison.games_per_block
    blocks = "1 block" if comparison.blocks == 1 else f"{comparison.blocks:,} blocks"
    return (
        f"{who}, {comparison.players} players: {blocks} of {comparison.games_per_block} games ({games:,} in "
        f"all), seed {comparison.seed}"
    )


def _table(title: str, first: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _figures(comparison: Comparison) -> Table:
    """A row for each bot, then for each pair of them."""
    how = "95 % at every look" if comparison.uniform else "95 % interval"
    table = _table(
        f"Per seat held (fair share {100 * comparison.fair:.1f} %)",
        "",
        "win share, %",
        how,
        "vp",
        "vp margin",
        how,
    )
    for standing in comparison.standings:
        figures = standing.all
        table.add_row(
            standing.bot,
            f"{100 * figures.share.mean:.2f}",
            _interval(figures.share, 100),
            f"{figures.vp.mean:.2f}",
            words.number(figures.margin.mean, 2, sign=True),
            _interval(figures.margin),
        )
    table.add_section()
    for difference in comparison.differences:
        figures = difference.all
        table.add_row(
            _pair(difference, comparison),
            words.number(100 * figures.share.mean, 2, sign=True),
            _interval(figures.share, 100),
            words.number(figures.vp.mean, 2, sign=True),
            words.number(figures.margin.mean, 2, sign=True),
            _interval(figures.margin),
        )
    return table


def _seats(comparison: Comparison) -> Table:
    """Win share by seat: of each bot; of two also how they differ in the same seat."""
    two = comparison.differences if len(comparison.differences) == 1 else ()
    bots = [standing.bot for standing in comparison.standings]
    table = _table("Win share by seat, %", "", *bots, *(_pair(pair, comparison) for pair in two))
    for seat in range(comparison.players):
        shares = [standing.seats[seat].share for standing in comparison.standings]
        differences = [pair.seats[seat].share for pair in two]
        table.add_row(
            f"seat {seat}",
            *(f"{100 * share.mean:.1f} {_half(share)}" for share in shares),
            *(f"{words.number(100 * share.mean, 1, sign=True)} {_half(share)}" for share in differences),
        )
    return table


def _pair(difference: Difference, comparison: Comparison) -> str:
    """A short name for a row or column about two bots."""
    if len(comparison.standings) == 2:
        return "difference"
    return f"{difference.bot} {words.MINUS} {difference.other}"


def _half(share: Estimate) -> str:
    """Half of an interval in points."""
    return "" if _has_none(share) else words.plus_minus(share, share=True, decimals=1)


def _interval(value: Estimate, scale: float = 1.0) -> str:
    if _has_none(value):
        return "-"
    decimals = max(1, words.digits(words.half(value, scale), 2))
    low, high = (words.number(scale * bound, decimals) for bound in (value.low, value.high))
    return f"{low} to {high}"


def _has_none(value: Estimate) -> bool:
    """Whether there is no interval to show: one block, or no variation."""
    return math.isnan(value.low) or value.high == value.low
