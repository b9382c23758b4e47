"""The revenue phase (R1 to R5): reserved spaces, the roll, picks, and the last dice."""

from __future__ import annotations

from typing import Any

from . import effects, helpers, solo
from .effects import Moment
from .lines import Line
from .state import Context
from .turns import Turn


class Dice:
    """The dice that lie on the revenue spaces, and who reserved which space."""

    def __init__(self, numbers: list[int], reserved: dict[int, set[int]]) -> None:
        self.numbers = numbers
        self.reserved = reserved  # space: its owners

    def free_for(self, seat: int, number: int) -> bool:
        owners = self.reserved.get(number)
        return owners is None or seat in owners or self.numbers.count(number) > 1

    def available(self, seat: int) -> set[int]:
        """Numbers the seat may take; a reserve that leaves none yields."""
        lying = set(self.numbers)
        return {number for number in lying if self.free_for(seat, number)} or lying


class DieTurn(Turn):
    """One pick of R2 (1 or 2), or the revenue of a last die."""

    def __init__(self, ctx: Context, seat: int, dice: Dice, pick: int | str, die: int | None = None) -> None:
        super().__init__(ctx, seat)
        self.dice = dice
        self.pick = pick
        self.die = die
        self.taken = False
        self.moment = Moment()
        self.window: list[helpers.Chance] = []  # helpers that may fire when the die's revenue is over
        self.vias: list[str] = []  # causes of the grants that keep that window open
        self.late = False  # something else happened since the revenue began

    def main(self, line: Line) -> bool:
        event = line.get("event")
        if event == "take_die" and not self.taken and line.get("pick") == self.pick:
            self._take()
            return True
        if event == "helper" and line.get("card") in self._waiting():
            self._fire(line)
            return True
        self.late = True
        return False

    def _waiting(self) -> list[int]:
        """Helpers of the window that are still on the farm."""
        return [c.card for c in self.window if c.card in self.ctx.farm(self.seat).helpers]

    def _take(self) -> None:
        ctx, seat = self.ctx, self.seat
        line = ctx.reader.take()
        self.taken = True
        die: Any = line.get("die")
        if die not in self.dice.numbers:
            ctx.reader.fatal("R2", f"there is no die {die}")
        if self.die is not None and die != self.die:
            ctx.reader.fatal("R2", f"the last die is {self.die}, not {die}")
        if self.die is None and die not in self.dice.available(seat):
            ctx.reader.problem("R2", f"die {die} lies alone on a reserved space")
        if self.die is None:
            self.dice.numbers.remove(die)
        choice = line.get("choice")
        gained = effects.option_of(ctx, die, choice, "R3")
        if not effects.does_something(ctx, seat, gained) and self._any_option(die):
            ctx.reader.problem("A9", f"the option {choice} does nothing, another would")
        effects.settle(ctx, seat, line, gained, rule="R3", via="die")
        self.moment = Moment(die=die, choice=str(choice))
        self.vias = ["die"]
        self.late = False
        if self.pick == "last":
            self.window = helpers.on(ctx, seat, "last_die")
        else:
            self.window = helpers.on(ctx, seat, "die", str(die))

    def _any_option(self, die: int) -> bool:
        found = effects.options(self.ctx, die).values()
        return any(effects.does_something(self.ctx, self.seat, gained) for gained in found)

    def _fire(self, line: Line) -> None:
        """The die's revenue is over; helpers that come earlier in the order have had their chance."""
        ctx = self.ctx
        ctx.close_grants(self.seat, "die")
        while self.window[0].card != line.get("card"):
            self._decline(self.window.pop(0))
        chance = self.window.pop(0)
        card = ctx.card(chance.card)
        chance.ready = chance.ready or helpers.ready(ctx, self.seat, card)
        helpers.fire(ctx, chance, self.moment)
        self.vias = [f"helper:{card.number}"]
        self.late = False

    def _decline(self, chance: helpers.Chance) -> None:
        """A condition read in the middle of the revenue is not held against anyone."""
        unsure = self.late and self.ctx.tables.cards[chance.card].condition is not None
        if not unsure and helpers.obliged(self.ctx, chance):
            self.ctx.reader.problem("A11", f"helper {chance.card} of player {self.seat} must fire here")

    def _close_window(self) -> None:
        while self.window:
            self._decline(self.window.pop(0))

    def after(self) -> None:
        """With nothing left of the revenue, the next line must fire a helper, or the moment is past."""
        if not self.window or any(g.left for g in self.ctx.grants if g.via in self.vias):
            return
        line = self.ctx.reader.peek()
        named = line is not None and line.get("event") == "helper" and line.get("player") == self.seat
        if not named or line is None or line.get("card") not in self._waiting():
            self._close_window()

    def close(self) -> None:
        self._close_window()
        if not self.taken:
            self.ctx.reader.unexpected("R2", f"a die of player {self.seat} (pick {self.pick})")


def _reserve(ctx: Context) -> dict[int, set[int]]:
    """Helpers of `before_roll`, each reservation in the line after its helper."""
    reserved: dict[int, set[int]] = {}

    def read(line: Line) -> None:
        seat = int(line["player"])
        kinds = [effect.kind for effect in ctx.card(line["card"]).effects]
        for _ in range(kinds.count("reserve_die")):
            named = ctx.reader.expect("R2", "reserve", seat)
            space: Any = named.get("space")
            if space not in range(1, 7):
                ctx.reader.problem("R2", f"there is no revenue space {space}")
            ctx.change(seat, "R2", named, {})
            reserved.setdefault(space, set()).add(seat)

    for seat in ctx.seats():
        helpers.offer(ctx, helpers.on(ctx, seat, "before_roll"), after=read)
        ctx.grants.clear()
    return reserved


def _roll(ctx: Context) -> list[int]:
    """R1."""
    line = ctx.reader.expect("R1", "roll")
    first = ctx.game.order[0]
    if line.get("player") != first and not ctx.game.solo:
        ctx.reader.problem("R1", f"player {first} rolls, not {line.get('player')}")
    dice = [int(number) for number in line["dice"]]
    count = ctx.rules.num("dice.solo")
    if not ctx.game.solo:
        count = ctx.rules.num("dice.per_player") * ctx.game.players + ctx.rules.num("dice.extra")
    if len(dice) != count or not set(dice) <= set(range(1, 7)):
        ctx.reader.problem("S7", f"{count} dice are rolled, not {dice}")
    return dice


def _last_dice(ctx: Context, dice: Dice) -> None:
    """All do each last die, lowest first: die by die, or (as the log shows it) player by player."""
    numbers = sorted(dice.numbers)
    seats = ctx.seats()
    if not numbers:
        ctx.reader.fatal("R2", "no die is left")
    DieTurn(ctx, seats[0], dice, "last", numbers[0]).run()
    line = ctx.reader.peek()
    by_player = line is not None and line.get("player") == seats[0]
    pairs = [(seat, die) for die in numbers for seat in seats]
    if by_player:
        pairs = [(seat, die) for seat in seats for die in numbers]
    for seat, die in pairs[1:]:
        DieTurn(ctx, seat, dice, "last", die).run()


def phase(ctx: Context) -> None:
    ctx.reader.phase = "revenue"
    reserved = _reserve(ctx)
    dice = Dice(_roll(ctx), reserved)
    picks = 2 if ctx.game.players == 1 else ctx.rules.num("dice.per_player")
    for pick in range(1, picks + 1):
        for seat in ctx.seats():
            second = ctx.game.solo and ctx.game.order[0] != 0
            if second:
                solo.remove_die(ctx, dice.numbers)
            DieTurn(ctx, seat, dice, pick).run()
            if ctx.game.solo and not second:
                solo.remove_die(ctx, dice.numbers)
    _last_dice(ctx, dice)
