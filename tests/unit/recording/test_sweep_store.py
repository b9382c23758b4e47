"""The folder of a sweep: whole or not there, and refused with a sentence that helps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from analyzer import __version__
from analyzer.errors import UserError
from analyzer.recording import sweep_store
from analyzer.recording.folders import Found, find_folders, removable_in, remove_folder
from analyzer.recording.lock import FolderLocked, is_empty
from analyzer.recording.manifest import read_manifest, versions, write_manifest
from analyzer.recording.sweep_manifest import SweepManifest
from analyzer.recording.sweep_store import (
    create_sweep,
    name_runs,
    read_sweep_manifest,
    run_folder,
    run_names,
    sweep_of,
)
from analyzer.recording.writer import write_part
from analyzer.scenario.sweep_model import Axis, Setting, Variant
from tests.unit.recording.test_lock import another_process
from tests.unit.recording.test_store import manifest, part_of
from tests.unit.recording.test_writer import BOTS

CHANGE = Setting("end.silver_per_vp", 4)
SWEEP = SweepManifest(
    name="silver",
    description="What silver is worth.",
    variants=(Variant(name="end.silver_per_vp = 4", folder="four", kind="change", settings=(CHANGE,)),),
    axes=(Axis(path=CHANGE.path, baseline=5, values=(4,)),),
    grids=(),
    measures=(),
    seed=1,
    blocks=3,
    games=6,
    engine="0123456789ab",
    versions=versions(),
    command=("sweep", "silver", "-n", "6", "--seed", "1"),
)
RUNS = {name: manifest() for name in run_names(SWEEP)}


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    create_sweep(tmp_path / "sweep", SWEEP, RUNS)
    return tmp_path / "sweep"


def play(sweep: Path, name: str, parts: int = 3) -> None:
    """Put parts into a run of a sweep."""
    run = run_folder(sweep, name)
    for table in ("players", "placements", "buildings", "markers", "deals", "blocks"):
        (run / table).mkdir(exist_ok=True)
    for number in range(parts):
        write_part(run, number, part_of(number), BOTS)
    if parts == RUNS[name].parts:
        write_manifest(run, msgspec.structs.replace(RUNS[name], state="complete", stopped=None))


def only(root: Path) -> Found:
    (found,) = find_folders(root)
    return found


def refuses(folder: Path, sentence: str) -> None:
    with pytest.raises(UserError, match=re.escape(sentence)):
        read_sweep_manifest(folder)


def test_a_sweep_comes_back_as_it_was(sweep: Path) -> None:
    assert read_sweep_manifest(sweep) == SWEEP
    for name, run in RUNS.items():
        asleep = msgspec.structs.replace(run, stopped="its turn in the sweep has not come")
        assert read_manifest(run_folder(sweep, name)) == asleep
    assert sweep_of(run_folder(sweep, "four")) == sweep.resolve()
    assert sweep_of(sweep) is None


@pytest.mark.parametrize("force", [False, True])
def test_a_making_cut_short_leaves_nothing_or_a_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    """Whatever is written last, a second attempt finds an empty folder, or goes on with the whole sweep."""
    folder = tmp_path / "sweep"
    if force:
        create_sweep(folder, SWEEP, RUNS)
        play(folder, "baseline")
    for step in ("write_manifest", "sync_folder", "put_whole", "name_runs"):

        def cut_short(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(sweep_store, step, cut_short)
        with pytest.raises(KeyboardInterrupt):
            create_sweep(folder, SWEEP, RUNS, force=force)
        monkeypatch.undo()
        if step != "name_runs":
            assert not folder.exists() or is_empty(folder)
    name_runs(folder)
    assert read_sweep_manifest(folder) == SWEEP
    assert only(folder).done == 0
    assert sorted(path.name for path in folder.iterdir()) == ["runs", "sweep.json"]
    create_sweep(folder, SWEEP, RUNS, force=True)
    assert sorted(path.name for path in (folder / "runs").iterdir()) == ["baseline", "four"]


def test_nothing_else_is_replaced(sweep: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"exists already; give another folder with --out, --force"):
        create_sweep(sweep, SWEEP, RUNS)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").touch()
    with pytest.raises(UserError, match=r"mine exists already and is no sweep; give another"):
        create_sweep(tmp_path / "mine", SWEEP, RUNS)
    with pytest.raises(UserError, match=r"is no sweep, so --force won't replace it"):
        create_sweep(tmp_path / "mine", SWEEP, RUNS, force=True)
    assert (tmp_path / "mine" / "letter.txt").is_file()


def test_a_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"can't be made: .*; give another folder with --out"):
        create_sweep(tmp_path / "file" / "sweep", SWEEP, RUNS)


def test_what_is_no_sweep_is_refused(sweep: Path, tmp_path: Path) -> None:
    refuses(tmp_path / "nowhere", "there is no such sweep; `granja sweep` makes one.")
    refuses(tmp_path, "is not the folder of a sweep (it has no sweep.json); give one that")
    (sweep / "sweep.json").write_text('{"format": 1, "name": "cut', encoding="utf-8")
    refuses(sweep, "sweep.json can't be read (")


def test_what_is_asked_of_runs_is_told_where_they_are(sweep: Path) -> None:
    with pytest.raises(UserError, match=r"is the folder of a sweep; give one of its runs, such as .*/runs"):
        read_manifest(sweep)


def test_other_formats_are_refused(sweep: Path) -> None:
    content = json.loads((sweep / "sweep.json").read_bytes())
    (sweep / "sweep.json").write_text(json.dumps(content | {"format": 2}), encoding="utf-8")
    refuses(sweep, f"which is newer than format 1 of this granja {__version__}; update granja.")
    assert only(sweep).why == "format 2, this version reads 1"
    (sweep / "sweep.json").write_text(json.dumps(content | {"format": 0}), encoding="utf-8")
    refuses(sweep, "reads format 1 only; play it again with: granja sweep silver -n 6 --seed 1")


def test_a_sweep_is_one_line_with_its_variants(sweep: Path) -> None:
    found = only(sweep.parent)
    assert (found.path, found.kind, found.name, found.games) == (sweep, "sweep", "silver", 1)
    assert (found.done, found.state, found.why) == (0, "partial", "baseline: 0 of 6 games")
    play(sweep, "baseline")
    play(sweep, "four", 2)
    assert (only(sweep).done, only(sweep).why) == (0, "four: 4 of 6 games")
    play(sweep, "four")
    found = only(sweep)
    assert (found.done, found.state, found.why) == (1, "complete", None)
    assert found.bytes == sum(file.stat().st_size for file in sweep.rglob("*") if file.is_file())
    assert [run.path.name for run in find_folders(sweep / "runs")] == ["baseline", "four"]
    (run_folder(sweep, "baseline") / "manifest.json").unlink()
    found = only(sweep)
    assert (found.done, found.state, found.why) == (1, "partial", "baseline can't be read")


def test_a_sweep_goes_as_a_whole(sweep: Path) -> None:
    play(sweep, "baseline")
    with pytest.raises(UserError, match=r"four is part of the sweep .*, which is removed as a whole or not"):
        removable_in([run_folder(sweep, "four")])
    assert [found.path for found in removable_in([sweep, sweep.parent])] == [sweep]
    with another_process(run_folder(sweep, "four")) as process:
        writer = only(sweep).writer
        assert writer is not None
        assert writer.process == process.pid
        with pytest.raises(FolderLocked):
            remove_folder(sweep)
    assert (run_folder(sweep, "baseline") / "blocks").is_dir()
    remove_folder(sweep)
    assert not sweep.exists()
