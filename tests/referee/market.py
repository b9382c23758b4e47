"""The market (B2 to B4): where a marker may go, and whom it removes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .lines import Line
from .state import Context
from .tables import Hex


@dataclass(frozen=True)
class Removed:
    hex: int
    seat: int
    displaced: bool


def is_open(ctx: Context, number: int) -> bool:
    """S9."""
    return ctx.game.players >= 4 or not ctx.tables.hexes[number].four_players_only


def open_hexes(ctx: Context, value: int) -> list[int]:
    return [h.number for h in ctx.tables.hexes.values() if h.value == value and is_open(ctx, h.number)]


def candidates(ctx: Context, seat: int, value: int) -> list[int]:
    """The empty hexes of the value; without any, those that others hold."""
    hexes = open_hexes(ctx, value)
    empty = [number for number in hexes if number not in ctx.game.market]
    return empty or [number for number in hexes if ctx.game.market[number] != seat]


def loses(ctx: Context, placed: Hex, seat: int) -> list[int]:
    """B3: the hexes around it from which others' markers of lower value go."""
    found = []
    for number in placed.neighbours:
        lower = ctx.tables.hexes[number].value < placed.value
        if is_open(ctx, number) and lower and ctx.game.market.get(number, seat) != seat:
            found.append(number)
    return sorted(found)


def hex_of(ctx: Context, line: Line) -> int:
    number: Any = line.get("hex")
    if number not in ctx.tables.hexes:
        ctx.reader.fatal("B2", f"there is no hex {number!r}")
    return int(number)


def read_marker(ctx: Context, seat: int, value: int, via: str) -> list[Removed]:
    """Reads the `marker` line if there must be one; what it removed, the displaced one first."""
    possible = candidates(ctx, seat, value)
    if not possible:
        return []
    line = ctx.reader.expect("B2", "marker", seat, via=via)
    number = hex_of(ctx, line)
    if number not in possible:
        ctx.reader.problem("B2", f"hex {number} is none of {possible} for value {value}")
    return place(ctx, seat, number, line)


def place(ctx: Context, seat: int, number: int, line: Line) -> list[Removed]:
    market = ctx.game.market
    holder = market.get(number)
    if line.get("displaced") != holder:
        ctx.reader.problem("B4", f"displaced is {line.get('displaced')}, the hex is held by {holder}")
    around = loses(ctx, ctx.tables.hexes[number], seat)
    removed = [] if holder is None else [Removed(number, holder, True)]
    removed += [Removed(other, market[other], False) for other in around]
    _compare(ctx, line, removed)
    for gone in removed:
        del market[gone.hex]
    market[number] = seat
    counted = len(removed)
    if holder is not None and ctx.rules.option("market.displaced_scores", "no"):
        counted -= 1
    if seat < ctx.game.players:
        ctx.change(seat, "B3", line, {"vp": counted * ctx.rules.num("market.removal_vp")})
    elif ctx.reader.delta(line):
        ctx.reader.problem("B3", "the neutral colour owns nothing")
    return removed


def _compare(ctx: Context, line: Line, removed: list[Removed]) -> None:
    wanted = sorted((gone.hex, gone.seat) for gone in removed if not gone.displaced)
    stated = sorted((gone.get("hex"), gone.get("player")) for gone in line.get("removed") or [])
    if stated != wanted:
        ctx.reader.problem("B3", f"removed (hex, player): {stated}, not {wanted}")
