"""Ctrl-C as a wish to stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from analyzer.simulate.interrupt import Interrupt


@pytest.fixture(autouse=True)
def pythons_own_handler() -> Iterator[None]:
    """A shell that starts the tests in the background hands them SIGINT as ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_all_that_wait_for_it_are_told() -> None:
    with Interrupt() as around:
        with Interrupt() as within:
            signal.raise_signal(signal.SIGINT)
        assert within.reason == around.reason == "interrupted with Ctrl-C"
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_one_acts_as_usual() -> None:
    with Interrupt(), Interrupt():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_one_after_another_only_the_later_is_told() -> None:
    with Interrupt() as around:
        with Interrupt() as within:
            pass
        signal.raise_signal(signal.SIGTERM)
        assert (within.reason, around.reason) == (None, "terminated by a signal")
