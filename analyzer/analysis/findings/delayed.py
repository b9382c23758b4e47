"""Effects of being told when to complete a building, from restrictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.analysis.delays import delays_in
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import RESTRICTIONS

RUSH = 0
"""The round in the key of a building that is rushed."""


def compared_delays(studies: Mapping[str, StudyFolder]) -> Iterator[Compared]:
    """Every building rushed, and not completed before each round.

    ``often``: one player a game is told.  A rush that loses does not count: it says only that bots
    rightly don't, while one that gains, or a wait that costs or gains, says what timing is worth.
    """
    folder = studies.get(RESTRICTIONS)
    if folder is None:
        return
    study = delays_in(folder)
    found = study.effects
    bots = len(folder.manifest.bots)
    together = [each for each in found if each.bot is None]
    for each, p in zip(together, p_values_of(one.margin for one in together), strict=True):
        yield Compared(
            Topic.DELAY,
            (each.building, each.before or RUSH),
            Evidence.CAUSAL,
            each.margin,
            1.0,
            p,
            share=each.share,
            by_bot={
                other.bot: other.margin
                for other in found
                if other.bot is not None and (other.building, other.before) == (each.building, each.before)
            },
            told=each.words,
            among=() if len(study.pooled[each.building]) == bots else study.pooled[each.building],
            counts=each.before is not None or each.margin.mean > 0,
        )
