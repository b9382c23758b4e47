"""Set-up (S1 to S12): from the `game` line to the first snapshot."""

from __future__ import annotations

from typing import Any

from . import market, piles
from .lines import Line, Reader
from .scoring import all_tokens
from .solo import NEUTRAL
from .state import Context, Farm, Game, Rules
from .tables import COUNTS, Tables

OPTIONS = {
    "setup.draft": ("none", "pass"),
    "farm.play": ("may", "must"),
    "extension.commodity_pays": ("no", "yes"),
    "breeding.full_stall": ("lost", "sold"),
    "pig.full_stall": ("sold", "lost"),
    "extra.payment": ("up_front", "one_at_a_time"),
    "market.displaced_scores": ("yes", "no"),
    "craft.lasting": ("next_round", "at_once"),
}


def begin(reader: Reader, tables: Tables) -> Context:
    """Reads the `game` line."""
    line = reader.expect("log", "game")
    options, values = line["options"], line["values"]
    for name, words in OPTIONS.items():
        if options.get(name) not in words:
            reader.fatal("log", f"option {name} is {options.get(name)!r}, not one of {words}")
    named: Any = line.get("players")
    players = len(named) if isinstance(named, list) else named
    if players not in (1, 2, 3, 4):
        reader.fatal("S1", f"players is {named!r}")
    rules = Rules(values, options)
    order = list(range(players))
    stacks: list[list[int]] = [[] for _ in range(rules.length("siesta.vp"))]
    stacks[0] = list(reversed(order))
    game = Game(players, [Farm() for _ in order], order, stacks, deck=set(tables.cards))
    ctx = Context(reader, rules, tables, game)
    for farm in game.farms:
        farm.tokens = all_tokens(ctx)
    return ctx


class SetUp:
    """The events of the set-up, in the order of the log; each exactly once (per player)."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.dealt: dict[int, list[int]] = {}
        self.kept: dict[int, list[int]] = {}
        self.marked: dict[int, int] = {}  # seat: value of the start hex
        self.done: set[str] = set()

    def run(self) -> None:
        readers = {
            "building_order": self._building_order,
            "roofs": self._roofs,
            "deal": self._deal,
            "draft": self._draft,
            "marker": self._marker,
        }
        while (line := self.ctx.reader.peek()) is not None and line.get("event") in readers:
            self.ctx.reader.take()
            readers[str(line["event"])](line)
        self._complete()

    def _once(self, key: str) -> None:
        if key in self.done:
            self.ctx.reader.fatal("log", f"{key} comes twice")
        self.done.add(key)

    def _seat(self, line: Line, seats: int) -> int:
        seat: Any = line.get("player")
        if seat not in range(seats):
            self.ctx.reader.fatal("log", f"there is no player {seat!r}")
        self._once(f"{line['event']} of player {seat}")
        return int(seat)

    def _building_order(self, line: Line) -> None:
        """S6."""
        self._once("building_order")
        closed = list(line["buildings"])
        count = self.ctx.rules.num("setup.order_markers")
        if len(closed) != count or len(set(closed)) != count or not set(closed) <= set(range(1, 7)):
            self.ctx.reader.problem("S6", f"{closed} are not {count} different buildings")
        self.ctx.game.closed = closed

    def _roofs(self, line: Line) -> None:
        """S4; solo: two a round (O1)."""
        self._once("roofs")
        ctx = self.ctx
        ctx.game.roofs = [[str(roof) for roof in roofs] for roofs in line["rounds"]]
        if len(ctx.game.roofs) < ctx.rules.rounds:
            ctx.reader.fatal("S4", f"there are roofs of {len(ctx.game.roofs)} rounds only")
        count = max(2, ctx.game.players)
        for round_, roofs in enumerate(ctx.game.roofs, 1):
            tiles = {tile.name for tile in ctx.tables.roofs.values() if tile.round == round_}
            if len(roofs) != count or len(set(roofs)) != count or not set(roofs) <= tiles:
                ctx.reader.problem("S4", f"{roofs} are not {count} different roofs of round {round_}")
        ctx.game.face_up = list(ctx.game.roofs[0])

    def _deal(self, line: Line) -> None:
        """S2."""
        ctx = self.ctx
        seat = self._seat(line, ctx.game.players)
        cards = piles.cards_of(ctx, line, "S2") if line.get("cards") else []
        if len(cards) != ctx.rules.num("setup.cards"):
            ctx.reader.problem("S2", f"{len(cards)} cards are dealt, not {ctx.rules.num('setup.cards')}")
        for card in cards:
            piles.take_from_deck(ctx, card)
        ctx.farm(seat).hand = set(cards)
        self.dealt[seat] = cards
        start = {good: f"setup.start.{good}" for good in COUNTS}
        stock = {good: ctx.rules.num(path) for good, path in start.items() if ctx.rules.has(path)}
        ctx.change(seat, "S2", line, stock)

    def _draft(self, line: Line) -> None:
        """S10."""
        seat = self._seat(line, self.ctx.game.players)
        if not self._drafting():
            self.ctx.reader.problem("S10", "there is no draft in this rule set")
        self.kept[seat] = list(line["keeps"])

    def _drafting(self) -> bool:
        return self.ctx.rules.option("setup.draft", "pass") and not self.ctx.game.solo

    def _marker(self, line: Line) -> None:
        """S8; solo: O1."""
        ctx = self.ctx
        seat = self._seat(line, max(2, ctx.game.players))
        place = ctx.tables.hexes[market.hex_of(ctx, line)]
        rank = len(self.marked)
        values = sorted(h.value for h in ctx.tables.hexes.values() if h.start)[: max(2, ctx.game.players)]
        if not place.start or place.number in ctx.game.market:
            ctx.reader.problem("S8", f"hex {place.number} is no free start hex")
        if ctx.game.solo and place.value not in values:
            ctx.reader.problem("O1", f"the start values are {values}, not {place.value}")
        if not ctx.game.solo and (seat != rank or place.value != values[rank]):
            ctx.reader.problem("S8", f"player {rank} puts a marker on value {values[rank]} now")
        if line.get("via") != "setup" or line.get("displaced") is not None or line.get("removed"):
            ctx.reader.problem("S8", "nothing is removed in set-up; via is setup")
        if ctx.reader.delta(line):
            ctx.reader.problem("S8", "a start marker gives nothing")
        self.marked[seat] = place.value
        ctx.game.market[place.number] = seat

    def _complete(self) -> None:
        ctx = self.ctx
        seats = set(range(ctx.game.players))
        markers = {0, NEUTRAL} if ctx.game.solo else seats
        needed = {"building_order", "roofs"} <= self.done and set(self.dealt) == seats
        if not needed or set(self.marked) != markers or (self._drafting() and set(self.kept) != seats):
            ctx.reader.unexpected("S1", "the rest of the set-up")
        if self._drafting():
            self._check_draft()
        if ctx.game.solo:
            ctx.game.order = [0, NEUTRAL] if self.marked[0] < self.marked[NEUTRAL] else [NEUTRAL, 0]

    def _check_draft(self) -> None:
        """Pick k of a seat comes from what was dealt k seats before it."""
        ctx = self.ctx
        players = ctx.game.players
        left = {seat: list(cards) for seat, cards in self.dealt.items()}
        for seat in range(players):
            if len(self.kept[seat]) != len(self.dealt[seat]):
                ctx.reader.fatal("S10", f"player {seat} keeps {self.kept[seat]}")
            for pick, card in enumerate(self.kept[seat]):
                source = left[(seat - pick) % players]
                if card not in source:
                    ctx.reader.problem("S10", f"player {seat} can't pick card {card} as number {pick + 1}")
                else:
                    source.remove(card)
            ctx.farm(seat).hand = set(self.kept[seat])
