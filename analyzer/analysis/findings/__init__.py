"""Findings: all that a run and its studies compare, what of it stands out, and in which order."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.analysis.advantage import Advantage, winners_advantage
from analyzer.analysis.findings.choices import compared_choices
from analyzer.analysis.findings.chosen import Finding, Findings, choose
from analyzer.analysis.findings.dealt import compared_deals
from analyzer.analysis.findings.delayed import compared_delays
from analyzer.analysis.findings.examples import games_of
from analyzer.analysis.findings.standings import compared_standings
from analyzer.analysis.imbalances import Imbalance, imbalances
from analyzer.analysis.study import Study
from analyzer.analysis.variance import VarianceShares, shares_in
from analyzer.recording.run_studies import studies_of
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import LUCK

__all__ = ["Finding", "Findings", "Report", "findings", "report"]


@dataclass(frozen=True, slots=True)
class Report:
    """What is worth knowing first: findings, what holds in general, and what is hardly used.

    ``shares``, ``advantage``: None where the run has nothing to compute them from.
    """

    findings: Findings
    shares: VarianceShares | None
    advantage: Advantage | None
    imbalances: tuple[Imbalance, ...]


def report(study: Study) -> Report:
    """Everything at once."""
    studies = studies_of(study.folder)
    return Report(
        findings(study, studies),
        shares_in(studies[LUCK]) if LUCK in studies else None,
        winners_advantage(study),
        imbalances(study, studies),
    )


def findings(study: Study, studies: Mapping[str, StudyFolder]) -> Findings:
    """Compare all that a run and its studies hold; each finding with a game to look at."""
    compared = [
        *compared_standings(study),
        *compared_deals(study),
        *compared_choices(study, studies),
        *compared_delays(studies),
    ]
    found = choose(compared)
    games = games_of(study, studies, [finding.compared for finding in found.ranked])
    ranked = (
        dataclasses.replace(finding, game=game) for finding, game in zip(found.ranked, games, strict=True)
    )
    return dataclasses.replace(found, ranked=tuple(ranked))
