"""The signature is a property of the engine, not of how it is asked."""

from __future__ import annotations

import re
from dataclasses import replace

from analyzer.simulate.signature import block_hashes, engine_signature, opinionated_bots, signature_games
from analyzer.simulate.standard import standard_job
from cext import core, types


def test_signature_is_short_and_stable() -> None:
    signature = engine_signature()
    assert re.fullmatch("[0-9a-f]{12}", signature)
    assert engine_signature.__wrapped__() == signature


def test_signature_plays_every_policy_at_every_number_of_players() -> None:
    jobs = [job for players in range(1, 5) for job, _ in signature_games(players)]
    played = {(job.players, int(job.bots["policy"][bot])) for job in jobs for bot in job.seating.flat}
    thoughtless = {types.Policy.POLICY_FIRST, types.Policy.POLICY_PYTHON}  # the core doesn't choose for them
    policies = set(types.Policy) - thoughtless
    assert played == {(players, policy) for players in range(1, 5) for policy in policies}


def test_signature_covers_the_weights() -> None:
    """What a weight does shows in the games of the bot that has an opinion of everything.

    A few may only matter in moments that so few games don't bring.
    """
    bots = opinionated_bots()
    jobs = [replace(standard_job(players, types.Policy.POLICY_BALANCED, 20), bots=bots) for players in (2, 4)]
    usual = [block_hashes(job, 0, 40).tolist() for job in jobs]
    unseen = []
    for index, weight in enumerate(core.WEIGHTS):
        without = bots.copy()
        values = without["weights"][0].reshape(3, -1)[:, index]
        assert weight.default not in values.tolist()
        assert all(weight.low <= value <= weight.high for value in values.tolist())
        values[:] = weight.default
        if [block_hashes(replace(job, bots=without), 0, 40).tolist() for job in jobs] == usual:
            unseen.append(weight.name)
    assert len(unseen) <= len(core.WEIGHTS) // 10, unseen


def test_hashes_depend_on_the_block_alone() -> None:
    job = standard_job(3, types.Policy.POLICY_RANDOM, seed=1)
    together = block_hashes(job, 0, 10)
    assert block_hashes(job, 4, 3).tolist() == together[4:7].tolist()
    assert len(set(together.tolist())) == 10


def test_hashes_tell_seeds_and_policies_apart() -> None:
    random = standard_job(2, types.Policy.POLICY_RANDOM, seed=1)
    other_seed = standard_job(2, types.Policy.POLICY_RANDOM, seed=2)
    other_bot = standard_job(2, types.Policy.POLICY_FIRST, seed=1)
    first = [block_hashes(job, 0, 1)[0] for job in (random, other_seed, other_bot)]
    assert len(set(first)) == 3
