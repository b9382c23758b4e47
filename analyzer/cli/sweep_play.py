"""Playing a sweep with one progress bar, going on with one, and saying what came out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.how import How
from analyzer.cli.output import complain, console, note, say, say_json
from analyzer.cli.resume import REPORT, check_alone, is_reported
from analyzer.cli.run import check_room, free_bytes
from analyzer.cli.sweep_words import kept, resumed, stopped, time_needed
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.analysis.live import LiveEstimate
    from analyzer.analysis.sweep_result import SweepResult
    from analyzer.simulate.sweeps import BegunSweep, SweepOutcome, SweepRun
    from analyzer.simulate.workers import Workers

_LONGEST_NAME = 36  # characters of a variant beside the bar


def go_on(context: typer.Context, folder: Path, how: How) -> None:
    """Play what a sweep lacks, and write its report anew."""
    check_alone(context, "sweep")
    from analyzer.recording.lock import locked
    from analyzer.recording.manifest import MANIFEST
    from analyzer.recording.sweep_manifest import RUNS
    from analyzer.recording.sweep_store import read_sweep_manifest
    from analyzer.simulate.sweeps import SweepOutcome, begun_sweep

    read_sweep_manifest(folder)  # before the lock, which would make a folder
    how.check_store(folder)
    with locked(folder):
        begun = begun_sweep(folder)
        if begun.doubt:
            note(
                f"Note: {folder} was begun with {begun.doubt}: the games are the same, but files may differ "
                "from those of an undisturbed sweep."
            )
        manifests = list(folder.glob(f"{RUNS}/*/{MANIFEST}"))
        if begun.complete and (how.no_report or is_reported(folder, manifests)):
            if how.as_json:
                report = folder / REPORT
                conclude(begun, SweepOutcome(None, 0, 0.0), how, report if report.is_file() else None)
            elif not how.quiet:
                say(f"{folder} is complete with its {begun.games:,} games: nothing is left to play.")
            return
        check_room(folder, begun.disk_bytes_left, free_bytes(folder))
        if not how.quiet:
            left = [(run.begun.plan, run.begun.plan.games - run.begun.games) for run in begun.runs]
            note(resumed(begun, how.who, time_needed([each for each in left if each[1]], how)))
        perform(lambda: begun, how)


def perform(begin: Callable[[], BegunSweep], how: How) -> None:
    """Play what a sweep lacks, then report and summary.

    ``begin`` gives the sweep once there is somebody to play it: without its cluster it leaves no folder.
    """
    with how.workers() as workers:
        sweep = begin()
        outcome = _play(sweep, workers, how)
    if outcome.stopped is not None:
        from analyzer.simulate.sweeps import begun_sweep

        note(stopped(begun_sweep(sweep.folder), outcome.stopped))
        raise typer.Exit(INTERRUPTED)
    conclude(sweep, outcome, how)


def _play(sweep: BegunSweep, workers: Workers, how: How) -> SweepOutcome:
    """Play what a sweep lacks; of an error tell in which run it was, and what is there."""
    from analyzer.simulate.failures import RunFailed

    bar = Bar(sweep, hidden=how.quiet or not sys.stderr.isatty())
    try:
        with bar:
            return bar.play(workers)
    except (UserError, RunFailed) as error:
        told = f"{error}\nThis was in {bar.run}{_kept(sweep.folder)}."
        if isinstance(error, UserError):
            raise type(error)(told) from error
        complain(told)
        raise typer.Exit(BUG) from None


def _kept(folder: Path) -> str:
    """What a sweep holds that an error has ended, as the end of a sentence."""
    from analyzer.simulate.sweeps import begun_sweep

    try:
        return f": {kept(begun_sweep(folder))}"
    except UserError:  # the error that is being told may be about just that
        return ""


class Bar:
    """One progress bar for all games of a sweep, which names the run in work with its estimate."""

    def __init__(self, sweep: BegunSweep, *, hidden: bool) -> None:
        from tqdm import tqdm

        self.run = sweep.runs[0].name
        self._sweep = sweep
        self._hidden = hidden
        self._live: LiveEstimate | None = None
        self._bar = tqdm(
            total=sweep.games,
            initial=sweep.games_there,
            unit=" games",
            unit_scale=True,
            dynamic_ncols=True,
            disable=hidden,
            bar_format="{percentage:3.0f}% |{bar}| {n_fmt} of {total_fmt} games, {rate_fmt}, {remaining} "
            "left{desc}{postfix}",
        )

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def play(self, workers: Workers) -> SweepOutcome:
        """Play what the sweep lacks."""
        from analyzer.simulate.sweeps import play_sweep

        return play_sweep(
            self._sweep, workers=workers, begins=self._begin, progress=self._played, notice=self._tell
        )

    def _played(self, games: int) -> None:
        """Some games of the run in work were played."""
        if self._live is not None and (words := self._live.look()):
            self._bar.set_postfix_str(words, refresh=False)
        self._bar.update(games)

    def _begin(self, run: SweepRun) -> None:
        """A run is in work from now on."""
        self.run = run.name
        if self._hidden:
            return
        from analyzer.analysis.live import LiveEstimate
        from analyzer.recording.sweep_store import run_folder
        from reports.words import shortened

        self._live = LiveEstimate(run_folder(self._sweep.folder, run.folder), run.begun.plan)
        number = self._sweep.runs.index(run) + 1
        name = shortened(run.name, _LONGEST_NAME)
        self._bar.set_description_str(f"; {number}/{len(self._sweep.runs)} {name}", refresh=False)
        self._bar.set_postfix_str("", refresh=False)

    def _tell(self, text: str) -> None:
        """What the user should know, above the bar."""
        self._bar.write(text, file=sys.stderr)


def conclude(sweep: BegunSweep, outcome: SweepOutcome, how: How, report: Path | None = None) -> None:
    """The report, then the summary: nobody may be reading any more when it is printed.

    ``report``: one that was written before.
    """
    if how.quiet and how.no_report and not how.as_json:
        return
    from analyzer.analysis.sweep import read_sweep
    from reports.sweep.folder import CSV, write_sweep

    result = read_sweep(sweep.folder, sweep.manifest)
    if report is None and not how.no_report:
        report = write_sweep(result)
    if how.as_json:
        from analyzer.analysis.sweep_json import sweep_json

        figures = {
            "folder": str(sweep.folder),
            "report": None if report is None else str(report),
            "seconds": round(outcome.seconds, 3),
            "games_per_s": round(outcome.rate, 1),
        }
        say_json(figures | sweep_json(result))
        return
    if not how.quiet:
        _print(result, outcome)
        if report is not None:
            say(f"Report: {report}, and as tables: {report.parent / CSV}")


def _print(result: SweepResult, outcome: SweepOutcome) -> None:
    """The differences, and where the runs are."""
    from analyzer.cli.sweep_view import sweep_tables
    from analyzer.recording.sweep_manifest import RUNS

    screen = console()
    for part in sweep_tables(result):
        screen.print(part)
    played = ""
    if outcome.played:
        played = f"Played in {outcome.seconds:,.1f} s ({outcome.rate:,.0f} games/s). "
    say(f"\n{played}Runs: {result.folder / RUNS}")
