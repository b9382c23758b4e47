"""One writer at a time: a lock on a folder that the system releases when its holder dies.

The lock is flock(2) on ``<folder>/.lock``, a file that is there only while someone writes and says who.
Workers inherit it: after ``kill -9`` of a run its workers, which end within a batch, keep it until none of
them can write any more.  On NFS Linux turns flock into a lock on the server, which holds between machines;
where a file system has no locks at all (an old NFS mount without lockd, some cluster file systems) nothing
can be refused, and writers go on without.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shlex
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from analyzer.errors import UserError
from analyzer.recording.writer import TEMPORARY

LOCK = ".lock"
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
_LOOK_SECONDS = 0.3  # someone who only looks (``holder_of``) has the lock for a moment
_ORPHAN_SECONDS = 20.0  # workers of a killed run end after their batch: of slow bots, a game
_PAUSE = 0.05


class Holder(msgspec.Struct, frozen=True):
    """Who writes: process, machine, and the command as it was typed."""

    process: int
    host: str
    command: str

    @property
    def words(self) -> str:
        """The process in words."""
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        return f"process {self.process}{where} ({self.command})"

    @property
    def lives(self) -> bool:
        """Whether the process is still there; of another machine's that can't be known."""
        if self.host != socket.gethostname():
            return True
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True


class FolderLocked(UserError):
    """Another process writes the folder."""


@dataclass(slots=True)
class _Held:
    """A lock of this process: its descriptor, and how many times it was taken."""

    descriptor: int
    times: int = 1


_held: dict[Path, _Held] = {}


def inherited() -> tuple[int, ...]:
    """Descriptors of the locks of this process, for workers to keep open."""
    return tuple(held.descriptor for held in _held.values())


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Within the block no other process writes the folder; it is made if it isn't there.

    The same process may take the lock again.  Raises FolderLocked, which names the process, if another
    one has it; UserError if the folder can't be made.
    """
    try:
        made = _make(folder)
        place = folder.resolve()
        if place in _held:
            _held[place].times += 1
        else:
            _held[place] = _Held(_take(place, folder))
    except OSError as error:
        what = "written" if folder.is_dir() else "made"
        raise UserError(
            f"{folder} can't be {what}: {error.strerror}; give another folder with --out."
        ) from None
    try:
        yield
    finally:
        _held[place].times -= 1
        if _held[place].times == 0:
            _release(place, _held.pop(place).descriptor)
            if made:
                _remove_empty(place)


def holder_of(folder: Path) -> Holder | None:
    """Who writes the folder just now, if anyone."""
    try:
        descriptor = os.open(folder / LOCK, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read(descriptor)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return None


def is_empty(folder: Path) -> bool:
    """Whether a folder holds nothing but the lock and what a stopped writer left half done."""
    return all(entry.name == LOCK or entry.name.endswith(TEMPORARY) for entry in folder.iterdir())


def _make(folder: Path) -> bool:
    """Make the folder; whether it was not there before."""
    if folder.is_dir():
        return False
    folder.mkdir(parents=True)
    return True


def _take(place: Path, shown: Path) -> int:
    """Lock, and write down who has it; returns the descriptor.  Raises FolderLocked, OSError."""
    started = time.monotonic()
    while True:
        descriptor = os.open(place / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            if _try(descriptor) and _same_file(descriptor, place / LOCK):
                _sign(descriptor)
                return descriptor
            holder = _read(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        patience = _LOOK_SECONDS if holder is None or holder.lives else _ORPHAN_SECONDS
        if time.monotonic() - started > patience:
            raise _refusal(shown, holder)
        time.sleep(_PAUSE)


def _try(descriptor: int) -> bool:
    """Whether the lock could be had; also where the file system has none."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def _same_file(descriptor: int, path: Path) -> bool:
    """Whether the locked file is still the one of that name: whoever had it before may have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _sign(descriptor: int) -> None:
    """Write down who has the lock; on a full disk nobody is named."""
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]) if sys.argv else ""
    holder = Holder(os.getpid(), socket.gethostname(), command.replace("main.py", "granja", 1))
    os.ftruncate(descriptor, 0)
    with contextlib.suppress(OSError):
        os.pwrite(descriptor, msgspec.json.encode(holder), 0)


def _read(descriptor: int) -> Holder | None:
    """Who has signed; None while that is being written."""
    try:
        return msgspec.json.decode(os.pread(descriptor, 65536, 0), type=Holder)
    except (msgspec.DecodeError, OSError):
        return None


def _refusal(folder: Path, holder: Holder | None) -> FolderLocked:
    if holder is not None and not holder.lives:
        return FolderLocked(
            f"{folder}: workers of {holder.words}, which has ended, are still at their last games; "
            "try again in a moment."
        )
    who = "another process" if holder is None else holder.words
    return FolderLocked(f"{folder} is being written by {who}; wait until it has ended, or end it first.")


def _release(place: Path, descriptor: int) -> None:
    """Remove the file while it is still locked, then unlock it for workers that have a copy, too."""
    with contextlib.suppress(OSError):
        (place / LOCK).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)


def _remove_empty(place: Path) -> None:
    """Remove a folder that was made for the lock and into which nothing came."""
    with contextlib.suppress(OSError):
        place.rmdir()
