"""How parts are shared out."""

from __future__ import annotations

import contextlib
from pathlib import Path

import polars as pl
import pytest

from analyzer.recording.schema import TABLES, part_name
from analyzer.simulate import play as playing
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Batch, Part, PartDone, Piece
from analyzer.simulate.pool import Pool
from tests.unit.simulate.plans import plan_of


def parts(*sizes: int) -> list[Part]:
    firsts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [Part(i, first, size) for i, (first, size) in enumerate(zip(firsts, sizes, strict=True))]


def blocks(pieces: list[Piece]) -> list[int]:
    return [block for piece in pieces for block in range(piece.first, piece.first + piece.blocks)]


@pytest.mark.parametrize("jobs", [1, 2, 5, 64])
@pytest.mark.parametrize("sizes", [(100,), (8192, 7), (500,) * 20, (8192,) * 3])
def test_every_block_is_in_one_piece(sizes: tuple[int, ...], jobs: int) -> None:
    pieces = playing.cut(parts(*sizes), jobs)
    assert blocks(pieces) == list(range(sum(sizes)))
    for piece in pieces:
        assert piece.part.first <= piece.first
        assert piece.first + piece.blocks <= piece.part.first + piece.part.blocks


def test_the_last_parts_are_cut_for_an_even_end() -> None:
    pieces = playing.cut(parts(*(8192,) * 20), 2)
    assert [piece.whole for piece in pieces[:16]] == [True] * 16
    assert {piece.blocks for piece in pieces[16:]} == {1024}


def test_one_job_has_nobody_to_wait_for() -> None:
    assert all(piece.whole for piece in playing.cut(parts(8192, 8192, 10), 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_part_that_takes_long_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """The part comes out the same whether workers have helped or not."""
    for table in TABLES:
        (tmp_path / table).mkdir()
    job = plan_of(tmp_path, "random", "first", games=1000).job("parquet", tmp_path, batch_blocks=20)
    starts: list[int] = []
    monkeypatch.setattr(playing, "_PATIENCE", 0.0)
    monkeypatch.setattr(playing, "_WORTH_WORKERS", 0.0)

    def note(*words: object) -> object:
        starts.append(1)
        return Pool(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "Pool", note)
    with (
        Interrupt() as interrupt,
        contextlib.closing(playing.play(job, parts(500), jobs, interrupt)) as stream,
    ):
        events = list(stream)
    assert [event.part.number for event in events if isinstance(event, PartDone)] == [0]
    assert sum(event.blocks for event in events if isinstance(event, Batch)) == 500
    assert len(starts) == jobs - 1
    assert pl.read_parquet(tmp_path / "blocks" / part_name(0))["block"].to_list() == list(range(500))


def test_where_the_clock_may_end_the_run_the_first_parts_are_cut_too() -> None:
    pieces = playing.cut(parts(*(8192,) * 40), 2, fine=1024)
    assert blocks(pieces) == list(range(8192 * 40))
    assert {piece.blocks for piece in pieces[: 8 * 16]} == {1024}
    assert [piece.whole for piece in pieces[8 * 16 : 8 * 16 + 20]] == [True] * 20


def test_slow_bots_play_few_games_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def mine(view, options):\n    return 0\n", encoding="utf-8")
    slow = plan_of(tmp_path, "mine.py:mine", "first", "first", games=30_000).job("off")
    quick = plan_of(tmp_path, "random", "first", "first", games=30_000).job("off")
    whole = parts(2730, 2730, 2730)
    assert (playing._fine_size(slow, whole), playing._fine_size(quick, whole)) == (5, 341)
    assert playing._fine_size(quick, parts(20)) == 16
