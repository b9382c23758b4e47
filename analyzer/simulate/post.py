"""The line to the scheduler of a cluster: tasks go out, and all that happens comes in by one queue.

The only module that speaks with Dask.  Every task is sent to one worker, chosen here: so it is known who
plays what, a worker is asked who it is before it plays, and none is given blocks that killed two others.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import queue
import socket
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError
from analyzer.simulate.interrupt import Interrupt

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_SECONDS = 10.0
_REMEDY = "start one with 'dask scheduler', workers with 'dask worker', and give the address that it prints"
# Called by name and with builtin types only: the scheduler needs no granja, and a worker that has none says
# so with a ModuleNotFoundError of its own.
_CALL = "__import__('importlib').import_module('analyzer.simulate.remote').{}(*words)"


class ClusterTrouble(UserError):
    """A cluster can't be had, or is gone; what was written before stays readable."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A worker has come."""

    address: str


@dataclass(frozen=True, slots=True)
class Left:
    """A worker is gone; ``expected``: it was told to go."""

    address: str
    expected: bool


@dataclass(frozen=True, slots=True)
class Returned:
    """A task has come back: its result, or the error in its place."""

    key: str
    result: object = None
    error: BaseException | None = None


Message = Joined | Left | Returned


class Post:
    """Sends tasks to workers; ``next`` gives what happens, in order."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._loop: asyncio.AbstractEventLoop = client.loop.asyncio_loop  # type: ignore[union-attr]
        self._inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._cut_off = False
        self._sent: dict[str, Future[Any]] = {}
        self.address = str(client.scheduler_info(n_workers=0)["address"])
        client.subscribe_topic("all", self._hear)
        client.sync(self._hear_who_is_there)

    @property
    def lost(self) -> bool:
        """Whether the scheduler is gone, and with it all that was sent."""
        return self._cut_off or bool(self._client.status != "running")

    def send(self, address: str, call: str, *words: object) -> str:
        """Have a worker call a function of ``remote``; returns the key under which it comes back."""
        key = f"granja-{uuid.uuid4().hex}"
        future = self._client.submit(
            eval,
            _CALL.format(call),
            {"words": words},
            key=key,
            workers=[address],
            allow_other_workers=False,
            pure=False,
        )
        self._sent[key] = future
        asyncio.run_coroutine_threadsafe(self._follow(key, future), self._loop)
        return key

    def drop(self, key: str) -> None:
        """Forget a task: it isn't begun any more, and nobody is told what becomes of it."""
        if (future := self._sent.pop(key, None)) is not None and not self.lost:
            future.release()

    def next(self, seconds: float) -> Message | None:
        """The next message; None if there is none for so long."""
        try:
            return self._inbox.get(timeout=seconds)
        except queue.Empty:
            return None

    async def _follow(self, key: str, future: Future[Any]) -> None:
        """Fetch what a task comes to; in the client's loop."""
        try:
            result = await self._client.gather(future, asynchronous=True)
        except BaseException as error:
            # Dask's client may find a scheduler there again, but not the tasks.
            self._cut_off |= getattr(error, "reason", None) == "scheduler-connection-lost"
            self._inbox.put(Returned(key, error=error))
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            self._inbox.put(Returned(key, result))

    async def _hear_who_is_there(self) -> None:
        """Take down who is there, before those who come and go while the answer is on its way.

        In the client's loop, so that nobody comes or goes in between.
        """
        scheduler: Any = self._client.scheduler
        there = (await scheduler.identity(n_workers=-1))["workers"]
        since = [self._inbox.get_nowait() for _ in range(self._inbox.qsize())]
        for message in (*map(Joined, there), *since):
            self._inbox.put(message)

    def _hear(self, event: tuple[float, Any]) -> None:
        """Take down who comes and goes; in the client's loop."""
        _, what = event
        match what:
            case {"action": "add-worker", "worker": address}:
                self._inbox.put(Joined(address))
            case {"action": "remove-worker", "worker": address}:
                self._inbox.put(Left(address, bool(what.get("expected"))))


@contextmanager
def connected(address: str) -> Iterator[Post]:
    """The line to the scheduler at an address.  Raises ClusterTrouble if there is none."""
    from distributed import Client

    _check_scheduler(address)
    client = None
    try:
        try:
            with uninterrupted():
                client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            remedy = "; install the same versions there" if isinstance(error, ImportError) else ""
            raise ClusterTrouble(
                f"The Dask scheduler at {address} can't be used: {reason}{remedy}."
            ) from None
        yield Post(client)
    finally:
        if client is not None:
            client.close(timeout=CONNECT_SECONDS)


def _check_scheduler(address: str) -> None:
    """Raise ClusterTrouble unless a scheduler answers; Ctrl-C ends the wait.

    A client that gets no answer, or a strange one, can be neither stopped nor taken down.
    """
    from distributed.comm.addressing import get_address_host_port

    try:
        place = get_address_host_port(address)
    except (ValueError, TypeError) as error:
        raise ClusterTrouble(f"{address} is no address of a Dask scheduler ({error}); {_REMEDY}.") from None
    try:
        found = asyncio.run(asyncio.wait_for(_identity_at(address), CONNECT_SECONDS))
    except Exception:  # what a stranger says is taken for anything, such as the size of a message
        if not _is_open(place):
            raise ClusterTrouble(f"No Dask scheduler answers at {address}; {_REMEDY}.") from None
        found = {}
    if "workers" not in found:
        kind = f" (it is a {found['type']} of Dask's)" if "type" in found else ""
        raise ClusterTrouble(
            f"What answers at {address} doesn't do so as a Dask scheduler does{kind}; 8786 is the usual port "
            f"of schedulers, 8787 that of their dashboard: {_REMEDY}."
        )


async def _identity_at(address: str) -> dict[str, Any]:
    """What a process of Dask says that it is."""
    from distributed.core import rpc
    from distributed.security import Security

    connection = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECT_SECONDS, connection_args=connection) as process:
        return dict(await process.identity())


def _is_open(place: tuple[str, int]) -> bool:
    """Whether anything takes calls there."""
    try:
        with socket.create_connection(place, timeout=1.0):
            return True
    except OSError:
        return False


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Within the block Ctrl-C has to wait: what Dask has half built it can't take down again."""
    with Interrupt() as interrupt:
        yield
    if interrupt.reason is not None:
        raise KeyboardInterrupt(interrupt.reason)


@contextmanager
def quiet() -> Iterator[None]:
    """Within the block the logs of Dask and what it stands on say nothing: granja tells what matters."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"(distributed|dask|tornado)\b")
            yield
    finally:
        logging.disable(before)


def is_loss(error: BaseException) -> bool:
    """Whether an error in the place of a result says that the worker is gone, not that the task failed."""
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker

    return isinstance(error, (KilledWorker, FutureCancelledError, asyncio.CancelledError, OSError))


def packed(value: object) -> bytes:
    """A value for a worker, which nobody on the way has to understand."""
    return pickle.dumps(value)
