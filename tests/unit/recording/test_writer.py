"""Columns from rows, and parts that are whole or absent."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analyzer.recording import writer
from analyzer.recording.schema import TABLES, part_name
from cext import core, types

BOTS = ("balanced", "random")


def rows(table: str, count: int = 4, **columns: object) -> np.ndarray:
    made = np.zeros(count, core.ROW_DTYPES[table])
    for name, values in columns.items():
        made[name] = values
    return made


def part() -> dict[str, np.ndarray]:
    return {table: rows(table, building=1) if table == "buildings" else rows(table) for table in TABLES}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for table in TABLES:
        (tmp_path / table).mkdir()
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_numbers_become_words() -> None:
    placement = types.Placement.PLACEMENT_BARROW
    frame = writer.to_columns("placements", rows("placements", 2, bot=[0, 1], placement=placement), BOTS)
    assert frame["bot"].to_list() == ["balanced", "random"]
    assert frame["placement"].to_list() == ["barrow", "barrow"]
    assert frame["via"].to_list() == ["none", "none"]


def test_buildings_count_from_one() -> None:
    frame = writer.to_columns("buildings", rows("buildings", 2, building=[1, 6]), BOTS)
    assert frame["building"].to_list() == ["merchant_house", "butcher"]


def test_neutral_markers_have_no_bot() -> None:
    made = rows("markers", 3, bot=[-1, 1, 0], removed_by=[0, -1, -1])
    frame = writer.to_columns("markers", made, BOTS)
    assert frame["bot"].to_list() == [None, "random", "balanced"]
    assert frame["removed_by"].to_list() == [0, None, None]


def test_no_rows_are_columns_too() -> None:
    assert writer.to_columns("markers", rows("markers", 0), BOTS).height == 0


def test_a_part_can_be_read_again(folder: Path) -> None:
    tables = part()
    tables["players"]["vp"] = [1, 2, 3, 4]
    writer.write_part(folder, 3, tables, BOTS)
    assert files(folder) == sorted(f"{table}/{part_name(3)}" for table in TABLES)
    frame = pl.read_parquet(folder / "players" / part_name(3))
    assert frame["vp"].to_list() == [1, 2, 3, 4]
    assert frame.schema == writer.to_columns("players", tables["players"], BOTS).schema


def test_a_full_disk_leaves_no_part(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = writer.write_whole

    def fill_up(path: Path, data: memoryview) -> None:
        if path.parent.name == "markers":
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, data)

    monkeypatch.setattr(writer, "write_whole", fill_up)
    with pytest.raises(OSError, match="No space left"):
        writer.write_part(folder, 0, part(), BOTS)
    assert [name for name in files(folder) if not name.endswith(writer.TEMPORARY)] == []


def test_nothing_has_its_name_before_all_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that is killed leaves only files that don't count, up to its very last steps."""
    rename, left_to_write = Path.rename, []

    def note(path: Path, target: Path) -> Path:
        left_to_write.append(len(TABLES) - len(files(folder)))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", note)
    writer.write_part(folder, 0, part(), BOTS)
    assert left_to_write == [0] * len(TABLES)


def test_a_link_stays_and_the_file_behind_it_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "file").write_bytes(b"older")
    (tmp_path / "link").symlink_to(Path("far") / "file")
    writer.put_whole(tmp_path / "link", b"newer")
    assert (tmp_path / "link").readlink() == Path("far") / "file"
    assert (tmp_path / "far" / "file").read_bytes() == b"newer"
    assert files(tmp_path) == ["far/file", "link"]


def test_what_is_no_file_gets_the_bytes_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        writer.put_whole(tmp_path / "pipe", b"told")
        assert os.read(reader, 100) == b"told"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    with pytest.raises(IsADirectoryError):
        writer.put_whole(tmp_path, b"told")
