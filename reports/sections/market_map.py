"""The market map that all parts of the chapter share: its cells, and the hexes' names in tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.scenario.model import Hex
from reports import words
from reports.figures.drawings import HexCell, HexMap
from reports.page import Cell, Column

HEX_COLUMNS = (Column("Hex", numeric=False), Column("Value"))
SOURCE_COLUMN = Column("Source", numeric=False, help="Where place and value of the hex come from")


def hex_map(
    study: Study,
    title: str,
    values: Mapping[int, Estimate],
    coloured: Mapping[int, bool] | None = None,
) -> HexMap:
    """A map with an estimate on each hex of ``values``; ``coloured``: those that were told from zero."""
    return HexMap(title, hex_cells(study, values, coloured))


def hex_cells(
    study: Study, values: Mapping[int, Estimate], coloured: Mapping[int, bool] | None = None
) -> tuple[HexCell, ...]:
    """Every hex of the market, closed ones without an estimate."""
    return tuple(
        HexCell(
            place.number,
            place.q,
            place.r,
            place.value,
            place.start,
            study.is_closed(place),
            values.get(place.number),
            coloured is None or coloured.get(place.number, False),
        )
        for place in study.scenario.rule_set.hexes
    )


def named(place: Hex) -> str:
    """A hex in a sentence."""
    return f"hex {place.number} (value {place.value})"


def hex_heads(place: Hex, *, closed: bool = False) -> tuple[Cell, Cell]:
    """The first cells of a hex's row: its number, marked as start or closed, and its value."""
    remark = ", closed" if closed else ", start" if place.start else ""
    return (
        Cell(f"{place.number}{remark}", place.number, muted=closed),
        Cell(str(place.value), place.value, muted=closed),
    )


def source_cell(place: Hex) -> Cell:
    """Provenance of a hex."""
    return Cell(place.source, place.source, mark=place.source)


def closed_rows(study: Study, between: int) -> list[tuple[Cell, ...]]:
    """Rows of the closed hexes: ``between`` empty cells between the value and the source."""
    empty = Cell(words.NONE, None, muted=True)
    return [
        (*hex_heads(place, closed=True), *(empty for _ in range(between)), source_cell(place))
        for place in study.scenario.rule_set.hexes
        if study.is_closed(place)
    ]


def map_words(study: Study, values: Iterable[Estimate] = ()) -> str:
    """What a map's reading says of dashed and uncoloured hexes, with a space before it, or nothing.

    ``values``: all estimates of maps whose scale is not around zero.
    """
    said = ""
    if any(study.is_closed(place) for place in study.scenario.rule_set.hexes):
        said += " Dashed hexes are closed with this number of players."
    if any(map(words.is_small, values)):
        said += f" Uncoloured hexes rest on fewer than {words.SMALL} blocks."
    return said
