"""The line to a scheduler: what is said where there is none, and who of the workers is there."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, cast

import pytest

from analyzer.simulate import post
from analyzer.simulate.cluster import cluster_at, local_cluster
from analyzer.simulate.post import ClusterTrouble, Joined, Left, Post

if TYPE_CHECKING:
    from distributed import Client

pytest.importorskip("distributed", reason="needs the extra dask")


def test_no_scheduler_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(
            ClusterTrouble, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9; start one with"
        ),
        cluster_at("tcp://127.0.0.1:9", lambda _: None),
    ):
        pytest.fail("it was opened")
    with (
        pytest.raises(ClusterTrouble, match="nonsense is no address of a Dask scheduler"),
        cluster_at("nonsense", lambda _: None),
    ):
        pytest.fail("it was opened")


@contextmanager
def listening(says: bytes | None) -> Iterator[str]:
    """The address of something that says this to whoever calls, or nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = server.accept()
                    callers.append(caller)
                    if says is not None:
                        caller.sendall(says)
                        caller.close()

        callers: list[socket.socket] = []
        threading.Thread(target=answer, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
    for caller in callers:
        caller.close()


@pytest.mark.parametrize("says", [None, b"HTTP/1.0 400 Bad request\r\nContent-Length: 0\r\n\r\n"])
def test_what_answers_otherwise_than_a_scheduler_is_told_so(
    monkeypatch: pytest.MonkeyPatch, says: bytes | None
) -> None:
    """The port of a dashboard says nothing; what HTTP says is a size of some exabytes to Dask."""
    monkeypatch.setattr(post, "CONNECT_SECONDS", 0.5)
    started = time.monotonic()
    with listening(says) as address:
        said = f"What answers at {address} doesn't do so as a Dask scheduler does; 8786 is the usual port"
        with pytest.raises(ClusterTrouble, match=re.escape(said)), cluster_at(address, pytest.fail):
            pytest.fail("it was opened")
    assert time.monotonic() - started < 5


def test_a_worker_is_no_scheduler() -> None:
    with local_cluster(1, lambda _: None) as cluster:
        worker = next(iter(cluster._staff.members))
        with (
            pytest.raises(ClusterTrouble, match=r"does \(it is a Worker of Dask's\); 8786 is"),
            cluster_at(worker, pytest.fail),
        ):
            pytest.fail("it was opened")


class Busy:
    """In the place of a client: two workers are there, and one leaves before the answer has come."""

    status = "running"

    def __init__(self) -> None:
        self.loop = self.scheduler = self
        self.asyncio_loop = None
        self.hear: Callable[[tuple[float, object]], None]

    def scheduler_info(self, n_workers: int) -> dict[str, object]:
        assert n_workers == 0
        return {"address": "tcp://mill:8786"}

    async def identity(self, n_workers: int) -> dict[str, object]:
        assert n_workers == -1
        self.hear((0.0, {"action": "remove-worker", "worker": "tcp://one", "expected": True}))
        self.hear((0.0, {"action": "add-worker", "worker": "tcp://three"}))
        return {"workers": {"tcp://one": {}, "tcp://two": {}}}

    def subscribe_topic(self, topic: str, hear: Callable[[tuple[float, object]], None]) -> None:
        assert topic == "all"
        self.hear = hear

    def sync(self, call: Callable[[], Coroutine[object, object, None]]) -> None:
        asyncio.run(call())


def test_who_leaves_while_all_are_listed_has_left() -> None:
    line = Post(cast("Client", Busy()))
    told = [line.next(0.0) for _ in range(5)]
    assert told == [
        Joined("tcp://one"),
        Joined("tcp://two"),
        Left("tcp://one", expected=True),
        Joined("tcp://three"),
        None,
    ]
