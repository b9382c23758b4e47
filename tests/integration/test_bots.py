"""``granja bots``, Python functions and the table of card uses, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.scenario.sources import shipped_names
from tests.integration.test_run import granja, tables
from tests.referee import check_game
from tests.referee.standard import DECK, MARKET, ROOFS

BOT = '''"""Tries."""


def clever(view, options):
    """Takes what is first."""
    return 0


def broken(view, options):
    return 1 // 0 if view.round == 2 else 0


def odd(view, options):
    return options[0]
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "try.py").write_text(BOT, encoding="utf-8")
    return tmp_path


def test_bots_are_listed(folder: Path) -> None:
    done = granja(folder, "bots", "--in", ".")
    assert done.returncode == 0, done.stderr
    listed = [line.split()[0] for line in done.stdout.splitlines() if line and not line.startswith(" ")]
    assert {*shipped_names("bots"), "example.py:eager", "try.py:clever"} <= set(listed)
    assert "Takes what is first." in done.stdout
    as_json = json.loads(granja(folder, "bots", "--json").stdout)
    assert [bot["bot"] for bot in as_json] == [*shipped_names("bots"), "example.py:eager"]


def test_one_bot_shows_every_weight(folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'extends = "yardstick"\nname = "mine"\n[weights]\nsilver = [0.8, 0.7, 0.4]\n[pedigree]\nseed = 7\n',
        encoding="utf-8",
    )
    done = granja(folder, "bots", "mine.toml")
    assert done.returncode == 0, done.stderr
    assert "policy balanced, extends yardstick, file mine.toml" in done.stdout
    assert "1 of " in done.stdout
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("*")]
    assert row.split()[:9] == ["*", "silver", "0.8", "0.7", "0.4", "vp", "0", "to", "2"]
    assert f"{row}\n      worth of 1 silver in vp\n" in done.stdout
    assert done.stdout.endswith("\npedigree\n  seed  7\n")
    shown = json.loads(granja(folder, "bots", "mine.toml", "--json").stdout)
    silver = shown["weights"][0]
    assert (silver["name"], silver["early"], silver["middle"], silver["late"]) == ("silver", 0.8, 0.7, 0.4)
    assert (silver["unit"], silver["differs"], shown["weights_differing"]) == ("vp", True, 1)


def test_a_searching_bot_shows_its_options(folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'extends = "search"\n[search]\nplayouts = 3\nplayout = "novice"\n', encoding="utf-8"
    )
    shown = granja(folder, "bots", "mine.toml").stdout
    _, _, options = shown.partition("\nsearch\n")
    assert "  playouts  3\n      games played forward" in options
    assert "  choices   card, die, token, hex\n" in options
    assert "  playout   novice\n" in options
    as_json = json.loads(granja(folder, "bots", "mine.toml", "--json").stdout)
    assert as_json["search"] == {
        "playouts": 3,
        "choices": ["card", "die", "token", "hex"],
        "playout": "novice",
    }


def test_bots_without_weights_say_so(folder: Path) -> None:
    assert "Bots of policy random have no weights." in granja(folder, "bots", "random").stdout
    assert "Bots of policy python have no weights." in granja(folder, "bots", "try.py:clever").stdout


def test_the_example_plays(folder: Path) -> None:
    """The line of the documentation."""
    done = granja(folder, "run", "four-players", "-n", "200", "--bot", "example.py:eager", "--no-report")
    assert done.returncode == 0, done.stderr
    assert "bot example.py:eager" in done.stdout
    assert "bot balanced" in done.stdout


def test_the_example_plays_better_than_chance(folder: Path) -> None:
    words = ("run", "two-players", "-n", "60", "--no-report", "-q", "--json")
    done = granja(folder, *words, "--bot", "example.py:eager", "--bot", "random")
    shares = json.loads(done.stdout)["summary"]["share_by_bot"]
    assert shares["example.py:eager"]["low"] > 0.8


def test_jobs_leave_no_trace(folder: Path) -> None:
    for jobs in ("1", "2"):
        words = ("run", "two-players", "-n", "20", "--no-report", "--bot", "try.py:clever")
        done = granja(folder, *words, "--jobs", jobs, "--out", f"run{jobs}")
        assert done.returncode == 0, done.stderr
    assert tables(folder / "run1") == tables(folder / "run2")


def test_a_function_that_fails_is_told(folder: Path) -> None:
    done = granja(folder, "run", "two-players", "-n", "20", "--bot", "try.py:broken")
    assert done.returncode == 2
    *_, last = done.stderr.splitlines()
    assert last.startswith("Error: try.py, line 10: `broken` failed with ZeroDivisionError: integer division")
    assert last.endswith("(game 0, seat 0, round 2, question `act`); mend it and start again.")
    done = granja(folder, "trace", "two-players", "--game", "3", "--bot", "balanced", "--bot", "try.py:odd")
    assert done.returncode == 2
    assert done.stderr == (
        "Error: try.py: `odd` returned an option (game 3, seat 0, round 1, question `act`, 7 options); "
        "return its `index`.\n"
    )


def test_a_traced_game_of_a_function_satisfies_the_referee(folder: Path) -> None:
    done = granja(
        folder, "trace", "four-players", "--json", "--bot", "example.py:eager", "--bot", "try.py:clever"
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["bots"] == ["example.py:eager", "try.py:clever", "balanced", "balanced"]
    assert check_game(lines, DECK, MARKET, ROOFS) == []


def test_a_run_replays_its_function_and_tells_when_it_has_changed(folder: Path) -> None:
    done = granja(
        folder, "run", "two-players", "-n", "4", "--no-report", "--bot", "try.py:clever", "--out", "run"
    )
    assert done.returncode == 0, done.stderr
    bot = json.loads((folder / "run" / "manifest.json").read_text(encoding="utf-8"))["scenario"]["bots"][0]
    assert bot["function"]["path"] == str(folder / "try.py")
    assert bot["function"]["name"] == "clever"
    assert len(bot["function"]["sha256"]) == 64
    replay = granja(folder, "trace", "run", "--game", "2")
    assert (replay.returncode, replay.stderr) == (0, "")
    assert "try.py:clever" in replay.stdout
    (folder / "try.py").write_text(BOT.replace("return 0", "return len(options) - 1"), encoding="utf-8")
    changed = granja(folder, "trace", "run", "--game", "2")
    assert changed.returncode == 0
    assert changed.stderr == (
        f"Note: {folder}/try.py was changed since run was played: its games may go differently.\n"
    )
    assert changed.stdout != replay.stdout
    (folder / "try.py").unlink()
    gone = granja(folder, "trace", "run", "--game", "2")
    assert gone.returncode == 2
    assert "can't be read (No such file or directory); put the file back." in gone.stderr
    assert granja(folder, "report", "run").returncode == 0


def test_card_uses_are_counted(folder: Path) -> None:
    granja(folder, "run", "four-players", "-n", "40", "--no-report", "--out", "run")
    done = granja(folder, "cards", "--use", "run")
    assert done.returncode == 0, done.stderr
    assert "four-players: 40 games, 4 players (balanced)" in done.stdout
    assert sum(line[:3].strip().isdigit() for line in done.stdout.splitlines()) == 66
    assert "Never played as helper: " in done.stdout
    assert "the tables don't hold which roofs." in done.stdout
    one = json.loads(granja(folder, "cards", "Chef", "--use", "run", "--json").stdout)
    assert [card["name"] for card in one["cards"]] == ["Chef"]
    assert one["cards"][0]["always_on"]
    assert granja(folder, "cards", "--use", "run", "-s", "solo").returncode == 2
    assert granja(folder, "cards", "--use", "none").returncode == 2


def test_functions_are_compared(folder: Path) -> None:
    words = ("compare", "try.py:clever", "first", "--players", "2", "-n", "20", "--json")
    done = granja(folder, *words)
    assert done.returncode == 0, done.stderr
    bots = json.loads(done.stdout)["bots"]
    assert [row["bot"] for row in bots] == ["try.py:clever", "first"]
    assert bots[0]["win_share"] == bots[1]["win_share"] == 0.5  # index 0 is what `first` takes
    assert granja(folder, "compare", "try.py:odd", "first").returncode == 2
