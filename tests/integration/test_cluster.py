"""``granja run --cluster`` as a user meets it: a scheduler and workers as processes of their own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GRANJA = (sys.executable, "-m", "analyzer.cli.main")
# Blocks of two games, 8,192 games a part; enough parts to do something while they are played.
PARTS = 8
GAMES = str(8192 * PARTS)
NOT_COMPARED = "timings.json"
PATIENCE = 120
NEEDED = "needs the extra dask"


def environment(site: Path | None = None) -> dict[str, str]:
    """``site``: a folder whose sitecustomize.py is run first."""
    path = os.pathsep.join(map(str, filter(None, [site, ROOT])))
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "120", "POLARS_MAX_THREADS": "1"}


@contextlib.contextmanager
def dask(log: Path, *words: str, site: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask, which writes into a log."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            stdout=out,
            stderr=out,
            env=environment(site),
            cwd=log.parent,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def found_in(log: Path, pattern: str, times: int = 1) -> str:
    """Wait for something in a log; the first of what its group holds."""
    end = time.monotonic() + PATIENCE
    while len(found := re.findall(pattern, log.read_text(encoding="utf-8"))) < times:
        assert time.monotonic() < end, log.read_text(encoding="utf-8")
        time.sleep(0.05)
    return str(found[0])


def site_without_granja(folder: Path) -> Path:
    """A folder for ``environment`` in which granja isn't installed."""
    site = folder / "bare"
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text("import sys; sys.modules['analyzer'] = None", encoding="utf-8")
    return site


class Machines:
    """A scheduler that has no granja, and workers that may come and go."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._log = folder / "scheduler.log"
        bare = site_without_granja(folder)
        words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = stack.enter_context(dask(self._log, *words, site=bare))
        self.address = found_in(self._log, r"Scheduler at:\s+(tcp://\S+)")
        self._started = 0

    def await_client(self) -> None:
        """Wait until a run has come to the scheduler."""
        found_in(self._log, r"Receive client connection")

    def worker(self, site: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a worker and wait until the scheduler knows it."""
        self._started += 1
        log = self._folder / f"worker-{self._started}.log"
        words = ("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        process = self._stack.enter_context(dask(log, *words, site=site))
        found_in(self._log, r"Register worker", self._started)
        return process


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    pytest.importorskip("distributed", reason=NEEDED)
    with contextlib.ExitStack() as stack:
        yield Machines(tmp_path, stack)


def mixed_in(folder: Path) -> str:
    """A scenario of two quick bots."""
    file = folder / "mixed.toml"
    file.write_text(
        'name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\ngames = 50\nseed = 1\n', encoding="utf-8"
    )
    return str(file)


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    return mixed_in(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of ``mixed`` by processes of this machine."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert ran(folder, mixed_in(folder), "-n", GAMES, "--out", "run", "--quiet") == (0, "")
    return folder / "run"


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*GRANJA, "run", *words, "--no-report"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit code and stderr."""
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


def ran(folder: Path, *words: str) -> tuple[int, str]:
    return ended(start(folder, *words))


def contents(run: Path) -> dict[str, bytes]:
    files = (path for path in run.rglob("*") if path.is_file() and path.name != NOT_COMPARED)
    return {str(path.relative_to(run)): path.read_bytes() for path in files}


def assert_same_bytes(one: Path, two: Path) -> None:
    here, there = contents(one), contents(two)
    assert here.keys() == there.keys()
    assert [name for name in here if here[name] != there[name]] == []


def wait_for_parts(process: subprocess.Popen[str], run: Path) -> None:
    """Wait until a run that goes on has two parts, the first among them."""
    end = time.monotonic() + PATIENCE
    first = run / "blocks" / "part-00000.parquet"
    while not first.is_file() or len([*first.parent.glob("part-*.parquet")]) < 2:
        assert process.poll() is None, "it ended before"
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_end_of_group(group: int) -> None:
    """Wait until no process is left of a run's; what tracks its resources ends a moment after it."""
    end = time.monotonic() + 10
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(group, 0)
            time.sleep(0.02)
        pytest.fail("a process is left")


def test_machines_come_and_go(tmp_path: Path, machines: Machines, mixed: str, undisturbed: Path) -> None:
    """One worker is killed and another joins, while a shared folder takes the games."""
    victim, _ = machines.worker(), machines.worker()
    (tmp_path / "share").mkdir()
    store = ("--store", str(tmp_path / "share"), "--cluster", machines.address)
    process = start(tmp_path, mixed, "-n", GAMES, *store)
    run = tmp_path / "share" / f"mixed-{GAMES}"
    wait_for_parts(process, run)
    victim.kill()
    machines.worker()
    code, said = ended(process)
    assert code == 0, said
    assert f"the cluster at {machines.address}, into {run}.\n" in said
    assert f"The cluster has 2 workers at {machines.address}.\n" in said
    assert f"process {victim.pid}) was lost; others play its blocks again: seed 1, blocks " in said
    assert "Traceback" not in said
    assert_same_bytes(undisturbed, run)


def test_a_scheduler_that_goes_away_leaves_a_run_that_goes_on(
    tmp_path: Path, machines: Machines, mixed: str, undisturbed: Path
) -> None:
    machines.worker()
    process = start(tmp_path, mixed, "-n", GAMES, "--out", "there", "--cluster", machines.address)
    run = tmp_path / "there"
    wait_for_parts(process, run)
    machines.scheduler.kill()
    code, said = ended(process)
    assert code == 2
    assert said.splitlines()[-1] == (
        f"Error: there: The Dask scheduler at {machines.address} is gone; what was written before stays as a "
        "partial run: start it and its workers again, and go on with --resume."
    )
    assert ran(tmp_path, "--resume", "there", "--cluster", "local", "--jobs", "2", "--quiet") == (0, "")
    assert_same_bytes(undisturbed, run)


def test_workers_that_run_something_else_are_named(tmp_path: Path, machines: Machines, mixed: str) -> None:
    older = tmp_path / "older"
    older.mkdir()
    (older / "sitecustomize.py").write_text(
        "import analyzer; analyzer.__version__ = '0.0.9'", encoding="utf-8"
    )
    machines.worker(older)
    machines.worker(site_without_granja(tmp_path))
    code, said = ran(tmp_path, mixed, "--out", "there", "--cluster", machines.address, "--quiet")
    assert code == 2
    assert len(said.splitlines()) == 1
    assert said.startswith("Error: Not all workers of the cluster can play: worker tcp://")
    assert "has no granja " in said
    assert re.search(r"runs granja 0\.0\.9 \(here \S+\); install the same version there", said)
    assert not (tmp_path / "there").exists()


def test_ctrl_c_ends_a_cluster_on_this_machine(tmp_path: Path, mixed: str) -> None:
    """The whole group gets the signal, as from a terminal."""
    pytest.importorskip("distributed", reason=NEEDED)
    process = start(tmp_path, mixed, "-n", "900000", "--out", "there", "--cluster", "local", "--jobs", "2")
    wait_for_parts(process, tmp_path / "there")
    os.killpg(process.pid, signal.SIGINT)
    code, said = ended(process)
    assert code == 130
    assert said.splitlines()[-1].startswith("Stopped (interrupted with Ctrl-C): there holds "), said
    assert "Traceback" not in said
    wait_for_end_of_group(process.pid)
    assert not list((tmp_path / "there").rglob("*.tmp"))


def test_ctrl_c_while_there_is_no_worker(tmp_path: Path, machines: Machines, mixed: str) -> None:
    process = start(tmp_path, mixed, "--out", "there", "--cluster", machines.address, "--quiet")
    machines.await_client()
    os.killpg(process.pid, signal.SIGINT)
    assert ended(process) == (130, "")
    assert not (tmp_path / "there").exists()


def test_ctrl_c_while_nothing_answers(tmp_path: Path, mixed: str) -> None:
    """As at the port of a dashboard, which waits for more."""
    pytest.importorskip("distributed", reason=NEEDED)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        process = start(tmp_path, mixed, "--out", "there", "--cluster", address, "--quiet")
        mute.settimeout(PATIENCE)
        caller, _ = mute.accept()
        with caller:
            os.killpg(process.pid, signal.SIGINT)
            assert ended(process) == (130, "")
    assert not (tmp_path / "there").exists()


def test_options_that_contradict_each_other(tmp_path: Path) -> None:
    for words, sentence in (
        (("--store", "x"), "--store says where the workers of a cluster put games; give --cluster too."),
        (
            ("--cluster", "tcp://mill:8786", "--jobs", "2"),
            "--jobs counts processes of this machine; leave it out with --cluster tcp://mill:8786.",
        ),
    ):
        assert ran(tmp_path, "four-players", *words) == (2, f"Error: {sentence}\n")


def test_without_dask_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['distributed'] = None")
    done = subprocess.run(
        [*GRANJA, "run", "four-players", "--cluster", "local"],
        cwd=tmp_path,
        env=environment(tmp_path),
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: --cluster needs Dask, which is not installed: run 'pip install \".[dask]\"' in the folder of "
        "granja's source, in the same environment.\n"
    )


def test_dask_is_loaded_for_a_cluster_only(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from analyzer.cli.main import main\n"
        "sys.argv[1:] = ['run', 'four-players', '-n', '8', '--jobs', '1', '--no-report', '--quiet']\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print({'dask', 'distributed', 'fsspec', 'tornado'} & sys.modules.keys())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "set()\n"
