"""What a market marker brings: maps of its vp by part, and the table of all hexes."""

from __future__ import annotations

from analyzer.analysis.market import HexControl
from analyzer.analysis.removals import Removals
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import HexMaps
from reports.page import Block, Cell, Column, Figure, Table
from reports.sections import names
from reports.sections.market_map import (
    HEX_COLUMNS,
    SOURCE_COLUMN,
    closed_rows,
    hex_heads,
    hex_map,
    map_words,
    named,
    source_cell,
)


def worth_blocks(study: Study, hexes: tuple[HexControl, ...], removals: Removals) -> list[Block]:
    """The maps of all vp, of its parts, and the table."""
    blocks: list[Block] = [_all(study, hexes), _parts(study, hexes), _table(study, hexes, removals)]
    return blocks if names.mirror(study) else [*blocks, _bot_table(study, hexes)]


def _n(hexes: tuple[HexControl, ...]) -> str:
    return f"n {words.count(sum(place.vp.n for place in hexes))} markers"


def _all(study: Study, hexes: tuple[HexControl, ...]) -> Figure:
    placed = [place for place in hexes if not words.is_small(place.vp)]
    finding = "No hex was taken often enough to be judged."
    if placed:
        best = max(placed, key=lambda place: place.vp.mean)
        finding = f"{named(best.hex).capitalize()} brings most, {words.with_interval(best.vp, unit='vp')}."
    return Figure(
        "marker-vp",
        "What a marker brings",
        f"Map of the market: mean vp per marker placed for a barrow. {finding}",
        "The barrow's value (bold, the same for every marker on the hex), the removals made on placing and "
        "the scoring phases survived, together, in vp per marker, ± half of the 95\u202f% interval. "
        f"Markers of the set-up are left out.{map_words(study, (place.vp for place in hexes))}",
        HexMaps(
            (hex_map(study, "", {place.hex.number: place.vp for place in hexes}),),
            "vp per marker placed for a barrow",
        ),
        f"Mean vp per marker placed for a barrow, {_n(hexes)}",
    )


def _parts(study: Study, hexes: tuple[HexControl, ...]) -> Figure:
    placed = [place for place in hexes if not words.is_small(place.beyond)]
    finding = "No hex was taken often enough to be judged."
    if placed:
        best = max(placed, key=lambda place: place.beyond.mean)
        finding = (
            f"Beyond the barrow's value {named(best.hex)} brings most: "
            f"{words.with_interval(best.beyond, unit='vp')} per marker, of which removals "
            f"{words.with_interval(best.vp_removals)} and rounds held {words.with_interval(best.vp_scored)}."
        )
    maps = (
        hex_map(study, "rounds held", {place.hex.number: place.vp_scored for place in hexes}),
        hex_map(study, "removals", {place.hex.number: place.vp_removals for place in hexes}),
    )
    return Figure(
        "marker-parts",
        "What the place itself brings: rounds held and removals",
        "Two maps of the market: the parts of a marker's vp that come from the scoring phases it stood in, "
        f"and from the markers it removed when it was placed. {finding}",
        f"The same vp without the barrow's value, in two parts on one scale: left {_phase_vp(study)} for "
        "each scoring phase in which the marker stood, right the markers removed on placing. Early markers "
        "can stand longer, so hexes that are taken late show less on the left."
        f"{map_words(study, (place.beyond for place in hexes))}",
        HexMaps(maps, "vp per marker placed for a barrow", small=True),
        f"Mean vp per marker beyond the barrow's value, {_n(hexes)}",
    )


def _phase_vp(study: Study) -> str:
    return f"{study.scenario.rule_set.number('scoring.marker_vp')} vp"


def _table(study: Study, hexes: tuple[HexControl, ...], removals: Removals) -> Table:
    columns = (
        *HEX_COLUMNS,
        Column("vp per marker"),
        Column("of removals", unit="vp"),
        Column("of rounds held", unit="vp"),
        Column("Beyond barrow", unit="vp"),
        Column("Rounds stood"),
        Column("Removed later"),
        Column("Displaced per game", unit="markers"),
        Column("Markers per game", unit="markers"),
        Column("n markers"),
        SOURCE_COLUMN,
    )
    rows: list[tuple[Cell, ...]] = [
        (
            *hex_heads(place.hex),
            names.value_cell(place.vp),
            _happened_cell(place.vp_removals),
            names.value_cell(place.vp_scored),
            names.value_cell(place.beyond),
            names.value_cell(place.stood),
            names.share_cell(place.removed),
            _happened_cell(removals.displaced[place.hex.number]),
            _happened_cell(place.placed),
            names.count_cell(place.vp.n),
            source_cell(place.hex),
        )
        for place in hexes
    ]
    rows += closed_rows(study, len(columns) - 3)
    return Table(
        "market-table",
        "What a marker brings on every hex, mean ± half of the 95\u202f% interval",
        columns,
        tuple(rows),
        note="Markers placed for barrows; the hex's value, removals and rounds held sum to vp per marker. "
        "Displaced: markers replaced on the hex itself because no hex of the value was empty (B4), those of "
        "the set-up too.",
    )


def _bot_table(study: Study, hexes: tuple[HexControl, ...]) -> Table:
    """The vp beyond the barrow's value: what holds for several bots depends less on how one plays."""
    rows: list[tuple[Cell, ...]] = [
        (
            *hex_heads(place.hex),
            *(
                cell
                for value in place.beyond_by_bot
                for cell in (names.value_cell(value), names.count_cell(value.n))
            ),
            source_cell(place.hex),
        )
        for place in hexes
    ]
    rows += closed_rows(study, 2 * len(study.bots))
    return Table(
        "market-bot-table",
        "vp of a marker beyond the barrow's value, by bot, mean ± half of the 95\u202f% interval",
        (
            *HEX_COLUMNS,
            *(column for bot in study.bots for column in (Column(bot, unit="vp"), Column("n markers"))),
            SOURCE_COLUMN,
        ),
        tuple(rows),
        folded=True,
    )


def _happened_cell(value: Estimate) -> Cell:
    """A mean of what can happen; what never did has no spread to judge by."""
    return Cell("none", 0.0, muted=words.is_small(value)) if value.mean == 0.0 else names.value_cell(value)
