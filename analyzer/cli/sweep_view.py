"""What came out of a sweep, as tables for the terminal: its main differences, and what shows none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.cli.sweep_words import listed
from reports import words
from reports.sweep import among, bots, changes, differences, names
from reports.sweep.page import PLAY_ON

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from analyzer.analysis.metrics.metric import Compared
    from analyzer.analysis.sweep_result import SweepResult, VariantResult

_FEW = 3  # variants that get a table each, with what is not told apart too
_STRONGEST = 5  # differences shown of each variant at most
_MANY = 8  # variants in a table of several
_LONGEST = 80  # characters of a name

_INTERVAL = "95 % interval"


def sweep_tables(result: SweepResult) -> Iterator[RenderableType]:
    """The tables and sentences in the order of reading."""
    yield headline(result)
    changing = [each for each in result.variants if not each.same]
    shown: list[Compared] = []
    if len(result.variants) <= _FEW:
        rows = [(each, _rows(each, result)) for each in changing]
        yield from (_whole(each.variant.name, found) for each, found in rows)
        shown = [compared for _, found in rows for compared in found]
    elif any(_told(each) for each in changing):
        yield from _strongest(result)
        shown = [each for found in changes.ranking(result)[:_MANY] for each in _told(found)[:_FEW]]
    yield from _sentences(result, shown)


def headline(result: SweepResult) -> str:
    """What was played."""
    manifest, many = result.manifest, len(result.manifest.variants)
    blocks = f"{result.blocks:,} {'block' if result.blocks == 1 else 'blocks'}"
    part = "" if result.blocks == manifest.blocks else f" of {manifest.blocks:,} (partial)"
    return (
        f"{manifest.name}: {many} {'variant' if many == 1 else 'variants'} against {result.baseline.name} on "
        f"the same {blocks}{part}, seed {manifest.seed}"
    )


def _table(title: str, *columns: str, left: int = 1) -> Table:
    """A table whose first columns are texts, and the last one too."""
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        number = left <= place < len(columns) - 1
        table.add_column(column, justify="right" if number else "left", overflow="fold", no_wrap=number)
    return table


def _rows(found: VariantResult, result: SweepResult) -> list[Compared]:
    """Of one variant what pictures show too, and its strongest other differences."""
    shown = [found.of(metric.key) for metric in differences.shown_metrics(result)]
    rows = [each for each in shown if each is not None]
    return rows + [each for each in _told(found) if each.metric.key not in result.shown][:_STRONGEST]


def _whole(name: str, rows: list[Compared]) -> Table:
    """One variant."""
    table = _table(name, "", "baseline", "variant", "difference", _INTERVAL, "verdict")
    for each in rows:
        table.add_row(
            each.metric.name,
            differences.value_text(each.metric, each.baseline),
            differences.value_text(each.metric, each.variant),
            *_difference(each),
            differences.verdict(each),
        )
    return table


def _strongest(result: SweepResult) -> Iterator[RenderableType]:
    """The variants that change most, in the page's order, with their strongest differences."""
    title = "Strongest differences that are told apart from chance"
    table = _table(title, "variant", "", "baseline", "difference", _INTERVAL, left=2)
    table.columns[-1].justify = "right"
    ranked = changes.ranking(result)
    for found in ranked[:_MANY]:
        told = _told(found)
        for place, each in enumerate(told[:_FEW]):
            table.add_row(
                "" if place else _name(found, result),
                each.metric.name,
                differences.value_text(each.metric, each.baseline),
                *_difference(each),
            )
        if len(told) > _FEW:
            table.add_row("", f"and {len(told) - _FEW} more", "", "", "")
        table.add_section()
    yield table
    if (left := len(ranked) - _MANY) > 0:
        more = "1 more variant differs" if left == 1 else f"{left} more variants differ"
        yield f"{more} from the baseline too: the report has all."


def _name(found: VariantResult, result: SweepResult) -> str:
    """A variant as the page calls it, cut to a few lines."""
    name = names.variant_name(result.baseline.rule_set, result.manifest, found.variant)
    return words.shortened(name[:1].upper() + name[1:], _LONGEST)


def _difference(each: Compared) -> tuple[str, str]:
    """A difference and its interval."""
    if each.same and not each.absent:
        return "0", words.NONE
    return differences.difference_cell(each).text, differences.interval_cell(each).text


def _told(found: VariantResult) -> list[Compared]:
    """The main differences that are told apart, the strongest first."""
    return differences.strongest(each for each in found.compared if each.metric.main)


def _sentences(result: SweepResult, shown: list[Compared]) -> Iterator[str]:
    """What no table shows: variants without a difference or games, and how differences were judged.

    ``shown``: in the tables.
    """
    same = [each for each in result.variants if each.same]
    unclear = [each for each in result.variants if not each.same and not _told(each)]
    partial = [each for each in result.variants if not each.complete]
    if same:
        yield (
            f"Exactly 0 in every metric and every block: {_names(same)}. What they change plays no part in "
            "these games, with these bots."
        )
    judged = sum(len(differences.judged([each])) for each in result.variants)
    if unclear and judged:
        yield (
            f"No main difference is told apart from chance: {_names(unclear)}. That is no proof of none; "
            "their intervals (report, --json) say how large it may be."
        )
    if partial:
        yield f"Not complete, compared over the blocks that are there: {_names(partial)}."
    told = [(each, who_wins) for each in result.variants if (who_wins := bots.remark(each))]
    for each, who_wins in told[:_MANY]:
        yield f"{_name(each, result)}: {who_wins}."
    if result.missing:
        yield f"No games yet: {listed([variant.name for variant in result.missing])}."
    if judged:
        yield (
            "Differences are paired by block. Of those called more or less at most about "
            f"{100 * FALSE_DISCOVERIES:.0f} % are chance: corrected for all {judged:,} comparisons that "
            "could be judged (Benjamini and Hochberg). Intervals are 95 % each, not corrected."
        )
    elif result.variants and not all(each.same for each in result.variants):
        yield f"Nothing is judged: that takes {words.SMALL} blocks or more. Play more games."
    if some := dict.fromkeys(each.metric.name for each in shown if each.metric.conditional):
        yield f"{listed(list(some))}: {among.NOTE[:1].lower()}{among.NOTE[1:]}"
    if result.variants:
        yield PLAY_ON


def _names(found: list[VariantResult]) -> str:
    return listed([each.variant.name for each in found])
