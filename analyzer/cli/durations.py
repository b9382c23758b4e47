"""Durations as a person writes and reads them: 30m, 1:05:30, 12 min."""

from __future__ import annotations

import re
import threading

from analyzer.errors import UserError

_UNITS = {"h": 3600, "m": 60, "s": 1}


def seconds_of(text: str, where: str) -> float:
    """The seconds of a duration; raises UserError, which names ``where``, for what is none."""
    parts = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", text.strip().lower())
    seconds = 0
    if parts is not None:
        seconds = sum(
            int(count or 0) * size for count, size in zip(parts.groups(), _UNITS.values(), strict=True)
        )
    if seconds == 0:
        raise UserError(f"{where}: `{text}` is no length of time; write it like 30m, 1h30m or 90s.")
    if seconds > threading.TIMEOUT_MAX:
        raise UserError(
            f"{where}: `{text}` is longer than this machine can time; give at most "
            f"{threading.TIMEOUT_MAX // _UNITS['h']:.0f}h."
        )
    return float(seconds)


def duration(seconds: float) -> str:
    """Seconds as a clock shows them: 1:05:30 or 5:30."""
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def rough_duration(seconds: float) -> str:
    """Seconds in words for what is only guessed: 40 s, 12 min or 1.6 h."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:,.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
