"""``granja run`` names the first findings of the report that it wrote."""

from __future__ import annotations

import pytest

from analyzer.cli import run as command
from analyzer.cli.how import How
from analyzer.recording.store import open_run
from analyzer.simulate.record import Outcome, record
from analyzer.simulate.workers import Processes
from reports.runs import page_of
from reports.sections.findings import first_sentences
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("findings")
    return record(plan_of(folder, "balanced", "random", games=400), folder / "run", workers=Processes(1))


def how(*, no_report: bool) -> How:
    return How(1, force=False, no_report=no_report, quiet=False, as_json=False)


def test_the_first_findings_stand_in_the_terminal(
    outcome: Outcome, capsys: pytest.CaptureFixture[str]
) -> None:
    command.conclude(outcome, how(no_report=False))
    shown = capsys.readouterr().out
    sentences = first_sentences(page_of([outcome.folder]), 3)
    assert sentences[0].startswith("balanced ends ")
    assert "What stands out most:" in shown
    assert [line[2:] for line in shown.splitlines() if line.startswith("- ")] == list(sentences)
    assert (outcome.folder / "report.html").is_file()


def test_without_a_report_there_are_none(outcome: Outcome, capsys: pytest.CaptureFixture[str]) -> None:
    assert open_run(outcome.folder).complete
    command.conclude(outcome, how(no_report=True))
    assert "What stands out" not in capsys.readouterr().out
