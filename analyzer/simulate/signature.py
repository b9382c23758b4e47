"""The engine's signature: equal signatures play equal games.

A hash over a fixed set of games by the standard rules, for every number of players, with
the random and the balanced policy.  Builds, machines and versions compare by it.
"""

from __future__ import annotations

import hashlib

import numpy as np

from analyzer.simulate.job import Job
from analyzer.simulate.standard import standard_job
from cext import core, types

_SEED = 20
_BLOCKS = 40
_POLICIES = (types.Policy.POLICY_RANDOM, types.Policy.POLICY_BALANCED)


def engine_signature() -> str:
    """Twelve hexadecimal digits."""
    digest = hashlib.sha256()
    for players in range(1, types.Size.N_SEATS + 1):
        for policy in _POLICIES:
            digest.update(block_hashes(standard_job(players, policy, _SEED), 0, _BLOCKS).tobytes())
    return digest.hexdigest()[:12]


def block_hashes(job: Job, first: int, blocks: int) -> np.ndarray:
    """Hashes (little-endian uint64) of ``blocks`` blocks from ``first`` on, played anew."""
    rows = np.empty(blocks, core.ROW_DTYPES["blocks"])
    core.play_blocks(job.rules, job.bots, job.seating, job.seed, first, blocks, {"blocks": rows})
    return rows["hash"].astype("<u8")
