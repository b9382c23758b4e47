"""Runs that were stopped in every way go on to the bytes of an undisturbed one."""

from __future__ import annotations

import json
import os
import random
import signal
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.recording import schema, store
from analyzer.recording.manifest import MANIFEST, read_manifest
from analyzer.recording.schema import TABLES, part_name
from analyzer.recording.studies import STUDIES
from analyzer.scenario.studies import with_studies
from analyzer.simulate import study_course
from analyzer.simulate.crew import Crew
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.plan import Plan, make_plan
from analyzer.simulate.record import Outcome, record
from analyzer.simulate.resume import begun_run, other_versions
from analyzer.simulate.studies import PlannedStudy, are_complete, plan_studies, play_studies
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.test_record import contents

PARTS = 5


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    monkeypatch.setattr(study_course, "PART_BLOCKS", 16)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_of(tmp_path, "random", "first", games=301)


@pytest.fixture
def undisturbed(tmp_path: Path, plan: Plan) -> dict[str, bytes]:
    record(plan, tmp_path / "undisturbed", workers=Processes(1))
    return contents(tmp_path / "undisturbed")


def resume(folder: Path, jobs: int = 1) -> Outcome:
    begun = begun_run(folder)
    return record(begun.plan, folder, workers=Processes(jobs), begun=begun)


def stopped_run(plan: Plan, folder: Path, games: int) -> None:
    """A run that Ctrl-C ends after so many games."""
    played = 0

    def interrupt(now: int) -> None:
        nonlocal played
        if played < games <= played + now:
            os.kill(os.getpid(), signal.SIGINT)
        played += now

    assert record(plan, folder, workers=Processes(1), batch_blocks=4, progress=interrupt).stopped


@pytest.mark.parametrize("games", [8, 64, 128, 250, 296])
def test_after_ctrl_c(tmp_path: Path, plan: Plan, undisturbed: dict[str, bytes], games: int) -> None:
    stopped_run(plan, tmp_path / "run", games)
    begun = begun_run(tmp_path / "run")
    assert not begun.complete
    outcome = resume(tmp_path / "run")
    assert contents(tmp_path / "run") == undisturbed
    assert (outcome.stopped, outcome.games, outcome.played) == (None, 302, 302 - begun.games)


@pytest.mark.parametrize("number", range(8))
def test_after_a_kill(tmp_path: Path, plan: Plan, undisturbed: dict[str, bytes], number: int) -> None:
    """Any files of any parts may be missing, half done ones may lie about, the manifest is the first."""
    chance = random.Random(number)
    folder = tmp_path / "run"
    record(plan, folder, workers=Processes(1))
    manifest = read_manifest(folder)
    store.continue_run(folder, manifest)
    for table in TABLES:
        for part in range(PARTS):
            if chance.random() < 0.15:
                (folder / table / part_name(part)).rename(folder / table / f"{part_name(part)}.tmp")
    (folder / "part-00003.192.rows.tmp").write_bytes(b"half")
    resume(folder, jobs=1 + number % 2)
    assert contents(folder) == undisturbed


def test_a_damaged_part_is_played_again(tmp_path: Path, plan: Plan, undisturbed: dict[str, bytes]) -> None:
    folder = tmp_path / "run"
    record(plan, folder, workers=Processes(1))
    file = folder / "markers" / part_name(2)
    file.write_bytes(file.read_bytes()[:100])
    assert [part.number for part in begun_run(folder).missing] == [2]
    resume(folder)
    assert contents(folder) == undisturbed


def test_killed_before_the_manifest_said_complete(
    tmp_path: Path, plan: Plan, undisturbed: dict[str, bytes]
) -> None:
    folder = tmp_path / "run"
    record(plan, folder, workers=Processes(1))
    store.continue_run(folder, read_manifest(folder))
    begun = begun_run(folder)
    assert (begun.missing, begun.complete) == ((), False)
    assert resume(folder).played == 0
    assert contents(folder) == undisturbed


def test_a_replacement_cut_short_leaves_one_of_the_two_runs(
    tmp_path: Path, plan: Plan, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    record(plan, folder, workers=Processes(1))

    def cut_short(path: Path, manifest: object) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "write_manifest", cut_short)
    with pytest.raises(KeyboardInterrupt):
        record(plan_of(tmp_path, "first", "first", games=99), folder, workers=Processes(1), force=True)
    monkeypatch.undo()
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    resume(folder)
    assert contents(folder) == undisturbed


def change_manifest(folder: Path, **changes: object) -> None:
    content = json.loads((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_text(json.dumps(content | changes), encoding="utf-8")


def test_another_engine_is_refused(tmp_path: Path, plan: Plan) -> None:
    stopped_run(plan, tmp_path / "run", 100)
    change_manifest(tmp_path / "run", engine="0123456789ab")
    with pytest.raises(UserError, match=r"begun with engine 0123456789ab .* plays other games"):
        begun_run(tmp_path / "run")


def test_a_run_cut_otherwise_is_refused(tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_run(plan, tmp_path / "run", 100)
    monkeypatch.setattr(schema, "PART_GAMES", 32)
    with pytest.raises(UserError, match="this version plans the run otherwise"):
        begun_run(tmp_path / "run")


def test_other_versions_are_told_and_kept(tmp_path: Path, plan: Plan, undisturbed: dict[str, bytes]) -> None:
    folder = tmp_path / "run"
    stopped_run(plan, folder, 100)
    older = json.loads(undisturbed[MANIFEST])["versions"] | {"polars": "0.1"}
    change_manifest(folder, versions=older)
    doubt = begun_run(folder).doubt
    assert doubt is not None
    assert doubt.startswith("polars 0.1 (here ")
    resume(folder)
    assert read_manifest(folder).versions.polars == "0.1"
    assert other_versions(read_manifest(tmp_path / "undisturbed").versions) is None


def test_a_changed_python_bot_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "mine.py"
    source.write_text("def mine(view, options):\n    return 0\n", encoding="utf-8")
    plan = plan_of(tmp_path, "mine.py:mine", "first", games=10)
    record(plan, tmp_path / "run", workers=Processes(1))
    undisturbed = contents(tmp_path / "run")
    (tmp_path / "run" / "blocks" / part_name(0)).unlink()
    resume(tmp_path / "run")
    assert contents(tmp_path / "run") == undisturbed
    source.write_text("def mine(view, options):\n    return len(options) - 1\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"another .*mine\.py than the one .* SHA-256 begins with"):
        begun_run(tmp_path / "run")
    source.unlink()
    with pytest.raises(UserError, match=r"mine\.py, which can't be read"):
        begun_run(tmp_path / "run")


def studies_of_plan(plan: Plan) -> tuple[PlannedStudy, ...]:
    scenario = with_studies(plan.scenario, "probes=60,luck=60")
    return plan_studies(make_plan(scenario, plan.games, plan.seed))


def test_studies_go_on(tmp_path: Path, plan: Plan) -> None:
    studies = studies_of_plan(plan)
    for name in ("undisturbed", "run"):
        record(plan, tmp_path / name, workers=Processes(1))
    with Crew(1) as crew:
        play_studies(studies, tmp_path / "undisturbed", crew, lambda _: lambda _: None)
    played = 0

    def begin(study: PlannedStudy) -> object:  # noqa: ARG001
        def progress(blocks: int) -> None:
            nonlocal played
            if played < 100 <= played + blocks:  # in the middle of luck, of which a part is whole
                os.kill(os.getpid(), signal.SIGINT)
            played += blocks

        return progress

    with pytest.raises(Interrupted), Interrupt() as interrupt, Crew(1, interrupt) as crew:
        play_studies(studies, tmp_path / "run", crew, begin)  # type: ignore[arg-type]
    assert not are_complete(tmp_path / "run", studies)
    lacking = tmp_path / "run" / STUDIES / "probes-placement" / "rows" / part_name(0)
    lacking.unlink()
    with Crew(1) as crew:
        play_studies(studies, tmp_path / "run", crew, lambda _: lambda _: None, resume=True)
    assert are_complete(tmp_path / "run", studies)
    assert contents(tmp_path / "run") == contents(tmp_path / "undisturbed")


def test_a_study_of_another_size_is_refused(tmp_path: Path, plan: Plan) -> None:
    record(plan, tmp_path / "run", workers=Processes(1))
    with Crew(1) as crew:
        play_studies(studies_of_plan(plan), tmp_path / "run", crew, lambda _: lambda _: None)
    scenario = with_studies(plan.scenario, "luck=70")
    other = plan_studies(make_plan(scenario, plan.games, plan.seed))
    with Crew(1) as crew, pytest.raises(UserError, match="holds another study than this version plays"):
        play_studies(other, tmp_path / "run", crew, lambda _: lambda _: None, resume=True)
