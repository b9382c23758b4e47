"""Parts come out the same, however they are cut into batches."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from analyzer.recording.schema import TABLES, part_name
from analyzer.simulate import batches
from analyzer.simulate.batches import Player, Tables
from analyzer.simulate.job import Assembly, Batch, Part, PartDone, Piece, PieceDone
from tests.unit.simulate.plans import plan_of

LINE_UP = ("random", "first", "balanced", "first")


def whole(part: Part) -> Piece:
    return Piece(part, part.first, part.blocks)


def rows_of(player: Player) -> dict[str, np.ndarray]:
    assert player._tables is not None
    return {table: rows.copy() for table, rows in player._tables.part().items()}


def played(folder: Path, part: Part, batch_blocks: int | None) -> dict[str, np.ndarray]:
    plan = plan_of(folder, *LINE_UP, games=400)
    player = Player(plan.job("memory", batch_blocks=batch_blocks), part.blocks)
    events = list(player.do(whole(part)))
    assert sum(event.blocks for event in events if isinstance(event, Batch)) == part.blocks
    return rows_of(player)


@pytest.mark.parametrize("batch_blocks", [1, 7, 50, None])
def test_batches_do_not_matter(tmp_path: Path, batch_blocks: int | None) -> None:
    part = Part(0, 5, 50)
    expected = played(tmp_path, part, 13)
    found = played(tmp_path, part, batch_blocks)
    for table, rows in expected.items():
        assert rows.tolist() == found[table].tolist(), table


def test_a_full_table_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = Part(0, 0, 50)
    expected = played(tmp_path, part, None)
    few = dict.fromkeys(batches._OPEN_ENDED, 1)
    monkeypatch.setattr(batches, "_ROWS_PER_SEAT", batches._ROWS_PER_SEAT | few)
    found = played(tmp_path, part, None)
    for table, rows in expected.items():
        assert rows.tolist() == found[table].tolist(), table


def test_blocks_are_those_of_the_part(tmp_path: Path) -> None:
    rows = played(tmp_path, Part(2, 30, 20), None)
    assert rows["blocks"]["block"].tolist() == list(range(30, 50))
    assert set(rows["players"]["block"].tolist()) == set(range(30, 50))
    assert len(rows["players"]) == 20 * 4 * 4  # four arrangements, four seats


def test_a_part_counts_its_decisions(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, *LINE_UP, games=400)
    player = Player(plan.job("memory"), 50)
    *_, done = player.do(whole(Part(0, 0, 50)))
    assert isinstance(done, PartDone)
    rows = rows_of(player)
    assert done.decisions == rows["blocks"]["decisions"].sum() > 0


def test_without_recording_the_games_are_the_same(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, *LINE_UP, games=400)
    made = []
    for recording in ("off", "memory"):
        *_, done = Player(plan.job(recording), 50).do(whole(Part(0, 0, 50)))
        assert isinstance(done, PartDone)
        made.append(done.decisions)
    assert made[0] == made[1]


def test_slow_games_make_small_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which every batch takes a second, a batch is cut to a fifth."""
    ticks = iter(range(1000))
    monkeypatch.setattr("analyzer.simulate.batches.time.perf_counter", lambda: float(next(ticks)))
    plan = plan_of(tmp_path, "random", "random", games=400)
    events = list(Player(plan.job("off"), 50).do(whole(Part(0, 0, 50))))
    assert [event.blocks for event in events if isinstance(event, Batch)][:4] == [32, 6, 1, 1]


def test_a_search_begins_with_one_block(tmp_path: Path) -> None:
    """A game of theirs may take a second: Ctrl-C and the progress bar would wait for a large first batch."""
    search = tmp_path / "quick.toml"
    search.write_text('extends = "search"\n[search]\nplayouts = 1\nchoices = ["hex"]', encoding="utf-8")
    plan = plan_of(tmp_path, str(search), "first", games=8)
    events = list(Player(plan.job("off"), 4).do(whole(Part(0, 0, 4))))
    assert next(event.blocks for event in events if isinstance(event, Batch)) == 1


def test_growing_keeps_what_is_there() -> None:
    tables = Tables(games=1, blocks=1, players=2)
    tables.rows["markers"]["hex"][:2] = [5, 6]
    tables.take({"markers": 2})
    tables.reserve(3)
    assert tables.part()["markers"]["hex"].tolist() == [5, 6]
    assert len(tables.room()["markers"]) >= 3 * batches._MOST_ROWS


def test_pieces_make_the_same_part(tmp_path: Path) -> None:
    part = Part(0, 0, 50)
    written = []
    for name, bounds in (("whole", [0, 50]), ("pieces", [0, 7, 20, 50])):
        folder = tmp_path / name
        for table in TABLES:
            (folder / table).mkdir(parents=True)
        player = Player(plan_of(tmp_path, *LINE_UP, games=400).job("parquet", folder), 50)
        pieces = [Piece(part, first, end - first) for first, end in pairwise(bounds)]
        *_, done = [event for piece in pieces for event in player.do(piece)]
        if isinstance(done, PieceDone):
            played = [event for piece in pieces for event in player.do(piece) if isinstance(event, PieceDone)]
            (done,) = player.do(Assembly(part, tuple(played)))
        assert isinstance(done, PartDone)
        files = [folder / table / part_name(0) for table in TABLES]
        written.append((done.decisions, [file.read_bytes() for file in files]))
    assert written[0] == written[1]
