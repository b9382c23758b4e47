"""The transport phase (T1 to T6)."""

from __future__ import annotations

from . import delivery, effects, helpers, solo
from .lines import Line
from .state import Context
from .tables import WAINWRIGHT
from .turns import Turn


class DonkeyTurn(Turn):
    """T4."""

    def __init__(self, ctx: Context, seat: int) -> None:
        super().__init__(ctx, seat)
        self.made = 0
        self.passed = False
        self.farm = ctx.farm(seat)

    def allowed(self) -> int:
        """Read anew each time: with `craft.lasting = at_once` the Wainwright's donkey counts in this T4."""
        extra = 0
        if self.ctx.lasting(self.seat, WAINWRIGHT):
            extra = self.ctx.rules.building(WAINWRIGHT, "donkeys")
        printed = self.ctx.count(self.seat, "donkeys")
        return printed + extra + sum(self.farm.more_donkeys.values())

    def _may_deliver(self, line: Line) -> bool:
        """By `donkey`, or by the helper of `donkeys` that added the delivery."""
        via = str(line.get("via"))
        if self.passed or self.made >= self.allowed():
            return False
        if via == "donkey":
            return True
        kind, _, number = via.partition(":")
        card = int(number) if kind == "helper" and number.isdecimal() else 0
        return self.farm.more_donkeys[card] > 0 and self.ctx.open_grant(self.seat, ("deliver",), via) is None

    def main(self, line: Line) -> bool:
        event = line.get("event")
        if event == "deliver":
            if not self._may_deliver(line):
                if line.get("via") == "donkey":
                    self.ctx.reader.hint("T4", f"all {self.allowed()} deliveries are made or passed")
                return False
            self.made += 1
            delivery.deliver(self.ctx, self.seat)
        elif event == "pass" and line.get("step") == "delivery" and not self.passed:
            self.ctx.change(self.seat, "T4", self.ctx.reader.take(), {})
            if self.made >= self.allowed() and not self.ctx.game.solo:
                self.ctx.reader.problem("T4", "nothing is passed: all deliveries were made")
            self.passed = True
        else:
            return False
        return True

    def finished(self) -> bool:
        """Solo: the pass marks the end of T4."""
        return self.passed and self.ctx.game.solo

    def close(self) -> None:
        if not self.passed and (self.made < self.allowed() or self.ctx.game.solo):
            self.ctx.reader.unexpected("T4", f"a delivery or a pass of player {self.seat}")


class ExtraTurn(Turn):
    """T6."""

    def __init__(self, ctx: Context, seat: int, limit: int) -> None:
        super().__init__(ctx, seat)
        self.limit = limit
        self.up_front = ctx.rules.option("extra.payment", "up_front")
        self.bought_extras = 0
        self.made = 0
        self.passed = False

    def main(self, line: Line) -> bool:
        event = line.get("event")
        if event == "buy_extra" and not self.passed:
            self._buy()
        elif event == "deliver" and line.get("via") == "extra" and not self.passed:
            if self.made >= self.bought_extras:
                self.ctx.reader.hint("T6", "no extra delivery is paid for")
                return False
            self.made += 1
            delivery.deliver(self.ctx, self.seat)
        elif event == "pass" and line.get("step") == "extra" and not self.passed:
            self.ctx.change(self.seat, "T6", self.ctx.reader.take(), {})
            if not self._something_left() and self.limit > 0:
                self.ctx.reader.problem("T6", "nothing is passed: all extra deliveries were made")
            self.passed = True
        else:
            return False
        return True

    def _something_left(self) -> bool:
        if self.up_front and self.bought_extras:
            return self.made < self.bought_extras
        return self.made < self.limit

    def _buy(self) -> None:
        reader = self.ctx.reader
        line = reader.take()
        count = int(line["count"])
        price = self.ctx.rules.num("transport.extra_price")
        price = max(0, price - self.ctx.modifier(self.seat, "extra_delivery_discount"))
        if self.up_front and self.bought_extras:
            reader.problem("T6", "the number was bought already")
        if not self.up_front and (count != 1 or self.made < self.bought_extras):
            reader.problem("T6", "each delivery is bought right before it is made")
        self.bought_extras += count
        if count < 1 or self.bought_extras > self.limit:
            reader.problem("T6", f"{self.bought_extras} extra deliveries bought, the limit is {self.limit}")
        self.ctx.change(self.seat, "T6", line, {"silver": -count * price})

    def close(self) -> None:
        if not self.passed and self._something_left():
            self.ctx.reader.unexpected("T6", f"an extra delivery or a pass of player {self.seat}")


def _tokens(ctx: Context) -> None:
    """T1: in any order, since all choose in secret; then helpers of `donkeys` in turn order."""
    waiting = set(ctx.seats())
    while waiting:
        line = ctx.reader.peek()
        if line is None or line.get("event") != "token" or line.get("player") not in waiting:
            ctx.reader.unexpected("T1", f"a token of one of the players {sorted(waiting)}")
        seat = int(ctx.reader.take()["player"])
        waiting.remove(seat)
        _show(ctx, seat, line)
    for seat in ctx.seats():
        _offer_donkeys(ctx, seat)


def _show(ctx: Context, seat: int, line: Line) -> None:
    farm = ctx.farm(seat)
    ctx.change(seat, "T1", line, {})
    for token in farm.tokens:
        path = f"donkeys.tokens.{token}"
        printed = (ctx.rules.num(f"{path}.donkeys"), ctx.rules.num(f"{path}.hats"))
        if printed == (line.get("donkeys"), line.get("hats")):
            farm.tokens.remove(token)
            farm.token = token
            farm.more_donkeys.clear()
            return
    shown = f"({line.get('donkeys')}, {line.get('hats')})"
    ctx.reader.fatal("T1", f"token {shown} is not available to player {seat}")


def _offer_donkeys(ctx: Context, seat: int) -> None:
    more = ctx.farm(seat).more_donkeys

    def add(chance: helpers.Chance, n: int) -> None:
        more[chance.card] += n

    helpers.offer(ctx, helpers.on(ctx, seat, "donkeys"), donkeys=add)
    ctx.grants.clear()


def _move(ctx: Context, seat: int) -> None:
    """T2."""
    hats = ctx.rules.num(f"donkeys.tokens.{ctx.farm(seat).token}.hats")
    if ctx.lasting(seat, WAINWRIGHT):
        hats += ctx.rules.building(WAINWRIGHT, "hats")
    effects.read_siesta(ctx, seat, "donkey", hats, always=True)


def _new_order(ctx: Context) -> None:
    """T3: farthest first, on one space the upper disc first."""
    order = [seat for stack in reversed(ctx.game.stacks) for seat in reversed(stack)]
    line = ctx.reader.expect("T3", "turn_order")
    if line.get("order") != order:
        ctx.reader.problem("T3", f"the order is {order}, not {line.get('order')}")
    ctx.game.order = order


def extra_limit(ctx: Context, seat: int) -> int:
    limit = ctx.rules.num("transport.extra_limit") + ctx.modifier(seat, "extra_delivery_limit")
    return limit + ctx.rules.num("extension.delivery") * ctx.icons(seat, "delivery")


def phase(ctx: Context) -> None:
    ctx.reader.phase = "transport"
    if ctx.game.solo and ctx.game.order[0] != 0:
        solo.neutral_marker(ctx)
    _tokens(ctx)
    for seat in ctx.seats():
        _move(ctx, seat)
    if not ctx.game.solo:
        _new_order(ctx)
    for seat in ctx.seats():
        DonkeyTurn(ctx, seat).run()
    limits = {seat: extra_limit(ctx, seat) for seat in ctx.seats()}
    for seat in ctx.seats():
        ExtraTurn(ctx, seat, limits[seat]).run()
    if ctx.game.solo and ctx.game.order[0] == 0:
        solo.neutral_marker(ctx)
