"""The studies of ``granja run``: what they need on the disk, and what is said when they fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.cli.run_studies import play_with_bars
from analyzer.scenario.studies import with_studies
from analyzer.simulate import study_course
from analyzer.simulate.crew import Crew
from analyzer.simulate.failures import DiskTrouble
from analyzer.simulate.studies import PlannedStudy, plan_studies, play_studies
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of


def planned(folder: Path, studies: str) -> tuple[PlannedStudy, ...]:
    plan = plan_of(folder, "balanced", "first", games=2)
    return plan_studies(replace(plan, scenario=with_studies(plan.scenario, studies)))


def test_a_full_disk_in_a_study_says_that_the_run_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(study_course, "write_study_part", full)
    run = tmp_path / "run"
    with pytest.raises(DiskTrouble) as told:
        play_with_bars(planned(tmp_path, "luck=3"), run, Processes(1), quiet=True, resume=False)
    assert str(told.value) == (
        f"{run}/studies/luck: a part can't be written: No space left on device; what was written before "
        "stays, so make room and go on with --resume.\n"
        f"This was in the studies: {run} holds all of its games, and of the studies no part of them; "
        f"'granja report {run}' makes its report, and 'granja run --resume {run}' plays the rest."
    )


def test_the_disk_that_studies_need_is_about_right(tmp_path: Path) -> None:
    studies = planned(tmp_path, "probes=4000,restrictions=60,luck=60")
    with Crew(1) as crew:
        play_studies(studies, tmp_path, crew, lambda _: lambda _: None)
    taken = sum(file.stat().st_size for file in (tmp_path / "studies").rglob("*") if file.is_file())
    needed = sum(study.disk_bytes for study in studies)
    assert taken < needed < 2 * taken
