"""Hand-made records and words for the tests of the trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.trace.eventlog import Decoder, Line
from analyzer.wording.names import CardText, Names
from cext.types import Field, Phase, Via

CARDS = {
    1: CardText(
        "Chef",
        "grapes",
        "grain, pig, wine: 5 vp",
        "each upgrade costs 1 silver less",
        "silver, den",
        "static",
    ),
    2: CardText("Negotiator", "grapes", "olive, grain: 6 vp", "vp 1", "delivery, silver", "removed"),
    18: CardText("Oil Presser", "grapes", "olive, wine, wine: 6 vp", "food 1", "delivery, silver", "action"),
    23: CardText("Farm Servant", "grapes", "grapes, grapes: 2 vp", "upgrade 1", "delivery, den", "action"),
}
NAMES = Names(
    cards=CARDS,
    roofs={"1.2": "gain two different harvest goods", "4.4": "turn a roof"},
    hexes={11: 2, 12: 3, 17: 4},
    tokens=((1, 3), (2, 2), (3, 1), (4, 0)),
)


def record(
    event: int,
    fields: Mapping[Field, Sequence[int]] | None = None,
    *,
    round_number: int = 1,
    phase: int = Phase.PHASE_FARM,
    player: int = -1,
    via: int = Via.VIA_NONE,
    argument: int = -1,
) -> list[int]:
    """The words of one record."""
    body: list[int] = []
    for field, values in (fields or {}).items():
        body += [int(field), len(values), *map(int, values)]
    head = [event, round_number, phase, player, via, argument, len(fields or {})]
    return [len(head) + 1 + len(body), *map(int, head), *body]


def decoded(*records: list[int], head: Mapping[str, Any] | None = None) -> list[Line]:
    """The lines of these records; a snapshot becomes the list of its words."""
    decoder = Decoder(head or {}, lambda words: {"words": words.tolist()})
    return list(decoder.lines(np.array([word for words in records for word in words], dtype=np.int32)))


def fields_of(event: int, fields: Mapping[Field, Sequence[int]], **header: int) -> Line:
    """The line of one record without what every line has."""
    (line,) = decoded(record(event, fields, **header))
    return {
        key: value for key, value in line.items() if key not in ("n", "round", "phase", "event", "player")
    }


def line(event: str, player: int | None = None, phase: str = "farm", **fields: Any) -> Line:
    """A line of the log in round 1."""
    head: Line = {"n": 0, "round": 1, "phase": phase, "event": event}
    if player is not None:
        head["player"] = player
    return {**head, **fields}
