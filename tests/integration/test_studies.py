"""``granja run --study`` as a user meets it."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from analyzer.analysis.delays import delays
from analyzer.analysis.study import study_of
from analyzer.analysis.variance import variance_shares
from analyzer.recording.run_studies import studies_of
from analyzer.recording.store import open_run
from tests.integration.test_run import GRANJA, environment, granja

KINDS = ("placement", "hex", "building", "roof", "die", "token")
SMALL = "probes=20,restrictions=5,luck=9"


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A scenario of quick bots in blocks of two games, with a study of its own."""
    file = tmp_path / "mixed.toml"
    file.write_text(
        'name = "mixed"\nplayers = 2\nline_up = ["random", "first"]\ngames = 50\nseed = 1\n'
        'studies = ["luck=300"]\n',
        encoding="utf-8",
    )
    return str(file)


def files(folder: Path) -> dict[str, bytes]:
    kept = (path for path in folder.rglob("*") if path.is_file() and path.name != "timings.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def test_one_command_plays_everything(tmp_path: Path, mixed: str) -> None:
    words = ("run", mixed, "--study", SMALL, "--no-report")
    done = granja(tmp_path, *words, "--out", "run")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == (
        "Then the studies probes (20 decisions), restrictions (5 blocks) and luck (9 blocks): "
        "about 670 games more."
    )
    found = studies_of(tmp_path / "run")
    assert list(found) == ["luck", *sorted(f"probes-{kind}" for kind in KINDS), "restrictions"]
    assert all(study.complete for study in found.values())
    study = study_of(open_run(tmp_path / "run"))
    effects, shares = delays(study), variance_shares(study)
    assert effects is not None
    assert effects.blocks == 5
    assert shares is not None
    assert (shares.blocks, shares.pool) == (9, ("random", "first"))
    assert not granja(tmp_path, *words[:2], "--out", "none", "--study", "none", "-q").stderr
    assert studies_of(tmp_path / "none") == {}


def test_jobs_give_the_same_bytes(tmp_path: Path, mixed: str) -> None:
    for jobs in ("1", "3"):
        words = ("--study", "probes=3000,restrictions=40,luck", "--jobs", jobs, "--out", jobs)
        done = granja(tmp_path, "run", mixed, *words, "--no-report", "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
    one, three = files(tmp_path / "1"), files(tmp_path / "3")
    assert len([name for name in one if name.startswith("studies/")]) == 16
    assert one == three


def test_force_takes_the_old_studies_away(tmp_path: Path, mixed: str) -> None:
    words = ("run", mixed, "--out", "run", "--no-report", "--quiet")
    assert granja(tmp_path, *words).returncode == 0
    assert list(studies_of(tmp_path / "run")) == ["luck"]
    assert granja(tmp_path, *words, "--study", "restrictions=2", "--force").returncode == 0
    assert list(studies_of(tmp_path / "run")) == ["restrictions"]


def test_bad_words_play_nothing(tmp_path: Path, mixed: str) -> None:
    done = granja(tmp_path, "run", mixed, "--study", "restriction", "--out", "run")
    assert done.returncode == 2
    assert done.stderr == "Error: --study: `restriction` is no study; did you mean `restrictions`?\n"
    assert not (tmp_path / "run").exists()


def test_ctrl_c_in_a_study_keeps_the_run_and_whole_parts(tmp_path: Path, mixed: str) -> None:
    words = ("run", mixed, "--study", "restrictions=3,luck=1000000", "--out", "run", "--jobs", "2")
    with subprocess.Popen(
        [*GRANJA, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        deadline = time.monotonic() + 120
        while not (tmp_path / "run/studies/luck/rows/part-00000.parquet").exists():
            assert time.monotonic() < deadline, "no part was finished"
            assert process.poll() is None, "the run has ended"
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert open_run(tmp_path / "run").complete
    luck = studies_of(tmp_path / "run")["luck"]
    assert not luck.complete
    assert luck.lazy().collect()["block"].n_unique() == luck.blocks > 0
    assert errors.splitlines()[-1] == (
        "Stopped (interrupted with Ctrl-C) in the studies: run holds all of its games, and of the studies "
        f"restrictions; {luck.blocks:,} of 1,000,000 blocks of luck; 'granja report run' makes its report, "
        "and 'granja run --resume run' plays the rest."
    )
