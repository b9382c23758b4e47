"""A table for rules tests: a state in, stretches with named choices, a state and log lines out.

``at`` gives an empty table (no goods, all cards in the pile, an empty market, every building
open) at a turn of a round; ``Table.seat`` and ``Table.board`` arrange it; ``Table.play`` plays.
Cards are numbers or names, roofs ``"round.slot"``; buildings, dice and hexes their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.trace.snapshot import snapshots
from analyzer.wording import words
from cext import core
from cext.types import Phase, Step
from tests.rules import farms
from tests.rules.answers import Answer, Farm, roof_index
from tests.rules.driver import Run, play_stretch
from tests.rules.rulesets import Rules, arrays

STEPS = {member.name.removeprefix("STEP_").lower(): int(member) for member in Step}
_LAST_STEP_OF = {
    Phase.PHASE_SETUP: Step.STEP_DRAFT,
    Phase.PHASE_FARM: Step.STEP_ROOF,
    Phase.PHASE_REVENUE: Step.STEP_LAST_DIE,
    Phase.PHASE_TRANSPORT: Step.STEP_EXTRA,
    Phase.PHASE_SCORING: Step.STEP_SCORE,
    Phase.PHASE_END: Step.STEP_OVER,
}
FIRST_BOT = np.zeros(1, core.BOT_DTYPE)


class Table:
    """A game standing at a stretch. ``state`` (``core.GAME_DTYPE``, 0-d) may be changed freely."""

    def __init__(self, rules: np.ndarray, state: np.ndarray, seed: int) -> None:
        self.rules = rules
        self.state = state
        self.seed = seed

    def seat(
        self,
        seat: int,
        *,
        hand: farms.Cards = (),
        fields: Mapping[Any, bool] | None = None,
        barrows: Mapping[Any, Sequence[str]] | None = None,
        helpers: farms.Cards = (),
        used: farms.Cards = (),
        extensions: farms.Cards = (),
        roofs: Mapping[str, bool] | None = None,
        buildings: Iterable[int] = (),
        lasting: Iterable[int] = (),
        rows: Mapping[int, Sequence[str]] | None = None,
        markers: Iterable[int] = (),
        tokens: Iterable[int] | None = None,
        token: int | None = None,
        space: int | None = None,
        reserve: int = 0,
        goods: Mapping[str, int] | None = None,
        **counts: int,
    ) -> Table:
        """Puts things onto a farm; may be called again for more.

        fields: card -> full; barrows: card -> goods delivered; roofs: id -> used; rows: building
        -> goods delivered; tokens: indices still available; token: the one chosen; space: the disc
        moves there, onto the top; goods and counts (``silver=3``): what lies in dens, silver, vp.
        """
        farm = self.state["seats"][seat]
        farms.put_goods(farm, {**(goods or {}), **counts})
        farm["n_hand"] += farms.add_cards(farm["hand"], farms.take(self.state, hand))
        farms.put_fields(self.state, self.rules, farm, fields or {})
        farms.put_barrows(self.state, self.rules, farm, barrows or {})
        farms.put_helpers(self.state, farm, helpers, used)
        farms.put_extensions(self.state, self.rules, farm, extensions)
        farms.put_roofs(farm, roofs or {})
        farms.put_buildings(self.state, farm, buildings, lasting)
        farms.put_rows(farm, rows or {})
        farms.put_markers(self.state, farm, markers)
        if tokens is not None:
            farm["tokens"] = sum(1 << index for index in tokens)
        if token is not None:
            farm["token"] = token
            farm["tokens"] &= 255 ^ (1 << token)
        if space is not None:
            self.state["board"]["stamp"] += 1
            farm["stamp"] = self.state["board"]["stamp"]
            farm["space"] = space
        if reserve:
            farm["reserve"] = reserve
        return self

    def board(
        self,
        *,
        pile: farms.Cards | None = None,
        discards: farms.Cards = (),
        closed: Sequence[int] = (),
        face_up: Sequence[str] = (),
        dice: Sequence[int] = (),
        pick: int | None = None,
        order: Sequence[int] | None = None,
        solo_second: bool = False,
    ) -> Table:
        """Arranges what lies in the middle.

        pile: these cards only, the others leave the game (arrange the farms before it).
        """
        board = self.state["board"]
        board["n_discards"] += farms.add_cards(board["discards"], farms.take(self.state, discards))
        if pile is not None:
            cards = farms.take(self.state, pile)
            board["pile"] = 0
            board["n_pile"] = farms.add_cards(board["pile"], cards)
        if closed:
            farms.put_list(board, "closed", [building - 1 for building in closed])
            board["open"] = 63 & ~sum(1 << (building - 1) for building in closed)
        if face_up:
            farms.put_list(board, "face_up", [roof_index(roof) for roof in face_up])
        if dice:
            farms.put_dice(board, dice)
        if pick is not None:
            board["pick"] = pick
        if order is not None:
            board["order"][: len(order)] = order
        if solo_second:
            board["solo_second"] = 1
        return self

    def move(self, step: str, turn: int = 0, round_number: int | None = None) -> Table:
        """Stands at the stretch of a step (STEPS) that is number ``turn`` in turn order."""
        board = self.state["board"]
        board["step"] = STEPS[step]
        board["turn"] = turn
        board["pick"] = 1
        board["phase"] = next(phase for phase, last in _LAST_STEP_OF.items() if STEPS[step] <= last)
        if round_number is not None:
            board["round"] = round_number
        return self

    def play(self, *answers: Answer, stretches: int = 1, until: str | None = None) -> Run:
        """Plays stretches with these choices, in this order; every one of them must come to use.

        Decisions without an answer: an act is ``done``, or the main act if it is due or if it (or
        a grant) leads to the next answer; a delivery that may be passed is passed; else the first
        option. With ``until`` it plays up to the first stretch of that step. The table then
        stands at the next stretch.
        """
        run = Run()
        left = list(answers)
        while stretches > 0 if until is None else self.state["board"]["step"] != STEPS[until]:
            self.state = play_stretch(self.rules, FIRST_BOT, self.seed, self.state, self._farm(), left, run)
            stretches -= 1
        assert not left, f"not asked: {left}; asked: {run.asked}"
        run.finish(snapshots(self.rules), self.state)
        return run

    def _farm(self) -> list[Farm]:
        farms_now = []
        for seat in self.state["seats"]:
            helpers = seat["helpers"][: seat["n_helpers"]].tolist()
            roofs = seat["roofs"][: seat["n_roofs"]].tolist()
            farms_now.append(Farm([card + 1 for card in helpers], [words.roof_id(roof) for roof in roofs]))
        return farms_now


def deal(players: int, rules: Rules | None = None, seed: int = 1) -> tuple[Table, Run]:
    """A new game before the draft and start markers, and the lines of its set-up."""
    values = arrays(rules, players)
    table = core.Table(values, FIRST_BOT, [0] * players, seed, 0, 1 << 16)
    run = Run()
    run.take(table.words)
    run.finish(snapshots(values), table.state)
    return Table(values, table.state.copy(), seed), run


def at(
    step: str,
    *,
    players: int = 2,
    rules: Rules | None = None,
    round_number: int = 2,
    turn: int = 0,
    seed: int = 1,
) -> Table:
    """An empty table at a stretch of a step (STEPS), number ``turn`` in turn order."""
    table, _ = deal(players, rules, seed)
    table.play()
    farms.clear(table.state, table.rules)
    return table.move(step, turn, round_number)
