"""Games by the standard rules with one bot in all seats: what signature and benchmark play."""

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


def standard_job(players: int, policy: int, seed: int) -> Job:
    """A job of one-game blocks with a policy's default weights, not recorded."""
    from analyzer.scenario import standard_rule_set, to_arrays

    rules = to_arrays(standard_rule_set(), players)
    seating = np.zeros((1, players), np.int8)
    return Job(rules, default_bots(policy), (policy_word(policy),), seating, seed)


def bot_job(
    players: int, bot: str, seed: int, recording: Recording, folder: Path, batch_games: int | None = None
) -> Job:
    """A job of one-game blocks with a shipped bot in all seats."""
    from analyzer.scenario import bots_array, load_bot, standard_rule_set, to_arrays
    from analyzer.scenario.problems import Problems

    problems = Problems()
    found = load_bot(bot, Path(), "bench", problems)
    problems.raise_if_any()
    assert found is not None
    rules = to_arrays(standard_rule_set(), players)
    seating = np.zeros((1, players), np.int8)
    return Job(rules, bots_array((found,)), (bot,), seating, seed, recording, folder, batch_games)
