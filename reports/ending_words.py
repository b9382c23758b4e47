"""How a run ended, in words: why it has so many games, and what that means for its intervals."""

from __future__ import annotations

import math

from analyzer.analysis.endings import Ending, Reached
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import Estimate
from reports import words

# Measured: tests/unit/analysis/test_until_coverage.py repeats it.
_HONEST = (
    "The rule looks at the width, not at the value: on resampled games its 95 % intervals held the truth in "
    "94 to 96 of 100 runs, as they do without a rule; they are not time-uniform."
)
_RARE = (
    "But it happens so rarely that this interval says too much: on resampled games with 10 to 100 cases such "
    "intervals held the truth in 80 to 94 of 100 runs, not in 95, and where they didn't, it was mostly more "
    "than they said. Ask for a narrower one."
)
_FEW_CASES = 100


def conclusion(ending: Ending) -> str:
    """For the terminal: Stopped at 212,992 games: win share of balanced known to ±0.49 points."""
    games, reached = f"{ending.games:,}", ending.reached
    known = "" if reached is None else f": {reached.known} known to {_width(reached)}"
    missed = "" if reached is None else f"{known}, not to {reached.aim.words}"
    if ending.by == "until":
        return f"Stopped at {games} games{known}."
    if ending.by == "budget":
        return f"Ended by its budget at {games} of at most {ending.most:,} games{missed}."
    return f"All {games} games are played{missed}."


def explanation(ending: Ending) -> str:
    """For the page: why the run has so many games, and whether its intervals can be believed."""
    games, missed = words.count(ending.games), ""
    if (reached := ending.reached) is not None:
        interval = f"the interval of {reached.whose}"
        if ending.by == "until":
            narrow = f"once {interval} was no wider than {reached.aim.words}"
            return f"This run stopped, at {games} games, {narrow}. {_trust(reached)}"
        aim, found = reached.aim.words, f"{reached.known} is known to {_width(reached)}"
        missed = f" It was to play until {interval} was no wider than {aim}; {found}."
    if ending.by == "games":
        return f"All {games} games that this run was allowed are played.{missed}"
    return (
        f"This run was ended by its budget of time, at {games} of at most {words.count(ending.most)} "
        f"games.{missed} The clock looks at no result: the intervals are ordinary ones."
    )


def _trust(reached: Reached) -> str:
    """Whether the interval at the stop holds what it says, as far as that was measured."""
    return _HONEST if reached.cases >= _FEW_CASES else _RARE


def estimate_so_far(metric: Metric, value: Estimate) -> str:
    """For a progress bar: win share of seat 3 31.5 % ±0.58."""
    scale, unit = (100, "%") if metric.is_share else (1, metric.unit)
    half = words.half(value, scale)
    decimals = words.digits(half, 6) + 1
    shown = f"{metric.name} {words.number(value.mean * scale, decimals)}{' ' if unit else ''}{unit}"
    return f"{shown} ±{words.number(half, decimals)}" if math.isfinite(half) else shown


def half_width(value: Estimate, metric: Metric) -> str:
    """Half of an interval with its unit and two digits that count: ±0.49 points."""
    half = words.half(value, 100 if metric.is_share else 1)
    if not math.isfinite(half) or half == 0.0:
        return "±?"
    unit = "points" if metric.is_share else metric.unit
    return f"±{words.number(half, words.digits(half, 6) + 1)}{' ' if unit else ''}{unit}"


def _width(reached: Reached) -> str:
    return half_width(reached.value, reached.widest)
