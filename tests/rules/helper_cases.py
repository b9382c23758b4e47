"""One moment in which a helper fires, and what it then does: the cases of the helper tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from analyzer.scenario import Card
from analyzer.trace.eventlog import Line
from cext.types import Decision
from tests.rules.answers import Answer, decline
from tests.rules.driver import Run
from tests.rules.rulesets import rule_set
from tests.rules.table import at

Farm = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A helper's moment.

    ``answers`` lead to the event; ``chosen`` are those that the firing itself asks for. ``told``
    are the lines of the firing, the first after a line of event ``after`` (None: the first line of
    all). ``stops`` are other farms on which it must not fire, by the reason; ``elsewhere`` other
    answers with the event of another kind.
    """

    card: int
    step: str
    after: str | None
    told: Sequence[Line]
    farm: Farm = field(default_factory=dict)
    answers: Sequence[Answer] = ()
    chosen: Sequence[Answer] = ()
    owner: int = 0
    opponent: Farm = field(default_factory=dict)
    board: Farm = field(default_factory=dict)
    round_number: int = 2
    stops: Mapping[str, Farm] = field(default_factory=dict)
    elsewhere: Mapping[str, Sequence[Answer]] = field(default_factory=dict)

    @property
    def row(self) -> Card:
        return rule_set().card(self.card)

    @property
    def asked(self) -> bool:
        """Section 9: with 1x or a cost its owner may decline."""
        return self.row.once or self.row.cost is not None

    def play(
        self,
        answers: Sequence[Answer],
        *,
        used: bool = False,
        changed: Farm | None = None,
        owns: bool = True,
    ) -> Run:
        """The step with this helper on its owner's farm, which ``changed`` changes."""
        farms: list[dict[str, Any]] = [dict(self.farm), dict(self.opponent)]
        mine = farms[self.owner]
        mine.update(changed or {})
        helpers = [*mine.pop("helpers", ()), *([self.card] if owns else ())]
        table = at(self.step, round_number=self.round_number)
        table.seat(self.owner, helpers=helpers, used=[self.card] if used else [], **mine)
        table.seat(1 - self.owner, **farms[1 - self.owner])
        table.board(**self.board)
        return table.play(*answers)


def of_card(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Parametrises ``case``, by card number and name."""
    return pytest.mark.parametrize("case", cases, ids=[f"{case.card}-{case.row.name}" for case in cases])


def firings(run: Run, card: int) -> list[Line]:
    """The helper lines of a card."""
    return [line for line in run.events("helper") if line["card"] == card]


def fires_asked(run: Run) -> int:
    return len(run.offers(Decision.DECISION_FIRE))


def used(run: Run, seat: int, card: int) -> bool:
    """Whether the helper lies turned over."""
    return any(helper == {"card": card, "used": True} for helper in run.player(seat)["helpers"])


def fires_exactly(case: Case, run: Run) -> None:
    """The firing's lines stand right after their event, once, and mark a 1x helper as used."""
    told = run.told
    (place,) = [n for n, line in enumerate(told) if line["event"] == "helper" and line["card"] == case.card]
    assert told[place : place + len(case.told)] == list(case.told)
    assert (told[place - 1]["event"] if place else None) == case.after
    assert used(run, case.owner, case.card) is case.row.once


def check_fires(case: Case) -> None:
    """With 1x or a cost it is asked and fires if its owner wants, else without being asked."""
    run = case.play([*case.answers, *case.chosen])
    fires_exactly(case, run)
    assert fires_asked(run) == case.asked


def check_declined(case: Case) -> None:
    """Who lets the moment pass has declined: it isn't asked again."""
    run = case.play([*case.answers, decline])
    assert firings(run, case.card) == []
    assert fires_asked(run) == 1
    assert not used(run, case.owner, case.card)


def check_once(case: Case) -> None:
    """Once a round: turned over, it isn't asked."""
    run = case.play(case.answers, used=True)
    assert firings(run, case.card) == []
    assert fires_asked(run) == 0


def check_stops(case: Case) -> None:
    """Neither with another farm nor at another event; and the lines are the helper's own."""
    for reason, changed in case.stops.items():
        run = case.play(case.answers, changed=changed)
        assert firings(run, case.card) == [], reason
        assert fires_asked(run) == 0, reason
    for reason, answers in case.elsewhere.items():
        run = case.play(answers)
        assert firings(run, case.card) == [], reason
        assert fires_asked(run) == 0, reason
    assert firings(case.play(case.answers, owns=False), case.card) == []
