"""Block scores of a real pair of bots, and resamples of them: data that vary as games do."""

from __future__ import annotations

from functools import cache

import numpy as np

from analyzer.analysis.block_scores import BlockScores, block_scores
from analyzer.scenario import fair_seating, standard_rule_set, to_arrays
from analyzer.simulate.scores import Match, Scorer
from analyzer.simulate.standard import default_bots
from cext import types

POOL = 500  # blocks


def real_bots() -> np.ndarray:
    """The balanced policy with its default weights, and with each a tenth lower."""
    bots = np.concatenate([default_bots(types.Policy.POLICY_BALANCED)] * 2)
    bots["weights"][1] = bots["weights"][1] * 9 // 10
    return bots


@cache
def real_pair() -> BlockScores:
    """The two at three players, in blocks of six games."""
    seating = fair_seating(2, 3)
    rules = to_arrays(standard_rule_set(), 3)
    with Scorer(1) as scorer:
        (scores,) = scorer.play([Match(rules, real_bots(), seating, 11, 0, POOL)])
    pair = block_scores(scores, seating)
    assert pair.share(0).squares > 0
    return pair


def resample(rng: np.random.Generator, blocks: int) -> BlockScores:
    """So many blocks drawn from the real pair's: their true means are those of ``real_pair``."""
    return real_pair().at(rng.integers(0, POOL, blocks))
