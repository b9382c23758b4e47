"""The signature is a property of the engine, not of how it is asked."""

from __future__ import annotations

import re

from analyzer.simulate.signature import block_hashes, engine_signature
from analyzer.simulate.standard import standard_job
from cext import types


def test_signature_is_short_and_stable() -> None:
    signature = engine_signature()
    assert re.fullmatch("[0-9a-f]{12}", signature)
    assert engine_signature() == signature


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
