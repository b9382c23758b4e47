"""A delivery (T5) and what it brings about: full barrows (B1 to B4) and buildings (C1 to C4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import effects, grants, helpers, market
from .market import Removed
from .state import Context
from .tables import (
    BUTCHER,
    COUNTS,
    DELI,
    GREENGROCER,
    MERCHANT_HOUSE,
    VILLAGE_STORE,
    WAINWRIGHT,
    Card,
    Effect,
)


def deliver(ctx: Context, seat: int) -> None:
    """Reads the next line, a delivery, and everything required that follows from it (A11)."""
    line = ctx.reader.take()
    good = str(line.get("good"))
    if good not in COUNTS:
        ctx.reader.fatal("T5", f"{good!r} can't be delivered")
    ctx.change(seat, "T5", line, ctx.drop_one(seat, good, line.get("source"), "T5"))
    kind, _, number = str(line.get("to")).partition(":")
    place = int(number) if number.isdecimal() else 0
    if kind == "barrow":
        _to_barrow(ctx, seat, place, good)
    elif kind == "building":
        _to_building(ctx, seat, place, good)
    else:
        ctx.reader.fatal("T5", f"deliveries don't go to {line.get('to')!r}")


def _add(ctx: Context, row: list[str], needed: tuple[str, ...] | list[str], good: str) -> bool:
    """Puts the good into the row; true if that fills it."""
    row.append(good)
    if Counter(row) - Counter(needed):
        ctx.reader.problem("T5", f"no place for {good} there: needed {list(needed)}, there {row}")
        row.pop()
    return Counter(row) == Counter(needed)


def _to_barrow(ctx: Context, seat: int, number: int, good: str) -> None:
    barrows = ctx.farm(seat).barrows
    if number not in barrows:
        ctx.reader.fatal("T5", f"player {seat} has no barrow {number}")
    card = ctx.tables.cards[number]
    if _add(ctx, barrows[number], card.goods, good):
        _barrow_done(ctx, seat, card)


def _barrow_done(ctx: Context, seat: int, card: Card) -> None:
    """B1; then the marker; then helpers."""
    line = ctx.reader.expect("B1", "barrow_done", seat, card=card.number)
    vp = card.value
    if ctx.lasting(seat, BUTCHER):
        vp += ctx.rules.building(BUTCHER, "lasting")
    if line.get("value") != card.value:
        ctx.reader.problem("B1", f"the value is {card.value}, not {line.get('value')}")
    ctx.change(seat, "B1", line, {"vp": vp, "commodity": ctx.rules.num("barrow.commodity")})
    del ctx.farm(seat).barrows[card.number]
    ctx.game.discards.add(card.number)
    removed = market.read_marker(ctx, seat, card.value, "barrow")
    after_marker(ctx, seat, removed, barrows=1)


def after_marker(ctx: Context, seat: int, removed: list[Removed], barrows: int) -> None:
    """A11: the acting player's helpers, then the others' in turn order."""

    offered: list[helpers.Chance] = []
    if seat < ctx.game.players:
        offered += helpers.chances(ctx, seat, {"barrow": barrows, "removal": len(removed)})
    lost = Counter(gone.seat for gone in removed)
    for other in ctx.seats():
        offered += helpers.chances(ctx, other, {"removed": lost[other]})
    helpers.offer(ctx, offered)


def _to_building(ctx: Context, seat: int, number: int, good: str) -> None:
    farm = ctx.farm(seat)
    if not 1 <= number <= 6:
        ctx.reader.fatal("T5", f"there is no building {number}")
    if number in ctx.game.closed:
        ctx.reader.problem("S6", f"building {number} is closed")
    if number in farm.buildings:
        ctx.reader.fatal("C1", f"player {seat} has completed building {number} before")
    if _add(ctx, farm.rows.setdefault(number, []), ctx.rules.row(number), good):
        _building_done(ctx, seat, number)


def _building_done(ctx: Context, seat: int, number: int) -> None:
    """C2."""
    line = ctx.reader.expect("C2", "building_done", seat, building=number)
    first = not any(number in farm.buildings for farm in ctx.game.farms)
    opened = ctx.game.closed[0] if ctx.game.closed else None
    vp = ctx.rules.num(f"buildings.round_vp.{ctx.reader.round - 1}")
    vp += ctx.rules.num("buildings.first_vp") if first else 0
    vp += ctx.rules.num("buildings.order_vp") if opened is not None else 0
    if ctx.lasting(seat, VILLAGE_STORE):
        vp += ctx.rules.building(VILLAGE_STORE, "lasting")
    if line.get("first") is not first:
        ctx.reader.problem("C2", f"first is {line.get('first')}, not {first}")
    if line.get("opened") != opened:
        ctx.reader.problem("C2", f"opened is {line.get('opened')}, not {opened}")
    ctx.change(seat, "C2", line, {"vp": vp})
    ctx.game.closed = ctx.game.closed[1:]
    farm = ctx.farm(seat)
    farm.rows.pop(number, None)
    farm.buildings[number] = ctx.reader.round
    via = f"building:{number}"
    if number == WAINWRIGHT:
        _wainwright(ctx, seat, via)
    gain = ctx.reader.expect("C2", "gain", seat, via=via)
    effects.settle(ctx, seat, gain, _at_once(ctx, seat, number), rule="C2", via=via)
    helpers.offer(ctx, helpers.on(ctx, seat, "building"))


def _wainwright(ctx: Context, seat: int, via: str) -> None:
    """Its delivery, which may be passed, with all that follows from it."""
    if not ctx.reader.sees("deliver", seat, via=via):
        return
    before = {id(grant) for grant in ctx.grants}
    deliver(ctx, seat)
    new = [(grant.seat, grant.via) for grant in ctx.grants if id(grant) not in before]
    for owner, cause in new:
        grants.drain(ctx, owner, cause)


def _at_once(ctx: Context, seat: int, number: int) -> tuple[Effect, ...]:
    if number == WAINWRIGHT:
        return (Effect("vp", ctx.siesta_vp(seat)),)
    amount: Any = ctx.rules.building(number, "at_once")
    if number == BUTCHER:
        return (Effect("vp", amount * len(ctx.farm(seat).barrows)),)
    kinds = {MERCHANT_HOUSE: "silver", VILLAGE_STORE: "vp", DELI: "commodity", GREENGROCER: "resource"}
    return (Effect(kinds[number], amount),)
