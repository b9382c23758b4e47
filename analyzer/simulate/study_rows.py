"""Rows that tasks of studies come to.  Imported by workers: numpy and the core only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.simulate.matches import SHARES


@dataclass(frozen=True, slots=True, eq=False)
class StudyPlayed:
    """Rows of some blocks, and the time they took."""

    rows: np.ndarray
    seconds: float


WHAT_IF_DTYPE: Final = np.dtype(
    [
        ("block", "<i4"),
        ("variant", "<i2"),
        ("game", "<i2"),
        ("seat", "i1"),
        ("bot", "i1"),
        ("vp", "<i2"),
        ("margin", "<i4"),
        ("win", "i1"),
    ]
)
"""A row per block and variant; the columns of ``recording.study_schema.WhatIfs``."""


def fill_results(rows: np.ndarray, played: np.ndarray, seats: np.ndarray | int) -> None:
    """Results of the judged seats into rows of WHAT_IF_DTYPE, a game each.

    ``played``: the core's rows of players, (games, players); ``seats``: judged seat of each game.
    """
    games, players = played.shape
    own = played[np.arange(games), seats]
    vp = own["vp"].astype(np.int32)
    winners = own["winners"].astype(np.int8)
    rows["vp"] = vp
    rows["margin"] = vp if players == 1 else vp * players - played["vp"].sum(axis=1, dtype=np.int32)
    rows["win"] = np.where(winners > 0, SHARES // np.maximum(winners, 1), 0)
