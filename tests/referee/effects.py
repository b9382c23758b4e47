"""What effects and options give: the deltas they allow, what follows at once, and what they grant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

from . import piles
from .lines import Delta, Line
from .state import Context
from .tables import COUNTS, HARVEST, RESOURCES, Effect

GRANTS = {"upgrade": "upgrade", "play_card": "play", "delivery": "deliver", "play_or_draw": "play_or_draw"}


@dataclass(frozen=True)
class Moment:
    """What an effect refers to: the die, the option already taken with it, the field just played."""

    die: int = 0
    choice: str = ""
    field: int = 0


@dataclass(frozen=True)
class Outcome:
    delta: Delta
    homeless_pigs: int  # sold or lost by R4


def options(ctx: Context, number: int) -> dict[str, tuple[Effect, ...]]:
    """R3: the options of a revenue."""
    if number == 1:
        return {"pig": (Effect("pig", 1),)}
    if number == 2:
        return {
            "play": (Effect("play_card", 1),),
            "draw": (Effect("draw_card", 1),),
            "harvest": (Effect("harvest", 1),),
        }
    if number == 3:
        return {"two_harvest": (Effect("harvest_two_kinds", 1),)}
    if number == 4:
        return {"silver": (Effect("silver", ctx.rules.num("revenue.4.silver")),)}
    if number == 5:
        return {
            "upgrades": (Effect("upgrade", ctx.rules.num("revenue.5.upgrades")),),
            "upgrade_siesta": (Effect("upgrade", 1), Effect("siesta", 1)),
            "siesta": (Effect("siesta", ctx.rules.num("revenue.5.siesta")),),
        }
    if number != 6:
        ctx.reader.fatal("R3", f"there is no revenue {number}")
    return {
        "delivery": (Effect("delivery", 1),),
        "silver": (Effect("silver", ctx.rules.num("revenue.6.silver")),),
    }


def option_of(ctx: Context, number: int, choice: object, rule: str) -> tuple[Effect, ...]:
    found = options(ctx, number)
    if choice not in found:
        ctx.reader.fatal(rule, f"revenue {number} has no option {choice!r}")
    return found[str(choice)]


def expand(
    ctx: Context, effects: Sequence[Effect], line: Line, moment: Moment, rule: str
) -> tuple[Effect, ...]:
    """Replaces the revenue effects (Porter, Merchant, Dice Player) by the option that the line chose."""
    result: list[Effect] = []
    for effect in effects:
        if effect.kind in ("second_option", "repeat_die", "revenue_of_round"):
            number = ctx.reader.round if effect.kind == "revenue_of_round" else moment.die
            chosen = option_of(ctx, number, line.get("choice"), rule)
            if effect.kind == "second_option" and line.get("choice") == moment.choice:
                ctx.reader.problem(rule, "the second option must be a different one")
            if not does_something(ctx, line["player"], chosen):
                ctx.reader.problem("A9", f"the option {line.get('choice')} does nothing")
            result.extend(chosen)
        else:
            result.append(effect)
    return tuple(result)


def does_something(
    ctx: Context, seat: int, effects: Sequence[Effect], cost: Sequence[Effect] = (), sure: bool = False
) -> bool:
    """A9: may it be chosen? With `sure`: does it change something whatever its owner then wants?"""
    frees = sum(effect.n for effect in cost if effect.kind == "pig")
    return any(_does(ctx, seat, effect, frees, sure) for effect in effects if effect.n)


def _does(ctx: Context, seat: int, effect: Effect, frees: int, sure: bool) -> bool:
    """Draws, steps, flips and goods change something if they are possible; the rest may be given up."""
    farm = ctx.farm(seat)
    hand, draw = bool(farm.hand), piles.can_draw(ctx)
    up_to_the_owner = {
        "upgrade": has_resource(ctx, seat),
        "play_card": hand,
        "play_or_draw": hand or draw,
        **dict.fromkeys(("delivery", "reserve_die", "second_option", "repeat_die", "revenue_of_round"), True),
    }
    if effect.kind in up_to_the_owner:
        return up_to_the_owner[effect.kind] and not sure
    possible = {
        "draw_card": draw,
        "siesta": ctx.game.space(seat) < len(ctx.game.stacks) - 1,
        "flip_roof": any(farm.roofs.values()),
        "vp_per_extension": bool(farm.extensions),
        "pig": _pig_matters(ctx, seat, frees, sure),
    }
    return possible.get(effect.kind, True)


def _pig_matters(ctx: Context, seat: int, frees: int, sure: bool) -> bool:
    """R4: a pig that finds no space is sold, or (by option) lost."""
    if ctx.pig_room(seat, ctx.farm(seat).counts["pig"] - frees):
        return True
    sold = ctx.rules.option("pig.full_stall", "sold")
    return sold and (not sure or ctx.sell_price(seat, "pig") > 0)


def has_resource(ctx: Context, seat: int) -> bool:
    farm = ctx.farm(seat)
    return any(farm.counts[good] for good in RESOURCES) or any(farm.fields.values())


def _multisets(goods: Sequence[str], n: int) -> list[Delta]:
    return [dict(Counter(chosen)) for chosen in combinations_with_replacement(goods, n)]


def _gain(ctx: Context, seat: int, effect: Effect) -> list[Delta]:
    """The alternatives of one effect's gain."""
    farm = ctx.farm(seat)
    kind, n = effect.kind, effect.n
    choices: dict[str, tuple[str, ...]] = {
        "harvest": HARVEST,
        "grain_or_olive": ("grain", "olive"),
        "resource": RESOURCES,
    }
    counted: dict[str, Sized] = {"vp_per_extension": farm.extensions, "vp_per_helper": farm.helpers}
    if kind in COUNTS:
        return [{kind: n}]
    if kind in choices:
        return _multisets(choices[kind], n)
    if kind in counted:
        return [{"vp": n * len(counted[kind])}]
    if kind == "harvest_two_kinds":
        return [dict.fromkeys(pair, n) for pair in combinations(HARVEST, 2)]
    if kind == "harvest_kinds":
        return [dict.fromkeys(some, 1) for some in combinations(HARVEST, min(n, len(HARVEST)))]
    return [{}]


def payments(ctx: Context, seat: int, cost: Sequence[Effect]) -> list[Delta]:
    """A6: the ways to pay a cost from the dens (as negative deltas); none if it can't be paid."""
    counts = ctx.farm(seat).counts
    ways = []
    parts = [_multisets(HARVEST, e.n) if e.kind == "harvest" else [{e.kind: e.n}] for e in cost]
    for chosen in product(*parts):
        total = _add(*chosen)
        if all(counts[good] >= n for good, n in total.items()):
            ways.append({good: -n for good, n in total.items()})
    return ways


def _add(*deltas: Delta) -> Delta:
    total: Counter[str] = Counter()
    for delta in deltas:
        total.update(delta)
    return {key: value for key, value in total.items() if value}


def outcomes(ctx: Context, seat: int, effects: Sequence[Effect], cost: Sequence[Effect]) -> Iterator[Outcome]:
    """Every delta that paying and gaining allow; a choice that would lose a pig only if there is no other."""
    found = []
    for paid in payments(ctx, seat, cost):
        room = ctx.pig_room(seat, ctx.farm(seat).counts["pig"] + paid.get("pig", 0))
        for parts in product(*(_gain(ctx, seat, effect) for effect in effects)):
            gained = _add(*parts)
            homeless = max(0, gained.get("pig", 0) - room)
            delta = _add(paid, gained, {"pig": -homeless} if homeless else {})
            found.append(Outcome(delta, homeless))
    lost = ctx.rules.option("pig.full_stall", "lost")
    if lost and any(not outcome.homeless_pigs for outcome in found):
        found = [outcome for outcome in found if not outcome.homeless_pigs]
    yield from found


def _pig_sales(ctx: Context, seat: int, vias: Sequence[str]) -> tuple[int, int]:
    """How many `pig_sold` lines of this cause come next, and their silver."""
    lines = silver = 0
    while (line := ctx.reader.peek(lines)) is not None:
        if line.get("event") != "pig_sold" or line.get("player") != seat or line.get("via") not in vias:
            break
        lines += 1
        silver += (line.get("delta") or {}).get("silver", 0)
    return lines, silver


def _fits(ctx: Context, seat: int, outcome: Outcome, lines: int, silver: int) -> bool:
    if ctx.rules.option("pig.full_stall", "lost") or not outcome.homeless_pigs:
        return lines == 0
    price = ctx.sell_price(seat, "pig")
    return silver == outcome.homeless_pigs * price and (lines > 0 or price == 0)


def settle(
    ctx: Context,
    seat: int,
    line: Line,
    effects: Sequence[Effect],
    *,
    rule: str,
    via: str,
    cost: Sequence[Effect] = (),
    pig_via: Sequence[str] = (),
    moment: Moment | None = None,
    donkeys: Callable[[int], None] | None = None,
) -> None:
    """Checks the line's delta, makes the change, reads what follows at once, opens grants for the rest."""
    possible = list(outcomes(ctx, seat, effects, cost))
    if not possible:
        ctx.reader.fatal("A6", "the cost can't be paid from the dens")
    sold_lines, sold_silver = _pig_sales(ctx, seat, pig_via or (via,))
    stated = ctx.reader.delta(line)
    fitting = [outcome for outcome in possible if outcome.delta == stated]
    chosen = next((o for o in fitting if _fits(ctx, seat, o, sold_lines, sold_silver)), None)
    if chosen is not None:
        ctx.apply(seat, chosen.delta)
    elif fitting:
        ctx.apply(seat, stated)
        pigs = sorted({outcome.homeless_pigs for outcome in fitting})
        text = f"{sold_lines} pig_sold lines with {sold_silver} silver follow; pigs without a space: {pigs}"
        ctx.reader.problem("R4", text)
    else:
        shown = " or ".join(str(outcome.delta) for outcome in possible[:4])
        ctx.reader.problem(rule, f"delta is {stated}, not {shown}{' …' if len(possible) > 4 else ''}")
        ctx.apply(seat, possible[0].delta if len(possible) == 1 else stated)
    for _ in range(sold_lines):
        sale = ctx.reader.take()
        ctx.apply(seat, ctx.reader.delta(sale))
        if set(ctx.reader.delta(sale)) - {"silver"}:
            ctx.reader.problem("R4", "a sold pig gives silver only")
    for effect in effects:
        _follow(ctx, seat, line, effect, via, moment or Moment(), donkeys)


def _follow(
    ctx: Context,
    seat: int,
    line: Line,
    effect: Effect,
    via: str,
    moment: Moment,
    donkeys: Callable[[int], None] | None,
) -> None:
    """A11: draws and siesta steps at once; plays, upgrades and deliveries are granted."""
    kind, n = effect.kind, effect.n
    if kind == "draw_card":
        piles.read_draw(ctx, seat, via, n)
    elif kind == "siesta":
        read_siesta(ctx, seat, via, n)
    elif kind == "delivery" and donkeys is not None:
        donkeys(n)
    elif kind == "play_or_draw" and not ctx.farm(seat).hand:
        piles.read_draw(ctx, seat, via, n)
    elif kind in GRANTS:
        ctx.grant(seat, GRANTS[kind], via, n)
    elif kind == "flip_roof":
        flip(ctx, seat, line, via, n)
    elif kind == "fill_field":
        ctx.farm(seat).fields[moment.field] = True
    elif kind == "reserve_die":
        return  # the `reserve` line is read by the revenue phase


def read_siesta(ctx: Context, seat: int, via: str, steps: int, always: bool = False) -> None:
    """T3, T2: the disc moves as far as possible, onto the top of the discs there."""
    space = ctx.game.space(seat)
    moved = min(steps, len(ctx.game.stacks) - 1 - space)
    if moved == 0 and not always and not ctx.reader.sees("siesta", seat, via=via, steps=0):
        return
    line = ctx.reader.expect("T2", "siesta", seat, via=via)
    ctx.change(seat, "T2", line, {})
    if line.get("steps") != moved or line.get("space") != space + moved:
        text = f"the disc moves {line.get('steps')} to {line.get('space')}, not {moved} to {space + moved}"
        ctx.reader.problem("T2", text)
    if moved:
        ctx.game.move_disc(seat, space + moved)


def flip(ctx: Context, seat: int, line: Line, via: str, n: int) -> None:
    """Glazier, roof 4.4: another used roof of one's own is turned face up again."""
    named = line.get("flips")
    flipped = list(named) if isinstance(named, list) else [named] if named is not None else []
    roofs = ctx.farm(seat).roofs
    usable = [roof for roof, used in roofs.items() if used and f"roof:{roof}" != via]
    if not flipped and not usable:
        return
    if not 1 <= len(flipped) <= n or len(set(flipped)) != len(flipped):
        ctx.reader.problem("A9", f"flips {flipped}, which should be {n}")
    for roof in flipped:
        if roof not in usable:
            ctx.reader.problem("A9", f"{roof} is not another used roof of player {seat}")
        else:
            roofs[roof] = False
