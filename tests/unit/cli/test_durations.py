"""Durations as people write them."""

from __future__ import annotations

import threading

import pytest

from analyzer.cli.durations import duration, rough_duration, seconds_of
from analyzer.errors import UserError


@pytest.mark.parametrize(
    ("text", "seconds"), [("30m", 1800), ("1h30m", 5400), ("90s", 90), ("2h", 7200), (" 1H5S ", 3605)]
)
def test_lengths_of_time(text: str, seconds: float) -> None:
    assert seconds_of(text, "--budget") == seconds


@pytest.mark.parametrize("text", ["", "30", "0m", "m", "1.5h", "30m1h", "-3m"])
def test_what_is_none(text: str) -> None:
    with pytest.raises(UserError) as error:
        seconds_of(text, "--budget")
    assert str(error.value) == f"--budget: `{text}` is no length of time; write it like 30m, 1h30m or 90s."


def test_a_length_that_no_timer_takes() -> None:
    most = int(threading.TIMEOUT_MAX // 3600)
    assert threading.Lock().acquire(timeout=seconds_of(f"{most}h", "--budget"))
    with pytest.raises(UserError, match=f"--budget: `{most + 1}h` is longer .*; give at most {most}h"):
        seconds_of(f"{most + 1}h", "--budget")


@pytest.mark.parametrize(("seconds", "text"), [(0.9, "0:00"), (65.2, "1:05"), (3905, "1:05:05")])
def test_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.1, "1 s"), (89, "89 s"), (90, "2 min"), (5399, "90 min"), (5760, "1.6 h")]
)
def test_roughly(seconds: float, text: str) -> None:
    assert rough_duration(seconds) == text
