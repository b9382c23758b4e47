"""Small runs of every kind, and their pages, made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.analysis.study import study_of
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports.build import build_page
from reports.html import render
from reports.page import Page
from tests.unit.simulate.plans import plan_of

LINE_UPS = {
    "solo": ("balanced",),
    "two": ("balanced", "random"),
    "three": ("random", "random", "random"),
    "four": ("balanced", "random", "balanced", "random"),
}
KINDS = tuple(LINE_UPS)
GAMES = 400


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Run]:
    """The run of a kind, played at its first use."""
    found: dict[str, Run] = {}

    def run(kind: str) -> Run:
        if kind not in found:
            folder = tmp_path_factory.mktemp(kind)
            record(plan_of(folder, *LINE_UPS[kind], games=GAMES), folder / "run", workers=Processes(1))
            found[kind] = open_run(Path(folder / "run"))
        return found[kind]

    return run


@pytest.fixture(scope="session")
def pages(runs: Callable[[str], Run]) -> Callable[[str], Page]:
    """The page model of a kind."""
    found: dict[str, Page] = {}

    def page(kind: str) -> Page:
        if kind not in found:
            run = runs(kind)
            found[kind] = build_page(study_of(run), run.manifest)
        return found[kind]

    return page


@pytest.fixture(scope="session")
def htmls(pages: Callable[[str], Page]) -> Callable[[str], str]:
    """The rendered page of a kind."""
    found: dict[str, str] = {}

    def html(kind: str) -> str:
        if kind not in found:
            found[kind] = render(pages(kind))
        return found[kind]

    return html
