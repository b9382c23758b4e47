"""Scoring (P1 to P3) and the end (E1, E2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import helpers, solo
from .lines import Delta
from .state import Context
from .tables import RESOURCES


def phase(ctx: Context) -> None:
    ctx.reader.phase = "scoring"
    _score(ctx)
    last = ctx.reader.round >= ctx.rules.rounds
    revealed = not last and ctx.reader.sees("roofs_revealed")
    if revealed:
        _reveal(ctx)
    if ctx.game.solo:
        solo.new_order(ctx, last)
    if last:
        ctx.game.face_up = []
        return
    if not revealed:
        _reveal(ctx)
    _reset(ctx)


def _score(ctx: Context) -> None:
    """P1 and P2 in turn order; helpers after all of them, or each player's after its own line."""
    waiting: list[int] = []
    for seat in ctx.seats():
        markers = ctx.count(seat, "market_markers")
        market_vp = markers * ctx.rules.num("scoring.marker_vp")
        line = ctx.reader.expect("P1", "score", seat)
        if line.get("market") not in (markers, market_vp):
            ctx.reader.problem("P1", f"market is {line.get('market')}, not {market_vp}")
        if line.get("siesta") != ctx.siesta_vp(seat):
            ctx.reader.problem("P2", f"siesta is {line.get('siesta')}, not {ctx.siesta_vp(seat)}")
        ctx.change(seat, "P1", line, {"vp": market_vp + ctx.siesta_vp(seat)})
        if ctx.reader.sees("helper", seat) and seat != ctx.seats()[-1]:
            _helpers(ctx, seat)
        else:
            waiting.append(seat)
    for seat in waiting:
        _helpers(ctx, seat)


def _helpers(ctx: Context, seat: int) -> None:
    helpers.offer(ctx, helpers.on(ctx, seat, "scoring"))
    ctx.grants.clear()


def _reveal(ctx: Context) -> None:
    """P3, S4."""
    line = ctx.reader.expect("S4", "roofs_revealed")
    wanted = ctx.game.roofs[ctx.reader.round]
    if sorted(line.get("roofs") or []) != sorted(wanted):
        ctx.reader.problem("S4", f"roofs {line.get('roofs')} are revealed, not {wanted}")
    ctx.game.face_up = list(wanted)


def all_tokens(ctx: Context) -> list[int]:
    return list(range(ctx.rules.length("donkeys.tokens")))


def _reset(ctx: Context) -> None:
    """P3; tokens come back in time for their round (T1)."""
    ctx.game.stacks = [[] for _ in ctx.game.stacks]
    ctx.game.stacks[0] = list(reversed(ctx.seats()))
    for farm in ctx.game.farms:
        farm.helpers = dict.fromkeys(farm.helpers, False)
        farm.token = None
        farm.more_donkeys.clear()
        if ctx.reader.round + 1 == ctx.rules.num("donkeys.back_before_round"):
            farm.tokens = all_tokens(ctx)


def end(ctx: Context) -> None:
    ctx.reader.phase = "end"
    for seat in ctx.seats():
        helpers.offer(ctx, helpers.on(ctx, seat, "game_end"))
        ctx.grants.clear()
    waiting = set(ctx.seats())
    while ctx.reader.sees("sell_off"):
        line = ctx.reader.peek() or {}
        if line.get("player") not in waiting:
            ctx.reader.unexpected("E1", f"a sell_off of one of the players {sorted(waiting)}")
        waiting.remove(line["player"])
        _sell_off(ctx, line["player"])
    for seat in sorted(waiting):
        counts = ctx.farm(seat).counts
        if any(counts[good] for good in (*RESOURCES, "commodity")) or _final(ctx, seat, 0)["vp"]:
            ctx.reader.unexpected("E1", f"a sell_off of player {seat}")
        _empty(ctx, seat)
    _result(ctx)


def _final(ctx: Context, seat: int, per_commodity: int) -> Delta:
    """The change of silver and vp by E1 and E2."""
    counts = ctx.farm(seat).counts
    sold = sum(counts[good] * ctx.sell_price(seat, good) for good in RESOURCES)
    sold += counts["commodity"] * per_commodity
    silver = counts["silver"] + sold
    per_vp = max(1, ctx.rules.num("end.silver_per_vp") - ctx.modifier(seat, "silver_per_vp_discount"))
    return {"silver": silver % per_vp - counts["silver"], "vp": silver // per_vp}


def _changed(delta: Delta) -> Delta:
    return {key: value for key, value in delta.items() if value}


def _empty(ctx: Context, seat: int) -> None:
    counts = ctx.farm(seat).counts
    counts.update({good: 0 for good in counts if good not in ("silver", "vp")})


def _sell_off(ctx: Context, seat: int) -> None:
    line = ctx.reader.take()
    stated = ctx.reader.delta(line)
    counts = ctx.farm(seat).counts
    price = ctx.rules.num("end.commodity_price")
    # Whether a sell_bonus covers commodities is open in the rules: both are accepted.
    readings = [_final(ctx, seat, p) for p in (price, price + ctx.modifier(seat, "sell_bonus"))]
    goods = {good: -n for good, n in counts.items() if n and good not in ("silver", "vp")}
    fitting = [r for r in readings if stated in (_changed(r), _changed({**r, **goods}))]
    if not fitting:
        ctx.reader.problem("E1", f"delta is {stated}, not {readings[0]} (with or without {goods})")
    ctx.apply(seat, (fitting or readings)[0])
    _empty(ctx, seat)


def _share(value: Any) -> Fraction | None:
    """1, 0, 1/k as a number or as text."""
    if value is None:
        return None
    number = Fraction(str(value)) if isinstance(value, (int, str)) else Fraction(value)
    return number.limit_denominator(1000)


def _result(ctx: Context) -> None:
    line = ctx.reader.expect("E2", "result")
    ranks = {s: (ctx.farm(s).counts["vp"], ctx.farm(s).counts["silver"]) for s in ctx.seats()}
    winners = [seat for seat in ranks if ranks[seat] == max(ranks.values())]
    stated = {entry.get("player"): entry for entry in line["players"]}
    if sorted(stated) != sorted(ranks) or len(line["players"]) != len(ranks):
        ctx.reader.fatal("E2", f"the result has the players {sorted(stated)}")
    for seat, (vp, silver) in ranks.items():
        entry = stated[seat]
        if (entry.get("vp"), entry.get("silver")) != (vp, silver):
            text = f"player {seat} ends with {entry.get('vp')} vp, {entry.get('silver')} silver"
            ctx.reader.problem("E2", f"{text}, not {vp} and {silver}")
        share = Fraction(1, len(winners)) if seat in winners else Fraction(0)
        found = _share(entry.get("share"))
        if found != share and not (ctx.game.solo and found is None):
            ctx.reader.problem("E2", f"the share of player {seat} is {share}, not {entry.get('share')}")
