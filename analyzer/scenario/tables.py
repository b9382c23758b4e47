"""The three tables of a rule set: rows of text to checked cards, hexes and roofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from analyzer.scenario.cells import CellReader
from analyzer.scenario.helpers import check_helper, check_roof
from analyzer.scenario.model import Card, Hex, RoofTile
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import RawTable, Row
from analyzer.scenario.spec import HIGHEST
from analyzer.scenario.vocabulary import FARM_GOODS, HARVEST_GOODS, ICONS, PHASES, SOURCES, TURN_PHASES
from cext.types import Act, Size

CARD_COLUMNS: Final = (
    "number", "name", "field", "extension", "barrow_goods", "barrow_value",
    "trigger", "phases", "limit", "cost", "condition", "effect", "source",
)  # fmt: skip
HEX_COLUMNS: Final = ("hex", "q", "r", "value", "start", "four_players_only", "source")
ROOF_COLUMNS: Final = ("round", "slot", "effect", "phases", "source")

FEWEST_CARDS: Final = 40
FEWEST_HEXES: Final = 8
START_VALUES: Final = (2, 3, 4, 5)
FARTHEST: Final = 99
"""Axial coordinates run from -99 to 99."""
MOST_ICONS: Final = 6
ACTION_HELPERS: Final = 64 - Act.ACT_HELPER
"""How many helpers of trigger ``action`` one farm can hold."""
HELPER_PHASES: Final = tuple(phase for phase in PHASES if phase != "setup")
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of a hex in axial coordinates."""

T = TypeVar("T")


def known(value: T | None, default: T) -> T:
    """The value, or a stand-in for one that has already been reported as a problem."""
    return default if value is None else value


def read_rows(
    table: RawTable, read: Callable[[Row, CellReader], tuple[str, T]], problems: Problems
) -> tuple[dict[str, T], dict[str, Row]]:
    """Items of a table without problems of their own, and all rows, by key; keys must differ."""
    items: dict[str, T] = {}
    rows: dict[str, Row] = {}
    for row in table.rows:
        found = Problems()
        key, item = read(row, CellReader(found))
        for sentence in found.sentences:
            if sentence not in problems.sentences:
                problems.sentences.append(sentence)
        if not key:
            continue
        if key in rows:
            first = rows[key].where.rpartition(", ")[2]
            problems.add(row.where, f"{key} is already in {first}", "give it another number or remove it")
            continue
        rows[key] = row
        if not found.sentences:
            items[key] = item
    return items, rows


def read_card(row: Row, reader: CellReader) -> tuple[str, Card]:
    """A row of the deck; its key is "card 23"."""
    number = reader.number(row.cell("number"), 1, Size.N_CARDS)
    name = row.cell("name")
    if not name.text:
        reader.problems.add(name.where, "the name is missing", "write one")
    limit = row.cell("limit")
    if limit.text.lower() not in ("", "1x"):
        reader.problems.unknown(limit.where, limit.text, "limit", ("1x",))
    trigger, trigger_words = known(reader.trigger(row.cell("trigger")), ("", ()))
    icons = known(reader.words(row.cell("extension"), ICONS, "extension icon", MOST_ICONS), ())
    card = Card(
        number=known(number, 0),
        name=name.text,
        field=known(reader.word(row.cell("field"), HARVEST_GOODS, "harvest good"), ""),
        extension=tuple(sorted(icons, key=list(ICONS).index)),
        barrow_goods=known(
            reader.words(row.cell("barrow_goods"), FARM_GOODS, "farm good", Size.N_BARROW_GOODS), ()
        ),
        barrow_value=known(reader.number(row.cell("barrow_value"), 0, HIGHEST), 0),
        trigger=trigger,
        trigger_words=trigger_words,
        phases=known(reader.phases(row.cell("phases"), HELPER_PHASES), TURN_PHASES),
        once=bool(limit.text),
        cost=reader.cost(row.cell("cost")),
        condition=reader.condition(row.cell("condition")),
        effect=known(reader.program(row.cell("effect")), ()),
        source=known(reader.word(row.cell("source"), SOURCES, "source"), ""),
    )
    if trigger:
        check_helper(card, row, reader.problems)
    return f"card {number}" if number is not None else "", card


def read_hex(row: Row, reader: CellReader) -> tuple[str, Hex]:
    """A row of the market; its key is "hex 7"."""
    number = reader.number(row.cell("hex"), 0, Size.N_HEXES - 1)
    hexagon = Hex(
        number=known(number, 0),
        q=known(reader.number(row.cell("q"), -FARTHEST, FARTHEST), 0),
        r=known(reader.number(row.cell("r"), -FARTHEST, FARTHEST), 0),
        value=known(reader.number(row.cell("value"), 0, HIGHEST), 0),
        start=known(reader.yes_no(row.cell("start")), False),
        four_players_only=known(reader.yes_no(row.cell("four_players_only")), False),
        source=known(reader.word(row.cell("source"), SOURCES, "source"), ""),
    )
    return f"hex {number}" if number is not None else "", hexagon


def read_roof(row: Row, reader: CellReader) -> tuple[str, RoofTile]:
    """A row of the roofs; its key is "roof 1.2"."""
    number = reader.number(row.cell("round"), 1, Size.N_ROUNDS)
    slot = reader.number(row.cell("slot"), 1, Size.N_ROOF_SLOTS)
    roof = RoofTile(
        round=known(number, 0),
        slot=known(slot, 0),
        effect=known(reader.program(row.cell("effect")), ()),
        phases=known(reader.phases(row.cell("phases"), TURN_PHASES), TURN_PHASES),
        source=known(reader.word(row.cell("source"), SOURCES, "source"), ""),
    )
    check_roof(roof, row, reader.problems)
    return f"roof {number}.{slot}" if number and slot else "", roof


def check_deck(
    table: RawTable, rows: Mapping[str, Row], cards: Iterable[Card], values: Mapping[str, int], players: int,
    problems: Problems,
) -> None:  # fmt: skip
    """Adds what is wrong with the deck as a whole; ``values`` are the numbers of the rule set."""
    size = len(rows)
    if size < FEWEST_CARDS:
        problems.add(table.name, f"the deck has {size} cards", f"give it at least {FEWEST_CARDS}")
    needed = values.get("setup.cards", 0) * players
    if size < needed:
        problems.add(
            table.name,
            f"the deck has {size} cards, and {players} players are dealt {needed}",
            "add cards or lower `setup.cards`",
        )
    _check_names(rows, problems)
    actions = sum(card.trigger == "action" for card in cards)
    if min(actions, values.get("farm.max_helpers", 0)) > ACTION_HELPERS:
        problems.add(
            table.name,
            f"one farm could hold {min(actions, values['farm.max_helpers'])} helpers of trigger `action`",
            f"lower `farm.max_helpers` to {ACTION_HELPERS} at most",
        )


def _check_names(rows: Mapping[str, Row], problems: Problems) -> None:
    """Cards are told and found by their names, so these differ."""
    owners: dict[str, str] = {}
    for key, row in rows.items():
        name = row.cell("name")
        owner = owners.setdefault(name.text.casefold(), key)
        if name.text and owner != key:
            problems.add(name.where, f"`{name.text}` is already the name of {owner}", "give another one")


def check_market(
    table: RawTable, rows: Mapping[str, Row], hexes: Mapping[str, Hex], problems: Problems
) -> None:
    """Adds what is wrong with the market as a whole: size, places, neighbours, start hexes (S8, S9)."""
    if not FEWEST_HEXES <= len(rows) <= Size.N_HEXES:
        problems.add(
            table.name, f"the market has {len(rows)} hexes", f"give it {FEWEST_HEXES} to {int(Size.N_HEXES)}"
        )
    places: dict[tuple[int, int], str] = {}
    for key, row in rows.items():
        place = place_of(row)
        if place is None:
            continue
        if place in places:
            problems.add(
                row.where,
                f"{key} lies where {places[place]} lies (q {place[0]}, r {place[1]})",
                "move one of them",
            )
        places.setdefault(place, key)
    if all(place_of(row) for row in rows.values()):
        for (q, r), key in places.items():
            if not any((q + dq, r + dr) in places for dq, dr in DIRECTIONS):
                problems.add(
                    rows[key].where, f"{key} at q {q}, r {r} has no neighbour", "move it next to another hex"
                )
    if len(hexes) == len(rows):
        _check_start(table, rows, {key: hexagon for key, hexagon in hexes.items() if hexagon.start}, problems)


def place_of(row: Row) -> tuple[int, int] | None:
    """Where a hex lies, if both of its coordinates can be read."""
    reader = CellReader(Problems())
    q, r = (reader.number(row.cell(axis), -FARTHEST, FARTHEST) for axis in ("q", "r"))
    return None if q is None or r is None else (q, r)


def _check_start(
    table: RawTable, rows: Mapping[str, Row], starts: Mapping[str, Hex], problems: Problems
) -> None:
    for key, hexagon in starts.items():
        if hexagon.four_players_only:
            problems.add(
                rows[key].cell("four_players_only").where,
                f"start {key} would be closed with fewer than four players",
                "write no",
            )
    values = sorted(hexagon.value for hexagon in starts.values())
    if tuple(values) != START_VALUES:
        found = ", ".join(map(str, values)) or "none"
        places = "; ".join(
            f"{hexagon.value} in {rows[key].cell('value').where}" for key, hexagon in starts.items()
        )
        problems.add(
            table.name,
            f"the start hexes have the values {found}" + (f" ({places})" if places else ""),
            "give exactly four hexes `start` yes, with the values 2, 3, 4 and 5",
        )


def check_roofs(table: RawTable, rows: Mapping[str, Row], rounds: int, problems: Problems) -> None:
    """Adds the roofs that are missing: each round needs its four (S4)."""
    for number in range(1, rounds + 1):
        for slot in range(1, Size.N_ROOF_SLOTS + 1):
            if f"roof {number}.{slot}" not in rows:
                problems.add(table.name, f"the roof of round {number}, slot {slot} is missing", "add its row")


COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "deck": CARD_COLUMNS,
    "market": HEX_COLUMNS,
    "roofs": ROOF_COLUMNS,
}
"""Table -> its columns."""


def standard_file(folder: Path, table: str) -> Path:
    """The standard rule set's file of a table."""
    return folder / "standard" / f"{table}.csv"
