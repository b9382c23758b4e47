"""Blocks played again: a sound run has no differences, and each kind of damage is found and placed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from analyzer.recording import schema
from analyzer.recording.schema import part_name
from analyzer.recording.store import open_run, wrong_counts
from analyzer.simulate.crew import Crew
from analyzer.simulate.record import record
from analyzer.simulate.resume import plan_of_run
from analyzer.simulate.verifying import Difference, VerifyCourse, sample_blocks, stretches
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """100 blocks of two games in four parts."""
    record(plan_of(tmp_path, "random", "first", games=200), tmp_path / "run", workers=Processes(1))
    return tmp_path / "run"


def verify(folder: Path, blocks: tuple[int, ...]) -> list[Difference]:
    run = open_run(folder)
    job = plan_of_run(folder, run.manifest).job("memory")
    course = VerifyCourse(job, folder, run.manifest.blocks_per_part, blocks)
    played: list[int] = []
    with Crew(1) as crew:
        crew.play_course(course, played.append)
    assert sum(played) == len(blocks)
    return course.differences


def change(folder: Path, table: str, part: int, how: Callable[[pl.DataFrame], pl.DataFrame]) -> pl.DataFrame:
    """Change the rows of a part; returns them as they were."""
    file = folder / table / part_name(part)
    rows = pl.read_parquet(file)
    how(rows).write_parquet(file)
    return rows


ALL = tuple(range(100))


def test_a_sound_run_has_no_differences(run: Path) -> None:
    assert verify(run, ALL) == []
    assert verify(run, (0, 1, 31, 32, 99)) == []
    assert wrong_counts(open_run(run)) == {}


def test_a_changed_number_is_found_where_it_is(run: Path) -> None:
    at = (pl.col("block") == 40) & (pl.col("game") == 1) & (pl.col("seat") == 0)
    rows = change(
        run,
        "players",
        1,
        lambda rows: rows.with_columns(pl.when(at).then(99).otherwise("vp").alias("vp").cast(pl.Int16)),
    )
    before = rows.filter(at)["vp"].item()
    assert verify(run, ALL) == [Difference(40, "players", 2, "vp", 99, before)]
    assert verify(run, tuple(block for block in ALL if block != 40)) == []


def test_a_word_that_went_missing_is_found(run: Path) -> None:
    at = pl.int_range(pl.len()) == pl.len() - 1
    rows = change(run, "markers", 3, lambda rows: rows.with_columns(pl.when(~at).then("bot").alias("bot")))
    block = rows["block"][-1]
    within = rows.filter(pl.col("block") == block).height - 1
    assert verify(run, ALL) == [Difference(block, "markers", within, "bot", None, rows["bot"][-1])]


def test_a_row_that_went_missing_is_found(run: Path) -> None:
    rows = change(run, "placements", 0, lambda rows: rows.slice(1))
    block = rows["block"][0]
    held = rows.filter(pl.col("block") == block).height
    assert verify(run, ALL) == [Difference(block, "placements", None, None, held - 1, held)]
    total = open_run(run).manifest.rows["placements"]
    assert wrong_counts(open_run(run)) == {"placements": (total, total - 1)}


def test_the_hash_comes_first(run: Path) -> None:
    change(run, "players", 0, lambda rows: rows.with_columns(vp=pl.col("vp") + 1))
    rows = change(run, "blocks", 0, lambda rows: rows.with_columns(hash=pl.col("hash").reverse()))
    found = verify(run, (5, 6))
    assert [(each.block, each.table, each.column) for each in found] == [
        (5, "blocks", "hash"),
        (6, "blocks", "hash"),
    ]
    assert found[0].played == rows["hash"][5]


def test_the_sample_is_keyed() -> None:
    assert sample_blocks(1_000_000, 3, 1) == sample_blocks(1_000_000, 3, 1)
    assert sample_blocks(1_000_000, 3, 1) != sample_blocks(1_000_000, 3, 2)
    assert set(sample_blocks(1_000_000, 3, 1)) < set(sample_blocks(1_000_000, 30, 1))


@pytest.mark.parametrize("wanted", [1, 40, 51, 99, 100, 1_000])
def test_the_sample_has_its_size_and_no_block_twice(wanted: int) -> None:
    drawn = sample_blocks(100, wanted, 7)
    assert list(drawn) == sorted(set(drawn))
    assert len(drawn) == min(wanted, 100)
    assert 0 <= drawn[0] <= drawn[-1] < 100


def test_every_block_may_be_drawn() -> None:
    drawn = [block for seed in range(400) for block in sample_blocks(10, 3, seed)]
    assert all(80 < drawn.count(block) < 160 for block in range(10))  # 120 expected, about 9 deviation


def test_stretches() -> None:
    assert list(stretches((0, 1, 2, 5, 7, 8))) == [range(3), range(5, 6), range(7, 9)]
    assert list(stretches(())) == []
