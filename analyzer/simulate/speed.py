"""How fast a bot plays against itself on one core."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from analyzer.simulate.matches import Match, play_match

_WINDOW = 0.1  # seconds of a measurement, or one game if that takes longer
_WINDOWS = 3
_PATIENCE = 2.0  # seconds after which no further measurement is begun


def self_play_speed(games: Callable[[int], Match]) -> float:
    """Games per second of processor time: the median of some measurements, after a short warm-up.

    ``games``: gives a match of so many games.  Processor time is what one core has to do, whatever
    else the machine is at.
    """
    count, seconds = 1, _seconds(games(1))
    spent = seconds
    while seconds < _WINDOW / 4:
        count = max(2 * count, min(8 * count, round(count * _WINDOW / max(seconds, 1e-9))))
        seconds = _seconds(games(count))
        spent += seconds
    speeds = [count / seconds]
    while len(speeds) < _WINDOWS and spent < _PATIENCE:
        seconds = _seconds(games(count))
        spent += seconds
        speeds.append(count / seconds)
    return statistics.median(speeds)


def _seconds(match: Match) -> float:
    started = time.process_time()
    play_match(match)
    return time.process_time() - started
