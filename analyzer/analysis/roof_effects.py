"""What buying a roof changes, against buying none at the same moment and against the other roofs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.option_pairs import OTHER_SUBJECT, option_pairs
from analyzer.analysis.probes import OptionEffect, Probed, effects_among, probed_in
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.run_studies import study_of_run
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES, Probes

NO_ROOF = 0
"""Subject of the option to buy none; roof i has i + 1."""


@dataclass(frozen=True, slots=True)
class RoofEffects:
    """All bots together.

    ``against_none``: each roof less none; ``among_roofs``: by the roof's number, it less the mean of the
    other roofs on offer, over the purchases in which there were some.
    """

    probed: Probed
    against_none: tuple[OptionEffect, ...]
    among_roofs: Mapping[int, Estimate]


def roof_effects(study: Study) -> RoofEffects | None:
    """What a run's probes of roofs tell; None without any."""
    folder = study_of_run(study.folder, f"{PROBES}roof")
    return None if folder is None else roof_effects_in(folder)


def roof_effects_in(folder: StudyFolder) -> RoofEffects:
    """What a folder of probes of roofs tells."""
    among = effects_among(folder, pl.col(Probes.SUBJECT) != NO_ROOF)
    return RoofEffects(
        probed_in(folder)[0],
        roofs_against_none(folder)[None],
        {option.key[0]: option.effect for option in among},
    )


def roofs_against_none(folder: StudyFolder) -> dict[int | None, tuple[OptionEffect, ...]]:
    """Each roof less none in the same game: of all bots together (None) and of each bot."""
    pairs = option_pairs(folder, pl.col(OTHER_SUBJECT) == NO_ROOF)
    return {
        bot: tuple(
            OptionEffect(
                (subject, place), pair.effect.n, pair.when_chosen.n, pair.effect, pair.when_chosen, pair.share
            )
            for (subject, place, _, _), pair in found.items()
        )
        for bot, found in pairs.items()
    }
