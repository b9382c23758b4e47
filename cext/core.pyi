"""What the compiled core offers to Python (core.pyx)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cext.weights import Weight

Ask = Callable[[bytes, int, int, list[int], tuple[int, int, int, int, int, int, int, bytes]], int]

CHECKED: bool
NO_SCORE: int
RULES_DTYPE: np.dtype[Any]
GAME_DTYPE: np.dtype[Any]
BOT_DTYPE: np.dtype[Any]
ROW_DTYPES: dict[str, np.dtype[Any]]
PROBE_DTYPE: np.dtype[Any]
WEIGHTS: tuple[Weight, ...]

class Table:
    rules: np.ndarray
    bots: np.ndarray
    state: np.ndarray
    def __init__(
        self,
        rules: np.ndarray,
        bots: np.ndarray,
        seating_row: Sequence[int] | np.ndarray,
        seed: int,
        block: int,
        log_words: int = ...,
        functions: Sequence[Ask | None] | None = ...,
    ) -> None: ...
    def script(self, choices: ArrayLike, stop: bool = ...) -> None: ...
    def explain(self) -> None: ...
    def refresh(self) -> None: ...
    def stretch(self) -> None: ...
    def play(self) -> None: ...
    @property
    def words(self) -> np.ndarray: ...
    @property
    def choices(self) -> np.ndarray: ...
    @property
    def decisions(self) -> int: ...
    @property
    def decision(self) -> tuple[int, int, list[int]] | None: ...
    @property
    def why(self) -> list[tuple[int, int, int, list[int], list[int], int]]: ...

def play_log(
    rules: np.ndarray,
    bots: np.ndarray,
    seating_row: Sequence[int] | np.ndarray,
    seed: int,
    block: int,
    choices: ArrayLike | None = ...,
    why: bool = ...,
    functions: Sequence[Ask | None] | None = ...,
) -> Table: ...
def play_blocks(
    rules: np.ndarray,
    bots: np.ndarray,
    seating: np.ndarray,
    seed: int,
    first_block: int,
    n_blocks: int,
    tables: Mapping[str, np.ndarray] | None = ...,
    functions: Sequence[Ask | None] | None = ...,
    reseed: tuple[int, int] | None = ...,
) -> tuple[int, dict[str, int], int]: ...
def probe_blocks(
    rules: np.ndarray,
    bots: np.ndarray,
    seating: np.ndarray,
    seed: int,
    first_block: int,
    n_blocks: int,
    kind: int,
    rows: np.ndarray,
    functions: Sequence[Ask | None] | None = ...,
) -> tuple[int, int]: ...
