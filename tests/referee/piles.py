"""Draw pile, discard pile and hands (S11): draws, reshuffles, discards."""

from __future__ import annotations

from typing import Any

from .lines import Line
from .state import Context


def can_draw(ctx: Context) -> bool:
    return bool(ctx.game.deck or ctx.game.discards)


def cards_of(ctx: Context, line: Line, rule: str) -> list[int]:
    cards: Any = line.get("cards")
    if not isinstance(cards, list) or not cards or len(set(cards)) != len(cards):
        ctx.reader.fatal(rule, f"cards {cards!r} is no list of different cards")
    return [ctx.card(card).number for card in cards]


def read_reshuffle(ctx: Context) -> None:
    """S11: only when a card has to be drawn and the pile is empty."""
    line = ctx.reader.expect("S11", "reshuffle")
    if ctx.game.deck:
        ctx.reader.problem("S11", f"the draw pile still has {len(ctx.game.deck)} cards")
    if line.get("count") != len(ctx.game.discards):
        ctx.reader.problem("S11", f"{line.get('count')} cards reshuffled, not {len(ctx.game.discards)}")
    ctx.game.deck |= ctx.game.discards
    ctx.game.discards = set()


def take_from_deck(ctx: Context, card: int) -> None:
    if card not in ctx.game.deck:
        ctx.reader.problem("S11", f"card {card} is not in the draw pile")
    ctx.game.deck.discard(card)


def read_draw(ctx: Context, seat: int, via: str, n: int) -> None:
    """n cards, as far as there are any; a draw never spans a reshuffle."""
    while n > 0 and can_draw(ctx):
        if not ctx.game.deck or ctx.reader.sees("reshuffle"):
            read_reshuffle(ctx)
        line = ctx.reader.expect("S11", "draw", seat, via=via)
        ctx.change(seat, "S11", line, {})
        cards = cards_of(ctx, line, "S11")
        if len(cards) > min(n, len(ctx.game.deck)):
            text = f"{len(cards)} cards drawn, {n} wanted, {len(ctx.game.deck)} in the pile"
            ctx.reader.problem("S11", text)
        for card in cards:
            take_from_deck(ctx, card)
            ctx.farm(seat).hand.add(card)
        n -= len(cards)


def read_discard(ctx: Context, seat: int, n: int) -> None:
    """F4: down to the hand limit."""
    line = ctx.reader.expect("F4", "discard", seat)
    ctx.change(seat, "F4", line, {})
    cards = cards_of(ctx, line, "F4")
    if len(cards) != n:
        ctx.reader.problem("F4", f"{len(cards)} cards discarded, not {n}")
    for card in cards:
        leave_hand(ctx, seat, card, "F4")
        ctx.game.discards.add(card)


def leave_hand(ctx: Context, seat: int, card: int, rule: str) -> None:
    if card not in ctx.farm(seat).hand:
        ctx.reader.fatal(rule, f"card {card} is not in the hand of player {seat}")
    ctx.farm(seat).hand.discard(card)
