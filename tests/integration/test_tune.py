"""``granja tune`` as a user meets it, with tiny numbers."""

from __future__ import annotations

import json
import signal
import subprocess
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from analyzer.tuning.bot_file import GAIN, NO_GAIN, WORSE
from cext.weights import WEIGHTS
from tests.integration.test_run import GRANJA, environment, granja

SMALL = ("--players", "2", "--population", "4", "--blocks", "2", "--check-blocks", "6")
TUNE = ("tune", "balanced", "--against", "balanced", *SMALL)


def content(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def test_a_search_from_start_to_bot(tmp_path: Path) -> None:
    done = granja(tmp_path, *TUNE, "--generations", "2", "--out", "new.toml")
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == (
        f"balanced: {len(WEIGHTS)} weights, 4 candidates a generation, 24 games in the first, "
        "against balanced at 2 players, seed 1, into new.tune.\n"
    )
    assert "balanced, tuned: 2 generations, " in done.stdout
    assert "games/s. Bot: new.toml; the search: new.tune (--resume makes it longer)\n" in done.stdout
    assert granja(tmp_path, "check", "new.toml").stdout == "new.toml: ok, bot new, policy balanced\n"
    pedigree = content(tmp_path / "new.toml")["pedigree"]
    assert f"over balanced. That is {pedigree['verdict']}.\n" in done.stdout
    assert pedigree["verdict"] in (GAIN, NO_GAIN, WORSE)
    assert done.returncode == (pedigree["verdict"] != GAIN)
    assert pedigree["gain_low"] < pedigree["gain"] < pedigree["gain_high"]
    assert pedigree["games"] >= 2 * 24 + 2 * 2 * 6 + 2 * 6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.toml", "new.tune"]


def test_a_bad_bot_gains(tmp_path: Path) -> None:
    """It asks the impossible of its deliveries until the search lets it be."""
    bad = 'name = "bad"\nextends = "balanced"\n[weights]\nplay = 0.0\nlater = 0.0\ndeliveries_per_round = 1\n'
    (tmp_path / "bad.toml").write_text(bad, encoding="utf-8")
    words = ("bad.toml", "--against", "balanced", "--weights", "later,play,deliveries_per_round")
    sizes = ("--players", "2", "--blocks", "4", "--check-blocks", "60", "--sigma", "0.3", "--staged")
    done = granja(tmp_path, "tune", *words, *sizes, "--generations", "4", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["bot"] == "bad-tuned.toml"
    assert result["gain"]["low"] > 0.0
    assert result["gain"]["blocks"] == 60
    assert result["tables"][0]["win"]["mean"] > result["tables"][0]["parent_win"]["mean"]
    assert result["pedigree"] == content(tmp_path / "bad-tuned.toml")["pedigree"]
    assert result["pedigree"]["verdict"] == "a gain: the whole 95 % interval lies above 0"


def test_what_a_bot_is_told_stays_and_opponents_may_be_functions(tmp_path: Path) -> None:
    """By the rules and at the number of players of a scenario."""
    (tmp_path / "rich.toml").write_text(
        'extends = "two-players"\n[rules]\n"setup.start.silver" = 20\n', encoding="utf-8"
    )
    words = ("tune", "balanced: never buy", "--against", "example.py:eager", "--scenario", "rich.toml")
    sizes = ("--population", "4", "--blocks", "2", "--check-blocks", "6", "--generations", "1")
    done = granja(tmp_path, *words, *sizes, "--jobs", "2", "--weights", "silver,card")
    assert done.returncode in (0, 1), done.stderr
    assert "against example.py:eager at 2 players" in done.stderr
    tuned = content(tmp_path / "balanced-never-buy-tuned.toml")
    assert tuned["restrictions"] == ["never buy"]
    assert (tuned["pedigree"]["parent"], tuned["pedigree"]["scenario"]) == (
        "balanced: never buy",
        "rich.toml",
    )


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """Going on comes to the bot of a search that was never stopped, with any number of jobs."""
    words = (*TUNE, "--blocks", "20", "--out", "new.toml")
    with subprocess.Popen(
        [*GRANJA, *words, "--generations", "1000000", "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        deadline = time.monotonic() + 120
        while generations(tmp_path) < 3:
            assert time.monotonic() < deadline, "no generation was finished"
            assert process.poll() is None, "the search has ended"
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert output == ""
    assert errors.splitlines()[-1] == (
        "Stopped (interrupted with Ctrl-C): new.tune keeps what is finished; the same command with --resume "
        "goes on."
    )
    assert not (tmp_path / "new.toml").exists()
    longer = str(generations(tmp_path) + 2)
    resumed = granja(tmp_path, *words, "--generations", longer, "--resume", "--jobs", "1")
    assert resumed.returncode in (0, 1), resumed.stderr
    assert f"goes on after generation {int(longer) - 2}." in resumed.stderr
    whole = granja(tmp_path, *words[:-1], "whole/new.toml", "--generations", longer, "--jobs", "2")
    assert whole.returncode == resumed.returncode
    assert (tmp_path / "new.toml").read_bytes() == (tmp_path / "whole/new.toml").read_bytes()


def generations(folder: Path) -> int:
    """How many the state holds."""
    file = folder / "new.tune"
    return len(json.loads(file.read_bytes())["generations"]) if file.exists() else 0


def test_ctrl_c_before_anything_is_finished(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*GRANJA, *TUNE, "--blocks", "10000000", "--out", "new.toml"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # what is going to happen
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == (
        "Stopped (interrupted with Ctrl-C) before the first generation was finished; nothing was kept.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_an_older_search_is_kept_unless_forced(tmp_path: Path) -> None:
    words = (*TUNE, "--generations", "1", "--out", "new.toml")
    assert granja(tmp_path, *words).returncode in (0, 1)
    again = granja(tmp_path, *words, "--seed", "2")
    assert again.returncode == 2
    assert again.stderr == (
        "Error: new.tune exists already; go on with it by --resume, give another file with --out, or --force "
        "to replace it.\n"
    )
    other = granja(tmp_path, *words, "--seed", "2", "--resume")
    assert other.returncode == 2
    assert other.stderr == (
        "Error: new.tune was begun with other options (--seed 1, now 2); give those again, or begin anew "
        "with --force, or with another --out.\n"
    )
    assert granja(tmp_path, *words, "--seed", "2", "--force").returncode in (0, 1)
    assert content(tmp_path / "new.toml")["pedigree"]["seed"] == 2
    (tmp_path / "new.tune").unlink()
    assert granja(tmp_path, *words).stderr == (
        "Error: new.toml exists already; give another file with --out, or --force to replace it.\n"
    )


FIRST = ("balanced", "--against", "first")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("random", "--against", "first"), "random can't be tuned, its policy `random` has no weights; "),
        (("balancd", "--against", "first"), "BOT: there is no bot `balancd`, shipped or at this path; "),
        (("balanced", "--against", "frst"), "--against frst: there is no bot `frst`, shipped or at this "),
        (("example.py:eager", "--against", "first"), "example.py:eager can't be tuned, its policy `python` "),
        (("search", "--against", "first"), "search can't be tuned, since bots that search are far too slow"),
        (
            ("balanced: never play card 70", "--against", "first"),
            "`never play card 70`: the deck has no ",
        ),
        ((*FIRST, "--scenario", "solo"), "solo is for one player, and a bot is tuned against others; add "),
        (("balanced",), "Missing option '--against'"),
        ((*FIRST, "--players", "two"), "--players: `two` is no number of players; give 2, 3 or 4, or 2,3,4."),
        ((*FIRST, "--budget", "30"), "--budget: `30` is no length of time; write it like 30m, 1h30m or 90s."),
        ((*FIRST, "--out", "new"), "--out new: a bot's file ends in .toml; give it such a name."),
        (
            (*FIRST, "--out", "my: bot.toml"),
            (
                "--out my: bot.toml: a bot can't be named 'my: bot'; give a file name without colons, "
                "control characters and spaces at its ends."
            ),
        ),
        ((*FIRST, "--out", "balanced:2.toml"), "a bot can't be named 'balanced:2'; give a file name "),
        ((*FIRST, "--out", "my\x7fbot.toml"), "a bot can't be named 'my\\x7fbot'; give a file name "),
        ((*FIRST, "--out", " bot.toml"), "a bot can't be named ' bot'; give a file name "),
        ((*FIRST, "--out", "file/new.toml"), "file can't be made: "),
        ((*FIRST, "--out", "dir.toml", "--force"), "--out dir.toml is a folder; give the name of a file."),
        ((*FIRST, "--resume"), "balanced-tuned.tune: there is no search to resume; leave out --resume to "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_bad_input(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    (tmp_path / "dir.toml").mkdir()
    done = granja(tmp_path, "tune", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dir.toml", "file"]
