"""Sizes of files and times of writing, as people read them."""

from __future__ import annotations

from datetime import datetime


def size(count: int) -> str:
    """Bytes in words."""
    for unit, amount in (("GB", 10**9), ("MB", 10**6)):
        if count >= amount:
            return f"{count / amount:,.1f} {unit}"
    return f"{count / 1000:,.0f} kB"


def local_time(moment: datetime) -> str:
    """A moment by this machine's clock, to the minute."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"
