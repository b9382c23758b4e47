"""Ctrl-C, or the end of a budget, as a wish to stop: noticed between two batches instead of anywhere."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = {signal.SIGINT: "interrupted with Ctrl-C", signal.SIGTERM: "terminated by a signal"}


class Interrupted(KeyboardInterrupt):
    """Work that was ended by a wish to stop; the message says which."""


class Interrupt:
    """Within the ``with`` block SIGINT and SIGTERM set ``reason``; a second one acts as usual.

    Of several around each other all are told.
    ``fileno`` becomes readable with the signal, so that a wait for pipes ends.  Outside of
    the main thread, where Python handles no signals, it stays silent.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self._reader, self._writer = os.pipe()
        self._old: dict[int, Any] = {}

    def fileno(self) -> int:
        """Descriptor to wait for."""
        return self._reader

    def ask(self, reason: str) -> None:
        """Wish for an end as a signal does, from any thread; the first wish stays."""
        if self.reason is None:
            self.reason = reason
            os.write(self._writer, b"!")

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                self._old[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._restore()
        os.close(self._reader)
        os.close(self._writer)

    def _restore(self) -> None:
        for number, handler in self._old.items():
            signal.signal(number, handler)
        self._old.clear()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.reason = _SIGNALS[signal.Signals(number)]
        self._restore()
        os.write(self._writer, b"!")
        around = getattr(signal.getsignal(number), "__self__", None)
        if isinstance(around, Interrupt):
            around._handle(number, frame)
