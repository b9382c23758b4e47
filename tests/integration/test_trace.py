"""``granja trace`` through a real process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.integration.test_cli import granja


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The event log of a two-player game."""
    path = tmp_path_factory.mktemp("trace") / "game.jsonl"
    done = granja("trace", "two-players", "--game", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    path.write_text(done.stdout, encoding="utf-8")
    return path


def test_playthrough() -> None:
    done = granja("trace", "four-players", "--game", "5", "--seed", "9")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("La Granja, game 5 of seed 9\n")
    assert "── Round 6" in done.stdout


def test_why() -> None:
    assert "considered by [" in granja("trace", "two-players", "--why").stdout


def test_event_log_has_one_object_a_line(log: Path) -> None:
    lines = [json.loads(row) for row in log.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["event"] == "game"
    assert lines[0]["game"] == 2
    assert [line["n"] for line in lines] == list(range(len(lines)))


def test_log_follows(log: Path) -> None:
    done = granja("trace", "two-players", "--check", str(log))
    assert (done.returncode, done.stderr) == (0, "")
    n_lines = len(log.read_text(encoding="utf-8").splitlines())
    assert done.stdout.startswith(f"log follows: {n_lines} lines, ")


def test_finding_ends_with_1(log: Path, tmp_path: Path) -> None:
    rows = log.read_text(encoding="utf-8").splitlines()
    place = next(n for n, row in enumerate(rows) if json.loads(row)["event"] == "roll")
    line = json.loads(rows[place])
    line["dice"][0] = line["dice"][0] % 6 + 1
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join([*rows[:place], json.dumps(line), *rows[place + 1 :]]), encoding="utf-8")
    done = granja("trace", "two-players", "--check", str(changed))
    assert done.returncode == 1
    assert done.stdout.startswith(
        f"{changed}: line {place + 1} (roll): dice.0 is {line['dice'][0]}, by the rules "
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--check", "missing.jsonl"), "missing.jsonl: there is no such file."),
        (("--json", "--why"), "The event log holds no bot's thoughts: leave out --json or --why."),
        (
            ("--check", "missing.jsonl", "--json"),
            "--check reads a log of one game: leave the other options out.",
        ),
        (("--game", "-1"), "Invalid value for '--game': Input should be greater than or equal to 0."),
    ],
)
def test_bad_words(words: tuple[str, ...], sentence: str) -> None:
    done = granja("trace", "two-players", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.removesuffix(" See 'granja trace --help'.\n").rstrip() == f"Error: {sentence}"


def test_log_that_is_no_json(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"event": "game"}\n{"event"\n', encoding="utf-8")
    done = granja("trace", "two-players", "--check", str(broken))
    assert done.returncode == 2
    assert done.stderr == f"Error: {broken}, line 2: not JSON (Expecting ':' delimiter, column 9).\n"


def test_log_of_other_rules_or_players(log: Path) -> None:
    done = granja("trace", "four-players", "--check", str(log))
    assert done.returncode == 2
    assert "is of a game of 2 players, four-players has 4" in done.stderr


def test_game_of_a_run_is_told_after_the_run(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert (
        granja("run", "two-players", "-n", "20", "--seed", "4", "--out", str(run), "--quiet").returncode == 0
    )
    told = granja("trace", str(run), "--game", "3", "--json")
    assert told.returncode == 0
    assert told.stdout == granja("trace", "two-players", "--seed", "4", "--game", "3", "--json").stdout
    beyond = granja("trace", str(run), "--game", "999")
    assert beyond.returncode == 2
    assert "; with --seed any game can be played.\n" in beyond.stderr
