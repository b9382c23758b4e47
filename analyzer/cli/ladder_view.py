"""A ladder for the terminal and for machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer.analysis.ladder import Ladder, Pair
from analyzer.analysis.stats import Estimate
from reports import words
from reports.ladder.sentences import (
    alike_sentences,
    best_sentence,
    cycle_sentences,
    fair_percent,
    model_sentence,
    neighbours_sentence,
    ranks,
)

_WITH_INTERVALS = 5  # bots whose matrix fits 80 columns with intervals
_COLUMNS = 12  # of one table without them

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from analyzer.recording.ladder_store import LadderManifest


def ladder_tables(
    ladder: Ladder, manifest: LadderManifest, speeds: Mapping[str, float]
) -> Iterator[RenderableType]:
    """Tables and sentences in the order of reading; ``speeds``: games/s by the bots' labels."""
    bots = manifest.labels
    yield f"{len(bots)} bots, {len(ladder.pairs)} pairs, {ladder.games:,} games, seed {manifest.seed}"
    yield from alike_sentences(manifest.names)
    yield _ranking(ladder, bots, speeds)
    yield from _matrix(ladder, bots)
    yield best_sentence(ladder, bots)
    yield neighbours_sentence(ladder, bots)
    yield from cycle_sentences(ladder, bots)
    yield model_sentence(ladder)
    yield "Intervals are 95 %, from blocks. games/s: against itself, on one core."


def _table(title: str) -> Table:
    from rich import box
    from rich.table import Table

    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)


def _ranking(ladder: Ladder, bots: Sequence[str], speeds: Mapping[str, float]) -> Table:
    """A row for each bot, the best first."""
    table = _table(f"Rating by the model: win share against the field (fair {fair_percent(ladder)})")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("bot", overflow="fold")
    for column in ("rating", "rank", "against next", "games", "games/s"):
        table.add_column(column, justify="right", no_wrap=True)
    for rung in ladder.rungs:
        table.add_row(
            str(rung.rank),
            bots[rung.bot],
            _share(rung.rating),
            ranks(rung),
            "" if rung.against_next is None else _share(rung.against_next),
            f"{rung.rating.n:,}",
            _speed(speeds[bots[rung.bot]]),
        )
    return table


def _matrix(ladder: Ladder, bots: Sequence[str]) -> Iterator[RenderableType]:
    """Row against column, the columns in the order of the rows; a wide matrix in several tables."""
    halves = sorted(100 * pair.share.half_width for pair in ladder.pairs)
    wide = len(ladder.rungs) > _WITH_INTERVALS
    for start in range(0, len(ladder.rungs), _COLUMNS):
        columns = ladder.rungs[start : start + _COLUMNS]
        table = _table("Win share of the row's bot per seat against the column's, %")
        table.padding = (0, 0)
        table.add_column("", no_wrap=True)
        for rung in columns:
            table.add_column(str(rung.rank), justify="right", no_wrap=True)
        for row in ladder.rungs:
            name = str(row.rank) if wide else f"{row.rank} {words.shortened(bots[row.bot], 20)}"
            pairs = (None if row is rung else ladder.pair(row.bot, rung.bot) for rung in columns)
            table.add_row(name, *(_cell(pair, wide) for pair in pairs))
        yield table
    reach = f" Half intervals: {halves[0]:.1f} to {halves[-1]:.1f} points." if wide else ""
    yield f"=: not told from the fair {fair_percent(ladder)}; (in brackets): too few blocks to judge.{reach}"


def _cell(pair: Pair | None, wide: bool) -> str:
    if pair is None:
        return ""
    text = f"{100 * pair.share.mean:.1f}"
    if not wide:
        text += f" {words.plus_minus(pair.share, share=True, decimals=1)}"
    if pair.clear is None:
        return f"({text})"
    return text if pair.clear else f"{text}="


def _share(value: Estimate) -> str:
    text = f"{100 * value.mean:.1f} % {words.plus_minus(value, share=True, decimals=1)}"
    return f"({text})" if words.is_small(value) else text


def _speed(games_per_s: float) -> str:
    return f"{games_per_s:,.0f}" if games_per_s >= 100 else f"{games_per_s:.2g}"
