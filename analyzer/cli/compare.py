"""``granja compare``: play bots against each other, and say who wins more and how surely."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.exit_codes import BUG, INTERRUPTED
from analyzer.cli.options import Jobs, NoProgress, OtherRules, RootSeed
from analyzer.cli.output import complain, console, note, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tqdm import tqdm

    from analyzer.analysis.comparison import Comparison
    from analyzer.analysis.contest import Contest
    from analyzer.analysis.stopping import StopRule

_PLAYERS = 4
_FEWEST, _MOST = 2, 4  # bots


def compare(
    bots: Annotated[
        list[str], typer.Argument(metavar="A B [C D]", help="Two to four bots: shipped names, or files.")
    ],
    *,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="P", help="2, 3 or 4, or several: 2,3,4. [4, or the scenario's]"),
    ] = None,
    blocks: Annotated[
        int | None, typer.Option("-n", "--blocks", metavar="N", help="Blocks to play. [1000]")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until", metavar="ci=W", help="Play until each win share is known to plus or minus W: ci=0.5pp."
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW,HIGH",
            help="Play until a sequential test decides between two values of A's win share minus the fair "
            "share: 0,2pp.",
        ),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", help="How often --sprt may say HIGH if LOW is true. [0.05]")
    ] = None,
    beta: Annotated[
        float | None, typer.Option("--beta", help="How often --sprt may say LOW if HIGH is true. [0.05]")
    ] = None,
    most: Annotated[
        int | None,
        typer.Option("--max-blocks", metavar="N", help="Most blocks for --until and --sprt. [100000]"),
    ] = None,
    rest: Annotated[
        bool, typer.Option("--one-vs-rest", help="One A against B in all other seats, A in each in turn.")
    ] = False,
    scenario: OtherRules = None,
    seed: RootSeed = None,
    jobs: Jobs = None,
    quiet: NoProgress = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="The result as JSON; a list for several --players.")
    ] = False,
) -> None:
    """Compare bots by win share and vp margin, with intervals.

    A block is one seed, played once for each way in which the bots share out the seats (2 bots at
    4 players: 14 games), so that seats and neighbours are fair. The unit of the intervals is the
    block. The same words give the same result with any number of jobs.
    """
    from analyzer.cli.stop_options import StopOptions

    rule, limit = StopOptions(blocks, until, sprt, alpha, beta, most).rule()
    contests = _contests(bots, players, scenario, seed, limit, rest, rule)
    results = []
    for comparison, verdict in _played(contests, jobs, quiet):
        if as_json:
            from analyzer.analysis.comparison_json import to_json

            results.append(to_json(comparison, verdict))
        else:
            from analyzer.cli.compare_view import comparison_tables

            screen = console()
            for part in comparison_tables(comparison, verdict):
                screen.print(part)
    if as_json:
        say_json(results if len(results) > 1 else results[0])


def _contests(
    texts: Sequence[str],
    players: str | None,
    scenario: str | None,
    seed: int | None,
    limit: int,
    rest: bool,
    rule: StopRule | None,
) -> list[Contest]:
    """A contest for each number of players."""
    from analyzer.analysis.contest import make_contest
    from analyzer.cli.stop_options import parse_players
    from analyzer.scenario import load_scenario, standard_rule_set
    from analyzer.scenario.contestants import load_bots
    from analyzer.scenario.load import DEFAULT_SEED

    if not _FEWEST <= len(texts) <= _MOST:
        raise UserError(
            f"{len(texts)} {'bot' if len(texts) == 1 else 'bots'} can't be compared; name two to four."
        )
    number, root, rule_set = _PLAYERS, DEFAULT_SEED, standard_rule_set()
    if scenario is not None:
        frame = load_scenario(scenario)
        number, root, rule_set = frame.players, frame.seed, frame.rule_set
    if number == 1 and players is None:
        raise UserError(f"{scenario} is for one player, and bots are compared at a table; add --players 4.")
    numbers = (number,) if players is None else parse_players(players)
    root = root if seed is None else seed
    bots, labels = load_bots(texts, rule_set)
    return [
        make_contest(bots, labels, rule_set, number, blocks=limit, seed=root, rest=rest, rule=rule)
        for number in numbers
    ]


def _played(contests: Sequence[Contest], jobs: int | None, quiet: bool) -> Iterator[tuple[Comparison, str]]:
    """Play contest after contest; each result with its verdict."""
    from tqdm import tqdm

    from analyzer.analysis.comparison import compare as work_out
    from analyzer.analysis.contest import play_contest
    from analyzer.cli.compare_words import verdict
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupt, Interrupted
    from analyzer.simulate.play import usable_cores
    from analyzer.simulate.scores import Scorer

    jobs = jobs or usable_cores()
    try:
        with Interrupt() as interrupt, Scorer(jobs, interrupt, note) as scorer:
            for contest in contests:
                if not quiet:
                    note(_announcement(contest, jobs))
                # With a rule nobody knows how many games there will be.
                total = contest.match.games if contest.rule is None else None
                hidden = quiet or not sys.stderr.isatty()
                with tqdm(total=total, unit=" games", unit_scale=True, leave=False, disable=hidden) as bar:
                    scores = play_contest(contest, scorer, _updating(bar))
                comparison = work_out(contest, scores)
                yield comparison, verdict(comparison)
    except Interrupted as reason:
        note(f"Stopped ({reason}): nothing of this comparison is kept.")
        raise typer.Exit(INTERRUPTED) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(BUG) from None


def _updating(bar: tqdm[Any]) -> Callable[[int], None]:
    def update(games: int) -> None:
        bar.update(games)

    return update


def _announcement(contest: Contest, jobs: int) -> str:
    """What is going to be played."""
    match, most = contest.match, "" if contest.rule is None else "at most "
    blocks = f"{most}{match.blocks:,} {'block' if match.blocks == 1 else 'blocks'} of {match.games_per_block}"
    workers = f"{jobs} {'job' if jobs == 1 else 'jobs'}"
    return f"{match.players} players: {blocks} games, seed {match.seed}, {workers}."
