"""Cards on the farm (F2, F3) and upgrades (A3)."""

from __future__ import annotations

from typing import Any

from . import helpers, piles
from .effects import Moment
from .lines import Delta, Line
from .state import Context
from .tables import FARM_GOODS, RESOURCES, UPGRADES


def play_card(ctx: Context, seat: int) -> None:
    """F2, F3: the next line places a card of the hand; helpers of `card` follow."""
    line = ctx.reader.take()
    farm = ctx.farm(seat)
    card = ctx.card(line.get("card"))
    piles.leave_hand(ctx, seat, card.number, "F2")
    place = str(line.get("as"))
    _discard_old(ctx, seat, line, place)
    expected: Delta = {}
    if place == "field":
        farm.fields[card.number] = False
    elif place == "barrow":
        farm.barrows[card.number] = []
    elif place == "helper":
        farm.helpers[card.number] = False
    elif place == "extension":
        expected = _pay_extension(ctx, seat, line)
        farm.extensions.append(card.number)
    else:
        ctx.reader.fatal("F2", f"a card can't be played as {place!r}")
    if place != "extension" and line.get("pays"):
        ctx.reader.problem("F2", "only extensions cost goods")
    ctx.change(seat, "F2", line, expected)
    helpers.offer(ctx, helpers.on(ctx, seat, "card", place, skip=card.number), Moment(field=card.number))


def _discard_old(ctx: Context, seat: int, line: Line, place: str) -> None:
    """F2: with all places taken, and only then, an old card makes room."""
    farm = ctx.farm(seat)
    places: dict[str, tuple[dict[int, Any], str]] = {
        "barrow": (farm.barrows, "farm.max_barrows"),
        "helper": (farm.helpers, "farm.max_helpers"),
    }
    old = line.get("discards")
    if place not in places or len(places[place][0]) < ctx.rules.num(places[place][1]):
        if old is not None:
            ctx.reader.problem("F2", f"card {old} is discarded though nothing makes that necessary")
        return
    if old not in places[place][0]:
        ctx.reader.fatal("F2", f"all {place} places are taken, and {old!r} is none of them")
    del places[place][0][old]
    ctx.game.discards.add(old)


def _pay_extension(ctx: Context, seat: int, line: Line) -> Delta:
    """F2: the n-th costs n farm goods, all of different kinds."""
    farm = ctx.farm(seat)
    discount = ctx.modifier(seat, "extension_discount")
    price = max(0, len(farm.extensions) + 1 - discount)
    pays: list[dict[str, Any]] = line.get("pays") or []
    kinds = [paid.get("good") for paid in pays]
    allowed = set(FARM_GOODS)
    if ctx.rules.option("extension.commodity_pays", "yes"):
        allowed.add("commodity")
    if len(pays) != price:
        ctx.reader.problem("F2", f"the extension costs {price} goods, paid are {len(pays)}")
    if len(set(kinds)) != len(kinds) or not set(kinds) <= allowed:
        ctx.reader.problem("F2", f"{kinds} are not different farm goods")
    total: Delta = {}
    for paid in pays:
        for good, n in ctx.drop_one(seat, str(paid.get("good")), paid.get("source"), "F2").items():
            total[good] = total.get(good, 0) + n
    return total


def upgrade(ctx: Context, seat: int) -> None:
    """A3: paid, or free with `via`; helpers of `upgrade` follow."""
    line = ctx.reader.take()
    good = line.get("good")
    if good not in RESOURCES:
        ctx.reader.fatal("A3", f"{good!r} can't be upgraded")
    kind = str(good)
    price = 0 if "via" in line else ctx.upgrade_price(seat, kind)
    if line.get("to") != UPGRADES[kind]:
        ctx.reader.problem("A3", f"{kind} gives {UPGRADES[kind]}, not {line.get('to')}")
    if line.get("price", 0) != price:
        ctx.reader.problem("A3", f"the price is {price}, not {line.get('price')}")
    expected = ctx.drop_one(seat, kind, line.get("source"), "A3")
    ctx.change(seat, "A3", line, {**expected, "silver": -price, UPGRADES[kind]: 1})
    helpers.offer(ctx, helpers.on(ctx, seat, "upgrade", kind))
