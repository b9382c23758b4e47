"""Findings: all that a run and its studies compare, what of it stands out, and in which order."""

from __future__ import annotations

import dataclasses

from analyzer.analysis.findings.choices import compared_choices
from analyzer.analysis.findings.chosen import Finding, Findings, choose
from analyzer.analysis.findings.dealt import compared_deals
from analyzer.analysis.findings.delayed import compared_delays
from analyzer.analysis.findings.examples import games_of
from analyzer.analysis.findings.standings import compared_standings
from analyzer.analysis.study import Study
from analyzer.recording.studies import studies_of

__all__ = ["Finding", "Findings", "findings"]


def findings(study: Study) -> Findings:
    """Compare all that a run and its studies hold; each finding with a game to look at."""
    studies = studies_of(study.folder)
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
