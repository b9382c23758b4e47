"""``granja compare`` as a user meets it."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from analyzer.scenario.sources import SHIPPED
from tests.integration.test_run import GRANJA, environment, granja

# Cares half as much for what it does as balanced: neither of them wins all games.
HALF = 'name = "half"\nextends = "balanced"\n[weights]\nsilver = 0.3\nbarrow = 0.1\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "half.toml").write_text(HALF, encoding="utf-8")
    (tmp_path / "copy.toml").write_text('name = "balanced"\nextends = "balanced"\n', encoding="utf-8")
    return tmp_path


def compared(folder: Path, *words: str) -> Any:
    done = granja(folder, "compare", *words, "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_tables_and_verdict(folder: Path) -> None:
    done = granja(folder, "compare", "balanced", "random", "-n", "20", "--seed", "5", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "4 players: 20 blocks of 14 games, seed 5, 2 jobs.\n"
    assert done.stdout.startswith(
        "balanced and random, 4 players: 20 blocks of 14 games (280 in all), seed 5\n"
    )
    assert "Per seat held (fair share 25.0 %)" in done.stdout
    assert "seat 3" in done.stdout
    verdict = " ".join(done.stdout.splitlines()[-2:])
    assert "balanced wins more than random: +" in verdict
    assert verdict.endswith("Fewer than 100 blocks: the intervals are rough.")


def test_json_has_the_figures_of_both_bots(folder: Path) -> None:
    result = compared(folder, "balanced", "random", "--players", "2", "-n", "100")
    assert (result["blocks"], result["players"], result["games"], result["seed"]) == (100, 2, 200, 1)
    balanced, random = result["bots"]
    assert (balanced["bot"], random["bot"]) == ("balanced", "random")
    assert balanced["win_share"] + random["win_share"] == pytest.approx(1.0)
    assert 0.5 == balanced["fair"] < balanced["low"] <= balanced["win_share"] <= balanced["high"] <= 1.0
    assert balanced["margin_low"] < balanced["margin"] < balanced["margin_high"]
    assert balanced["margin"] == pytest.approx(balanced["vp"] - random["vp"])
    assert result["difference"]["win_share"] == pytest.approx(balanced["win_share"] - random["win_share"])
    assert result["verdict"].startswith("balanced wins more than random: +")


@pytest.mark.parametrize(
    "words",
    [
        ("balanced", "half.toml", "--players", "3", "-n", "60"),
        ("balanced", "half.toml", "--players", "2", "--until", "ci=3pp"),
        ("half.toml", "balanced", "--players", "2", "--sprt", "-3,3pp", "--max-blocks", "600"),
        ("balanced", "half.toml", "random", "first", "--players", "2,3", "-n", "30"),
    ],
    ids=" ".join,
)
def test_jobs_give_the_same_bytes(folder: Path, words: tuple[str, ...]) -> None:
    one, two = (granja(folder, "compare", *words, "--json", "-q", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr == ""


def test_stops(folder: Path) -> None:
    """A width and a test end play before its cap; both say how, and on which scale."""
    width = compared(folder, "balanced", "half.toml", "--players", "2", "--until", "ci=4pp")
    assert 100 <= width["blocks"] < 5000
    assert width["stop"]["met"]
    assert width["intervals"] == "ordinary"
    assert all((bot["high"] - bot["low"]) / 2 <= 0.04 for bot in width["bots"])
    assert "not time-uniform" in width["verdict"]
    test = compared(folder, "balanced", "random", "--players", "4", "--sprt", "0,2pp", "--max-blocks", "100")
    assert (test["blocks"], test["intervals"]) == (100, "time-uniform")
    assert test["stop"]["scale"] == "win share of balanced minus the fair share"
    assert test["verdict"].startswith("balanced's win share minus the fair share of 25.0 %: ")


def test_one_against_the_rest(folder: Path) -> None:
    result = compared(folder, "random", "balanced", "--one-vs-rest", "-n", "30")
    assert (result["one_vs_rest"], result["games"]) == (True, 120)
    random, balanced = result["bots"]
    assert random["win_share"] + 3 * balanced["win_share"] == pytest.approx(1.0)


@pytest.mark.parametrize("words", [("balanced", "balanced"), ("balanced", "copy.toml", "--one-vs-rest")])
def test_a_bot_against_itself_proves_nothing(folder: Path, words: tuple[str, ...]) -> None:
    result = compared(folder, *words, "-n", "12")
    difference = result["difference"]
    assert [difference[key] for key in ("win_share", "low", "high", "margin", "vp")] == [0.0] * 5
    assert all(seat["win_share"] == seat["low"] == seat["high"] == 0.0 for seat in difference["seats"])
    assert (difference["alike"], difference["shown"]) == (True, None)
    assert "differ by exactly 0, by construction, which proves nothing." in result["verdict"]


def test_rules_and_players_of_a_scenario(folder: Path) -> None:
    """Without --players and --seed those of the scenario, and always its rules."""
    (folder / "rich.toml").write_text(
        'extends = "three-players"\nseed = 9\n[rules]\n"setup.start.silver" = 20\n', encoding="utf-8"
    )
    plain = compared(folder, "balanced", "random", "-n", "10", "--players", "3", "--seed", "9")
    rich = compared(folder, "balanced", "random", "-n", "10", "--scenario", "rich.toml")
    assert (rich["players"], rich["seed"]) == (3, 9)
    assert rich["bots"] != plain["bots"]


def test_what_a_bot_is_told_counts(folder: Path) -> None:
    """Another bot than without it, and it plays worse."""
    told = "balanced: never deliver to butcher; never use extra deliveries; never play barrow"
    result = compared(folder, told, "balanced", "--players", "2", "-n", "100")
    restricted, free = result["bots"]
    assert (restricted["bot"], free["bot"]) == (
        "balanced: never play barrow; never use extra deliveries; never deliver to butcher",
        "balanced",
    )
    assert result["difference"]["high"] < 0.0
    assert not result["difference"]["alike"]


def test_a_function_plays_in_workers_too(folder: Path) -> None:
    example = str(SHIPPED / "bots" / "example.py:eager")
    words = (example, "balanced", "-n", "2", "--players", "4", "--json", "-q")
    one, two = (granja(folder, "compare", *words, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    function, balanced = json.loads(one.stdout)["bots"]
    assert function["bot"] == example
    assert balanced["vp"] > function["vp"] > 0


def test_several_player_counts_are_a_list(folder: Path) -> None:
    results = compared(folder, "first", "random", "-n", "5", "--players", "2,3,4")
    assert [(result["players"], result["games"]) for result in results] == [(2, 10), (3, 30), (4, 70)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("balanced",), "Error: 1 bot can't be compared; name two to four.\n"),
        (("first",) * 5, "Error: 5 bots can't be compared; name two to four.\n"),
        (
            ("balancd", "random"),
            "Error: bot 1: there is no bot `balancd`, shipped or at this path; did you mean `balanced`?\n",
        ),
        (
            ("balanced: never place on hexes of value 9", "first"),
            (
                "Error: bot 1, bot `balanced`, `never place on hexes of value 9`: no hex of the market has "
                "the value 9; use one of 2, 3, 4, 5, 6.\n"
            ),
        ),
        (
            ("balanced: never bye", "first"),
            "Error: bot 1, bot `balanced`, `never bye`: `bye` can't follow `never`; did you mean `buy`?\n",
        ),
        (
            ("first", "random", "--players", "1"),
            "Error: --players `1`: bots are compared at 2, 3 or 4 players; write it like 4 or 2,3,4.\n",
        ),
        (
            ("first", "random", "--scenario", "solo"),
            "Error: solo is for one player, and bots are compared at a table; add --players 4.\n",
        ),
        (("first", "random", "-n", "0"), "Error: -n 0: give 1 to 2147483647 blocks.\n"),
        (
            ("first", "random", "-n", "5", "--until", "ci=1pp"),
            "Error: -n and --until each say how long to play; give one of them.\n",
        ),
        (
            ("first", "random", "--sprt", "2"),
            "Error: --sprt `2` is no pair of shares; write it like 0,2pp (percentage points).\n",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_bad_input(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    done = granja(folder, "compare", *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


def test_ctrl_c_ends_with_a_sentence(folder: Path) -> None:
    words = ("compare", "balanced", "half.toml", "-n", "1000000", "--jobs", "2")
    with subprocess.Popen(
        [*GRANJA, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        assert "1,000,000 blocks of 14 games" in process.stderr.readline()
        time.sleep(1.0)  # into the play with workers
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert errors == "Stopped (interrupted with Ctrl-C): nothing of this comparison is kept.\n"
