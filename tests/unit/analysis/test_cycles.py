"""Rings of bots that beat each other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.analysis.cycles import Cycle, cycles


def beats(*arrows: str, bots: int = 5) -> NDArray[np.bool_]:
    """``ab``: bot a (0) beats bot b (1)."""
    found = np.zeros((bots, bots), np.bool_)
    for arrow in arrows:
        found["abcde".index(arrow[0]), "abcde".index(arrow[1])] = True
    return found


@pytest.mark.parametrize(
    ("arrows", "rings"),
    [
        ((), ()),
        (("ab", "bc", "ac"), ()),
        (("ab", "bc", "ca"), ((0, 1, 2),)),
        (("ba", "cb", "ac"), ((0, 2, 1),)),
        (("ab", "bc", "ca", "cd", "da", "bd"), ((0, 1, 2), (0, 1, 3))),
        (("ab", "bc", "cd", "da"), ((0, 1, 2, 3),)),  # a and c, b and d aren't told apart
        (("bc", "cd", "de", "eb", "ab"), ((1, 2, 3, 4),)),
        (("ab", "bc", "cd", "de", "ea"), ((0, 1, 2, 3, 4),)),
        (("ab", "bc", "cd", "da", "ce", "ed"), ((0, 1, 2, 3),)),
    ],
)
def test_rings(arrows: tuple[str, ...], rings: tuple[Cycle, ...]) -> None:
    assert cycles(beats(*arrows)) == rings


def test_the_shortest_of_longer_rings() -> None:
    assert cycles(beats("ab", "bc", "cd", "de", "ea", "eb")) == ((1, 2, 3, 4),)


def test_an_order_has_no_ring() -> None:
    assert cycles(np.triu(np.ones((8, 8), np.bool_), 1)) == ()
