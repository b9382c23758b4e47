"""Plays, upgrades and deliveries that something granted (A11): each must be covered by an open grant."""

from __future__ import annotations

from . import cards, delivery, piles
from .lines import Line
from .state import Context, Grant

KINDS = {
    "play_card": ("play", "play_or_draw"),
    "upgrade": ("upgrade",),
    "deliver": ("deliver",),
    "draw": ("play_or_draw",),
}


def covers(ctx: Context, line: Line) -> bool:
    """Is the next line covered by a grant that is open?"""
    event = str(line.get("event"))
    if event == "reshuffle":
        after = ctx.reader.peek(1)
        return after is not None and after.get("event") == "draw" and covers(ctx, after)
    return ctx.open_grant(line.get("player"), KINDS.get(event, ()), line.get("via")) is not None


def use(ctx: Context) -> Grant:
    """Reads the next line, for which `covers` is true, and says which grant it used."""
    line = ctx.reader.peek()
    if line is not None and line.get("event") == "reshuffle":
        line = ctx.reader.peek(1)
    if line is None:
        ctx.reader.unexpected("A11", "something granted")
    event, seat = str(line["event"]), int(line["player"])
    grant = ctx.open_grant(seat, KINDS[event], line.get("via"))
    if grant is None:
        ctx.reader.unexpected("A11", "something granted")
    grant.left -= 1
    if event == "draw":
        piles.read_draw(ctx, seat, grant.via, 1)
    elif event == "play_card":
        cards.play_card(ctx, seat)
    elif event == "upgrade":
        cards.upgrade(ctx, seat)
    else:
        delivery.deliver(ctx, seat)
    return grant


def drain(ctx: Context, seat: int, via: str) -> None:
    """Uses of this grant that follow directly."""
    while (line := ctx.reader.peek()) is not None:
        named = ctx.reader.peek(1) if line.get("event") == "reshuffle" else line
        if named is None or named.get("player") != seat or named.get("via") != via or not covers(ctx, line):
            return
        use(ctx)
