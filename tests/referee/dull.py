"""For the referee's own tests: the log of a game in which two players do as little as they may.

Written with its own small bookkeeping, not with the referee's state.
"""

from __future__ import annotations

from typing import Any

from .lines import Line
from .standard import game_line

TOKENS = {0: [1, 2, 3, 1, 2, 3], 1: [2, 3, 1, 3, 4, 1]}  # donkeys shown, by seat and round
TRACK_VP = [0, 0, 1, 1, 2, 2, 3]
CLOSED = [6, 2, 4]


class DullGame:
    """Both play cards as fields, take dice of 4 for silver, and pass everything else."""

    def __init__(self) -> None:
        self.lines: list[Line] = [game_line(2)]
        self.round, self.phase = 0, "setup"
        self.counts = [{"silver": 1, "vp": 1, "commodity": 1} for _ in range(2)]
        self.hands = [[1, 2, 3, 4], [5, 6, 7, 8]]
        self.fields: list[dict[int, bool]] = [{}, {}]
        self.tokens = [[1, 2, 3, 4] for _ in range(2)]
        self.deck = list(range(9, 67))
        self.discards = 0
        self.stacks: list[list[int]] = [[1, 0], *([] for _ in range(6))]
        self.order = [0, 1]
        self.roofs = [[f"{number}.1", f"{number}.2"] for number in range(1, 7)]
        self.face_up = self.roofs[0]

    def write(self, event: str, player: int | None = None, **fields: Any) -> None:
        who = {} if player is None else {"player": player}
        head = {"n": len(self.lines), "round": self.round, "phase": self.phase, "event": event}
        self.lines.append({**head, **who, **fields})
        if event != "deal" and player is not None:
            for key, value in fields.get("delta", {}).items():
                self.counts[player][key] += value

    def play(self) -> list[Line]:
        self._set_up()
        for number in range(1, 7):
            self.round = number
            for phase in (self._farm, self._revenue, self._transport, self._scoring):
                self.phase = phase.__name__[1:]
                phase()
                self._state()
        self._end()
        return self.lines

    def _set_up(self) -> None:
        self.write("building_order", buildings=CLOSED)
        self.write("roofs", rounds=self.roofs)
        for seat in (0, 1):
            delta = {"silver": 1, "vp": 1, "commodity": 1}
            self.write("deal", seat, cards=list(self.hands[seat]), delta=delta)
        for seat, place in ((0, 11), (1, 12)):
            self.write("marker", seat, hex=place, displaced=None, removed=[], via="setup")
        self._state()

    def _farm(self) -> None:
        for seat in self.order:
            for _ in range(2 if self.round == 1 else 1):
                card = self.hands[seat].pop(0)
                self.fields[seat][card] = False
                self.write(
                    "play_card", seat, card=card, **{"as": "field"}, via="farm", pays=[], discards=None
                )
            drawn = [self.deck.pop(0) for _ in range(3 - len(self.hands[seat]))]
            self.hands[seat] += drawn
            self.write("draw", seat, cards=drawn, via="farm")
        for seat in self.order:
            self.write("income", seat)
        for seat in self.order:
            grown = [card for card, full in self.fields[seat].items() if not full]
            self.fields[seat].update(dict.fromkeys(grown, True))
            self.write("growth", seat, fields=grown)
            self.write("breeding", seat, result="none")
        for seat in reversed(self.order) if self.round == 1 else self.order:
            self.write("pass", seat, step="roof")

    def _revenue(self) -> None:
        self.write("roll", self.order[0], dice=[4, 4, 4, 4, 4])
        for pick in (1, 2, "last"):
            for seat in self.order:
                self.write("take_die", seat, die=4, pick=pick, choice="silver", delta={"silver": 4})

    def _transport(self) -> None:
        shown = {seat: TOKENS[seat][self.round - 1] for seat in (0, 1)}
        for seat in self.order:
            self.tokens[seat].remove(shown[seat])
            self.write("token", seat, donkeys=shown[seat], hats=4 - shown[seat])
        for seat in self.order:
            steps = 4 - shown[seat]
            if steps:
                self.stacks[0].remove(seat)
                self.stacks[steps].append(seat)
            self.write("siesta", seat, steps=steps, space=steps, via="donkey")
        self.order = [seat for stack in self.stacks[::-1] for seat in stack[::-1]]
        self.write("turn_order", order=list(self.order))
        for step in ("delivery", "extra"):
            for seat in self.order:
                self.write("pass", seat, step=step)

    def _space(self, seat: int) -> int:
        return next(space for space in range(7) if seat in self.stacks[space])

    def _scoring(self) -> None:
        for seat in self.order:
            vp = TRACK_VP[self._space(seat)]
            self.write("score", seat, market=1, siesta=vp, delta={"vp": 1 + vp})
        if self.round == 6:
            self.face_up = []
            return
        self.face_up = self.roofs[self.round]
        self.write("roofs_revealed", roofs=self.face_up)
        self.stacks = [self.order[::-1], *([] for _ in range(6))]
        if self.round == 3:
            self.tokens = [[1, 2, 3, 4] for _ in range(2)]

    def _end(self) -> None:
        self.phase = "end"
        for seat in self.order:
            silver = self.counts[seat]["silver"]
            vp, left = divmod(silver + 4, 5)
            self.write("sell_off", seat, delta={"silver": left - silver, "vp": vp, "commodity": -1})
        best = max((c["vp"], c["silver"]) for c in self.counts)
        winners = [seat for seat in (0, 1) if tuple(self.counts[seat][k] for k in ("vp", "silver")) == best]
        players = [
            {
                "player": seat,
                "vp": self.counts[seat]["vp"],
                "silver": self.counts[seat]["silver"],
                "share": 1 / len(winners) if seat in winners else 0,
            }
            for seat in (0, 1)
        ]
        self.write("result", players=players)
        self._state()

    def _state(self) -> None:
        goods = ("olive", "grain", "grapes", "pig", "food", "wine", "meat")
        players = [
            {
                **self.counts[seat],
                **dict.fromkeys(goods, 0),
                "hand": list(self.hands[seat]),
                "fields": [{"card": card, "full": full} for card, full in self.fields[seat].items()],
                "barrows": [],
                "helpers": [],
                "extensions": [],
                "roofs": [],
                "tokens": list(self.tokens[seat]),
                "rows": {},
                "buildings": [],
                "siesta": self._space(seat),
            }
            for seat in (0, 1)
        ]
        self.write(
            "state",
            players=players,
            market={"11": 0, "12": 1},
            siesta_stacks=[list(stack) for stack in self.stacks],
            face_up_roofs=list(self.face_up),
            closed=CLOSED,
            turn_order=list(self.order),
            deck=len(self.deck),
            discards=self.discards,
        )
