"""Playing blocks into tables, as a worker does."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cext import core
from tests.property.setups import Setup

ROOM = {"players": 4, "placements": 300, "buildings": 24, "markers": 300, "blocks": 1}
"""Rows that one game may need at most, with the rules of these tests."""
Rows = dict[str, np.ndarray]


def empty(names: Iterable[str], games: int) -> Rows:
    return {name: np.zeros(ROOM[name] * games, core.ROW_DTYPES[name]) for name in names}


def play(
    setup: Setup, seating: np.ndarray, seed: int, first: int, blocks: int, names: Iterable[str] = tuple(ROOM)
) -> tuple[Rows, int]:
    """The rows of these blocks by table, and how many decisions they took."""
    tables = empty(names, blocks * len(seating))
    done, filled, decisions = core.play_blocks(setup.rules, setup.bots, seating, seed, first, blocks, tables)
    assert done == blocks
    return {name: rows[: filled[name]] for name, rows in tables.items()}, decisions


def same(one: Rows, other: Rows) -> bool:
    """Whether two sets of tables hold the same bytes."""
    return one.keys() == other.keys() and all(one[name].tobytes() == other[name].tobytes() for name in one)


def hashes(rows: Rows) -> list[int]:
    return list(rows["blocks"]["hash"].tolist())
