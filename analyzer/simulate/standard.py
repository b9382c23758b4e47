"""Games by the standard rules with one bot of default weights in all seats.

What the engine's signature and the benchmark play: it depends on no scenario.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from analyzer.simulate.job import Job, Recording
from cext import core, types

_SEARCHED = (
    types.Decision.DECISION_CARD,
    types.Decision.DECISION_DIE,
    types.Decision.DECISION_TOKEN,
    types.Decision.DECISION_HEX,
)


def policy_word(policy: int) -> str:
    """``random`` for ``POLICY_RANDOM``."""
    return types.Policy(policy).name.removeprefix("POLICY_").lower()


def default_bots(policy: int) -> np.ndarray:
    """One bot of a policy as an array of ``core.BOT_DTYPE``; if it searches, with the fewest playouts."""
    bots = np.zeros(1, core.BOT_DTYPE)
    bots["policy"] = policy
    if policy == types.Policy.POLICY_SEARCH:
        bots["playouts"] = 1
        bots["choices"] = sum(1 << kind for kind in _SEARCHED)
    for index, (_, default, *_) in enumerate(core.WEIGHTS):
        bots["weights"][0].reshape(types.Size.N_STAGES, -1)[:, index] = default
    return bots


def standard_job(
    players: int,
    policy: int,
    seed: int,
    recording: Recording = "off",
    folder: Path | None = None,
    batch_games: int | None = None,
) -> Job:
    """A job of one-game blocks."""
    from analyzer.scenario import standard_rule_set, to_arrays

    rules = to_arrays(standard_rule_set(), players)
    seating = np.zeros((1, players), np.int8)
    names = (policy_word(policy),)
    return Job(rules, default_bots(policy), names, seating, seed, recording, folder, batch_games)
