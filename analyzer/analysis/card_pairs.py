"""One placement of a card against another, where a probed decision could choose either."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

import polars as pl

from analyzer.analysis.estimates import collect_parts, estimate
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.run_studies import study_of_run
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES, Probes

_OTHER = "other"
_KEY = (Probes.BOT, Probes.SUBJECT, Probes.PLACE, _OTHER)
_DIFFERENCE = "difference"

Pairs: TypeAlias = Mapping[tuple[int, int, int], Estimate]
"""By card number and two placements: the outcome with the first less that with the second, vp."""


def placement_pairs(study: Study) -> dict[int | None, Pairs]:
    """Pairs of all bots together (None) and of each bot; empty without probes of placements."""
    folder = study_of_run(study.folder, f"{PROBES}placement")
    return {} if folder is None else pairs_in(folder)


def pairs_in(folder: StudyFolder) -> dict[int | None, Pairs]:
    """The pairs in a folder of probes; each block holds one decision, so its differences are independent."""
    scale = max(1, folder.manifest.players - 1)
    sums = collect_parts([_sums(frame) for frame in folder.parts()])
    bots: list[int | None] = [None, *range(len(folder.manifest.bots))]
    found: dict[int | None, Pairs] = {}
    for bot in bots:
        rows = sums if bot is None else sums.filter(pl.col(Probes.BOT) == bot)
        whole = rows.group_by(_KEY[1:]).agg(pl.col("n", "total", "squares").sum()).sort(_KEY[1:])
        found[bot] = {
            (card, place, other): _mean(n, total, squares, scale)
            for card, place, other, n, total, squares in whole.iter_rows()
        }
    return found


def _sums(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Count, sum and squares of the differences by bot, card and ordered pair of placements."""
    rows = frame.select(
        Probes.BLOCK,
        pl.col(Probes.BOT).to_physical().cast(pl.Int64),
        Probes.SUBJECT,
        Probes.PLACE,
        pl.col(Probes.MARGIN).cast(pl.Int64),
    )
    others = rows.select(Probes.BLOCK, Probes.SUBJECT, pl.col(Probes.PLACE).alias(_OTHER), Probes.MARGIN)
    difference = pl.col(Probes.MARGIN) - pl.col(f"{Probes.MARGIN}_right")
    return (
        rows.join(others, on=[Probes.BLOCK, Probes.SUBJECT])
        .filter(pl.col(Probes.PLACE) != pl.col(_OTHER))
        .with_columns(difference.alias(_DIFFERENCE))
        .group_by(_KEY)
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            pl.col(_DIFFERENCE).sum().alias("total"),
            (pl.col(_DIFFERENCE) * pl.col(_DIFFERENCE)).sum().alias("squares"),
        )
    )


def _mean(n: int, total: int, squares: int, scale: int) -> Estimate:
    error = math.sqrt((squares * n - total * total) / (n * n * (n - 1))) if n > 1 else math.nan
    return estimate(total / n / scale, error / scale, n, n, False)
