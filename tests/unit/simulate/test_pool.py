"""Workers: their imports, their deaths, and that nothing waits for the dead."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from analyzer.recording.schema import TABLES, part_name
from analyzer.simulate.failures import DiskTrouble, RunFailed
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Batch, Event, Job, Notice, Part, PartDone, Piece
from analyzer.simulate.pool import Pool
from tests.unit.simulate.plans import plan_of

SIZE = 4000  # blocks of a part: long enough to be killed in


def whole_parts(count: int) -> list[Piece]:
    parts = [Part(number, number * SIZE, SIZE) for number in range(count)]
    return [Piece(part, part.first, part.blocks) for part in parts]


PIECES = whole_parts(6)


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return plan_of(tmp_path, "random", "random", games=6 * SIZE).job("off", batch_blocks=100)


@contextlib.contextmanager
def running(job: Job, pieces: list[Piece], jobs: int) -> Iterator[tuple[Pool, Iterator[Event]]]:
    pool = Pool(job, pieces, jobs)
    with Interrupt() as interrupt, contextlib.closing(pool.events(interrupt)) as events:
        yield pool, events


def processes(pool: Pool) -> list[subprocess.Popen[bytes]]:
    return [worker.process for worker in pool._workers.values()]


def kill(process: subprocess.Popen[bytes]) -> None:
    os.kill(process.pid, signal.SIGKILL)


def parts_of(events: list[Event]) -> list[int]:
    return sorted(event.part.number for event in events if isinstance(event, PartDone))


def blocks_of(events: list[Event]) -> int:
    """Blocks as a progress bar counts them."""
    played = sum(event.blocks for event in events if isinstance(event, Batch))
    return played - sum(event.blocks for event in events if isinstance(event, Notice))


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_all_parts_are_played_once(job: Job, jobs: int) -> None:
    with running(job, PIECES, jobs) as (_, stream):
        events = list(stream)
    assert parts_of(events) == [0, 1, 2, 3, 4, 5]
    assert blocks_of(events) == 6 * SIZE


def test_workers_import_the_core_and_the_writer_only() -> None:
    program = (
        "import sys, analyzer.simulate.worker, analyzer.recording.writer\n"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] in "
        "('typer', 'rich', 'tqdm', 'matplotlib', 'jinja2', 'scipy', 'msgspec', 'reports', 'scenarios') "
        "or name.startswith(('analyzer.scenario', 'analyzer.cli', 'analyzer.analysis', 'analyzer.trace'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_killed_worker_is_named_and_its_part_played_again(job: Job) -> None:
    events: list[Event] = []
    with running(job, PIECES, 2) as (pool, stream):
        events.append(next(stream))
        victim = processes(pool)[0]
        kill(victim)
        events.extend(stream)
    (notice,) = [event for event in events if isinstance(event, Notice)]
    assert re.fullmatch(
        rf"Worker \d \(process {victim.pid}\) was killed by SIGKILL; a fresh one plays its blocks again: "
        r"seed 3, blocks \d+ to \d+\.",
        notice.text,
    )
    assert parts_of(events) == [0, 1, 2, 3, 4, 5]
    assert blocks_of(events) == 6 * SIZE


def test_all_workers_killed_at_once(job: Job) -> None:
    with running(job, PIECES, 3) as (pool, stream):
        events = [next(stream)]
        for victim in processes(pool):
            kill(victim)
        events.extend(stream)
    assert len([event for event in events if isinstance(event, Notice)]) == 3
    assert parts_of(events) == [0, 1, 2, 3, 4, 5]


def test_a_part_that_kills_twice_ends_the_run(job: Job) -> None:
    with (
        running(job, PIECES[:1], 1) as (pool, stream),
        pytest.raises(RunFailed, match=r"Two workers died over the same blocks.*seed 3, blocks 0 to 3999\."),
    ):
        kill_whenever_one_plays(pool, stream)


def kill_whenever_one_plays(pool: Pool, stream: Iterator[Event]) -> None:
    for event in stream:
        if isinstance(event, Batch):
            kill(processes(pool)[0])


def test_workers_that_cannot_start_end_the_run(
    job: Job, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRANJA_BUILD", "none-such")
    with running(job, PIECES, 2) as (_, stream), pytest.raises(RunFailed, match="ended with exit code 1"):
        list(stream)
    assert "GRANJA_BUILD=none-such, but there is no such build" in capfd.readouterr().err


def test_closing_ends_the_workers(job: Job) -> None:
    with running(job, PIECES, 2) as (pool, stream):
        next(stream)
        started = processes(pool)
        assert len(started) == 2
    assert [process.poll() for process in started] == [-signal.SIGKILL, -signal.SIGKILL]


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """When the parent is killed outright, its workers find their pipes closed."""
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from analyzer.simulate.interrupt import Interrupt\n"
        "from analyzer.simulate.job import Part, Piece\n"
        "from analyzer.simulate.pool import Pool\n"
        "from tests.unit.simulate.plans import plan_of\n"
        "job = plan_of(Path(sys.argv[1]), 'random', 'random', games=120).job('off', batch_blocks=5)\n"
        "pool = Pool(job, [Piece(Part(i, i * 1000, 1000), i * 1000, 1000) for i in range(10000)], 2)\n"
        "with Interrupt() as interrupt:\n"
        "    events = pool.events(interrupt)\n"
        "    next(events)\n"
        "    print(*(worker.process.pid for worker in pool._workers.values()), flush=True)\n"
        "    for _ in events: pass\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
    assert len(workers) == 2
    deadline = time.monotonic() + 30
    while any(alive(worker) for worker in workers):
        assert time.monotonic() < deadline, "workers outlive their parent"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and ") Z " in status.read_text(encoding="utf-8"))


def test_an_interrupt_ends_the_stream(job: Job) -> None:
    pool = Pool(job, whole_parts(10_000), 2)
    with Interrupt() as interrupt, contextlib.closing(pool.events(interrupt)) as events:
        next(events)
        os.kill(os.getpid(), signal.SIGINT)
        for _ in events:
            pass
        assert interrupt.reason == "interrupted with Ctrl-C"


def test_workers_do_not_hear_ctrl_c(job: Job) -> None:
    with running(job, PIECES, 2) as (pool, stream):
        events = [next(stream)]
        for process in processes(pool):
            os.kill(process.pid, signal.SIGINT)
        events.extend(stream)
    assert not [event for event in events if isinstance(event, Notice)]
    assert parts_of(events) == [0, 1, 2, 3, 4, 5]


def test_a_part_that_cannot_be_written_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "players").write_text("in the way", encoding="utf-8")
    job = plan_of(tmp_path, "random", "random", games=6 * SIZE).job("parquet", tmp_path)
    assert not any((tmp_path / table).is_dir() for table in TABLES)
    with (
        running(job, PIECES, 2) as (_, stream),
        pytest.raises(DiskTrouble, match="can't be written: Not a dir"),
    ):
        list(stream)


def test_a_failing_engine_is_told_with_seed_and_blocks(job: Job) -> None:
    broken = Job(job.rules, job.bots, job.bot_names, job.seating[:, :0], job.seed)
    with (
        running(broken, PIECES, 1) as (_, stream),
        pytest.raises(RunFailed, match="seed 3, blocks 0 to 3999"),
    ):
        list(stream)


def pieces_of(part: Part, *bounds: int) -> list[Piece]:
    return [Piece(part, first, end - first) for first, end in pairwise(bounds)]


@pytest.fixture
def written(tmp_path: Path) -> Job:
    for table in TABLES:
        (tmp_path / table).mkdir()
    return plan_of(tmp_path, "random", "random", games=6 * SIZE).job("parquet", tmp_path, batch_blocks=100)


def test_the_last_piece_completes_its_part(written: Job, tmp_path: Path) -> None:
    first, second = Part(0, 0, 900), Part(1, 900, 500)
    pieces = pieces_of(first, 0, 300, 600, 900) + pieces_of(second, 900, 1000, 1400)
    with running(written, pieces, 2) as (_, stream):
        events = list(stream)
    assert parts_of(events) == [0, 1]
    assert blocks_of(events) == 1400
    rows = [pl.read_parquet(tmp_path / "players" / part_name(part)) for part in (0, 1)]
    assert [frame["block"].to_list() for frame in rows] == [
        [block for block in range(900) for _ in range(2)],
        [block for block in range(900, 1400) for _ in range(2)],
    ]
    assert not list(tmp_path.glob("*.tmp"))


def test_pieces_survive_the_death_of_any_worker(written: Job) -> None:
    part = Part(0, 0, 3 * SIZE)
    events: list[Event] = []
    with running(written, pieces_of(part, 0, SIZE, 2 * SIZE, 3 * SIZE), 3) as (pool, stream):
        events.append(next(stream))
        for victim in processes(pool):
            kill(victim)
        events.extend(stream)
    assert parts_of(events) == [0]
    assert blocks_of(events) == 3 * SIZE
