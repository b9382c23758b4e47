"""Ladders without a game played: bots of known strengths, finishing by the model of Plackett and Luce."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.ladder import Duel, Ladder, duel_of, ladder_of
from analyzer.recording.ladder_store import LadderManifest, PairEntry
from analyzer.recording.manifest import versions
from analyzer.scenario import fair_seating
from analyzer.simulate.scores import SHARES, Scores

FOUR = fair_seating(2, 4)

Strengths = Callable[[int, int], Sequence[NDArray[np.float64]]]
"""Log worths of two bots by block (or one for all blocks)."""


def scores_of(vp: NDArray[np.int16]) -> Scores:
    """Scores whose wins follow from the vp."""
    best = vp == vp.max(axis=-1, keepdims=True)
    return Scores((best * (SHARES // best.sum(axis=-1, keepdims=True))).astype(np.int16), vp)


def played(
    rng: np.random.Generator, strengths: Sequence[NDArray[np.float64]], blocks: int, seating: NDArray[np.int8]
) -> Scores:
    """Games of two bots; vp are twice the number of seats behind, as no two are level."""
    of_block = np.stack([np.broadcast_to(strength, (blocks,)) for strength in strengths], axis=1)
    race = of_block[:, seating] + rng.gumbel(size=(blocks, *seating.shape))
    return scores_of((2 * np.argsort(np.argsort(race, axis=-1), axis=-1)).astype(np.int16))


def duels(
    bots: int,
    strengths: Strengths,
    blocks: int,
    *,
    seed: int = 1,
    seating: NDArray[np.int8] = FOUR,
    fewer: dict[int, int] | None = None,
) -> list[Duel]:
    """Every two bots; ``fewer``: blocks of the pairs with some bots."""
    rng = np.random.default_rng(seed)
    found = []
    for first, second in combinations(range(bots), 2):
        own = min([blocks, *((fewer or {}).get(bot, blocks) for bot in (first, second))])
        found.append(duel_of(first, second, played(rng, strengths(first, second), own, seating), seating))
    return found


def by_worth(*worth: float) -> Strengths:
    """One strength a bot, against whomever."""
    return lambda first, second: (np.array(worth[first]), np.array(worth[second]))


def manifest_of(names: Sequence[Sequence[str]], duelled: Sequence[Duel], **changes: object) -> LadderManifest:
    """What would be said of these duels."""
    content: dict[str, object] = {
        "rule_set": "standard",
        "rules_hash": "0123456789abcdef0123",
        "differences": (),
        "players": 4,
        "seed": 7,
        "bots": tuple(
            {"name": group[0], "description": "Plays.", "policy": "random", "weights": {}} for group in names
        ),
        "names": tuple(tuple(group) for group in names),
        "seating": tuple(tuple(row) for row in FOUR.tolist()),
        "pairs": tuple(PairEntry(duel.first, duel.second, duel.blocks) for duel in duelled),
        "engine": "abcdef012345",
        "versions": versions(),
    }
    return LadderManifest(**(content | changes))  # type: ignore[arg-type]


def ladder_and_manifest(
    names: Sequence[str], strengths: Strengths, blocks: int, **options: object
) -> tuple[Ladder, LadderManifest]:
    """A ladder of these bots."""
    duelled = duels(len(names), strengths, blocks, **options)  # type: ignore[arg-type]
    return ladder_of(duelled, FOUR), manifest_of([(name,) for name in names], duelled)


RING = np.array([[0.0, 0.7, -0.7], [-0.7, 0.0, 0.7], [0.7, -0.7, 0.0]])
"""How much stronger each of three bots is against each: rock, paper and scissors."""


def in_a_ring(first: int, second: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """0 beats 1, 1 beats 2, 2 beats 0; a bot 3 loses to all."""
    edge = RING[first, second] if second < 3 else 2.0
    return np.array(edge), np.array(0.0)
