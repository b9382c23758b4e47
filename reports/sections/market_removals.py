"""Who removes whom: a map with arrows between hexes, a matrix of their values, and the table of pairs."""

from __future__ import annotations

from analyzer.analysis.removals import Flow, Removals
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Arrow, HexArrows, MatrixRow
from reports.page import Block, Cell, Column, Figure, Table
from reports.sections import names
from reports.sections.market_map import hex_cells, map_words

_LEAST = 0.04
"""An arrow is drawn for a pair at least this frequent, as a share of the most frequent one."""


def removal_blocks(study: Study, removals: Removals) -> list[Block]:
    """The map and the table of pairs."""
    return [_figure(study, removals), _table(study, removals)]


def drawn(removals: Removals) -> tuple[Flow, ...]:
    """The most frequent pairs, those with an arrow."""
    most = max((flow.per_game.mean for flow in removals.flows), default=0.0)
    return tuple(
        flow for flow in removals.flows if flow.per_game.mean > 0 and flow.per_game.mean >= _LEAST * most
    )


def _figure(study: Study, removals: Removals) -> Figure:
    arrows = drawn(removals)
    values = sorted({value for value, _ in removals.by_value})
    matrix = tuple(
        MatrixRow(
            str(remover),
            tuple(removals.by_value.get((remover, removed)) for removed in values),
            tuple(True for _ in values),
        )
        for remover in values
    )
    return Figure(
        "removals",
        "Who is removed from where",
        f"Map of the market with arrows from the hex of a newly placed marker to the hex of a marker it "
        f"removes. {_finding(study, removals)}",
        "An arrow points from the hex on which a marker was placed to the neighbouring hex of lower value "
        f"whose marker it removed; its width is the number of removals per game. {_drawn_words(removals)}"
        f"{'Markers placed by the neutral colour remove too. ' if study.solo else ''}"
        "The small number in a hex is how many markers per game were displaced there: replaced on the same "
        "hex because no hex of the value was empty (B4). The matrix sums up by values: rows the placed "
        "marker's hex, columns the removed marker's, removals per game ± half of the 95\u202f% interval; in "
        f"the framed cells markers were displaced.{map_words(study)}",
        HexArrows(
            hex_cells(study, removals.displaced),
            tuple(Arrow(flow.remover, flow.removed, flow.per_game) for flow in arrows),
            "arrow width: removals per game",
            "small number in the middle of a hex: displaced per game",
            matrix,
            tuple(str(value) for value in values),
            "rows: value of the placed marker's hex",
            "columns: value of the removed marker's hex",
        ),
        f"Removals per game by hexes, n {words.count(study.games)} games",
    )


def _finding(study: Study, removals: Removals) -> str:
    if not removals.flows or removals.flows[0].per_game.mean == 0:
        return "No marker was removed from a neighbouring hex."
    most = removals.flows[0]
    hexes = {place.number: place.value for place in study.scenario.rule_set.hexes}
    return (
        f"Most frequent: from hex {most.remover} (value {hexes[most.remover]}) on hex {most.removed} (value "
        f"{hexes[most.removed]}), {words.with_interval(most.per_game)} times a game, of "
        f"{words.with_interval(removals.total)} removals in all; displaced are "
        f"{words.with_interval(removals.total_displaced)}."
    )


def _drawn_words(removals: Removals) -> str:
    shown, everything = drawn(removals), [flow for flow in removals.flows if flow.per_game.mean > 0]
    if len(shown) == len(everything):
        return ""
    return f"Drawn are the {len(shown)} most frequent of {len(everything)} pairs; the table has them all. "


def _table(study: Study, removals: Removals) -> Table:
    hexes = {place.number: place for place in study.scenario.rule_set.hexes}
    happened = [flow for flow in removals.flows if flow.per_game.mean > 0]

    def cells(flow: Flow) -> tuple[Cell, ...]:
        placed, lost = hexes[flow.remover], hexes[flow.removed]
        return (
            Cell(f"{placed.number} to {lost.number}", placed.number),
            Cell(str(placed.value), placed.value),
            Cell(str(lost.value), lost.value),
            names.value_cell(flow.per_game),
            names.count_cell(flow.times),
        )

    never = len(removals.flows) - len(happened)
    return Table(
        "removal-table",
        "Removals by pair of hexes, per game ± half of the 95\u202f% interval",
        (
            Column("From hex to hex", numeric=False),
            Column("Value of the placed marker's hex", unit="vp"),
            Column("Value of the removed marker's hex", unit="vp"),
            Column("Removals per game"),
            Column("Removals"),
        ),
        tuple(map(cells, happened)),
        note=f"Nothing was removed between {never} other {'pair' if never == 1 else 'pairs'} of neighbours "
        "whose values differ."
        if never
        else "",
        folded=True,
    )
