"""One writer at a time: refused while another process lives, free when it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.recording import lock
from analyzer.recording.lock import LOCK, FolderLocked, holder_of, locked

HOLDS = """
import subprocess, sys, time
from pathlib import Path
from analyzer.recording.lock import inherited, locked
with locked(Path(sys.argv[1])):
    if len(sys.argv) > 2:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(" + sys.argv[2] + ")"],
                         stdout=subprocess.DEVNULL, pass_fds=inherited())
    print("locked", flush=True)
    time.sleep(60)
"""


@contextmanager
def another_process(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder), *words],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        try:
            yield process
        finally:
            process.kill()


def test_another_process_is_refused_and_named(tmp_path: Path) -> None:
    with another_process(tmp_path / "run") as process:
        with pytest.raises(
            FolderLocked, match=rf"run is being written by process {process.pid} \(-c .*\); wait"
        ):
            locked(tmp_path / "run").__enter__()
        holder = holder_of(tmp_path / "run")
        assert holder is not None
        assert holder.process == process.pid


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    with another_process(tmp_path / "run") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert (tmp_path / "run" / LOCK).is_file()
        assert holder_of(tmp_path / "run") is None
        with locked(tmp_path / "run"):
            pass
    assert not (tmp_path / "run" / LOCK).exists()


def test_its_workers_hold_the_lock_until_they_end(tmp_path: Path) -> None:
    """A worker of a killed run may be writing its last part."""
    with another_process(tmp_path / "run", "2") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert holder_of(tmp_path / "run") is not None
        started = time.monotonic()
        with locked(tmp_path / "run"):
            assert time.monotonic() - started > 0.5
            assert holder_of(tmp_path / "run") is not None


def test_workers_that_do_not_end_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "_ORPHAN_SECONDS", 0.2)
    with another_process(tmp_path / "run", "5") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        with pytest.raises(FolderLocked, match="which has ended, are still at their last games; try again"):
            locked(tmp_path / "run").__enter__()


def test_the_same_process_may_take_it_again(tmp_path: Path) -> None:
    with locked(tmp_path):
        with locked(tmp_path / ".." / tmp_path.name):
            assert (tmp_path / LOCK).is_file()
        assert (tmp_path / LOCK).is_file()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_made_for_nothing_goes_again(tmp_path: Path) -> None:
    with locked(tmp_path / "new" / "run"):
        pass
    assert not (tmp_path / "new" / "run").exists()
    with locked(tmp_path / "kept"):
        (tmp_path / "kept" / "file").touch()
    assert (tmp_path / "kept").is_dir()


def test_a_file_removed_by_its_last_holder_is_no_lock(tmp_path: Path) -> None:
    """Whoever opened the file before it was removed must not take that for the lock."""
    path = tmp_path / LOCK
    path.touch()
    descriptor = os.open(path, os.O_RDWR)
    assert lock._same_file(descriptor, path)
    path.unlink()
    assert not lock._same_file(descriptor, path)
    path.touch()
    assert not lock._same_file(descriptor, path)
    os.close(descriptor)


def test_a_place_where_no_folder_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="can't be made"):
        locked(tmp_path / "file" / "run").__enter__()
