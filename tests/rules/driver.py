"""Plays one stretch of the core with named answers, by running it again for each decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from analyzer.trace.eventlog import Decoder, Line
from cext import core
from cext.types import Decision, Step, Trigger
from tests.rules.answers import PASS, Answer, Farm, Named, named

LOG_WORDS = 1 << 17
DERIVED = ("modifiers", "prices", "triggers", "n_actions", "den", "need")
"""What ``Table.refresh`` recomputes; the core must have kept it up to date itself."""
_LEADS = {
    Decision.DECISION_CARD: ("granted:play", Step.STEP_PLAY),
    Decision.DECISION_UPGRADE: ("granted:upgrade", None),
    Decision.DECISION_DELIVERY: ("granted:delivery", Step.STEP_DELIVER),
    Decision.DECISION_ROOF: (None, Step.STEP_ROOF),
    Decision.DECISION_EXTRA: (None, Step.STEP_EXTRA),
}
"""Kind of answer -> the grant and the step of the main act that lead to it."""


class Asked(NamedTuple):
    """One decision: its options in words and the one that was taken."""

    seat: int
    kind: Decision
    options: tuple[Named, ...]
    chosen: Named


@dataclass
class Run:
    """What was played: log lines without ``n``, every decision, and the state after it."""

    lines: list[Line] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    snapshots: list[Line] = field(default_factory=list)
    """The ``state`` lines on the way."""
    after: Line = field(default_factory=dict)
    """The state at the end, as a ``state`` line shows it."""
    _words: list[np.ndarray] = field(default_factory=list)

    def take(self, log_words: np.ndarray) -> None:
        self._words.append(log_words)

    def finish(self, snapshot: Callable[[np.ndarray], Line], state: np.ndarray) -> None:
        decoder = Decoder({}, snapshot)
        for line in decoder.lines(np.concatenate(self._words)):
            del line["n"]
            (self.snapshots if line["event"] == "state" else self.lines).append(line)
        self.after = snapshot(np.frombuffer(state.tobytes(), np.int32))

    @property
    def told(self) -> list[Line]:
        """The lines without round and phase, to be compared with ``line`` and ``lines``."""
        return [
            {key: value for key, value in line.items() if key not in ("round", "phase")}
            for line in self.lines
        ]

    def events(self, *names: str) -> list[Line]:
        """The told lines of these events."""
        return [line for line in self.told if line["event"] in names]

    def only(self, name: str) -> Line:
        """The one told line of this event."""
        (found,) = self.events(name)
        return found

    def player(self, seat: int) -> Line:
        """A farm after the run, as in a ``state`` line."""
        farm: Line = self.after["players"][seat]
        return farm

    def offers(self, kind: Decision, seat: int | None = None) -> list[tuple[Named, ...]]:
        """The options of each decision of that kind (of that seat), in order."""
        return [asked.options for asked in self.asked if asked.kind == kind and seat in (None, asked.seat)]

    def acts(self, nth: int = 0) -> set[Named]:
        """The acts offered at the n-th question of a turn (-1: the last)."""
        return set(self.offers(Decision.DECISION_ACT)[nth])


def line(event: str, player: int | None = None, **fields: Any) -> Line:
    """A line as ``Run.told`` has it; ``as_`` stands for ``as``."""
    start: Line = {"event": event} if player is None else {"event": event, "player": player}
    return {**start, **{key.rstrip("_"): value for key, value in fields.items()}}


def play_stretch(
    rules: np.ndarray,
    bots: np.ndarray,
    seed: int,
    start: np.ndarray,
    farms: list[Farm],
    answers: list[Answer],
    run: Run,
) -> np.ndarray:
    """Plays the stretch, using up answers; adds to the run and returns the state after it."""
    step = int(start["board"]["step"])
    choices: list[int] = []
    while True:
        table = core.Table(rules, bots, [0] * int(rules["v"]["players"]), seed, 0, LOG_WORDS)
        skip = len(table.words)
        table.state[...] = start
        table.state["board"]["decisions"] = 0
        table.refresh()
        table.script(choices)
        table.stretch()
        if table.decision is None:
            run.take(table.words[skip:])
            after = np.array(table.state)
            table.refresh()
            stale = [name for name in DERIVED if np.any(after["seats"][name] != table.state["seats"][name])]
            assert not stale, f"the core has not kept up {stale}"
            return after
        seat, kind, options = table.decision
        farm = _farm_now(rules, farms[seat], seat, table.words[skip:])
        offered = tuple(named(kind, option, farm) for option in options)
        choices.append(_choose(Decision(kind), seat, offered, answers, step))
        run.asked.append(Asked(seat, Decision(kind), offered, offered[choices[-1]]))


def _farm_now(rules: np.ndarray, farm: Farm, seat: int, log_words: np.ndarray) -> Farm:
    """The farm at this point of the stretch: helpers played and roofs bought in it, too."""
    helpers, roofs = list(farm.actions), list(farm.roofs)
    for told in Decoder({}, lambda _: {}).lines(log_words):
        if told.get("player") != seat:
            continue
        if told["event"] == "buy_roof":
            roofs.append(told["roof"])
        elif told["event"] == "play_card" and told["as"] == "helper":
            helpers = [card for card in helpers if card != told["discards"]] + [told["card"]]
    actions = [card for card in helpers if rules["cards"][card - 1]["trigger"] == Trigger.TRIGGER_ACTION]
    return Farm(actions, roofs)


def _choose(kind: Decision, seat: int, offered: tuple[Named, ...], answers: list[Answer], step: int) -> int:
    """The index of the next answer's option, if it is asked for now, else of the default."""
    following = answers[0] if answers and answers[0].seat in (None, seat) else None
    if following and following.kind == kind and following.option in offered:
        return offered.index(answers.pop(0).option)
    if kind == Decision.DECISION_ACT:
        return offered.index(_default_act(offered, following, step))
    return offered.index(PASS) if PASS in offered else 0


def _default_act(offered: tuple[Named, ...], following: Answer | None, step: int) -> Named:
    granted, main_step = _LEADS.get(following.kind, (None, None)) if following else (None, None)
    if granted in offered:
        return granted
    if "main" in offered and (main_step == step or "done" not in offered):
        return "main"
    if "main" in offered and following and _pays_one_at_a_time(following, step):
        return "main"
    return "done"


def _pays_one_at_a_time(following: Answer, step: int) -> bool:
    """T6, option ``one_at_a_time``: a delivery is bought by the main act."""
    return step == Step.STEP_EXTRA and following.kind == Decision.DECISION_DELIVERY
