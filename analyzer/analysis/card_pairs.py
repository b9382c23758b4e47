"""One placement of a card against another, where a probed decision could choose either."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import polars as pl

from analyzer.analysis.option_pairs import OTHER_SUBJECT, option_pairs
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.studies import StudyFolder, study_of_run
from analyzer.recording.study_schema import PROBES, Probes

Pairs: TypeAlias = Mapping[tuple[int, int, int], Estimate]
"""By card number and two placements: the outcome with the first less that with the second, vp."""


def placement_pairs(study: Study) -> dict[int | None, Pairs]:
    """Pairs of all bots together (None) and of each bot; empty without probes of placements."""
    folder = study_of_run(study.folder, f"{PROBES}placement")
    return {} if folder is None else pairs_in(folder)


def pairs_in(folder: StudyFolder) -> dict[int | None, Pairs]:
    """The pairs in a folder of probes."""
    same_card = pl.col(Probes.SUBJECT) == pl.col(OTHER_SUBJECT)
    return {
        bot: {(card, place, other): pair.effect for (card, place, _, other), pair in pairs.items()}
        for bot, pairs in option_pairs(folder, same_card).items()
    }
