"""Sums over blocks of several counts of a group at once, with their products.

Where nearly every block has rows for nearly every group, as market hexes have, a table of blocks by
groups is filled many times faster than rows are grouped.  A total and a ratio come from the same
sums.  These are whole numbers, exact in double precision up to 2**53, so that
the order of summing cannot matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.estimates import NOTHING, rate, ratio
from analyzer.analysis.stats import Estimate


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over blocks for some groups, each with the same list of counts.

    ``totals`` [groups, counts]; ``products`` [groups, counts, counts]: sums over blocks of one count's
    block sum times another's; ``present`` [groups, counts]: blocks in which the count isn't 0.
    """

    totals: np.ndarray
    products: np.ndarray
    present: np.ndarray

    def __add__(self, other: Moments) -> Moments:
        """The moments of the blocks of both."""
        return Moments(
            self.totals + other.totals, self.products + other.products, self.present + other.present
        )

    def rate(self, group: int, count: int, blocks: int, trials: int, *, is_share: bool = True) -> Estimate:
        """A count per trial, in ``blocks`` blocks of ``trials`` each, those without rows among them."""
        total, squares = int(self.totals[group, count]), int(self.products[group, count, count])
        return rate(total, squares, blocks, trials, is_share)

    def ratio(self, group: int, top: int, bottom: int, *, scale: int = 1, is_share: bool = False) -> Estimate:
        """One count per unit of another, over the blocks in which there is any of that."""
        n = int(self.totals[group, bottom])
        if n == 0:
            return NOTHING
        products = self.products[group]
        return ratio(
            int(self.totals[group, top]),
            int(products[top, top]),
            n,
            int(products[bottom, bottom]),
            int(products[top, bottom]),
            int(self.present[group, bottom]),
            scale,
            is_share,
        )


def block_sums(
    group: np.ndarray, block: np.ndarray, groups: int, blocks: int, values: Sequence[np.ndarray | None]
) -> np.ndarray:
    """Sums of each value by group and block, [groups, values, blocks] of float64.

    ``group``, ``block``: of each row; rows of group ``groups`` belong to none.  A value of None counts rows.
    """
    cells = group * blocks + block
    table = np.empty((groups, len(values), blocks))
    for place, value in enumerate(values):
        sums = np.bincount(cells, weights=value, minlength=groups * blocks)[: groups * blocks]
        table[:, place] = sums.reshape(groups, blocks)
    return table


def moments(table: np.ndarray) -> Moments:
    """The moments of a table of block sums, [groups, counts, blocks]."""
    return Moments(
        np.rint(table.sum(axis=2)).astype(np.int64),
        np.rint(table @ table.transpose(0, 2, 1)).astype(np.int64),
        (table != 0).sum(axis=2),
    )
