"""How the parts that workers of a cluster have played come into the run folder.

In the answer itself; through a folder that all machines share; or by way of a store that fsspec knows.
However it is, a part gets its names in the run folder from the process that holds the folder's lock: what
a worker does that nobody waits for any more leaves temporary files at most.
"""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.errors import UserError

if TYPE_CHECKING:
    Files = Iterable[tuple[str, bytes | memoryview]]

_LOCAL = ("file", "local")


class StoreTrouble(OSError):
    """A store can't be read or written; the message names it."""


class Delivery(Protocol):
    """A way for parts; it goes to the workers with each part."""

    def send(self, part: int, files: Files) -> Any:
        """At a worker: send the files of a part, by table; returns the parcel for ``take``."""

    def take(self, folder: Path, part: int, parcel: Any) -> None:
        """At the run: put a part into its folder, whole or not at all.  Raises OSError."""


@dataclass(frozen=True, slots=True)
class InAnswers:
    """Parts come with the answers of the workers."""

    def send(self, part: int, files: Files) -> list[tuple[str, bytes]]:  # noqa: ARG002 (the protocol's)
        """The files themselves."""
        return [(table, bytes(data)) for table, data in files]

    def take(self, folder: Path, part: int, parcel: list[tuple[str, bytes]]) -> None:
        """Write the files."""
        from analyzer.recording.writer import put_part

        put_part(folder, part, parcel)


@dataclass(frozen=True, slots=True)
class SharedFolder:
    """The run folder is one that all machines see by the same name: workers write into it."""

    run: Path

    def send(self, part: int, files: Files) -> str:
        """Write the files under temporary names that no other worker uses."""
        from analyzer.recording.writer import stage_part

        mark = uuid.uuid4().hex
        stage_part(self.run, part, files, mark)
        return mark

    def take(self, folder: Path, part: int, parcel: str) -> None:
        """Give the files their names."""
        from analyzer.recording.writer import settle_part

        settle_part(folder, part, parcel)


@dataclass(frozen=True, slots=True)
class Station:
    """Parts rest in a store until they are fetched into the run folder, and are removed there."""

    url: str

    def send(self, part: int, files: Files) -> list[tuple[str, str]]:
        """Put the files into the store, under names that no other worker uses."""
        places = []
        with _store_errors(self.url):
            store, base = _opened(self.url)
            rest = f"{base}/{uuid.uuid4().hex}"
            store.makedirs(rest, exist_ok=True)
            for table, data in files:
                place = f"{rest}/part-{part:05d}.{table}.parquet"
                store.pipe_file(place, bytes(data))
                places.append((table, place))
        return places

    def take(self, folder: Path, part: int, parcel: list[tuple[str, str]]) -> None:
        """Fetch the files, and remove them from the store."""
        from analyzer.recording.writer import put_part

        with _store_errors(self.url):
            store, _ = _opened(self.url)
            files = [(table, store.cat_file(place)) for table, place in parcel]
        put_part(folder, part, files)
        with contextlib.suppress(StoreTrouble), _store_errors(self.url):  # what stays there harms nothing
            store.rm(parcel[0][1].rpartition("/")[0], recursive=True)


def _opened(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it."""
    from fsspec.core import url_to_fs

    return url_to_fs(url)  # type: ignore[no-any-return]


@contextlib.contextmanager
def _store_errors(url: str) -> Iterator[None]:
    """Within the block whatever a store raises is a StoreTrouble: each has its own kinds."""
    try:
        yield
    except Exception as error:
        raise StoreTrouble(f"{url}: {type(error).__name__}: {error}") from error


def delivery_into(store: str | None, folder: Path) -> Delivery:
    """How parts come into a run folder; ``store``: what the user said, a folder or a URL, if anything.

    Raises UserError if a shared folder doesn't hold the run folder, or the URL isn't known.
    """
    if store is None:
        return InAnswers()
    shared = shared_folder(store)
    if shared is None:
        check_url(store)
        return Station(f"{store}{'' if store.endswith('/') else '/'}{folder.name}")
    if not shared.is_dir():
        raise UserError(f"--store {store}: there is no such folder here; mount it on every machine.")
    place = folder.resolve()
    if not place.is_relative_to(shared.resolve()):
        raise UserError(
            f"{folder} is not in {shared}, the folder of --store; give a run folder in it with "
            "--out, or leave --store out."
        )
    return SharedFolder(shared.absolute() / place.relative_to(shared.resolve()))


def shared_folder(store: str) -> Path | None:
    """The folder that ``--store`` names; None if it is elsewhere than in a file system."""
    protocol, separator, path = store.partition("://")
    if not separator:
        return Path(store)
    return Path(path) if protocol in _LOCAL else None


def check_url(url: str) -> None:
    """Raise UserError unless fsspec can open a URL here."""
    try:
        _opened(url)
    except ImportError as error:
        raise UserError(
            f"--store {url} needs another package ({error}); install it here and at the workers."
        ) from None
    except ValueError as error:
        raise UserError(
            f"--store {url} can't be used ({error}); give a folder that all machines share, or a URL that "
            "fsspec knows, such as s3://bucket/folder."
        ) from None
