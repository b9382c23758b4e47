"""Columns from rows, and parts that are whole or absent."""

from __future__ import annotations

import errno
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
