"""Probes the slow way: every decision of a game looked at one by one, every option replayed by a script."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from analyzer.simulate.plan import Plan
from cext import core
from cext.types import Act, Decision, Good, Probe

ASKED = {
    Probe.PROBE_PLACEMENT: Decision.DECISION_CARD,
    Probe.PROBE_HEX: Decision.DECISION_HEX,
    Probe.PROBE_BUILDING: Decision.DECISION_DELIVERY,
    Probe.PROBE_ROOF: Decision.DECISION_ROOF,
    Probe.PROBE_DIE: Decision.DECISION_DIE,
    Probe.PROBE_TOKEN: Decision.DECISION_TOKEN,
}
FIRST_BUILDING = 128  # among the targets of deliveries
NONE = (0, -1)  # buying no roof

Key = tuple[int, int]
Result = tuple[int, int, int]
"""vp, margin and winners as the rows have them."""


def key_of(kind: int, option: int) -> Key:
    """Subject and place of an option of a decision."""
    if kind == Probe.PROBE_PLACEMENT:
        card, placement = divmod(option, 4)
        return card + 1, placement
    if kind == Probe.PROBE_BUILDING:
        target = option % 256
        return (target - FIRST_BUILDING + 1 if target >= FIRST_BUILDING else 0), -1
    if kind == Probe.PROBE_ROOF:
        return option + 1, -1
    if kind == Probe.PROBE_DIE:
        number, choice = divmod(option, 16)
        return number, choice
    return option, -1


@dataclass
class Game:
    """One game of a plan: the one that is probed in a block."""

    plan: Plan
    block: int
    asked: list[tuple[int, int, list[int]]] = field(default_factory=list)
    """Seat, Decision and options of every decision."""
    taken: list[int] = field(default_factory=list)
    """Index of the option taken."""

    def __post_init__(self) -> None:
        whole = self._table()
        whole.play()
        self.taken = whole.choices.tolist()
        for number in range(len(self.taken)):
            decision = self._scripted([-1] * number, stop=True).decision
            assert decision is not None
            self.asked.append(decision)

    @property
    def arrangement(self) -> int:
        return self.block % self.plan.games_per_block

    @property
    def seats(self) -> np.ndarray:
        row: np.ndarray = self.plan.seating[self.arrangement]
        return row

    def _table(self) -> core.Table:
        return core.Table(self.plan.rules, self.plan.bots, self.seats, self.plan.seed, self.block)

    def _scripted(self, choices: list[int], *, stop: bool) -> core.Table:
        table = self._table()
        table.script(choices, stop=stop)
        table.play()
        return table

    def keys(self, kind: int, number: int) -> dict[Key, list[int]]:
        """The options to compare at a decision: the indices that stand for each; none if it isn't one."""
        _, decision, options = self.asked[number]
        if decision != ASKED[Probe(kind)]:
            return {}
        chosen = options[self.taken[number]]
        found: dict[Key, list[int]] = {}
        for index, option in enumerate(options):
            if kind == Probe.PROBE_PLACEMENT and option // 4 != chosen // 4:
                continue
            if kind == Probe.PROBE_BUILDING and -1 in (option, chosen):
                continue
            found.setdefault(key_of(kind, option), []).append(index)
        if kind == Probe.PROBE_ROOF:
            found[NONE] = []
        return found if len(found) > 1 else {}

    def eligible(self, kind: int) -> list[int]:
        """Numbers of the decisions that may be drawn."""
        return [number for number in range(len(self.asked)) if self.keys(kind, number)]

    def chosen(self, kind: int, number: int) -> Key:
        """What the bot took."""
        return key_of(kind, self.asked[number][2][self.taken[number]])

    def result(self, number: int, key: Key, index: int | None) -> Result:
        """How the game ends with option ``index`` at this decision; None: no roof, by the act before."""
        seat, _, _ = self.asked[number]
        if index is None:
            assert key == NONE
            _, act, acts = self.asked[number - 1]
            assert act == Decision.DECISION_ACT
            script = [-1] * (number - 1) + [acts.index(Act.ACT_DONE)]
        else:
            script = [-1] * number + [index]
        state = self._scripted(script, stop=False).state
        players = self.plan.players
        have = state["seats"]["have"][:players].astype(int)
        scores = [(int(row[Good.GOOD_VP]), int(row[Good.GOOD_SILVER])) for row in have]
        vp, best = scores[seat][0], max(scores)
        margin = vp if players == 1 else vp * players - sum(score[0] for score in scores)
        return vp, margin, scores.count(best) if scores[seat] == best else 0
