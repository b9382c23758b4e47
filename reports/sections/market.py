"""Market-hex control: who holds the hexes and what a marker there brings."""

from __future__ import annotations

from analyzer.analysis.market import HexControl, hex_control
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import HexCell, HexMap, HexMaps
from reports.page import Block, Cell, Column, Figure, Section, Table, Text
from reports.sections import names


def section(study: Study) -> Section:
    """The fourth part of the report."""
    control = hex_control(study)
    blocks: list[Block] = [Text((_map_sentence(study),)), _held(study, control), _split(study, control)]
    blocks += [_vp(study, control), _table(study, control), _seat_table(study, control)]
    return Section(
        "market",
        "Market-hex control",
        "Which hexes are held, by whom, and what does a marker bring there?",
        tuple(blocks),
    )


def _map_sentence(study: Study) -> str:
    hexes = study.scenario.rule_set.hexes
    closed = sum(study.is_closed(place) for place in hexes)
    designed = sum(place.source == "designed" for place in hexes)
    players = "in a solo game" if study.solo else f"with {study.players} players"
    shut = f"; {closed} of them are closed {players}" if closed else ""
    which = "all of them" if designed == len(hexes) else f"{designed} of them"
    source = f" Place and value of {which} were designed for this project." if designed else ""
    return f"The market has {len(hexes)} hexes{shut}.{source}"


def _map(study: Study, title: str, values: dict[int, Estimate]) -> HexMap:
    return HexMap(
        title,
        tuple(
            HexCell(
                place.number,
                place.q,
                place.r,
                place.value,
                place.start,
                study.is_closed(place),
                values.get(place.number),
            )
            for place in study.scenario.rule_set.hexes
        ),
    )


def _held(study: Study, control: tuple[HexControl, ...]) -> Figure:
    ordered = sorted(control, key=lambda place: place.held.mean)
    low, high = ordered[0], ordered[-1]
    who = "the player" if study.solo else "any player"
    return Figure(
        "held",
        "Share of rounds held",
        f"Map of the market: share of scoring phases in which a marker of {who} stands on each hex. Most "
        f"often held: hex {high.hex.number} (value {high.hex.value}), "
        f"{words.percent_with_interval(high.held)}; least often: hex {low.hex.number} (value "
        f"{low.hex.value}), {words.percent_with_interval(low.held)}.",
        "Bold: the value of the hex. Below it the share of scoring phases (rounds times games) in which a "
        f"marker of {who} stood there, in per cent, ± half of its 95\u202f% interval. Markers of the "
        "set-up count. Thick edges are start hexes."
        + (" Dashed hexes are closed with this number of players." if study.players < 4 else ""),
        HexMaps(
            (_map(study, "", {place.hex.number: place.held for place in control}),),
            "held, % of scoring phases",
            True,
        ),
        f"Share of scoring phases with a marker, n {words.count(study.games * study.rounds)} phases",
    )


def _split(study: Study, control: tuple[HexControl, ...]) -> Figure:
    """Held by whom: by bot where they differ, else by seat; in solo by player and neutral colour."""
    by_bot = not names.mirror(study)
    if by_bot:
        titles = list(study.bots)
        columns = [tuple(place.by_bot[bot] for place in control) for bot in range(len(study.bots))]
    else:
        titles = ["player", "neutral"] if study.solo else [names.seat(seat) for seat in range(study.players)]
        columns = [tuple(place.by_seat[seat] for place in control) for seat in range(len(titles))]
    maps = tuple(
        _map(study, title, {place.hex.number: value for place, value in zip(control, column, strict=True)})
        for title, column in zip(titles, columns, strict=True)
    )
    totals = [sum(value.mean for value in column) for column in columns]
    kind = "bot" if by_bot else "owner" if study.solo else "seat"
    spread = ", ".join(
        f"{title} {words.number(total, 2)}" for title, total in zip(titles, totals, strict=True)
    )
    return Figure(
        "held-by",
        f"Who holds them, by {kind}",
        f"Maps of the market by {kind}: share of scoring phases held. Markers standing in a scoring phase "
        f"on average: {spread}.",
        f"As above, split by {kind}, in per cent of the scoring phases; the shares of all {kind}s add up "
        "to the map above"
        + (" (the neutral colour apart)" if study.solo else "")
        + ". Intervals stand in the table."
        + (" A bot that plays more seats holds more." if by_bot else ""),
        HexMaps(maps, "held, % of scoring phases", True, small=True),
        f"Share of scoring phases held by {kind}, n {words.count(study.games * study.rounds)} phases",
    )


def _vp(study: Study, control: tuple[HexControl, ...]) -> Figure:
    placed = [place for place in control if not words.is_small(place.beyond)]
    finding = "No hex was taken often enough to be judged."
    if placed:
        best = max(placed, key=lambda place: place.beyond.mean)
        finding = (
            f"Beyond the barrow's value hex {best.hex.number} (value {best.hex.value}) brings most: "
            f"{words.with_interval(best.beyond, unit='vp')} per marker."
        )
    maps = (
        _map(study, "vp per marker", {place.hex.number: place.vp for place in control}),
        _map(
            study, "of these beyond the barrow's value", {place.hex.number: place.beyond for place in control}
        ),
    )
    return Figure(
        "marker-vp",
        "What a marker brings",
        "Two maps of the market: mean vp per marker placed for a barrow, and its part beyond the barrow's "
        f"value. {finding}",
        "Left: the barrow's value, the removals made on placing and the scoring phases survived, in vp "
        "per marker. Right: the same without the barrow's value, which is what the place itself gave "
        "(removals and rounds). Markers of the set-up are left out; early markers stand longer, so hexes "
        "that are taken late show less.",
        HexMaps(maps, "vp per marker placed for a barrow", small=True),
        "Mean vp per marker placed for a barrow",
    )


def _table(study: Study, control: tuple[HexControl, ...]) -> Table:
    columns = (
        Column("Hex", numeric=False),
        Column("Value"),
        Column("Held"),
        Column("Markers per game"),
        Column("n markers"),
        Column("vp per marker"),
        Column("Beyond barrow"),
        Column("Rounds stood"),
        Column("Removed later"),
        Column("Source", numeric=False),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            Cell(_hex_name(place), place.hex.number),
            Cell(str(place.hex.value), place.hex.value),
            names.share_cell(place.held),
            names.value_cell(place.placed),
            names.count_cell(place.vp.n),
            names.value_cell(place.vp),
            names.value_cell(place.beyond),
            names.value_cell(place.stood),
            names.share_cell(place.removed),
            Cell(place.hex.source, place.hex.source, mark=place.hex.source),
        )
        for place in control
    ]
    empty = Cell(words.NONE, None, muted=True)
    rows += [
        (
            Cell(f"{place.number}, closed", place.number, muted=True),
            Cell(str(place.value), place.value, muted=True),
            *(empty for _ in range(7)),
            Cell(place.source, place.source, mark=place.source),
        )
        for place in study.scenario.rule_set.hexes
        if study.is_closed(place)
    ]
    return Table(
        "market-table",
        "Every hex, mean ± half of the 95\u202f% interval",
        columns,
        tuple(rows),
        note="Held: share of scoring phases. The other columns count markers placed for barrows.",
    )


def _hex_name(place: HexControl) -> str:
    return f"{place.hex.number}, start" if place.hex.start else str(place.hex.number)


def _seat_table(study: Study, control: tuple[HexControl, ...]) -> Table:
    seats = ["player", "neutral"] if study.solo else [names.seat(seat) for seat in range(study.players)]
    bots = [] if names.mirror(study) else list(study.bots)
    return Table(
        "market-seat-table",
        "Share of scoring phases held, by seat" + (" and bot" if bots else ""),
        (Column("Hex", numeric=False), Column("Value"), *(Column(name) for name in (*seats, *bots))),
        tuple(
            (
                Cell(_hex_name(place), place.hex.number),
                Cell(str(place.hex.value), place.hex.value),
                *(names.share_cell(value) for value in place.by_seat),
                *(names.share_cell(value) for value in place.by_bot[: len(bots)]),
            )
            for place in control
        ),
        note=f"n {words.count(study.games * study.rounds)} scoring phases.",
        folded=True,
    )
