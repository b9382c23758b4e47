"""Columns of the rows that studies record: extra games beside a run, played from the same seed."""

from __future__ import annotations

from typing import Final

import polars as pl

from analyzer.recording.schema import Column

STUDY_FORMAT: Final = 1
"""Version of a study's folder; raised when its rows or its study.json change."""

PROBES: Final = "probes-"
"""Begins the names of studies of single decisions; the rest is the kind of decision."""
RESTRICTIONS: Final = "restrictions"
LUCK: Final = "luck"


class Probes(Column):
    """One row per option of a probed decision: how the game ends if it is chosen."""

    BLOCK = "block", "number of the block"
    GAME = "game", "number of the arrangement within its block"
    SEAT = "seat", "seat that decides"
    BOT = "bot", "bot that decides", "bot"
    ROUND = "round", "round of the decision"
    DECISION = "decision", "number of the decision in its game"
    ELIGIBLE = "eligible", "decisions of this kind in the game of which this one was drawn"
    OPTIONS = "options", "options compared in this decision: its rows"
    SUBJECT = "subject", "what is decided: card, hex, building, roof, die number or token"
    PLACE = "place", "placement of the card, or what the die is used for; -1 for other kinds"
    CHOSEN = "chosen", "1 for the option that the bot chose, else 0"
    VP = "vp", "vp of the seat at the end of the game with this option, vp"
    MARGIN = "margin", "own vp times players less vp of all; solo: vp"
    WINNERS = "winners", "players who share the win with this option; 0 for a loser"


class WhatIfs(Column):
    """One row per block and variant: how the game ends for the judged seat; variant 0 is as it is."""

    BLOCK = "block", "number of the block"
    VARIANT = "variant", "what was changed: index into the variants of study.json, 0 nothing"
    GAME = "game", "number of the arrangement within its block"
    SEAT = "seat", "judged seat"
    BOT = "bot", "bot in the judged seat", "bot"
    VP = "vp", "vp of the seat at the end, vp"
    MARGIN = "margin", "own vp times players less vp of all; solo: vp"
    WIN = "win", "share of the win in twelfths: 12 alone, 6 of two, 4 of three, 3 of four, else 0"


TYPES: Final[dict[str, pl.DataType]] = {
    "block": pl.Int32(),
    "variant": pl.Int16(),
    "game": pl.Int16(),
    "seat": pl.Int8(),
    "round": pl.Int8(),
    "decision": pl.Int32(),
    "eligible": pl.Int16(),
    "options": pl.Int16(),
    "subject": pl.Int16(),
    "place": pl.Int8(),
    "chosen": pl.Int8(),
    "vp": pl.Int16(),
    "margin": pl.Int32(),
    "winners": pl.Int8(),
    "win": pl.Int8(),
}
"""Types of both kinds of rows by column; a bot is an enum of the study's bots."""


def columns_of(study: str) -> type[Probes] | type[WhatIfs]:
    """The columns of a study's rows, by its name."""
    return Probes if study.startswith(PROBES) else WhatIfs


def study_schema(study: str, bots: tuple[str, ...]) -> pl.Schema:
    """Polars types of a study's rows."""
    schema: dict[str, pl.DataType] = {}
    for column in columns_of(study):
        words = column.enum_words(bots)
        schema[column.value] = TYPES[column.value] if words is None else pl.Enum(words)
    return pl.Schema(schema)
