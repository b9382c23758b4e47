"""Helpers (A6, section 9): when triggered ones fire, in which order, and what a firing does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from . import effects, grants
from .effects import Moment
from .lines import Line
from .state import Context
from .tables import Card


@dataclass
class Chance:
    """A helper that may or must fire now."""

    seat: int
    card: int
    times: int
    ready: bool  # its condition, read right after the event's own consequences


def ready(ctx: Context, seat: int, card: Card) -> bool:
    return card.condition is None or card.condition.holds(ctx.count(seat, card.condition.count))


def chances(ctx: Context, seat: int, events: Mapping[str, int]) -> list[Chance]:
    """The seat's helpers of these triggers (with the number of events), in the order they were played."""
    found = []
    for number in ctx.farm(seat).helpers:
        card = ctx.tables.cards[number]
        times = events.get(card.trigger, 0)
        if times:
            found.append(Chance(seat, number, times, ready(ctx, seat, card)))
    return found


def on(ctx: Context, seat: int, trigger: str, *details: str, skip: int = 0) -> list[Chance]:
    """Chances of one event; `skip`: the card just played, for which it doesn't count."""
    found = chances(ctx, seat, {trigger: 1})
    return [c for c in found if c.card != skip and ctx.tables.cards[c.card].fires_on(trigger, *details)]


def offer(
    ctx: Context,
    offered: Iterable[Chance],
    moment: Moment | None = None,
    donkeys: Callable[[Chance, int], None] | None = None,
    after: Callable[[Line], None] | None = None,
) -> None:
    """Reads the firings that follow an event directly; what must fire and doesn't is a problem."""
    moment = moment or Moment()
    for chance in offered:
        if chance.card not in ctx.farm(chance.seat).helpers:
            continue
        for _ in range(chance.times):
            if not ctx.reader.sees("helper", chance.seat, card=chance.card):
                if obliged(ctx, chance):
                    text = f"helper {chance.card} of player {chance.seat} must fire after this line"
                    ctx.reader.problem("A11", text)
                break
            line = fire(ctx, chance, moment, donkeys)
            if after is not None:
                after(line)
            grants.drain(ctx, chance.seat, f"helper:{chance.card}")


def obliged(ctx: Context, chance: Chance) -> bool:
    """Without 1x and cost a helper always fires, unless that changes nothing."""
    card = ctx.tables.cards[chance.card]
    gone = chance.card not in ctx.farm(chance.seat).helpers
    if gone or card.once or card.cost or not chance.ready:
        return False
    return effects.does_something(ctx, chance.seat, card.effects, sure=True)


def fire(
    ctx: Context,
    chance: Chance,
    moment: Moment,
    donkeys: Callable[[Chance, int], None] | None = None,
) -> Line:
    """Reads one `helper` line and what follows from it at once."""
    line = ctx.reader.take()
    card = ctx.tables.cards[chance.card]
    if not chance.ready:
        ctx.reader.problem("A6", f"the condition of helper {card.number} does not hold")
    _use(ctx, chance.seat, card, line, moment, (lambda n: donkeys(chance, n)) if donkeys else None)
    return line


def act(ctx: Context, seat: int, line: Line) -> None:
    """A6: an `action` helper, in its phases (the line is the next one)."""
    ctx.reader.take()
    card = ctx.card(line.get("card"))
    if card.number not in ctx.farm(seat).helpers:
        ctx.reader.fatal("A6", f"player {seat} has no helper {card.number}")
    if card.trigger != "action":
        ctx.reader.fatal("A6", f"helper {card.number} ({card.trigger}) can't fire now")
    if ctx.reader.phase not in card.phases:
        ctx.reader.problem("A6", f"helper {card.number} can't be used in this phase")
    if not ready(ctx, seat, card):
        ctx.reader.problem("A6", f"the condition of helper {card.number} does not hold")
    _use(ctx, seat, card, line, Moment(), None)


def _use(
    ctx: Context,
    seat: int,
    card: Card,
    line: Line,
    moment: Moment,
    donkeys: Callable[[int], None] | None,
) -> None:
    helpers = ctx.farm(seat).helpers
    if card.once and helpers[card.number]:
        ctx.reader.problem("A6", f"helper {card.number} was already used this round")
    gained = effects.expand(ctx, card.effects, line, moment, "A6")
    chosen = card.once or card.trigger == "action"
    if chosen and not effects.does_something(ctx, seat, gained, card.cost):
        ctx.reader.problem("A9", f"helper {card.number} does nothing now")
    helpers[card.number] = helpers[card.number] or card.once
    via = f"helper:{card.number}"
    effects.settle(
        ctx, seat, line, gained, rule="A6", via=via, cost=card.cost, moment=moment, donkeys=donkeys
    )
