"""What a cluster on this machine leaves behind."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from analyzer.recording.lock import locked
from analyzer.simulate.local_cluster import scratch_folder


def made(folder: Path, *, age: float = 0.0) -> Path:
    (folder / "dask-scratch-space").mkdir(parents=True)
    changed = folder.stat().st_mtime - age
    os.utime(folder, (changed, changed))
    return folder


def test_what_killed_runs_have_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left = made(tmp_path / "granja-dask-left", age=3600)
    used, begins = tmp_path / "granja-dask-used", made(tmp_path / "granja-dask-begins")
    other = made(tmp_path / "dask-other", age=3600)
    with locked(used):
        made(used, age=3600)
        with scratch_folder() as folder:
            assert folder.parent == tmp_path
            assert folder.is_dir()
            assert {each for each in (left, used, begins, other) if each.exists()} == {used, begins, other}
    assert not folder.exists()
