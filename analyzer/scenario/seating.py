"""Who sits where: the distinct arrangements of a line-up over the seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray


def seating(line_up: Sequence[str]) -> NDArray[np.int8]:
    """The distinct rotations of a line-up, one game of a block each.

    Returns:
        Shape (games per block, players): the index of each seat's bot among the distinct names in
        order of first appearance. AAAA gives 1 game, ABAB 2, AABB and ABCD 4.
    """
    bots = list(dict.fromkeys(line_up))
    seats = [bots.index(name) for name in line_up]
    rotations = dict.fromkeys(tuple(seats[-turn:] + seats[:-turn]) for turn in range(len(seats)))
    return np.array(list(rotations), dtype=np.int8)


def fair_seating(bots: int, players: int) -> NDArray[np.int8]:
    """Every way in which bots share out the seats of a table, one game of a block each.

    As many bots as fit play in each game: all of them, some in several seats, if there are seats
    enough (2 bots at 4 players: AAAB 4, AABB 6, ABBB 4 times), else every choice of ``players`` of
    them in every order.  So each bot has each seat equally often, each pair of bots meets equally
    often, and nobody sits more often to the left of one than of another.

    Returns:
        Shape (games per block, players), indices of bots: 2, 6, 14 games for 2 bots at 2, 3, 4
        players; 6, 6, 36 for 3 bots; 12, 24, 24 for 4.
    """
    most = min(bots, players)
    rows = [row for row in product(range(bots), repeat=players) if len(set(row)) == most]
    return np.array(rows, dtype=np.int8)


def one_vs_rest(players: int) -> NDArray[np.int8]:
    """Bot 0 in each seat in turn, bot 1 in all others; shape (players, players)."""
    return np.ascontiguousarray(1 - np.eye(players, dtype=np.int8))
