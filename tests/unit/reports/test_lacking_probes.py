"""The chapter on cards names the figures that more probed decisions would add."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from analyzer.analysis.study import study_of
from analyzer.recording.store import Run
from reports.figures.drawings import Dots
from reports.page import Figure
from reports.sections.placements import lacking_probes
from tests.unit.reports.plain import plain

NAMES = {
    "placement-effect": "the map of what each use changes",
    "placement-choice": "obvious cards and real choices",
    "placement-bias": "observed against causal",
}


def figure(name: str) -> Figure:
    return Figure(name, "", "", "", Dots((), ""))


@pytest.mark.parametrize(
    "shown", [[], ["placement-effect"], ["placement-bias-0", "placement-choice"]], ids=str
)
def test_what_is_not_there_is_named(runs: Callable[[str], Run], shown: list[str]) -> None:
    (text,) = lacking_probes(study_of(runs("four")), [figure(name) for name in shown])
    said = plain(text.paragraphs[0])
    for start, words in NAMES.items():
        assert (words in said) != any(name.startswith(start) for name in shown)
    assert "About 19 800 probed placements" in said
    assert "--study probes=39600" in said


def test_nothing_is_said_when_all_are_there(runs: Callable[[str], Run]) -> None:
    assert lacking_probes(study_of(runs("four")), [figure(name) for name in NAMES]) == []
