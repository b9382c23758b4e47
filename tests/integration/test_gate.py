"""``granja gate`` as a designer's CI runs it."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from tests.integration.test_run import GRANJA, environment, granja

SMALL = 'name = "small"\nplayers = 2\nline_up = ["random", "first"]\ngames = 1_000\nseed = 5\n'
CHANGED = 'name = "small"\nextends = "small.toml"\n[rules]\nsiesta.vp.1 = 9\n'


def designers_folder(folder: Path) -> Path:
    """His scenario, and one with a changed rule."""
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    (folder / "changed.toml").write_text(CHANGED, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return designers_folder(tmp_path)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The baseline of his scenario."""
    place = designers_folder(tmp_path_factory.mktemp("written"))
    done = granja(place, "gate", "--update", "gate.json", "small.toml", "-q", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    return (place / "gate.json").read_bytes()


@pytest.fixture
def gated(folder: Path, written: bytes) -> Path:
    (folder / "gate.json").write_bytes(written)
    return folder


def test_a_baseline_is_written_and_passed(folder: Path) -> None:
    done = granja(folder, "gate", "--update", "gate.json", "small.toml", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("small: 1,000 games (500 blocks of 2), seed 5, 2 jobs.\n")
    assert done.stdout.startswith("gate.json: ")
    assert "metrics of small, 1,000 games, seed 5.\nWithin the reach of luck: vp per player " in done.stdout
    found = json.loads((folder / "gate.json").read_text(encoding="utf-8"))
    assert (found["blocks"], found["games"], found["seed"]) == (500, 1_000, 5)
    passed = granja(folder, "gate", "gate.json", "small.toml", "--jobs", "1")
    assert passed.returncode == 0, passed.stderr
    assert "Passed: " in passed.stdout
    assert "Nothing has changed: all 1,000 games are the same as the baseline's." in passed.stdout
    assert sorted(path.name for path in folder.iterdir()) == ["changed.toml", "gate.json", "small.toml"]


def test_an_update_without_a_change_leaves_every_byte_with_any_jobs(gated: Path, written: bytes) -> None:
    done = granja(gated, "gate", "--update", "gate.json", "small.toml", "-q", "--jobs", "2")
    assert "All games are the same as in the older baseline." in done.stdout
    assert (gated / "gate.json").read_bytes() == written


def test_other_luck_passes(gated: Path) -> None:
    done = granja(gated, "gate", "gate.json", "small.toml", "--seed", "6", "-q")
    assert done.returncode == 0, done.stdout
    assert "Changed since the baseline: seed: 5 → 6." in done.stdout
    assert "Nothing has changed" not in done.stdout


def test_a_changed_rule_fails_and_becomes_the_baseline_if_meant(gated: Path) -> None:
    done = granja(gated, "gate", "gate.json", "changed.toml", "-q")
    assert (done.returncode, done.stderr) == (1, "")
    assert "vp from siesta" in done.stdout
    assert "Failed: " in done.stdout
    assert "Changed since the baseline: siesta.vp.1: " in done.stdout
    assert "If it is meant to be so: granja gate --update gate.json changed.toml" in done.stdout
    assert granja(gated, "gate", "--update", "gate.json", "changed.toml", "-q").returncode == 0
    assert granja(gated, "gate", "gate.json", "changed.toml", "-q").returncode == 0


def test_every_format_says_the_same(gated: Path) -> None:
    shown = {
        style: granja(gated, "gate", "gate.json", "changed.toml", "-q", "--format", style)
        for style in ("markdown", "junit", "json")
    }
    assert {done.returncode for done in shown.values()} == {1}
    found = json.loads(shown["json"].stdout)
    failed = [metric["key"] for metric in found["metrics"] if metric["state"] != "inside"]
    assert {"vp", "vp_siesta"} <= set(failed)
    assert all(f"(`{key}`)** |" in shown["markdown"].stdout for key in failed)
    cases = Xml.fromstring(shown["junit"].stdout.encode()).iter("testcase")
    assert [case.get("name") for case in cases if case.find("failure") is not None] == failed
    words = ("gate", "gate.json", "changed.toml", "-q", "--format", "junit", "--output", "gate.xml")
    done = granja(gated, *words)
    assert f"Failed: {len(failed)} of {len(found['metrics'])} metrics left" in done.stdout
    assert (gated / "gate.xml").read_text(encoding="utf-8") == shown["junit"].stdout
    done = granja(gated, *words[:-1], "/dev/stdout")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith(shown["junit"].stdout), "a pipe is written like a file"


def test_a_target_is_kept_by_updates_and_fails_by_itself(gated: Path) -> None:
    file = gated / "gate.json"
    lines = file.read_text(encoding="utf-8").splitlines()
    (row,) = [index for index, line in enumerate(lines) if '"key": "vp"' in line]
    lines[row] = lines[row].replace("},", ', "target": [100, 200]},')
    file.write_text("\n".join(lines), encoding="utf-8")
    assert granja(gated, "gate", "--update", "gate.json", "small.toml", "-q").returncode == 0
    assert '"target": [100.0, 200.0]' in file.read_text(encoding="utf-8")
    done = granja(gated, "gate", "gate.json", "small.toml", "-q")
    assert done.returncode == 1
    assert "100.0 to 200.0 (target)" in done.stdout
    assert "Failed: 1 of " in done.stdout


def test_metrics_are_chosen_and_a_renamed_bot_is_told(folder: Path) -> None:
    words = ("gate", "--update", "gate.json", "small.toml", "-q", "--metric", "vp", "--metric", "win_share.*")
    assert granja(folder, *words).stdout.startswith("gate.json: 3 metrics of small")
    done = granja(folder, "gate", "gate.json", "small.toml", "--bot", "novice", "-q")
    assert done.returncode == 1
    assert "the scenario has no metric `win_share.random` any more" in " ".join(done.stdout.split())
    done = granja(folder, "gate", "--update", "gate.json", "small.toml", "--bot", "novice", "-q")
    assert done.stdout.startswith("gate.json: 2 metrics of small")
    assert "the scenario has no such metric: win_share.random." in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("none.json", "small.toml"),
            "there is no such baseline; write it with: granja gate --update none.json",
        ),
        (("small.toml", "small.toml"), "small.toml is no baseline of a gate"),
        (("--update", "small.toml", "small.toml"), "small.toml is no baseline of a gate"),
        (("gate.json", "three-players"), "three-players is for 3 players and the baseline was played by 2"),
        (("--update", "gate.json", "small.toml", "-n", "20"), "10 blocks are too few"),
        (
            ("--update", "gate.json", "small.toml", "--metric", "seat.1.winshare"),
            "did you mean `seat.1.win_share`?",
        ),
        (("--update", "no/gate.json", "small.toml"), "no: there is no such folder"),
        (("gate.json", "small.toml", "--output", "no/out.txt"), "--output no/out.txt: it can't be written"),
    ],
)
def test_bad_input_is_told(gated: Path, words: tuple[str, ...], sentence: str) -> None:
    before = (gated / "gate.json").read_bytes()
    done = granja(gated, "gate", *words, "-q")
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert (gated / "gate.json").read_bytes() == before


def test_ctrl_c_ends_it_and_leaves_the_baseline(gated: Path) -> None:
    before = (gated / "gate.json").read_bytes()
    words = ("gate", "--update", "gate.json", "small.toml", "-n", "4000000", "--jobs", "2")
    screen, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (40, 120))
    with subprocess.Popen([*GRANJA, *words], cwd=gated, env=environment(), stderr=terminal) as process:
        os.close(terminal)
        shown = read_until(screen, rb"\| [1-9][\d.]*k? of 4.00M games")
        assert shown.startswith(b"small: 4,000,000 games")
        process.send_signal(signal.SIGINT)
        shown = read_until(screen, rb"Stopped .*\n")
        assert process.wait(timeout=30) == 130
    os.close(screen)
    assert shown.endswith(b"Stopped (interrupted with Ctrl-C): the baseline is as it was.\r\n")
    assert (gated / "gate.json").read_bytes() == before
    assert not list(gated.glob("*.tmp"))


def read_until(screen: int, sign: bytes) -> bytes:
    """What a terminal shows until there is a sign, such as a bar with games that were played."""
    shown = b""
    while not re.search(sign, shown):
        assert select.select([screen], [], [], 120)[0], f"no sign: {shown!r}"
        shown += os.read(screen, 4096)
    return shown
