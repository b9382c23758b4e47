"""The turns of the farm phase (F1 to F8)."""

from __future__ import annotations

from . import cards, effects, helpers, piles
from .lines import Delta, Line
from .state import Context
from .tables import DELI, GREENGROCER, MERCHANT_HOUSE, Effect
from .turns import Turn


class PlayTurn(Turn):
    """F1 to F4."""

    def __init__(self, ctx: Context, seat: int) -> None:
        super().__init__(ctx, seat)
        first = ctx.reader.round == 1
        self.allowed = ctx.rules.num("farm.plays_first_round" if first else "farm.plays")
        self.played = 0
        self.passed = False
        self.drawn = False  # F4 is done
        self.could_skip = False  # F4 may have been done without a line

    def _free_to_draw(self) -> bool:
        return self.passed or self.played >= self.allowed or not self.ctx.farm(self.seat).hand

    def after(self) -> None:
        missing = self.ctx.hand_limit(self.seat) - len(self.ctx.farm(self.seat).hand)
        idle = missing == 0 or (missing > 0 and not piles.can_draw(self.ctx))
        if not self.drawn and self._free_to_draw() and idle:
            self.could_skip = True

    def main(self, line: Line) -> bool:
        reader = self.ctx.reader
        event = line.get("event")
        if event == "play_card" and line.get("via") == "farm":
            if self.drawn or self.passed or self.played >= self.allowed:
                reader.hint("F1", f"player {self.seat} has no card left to play in this step")
                return False
            self.played += 1
            cards.play_card(self.ctx, self.seat)
        elif event == "pass" and line.get("step") == "play":
            self._pass()
        elif self._is_draw(line) and not self.drawn:
            self._draw(str(event))
        else:
            return False
        return True

    def _pass(self) -> None:
        reader = self.ctx.reader
        self.ctx.change(self.seat, "F1", reader.take(), {})
        if self.passed or self.drawn or self.played >= self.allowed:
            reader.problem("F1", "nothing is passed here")
        if self.ctx.rules.option("farm.play", "must") and self.ctx.farm(self.seat).hand:
            reader.problem("F1", "a card must be played while there are cards")
        self.passed = True

    def _is_draw(self, line: Line) -> bool:
        if line.get("event") == "reshuffle":
            following = self.ctx.reader.peek(1)
            return following is not None and following.get("event") == "draw" and self._is_draw(following)
        event = line.get("event")
        return line.get("player") == self.seat and (
            event == "discard" or (event == "draw" and line.get("via") == "farm")
        )

    def _draw(self, event: str) -> None:
        """F4."""
        self.drawn = True
        if not self._free_to_draw():
            self.ctx.reader.unexpected("F1", f"a card played or a pass of player {self.seat}")
        missing = self.ctx.hand_limit(self.seat) - len(self.ctx.farm(self.seat).hand)
        if event == "discard" and missing < 0:
            piles.read_discard(self.ctx, self.seat, -missing)
        elif event != "discard" and missing > 0 and piles.can_draw(self.ctx):
            piles.read_draw(self.ctx, self.seat, "farm", missing)
        else:
            self.ctx.reader.unexpected("F4", f"{max(0, missing)} cards drawn, {max(0, -missing)} discarded")

    def close(self) -> None:
        reader = self.ctx.reader
        if not self._free_to_draw() and not self.drawn:
            reader.unexpected("F1", f"a card played or a pass of player {self.seat}")
        if not self.drawn and not self.could_skip:
            limit = self.ctx.hand_limit(self.seat)
            reader.unexpected("F4", f"player {self.seat} to draw or discard to {limit} cards")


class IncomeTurn(Turn):
    """F5."""

    done = False

    def main(self, line: Line) -> bool:
        if self.done or line.get("event") != "income":
            return False
        self.done = True
        ctx, seat = self.ctx, self.seat
        silver = ctx.icons(seat, "silver") * ctx.rules.num("income.silver_icon")
        if ctx.lasting(seat, MERCHANT_HOUSE):
            silver += ctx.rules.building(MERCHANT_HOUSE, "income")
        gained = [Effect("silver", silver)]
        if ctx.lasting(seat, DELI):
            gained.append(Effect("commodity", ctx.rules.building(DELI, "income")))
        if ctx.lasting(seat, GREENGROCER):
            gained.append(Effect("resource", ctx.rules.building(GREENGROCER, "income")))
        building = f"building:{GREENGROCER}"
        effects.settle(
            ctx, seat, ctx.reader.take(), gained, rule="F5", via=building, pig_via=(building, "farm")
        )
        helpers.offer(ctx, helpers.on(ctx, seat, "income"))
        return True

    def close(self) -> None:
        if not self.done:
            self.ctx.reader.unexpected("F5", f"income of player {self.seat}")


class GrowthTurn(Turn):
    """F6 and F7."""

    done = 0

    def main(self, line: Line) -> bool:
        event = line.get("event")
        if self.done == 0 and event == "growth":
            self._growth()
        elif self.done == 1 and event == "breeding":
            self._breeding()
        else:
            return False
        self.done += 1
        return True

    def _growth(self) -> None:
        line = self.ctx.reader.take()
        fields = self.ctx.farm(self.seat).fields
        empty = [card for card, full in fields.items() if not full]
        if sorted(line.get("fields") or []) != sorted(empty):
            self.ctx.reader.problem("F6", f"fields {line.get('fields')} grow, not {empty}")
        fields.update(dict.fromkeys(empty, True))
        self.ctx.change(self.seat, "F6", line, {})
        helpers.offer(self.ctx, helpers.on(self.ctx, self.seat, "growth"))

    def _breeding(self) -> None:
        ctx, seat = self.ctx, self.seat
        line = ctx.reader.take()
        needed = max(1, ctx.rules.num("farm.breeding_pigs") - ctx.modifier(seat, "breeding_pair"))
        expected: Delta = {}
        if ctx.farm(seat).counts["pig"] < needed:
            result = "none"
        elif ctx.pig_room(seat):
            result, expected = "born", {"pig": 1}
        elif ctx.rules.option("breeding.full_stall", "sold"):
            result, expected = "sold", {"silver": ctx.sell_price(seat, "pig")}
        else:
            result = "lost"
        if line.get("result") != result:
            ctx.reader.problem("F7", f"the result is {line.get('result')}, not {result}")
        ctx.change(seat, "F7", line, expected)
        helpers.offer(ctx, helpers.on(ctx, seat, "breeding"))

    def close(self) -> None:
        if self.done < 2:
            self.ctx.reader.unexpected("F6", f"{('growth', 'breeding')[self.done]} of player {self.seat}")


class RoofTurn(Turn):
    """F8."""

    decided = False

    def main(self, line: Line) -> bool:
        event = line.get("event")
        if self.decided or not (event == "buy_roof" or (event == "pass" and line.get("step") == "roof")):
            return False
        self.decided = True
        self.ctx.reader.take()
        if event == "pass":
            self.ctx.change(self.seat, "F8", line, {})
        else:
            self._buy(line)
        return True

    def _buy(self, line: Line) -> None:
        ctx, seat = self.ctx, self.seat
        roof = str(line.get("roof"))
        roofs = ctx.farm(seat).roofs
        if roof not in ctx.game.face_up:
            ctx.reader.fatal("F8", f"roof {roof} is not for sale")
        if len(roofs) >= ctx.rules.num("roofs.max") + ctx.modifier(seat, "roof_limit"):
            ctx.reader.problem("F8", f"player {seat} has {len(roofs)} roofs, no more are allowed")
        price = ctx.rules.num(f"roofs.price.{ctx.reader.round - 1}") - ctx.modifier(seat, "roof_discount")
        nth = f"roofs.vp.{len(roofs)}"
        within = len(roofs) < ctx.rules.num("roofs.max") and ctx.rules.has(nth)
        vp = ctx.rules.num(nth if within else "roofs.sixth_vp")
        ctx.game.face_up.remove(roof)
        roofs[roof] = False
        ctx.change(seat, "F8", line, {"silver": -max(0, price), "vp": vp})
        helpers.offer(ctx, helpers.on(ctx, seat, "roof"))

    def close(self) -> None:
        if not self.decided:
            self.ctx.reader.unexpected("F8", f"a roof bought or a pass of player {self.seat}")


def phase(ctx: Context) -> None:
    ctx.reader.phase = "farm"
    seats = ctx.seats()
    for kind in (PlayTurn, IncomeTurn, GrowthTurn):
        for seat in seats:
            kind(ctx, seat).run()
    for seat in reversed(seats) if ctx.reader.round == 1 else seats:
        RoofTurn(ctx, seat).run()
