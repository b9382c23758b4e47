"""What ``granja run`` says of studies, and playing them with a progress bar each."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analyzer.simulate.studies import PlannedStudy
    from analyzer.simulate.workers import Workers


def studies_announced(studies: Sequence[PlannedStudy], *, known: bool = True) -> str:
    """One sentence: what is played after the games, and about how much that is.

    ``known``: whether the number of games is known, by which most studies are sized.
    """
    from analyzer.scenario.studies import STUDY_WORDS

    if not known:
        named = ", ".join(dict.fromkeys(study.word for study in studies))
        return f"Then the studies {named}: sized by the games, unless the scenario gives a size."
    sizes: dict[str, int] = {}
    for study in studies:
        sizes[study.word] = sizes.get(study.word, 0) + study.blocks
    shown = [f"{word} ({size:,} {_counted(STUDY_WORDS[word], size)})" for word, size in sizes.items()]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    games = sum(study.games for study in studies)
    which = "study" if len(shown) == 1 else "studies"
    return f"Then the {which} {listed}: about {_rounded(games):,} games more."


def _counted(plural: str, count: int) -> str:
    return plural.removesuffix("s") if count == 1 else plural


def _rounded(count: int) -> int:
    """Two digits of a number that is a guess."""
    return round(count, 2 - len(str(count)))


def play_with_bars(
    studies: Sequence[PlannedStudy], run: Path, workers: Workers, *, quiet: bool, resume: bool
) -> None:
    """Play studies into a run's folder; ``resume``: the rest of them.

    Raises what ``play_studies`` raises; errors say that the run itself is whole.
    """
    from tqdm import tqdm

    from analyzer.errors import UserError
    from analyzer.simulate.failures import RunFailed
    from analyzer.simulate.interrupt import Interrupt
    from analyzer.simulate.studies import play_studies

    bars: list[tqdm] = []  # type: ignore[type-arg]

    def begin(study: PlannedStudy) -> Callable[[int], None]:
        close()
        bar = tqdm(
            total=study.blocks,
            unit_scale=True,
            dynamic_ncols=True,
            disable=quiet or not sys.stderr.isatty(),
            bar_format=f"{study.name} {{percentage:3.0f}}% |{{bar}}| {{n_fmt}} of {{total_fmt}} blocks, "
            "{remaining} left",
        )
        bars.append(bar)

        def progress(blocks: int) -> None:
            bar.update(blocks)

        return progress

    def close() -> None:
        for bar in bars:
            bar.close()

    try:
        with (
            Interrupt() as interrupt,
            workers.crew(interrupt, lambda text: tqdm.write(text, file=sys.stderr)) as crew,
        ):
            play_studies(studies, run, crew, begin, resume=resume)
    except (UserError, RunFailed) as error:
        raise type(error)(f"{error}\nThis was in the studies: {_kept(studies, run)}") from error
    finally:
        close()


def studies_stopped(studies: Sequence[PlannedStudy], run: Path, reason: str) -> str:
    """One sentence about studies that were ended early."""
    return f"Stopped ({reason}) in the studies: {_kept(studies, run)}"


def _kept(studies: Sequence[PlannedStudy], run: Path) -> str:
    """What a run holds whose studies were ended early, and what to do with it."""
    from analyzer.simulate.studies import blocks_played

    played = blocks_played(run, studies)
    whole = [study.name for study in studies if played[study.name] == study.blocks]
    begun = [
        f"{played[study.name]:,} of {study.blocks:,} blocks of {study.name}"
        for study in studies
        if 0 < played[study.name] < study.blocks
    ]
    place = shlex.quote(str(run))
    kept = "; ".join([", ".join(whole), *begun] if whole else begun) or "no part of them"
    return (
        f"{run} holds all of its games, and of the studies {kept}; "
        f"'granja report {place}' makes its report, and 'granja run --resume {place}' plays the rest."
    )
