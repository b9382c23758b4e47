"""Several runs that play the same blocks, read side by side: a baseline and its variants, in one pass."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.metrics.chapter import Sums
from analyzer.analysis.metrics.layout import Layout, layout_of
from analyzer.analysis.metrics.moments import Moments
from analyzer.analysis.metrics.pairs import PairMoments
from analyzer.analysis.metrics.rows import rows_of_part
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sums import side_by_side
from analyzer.recording.store import Run
from analyzer.scenario import scenario_from_dict


class RunSums:
    """The sums of one run by block, read from its parts when they are asked for."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.layout: Layout = layout_of(scenario_from_dict(run.manifest.scenario))

    def between(self, first: int, end: int) -> list[Sums]:
        """The sums of the blocks from ``first`` to before ``end``, in order, part by part."""
        size = self.run.manifest.blocks_per_part
        found = []
        for part in range(first // size, -(-min(end, self.run.blocks) // size)):
            start = part * size
            blocks = min(size, self.run.blocks - start)
            sums = self.layout.sums(rows_of_part(self.run.path, part, start, blocks))
            wanted = slice(max(first - start, 0), min(end - start, blocks))
            found.append(sums if (wanted.start, wanted.stop) == (0, blocks) else sums.at(wanted))
        return found


def pair_with(baseline: Run, variants: Sequence[Run]) -> tuple[dict[str, Estimate], list[PairMoments]]:
    """The baseline's metrics by key over all its blocks, and the sums of each variant paired with it.

    A variant is paired over the blocks that both have.  Memory: a part of two runs, and of each thread.
    """
    first = RunSums(baseline)
    others = [RunSums(run) for run in variants]
    pairs = [PairMoments(first.layout, other.layout) for other in others]
    own = Moments(len(first.layout.means), len(first.layout.counted))
    size = baseline.manifest.blocks_per_part
    for start in range(0, baseline.blocks, size):
        (sums,) = first.between(start, start + size)
        moments = Moments.of(sums)
        own.add(moments)
        there = [index for index, other in enumerate(others) if other.run.blocks > start]
        for _ in side_by_side(
            lambda index, start=start, sums=sums, moments=moments: _pair(  # type: ignore[misc]
                pairs[index], others[index], start, sums, moments
            ),
            there,
        ):
            pass
    return first.layout.estimates(own), pairs


def _pair(pairs: PairMoments, other: RunSums, start: int, sums: Sums, moments: Moments) -> None:
    """Add the blocks of a baseline's part to a pair, as far as the other run has them."""
    done = 0
    for theirs in other.between(start, start + sums.blocks):
        if theirs.blocks == sums.blocks:
            pairs.add(sums, theirs, moments)
        else:
            ours = sums.at(slice(done, done + theirs.blocks))
            pairs.add(ours, theirs, Moments.of(ours))
        done += theirs.blocks
