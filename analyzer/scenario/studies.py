"""Which studies a run plays besides its games: words and sizes, as scenarios and commands give them."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from analyzer.scenario.model import Scenario
from analyzer.scenario.problems import Problems

STUDY_WORDS: Final = {"probes": "decisions", "restrictions": "blocks", "luck": "blocks"}
"""Studies, and what their size counts; in the order in which they are played."""
NO_STUDY: Final = "none"
MOST: Final = 100_000_000


def read_studies(wanted: Any, where: str, problems: Problems) -> tuple[str, ...]:
    """Canonical texts of studies, "probes" or "luck=5000", in the order of STUDY_WORDS."""
    if not isinstance(wanted, list) or not all(isinstance(text, str) for text in wanted):
        problems.add(where, "this is no list of studies", 'write it like ["probes", "luck=5000"]')
        return ()
    found: dict[str, str] = {}
    for text in wanted:
        name, equals, size = (part.strip() for part in text.partition("="))
        if name not in STUDY_WORDS:
            problems.unknown(where, name, "study", tuple(STUDY_WORDS))
        elif name in found:
            problems.add(where, f"`{name}` is named twice", "leave one of them out")
        elif not equals:
            found[name] = name
        elif not re.fullmatch(r"[0-9][0-9_]{0,12}", size) or not 1 <= int(size.replace("_", "")) <= MOST:
            wrong = f"`{size}` is no number of {STUDY_WORDS[name]}"
            problems.add(where, wrong, f"write one from 1 to {MOST}, such as {name}=5000")
        else:
            found[name] = f"{name}={int(size.replace('_', ''))}"
    return tuple(found[name] for name in STUDY_WORDS if name in found)


def study_sizes(scenario: Scenario) -> dict[str, int | None]:
    """The studies of a scenario in their order, with their sizes; None: by the games of the run."""
    parted = (text.partition("=") for text in scenario.studies)
    return {name: int(size) if size else None for name, _, size in parted}


def with_studies(scenario: Scenario, text: str, where: str = "--study") -> Scenario:
    """The scenario with these studies in the place of its own: "probes,luck=5000", or "none".

    Raises:
        ScenarioErrors: a word that is no study, a size that is no number of it.
    """
    problems = Problems()
    wanted = [] if text.strip() == NO_STUDY else text.split(",")
    studies = read_studies(wanted, where, problems)
    problems.raise_if_any()
    return msgspec.structs.replace(scenario, studies=studies)
