"""How the core packs what lies on a table: sets as bits, lists in arrays with a length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np


def members(masks: Iterable[Any]) -> list[int]:
    """The set bits of 64-bit masks in a row, ascending."""
    mask = sum(int(part) << (64 * place) for place, part in enumerate(masks))
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def used_part(struct: np.void, name: str) -> list[int]:
    """The used part of an array whose length is kept in ``n_<name>``."""
    return list(struct[name][: int(struct[f"n_{name}"])].tolist())
