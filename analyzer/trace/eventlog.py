"""Raw log records of the core -> the lines of the event log.

A record is a run of int32 words: ``[total words, event, round, phase, player (-1
none), via, argument of via (-1 none), n fields]``, then per field ``[field, count,
value …]``.  One table, ``FIELDS``, gives each field its name and its converter; its
order is the order in which a line is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.wording import words
from cext.types import Event, Field, Size, Via

Line = dict[str, Any]
Converter = Callable[[Sequence[int]], Any]

RECORD_HEADER = 8


def _one(values: Sequence[int]) -> int:
    return values[0]


def _or_none(convert: Converter) -> Converter:
    return lambda values: None if values[0] < 0 else convert(values)


def _word(table: Sequence[str]) -> Converter:
    return lambda values: table[values[0]]


def _number(values: Sequence[int]) -> int:
    """Cards and buildings are indices in the core and numbers in the log."""
    return values[0] + 1


def _numbers(values: Sequence[int]) -> list[int]:
    return [value + 1 for value in values]


def _roof(values: Sequence[int]) -> str:
    return words.roof_id(values[0])


def _roofs(values: Sequence[int]) -> list[str]:
    return [words.roof_id(value) for value in values]


def _roofs_by_round(values: Sequence[int]) -> list[list[str]]:
    rounds: list[list[str]] = [[] for _ in range(Size.N_ROUNDS)]
    for roof in values:
        rounds[roof // Size.N_ROOF_SLOTS].append(words.roof_id(roof))
    return rounds


def _source(values: Sequence[int]) -> str:
    return f"field:{values[0]}" if values[0] else "den"


def _pairs(values: Sequence[int]) -> Iterator[Sequence[int]]:
    return (values[start : start + 2] for start in range(0, len(values), 2))


def _pays(values: Sequence[int]) -> list[Line]:
    return [{"good": words.GOODS[good], "source": _source([source])} for good, source in _pairs(values)]


def _removed(values: Sequence[int]) -> list[Line]:
    return [{"hex": hex_number, "player": seat} for hex_number, seat in _pairs(values)]


def _pick(values: Sequence[int]) -> int | str:
    return values[0] or "last"


def _results(values: Sequence[int]) -> list[Line]:
    rows = (values[start : start + 4] for start in range(0, len(values), 4))
    return [
        {"player": seat, "vp": vp, "silver": silver, "share": 1 / winners if winners > 1 else winners}
        for seat, vp, silver, winners in rows
    ]


def _delta(values: Sequence[int]) -> dict[str, int]:
    return {good: count for good, count in zip(words.GOODS, values, strict=True) if count}


def _empty_delta(_values: Sequence[int]) -> dict[str, int]:
    return {}


FIELDS: dict[int, tuple[str, Converter]] = {
    Field.FIELD_CARD: ("card", _number),
    Field.FIELD_CARDS: ("cards", _numbers),
    Field.FIELD_KEEPS: ("keeps", _numbers),
    Field.FIELD_AS: ("as", _word(words.PLACEMENTS)),
    Field.FIELD_PAYS: ("pays", _pays),
    Field.FIELD_DISCARDS: ("discards", _or_none(_number)),
    Field.FIELD_FIELDS: ("fields", _numbers),
    Field.FIELD_RESULT: ("result", _word(words.BREEDINGS)),
    Field.FIELD_ROOF: ("roof", _roof),
    Field.FIELD_ROOFS: ("roofs", _roofs),
    Field.FIELD_STEP: ("step", _word(words.PASSES)),
    Field.FIELD_GOOD: ("good", _word(words.GOODS)),
    Field.FIELD_TO_GOOD: ("to", _word(words.GOODS)),
    Field.FIELD_COUNT: ("count", _one),
    Field.FIELD_SOURCE: ("source", _source),
    Field.FIELD_PRICE: ("price", _one),
    Field.FIELD_TO_BARROW: ("to", lambda values: f"barrow:{values[0] + 1}"),
    Field.FIELD_TO_BUILDING: ("to", lambda values: f"building:{values[0] + 1}"),
    Field.FIELD_USE: ("use", _word(words.CASH_USES)),
    Field.FIELD_DICE: ("dice", list),
    Field.FIELD_DIE: ("die", _one),
    Field.FIELD_PICK: ("pick", _pick),
    Field.FIELD_CHOICE: ("choice", _word(words.CHOICES)),
    Field.FIELD_FLIPS: ("flips", _roof),
    Field.FIELD_DONKEYS: ("donkeys", _one),
    Field.FIELD_HATS: ("hats", _one),
    Field.FIELD_STEPS: ("steps", _one),
    Field.FIELD_SPACE: ("space", _one),
    Field.FIELD_ORDER: ("order", list),
    Field.FIELD_VALUE: ("value", _one),
    Field.FIELD_BUILDING: ("building", _number),
    Field.FIELD_BUILDINGS: ("buildings", _numbers),
    Field.FIELD_FIRST: ("first", lambda values: bool(values[0])),
    Field.FIELD_OPENED: ("opened", _or_none(_number)),
    Field.FIELD_HEX: ("hex", _one),
    Field.FIELD_DISPLACED: ("displaced", _or_none(_one)),
    Field.FIELD_REMOVED: ("removed", _removed),
    Field.FIELD_MARKET: ("market", _one),
    Field.FIELD_SIESTA: ("siesta", _one),
    Field.FIELD_PLAYERS: ("players", _results),
    Field.FIELD_EMPTY_DELTA: ("delta", _empty_delta),
    Field.FIELD_DELTA: ("delta", _delta),
}
ORDER = {field: place for place, field in enumerate(FIELDS)}
VIA_ARGUMENT: dict[int, Callable[[int], str]] = {
    Via.VIA_ROOF: words.roof_id,
    Via.VIA_HELPER: lambda card: str(card + 1),
    Via.VIA_BUILDING: lambda building: str(building + 1),
}


def _via(via: int, argument: int) -> str:
    word = words.VIAS[via]
    return f"{word}:{VIA_ARGUMENT[via](argument)}" if via in VIA_ARGUMENT else word


def each_record(records: np.ndarray, first_word: int = 0) -> Iterator[np.ndarray]:
    """The records one by one, from word ``first_word`` on."""
    start = first_word
    while start < len(records):
        end = start + int(records[start])
        yield records[start:end]
        start = end


def record_fields(record: np.ndarray) -> dict[int, np.ndarray]:
    """The fields of one record: Field -> its words."""
    fields = {}
    start = RECORD_HEADER
    for _ in range(int(record[RECORD_HEADER - 1])):
        field, count = record[start : start + 2].tolist()
        fields[field] = record[start + 2 : start + 2 + count]
        start += 2 + count
    return fields


@dataclass(frozen=True)
class Decoder:
    """Turns the records of one game into lines.

    ``head`` holds the fields of the ``game`` line; ``snapshot`` turns the words of
    one ``GameC`` into the fields of a ``state`` line.
    """

    head: Mapping[str, Any]
    snapshot: Callable[[np.ndarray], Line]

    def lines(self, records: np.ndarray, first_word: int = 0, first_line: int = 0) -> Iterator[Line]:
        """The lines of the records from word ``first_word`` on, numbered from ``first_line``."""
        for ordinal, record in enumerate(each_record(records, first_word), first_line):
            yield self._line(ordinal, record)

    def _line(self, ordinal: int, record: np.ndarray) -> Line:
        _, event, round_number, phase, player, via, argument, _ = record[:RECORD_HEADER].tolist()
        line: Line = {
            "n": ordinal,
            "round": round_number,
            "phase": words.PHASES[phase],
            "event": words.EVENTS[event],
        }
        if player >= 0:
            line["player"] = player
        fields = record_fields(record)
        if event == Event.EVENT_GAME:
            line.update(self.head)
        if event == Event.EVENT_ROOFS:
            line["rounds"] = _roofs_by_round(fields.pop(Field.FIELD_ROOFS).tolist())
        if event == Event.EVENT_STATE:
            line.update(self.snapshot(fields.pop(Field.FIELD_STATE)))
        for field in sorted(fields, key=ORDER.__getitem__):
            name, convert = FIELDS[field]
            if name == "delta":
                continue
            line[name] = convert(fields[field].tolist())
        if via != Via.VIA_NONE:
            line["via"] = _via(via, argument)
        for field in (Field.FIELD_EMPTY_DELTA, Field.FIELD_DELTA):
            if field in fields:
                line["delta"] = FIELDS[field][1](fields[field].tolist())
        return line
