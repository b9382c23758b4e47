"""The folder of a ladder: ladder.json says what is played, ``pairs/`` holds the scores of finished pairs.

Both are the same bytes for any number of jobs.  A pair's file is whole or absent, so a ladder that was
stopped goes on with the pairs that it lacks.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl

from analyzer.errors import UserError
from analyzer.recording.lock import is_empty
from analyzer.recording.manifest import Versions
from analyzer.recording.store import UNREADABLE, remove_contents
from analyzer.recording.writer import put_whole
from analyzer.scenario.model import Difference

LADDER = "ladder.json"
PAIRS = "pairs"
FORMAT = 1


class PairEntry(msgspec.Struct, frozen=True):
    """Two bots, by their index, and the blocks that they play."""

    first: int
    second: int
    blocks: int

    @property
    def file(self) -> str:
        """Name of its file."""
        return f"{self.first:02d}-{self.second:02d}.parquet"


class LadderManifest(msgspec.Struct, frozen=True, kw_only=True):
    """One ladder.  ``bots`` in full, sorted by label; ``names``: labels of those that play as each does.

    ``seating``: for each game of a block the bot (0 or 1 of a pair) at each seat.
    """

    format: int = FORMAT
    rule_set: str
    rules_hash: str
    differences: tuple[Difference, ...]
    players: int
    seed: int
    bots: tuple[dict[str, Any], ...]
    names: tuple[tuple[str, ...], ...]
    seating: tuple[tuple[int, ...], ...]
    pairs: tuple[PairEntry, ...]
    engine: str
    versions: Versions

    @property
    def games_per_block(self) -> int:
        """Arrangements of two bots."""
        return len(self.seating)

    @property
    def labels(self) -> tuple[str, ...]:
        """What tables call each bot: its name, with those of the bots that play as it does."""
        return tuple(" = ".join(group) for group in self.names)

    @property
    def blocks(self) -> tuple[int, int]:
        """Most and fewest blocks of a pair."""
        counts = [pair.blocks for pair in self.pairs]
        return max(counts), min(counts)


_SAME = {
    "players": "players",
    "seed": "seed",
    "names": "bots",
    "bots": "weights of the bots",
    "pairs": "numbers of blocks",
    "rules_hash": "rules",
    "seating": "seatings",
    "engine": "engine",
}
"""What must be equal for a ladder to go on, in words."""


def create_ladder(folder: Path, manifest: LadderManifest, *, force: bool) -> None:
    """Make the folder of a new ladder; with ``force`` in the place of an older one.

    Raises UserError if the folder exists (and, with ``force``, holds no ladder).
    """
    check_new_ladder(folder, force=force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        remove_contents(folder, but=LADDER)
        write_json(folder / LADDER, manifest)
        (folder / PAIRS).mkdir()
    except OSError as error:
        raise UserError(
            f"{folder} can't be made: {error.strerror}; give another folder with --out."
        ) from None


def check_new_ladder(folder: Path, *, force: bool) -> None:
    """Raise UserError unless a ladder may be made at ``folder``."""
    if not folder.exists() or (folder.is_dir() and is_empty(folder)):
        return
    is_ladder = (folder / LADDER).is_file()
    if not is_ladder:
        raise UserError(f"{folder} exists already and is no ladder; give another folder with --out.")
    if not force:
        raise UserError(
            f"{folder} exists already; go on with it with --resume, replace it with --force, or give "
            "another folder with --out."
        )


def check_same_ladder(folder: Path, manifest: LadderManifest) -> None:
    """Raise UserError unless the folder holds this very ladder, finished or not."""
    path = folder / LADDER
    try:
        older = msgspec.json.decode(path.read_bytes(), type=LadderManifest)
    except OSError:
        raise UserError(f"{folder} holds no ladder to go on with; leave --resume out.") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(f"{path} can't be read ({error}); begin anew with --force.") from None
    wanted = msgspec.json.decode(msgspec.json.encode(manifest), type=LadderManifest)
    for key, word in _SAME.items():
        if getattr(older, key) != getattr(wanted, key):
            raise UserError(
                f"{folder} holds a ladder with other {word}; give another folder with --out, or begin anew "
                "with --force."
            )


def has_pair(folder: Path, pair: PairEntry) -> bool:
    """Whether a pair is finished."""
    return (folder / PAIRS / pair.file).is_file()


def write_pair(folder: Path, pair: PairEntry, wins: np.ndarray, vp: np.ndarray) -> None:
    """Write the scores of a pair, int16 (blocks, games per block, players), a row for each game."""
    blocks, games, players = wins.shape
    columns = {
        "block": np.repeat(np.arange(blocks, dtype=np.int32), games),
        "game": np.tile(np.arange(games, dtype=np.int8), blocks),
    }
    for name, values in (("wins", wins), ("vp", vp)):
        for seat in range(players):
            columns[f"{name}_{seat}"] = np.ascontiguousarray(values[:, :, seat]).ravel()
    path = folder / PAIRS / pair.file
    encoded = io.BytesIO()
    pl.DataFrame(columns).write_parquet(encoded, compression="zstd", statistics=False)
    try:
        put_whole(path, encoded.getvalue())
    except OSError as error:
        raise UserError(
            f"{path} can't be written: {error.strerror or error}; make room and go on with --resume."
        ) from None


def read_pair(folder: Path, pair: PairEntry, games: int, players: int) -> tuple[np.ndarray, np.ndarray]:
    """Wins and vp of a pair, as ``write_pair`` took them.  Raises UserError for another or damaged file."""
    path = folder / PAIRS / pair.file
    try:
        frame = pl.read_parquet(path, glob=False)
        shape = (pair.blocks, games)
        found = [
            np.stack([frame[f"{name}_{seat}"].to_numpy().reshape(shape) for seat in range(players)], axis=-1)
            for name in ("wins", "vp")
        ]
    except (*UNREADABLE, ValueError):
        raise UserError(f"{path} can't be read or lacks games; delete it and go on with --resume.") from None
    return found[0], found[1]


def write_json(path: Path, content: Any) -> None:
    """Put a JSON file into the folder, whole or not at all."""
    put_whole(path, msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
