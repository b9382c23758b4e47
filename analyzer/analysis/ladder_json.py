"""A ladder as plain data for machines."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.analysis.ladder import Ladder, Pair, Rung
from analyzer.recording.ladder_store import LadderManifest

_DIGITS = 6  # after the point


def ladder_json(ladder: Ladder, manifest: LadderManifest) -> dict[str, object]:
    """The ladder as plain data, the same for the same ladder: nothing of the clock is in it."""
    bots = manifest.labels
    return {
        "players": ladder.players,
        "seed": manifest.seed,
        "games_per_block": ladder.games_per_block,
        "fair": _number(ladder.fair),
        "rating_by": "Plackett-Luce model of first places; intervals cover sampling only",
        "engine": manifest.engine,
        "bots": [_bot(rung, manifest) for rung in ladder.rungs],
        "pairs": [_pair(pair, bots) for pair in ladder.pairs],
        "cycles": [[bots[bot] for bot in cycle] for cycle in ladder.cycles],
    }


def _bot(rung: Rung, manifest: LadderManifest) -> dict[str, object]:
    against = rung.against_next
    return {
        "rank": rung.rank,
        "rank_low": rung.rank_low,
        "rank_high": rung.rank_high,
        "bot": manifest.labels[rung.bot],
        "names": list(manifest.names[rung.bot]),
        "rating": _number(rung.rating.mean),
        "low": _number(rung.rating.low),
        "high": _number(rung.rating.high),
        "against_next": None if against is None else _number(against.mean),
        "against_low": None if against is None else _number(against.low),
        "against_high": None if against is None else _number(against.high),
        "games": rung.rating.n,
    }


def _pair(pair: Pair, bots: Sequence[str]) -> dict[str, object]:
    share, margin = pair.share, pair.sides[0].margin
    return {
        "bot": bots[pair.first],
        "against": bots[pair.second],
        "win_share": _number(share.mean),
        "low": _number(share.low),
        "high": _number(share.high),
        "expected": _number(pair.expected),
        "clear": pair.clear,
        "margin": _number(margin.mean),
        "margin_low": _number(margin.low),
        "margin_high": _number(margin.high),
        "blocks": share.blocks,
        "games": share.n,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, _DIGITS)
