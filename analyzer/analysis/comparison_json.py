"""A comparison as plain data for ``--json``."""

from __future__ import annotations

import math
from typing import Any

from analyzer.analysis.comparison import Comparison, Difference, Ending, Figures, Standing
from analyzer.analysis.stopping import UntilNarrow


def to_json(comparison: Comparison, verdict: str) -> dict[str, Any]:
    """Shares as fractions of 1, seats from 0; missing figures are None.

    ``verdict``: the comparison in plain words.  ``difference`` is that of the first two bots; more
    bots have ``differences`` too, of every pair.
    """
    differences = [_difference(one) for one in comparison.differences]
    return {
        "blocks": comparison.blocks,
        "games": comparison.blocks * comparison.games_per_block,
        "players": comparison.players,
        "seed": comparison.seed,
        "one_vs_rest": comparison.one_vs_rest,
        "intervals": "time-uniform" if comparison.uniform else "ordinary",
        "bots": [_standing(one, comparison.fair) for one in comparison.standings],
        "difference": differences[0],
        **({"differences": differences} if len(differences) > 1 else {}),
        "alike": [
            {"bots": list(group.bots), "by_construction": group.by_construction} for group in comparison.alike
        ],
        "stop": None if comparison.ending is None else _ending(comparison.ending, comparison),
        "verdict": verdict,
    }


def _standing(standing: Standing, fair: float) -> dict[str, Any]:
    figures = _figures(standing.all, fair)
    return (
        {"bot": standing.bot} | figures | {"yields": standing.yields, "seats": _seats(standing.seats, fair)}
    )


def _difference(difference: Difference) -> dict[str, Any]:
    names = {"bot": difference.bot, "other": difference.other}
    judged = {"shown": difference.shown, "alike": difference.alike}
    return names | _figures(difference.all) | judged | {"seats": _seats(difference.seats)}


def _seats(seats: tuple[Figures, ...], fair: float | None = None) -> list[dict[str, Any]]:
    return [{"seat": seat} | _figures(figures, fair) for seat, figures in enumerate(seats)]


def _figures(figures: Figures, fair: float | None = None) -> dict[str, Any]:
    return {
        "win_share": _number(figures.share.mean),
        "low": _number(figures.share.low),
        "high": _number(figures.share.high),
        **({} if fair is None else {"fair": fair}),
        "vp": _number(figures.vp.mean),
        "margin": _number(figures.margin.mean),
        "margin_low": _number(figures.margin.low),
        "margin_high": _number(figures.margin.high),
    }


def _ending(ending: Ending, comparison: Comparison) -> dict[str, Any]:
    """The rule, whether it ended the play, and what it saw last."""
    rule = ending.rule
    if isinstance(rule, UntilNarrow):
        widest = ending.widest
        return {
            "rule": "ci",
            "max_blocks": ending.most,
            "met": ending.met,
            "half_width": rule.half_width,
            "widest": None if widest is None else _number(widest),
        }
    lower, upper = rule.test.bounds
    return {
        "rule": "sprt",
        "max_blocks": ending.most,
        "met": ending.met,
        "scale": f"win share of {comparison.standings[0].bot} minus the fair share",
        "low": rule.test.low,
        "high": rule.test.high,
        "alpha": rule.test.alpha,
        "beta": rule.test.beta,
        "llr": ending.llr,
        "bounds": [lower, upper],
        "decision": ending.decision,
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
