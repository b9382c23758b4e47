"""What a ladder says, in plain sentences: for the page and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from analyzer.analysis.alike import Alike
from analyzer.analysis.ladder import Ladder, Rung
from reports import words

_MOST_RINGS = 5  # told one by one


def fair_percent(ladder: Ladder) -> str:
    """The fair share: 25.0 %."""
    return f"{words.number(100 * ladder.fair, 1)}{words.NARROW}%"


def numbered(rung: Rung, bot: str) -> str:
    """A bot with its rank before it."""
    return f"{rung.rank}  {bot}"


def ranks(rung: Rung) -> str:
    """The interval of a rank: 3, or 2 to 4."""
    low, high = rung.rank_low, rung.rank_high
    return str(low) if low == high else f"{low} to {high}"


def best_sentence(ladder: Ladder, bots: Sequence[str]) -> str:
    """Who is first, and by which measure; those that are level are all named."""
    best = leaders(ladder)
    share, fair = words.percent_with_interval(best[0].rating), fair_percent(ladder)
    if len(best) == len(ladder.rungs):
        every = "Both" if len(best) == 2 else f"All {len(best)}"
        return f"{every} bots are level: by the model each wins the fair share, {fair}."
    won = f"against the field, by the model, a seat of it wins {share} of its games, where {fair} is fair."
    if len(best) > 1:
        named = words.listing([bots[rung.bot] for rung in best])
        return f"{named} are level and rated highest: {won.replace('of it', 'of each', 1)}"
    return f"{bots[best[0].bot]} is rated highest: {won}"


def leaders(ladder: Ladder) -> list[Rung]:
    """The best bot, or all that are exactly level with it."""
    return [rung for rung in ladder.rungs if rung.rank == 1]


def model_sentence(ladder: Ladder) -> str:
    """What a rating rests on, and what its interval leaves out."""
    interval = "A rating's interval covers the luck of the games played, not how well the model fits"
    if len(ladder.rungs) == 2:
        return f"The model infers the field from who won (Plackett-Luce, first places only). {interval}."
    return (
        "Only tables of two bots were played; the model infers the field from who won there (Plackett-Luce, "
        f"first places only). {interval}: beside a much weaker bot it can be off by some points. The matrix "
        "shows what was played."
    )


def neighbours_sentence(ladder: Ladder, bots: Sequence[str]) -> str:
    """Which rungs may change places, as far as there are blocks enough to say."""
    steps = list(pairwise(ladder.rungs))
    judged = [
        (rung, below) for rung, below in steps if rung.against_next and not words.is_small(rung.against_next)
    ]
    level = [
        f"{bots[rung.bot]} with {bots[below.bot]}"
        for rung, below in judged
        if rung.against_next and rung.against_next.low <= 0.5
    ]
    few = len(steps) - len(judged)
    if few == len(steps):
        return "No bot has played blocks enough to tell it from the next one below."
    unknown = f" ({few} of {len(steps)} steps rest on too few blocks to say.)" if few else ""
    if level:
        return f"Neighbours that may change places: {'; '.join(level)}.{unknown}"
    return f"Each bot is told apart from the next one below.{unknown}"


def misfit_sentence(ladder: Ladder, bots: Sequence[str]) -> str:
    """How well one number a bot describes all pairs; empty where there are two bots only."""
    if len(ladder.rungs) < 3:
        return ""
    pair = ladder.misfit
    expected = words.number(100 * pair.expected, 1)
    off = words.number(100 * abs(pair.share.mean - pair.expected), 1)
    return (
        f"One number a bot can't tell everything: the ratings are furthest off for {bots[pair.first]} "
        f"against {bots[pair.second]}, by {off} points. They lead one to expect a win share of "
        f"{expected}{words.NARROW}%, and it is {words.percent_with_interval(pair.share)}."
    )


def matrix_sentence(ladder: Ladder, bots: Sequence[str]) -> str:
    """How many pairs are told apart, and the widest gap."""
    pair = max(ladder.pairs, key=lambda pair: abs(pair.share.mean - ladder.fair))
    turned = pair if pair.share.mean >= ladder.fair else pair.turned()
    clear = sum(pair.clear is True for pair in ladder.pairs)
    return (
        f"{clear} of {len(ladder.pairs)} pairs are told apart. The widest gap: {bots[turned.first]} wins "
        f"{words.percent_with_interval(turned.share)} a seat against {bots[turned.second]}."
    )


def cycle_sentences(ladder: Ladder, bots: Sequence[str]) -> tuple[str, ...]:
    """Every ring in a sentence, or why none is told."""
    judged = sum(pair.clear is not None for pair in ladder.pairs)
    if not judged:
        return (f"No ring can be told: no pair has played {words.SMALL} blocks.",)
    if not ladder.cycles:
        clear = sum(pair.clear is True for pair in ladder.pairs)
        found = f"No ring found: of {judged} pairs judged {clear} are told apart, and no bots among them"
        return (f"{found} beat each other in a ring.",)
    told = [_ring_sentence(cycle, bots) for cycle in ladder.cycles[:_MOST_RINGS]]
    if (more := len(ladder.cycles) - _MOST_RINGS) > 0:
        told.append(f"And {more} more such {'ring' if more == 1 else 'rings'}.")
    return tuple(told)


def _ring_sentence(cycle: Sequence[int], bots: Sequence[str]) -> str:
    steps = [f"{bots[a]} beats {bots[b]}" for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]
    return f"A ring: {words.listing(steps)}, each clearly; no order of these {len(cycle)} is right."


def alike_sentences(names: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Bots that share a row, since they play alike."""
    return tuple(
        f"{Alike(tuple(group), by_construction=True).sentence} One row stands for {_all(group)}."
        for group in names
        if len(group) > 1
    )


def _all(group: Sequence[str]) -> str:
    return "both" if len(group) == 2 else f"all {len(group)}"
