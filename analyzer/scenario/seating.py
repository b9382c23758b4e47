"""Who sits where: the distinct arrangements of a line-up over the seats."""

from __future__ import annotations

from collections.abc import Sequence

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
