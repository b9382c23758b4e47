"""Records become the lines of event-log.md, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.trace import eventlog
from analyzer.wording import words
from cext.types import Breeding, Cash, Choice, Event, Field, Good, Pass, Phase, Placement, Via
from tests.unit.trace.samples import decoded, fields_of, record


def test_every_line_has_number_round_phase_event_and_player() -> None:
    lines = decoded(
        record(Event.EVENT_ROOFS_REVEALED, {Field.FIELD_ROOFS: [4, 6]}, round_number=1,
               phase=Phase.PHASE_SCORING),
        record(Event.EVENT_ROLL, {Field.FIELD_DICE: [1, 6]}, round_number=2,
               phase=Phase.PHASE_REVENUE, player=3),
    )  # fmt: skip
    assert lines == [
        {"n": 0, "round": 1, "phase": "scoring", "event": "roofs_revealed", "roofs": ["2.1", "2.3"]},
        {"n": 1, "round": 2, "phase": "revenue", "event": "roll", "player": 3, "dice": [1, 6]},
    ]


def test_later_records_keep_their_number() -> None:
    first = record(Event.EVENT_TOKEN, {Field.FIELD_DONKEYS: [2], Field.FIELD_HATS: [2]})
    decoder = eventlog.Decoder({}, lambda _: {})
    words_of_both = np.array(first + first, dtype=np.int32)
    assert [line["n"] for line in decoder.lines(words_of_both, len(first), 1)] == [1]


@pytest.mark.parametrize(
    ("event", "fields", "line"),
    [
        (Event.EVENT_BUILDING_ORDER, {Field.FIELD_BUILDINGS: [3, 0, 5]}, {"buildings": [4, 1, 6]}),
        (Event.EVENT_DRAFT, {Field.FIELD_KEEPS: [65, 0]}, {"keeps": [66, 1]}),
        (
            Event.EVENT_PLAY_CARD,
            {
                Field.FIELD_CARD: [22],
                Field.FIELD_AS: [Placement.PLACEMENT_EXTENSION],
                Field.FIELD_PAYS: [Good.GOOD_OLIVE, 0, Good.GOOD_GRAIN, 7],
                Field.FIELD_DISCARDS: [-1],
            },
            {
                "card": 23,
                "as": "extension",
                "pays": [{"good": "olive", "source": "den"}, {"good": "grain", "source": "field:7"}],
                "discards": None,
            },
        ),
        (Event.EVENT_PLAY_CARD, {Field.FIELD_DISCARDS: [0]}, {"discards": 1}),
        (Event.EVENT_GROWTH, {Field.FIELD_FIELDS: [2, 3]}, {"fields": [3, 4]}),
        (Event.EVENT_BREEDING, {Field.FIELD_RESULT: [Breeding.BREEDING_SOLD]}, {"result": "sold"}),
        (Event.EVENT_PASS, {Field.FIELD_STEP: [Pass.PASS_DELIVERY]}, {"step": "delivery"}),
        (
            Event.EVENT_SELL,
            {Field.FIELD_GOOD: [Good.GOOD_PIG], Field.FIELD_COUNT: [2], Field.FIELD_SOURCE: [0]},
            {"good": "pig", "count": 2, "source": "den"},
        ),
        (
            Event.EVENT_UPGRADE,
            {
                Field.FIELD_GOOD: [Good.GOOD_GRAPES],
                Field.FIELD_TO_GOOD: [Good.GOOD_WINE],
                Field.FIELD_SOURCE: [66],
                Field.FIELD_PRICE: [3],
            },
            {"good": "grapes", "to": "wine", "source": "field:66", "price": 3},
        ),
        (Event.EVENT_CASH, {Field.FIELD_USE: [Cash.CASH_UPGRADES]}, {"use": "upgrades"}),
        (
            Event.EVENT_USE_ROOF,
            {Field.FIELD_ROOF: [15], Field.FIELD_FLIPS: [0]},
            {"roof": "4.4", "flips": "1.1"},
        ),
        (Event.EVENT_RESERVE, {Field.FIELD_SPACE: [5]}, {"space": 5}),
        (
            Event.EVENT_TAKE_DIE,
            {Field.FIELD_DIE: [5], Field.FIELD_PICK: [2], Field.FIELD_CHOICE: [Choice.CHOICE_UPGRADE_SIESTA]},
            {"die": 5, "pick": 2, "choice": "upgrade_siesta"},
        ),
        (Event.EVENT_TAKE_DIE, {Field.FIELD_PICK: [0]}, {"pick": "last"}),
        (Event.EVENT_TURN_ORDER, {Field.FIELD_ORDER: [2, 0, 1]}, {"order": [2, 0, 1]}),
        (Event.EVENT_DELIVER, {Field.FIELD_TO_BARROW: [0]}, {"to": "barrow:1"}),
        (Event.EVENT_DELIVER, {Field.FIELD_TO_BUILDING: [5]}, {"to": "building:6"}),
        (
            Event.EVENT_MARKER,
            {Field.FIELD_HEX: [12], Field.FIELD_DISPLACED: [-1], Field.FIELD_REMOVED: [11, 0, 7, 3]},
            {"hex": 12, "displaced": None, "removed": [{"hex": 11, "player": 0}, {"hex": 7, "player": 3}]},
        ),
        (Event.EVENT_MARKER, {Field.FIELD_DISPLACED: [0], Field.FIELD_REMOVED: []},
         {"displaced": 0, "removed": []}),
        (
            Event.EVENT_BUILDING_DONE,
            {Field.FIELD_BUILDING: [1], Field.FIELD_FIRST: [1], Field.FIELD_OPENED: [3]},
            {"building": 2, "first": True, "opened": 4},
        ),
        (Event.EVENT_BUILDING_DONE, {Field.FIELD_FIRST: [0], Field.FIELD_OPENED: [-1]},
         {"first": False, "opened": None}),
        (Event.EVENT_SCORE, {Field.FIELD_MARKET: [4], Field.FIELD_SIESTA: [2]}, {"market": 4, "siesta": 2}),
    ],
)  # fmt: skip
def test_fields(event: Event, fields: Mapping[Field, Sequence[int]], line: Mapping[str, Any]) -> None:
    assert fields_of(event, fields) == line


@pytest.mark.parametrize(
    ("via", "argument", "word"),
    [
        (Via.VIA_FARM, -1, "farm"),
        (Via.VIA_DIE, -1, "die"),
        (Via.VIA_ROOF, 1, "roof:1.2"),
        (Via.VIA_HELPER, 22, "helper:23"),
        (Via.VIA_BUILDING, 3, "building:4"),
    ],
)
def test_via(via: Via, argument: int, word: str) -> None:
    assert fields_of(Event.EVENT_GAIN, {}, via=via, argument=argument) == {"via": word}


def test_delta_leaves_zeros_out() -> None:
    change = {Field.FIELD_DELTA: [-2, 0, 0, 0, 0, 0, 1, 0, 0, 0]}
    assert fields_of(Event.EVENT_UPGRADE, change) == {"delta": {"silver": -2, "food": 1}}


def test_empty_delta_is_written_where_it_must() -> None:
    always: dict[Field, list[int]] = {Field.FIELD_EMPTY_DELTA: []}
    assert fields_of(Event.EVENT_GAIN, always) == {"delta": {}}
    changed = {**always, Field.FIELD_DELTA: [0, 2, 0, 0, 0, 0, 0, 0, 0, 0]}
    assert fields_of(Event.EVENT_GAIN, changed) == {"delta": {"vp": 2}}


def test_roofs_stand_by_round() -> None:
    line = fields_of(Event.EVENT_ROOFS, {Field.FIELD_ROOFS: [2, 0, 7, 20]})
    assert line == {"rounds": [["1.3", "1.1"], ["2.4"], [], [], [], ["6.1"]]}


def test_game_line_takes_the_head() -> None:
    (line,) = decoded(record(Event.EVENT_GAME, round_number=0, phase=Phase.PHASE_SETUP), head={"seed": 7})
    assert line == {"n": 0, "round": 0, "phase": "setup", "event": "game", "seed": 7}


def test_state_line_takes_the_snapshot() -> None:
    assert fields_of(Event.EVENT_STATE, {Field.FIELD_STATE: [5, 6]}) == {"words": [5, 6]}


def test_shares_of_a_win() -> None:
    results = [0, 50, 3, 2, 1, 50, 3, 2, 2, 40, 0, 0]
    line = fields_of(Event.EVENT_RESULT, {Field.FIELD_PLAYERS: results})
    assert [(row["player"], row["vp"], row["silver"], row["share"]) for row in line["players"]] == [
        (0, 50, 3, 0.5), (1, 50, 3, 0.5), (2, 40, 0, 0),
    ]  # fmt: skip


def test_keys_stand_in_one_order_whatever_the_core_writes() -> None:
    fields = {
        Field.FIELD_DELTA: [1] * 10,
        Field.FIELD_SOURCE: [0],
        Field.FIELD_GOOD: [2],
        Field.FIELD_COUNT: [1],
    }
    (line,) = decoded(record(Event.EVENT_SELL, fields, player=0, via=Via.VIA_FARM))
    assert list(line) == ["n", "round", "phase", "event", "player", "good", "count", "source", "via", "delta"]


def test_every_field_has_a_name() -> None:
    special = {Field.FIELD_STATE}
    assert set(eventlog.FIELDS) == set(Field) - special


def test_words_are_those_of_the_log() -> None:
    assert words.PHASES == ("setup", "farm", "revenue", "transport", "scoring", "end")
    assert words.CASH_USES == ("silver", "harvest", "play", "draw", "pig", "upgrades")
    assert words.roof_id(23) == "6.4"
