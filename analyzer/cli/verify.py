"""``granja verify``: plays blocks of a run again and says whether its tables hold what is played."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.options import Jobs
from analyzer.cli.output import complain, note, say, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.recording.store import Run
    from analyzer.simulate.verifying import Difference

_DEFAULT = 200
_SHOWN = 20


def verify(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    *,
    blocks: Annotated[
        int | None, typer.Option("-n", "--blocks", metavar="N", min=1, help=f"Blocks to draw. [{_DEFAULT}]")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="What draws the blocks.", show_default=True)
    ] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Play all blocks again.")] = False,
    jobs: Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Play a random sample of a run's blocks again, and compare hashes and all rows of all tables.

    The same seed draws the same blocks. Ends with 1 if anything differs, and says which blocks and
    what in them differs first.
    """
    if everything and blocks is not None:
        raise UserError("-n draws blocks and --all takes all of them; give one of the two.")
    from analyzer.recording.store import open_run, reading, wrong_counts
    from analyzer.simulate.verifying import sample_blocks

    opened = open_run(run)
    doubts = _doubts(opened)
    for doubt in doubts:
        note(f"Note: {doubt}")
    wanted = opened.blocks if everything else blocks or _DEFAULT
    drawn = sample_blocks(opened.blocks, wanted, seed)
    with reading(run):
        counts = wrong_counts(opened)
        differences = _played_again(opened, drawn, jobs)
    if as_json:
        say_json(_as_json(opened, drawn, seed, doubts, counts, differences))
    else:
        for line in _told(opened, drawn, seed, counts, differences):
            say(line)
    if differences or counts:
        raise typer.Exit(1)


def _doubts(run: Run) -> list[str]:
    """Why what is played now may differ though the run is sound."""
    from analyzer.simulate.resume import other_versions
    from analyzer.simulate.signature import engine_signature

    doubts = []
    engine = engine_signature()
    if run.manifest.engine != engine:
        doubts.append(
            f"{run.path} was played by engine {run.manifest.engine}, this is {engine}: its games may go "
            "differently."
        )
    if versions := other_versions(run.manifest.versions):
        doubts.append(f"{run.path} was written with {versions}.")
    return doubts


def _played_again(run: Run, blocks: Sequence[int], jobs: int | None) -> list[Difference]:
    """Play with one progress bar; ends the command after Ctrl-C or if blocks can't be played."""
    from tqdm import tqdm

    from analyzer.simulate.crew import Crew
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupt, Interrupted
    from analyzer.simulate.play import usable_cores
    from analyzer.simulate.resume import plan_of_run
    from analyzer.simulate.verifying import VerifyCourse

    job = plan_of_run(run.path, run.manifest).job("memory")
    course = VerifyCourse(job, run.path, run.manifest.blocks_per_part, blocks)
    try:
        with (
            tqdm(
                total=len(blocks),
                unit_scale=True,
                dynamic_ncols=True,
                disable=not sys.stderr.isatty(),
                bar_format="{percentage:3.0f}% |{bar}| {n_fmt} of {total_fmt} blocks, {remaining} left",
            ) as bar,
            Interrupt() as interrupt,
            Crew(jobs or usable_cores(), interrupt, lambda text: tqdm.write(text, file=sys.stderr)) as crew,
        ):

            def progress(played: int) -> None:
                bar.update(played)

            crew.play_course(course, progress)
    except Interrupted as reason:
        note(f"Stopped ({reason}) before all blocks were played again.")
        raise typer.Exit(130) from None
    except RunFailed as error:
        complain(str(error))
        raise typer.Exit(70) from None
    return course.differences


def _told(
    run: Run,
    blocks: Sequence[int],
    seed: int,
    counts: dict[str, tuple[int, int]],
    differences: Sequence[Difference],
) -> list[str]:
    """What came out, in lines."""
    drawn = "" if len(blocks) == run.blocks else f", drawn with seed {seed}"
    games = len(blocks) * run.manifest.games_per_block
    what = f"{run.path}: {len(blocks):,} of {run.blocks:,} blocks ({games:,} games{drawn}) were played again"
    lines = [
        f"{run.path / 'manifest.json'} says {said:,} rows of {table}, and the tables hold {held:,}."
        for table, (said, held) in counts.items()
    ]
    if not differences:
        return [*lines, f"{what}: every hash and every row is the same."]
    lines.append(f"{what}: {_differing(len(differences))}. What differs first in each:")
    lines += [_difference(found) for found in differences[:_SHOWN]]
    if len(differences) > _SHOWN:
        lines.append(f"  and {len(differences) - _SHOWN:,} more blocks (--json lists them all).")
    return lines


def _differing(count: int) -> str:
    return "1 of them differs" if count == 1 else f"{count:,} of them differ"


def _difference(found: Difference) -> str:
    if found.column is None:
        return (
            f"  block {found.block}, {found.table}: {found.stored} rows in the run, {found.played} "
            "played again"
        )
    return (
        f"  block {found.block}, {found.table}, row {found.row}, {found.column}: {found.stored} in the run, "
        f"{found.played} played again"
    )


def _as_json(
    run: Run,
    blocks: Sequence[int],
    seed: int,
    doubts: Sequence[str],
    counts: dict[str, tuple[int, int]],
    differences: Sequence[Difference],
) -> dict[str, Any]:
    return {
        "run": str(run.path),
        "same": not differences and not counts,
        "blocks": run.blocks,
        "played": len(blocks),
        "seed": seed,
        "notes": list(doubts),
        "wrong_counts": {table: {"manifest": said, "tables": held} for table, (said, held) in counts.items()},
        "differences": [dataclasses.asdict(found) for found in differences],
    }
