"""``granja gate``: fails when a metric has moved by more than luck explains, for a designer's CI."""

from __future__ import annotations

import json
import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.options import BotsInSeats, Jobs, NoProgress, Restrictions
from analyzer.cli.output import complain, console, note, say
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from analyzer.analysis.gate import GateResult
    from analyzer.analysis.metrics.playing import Played
    from analyzer.recording.gate_file import Baseline
    from analyzer.scenario import Scenario
    from analyzer.simulate.plan import Plan

_TOLD = 3  # intervals, when a baseline was written


class Format(StrEnum):
    """How a result is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JUNIT = "junit"
    JSON = "json"


def gate(
    baseline: Annotated[Path, typer.Argument(metavar="BASELINE.json", help="The file to compare with.")],
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="Name of a shipped scenario, or path of a file.")
    ],
    *,
    update: Annotated[bool, typer.Option("--update", help="Play, and write the baseline.")] = False,
    bot: BotsInSeats = None,
    restrict: Restrictions = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            help="Games of the baseline, with --update. [as before; at first 100,000 or the scenario's, "
            "if fewer]",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="Root seed. [the baseline's; at first the scenario's]"),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            metavar="KEY",
            help="What to track, with --update; again for more: a key (vp, seat.1.win_share), a pattern "
            "(card.23.*), or main for all but single hexes and cards. [as before; at first main]",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show the metrics that stayed within their intervals too.")
    ] = False,
    style: Annotated[
        Format, typer.Option("--format", help="How to write the result.", show_default=True)
    ] = Format.TEXT,
    output: Annotated[
        Path | None,
        typer.Option("--output", metavar="FILE", help="Write the result there, and show it as text."),
    ] = None,
    jobs: Jobs = None,
    quiet: NoProgress = False,
) -> None:
    """Hold a scenario against a baseline, and fail if a tracked metric left its interval.

    The same blocks are played as for the baseline. An interval is as wide as luck alone makes another
    run of that size differ, in 95 % of all cases for all metrics at once: the same rules with another
    seed fail in at most one case of 20. In the file, a metric can have a "target": [low, high] of your
    own instead. Ends with 1 if a metric failed; then --update makes the new values the baseline, if the
    change is meant.
    """
    from analyzer.scenario import load_scenario, restrict_scenario
    from analyzer.scenario.substitutes import with_bots

    _check_together(update, games, metric, everything or output is not None or style is not Format.TEXT)
    played = restrict_scenario(with_bots(load_scenario(scenario), bot or ()), restrict or ())
    named = _words(scenario, bot or (), restrict or ())
    if update:
        _update(baseline, named, played, games, seed, metric or (), jobs, quiet)
        return
    result = _compared(baseline, named, played, seed, jobs, quiet)
    _show(result, str(baseline), named, style, output, everything=everything)
    if result.failed:
        raise typer.Exit(1)


def _words(scenario: str, bots: Sequence[str], told: Sequence[str]) -> str:
    """What the user has to say for the same scenario again."""
    options = [word for bot in bots for word in ("--bot", bot)]
    options += [word for text in told for word in ("--restrict", text)]
    return shlex.join([scenario, *options])


def _check_together(update: bool, games: int | None, metrics: Sequence[str] | None, shown: bool) -> None:
    """Raise UserError for options that contradict each other."""
    if update and shown:
        raise UserError("--all, --format and --output show a comparison; leave them or --update out.")
    if not update and (games is not None or metrics):
        raise UserError(
            "-n and --metric say what a baseline is made of, and a gate plays and tracks the same; leave "
            "them out, or add --update."
        )


def _update(
    path: Path,
    named: str,
    scenario: Scenario,
    games: int | None,
    seed: int | None,
    metrics: Sequence[str],
    jobs: int | None,
    quiet: bool,
) -> None:
    """Play and write the baseline."""
    from analyzer.analysis.gate import baseline_of, chosen, plan_baseline
    from analyzer.recording.gate_file import read_baseline, write_baseline

    old = read_baseline(path, named) if path.exists() else None
    keys = chosen(scenario, metrics, old)
    plan = plan_baseline(scenario, games, seed, old)
    if not path.absolute().parent.is_dir():
        raise UserError(f"{path.parent}: there is no such folder; make it, or name a file elsewhere.")
    new, rare = baseline_of(_played(plan, keys, jobs, quiet, "the baseline is as it was"), keys, old)
    write_baseline(path, new)
    if rare:
        note(f"Not tracked, since too few blocks have any of it: {', '.join(rare)}.")
    gone = [] if old is None or metrics else [each.key for each in old.metrics if each.key not in keys]
    if gone:
        note(f"Not tracked any more, since the scenario has no such metric: {', '.join(gone)}.")
    _say_written(path, old, new)


def _say_written(path: Path, old: Baseline | None, new: Baseline) -> None:
    from analyzer.cli.gate_words import counted_games, reach
    from analyzer.wording.words import counted

    metrics = counted(len(new.metrics), "metric")
    say(f"{path}: {metrics} of {new.scenario}, {counted_games(new.games)}, seed {new.seed}.")
    if old is not None and (old.games_hash, old.games) == (new.games_hash, new.games):
        say("All games are the same as in the older baseline.")
    say(f"Within the reach of luck: {'; '.join(map(reach, new.metrics[:_TOLD]))}. The file has them all.")


def _compared(
    path: Path, named: str, scenario: Scenario, seed: int | None, jobs: int | None, quiet: bool
) -> GateResult:
    """Play the baseline's blocks, and hold them against it."""
    from analyzer.analysis.gate import judge, plan_gate
    from analyzer.recording.gate_file import read_baseline

    baseline = read_baseline(path, named)
    plan = plan_gate(scenario, baseline, seed)
    keys = [tracked.key for tracked in baseline.metrics]
    return judge(baseline, _played(plan, keys, jobs, quiet, "nothing was compared"))


def _played(plan: Plan, keys: Collection[str], jobs: int | None, quiet: bool, stopped: str) -> Played:
    """Play with one progress bar; ends the command if it is stopped, ``stopped`` says what that means."""
    from tqdm import tqdm

    from analyzer.analysis.metrics.playing import play_metrics
    from analyzer.simulate.crew import Crew
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupt, Interrupted
    from analyzer.simulate.play import usable_cores

    jobs = jobs or usable_cores()
    if not quiet:
        note(_announcement(plan, jobs))
    try:
        with (
            tqdm(
                total=plan.games,
                unit=" games",
                unit_scale=True,
                dynamic_ncols=True,
                leave=False,
                disable=quiet or not sys.stderr.isatty(),
                bar_format="{percentage:3.0f}% |{bar}| {n_fmt} of {total_fmt} games, {rate_fmt}, "
                "{remaining} left",
            ) as bar,
            Interrupt() as interrupt,
            Crew(jobs, interrupt, lambda text: tqdm.write(text, file=sys.stderr)) as crew,
        ):

            def progress(games: int) -> None:
                bar.update(games)

            return play_metrics(plan, keys, crew, progress)
    except Interrupted as reason:
        note(f"Stopped ({reason}): {stopped}.")
        raise typer.Exit(INTERRUPTED) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(BUG) from None


def _announcement(plan: Plan, jobs: int) -> str:
    """What is going to be played."""
    from analyzer.cli.gate_words import counted_games
    from analyzer.wording.words import counted

    return (
        f"{plan.scenario.name}: {counted_games(plan.games)} ({plan.blocks:,} blocks of "
        f"{plan.games_per_block}), seed {plan.seed}, {counted(jobs, 'job')}."
    )


def _show(
    result: GateResult, path: str, scenario: str, style: Format, output: Path | None, *, everything: bool
) -> None:
    """Print the result; or write it into a file, and print it as text."""
    from analyzer.cli.gate_view import gate_parts
    from analyzer.cli.gate_words import remedy

    text = "" if style is Format.TEXT and output is None else _text(result, path, scenario, style, everything)
    if output is not None:
        _write(output, text)
    elif style is not Format.TEXT:
        typer.echo(text, nl=False)
        return
    screen = console()
    for part in gate_parts(result, path, everything=everything):
        screen.print(part)
    if todo := remedy(result, path, scenario):
        say(todo)


def _text(result: GateResult, path: str, scenario: str, style: Format, everything: bool) -> str:
    """The result in one of the formats."""
    from analyzer.cli.gate_machine import gate_json, gate_junit
    from analyzer.cli.gate_view import gate_markdown, gate_text

    match style:
        case Format.TEXT:
            return gate_text(result, path, scenario, everything=everything)
        case Format.MARKDOWN:
            return gate_markdown(result, path, scenario, everything=everything)
        case Format.JUNIT:
            return gate_junit(result, path)
        case Format.JSON:
            return f"{json.dumps(gate_json(result, path), indent=2, ensure_ascii=False, allow_nan=False)}\n"


def _write(output: Path, text: str) -> None:
    from analyzer.recording.writer import put_whole

    try:
        put_whole(output, text.encode())
    except OSError as error:
        raise UserError(
            f"--output {output}: it can't be written ({error.strerror or error}); name another file."
        ) from None
