"""Variants against a baseline: which differences are more than chance, among all that are compared."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from analyzer.analysis.metrics.metric import Compared, Kind
from analyzer.analysis.metrics.pairs import Paired
from analyzer.analysis.stats import FEW_BLOCKS, benjamini_hochberg, p_values

FEW_DIFFERING = 30
"""A difference is judged only if the two runs differ in so many blocks: with fewer the error is unsure."""


def compare(variants: Sequence[Sequence[Paired]]) -> list[tuple[Compared, ...]]:
    """All differences of all variants, with p-values corrected for their number, all and of their kind."""
    flat = [paired for of_variant in variants for paired in of_variant]
    p = np.array([_p_value(paired) for paired in flat], np.float64)
    corrected = benjamini_hochberg(p)
    for kind in Kind:
        of_kind = np.array([paired.metric.kind is kind for paired in flat], bool)
        corrected[of_kind] = np.fmax(corrected[of_kind], benjamini_hochberg(p[of_kind]))
    judged = iter(zip(flat, p.tolist(), corrected.tolist(), strict=True))
    return [tuple(_compared(*each) for each in (next(judged) for _ in of_variant)) for of_variant in variants]


def _p_value(paired: Paired) -> float:
    """The p-value of a difference, NaN if it can't be judged."""
    difference = paired.difference
    if difference.blocks < FEW_BLOCKS or paired.differing < FEW_DIFFERING or math.isnan(difference.se):
        return math.nan
    found = p_values(np.array([difference.mean]), np.array([difference.se]), np.array([difference.blocks]))
    return float(found[0])


def _compared(paired: Paired, p: float, corrected: float) -> Compared:
    same = paired.differing == 0
    return Compared(paired.metric, paired.first, paired.second, paired.difference, p, corrected, same)
