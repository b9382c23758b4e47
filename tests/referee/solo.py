"""The neutral colour of the solo game (O1 to O5)."""

from __future__ import annotations

from . import delivery, market, piles
from .state import Context
from .tables import Hex

NEUTRAL = 1


def remove_die(ctx: Context, dice: list[int]) -> None:
    """O2: the lowest in rounds 1 to 3, the highest in 4 to 6."""
    line = ctx.reader.expect("O2", "remove_die")
    if line.get("player", NEUTRAL) not in (0, NEUTRAL):
        ctx.reader.problem("O2", f"there is no player {line.get('player')}")
    gone = min(dice) if ctx.reader.round <= 3 else max(dice)
    if line.get("die") != gone:
        ctx.reader.problem("O2", f"die {line.get('die')} is removed, not {gone}")
    dice.remove(gone)


def neutral_marker(ctx: Context) -> None:
    """O3: a card from the deck, and a marker on its barrow value."""
    if not piles.can_draw(ctx):
        return
    if not ctx.game.deck:
        piles.read_reshuffle(ctx)
    line = ctx.reader.expect("O3", "solo_card")
    card = ctx.card(line.get("card"))
    piles.take_from_deck(ctx, card.number)
    ctx.game.discards.add(card.number)
    if line.get("player", NEUTRAL) not in (0, NEUTRAL):
        ctx.reader.problem("O3", f"there is no player {line.get('player')}")
    possible = market.candidates(ctx, NEUTRAL, card.value)
    if not possible:
        return
    marker = ctx.reader.expect("O3", "marker", via="solo")
    if marker.get("player", NEUTRAL) != NEUTRAL:
        ctx.reader.problem("O3", f"the marker is of player {NEUTRAL}")
    best = min(possible, key=lambda number: _rank(ctx, ctx.tables.hexes[number]))
    number = market.hex_of(ctx, marker)
    if number != best:
        ctx.reader.problem("O4", f"the neutral marker goes to hex {best}, not {number}")
    removed = market.place(ctx, NEUTRAL, number, marker)
    delivery.after_marker(ctx, NEUTRAL, removed, barrows=0)
    ctx.grants.clear()


def _rank(ctx: Context, place: Hex) -> tuple[int, int, int]:
    """O4: most removals, then fewest threats, then the lowest number."""
    threats = 0
    for number in place.neighbours:
        higher = ctx.tables.hexes[number].value > place.value
        if market.is_open(ctx, number) and higher and ctx.game.market.get(number) != NEUTRAL:
            threats += 1
    return -len(market.loses(ctx, place, NEUTRAL)), threats, place.number


def new_order(ctx: Context, last: bool) -> None:
    """O5 (after the last round it makes no difference, so the line may be missing there)."""
    if last and not ctx.reader.sees("turn_order"):
        return
    line = ctx.reader.expect("O5", "turn_order")
    first = ctx.game.space(0) >= ctx.rules.num("solo.first_space")
    order = [0, NEUTRAL] if first else [NEUTRAL, 0]
    if line.get("order") != order:
        ctx.reader.problem("O5", f"the order is {order}, not {line.get('order')}")
    ctx.game.order = order
