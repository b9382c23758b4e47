"""The folder of a ladder: whole pairs, the same ladder or none."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.recording.ladder_store import (
    LADDER,
    LadderManifest,
    PairEntry,
    check_same_ladder,
    create_ladder,
    has_pair,
    read_pair,
    write_pair,
)
from tests.unit.ladders import by_worth, duels, manifest_of

PAIR = PairEntry(1, 3, 6)


@pytest.fixture
def manifest() -> LadderManifest:
    return manifest_of([("a",), ("b",)], duels(2, by_worth(0.0, 1.0), 3))


@pytest.fixture
def folder(tmp_path: Path, manifest: LadderManifest) -> Path:
    create_ladder(tmp_path / "ladder", manifest, force=False)
    return tmp_path / "ladder"


def some_scores() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    wins, vp = rng.integers(0, 99, (2, 6, 14, 4)).astype(np.int16)
    return wins, vp


def test_a_pair_comes_back_as_it_was(folder: Path) -> None:
    assert not has_pair(folder, PAIR)
    wins, vp = some_scores()
    write_pair(folder, PAIR, wins, vp)
    assert has_pair(folder, PAIR)
    again = read_pair(folder, PAIR, 14, 4)
    assert np.array_equal(again[0], wins)
    assert np.array_equal(again[1], vp)
    assert again[0].dtype == again[1].dtype == np.int16


def test_the_same_scores_give_the_same_bytes(folder: Path) -> None:
    written = []
    for _ in range(2):
        write_pair(folder, PAIR, *some_scores())
        written.append((folder / "pairs" / PAIR.file).read_bytes())
    assert written[0] == written[1]


def test_a_damaged_pair_is_told(folder: Path) -> None:
    write_pair(folder, PAIR, *some_scores())
    path = folder / "pairs" / PAIR.file
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(UserError, match=re.escape(f"{path} can't be read or lacks games; delete it")):
        read_pair(folder, PAIR, 14, 4)


def test_a_pair_of_other_blocks_is_told(folder: Path) -> None:
    write_pair(folder, PAIR, *some_scores())
    with pytest.raises(UserError, match="lacks games"):
        read_pair(folder, PairEntry(1, 3, 7), 14, 4)


def test_a_pair_that_cannot_be_written_leaves_nothing(folder: Path) -> None:
    (folder / "pairs" / PAIR.file).mkdir()
    with pytest.raises(UserError, match=r"can't be written: .*; make room and go on with --resume"):
        write_pair(folder, PAIR, *some_scores())
    assert [path.name for path in (folder / "pairs").iterdir()] == [PAIR.file]


def test_an_older_ladder_is_kept_unless_forced(folder: Path, manifest: LadderManifest) -> None:
    write_pair(folder, PAIR, *some_scores())
    with pytest.raises(UserError, match="exists already; go on with it with --resume, replace it with"):
        create_ladder(folder, manifest, force=False)
    create_ladder(folder, manifest, force=True)
    assert not has_pair(folder, PAIR)


@pytest.mark.parametrize("force", [False, True])
def test_other_folders_are_never_replaced(tmp_path: Path, manifest: LadderManifest, force: bool) -> None:
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(UserError, match="exists already and is no ladder; give another folder"):
        create_ladder(tmp_path, manifest, force=force)
    assert (tmp_path / "mine.txt").exists()


def test_an_empty_folder_will_do(tmp_path: Path, manifest: LadderManifest) -> None:
    create_ladder(tmp_path, manifest, force=False)
    check_same_ladder(tmp_path, manifest)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"seed": 8}, "seed"),
        ({"players": 3}, "players"),
        ({"names": (("a",), ("c",))}, "bots"),
        ({"bots": ({"name": "a"}, {"name": "b"})}, "weights of the bots"),
        ({"pairs": (PairEntry(0, 1, 9),)}, "numbers of blocks"),
        ({"rules_hash": "f"}, "rules"),
        ({"engine": "f"}, "engine"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_only_the_same_ladder_goes_on(
    folder: Path, manifest: LadderManifest, change: dict[str, object], word: str
) -> None:
    check_same_ladder(folder, manifest)
    with pytest.raises(UserError, match=f"holds a ladder with other {word}; give another folder"):
        check_same_ladder(folder, msgspec.structs.replace(manifest, **change))


def test_nothing_to_go_on_with(tmp_path: Path, folder: Path, manifest: LadderManifest) -> None:
    with pytest.raises(UserError, match="holds no ladder to go on with; leave --resume out"):
        check_same_ladder(tmp_path / "none", manifest)
    (folder / LADDER).write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match="can't be read"):
        check_same_ladder(folder, manifest)
