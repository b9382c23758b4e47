"""``granja run`` into folders of runs: of those that a budget has ended, and of runs of a sweep."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyzer.cli.main import app
from analyzer.errors import UserError
from analyzer.recording import schema
from analyzer.recording.manifest import read_manifest
from analyzer.recording.run_studies import studies_of
from analyzer.recording.schema import part_name
from analyzer.recording.study_schema import LUCK
from analyzer.scenario.studies import with_studies
from analyzer.simulate import ending, studies
from analyzer.simulate.crew import Crew
from analyzer.simulate.ending import Limits
from analyzer.simulate.plan import Plan, make_plan
from analyzer.simulate.record import record
from analyzer.simulate.studies import play_studies, studies_beside
from analyzer.simulate.sweeps import begin_sweep, begun_sweep, plan_sweep
from tests.unit.simulate.ended_runs import ALONE, MOST, HandTimer, after_games, tables
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.small_sweeps import small_sweep
from tests.unit.simulate.test_record import contents

GAMES_PER_STUDIED = 8


class CtrlC(HandTimer):
    """A clock at whose start somebody presses Ctrl-C."""

    def start(self) -> None:
        signal.raise_signal(signal.SIGINT)


class FirstPart(HandTimer):
    """A clock whose time is over as soon as the run in the working folder has a part."""

    def start(self) -> None:
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        deadline = time.monotonic() + 60
        while not (Path("run") / "blocks" / part_name(0)).exists() and time.monotonic() < deadline:
            time.sleep(0.002)
        self.time_over()

    def cancel(self) -> None:
        """It ends by itself."""

    def join(self) -> None:
        self._thread.join()


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """Of small parts, with a study that is sized by the games."""
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    monkeypatch.setattr(ending, "Timer", HandTimer)
    monkeypatch.setitem(studies._SIZES, LUCK, studies._Size(GAMES_PER_STUDIED, 1, MOST))
    scenario = with_studies(plan_of(tmp_path, "random", "first", games=MOST).scenario, "luck")
    return make_plan(scenario, MOST, 3)


def ended_by_budget(plan: Plan, folder: Path) -> int:
    """A run with its studies that the clock ends after some games; how many it has."""
    progress, limits = after_games(230, HandTimer.time_over), Limits(None, 60.0)
    games = record(plan, folder, workers=ALONE, batch_blocks=1, limits=limits, progress=progress).games
    with Crew(1) as crew:
        play_studies(studies_beside(plan, games, folder), folder, crew, lambda _: lambda _: None)
    return games


def going_on(folder: Path, *words: str) -> int:
    """The exit code."""
    quietly = ("--jobs", "1", "--no-report", "--quiet")
    return CliRunner().invoke(app, ["run", "--resume", str(folder), *words, *quietly]).exit_code


def test_studies_of_fewer_games_give_way_when_a_longer_run_goes_on(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended by its budget, gone on with a new one, stopped, and gone on as it is told then."""
    folder = tmp_path / "run"
    games = ended_by_budget(plan, folder)
    assert studies_of(folder)[LUCK].manifest.blocks == games // GAMES_PER_STUDIED
    monkeypatch.setattr(ending, "Timer", CtrlC)
    assert going_on(folder, "--budget", "1m") == 130
    assert read_manifest(folder).games == MOST
    assert going_on(folder) == 0

    record(plan, tmp_path / "undisturbed", workers=ALONE)
    with Crew(1) as crew:
        planned = studies_beside(plan, MOST, tmp_path / "undisturbed")
        play_studies(planned, tmp_path / "undisturbed", crew, lambda _: lambda _: None)
    assert contents(folder) == contents(tmp_path / "undisturbed")


def test_what_is_said_of_a_budget_that_ends_a_run(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plan.games == MOST
    monkeypatch.setattr(ending, "Timer", FirstPart)
    monkeypatch.chdir(tmp_path)
    words = ("small.toml", "-n", "64000", "--budget", "1m", "--out", "run", "--jobs", "1", "--no-report")
    done = CliRunner().invoke(app, ["run", *words])
    assert done.exit_code == 0, done.output
    manifest = read_manifest(Path("run"))
    assert (manifest.state, manifest.ended, manifest.most) == ("complete", "budget", 64_000)
    assert manifest.command == ("run", "small.toml", "-n", str(manifest.games), "--seed", "3")
    assert "Ends after 60 s with the games that are whole by then.\n" in done.stderr
    of_all = f"{manifest.games:,} of at most 64,000 games"
    assert f"Ended by its budget at {of_all}.\n" in done.stdout
    record(plan_of(tmp_path, "random", "first", games=manifest.games), Path("plain"), workers=ALONE)
    assert tables(Path("run")) == tables(Path("plain"))

    again = CliRunner().invoke(app, ["run", "--resume", "run", "--no-report"])
    assert again.stdout == (
        f"run was ended by its budget with {of_all}, and is complete with these; 'granja run --resume run "
        "--budget TIME' plays on.\n"
    )
    assert going_on(Path("run"), "--budget", "1m") == 0
    longer = read_manifest(Path("run"))
    assert (longer.state, longer.ended, longer.most) == ("complete", "budget", 64_000)
    assert longer.games >= manifest.games // 64 * 64


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--budget", ("--resume", "sweep/runs/firsts", "--budget", "1m")),
        ("--force", ("small.toml", "--out", "sweep/runs/firsts", "--force")),
    ],
)
def test_a_run_of_a_sweep_keeps_its_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, words: tuple[str, ...]
) -> None:
    plan_of(tmp_path, "random", "first", games=10)
    begin_sweep(plan_sweep(small_sweep(tmp_path)), tmp_path / "sweep")
    before = contents(tmp_path / "sweep")
    monkeypatch.chdir(tmp_path)
    error = CliRunner().invoke(app, ["run", *words]).exception
    assert isinstance(error, UserError)
    assert str(error).startswith(
        f"sweep/runs/firsts is a run of a sweep, whose runs must keep the same blocks: leave {option} out, "
    )
    assert contents(tmp_path / "sweep") == before


def test_a_run_of_a_sweep_goes_on_by_itself(tmp_path: Path) -> None:
    begin_sweep(plan_sweep(small_sweep(tmp_path)), tmp_path / "sweep")
    assert going_on(tmp_path / "sweep" / "runs" / "firsts") == 0
    assert [run.begun.complete for run in begun_sweep(tmp_path / "sweep").runs] == [False, False, False, True]
