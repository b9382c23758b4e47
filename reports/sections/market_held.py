"""Which hexes are held: maps of the share of rounds, for all, by bot and by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.analysis.market import HexControl
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import HexMaps
from reports.page import Block, Column, Figure, Table
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

_UNIT = "held, % of scoring phases"
_UNIT_EACH = "held by one player, % of scoring phases"


def held_blocks(study: Study, hexes: tuple[HexControl, ...]) -> list[Block]:
    """Maps for all, by bot where there are several, by seat; and the table."""
    bots = () if names.mirror(study) else study.bots
    blocks: list[Block] = [_held(study, hexes)]
    seats = _owners(study)
    if bots:
        blocks.append(_split(study, hexes, "bot", bots, lambda place: place.by_bot))
    blocks.append(_split(study, hexes, "seat", seats, lambda place: place.by_seat))
    blocks.append(_table(study, hexes, bots, seats))
    return blocks


def _owners(study: Study) -> tuple[str, ...]:
    """Who can own a marker, seat by seat."""
    return ("player", "neutral") if study.solo else tuple(names.seat(seat) for seat in range(study.players))


def _phases(study: Study) -> str:
    return f"n {words.count(study.games * study.rounds)} phases"


def _held(study: Study, hexes: tuple[HexControl, ...]) -> Figure:
    ordered = sorted(hexes, key=lambda place: place.held.mean)
    low, high = ordered[0], ordered[-1]
    who = "the player" if study.solo else "any player"
    return Figure(
        "held",
        "Share of rounds held",
        f"Map of the market: share of scoring phases in which a marker of {who} stands on each hex. Most "
        f"often held: {named(high.hex)}, {words.percent_with_interval(high.held)}; least often: "
        f"{named(low.hex)}, {words.percent_with_interval(low.held)}.",
        "Bold: the value of the hex. Below it the share of scoring phases (rounds times games) in which a "
        f"marker of {who} stood there, in per cent, ± half of its 95\u202f% interval. Markers of the "
        f"set-up count. Thick edges are start hexes.{map_words(study)}",
        HexMaps((hex_map(study, "", {place.hex.number: place.held for place in hexes}),), _UNIT, True),
        f"Share of scoring phases with a marker, {_phases(study)}",
    )


def _split(
    study: Study,
    hexes: tuple[HexControl, ...],
    kind: str,
    titles: Sequence[str],
    values: Callable[[HexControl], tuple[Estimate, ...]],
) -> Figure:
    """A map for each bot or seat; both kinds have one scale, that of a single player."""
    maps = tuple(
        hex_map(study, title, {place.hex.number: values(place)[index] for place in hexes})
        for index, title in enumerate(titles)
    )
    both = [value for place in hexes for value in (*place.by_seat, *_if_several(study, place.by_bot))]
    reading = (
        "Share of scoring phases in which the player's marker and, apart, one of the neutral colour stood "
        "there, in per cent."
        if study.solo
        else "Share of scoring phases in which a marker of one player stood there, in per cent: of the "
        f"player {'in this seat' if kind == 'seat' else 'whom this bot plays (the mean of its seats)'}. "
        "Together the players make the map above. All maps by bot and by seat have one scale."
    )
    return Figure(
        "held-by" if kind == "seat" else "held-bot",
        "Who holds them: player and neutral colour" if study.solo else f"Who holds them, by {kind}",
        f"Maps of the market by {'owner' if study.solo else kind}: share of scoring phases held. "
        + _widest(hexes, titles, values),
        f"{reading} Intervals stand in the table.{map_words(study)}",
        HexMaps(
            maps,
            _UNIT if study.solo else _UNIT_EACH,
            True,
            small=True,
            also=tuple(100 * value.mean for value in both if not words.is_small(value)),
        ),
        f"Share of scoring phases held{'' if study.solo else ' by one player'}, {_phases(study)}",
    )


def _if_several(study: Study, by_bot: tuple[Estimate, ...]) -> tuple[Estimate, ...]:
    return () if names.mirror(study) else by_bot


def _widest(
    hexes: tuple[HexControl, ...],
    titles: Sequence[str],
    values: Callable[[HexControl], tuple[Estimate, ...]],
) -> str:
    """The hex on which the holders differ most."""

    def spread(place: HexControl) -> float:
        means = [value.mean for value in values(place)]
        return max(means) - min(means)

    place = max(hexes, key=spread)
    ordered = sorted(zip(values(place), titles, strict=True), key=lambda pair: pair[0].mean)
    (least, last), (most, first) = ordered[0], ordered[-1]
    return (
        f"They differ most on {named(place.hex)}: {first} {words.percent_with_interval(most)}, "
        f"{last} {words.percent_with_interval(least)}."
    )


def _table(study: Study, hexes: tuple[HexControl, ...], bots: Sequence[str], seats: Sequence[str]) -> Table:
    columns = (*(() if study.solo else ("all",)), *bots, *seats)
    rows = [
        (
            *hex_heads(place.hex),
            *(() if study.solo else (names.share_cell(place.held),)),
            *(names.share_cell(value) for value in (*_if_several(study, place.by_bot), *place.by_seat)),
            source_cell(place.hex),
        )
        for place in hexes
    ]
    rows += closed_rows(study, len(columns))
    by = "player and neutral colour" if study.solo else "bot and seat" if bots else "seat"
    return Table(
        "held-table",
        f"Share of scoring phases held, by {by}, ± half of the 95\u202f% interval",
        (*HEX_COLUMNS, *(Column(name) for name in columns), SOURCE_COLUMN),
        tuple(rows),
        note=_table_note(study, bool(bots)),
    )


def _table_note(study: Study, bots: bool) -> str:
    note = f"n {words.count(study.games * study.rounds)} scoring phases."
    if study.solo:
        return note
    shared = " Columns of bots show the mean of the seats that a bot plays." if bots else ""
    return f"{note} The shares of all seats add up to that of all.{shared}"
