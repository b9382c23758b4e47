"""Every column of every table of a run, described once.

The rows come from the core (records.pxd); names, order and types here are those of
``core.ROW_DTYPES``.  Words (bots, placements, causes, buildings) become Parquet enums.
Analyses name columns by the members below, never by strings of their own.
"""

from __future__ import annotations

from enum import StrEnum

import polars as pl

from cext import types as vocabulary
from cext.core import ROW_DTYPES

FORMAT = 3
"""Version of the run folder; raised when the tables or the manifest change."""

PART_GAMES = 8192
"""Games of a part of the tables, before rounding down to whole blocks."""


PLACEMENT_WORDS = tuple(vocabulary.words(vocabulary.Placement))
VIA_WORDS = tuple(vocabulary.words(vocabulary.Via))
BUILDING_WORDS = tuple(vocabulary.words(vocabulary.Building))
SOURCE_WORDS = tuple(vocabulary.words(vocabulary.Source))


class Column(StrEnum):
    """A column: its name, its meaning with the unit, and its words if it is an enum.

    ``first`` is the number that stands for the first word in the core's rows.  A
    negative number in the rows is a missing value in the table where ``nullable``.
    """

    meaning: str
    kind: str
    first: int
    nullable: bool

    def __new__(
        cls, name: str, meaning: str, kind: str = "", first: int = 0, nullable: bool = False
    ) -> Column:
        member = str.__new__(cls, name)
        member._value_ = name
        member.meaning = meaning
        member.kind = kind
        member.first = first
        member.nullable = nullable
        return member

    def enum_words(self, bots: tuple[str, ...]) -> tuple[str, ...] | None:
        """The words of an enum column (``bots``: the names of the run's bots), else None."""
        if self.kind == "bot":
            return bots
        return _WORDS.get(self.kind)


_WORDS = {"placement": PLACEMENT_WORDS, "via": VIA_WORDS, "building": BUILDING_WORDS}


class Players(Column):
    """One row per game and seat."""

    BLOCK = "block", "number of the block: one seed, played in every arrangement of the line-up"
    GAME = "game", "number of the arrangement within its block, from 0"
    SEAT = "seat", "seat, from 0: place in the first turn order"
    BOT = "bot", "bot that played the seat", "bot"
    RANK = "rank", "place in the result, 1 the best; tied winners share 1"
    WINNERS = "winners", "players who share the win; 0 for a loser (E2)"
    VP = "vp", "victory points at the end, vp"
    SILVER = "silver", "silver left after the end's exchange (E2), silver"
    VP_START = "vp_start", "vp owned at the start (S2)"
    VP_BARROWS = "vp_barrows", "vp of completed barrows' values (B1)"
    VP_REMOVALS = "vp_removals", "vp for removing others' market markers (B3)"
    VP_MARKET = "vp_market", "vp of own market markers in the scoring phases (P1)"
    VP_SIESTA = "vp_siesta", "vp of the siesta track in the scoring phases (P2)"
    VP_BUILDING_ROUNDS = "vp_building_rounds", "vp equal to the round of completed buildings (C2)"
    VP_BUILDING_BONUSES = "vp_building_bonuses", "vp for first completions and opened buildings (C2)"
    VP_BUILDING_EFFECTS = "vp_building_effects", "vp of Wainwright, Village Store and Butcher"
    VP_ROOFS = "vp_roofs", "vp of roofs bought (F8)"
    VP_HELPERS = "vp_helpers", "vp given by helpers"
    VP_END_SILVER = "vp_end_silver", "vp for silver at the end (E2)"
    VP_SPENT = "vp_spent", "vp paid, as a negative number"
    FIELDS = "fields", "cards played as fields"
    HELPERS = "helpers", "cards played as helpers"
    BARROWS = "barrows", "cards played as barrows"
    EXTENSIONS = "extensions", "cards played as extensions"
    BARROWS_DONE = "barrows_done", "barrows completed"
    BUILDINGS_DONE = "buildings_done", "craft buildings completed"
    ROOFS = "roofs", "roofs bought"
    CARDS_DRAWN = "cards_drawn", "cards drawn, without the opening hand"
    DELIVERIES = "deliveries", "goods delivered, whatever caused it"
    EXTRA_DELIVERIES = "extra_deliveries", "extra deliveries bought (T6)"
    SOLD = "sold", "goods sold at any time (A1)"
    BOUGHT = "bought", "goods bought (A2)"
    UPGRADED = "upgraded", "goods upgraded, paid and free (A3)"
    CASHED = "cashed", "commodities cashed (A4)"
    ROOFS_USED = "roofs_used", "uses of roofs (A5)"
    HELPERS_USED = "helpers_used", "firings of helpers"
    REMOVALS = "removals", "others' market markers removed (B3)"
    REMOVED = "removed", "own market markers lost"
    MARKERS_END = "markers_end", "own market markers after the last round"
    MARKERS_PEAK = "markers_peak", "most own markers in use at once, market and craft buildings (S12)"
    FIRST_ROUNDS = "first_rounds", "rounds in which the player was first in turn order"
    YIELDS = "yields", "choices in which the bot's restrictions left no option, so that all were allowed"


class Placements(Column):
    """One row per card played."""

    BLOCK = "block", "number of the block"
    GAME = "game", "number of the arrangement within its block"
    SEAT = "seat", "seat that played the card"
    BOT = "bot", "bot that played the card", "bot"
    ROUND = "round", "round in which it was played"
    PLACEMENT = "placement", "side of the farm at which it was placed (F2)", "placement"
    VIA = "via", "what allowed the play", "via"
    CARD = "card", "number of the card"
    DONE_ROUND = "done_round", "round in which it left the farm: barrow completed, card replaced; 0 never"
    COMPLETED = "completed", "1 for a barrow that was completed, else 0"
    USES = "uses", "field: goods grown; helper: firings; barrow: goods delivered; extension: icons' silver"
    VP = "vp", "barrow: its value and removals, vp; helper: vp it gave"
    USED = "used", "field: goods taken from it: upgraded, delivered, sold or paid"
    SILVER = "silver", "helper: silver it gave; extension: silver of its icons"
    GOODS = "goods", "helper: resources, upgraded goods and commodities it gave"
    CARDS = "cards", "helper: cards drawn and played because of it"
    DELIVERIES = "deliveries", "helper: deliveries it gave; extension: extra deliveries that needed its icons"
    STEPS = "steps", "helper: siesta steps it gave"
    UPGRADES = "upgrades", "helper: free upgrades made because of it"
    PIGS = "pigs", "extension: pigs that stood in its spaces in scoring phases, added up over the rounds"
    REMOVALS = "removals", "barrow: others' market markers that its marker removed (B3, B4)"
    MARKET = "market", "barrow: vp of its market marker in scoring phases (P1)"


class Buildings(Column):
    """One row per completion of a craft building."""

    BLOCK = "block", "number of the block"
    GAME = "game", "number of the arrangement within its block"
    SEAT = "seat", "seat that completed the building"
    BOT = "bot", "bot that completed the building", "bot"
    ROUND = "round", "round of the completion"
    BUILDING = "building", "the craft building", "building", 1
    PLACE = "place", "the how-manieth completion of this building in the game, 1 the first"
    ORDER = "order", "the how-manieth building of this player, 1 the first"
    VP_FIRST = "vp_first", "vp for the first completion of the building (C2)"
    VP_OPENING = "vp_opening", "vp for opening a closed building (C2)"
    VP_ROUND = "vp_round", "vp equal to the round (C2)"
    VP_EFFECT = "vp_effect", "vp of the effect at once"
    VP_LASTING = "vp_lasting", "vp of the lasting effect until the end of the game"
    LASTING = "lasting", "what the lasting effect gave, in silver, donkeys, vp, commodities or resources (C3)"


class Markers(Column):
    """One row per market marker, those of the set-up too."""

    BLOCK = "block", "number of the block"
    GAME = "game", "number of the arrangement within its block"
    SEAT = "seat", "owner's seat; 1 is the neutral colour in solo games"
    BOT = "bot", "owner's bot; missing for the neutral colour", "bot", 0, True
    HEX = "hex", "number of the market hex"
    VALUE = "value", "value of the hex"
    ROUND_PLACED = "round_placed", "round in which it was placed; 0 in the set-up"
    ROUND_REMOVED = "round_removed", "round in which it was removed; 0 if it stood to the end"
    REMOVED_BY = "removed_by", "seat that removed it; missing if it stood to the end", "", 0, True
    REMOVED_FROM = "removed_from", "hex of the marker that removed it; missing if it stood", "", 0, True
    CARD = "card", "number of the barrow's card; 0 in the set-up and for the neutral colour"
    ROUNDS_SCORED = "rounds_scored", "scoring phases in which it stood (P1)"
    REMOVALS = "removals", "markers that it removed when it was placed (B3)"
    VP = "vp", "vp of barrow, removals and scored rounds together"


class Deals(Column):
    """One row per card of an opening hand (S2), after the draft if there is one (S10)."""

    BLOCK = "block", "number of the block"
    GAME = "game", "number of the arrangement within its block"
    SEAT = "seat", "seat that was dealt the card"
    BOT = "bot", "bot that was dealt the card", "bot"
    CARD = "card", "number of the card"


class Blocks(Column):
    """One row per block."""

    BLOCK = "block", "number of the block"
    DECISIONS = "decisions", "decisions made in all its games, forced ones too"
    HASH = "hash", "hash of the course and the results of its games"


TABLES: dict[str, type[Column]] = {
    "players": Players,
    "placements": Placements,
    "buildings": Buildings,
    "markers": Markers,
    "deals": Deals,
    "blocks": Blocks,
}
"""The tables in the order in which a part is written."""

VP_SOURCES: tuple[Players, ...] = tuple(column for column in Players if column.startswith("vp_"))
"""Columns of ``players`` that sum to ``vp``, in the order of ``SOURCE_WORDS``."""


def blocks_per_part(games_per_block: int) -> int:
    """Blocks of one part; part k holds blocks k times this number and on."""
    return max(1, PART_GAMES // games_per_block)


def part_name(part: int) -> str:
    """File name of a part within its table's folder."""
    return f"part-{part:05d}.parquet"


def polars_schema(table: str, bots: tuple[str, ...]) -> pl.Schema:
    """Polars types of a table, for a run with these bots."""
    row = ROW_DTYPES[table]
    types: dict[str, pl.DataType] = {}
    for column in TABLES[table]:
        words_of_column = column.enum_words(bots)
        types[column.value] = (
            _NUMBERS[row[column.value].str] if words_of_column is None else pl.Enum(words_of_column)
        )
    return pl.Schema(types)


_NUMBERS: dict[str, pl.DataType] = {
    "|i1": pl.Int8(),
    "|u1": pl.UInt8(),
    "<i2": pl.Int16(),
    "<u2": pl.UInt16(),
    "<i4": pl.Int32(),
    "<u8": pl.UInt64(),
}
