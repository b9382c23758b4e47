"""What the list of run folders says, and what is removed and what never."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.recording import folders
from analyzer.recording.folders import Found, find_folders, removable_in, remove_folder
from analyzer.recording.lock import FolderLocked
from analyzer.recording.schema import part_name
from tests.unit.recording.test_lock import another_process
from tests.unit.recording.test_store import make_run
from tests.unit.recording.test_studies import make_study


def only(root: Path) -> Found:
    (found,) = find_folders(root)
    return found


def change_manifest(run: Path, **changes: object) -> None:
    content = json.loads((run / "manifest.json").read_bytes())
    (run / "manifest.json").write_text(json.dumps(content | changes), encoding="utf-8")


@pytest.fixture
def complete(tmp_path: Path) -> Path:
    run = make_run(tmp_path / "runs" / "one", 3)
    change_manifest(run, state="complete", stopped=None, scenario={"name": "mine"})
    return run


def test_a_complete_run(complete: Path) -> None:
    found = only(complete.parent)
    assert (found.path, found.kind, found.name) == (complete, "run", "mine")
    assert (found.state, found.why, found.done) == ("complete", None, found.games)
    files = [file for file in complete.rglob("*") if file.is_file()]
    assert found.bytes == sum(file.stat().st_size for file in files)
    assert found.written.timestamp() == pytest.approx(max(file.stat().st_mtime for file in files))
    assert found.writer is None
    assert only(complete) == found


def test_a_partial_run_is_counted_in_its_files(complete: Path) -> None:
    (complete / "blocks" / part_name(1)).unlink()
    change_manifest(complete, state="partial", stopped="interrupted with Ctrl-C")
    found = only(complete)
    manifest = json.loads((complete / "manifest.json").read_bytes())
    assert found.done == manifest["blocks_per_part"] * manifest["games_per_block"] < found.games
    assert (found.state, found.why) == ("partial", "interrupted with Ctrl-C")


def test_a_study_that_is_not_whole_makes_its_run_partial(complete: Path) -> None:
    make_study(complete / "studies" / "luck", 2)
    found = only(complete)
    assert (found.state, found.why) == ("partial", "study luck: 4 of 5 blocks")


def test_an_older_format_is_listed(complete: Path) -> None:
    change_manifest(complete, format=1, engine="older")
    found = only(complete.parent)
    assert (found.state, found.why, found.engine) == ("unreadable", "format 1, this version reads 3", "older")


def test_studies_alone_are_listed_and_stay(complete: Path) -> None:
    make_study(complete.parent / "probes", 3)
    kinds = {found.path.name: found.kind for found in find_folders(complete.parent)}
    assert kinds == {"one": "run", "probes": "study"}
    assert [run.path for run in removable_in([complete.parent, complete])] == [complete]


@pytest.mark.parametrize(
    "text", ["{}", "[1]", "no json", '{"format": 3, "engine": "x", "name": "a web app"}']
)
def test_what_only_looks_like_a_run_is_neither_listed_nor_removed(tmp_path: Path, text: str) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "manifest.json").write_text(text, encoding="utf-8")
    assert find_folders(tmp_path) == []
    with pytest.raises(UserError, match="app is not a run folder, nor one of a sweep"):
        remove_folder(tmp_path / "app")
    assert (tmp_path / "app" / "manifest.json").is_file()


def test_removing(complete: Path) -> None:
    (complete / "report.html").touch()
    remove_folder(complete)
    assert list(complete.parent.iterdir()) == []


def test_what_is_being_written_stays(complete: Path) -> None:
    with another_process(complete) as process:
        writer = only(complete).writer
        assert writer is not None
        assert writer.process == process.pid
        with pytest.raises(FolderLocked, match=f"is being written by process {process.pid}"):
            remove_folder(complete)
    assert (complete / "players" / part_name(0)).is_file()


def test_a_removal_cut_short_leaves_a_run_to_remove(complete: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(folder: Path, *, but: str) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    monkeypatch.setattr(folders, "remove_contents", cut_short)
    with pytest.raises(KeyboardInterrupt):
        remove_folder(complete)
    monkeypatch.undo()
    remove_folder(complete)
    assert not complete.exists()


def test_links_are_not_followed(complete: Path, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "one").symlink_to(complete)
    assert find_folders(tmp_path / "links") == []
    with pytest.raises(UserError, match="is not a run folder"):
        remove_folder(tmp_path / "links" / "one")


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such folder"):
        find_folders(tmp_path / "nowhere")
