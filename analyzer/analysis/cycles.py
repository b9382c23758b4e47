"""Rings of bots that beat each other: no order from strong to weak is true of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Cycle = tuple[int, ...]
"""Bots each of which beats the next, and the last the first; it begins with the lowest number."""


def cycles(beats: NDArray[np.bool_]) -> tuple[Cycle, ...]:
    """All rings of three bots; if there is none, one of the shortest longer rings; if none, nothing.

    ``beats``: shape (bots, bots), whether the row's bot clearly beats the column's.  Where every two
    bots are told apart, any ring holds one of three; longer ones alone need pairs that are not.
    """
    found = []
    for a, b, c in combinations(range(len(beats)), 3):
        if beats[a, b] and beats[b, c] and beats[c, a]:
            found.append((a, b, c))
        elif beats[a, c] and beats[c, b] and beats[b, a]:
            found.append((a, c, b))
    if found:
        return tuple(found)
    rings = [ring for start in range(len(beats)) if (ring := _shortest_from(start, beats))]
    return (min(rings, key=lambda ring: (len(ring), ring)),) if rings else ()


def _shortest_from(start: int, beats: NDArray[np.bool_]) -> Cycle:
    """The shortest ring through a bot and bots of higher numbers; empty if there is none."""
    paths: list[Cycle] = [(start,)]
    seen = {start}
    for path in paths:
        for following in np.flatnonzero(beats[path[-1]]).tolist():
            if following == start:
                return path
            if following > start and following not in seen:
                seen.add(following)
                paths.append((*path, following))
    return ()
