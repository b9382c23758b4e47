"""Run folders: made, opened, and refused with a sentence that helps."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import msgspec
import numpy as np
import polars as pl
import pytest

from analyzer.errors import UserError
from analyzer.recording import store
from analyzer.recording.manifest import Manifest, read_manifest, versions, write_manifest
from analyzer.recording.schema import FORMAT, TABLES, part_name
from analyzer.recording.writer import write_part
from tests.unit.recording.test_writer import BOTS, part


def manifest(**changes: object) -> Manifest:
    plain = Manifest(
        format=FORMAT,
        scenario={"name": "two-players"},
        rules_hash="0" * 64,
        players=2,
        bots=BOTS,
        seating=((0, 1), (1, 0)),
        seed=1,
        games=6,
        blocks=3,
        games_per_block=2,
        blocks_per_part=1,
        parts=3,
        engine="0123456789ab",
        versions=versions(),
    )
    return msgspec.structs.replace(plain, **changes)


def part_of(number: int) -> dict[str, np.ndarray]:
    """The rows of one part of a run with this manifest: one block of two games of two players."""
    tables = part()
    tables["blocks"] = tables["blocks"][:1]
    for rows in tables.values():
        rows["block"] = number
    return tables


def make_run(folder: Path, parts: int, **changes: object) -> Path:
    store.create_run(folder, manifest())
    for number in range(parts):
        write_part(folder, number, part_of(number), BOTS)
    write_manifest(folder, manifest(**changes))
    return folder


def refuses(path: Path, sentence: str) -> None:
    with pytest.raises(UserError, match=re.escape(sentence)):
        store.open_run(path)


def test_a_complete_run(tmp_path: Path) -> None:
    run = store.open_run(make_run(tmp_path / "run", 3, state="complete", stopped=None))
    assert (run.complete, run.n_parts, run.blocks, run.games) == (True, 3, 3, 6)
    assert run.lazy("players").collect().height == 12
    assert [frame.collect().height for frame in run.parts("markers")] == [4, 4, 4]


def test_a_partial_run_is_read_up_to_the_first_gap(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3)
    (folder / "blocks" / part_name(1)).unlink()
    run = store.open_run(folder)
    assert (run.complete, run.n_parts, run.blocks, run.games) == (False, 1, 1, 2)


def test_a_killed_run_says_that_it_could_not_say_why(tmp_path: Path) -> None:
    run = store.open_run(make_run(tmp_path / "run", 1))
    assert run.manifest.state == "partial"
    assert run.manifest.stopped == "the run ended before it could say why"


def test_no_such_folder(tmp_path: Path) -> None:
    refuses(tmp_path / "none", "there is no such run folder; `granja run` makes one.")


def test_no_run_folder(tmp_path: Path) -> None:
    refuses(tmp_path, "is not a run folder (it has no manifest.json)")


def test_another_format(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3, format=FORMAT + 1)
    refuses(folder, f"was written in format {FORMAT + 1} by granja")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "[" * 100_000, '{"format": "new"}', json.dumps({"format": FORMAT})]
)
def test_a_broken_manifest(tmp_path: Path, text: str) -> None:
    folder = make_run(tmp_path / "run", 3)
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    refuses(folder, "manifest.json can't be read")


def test_a_missing_part(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3, state="complete", stopped=None)
    (folder / "markers" / part_name(2)).unlink()
    refuses(folder, "lacks markers/part-00002.parquet, though its manifest says that the run is complete")


def test_no_games_yet(tmp_path: Path) -> None:
    refuses(make_run(tmp_path / "run", 0, stopped="interrupted"), "holds no finished games (interrupted)")


def test_other_columns(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3, bots=("others",))
    refuses(folder, "has other columns than this version of granja reads")


@pytest.mark.parametrize("number", [0, 2])
@pytest.mark.parametrize("table", TABLES)
def test_a_part_cut_off(tmp_path: Path, table: str, number: int) -> None:
    folder = make_run(tmp_path / "run", 3)
    file = folder / table / part_name(number)
    file.write_bytes(file.read_bytes()[:-20])
    refuses(folder, f"{file} can't be read, it is cut off or damaged; run the scenario again.")


def test_a_part_in_the_place_of_another(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3)
    for table in TABLES:
        shutil.copy(folder / table / part_name(0), folder / table / part_name(1))
    refuses(folder, "part-00001.parquet holds blocks 0 to 0 and not those of this part, 1 to 1; run the")


@pytest.mark.parametrize(("table", "rows"), [("players", 4), ("blocks", 1)])
def test_a_part_that_lacks_rows(tmp_path: Path, table: str, rows: int) -> None:
    folder = make_run(tmp_path / "run", 3)
    file = folder / table / part_name(1)
    pl.read_parquet(file).head(rows - 1).write_parquet(file)
    refuses(folder, f"{file} has {rows - 1} rows and must have {rows}; run the scenario again.")


def test_damage_found_while_reading_names_the_file(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3)
    file = folder / "markers" / part_name(1)
    file.write_bytes(b"nonsense")
    with pytest.raises(UserError, match=f"{file} can't be read"), store.reading(folder):
        pl.read_parquet(file)


def test_an_error_over_whole_files_stays_what_it_is(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 3)
    with pytest.raises(pl.exceptions.ColumnNotFoundError), store.reading(folder):
        pl.read_parquet(folder / "markers" / part_name(1)).select("nothing")


def test_an_existing_folder_is_not_touched(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 1)
    with pytest.raises(UserError, match="exists already; give another folder with --out, or --force"):
        store.create_run(folder, manifest())
    assert store.open_run(folder).n_parts == 1


def test_force_replaces_a_run(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 2)
    store.create_run(folder, manifest(seed=5), force=True)
    assert read_manifest(folder).seed == 5
    assert store.whole_parts(folder, 3) == 0


def test_force_replaces_nothing_but_runs(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="is not a run folder, so --force won't replace it"):
        store.create_run(tmp_path, manifest(), force=True)
    assert precious.read_text(encoding="utf-8") == "mine"


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    store.create_run(tmp_path, manifest())
    assert {path.name for path in tmp_path.iterdir()} == {*TABLES, "manifest.json"}


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="can't be made"):
        store.create_run(tmp_path / "file" / "run", manifest())


def test_half_done_files_are_dropped(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", 1)
    (folder / "players" / "part-00001.parquet.tmp").write_bytes(b"half")
    store.drop_unfinished(folder)
    assert [path.name for path in (folder / "players").iterdir()] == [part_name(0)]


def test_timings_are_json(tmp_path: Path) -> None:
    store.write_timings(tmp_path, {"seconds": 1.5})
    assert json.loads((tmp_path / store.TIMINGS).read_bytes()) == {"seconds": 1.5}
