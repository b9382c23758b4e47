"""How fast the engine plays, and what recording and more jobs change about that."""

from __future__ import annotations

import contextlib
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.recording.schema import PART_GAMES, TABLES, part_name
from analyzer.simulate.batches import Player
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Batch, Job, Part, PartDone, Piece, Recording
from analyzer.simulate.play import usable_cores
from analyzer.simulate.pool import Pool
from analyzer.simulate.standard import bot_job

BOTS = ("first", "random", "novice", "balanced")
"""Shipped bots, one in all seats."""
PLAYERS = (2, 3, 4)
RECORDINGS: tuple[Recording, ...] = ("off", "memory", "parquet")

_SEED = 7
_BATCH = 256  # games; small, so that the measured stretch begins and ends sharply
_WARM_UP_BATCHES = 4
_MANY_PARTS = 100_000  # more than any benchmark plays


@dataclass(frozen=True, slots=True)
class Speed:
    """One measurement; ``ns_per_decision`` is the time of one core."""

    bot: str
    players: int
    recording: Recording
    jobs: int
    games_per_s: float
    ns_per_decision: float
    decisions_per_game: float


@dataclass(frozen=True, slots=True)
class Question:
    """What to measure: ``jobs`` 0 plays in this process, else in so many workers."""

    bot: str
    players: int
    recording: Recording
    jobs: int = 0


def questions() -> list[list[Question]]:
    """Everything that the benchmark measures, what is compared with each other in one list.

    One core first, by bot and players; then the scaling of playing and of whole runs.
    """
    alone = [
        [Question(bot, players, recording) for recording in RECORDINGS] for bot in BOTS for players in PLAYERS
    ]
    jobs = range(1, usable_cores() + 1)
    scaling = [
        [Question(BOTS[-1], 4, recording, count) for count in jobs]
        for recording in (RECORDINGS[0], RECORDINGS[-1])
    ]
    return alone + scaling


def measure(group: Sequence[Question], seconds: float, repeats: int) -> list[Speed]:
    """Measure some questions in turn, ``repeats`` times for about ``seconds`` each; the medians.

    In turn, so that a machine that is busy for a while doesn't spoil one of them alone.
    """
    rounds = [[_measure_once(question, seconds) for question in group] for _ in range(repeats)]
    return [_median(question, [one[i] for one in rounds]) for i, question in enumerate(group)]


def _median(question: Question, measured: Sequence[tuple[float, float]]) -> Speed:
    """The median of some measurements of a question."""
    rate = statistics.median(games_per_s for games_per_s, _ in measured)
    per_game = statistics.median(decisions for _, decisions in measured)
    jobs = max(1, question.jobs)
    return Speed(
        bot=question.bot,
        players=question.players,
        recording=question.recording,
        jobs=jobs,
        games_per_s=round(rate, 1),
        ns_per_decision=round(1e9 * jobs / (rate * per_game), 2),
        decisions_per_game=round(per_game, 2),
    )


def _measure_once(question: Question, seconds: float) -> tuple[float, float]:
    """Games per second and decisions per game of one run."""
    with tempfile.TemporaryDirectory(prefix="granja-bench-") as folder:
        for table in TABLES:
            (Path(folder) / table).mkdir()
        job = bot_job(question.players, question.bot, _SEED, question.recording, Path(folder), _BATCH)
        return _alone(job, seconds) if question.jobs == 0 else _together(job, question.jobs, seconds)


def _part_size(seconds: float) -> int:
    """Games of a part: as in a run, but for short measurements, which should stay short."""
    return min(PART_GAMES, max(_BATCH, int(20_000 * seconds)))


def _part(number: int, games: int) -> Part:
    return Part(number, number * games, games)


def _piece(part: Part) -> Piece:
    return Piece(part, part.first, part.blocks)


def _drop(job: Job, part: Part) -> None:
    """Remove what a part has written: any number of parts then fits on the disk."""
    if job.recording == "parquet" and job.folder is not None:
        for table in TABLES:
            (job.folder / table / part_name(part.number)).unlink()


def _alone(job: Job, seconds: float) -> tuple[float, float]:
    """Play parts in this process for some seconds of processor time, after a short warm-up.

    Processor time is what one core has to do, whatever else the machine is at.
    """
    size = _part_size(seconds)
    player = Player(job, size)
    warm_up = Part(0, 0, _BATCH)
    for _ in player.do(_piece(warm_up)):
        pass
    _drop(job, warm_up)
    games = decisions = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        part = _part(games // size, size)
        for event in player.do(_piece(part)):
            if isinstance(event, PartDone):
                decisions += event.decisions
        _drop(job, part)
        games += part.blocks
    return games / (time.process_time() - started), decisions / games


def _together(job: Job, jobs: int, seconds: float) -> tuple[float, float]:
    """Play with workers; measured is a stretch in which all of them are at work."""
    pieces = [_piece(_part(number, _part_size(seconds))) for number in range(_MANY_PARTS)]
    batches = games = whole_games = decisions = 0
    started = took = 0.0
    with Interrupt() as interrupt, contextlib.closing(Pool(job, pieces, jobs).events(interrupt)) as events:
        for event in events:
            if isinstance(event, PartDone):
                whole_games += event.part.blocks
                decisions += event.decisions
                _drop(job, event.part)
            elif isinstance(event, Batch):
                batches += 1
                if batches == _WARM_UP_BATCHES * jobs:
                    started = time.perf_counter()
                elif started:
                    games += event.blocks
                    took = time.perf_counter() - started
            if took >= seconds and whole_games:
                break
        if interrupt.reason is not None:
            raise KeyboardInterrupt
    return games / took, decisions / whole_games


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    import numpy
    import polars

    return {
        "cpu": _cpu_model(),
        "cores": usable_cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "python_compiler": platform.python_compiler(),
        "numpy": numpy.__version__,
        "polars": polars.__version__,
    }


def _cpu_model() -> str:
    """The processor's name as the system knows it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    with contextlib.suppress(OSError, subprocess.SubprocessError):  # macOS
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or "unknown"
