"""Tables of the readable trace: how the farms stand after a round, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.scenario.words import goods_words
from analyzer.trace.eventlog import Line
from analyzer.wording import words

HEAD = [
    *("player", "vp", "silver", "hand", "fields", "barrows", "helpers", "ext"),
    *("roofs", "siesta", "market", "built"),
]
DEN_GOODS = words.GOODS[2:]


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """Columns of words to the left, columns of numbers to the right."""
    cells = [list(map(str, head)), *(list(map(str, row)) for row in rows)]
    columns = []
    for place, column in enumerate(zip(*cells, strict=True)):
        width = max(map(len, column))
        if all(isinstance(row[place], int | float) for row in rows):
            columns.append([cell.rjust(width + 1) for cell in column])
        else:
            columns.append([f"  {cell.ljust(width)}" for cell in column])
    return ["".join(row).strip() for row in zip(*columns, strict=True)]


def standings(state: Line, players: Sequence[str], hexes: Mapping[int, int]) -> list[str]:
    """One row a player, the best first: what it owns and where it stands; buildings by first letter."""
    farms = state["players"]
    order = sorted(range(len(farms)), key=lambda seat: (-farms[seat]["vp"], -farms[seat]["silver"], seat))
    markers: dict[int, list[int]] = {seat: [] for seat in range(len(players))}
    for hex_number, seat in state["market"].items():
        markers[seat].append(hexes[int(hex_number)])
    rows = [
        [
            players[seat], farm["vp"], farm["silver"], len(farm["hand"]),
            _full_of(farm["fields"]), len(farm["barrows"]), len(farm["helpers"]), len(farm["extensions"]),
            len(farm["roofs"]), farm["siesta"], _spaced(sorted(markers[seat])),
            _spaced([words.BUILDINGS[number - 1][0].upper() for number in farm["buildings"]]),
        ]
        for seat in order
        for farm in [farms[seat]]
    ]  # fmt: skip
    neutral = [_spaced(sorted(markers[seat])) for seat in range(len(farms), len(players))]
    lines = table(HEAD, rows)
    return lines + [f"{players[-1]}: market {markers_of}" for markers_of in neutral]


def in_dens(state: Line) -> str:
    """What lies in the dens, player by player; empty if nothing does."""
    told = []
    for seat, farm in enumerate(state["players"]):
        if goods := ", ".join(goods_words(good, farm[good]) for good in DEN_GOODS if farm[good]):
            told.append(f"[{seat}] {goods}")
    return "  ".join(told)


def _full_of(fields: Sequence[Line]) -> str:
    return f"{sum(field['full'] for field in fields)}/{len(fields)}"


def _spaced(numbers: Sequence[int | str]) -> str:
    return " ".join(map(str, numbers)) or "-"


def result_table(result: Line, players: Sequence[str], sources: Sequence[Mapping[str, int]]) -> list[str]:
    """The players from best to worst; ``sources`` (vp by source a seat) may be empty."""
    ranked = sorted(result["players"], key=lambda row: (-row["vp"], -row["silver"], row["player"]))
    rows = [[players[row["player"]], row["vp"], row["silver"], round(row["share"], 3)] for row in ranked]
    lines = table(["player", "vp", "silver", "share of win"], rows)
    if sources:
        told = [source for source in words.SOURCES if any(seat[source] for seat in sources)]
        by_source = [
            [source.replace("_", " "), *(sources[row["player"]][source] for row in ranked)] for source in told
        ]
        lines += ["", *table(["vp from", *(players[row["player"]] for row in ranked)], by_source)]
    return lines
