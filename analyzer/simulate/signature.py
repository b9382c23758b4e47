"""The engine's signature: equal signatures play equal games.

A hash over a fixed set of games by the standard rules, for every number of players, with every
policy of the core but `first`.  Builds, machines and versions compare by it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from analyzer.simulate.job import Job
from analyzer.simulate.standard import default_bots, standard_job
from cext import core, types

_SEED = 20
_BLOCKS = 40
_SEARCHED_BLOCKS = 1  # a game with one searching seat takes some hundred times as long


@cache
def engine_signature() -> str:
    """Twelve hexadecimal digits."""
    digest = hashlib.sha256()
    for players in range(1, types.Size.N_SEATS + 1):
        for job, blocks in signature_games(players):
            digest.update(block_hashes(job, 0, blocks).tobytes())
    return digest.hexdigest()[:12]


def signature_games(players: int) -> Iterator[tuple[Job, int]]:
    """The jobs of which the signature is made, with the number of their blocks."""
    job = standard_job(players, types.Policy.POLICY_RANDOM, _SEED)
    balanced = default_bots(types.Policy.POLICY_BALANCED)
    yield job, _BLOCKS
    yield replace(job, bots=default_bots(types.Policy.POLICY_NOVICE)), _BLOCKS
    yield replace(job, bots=balanced), _BLOCKS
    yield replace(job, bots=opinionated_bots()), _BLOCKS
    search = np.concatenate([default_bots(types.Policy.POLICY_SEARCH), balanced])
    one = np.array([[0, *[1] * (players - 1)]], np.int8)
    yield replace(job, bots=search, bot_names=("search", "balanced"), seating=one), _SEARCHED_BLOCKS


def opinionated_bots() -> np.ndarray:
    """A balanced bot each of whose weights has its say: by default some of them add nothing.

    Each lies a quarter of the way from its default to its highest, and less in later stages.
    """
    bots = default_bots(types.Policy.POLICY_BALANCED)
    for index, weight in enumerate(core.WEIGHTS):
        way = weight.high - weight.default or weight.low - weight.default
        values = bots["weights"][0].reshape(types.Size.N_STAGES, -1)[:, index]
        values += [way // part for part in (4, 5, 6)]
    return bots


def block_hashes(job: Job, first: int, blocks: int) -> np.ndarray:
    """Hashes (little-endian uint64) of ``blocks`` blocks from ``first`` on, played anew."""
    rows = np.empty(blocks, core.ROW_DTYPES["blocks"])
    core.play_blocks(job.rules, job.bots, job.seating, job.seed, first, blocks, {"blocks": rows})
    return rows["hash"].astype("<u8")
