"""``granja tune``: search weights with which a bot plays better in one seat."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.durations import seconds_of
from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.options import Jobs, OtherRules
from analyzer.cli.output import complain, console, note, say, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.scenario import RuleSet
    from analyzer.tuning.bot_file import Tuned
    from analyzer.tuning.course import Limits
    from analyzer.tuning.state import State

_FINDING = 1
_GENERATIONS = 100
_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class _Task:
    """What one call of the command has to do."""

    state: State
    state_file: Path
    out: Path
    limits: Limits
    check_blocks: int
    jobs: int


def tune(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="The bot to start from: a shipped one or a file.")
    ],
    against: Annotated[
        list[str],
        typer.Option(
            "--against",
            metavar="LINE-UP",
            help="Opponents: one bot for all other seats, or one for each with commas between. "
            "Give it again for more line-ups: the mean over them counts.",
        ),
    ],
    *,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="P", help="2, 3 or 4, or 2,3,4. [4, or the scenario's]"),
    ] = None,
    scenario: OtherRules = None,
    weights: Annotated[
        str | None, typer.Option("--weights", metavar="A,B", help="Weights to search. [all]")
    ] = None,
    staged: Annotated[
        bool, typer.Option("--staged", help="Search three values a weight: early, middle, late.")
    ] = False,
    objective: Annotated[
        str,
        typer.Option("--objective", metavar="mixed|win|margin", help="What counts (see above)."),
    ] = "mixed",
    generations: Annotated[
        int | None,
        typer.Option("--generations", metavar="N", min=1, help="Search so long. [100 without --budget]"),
    ] = None,
    budget: Annotated[
        str | None, typer.Option("--budget", metavar="TIME", help="Search so long, such as 30m or 1h30m.")
    ] = None,
    blocks: Annotated[
        int,
        typer.Option("--blocks", metavar="N", min=2, help="Blocks a candidate plays in generation 1."),
    ] = 50,
    population: Annotated[
        int | None, typer.Option("--population", metavar="N", min=4, help="Candidates a generation.")
    ] = None,
    sigma: Annotated[
        float, typer.Option("--sigma", metavar="S", help="First spread, as a share of the ranges.")
    ] = 0.05,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Root seed.")] = 1,
    check_blocks: Annotated[
        int, typer.Option("--check-blocks", metavar="N", min=2, help="Fresh blocks that measure the gain.")
    ] = 2000,
    jobs: Jobs = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The new bot. [<bot>-tuned.toml]")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a search that was stopped, or make it longer.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an older search and its bot.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Search weights with which BOT does better in one seat against others, and write a new bot.

    Each generation tries candidates near the best region so far, all on the same new blocks; a block
    is one seed, played with the candidate in each seat in turn. When they come so close that luck
    hides their differences, the next ones play more blocks.

    What counts is win share in points and vp margin over the others' mean: `mixed` is the mean of
    both, at 3.5 points for 1 vp; `win` or `margin` is one alone.

    In the end fresh blocks, which the search never saw, choose among its best bots and others of them
    measure the gain. Exit code 1 says that no gain is shown; the bot is written all the same.

    Ctrl-C stops at any time; the same command with --resume goes on, and comes to the same bot as
    without the stop. With more --generations it makes a finished search longer.
    """
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the workers use the cores
    from analyzer.scenario.contestants import check_players
    from analyzer.simulate.play import usable_cores
    from analyzer.tuning.course import Limits
    from analyzer.tuning.line_ups import read_line_ups
    from analyzer.tuning.settings import Options, make_settings
    from analyzer.tuning.state import load, new_state, state_file

    rule_set, counts = _rules(scenario, players)
    parent, line_ups = read_line_ups(bot, against, rule_set)
    options = Options(
        weights=[name.strip() for name in weights.split(",")] if weights else (),
        staged=staged,
        objective=objective,
        population=population,
        blocks=blocks,
        sigma=sigma,
        seed=seed,
        scenario=scenario,
    )
    settings = make_settings(parent, line_ups, counts, rule_set.hash, options)
    for count in settings.players:
        check_players(rule_set, count)
    out = out or Path(re.sub(r"[^\w.-]+", "-", parent.name) + "-tuned.toml")
    seconds = None if budget is None else seconds_of(budget, "--budget")
    limits = Limits(_GENERATIONS if generations is None and seconds is None else generations, seconds)
    file = state_file(out)
    _check_out(out, file, resume=resume, force=force)
    if not resume:
        file.unlink(missing_ok=True)
    state = load(file, settings) if resume else new_state(settings)
    task = _Task(state, file, out, limits, check_blocks, jobs or usable_cores())
    tuned, rate = _tune(task, rule_set)
    _conclude(task, tuned, rate, as_json)
    if not tuned.check.gained:
        raise typer.Exit(_FINDING)


def _rules(scenario: str | None, players: str | None) -> tuple[RuleSet, list[int]]:
    """The rules to play, and at which numbers of players."""
    from analyzer.scenario import load_scenario, standard_rule_set

    if scenario is None:
        return standard_rule_set(), _players(players or str(_PLAYERS))
    frame = load_scenario(scenario)
    if frame.players == 1 and players is None:
        raise UserError(
            f"{scenario} is for one player, and a bot is tuned against others; add --players {_PLAYERS}."
        )
    return frame.rule_set, _players(players or str(frame.players))


def _players(text: str) -> list[int]:
    """The numbers of players of an option."""
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise UserError(f"--players: `{text}` is no number of players; give 2, 3 or 4, or 2,3,4.") from None


def _check_out(out: Path, file: Path, *, resume: bool, force: bool) -> None:
    """Raise UserError unless a bot can be written at ``out`` and the state beside it."""
    if out.suffix != ".toml":
        raise UserError(f"--out {out}: a bot's file ends in .toml; give it such a name.")
    if ":" in out.stem or out.stem != out.stem.strip() or not out.stem.isprintable():
        raise UserError(
            f"--out {out}: a bot can't be named {out.stem!r}; give a file name without colons, control "
            "characters and spaces at its ends."
        )
    if out.is_dir():
        raise UserError(f"--out {out} is a folder; give the name of a file.")
    older = [path for path in (file, out) if path.exists()]
    if older and not resume and not force:
        go_on = "go on with it by --resume, " if file in older else ""
        raise UserError(
            f"{older[0]} exists already; {go_on}give another file with --out, or --force to replace it."
        )
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{out.parent} can't be made: {error.strerror}; give another --out.") from None


def _tune(task: _Task, rule_set: RuleSet) -> tuple[Tuned, float]:
    """Search and check; the result and games per second."""
    from analyzer.cli.tune_view import announcement, checking_bar, searching_bar, warn
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupt, Interrupted
    from analyzer.simulate.scores import Scorer
    from analyzer.tuning.course import conclude, concluding_games, search_on
    from analyzer.tuning.evaluation import Arena

    arena = Arena(task.state.settings, rule_set)
    note(announcement(arena, task.state, task.state_file))
    try:
        with Interrupt() as interrupt, Scorer(task.jobs, interrupt, warn) as scorer:
            with searching_bar() as show:
                standing, state = search_on(arena, task.state, task.state_file, task.limits, scorer, show)
            search = standing.search
            with checking_bar(concluding_games(arena, search, task.check_blocks)) as progress:
                tuned = conclude(arena, search, state, task.check_blocks, scorer, progress)
    except Interrupted as stop:
        note(_stopped(str(stop), task))
        raise typer.Exit(INTERRUPTED) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(BUG) from None
    games = standing.games_here + tuned.check.games
    return tuned, games / max(standing.seconds_here, 1e-9)


def _stopped(reason: str, task: _Task) -> str:
    """One sentence about a search that was stopped."""
    if not task.state_file.exists():
        return f"Stopped ({reason}) before the first generation was finished; nothing was kept."
    file = shlex.quote(str(task.state_file))
    return f"Stopped ({reason}): {file} keeps what is finished; the same command with --resume goes on."


def _conclude(task: _Task, tuned: Tuned, rate: float, as_json: bool) -> None:
    """Write the bot, then show what came out: nobody may be reading any more."""
    from analyzer.cli.tune_view import check_table, conclusion, to_json
    from analyzer.recording.writer import put_whole
    from analyzer.tuning.bot_file import bot_text

    put_whole(task.out, bot_text(task.out.stem, tuned).encode())
    if as_json:
        say_json(to_json(tuned, task.out, rate))
        return
    for line in conclusion(tuned):
        say(line)
    console().print(check_table(tuned.check))
    say(f"{rate:,.0f} games/s. Bot: {task.out}; the search: {task.state_file} (--resume makes it longer)")
