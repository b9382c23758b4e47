"""How a page was made: what to type for the same games, and what they were."""

from __future__ import annotations

import shlex

from analyzer.analysis.endings import Ending
from analyzer.analysis.study import Study
from analyzer.recording.manifest import Manifest
from analyzer.recording.run_studies import studies_of
from analyzer.recording.studies import StudyFolder
from analyzer.scenario.model import Difference
from reports import words
from reports.ending_words import explanation


def made(study: Study, manifest: Manifest, ending: Ending | None) -> tuple[tuple[str, str], ...]:
    """Pairs of name and value; none says where on the machine something lies."""
    scenario = study.scenario
    arrangements = "; ".join(" · ".join(study.bots[bot] for bot in row) for row in study.seating)
    return (
        ("Command", command(manifest)),
        ("Scenario", scenario.name + (f": {scenario.description}" if scenario.description else "")),
        ("Rule set", f"{scenario.rule_set.name} (SHA-256 {manifest.rules_hash[:16]}…)"),
        ("Differences from standard", shown_differences(scenario.differences)),
        ("Seed", str(manifest.seed)),
        ("Games", f"{words.count(study.games)} in {words.count(study.blocks)} blocks"),
        *(() if ending is None else (("Ended", explanation(ending)),)),
        ("Seats in a block", arrangements),
        ("Bots", "; ".join(f"{bot.name}: {bot.description or bot.policy}" for bot in scenario.bots)),
        ("Studies", _studies(study)),
        ("Version", f"granja {manifest.versions.granja}, engine signature {manifest.engine}"),
        ("Built with", f"Python {manifest.versions.python}, polars {manifest.versions.polars}"),
    )


def command(manifest: Manifest) -> str:
    """What to type for the same games; for a run that no command made, what its scenario would need."""
    own = manifest.scenario["name"], "-n", str(manifest.games), "--seed", str(manifest.seed)
    return shlex.join(("granja", *(manifest.command or ("run", *own))))


def _studies(study: Study) -> str:
    """The extra games beside the run."""
    found = studies_of(study.folder)
    return "; ".join(_study(name, each) for name, each in found.items()) or "none"


def _study(name: str, folder: StudyFolder) -> str:
    blocks = f"{words.count(folder.blocks)} {'block' if folder.blocks == 1 else 'blocks'}"
    if not folder.complete:
        blocks += f" of {words.count(folder.manifest.blocks)} asked for"
    return f"{name}: {words.count(folder.manifest.rows)} rows from {blocks}, seed {folder.manifest.seed}"


def shown_differences(differences: tuple[Difference, ...]) -> str:
    """What differs from the standard rules, in one line."""
    if not differences:
        return "none"
    return "; ".join(f"{d.path}: {shown(d.value)} (standard {shown(d.standard)})" for d in differences)


def shown(value: object) -> str:
    """A value of a rule set."""
    return "absent" if value is None else str(value)
