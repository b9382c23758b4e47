"""``granja ladder``: all bots against all, and how strong each is."""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.durations import rough_duration
from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.options import Jobs, NoReport, OtherRules, RootSeed
from analyzer.cli.output import complain, console, note, say, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.recording.ladder_store import LadderManifest, PairEntry
    from analyzer.scenario import Difference, RuleSet
    from analyzer.simulate.ladder import LadderPlan

_PLAYERS = 4
_LONGEST_NAMES = 60  # characters of a folder's name


def ladder(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOTS…", help="Shipped bots, bots' files, or Python functions as path.py:name."
        ),
    ],
    *,
    players: Annotated[
        int | None,
        typer.Option("--players", min=2, max=4, help="Seats of each game. [4, or the scenario's]"),
    ] = None,
    blocks: Annotated[
        int,
        typer.Option("-n", "--blocks", metavar="N", help="Blocks of each pair; one has 14 games at 4 seats."),
    ] = 1000,
    slow_blocks: Annotated[
        int | None,
        typer.Option(
            "--slow-blocks",
            metavar="N",
            help="Blocks of a pair with a bot that searches or is a Python function. [a tenth, at least 100]",
        ),
    ] = None,
    scenario: OtherRules = None,
    seed: RootSeed = None,
    jobs: Jobs = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder. [runs/ladder-<bots>-<n>]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older ladder in that folder.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the ladder in that folder.")] = False,
    no_report: NoReport = False,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Let all bots play all others, in all fair mixes of the two at one table, and rank them.

    Every pair plays the same blocks (the same luck). The same bots, seed and blocks give the same
    ladder, with any number of jobs and in any order of the bots. Finished pairs are kept: after
    Ctrl-C the same command with --resume plays the rest.
    """
    from analyzer.recording.ladder_store import check_new_ladder, check_same_ladder, create_ladder
    from analyzer.recording.lock import locked
    from analyzer.simulate.ladder import ladder_manifest
    from analyzer.simulate.play import usable_cores

    if force and resume:
        raise UserError("--force begins anew and --resume goes on; give one of them.")
    plan = _plan(bots, scenario, players, seed, blocks, slow_blocks)
    folder = out or Path("runs") / _folder_name(plan)
    manifest = ladder_manifest(plan)
    if resume:
        check_same_ladder(folder, manifest)
    else:
        check_new_ladder(folder, force=force)
    with locked(folder):
        if not resume:
            create_ladder(folder, manifest, force=force)
        speeds = _play(plan, folder, jobs or usable_cores())
        _conclude(manifest, folder, speeds, no_report=no_report, as_json=as_json)


def _plan(
    bots: Sequence[str],
    scenario: str | None,
    players: int | None,
    seed: int | None,
    blocks: int,
    slow_blocks: int | None,
) -> LadderPlan:
    """What the words of the command ask for."""
    from analyzer.scenario import load_scenario, standard_rule_set
    from analyzer.scenario.contestants import load_bots
    from analyzer.scenario.load import DEFAULT_SEED
    from analyzer.simulate.ladder import plan_ladder

    number, root = _PLAYERS, DEFAULT_SEED
    rules: tuple[RuleSet, tuple[Difference, ...]] = (standard_rule_set(), ())
    if scenario is not None:
        frame = load_scenario(scenario)
        number, root, rules = frame.players, frame.seed, (frame.rule_set, frame.differences)
    if number == 1 and players is None:
        raise UserError(f"{scenario} is for one player, and a ladder is played at a table; add --players 4.")
    if twice := [bot for bot in bots if bots.count(bot) > 1]:
        raise UserError(f"`{twice[0]}` is named twice; name each bot once.")
    found, labels = load_bots(bots, rules[0])
    return plan_ladder(
        dict(zip(labels, found, strict=True)),
        rules,
        players or number,
        root if seed is None else seed,
        blocks,
        slow_blocks,
    )


def _folder_name(plan: LadderPlan) -> str:
    """``ladder-first-random-1000``; many or long names give way to their number and a hash."""
    bots = "-".join(re.sub(r"[^\w.]+", "-", name).strip("-") for name in plan.names)
    if len(bots) > _LONGEST_NAMES:
        bots = f"{len(plan.names)}-bots-{zlib.crc32(bots.encode()):08x}"
    return f"ladder-{bots}-{plan.blocks}"


def _play(plan: LadderPlan, folder: Path, jobs: int) -> dict[str, float]:
    """Play what is missing; returns the speed of each bot, in games/s of one core."""
    from analyzer.recording.ladder_store import has_pair
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupt, Interrupted
    from analyzer.simulate.ladder import play_ladder, self_play_speeds
    from analyzer.simulate.scores import Scorer

    missing = [pair for pair in plan.pairs if not has_pair(folder, pair)]
    try:
        with Interrupt() as interrupt, Scorer(jobs, interrupt, _warn) as scorer:
            speeds = self_play_speeds(plan, interrupt)
            _announce(plan, folder, jobs, missing, speeds)
            with _Bar(plan, missing, speeds) as bar:
                play_ladder(plan, folder, scorer, bar.played)
    except Interrupted as interrupted:
        done = sum(has_pair(folder, pair) for pair in plan.pairs)
        note(
            f"Stopped ({interrupted}): {folder} holds {done} of {len(plan.pairs)} pairs; the same command "
            "with --resume plays the rest."
        )
        raise typer.Exit(INTERRUPTED) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(BUG) from None
    return {entrant.name: round(speed, 3) for entrant, speed in zip(plan.entrants, speeds, strict=True)}


def _announce(
    plan: LadderPlan, folder: Path, jobs: int, missing: Sequence[PairEntry], speeds: Sequence[float]
) -> None:
    """What is going to be played, and about how long that takes."""
    from analyzer.simulate.ladder import core_seconds

    games = sum(pair.blocks for pair in missing) * len(plan.seating)
    seconds = sum(core_seconds(plan, pair, speeds) for pair in missing) / jobs
    if not missing:
        note(f"All {len(plan.pairs)} pairs are in {folder} already.")
        return
    kept = len(plan.pairs) - len(missing)
    pairs = f"{len(missing)} {'pair' if len(missing) == 1 else 'pairs'}" + (
        f" ({kept} more are there already)" if kept else ""
    )
    note(
        f"{len(plan.entrants)} bots, {pairs}: {games:,} games, seed {plan.seed}, {jobs} "
        f"{'job' if jobs == 1 else 'jobs'}, about {rough_duration(seconds)}, into {folder}."
    )
    slow = [entrant.name for entrant in plan.entrants if entrant.slow]
    if slow and plan.slow_blocks < plan.blocks:
        note(
            f"Pairs with {', '.join(slow)} play {plan.slow_blocks:,} "
            f"{'block' if plan.slow_blocks == 1 else 'blocks'}, the others {plan.blocks:,}; "
            "--slow-blocks changes that."
        )


def _warn(text: str) -> None:
    from tqdm import tqdm

    tqdm.write(text, file=sys.stderr)


class _Bar:
    """One progress bar for all pairs, in seconds of work, since a slow bot's games take longer."""

    def __init__(self, plan: LadderPlan, missing: Sequence[PairEntry], speeds: Sequence[float]) -> None:
        from tqdm import tqdm

        from analyzer.simulate.ladder import core_seconds

        self._seconds = {pair: core_seconds(plan, pair, speeds) for pair in missing}
        self._games = len(plan.seating)
        self._bar = tqdm(
            total=sum(self._seconds.values()),
            dynamic_ncols=True,
            disable=not sys.stderr.isatty(),
            bar_format="{percentage:3.0f}% |{bar}| {desc}{remaining} left",
        )
        self._names = [entrant.name for entrant in plan.entrants]

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def played(self, pair: PairEntry, games: int) -> None:
        """Some games of a pair were played."""
        names = f"{self._names[pair.first]} and {self._names[pair.second]}"
        self._bar.set_description_str(f"{names}, ", refresh=False)
        self._bar.update(self._seconds[pair] * games / (pair.blocks * self._games))


def _conclude(
    manifest: LadderManifest, folder: Path, speeds: dict[str, float], *, no_report: bool, as_json: bool
) -> None:
    """Rate the bots, write results and report, then print: nobody may be reading any more by then."""
    from analyzer.analysis.ladder import read_ladder
    from analyzer.analysis.ladder_json import ladder_json
    from analyzer.cli.ladder_view import ladder_tables
    from analyzer.recording.ladder_store import write_json

    result = read_ladder(folder, manifest)
    content, timings = ladder_json(result, manifest), {"games_per_s": speeds}
    write_json(folder / "results.json", content)
    write_json(folder / "timings.json", timings)  # apart: the rest is the same, byte for byte, every time
    report = None
    if not no_report:
        from reports.ladder import build_ladder_page
        from reports.write import write_page

        report = write_page(build_ladder_page(result, manifest), folder)
    if as_json:
        place = {"folder": str(folder), "report": None if report is None else str(report)}
        say_json(content | place | {"timings": timings})
        return
    screen = console()
    for table in ladder_tables(result, manifest, speeds):
        screen.print(table)
    say(f"\nResults: {folder}")
    if report is not None:
        say(f"Report: {report}")
