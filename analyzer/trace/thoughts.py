"""What the bots weighed (``granja trace --why``), in words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from analyzer.trace.eventlog import Line, each_record
from analyzer.trace.readable import Thought
from analyzer.wording.names import Names
from analyzer.wording.options import OptionWords
from cext.core import NO_SCORE
from cext.types import Decision

SHOWN = 6
SCORE_UNIT = 1000


class Weighed(NamedTuple):
    """One decision as ``core.Table.why`` tells it."""

    word: int
    """How many words of the log's records stood before it."""
    seat: int
    kind: int
    options: Sequence[int]
    scores: Sequence[int]
    """In 1/1000 vp; all 0 where the bot did not weigh (a random choice, a fixed order).

    Of acts it weighs some only: the others have exactly 0.  Options that the bot's restrictions
    forbid have ``core.NO_SCORE``.
    """
    chosen: int
    """Index of the option that it took."""


def thoughts(
    weighed: Iterable[Weighed], records: np.ndarray, lines: Sequence[Line], names: Names
) -> Iterator[Thought]:
    """What was weighed as a sentence: the best options with their scores in vp, and which was taken.

    ``records`` and ``lines`` are the game's log, raw and decoded.
    """
    starts = list(accumulate(map(len, each_record(records)), initial=0))
    asked = OptionWords(names)
    noted = 0
    for decision in weighed:
        line = bisect_left(starts, decision.word)
        for told in lines[noted:line]:
            asked.note(told)
        noted = line
        if any(score not in (0, NO_SCORE) for score in decision.scores):
            yield Thought(line, decision.seat, _sentence(decision, asked))


def _sentence(decision: Weighed, asked: OptionWords) -> str:
    scores = decision.scores
    weighed = [place for place in range(len(scores)) if _was_weighed(decision, place)]
    places = sorted(weighed, key=lambda place: -scores[place])
    shown = places[:SHOWN] if decision.chosen in places[:SHOWN] else [*places[:SHOWN], decision.chosen]
    told = []
    for place in shown:
        text = asked.option(decision.seat, decision.kind, decision.options[place])
        taken = " (taken)" if place == decision.chosen else ""
        told.append(f"{text} {scores[place] / SCORE_UNIT:.2f}{taken}")
    if rest := len(places) - len(shown):
        told.append(f"and {rest} more")
    forbidden = scores.count(NO_SCORE)
    if unweighed := len(scores) - len(places) - forbidden:
        told.append(f"and {unweighed} more not weighed")
    if forbidden:
        told.append(f"and {forbidden} more not allowed")
    return "; ".join(told)


def _was_weighed(decision: Weighed, place: int) -> bool:
    score = decision.scores[place]
    if score == NO_SCORE:
        return False
    return decision.kind != Decision.DECISION_ACT or place == decision.chosen or score != 0
