"""What a bot weighed, in words."""

from __future__ import annotations

import numpy as np

from analyzer.trace.readable import Thought
from analyzer.trace.thoughts import Weighed, thoughts
from cext.types import Act, Decision, Event
from tests.unit.trace.samples import NAMES, line, record

ROLL = record(Event.EVENT_ROLL)
RECORDS = np.array(ROLL * 2, dtype=np.int32)
LINES = [line("roll"), line("buy_roof", 0, roof="1.2")]


def told(*weighed: Weighed) -> list[Thought]:
    return list(thoughts(weighed, RECORDS, LINES, NAMES))


def test_best_options_stand_first_and_the_taken_one_is_marked() -> None:
    hexes = Weighed(len(ROLL), 1, Decision.DECISION_HEX, [11, 12, 17], [500, -1250, 2000], 0)
    assert told(hexes) == [
        Thought(1, 1, "hex 17 (value 4) 2.00; hex 11 (value 2) 0.50 (taken); hex 12 (value 3) -1.25")
    ]


def test_of_many_options_the_best_and_the_taken_one_are_told() -> None:
    (thought,) = told(Weighed(0, 0, Decision.DECISION_RESERVE, list(range(9)), list(range(9, 0, -1)), 8))
    assert thought.text.count("reserve space") == 7
    assert thought.text.endswith("reserve space 8 0.00 (taken); and 2 more")


def test_a_choice_without_weighing_is_not_told() -> None:
    assert told(Weighed(0, 0, Decision.DECISION_RESERVE, [1, 2], [0, 0], 1)) == []


def test_acts_that_were_not_weighed_are_only_counted() -> None:
    acts = [Act.ACT_MAIN, Act.ACT_SELL, Act.ACT_SELL + 1, Act.ACT_DONE]
    (thought,) = told(Weighed(0, 0, Decision.DECISION_ACT, acts, [1500, 0, -20, 0], 0))
    assert thought.text == (
        "go on with the turn's act 1.50 (taken); sell 1 grain -0.02; and 2 more not weighed"
    )


def test_own_roofs_are_those_of_the_moment() -> None:
    use = Weighed(2 * len(ROLL), 0, Decision.DECISION_ACT, [Act.ACT_ROOF], [1], 0)
    assert told(use) == [Thought(2, 0, "use roof 1.2 (gain two different harvest goods) 0.00 (taken)")]
