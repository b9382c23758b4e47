"""Study folders: made, opened, and refused with a sentence that helps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import numpy as np
import polars as pl
import pytest

from analyzer.errors import UserError
from analyzer.recording import studies
from analyzer.recording.manifest import versions
from analyzer.recording.schema import part_name
from analyzer.recording.store import reading
from analyzer.recording.studies import StudyManifest, Variant
from analyzer.recording.study_schema import Probes, WhatIfs

BOTS = ("one", "two")


def manifest(**changes: object) -> StudyManifest:
    plain = StudyManifest(
        name="luck",
        scenario={"name": "two-players"},
        players=2,
        bots=BOTS,
        seating=((0, 1), (1, 0)),
        seed=1,
        blocks=5,
        blocks_per_part=2,
        engine="0123456789ab",
        versions=versions(),
        variants=(Variant("base", "as it is"),),
    )
    return msgspec.structs.replace(plain, **changes)


def rows_of(blocks: range, columns: type[Probes] | type[WhatIfs] = WhatIfs) -> dict[str, np.ndarray]:
    """A row per block, the bots by turns."""
    numbers = np.arange(blocks.start, blocks.stop)
    rows = {column.value: np.zeros(len(numbers), np.int64) for column in columns}
    return rows | {"block": numbers, "bot": numbers % 2, "vp": numbers + 50, "margin": numbers - 3}


def make_study(folder: Path, parts: int, *, stopped: str | None = None, finish: bool = True) -> Path:
    """A study of which the first parts are there."""
    asked = manifest()
    studies.create_study(folder, asked)
    for part in range(parts):
        frame = studies.study_frame(asked, rows_of(asked.part_blocks(part)))
        studies.write_study_part(folder, part, frame)
    if finish:
        studies.finish_study(folder, asked, stopped)
    return folder


def refuses(path: Path, sentence: str) -> None:
    with pytest.raises(UserError, match=re.escape(sentence)):
        studies.open_study(path)


def test_a_complete_study(tmp_path: Path) -> None:
    study = studies.open_study(make_study(tmp_path / "luck", 3))
    assert (study.complete, study.blocks, study.n_parts) == (True, 5, 3)
    assert (study.manifest.blocks_done, study.manifest.rows, study.manifest.stopped) == (5, 5, None)
    rows = study.lazy().collect()
    assert rows["block"].to_list() == [0, 1, 2, 3, 4]
    assert rows["bot"].to_list() == ["one", "two", "one", "two", "one"]
    assert rows["margin"].to_list() == [-3, -2, -1, 0, 1]
    assert [part.collect().height for part in study.parts()] == [2, 2, 1]
    assert study.manifest.variants[0].words == "as it is"


def test_equal_studies_have_equal_bytes(tmp_path: Path) -> None:
    one, other = make_study(tmp_path / "a", 3), make_study(tmp_path / "b", 3)
    for file in sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file()):
        assert (one / file).read_bytes() == (other / file).read_bytes()


def test_a_stopped_study_is_read_up_to_the_first_gap(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "luck", 2, stopped="interrupted with Ctrl-C")
    study = studies.open_study(folder)
    assert (study.complete, study.blocks, study.manifest.rows) == (False, 4, 4)
    assert study.manifest.stopped == "interrupted with Ctrl-C"
    (folder / "rows" / part_name(0)).unlink()
    refuses(folder, "holds no finished games (interrupted with Ctrl-C); play the study again.")


def test_a_killed_study_is_read_without_its_last_word(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "luck", 1, finish=False)
    (folder / "rows" / (part_name(1) + ".tmp")).write_bytes(b"half")
    study = studies.open_study(folder)
    assert (study.complete, study.blocks) == (False, 2)
    assert studies.finish_study(folder, manifest(), "killed").blocks_done == 2
    assert not list(folder.rglob("*.tmp"))


def test_probes_have_their_own_columns(tmp_path: Path) -> None:
    asked = manifest(name="probes-hex", blocks=2, variants=())
    studies.create_study(tmp_path / "probes", asked)
    frame = studies.study_frame(asked, rows_of(range(2), Probes) | {"place": np.full(2, -1)})
    studies.write_study_part(tmp_path / "probes", 0, frame)
    studies.finish_study(tmp_path / "probes", asked)
    rows = studies.open_study(tmp_path / "probes").lazy().collect()
    assert rows.columns == [column.value for column in Probes]
    assert rows["place"].to_list() == [-1, -1]
    assert rows.schema["bot"] == pl.Enum(BOTS)


def test_what_is_no_study_is_refused(tmp_path: Path) -> None:
    refuses(tmp_path / "none", "there is no such folder")
    refuses(tmp_path, "is not a study's folder (it has no study.json)")
    folder = make_study(tmp_path / "luck", 3)
    (folder / "rows" / part_name(1)).unlink()
    refuses(folder, f"lacks rows/{part_name(1)}, though it says to be complete")
    studies.write_study_part(folder, 1, studies.study_frame(manifest(), rows_of(range(4, 5))))
    refuses(folder, "holds other blocks than those of this part, 2 to 3")
    studies.write_study_part(folder, 1, pl.DataFrame({"block": [2, 3]}, schema={"block": pl.Int32}))
    refuses(folder, "has other columns than this version of granja reads")
    (folder / "rows" / part_name(1)).write_bytes(b"PAR1 and no more")
    refuses(folder, "can't be read, it is cut off or damaged")


def test_damage_that_shows_late_names_the_file(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "studies" / "luck", 3)
    file = folder / "rows" / part_name(2)
    whole = file.read_bytes()
    study = studies.open_study(folder)
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UserError, match=re.escape(f"{file} can't be read")), reading(tmp_path):
        study.lazy().collect()


def test_another_format_is_refused(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "luck", 3)
    content = json.loads((folder / "study.json").read_bytes())
    (folder / "study.json").write_text(json.dumps(content | {"format": 99}), encoding="utf-8")
    refuses(folder, "was written in format 99")
    (folder / "study.json").write_text("{", encoding="utf-8")
    refuses(folder, "study.json can't be read")


def test_a_folder_is_replaced_only_with_force_and_only_a_study(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "luck", 3)
    with pytest.raises(UserError, match="exists already"):
        studies.create_study(folder, manifest())
    studies.create_study(folder, manifest(), force=True)
    assert not list(folder.rglob("*.parquet"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(UserError, match="is not a study's folder"):
        studies.create_study(tmp_path / "mine", manifest(), force=True)
