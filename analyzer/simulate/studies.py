"""The studies that a run plays after its games: how large they are, and playing them into its folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.recording.run_studies import studies_of
from analyzer.recording.studies import STUDIES
from analyzer.recording.study_schema import LUCK, RESTRICTIONS
from analyzer.scenario.studies import study_sizes
from analyzer.simulate.crew import CoursePlayers
from analyzer.simulate.job import slow
from analyzer.simulate.study_course import StudyPlan, play_study

if TYPE_CHECKING:
    from analyzer.simulate.plan import Plan


@dataclass(frozen=True, slots=True)
class _Size:
    """How large a study is by default: one in ``games`` of the run's games, within bounds.

    ``least`` does not hold for slow bots, whose games may be few for a reason.
    """

    games: int
    least: int
    most: int

    def of(self, games: int, *, is_slow: bool) -> int:
        """The size beside a run of so many games."""
        return max(1 if is_slow else self.least, min(games // self.games, self.most))


# Measured with the shipped bots: all three together are about as many games as a third of the run.
# More than ``most`` would show no more: by then the intervals are narrower than what a designer can use.
_SIZES: Final = {
    "probes": _Size(25, 1_200, 200_000),
    RESTRICTIONS: _Size(500, 200, 20_000),
    LUCK: _Size(500, 200, 20_000),
}
_GAMES_PER_DECISION: Final = 3.5  # of probes, about
_MOST_PROBED: Final = "placement"

# Disk use in bytes, measured as that of a run's tables: rows of probes need the most.
_BYTES_PER_ROW: Final = 9
_BYTES_PER_STUDY: Final = 80_000  # study.json with the scenario in full, and what a part has besides rows
_PART_OF_OTHERS: Final = 10  # a tenth of the probes for each other kind, the rest for that one


@dataclass(frozen=True, slots=True, eq=False)
class PlannedStudy:
    """One study to be played: its name in the run's folder, and what it plays.

    ``word``: as users name it; probes are several studies.  ``games``: about how many it plays.
    """

    word: str
    plan: StudyPlan
    games: int

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.plan.manifest.name

    @property
    def blocks(self) -> int:
        """Its blocks: of probes as many as decisions."""
        return self.plan.manifest.blocks

    @property
    def disk_bytes(self) -> int:
        """About how much disk it will take: each game leaves a row."""
        return self.games * _BYTES_PER_ROW + _BYTES_PER_STUDY


def plan_studies(plan: Plan) -> tuple[PlannedStudy, ...]:
    """The studies of a run's scenario, in the order of playing.

    Raises UserError if a Python bot can't be loaded or a study is too large.
    """
    is_slow = slow(plan.bots, plan.functions)
    planned: list[PlannedStudy] = []
    for word, asked in study_sizes(plan.scenario).items():
        size = _SIZES[word].of(plan.games, is_slow=is_slow) if asked is None else asked
        planned.extend(_probes(plan, size) if word == "probes" else [_of_blocks(plan, word, size)])
    return tuple(planned)


def studies_beside(plan: Plan, games: int, run: Path) -> tuple[PlannedStudy, ...]:
    """The studies of a run that has so many games: all of its plan's, or those before a rule or the clock.

    Studies in its folder of another size are removed: a budget may have ended the run before, and they
    were sized by the games that it had then.
    """
    blocks = games // plan.games_per_block
    planned = plan_studies(replace(plan, asked=games, blocks=blocks))
    there = studies_of(run)
    for study in planned:
        if study.name in there and there[study.name].manifest.blocks != study.blocks:
            shutil.rmtree(run / STUDIES / study.name)
    return planned


def _probes(plan: Plan, decisions: int) -> list[PlannedStudy]:
    """A study for each kind of decision, the most for that of placements."""
    from analyzer.simulate.probing import KINDS, plan_probes, probe_study

    each = decisions // _PART_OF_OTHERS
    sizes = dict.fromkeys(KINDS, each) | {_MOST_PROBED: decisions - each * (len(KINDS) - 1)}
    return [
        PlannedStudy(
            "probes",
            probe_study(plan_probes(plan.scenario, size, plan.seed), kind),
            round(size * _GAMES_PER_DECISION),
        )
        for kind, size in sizes.items()
        if size
    ]


def _of_blocks(plan: Plan, word: str, blocks: int) -> PlannedStudy:
    """A study that plays every variant in each of its blocks."""
    from analyzer.simulate.luck_study import luck_study, pool_of
    from analyzer.simulate.restriction_study import restriction_study

    if word == RESTRICTIONS:
        study = restriction_study(plan, blocks)
    else:
        study = luck_study(plan, blocks, pool_of(plan.scenario.bots))
    return PlannedStudy(word, study, blocks * len(study.manifest.variants))


def play_studies(
    studies: Sequence[PlannedStudy],
    run: Path,
    crew: CoursePlayers,
    begin: Callable[[PlannedStudy], Callable[[int], None]],
    *,
    resume: bool = False,
) -> None:
    """Play studies into the folder of a run that was just played; ``resume``: what of them is missing.

    ``begin`` is told each study before it is played, and gives what is told the blocks just played.
    Raises what ``play_study`` raises; the run, and the parts of studies that are whole, stay.
    """
    for study in studies:
        play_study(study.plan, run / STUDIES / study.name, crew, resume=resume, progress=begin(study))


def are_complete(run: Path, studies: Sequence[PlannedStudy]) -> bool:
    """Whether nothing is left to play of any study; of damaged ones all is."""
    played = blocks_played(run, studies)
    return all(played[study.name] == study.blocks for study in studies)


def blocks_played(run: Path, studies: Sequence[PlannedStudy]) -> dict[str, int]:
    """Blocks of each study that can be read, by the study's name."""
    found = studies_of(run)
    return {study.name: found[study.name].blocks if study.name in found else 0 for study in studies}
