"""Section 2: what a player may do at any time in its own turns (A1 to A6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import cards, effects, helpers
from .lines import Line, whole
from .state import Context
from .tables import RESOURCES, Effect

if TYPE_CHECKING:
    from .turns import Turn


def read(ctx: Context, turn: Turn, line: Line) -> bool:
    """Reads the next line if it is such an action; false if it belongs to nothing here."""
    event = line.get("event")
    if event == "sell":
        return _sell(ctx, turn, line)
    if event == "buy":
        return _buy(ctx, turn, line)
    if event == "upgrade" and "via" not in line:
        cards.upgrade(ctx, turn.seat)
    elif event == "cash":
        _cash(ctx, turn.seat)
    elif event == "use_roof":
        _use_roof(ctx, turn.seat)
    elif event == "helper":
        card = ctx.tables.cards.get(line.get("card", 0))
        if card is None or card.trigger != "action":
            ctx.reader.hint("A6", f"helper {line.get('card')} has nothing to fire for, here and now")
            return False
        helpers.act(ctx, turn.seat, line)
    else:
        return False
    return True


def _amount(ctx: Context, line: Line, rule: str) -> tuple[str, int]:
    good, count = line.get("good"), line.get("count")
    if good not in RESOURCES:
        ctx.reader.fatal(rule, f"{good!r} is no resource")
    if not whole(count) or int(count or 0) < 1:
        ctx.reader.fatal(rule, f"count is {count!r}")
    return str(good), int(count or 0)


def _sell(ctx: Context, turn: Turn, line: Line) -> bool:
    """A1; A9: not what was bought in this turn."""
    if line.get("good") in turn.bought:
        ctx.reader.hint("A9", f"{line.get('good')} was bought in this turn and can't be sold in it")
        return False
    ctx.reader.take()
    good, count = _amount(ctx, line, "A1")
    source = line.get("source")
    expected = {"silver": count * ctx.sell_price(turn.seat, good)}
    if source == "den":
        expected[good] = -count
    elif not ctx.modifier(turn.seat, "sell_from_fields"):
        ctx.reader.problem("A1", "goods are sold from dens only")
    elif count != 1:
        ctx.reader.problem("A1", "a field holds one good")
    else:
        ctx.drop_one(turn.seat, good, source, "A1")
    ctx.change(turn.seat, "A1", line, expected)
    turn.sold.add(good)
    return True


def _buy(ctx: Context, turn: Turn, line: Line) -> bool:
    """A2; A9: not what was sold in this turn."""
    if line.get("good") in turn.sold:
        ctx.reader.hint("A9", f"{line.get('good')} was sold in this turn and can't be bought in it")
        return False
    ctx.reader.take()
    good, count = _amount(ctx, line, "A2")
    if good == "pig" and ctx.pig_room(turn.seat) < count:
        ctx.reader.problem("A2", "there is no free space for the pig")
    expected = {"silver": -count * ctx.buy_price(turn.seat, good), good: count}
    ctx.change(turn.seat, "A2", line, expected)
    turn.bought.add(good)
    return True


def _cash(ctx: Context, seat: int) -> None:
    """A4."""
    line = ctx.reader.take()
    rules = ctx.rules
    uses = {
        "silver": Effect("silver", rules.num("cash.silver")),
        "harvest": Effect("harvest_kinds", rules.num("cash.harvest")),
        "play": Effect("play_card", 1),
        "draw": Effect("draw_card", 1),
        "pig": Effect("pig", 1),
        "upgrades": Effect("upgrade", rules.num("cash.upgrades")),
    }
    use = str(line.get("use"))
    if use not in uses:
        ctx.reader.fatal("A4", f"a commodity can't be used for {use!r}")
    gained = (uses[use],)
    if not effects.does_something(ctx, seat, gained):
        ctx.reader.problem("A9", f"cashing a commodity for {use} does nothing now")
    effects.settle(ctx, seat, line, gained, rule="A4", via="commodity", cost=(Effect("commodity", 1),))


def _use_roof(ctx: Context, seat: int) -> None:
    """A5."""
    line = ctx.reader.take()
    name = str(line.get("roof"))
    roofs = ctx.farm(seat).roofs
    if name not in roofs:
        ctx.reader.fatal("A5", f"player {seat} has no roof {name}")
    roof = ctx.tables.roofs[name]
    if roofs[name]:
        ctx.reader.problem("A5", f"roof {name} was used already")
    if ctx.reader.phase not in roof.phases:
        ctx.reader.problem("A5", f"roof {name} can't be used in this phase")
    others = any(used for other, used in roofs.items() if other != name)
    doable = tuple(e for e in roof.effects if e.kind != "flip_roof" or others)
    if not effects.does_something(ctx, seat, doable):
        ctx.reader.problem("A9", f"roof {name} does nothing now")
    roofs[name] = True
    effects.settle(ctx, seat, line, roof.effects, rule="A5", via=f"roof:{name}")
