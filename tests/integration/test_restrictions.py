"""Restrictions as a user meets them: listed, in line-ups and on the command line, in runs and traces."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from analyzer.scenario.restriction_menu import MENU
from tests.integration.test_run import granja, tables
from tests.referee import check_game
from tests.referee.standard import DECK, MARKET, ROOFS

MUST = """
name = "must"
players = 2
line_up = ["mine.toml", "random"]
games = 20
seed = 3
[rules]
farm.play = "must"
"""
MINE = """
extends = "balanced"
restrictions = ["never play field", "never play helper", "never play barrow", "never play extension"]
"""


@pytest.fixture
def must(tmp_path: Path) -> Path:
    """A folder with a scenario whose first bot may play no card and has to."""
    (tmp_path / "must.toml").write_text(MUST, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    return tmp_path


def test_the_menu_is_listed(tmp_path: Path) -> None:
    shown = granja(tmp_path, "bots", "--restrictions")
    assert shown.returncode == 0, shown.stderr
    # What the game has, not what the core could hold.
    assert (
        "\nCARD: a card's number in the deck\n"
        "ROUND: a round (1 to 6)\n"
        "VALUE: a value on the market\n"
        "DONKEYS: a token's donkeys (1 to 4 by the standard rules)\n"
    ) in shown.stdout
    data = json.loads(granja(tmp_path, "bots", "--restrictions", "--json").stdout)
    assert [line["restriction"] for line in data] == [form.grammar for form in MENU]
    for form in MENU:
        assert f"\n {form.grammar} " in shown.stdout
    assert "BUILDING: merchant_house, wainwright, " in shown.stdout
    alone = granja(tmp_path, "bots", "balanced", "--restrictions")
    assert (alone.returncode, alone.stdout) == (2, "")


def test_a_run_keeps_what_its_bots_are_told(tmp_path: Path) -> None:
    words = ("two-players", "-n", "30", "--seed", "5", "--no-report", "--quiet")
    told = ("--restrict", "balanced: never Buy; never play  helper")
    for folder, jobs in (("one", "1"), ("two", "2")):
        done = granja(tmp_path, "run", *words, *told, "--out", folder, "--jobs", jobs)
        assert done.returncode == 0, done.stderr
    assert tables(tmp_path / "one") == tables(tmp_path / "two")
    players = pl.read_parquet(tmp_path / "one" / "players")
    assert players["bot"].unique().to_list() == ["balanced: never play helper; never buy"]
    assert players["yields"].dtype == pl.UInt16
    assert [players[column].sum() for column in ("helpers", "bought", "yields")] == [0, 0, 0]
    # A game of the run is the same game told from the scenario.
    of_run = granja(tmp_path, "trace", "one", "--game", "7", "--json")
    again = granja(tmp_path, "trace", "two-players", "--seed", "5", "--game", "7", "--json", *told)
    assert of_run.returncode == 0, of_run.stderr
    assert of_run.stdout == again.stdout
    log = [json.loads(row) for row in again.stdout.splitlines()]
    assert check_game(log, DECK, MARKET, ROOFS) == []
    # Its log follows with the scenario alone: the rules know nothing of restrictions.
    (tmp_path / "log.jsonl").write_text(again.stdout, encoding="utf-8")
    followed = granja(tmp_path, "trace", "two-players", "--check", "log.jsonl")
    assert followed.stdout.startswith(f"log follows: {len(log)} lines, ")


def test_yields_are_counted_and_told(must: Path) -> None:
    done = granja(must, "run", "must.toml", "--out", "run")
    assert done.returncode == 0, done.stderr
    sentence = (
        "mine was told: never play field; never play helper; never play barrow; never play extension. "
        "It yielded 140 times, in 20 of 20 player-games, where nothing else was legal."
    )
    assert sentence in done.stdout.replace("\n", " ").replace("  ", " ")
    assert sentence in (must / "run" / "report.html").read_text(encoding="utf-8")
    players = pl.read_parquet(must / "run" / "players")
    # F1: two cards in round 1, one in each of the five rounds after it.
    assert players.filter(pl.col("bot") == "mine")["yields"].unique().to_list() == [7]
    assert players.filter(pl.col("bot") == "random")["yields"].unique().to_list() == [0]


def test_a_summary_says_what_could_be_obeyed(tmp_path: Path) -> None:
    told = ("--restrict", "balanced: rush butcher until round 3")
    words = ("run", "two-players", "-n", "10", "--no-report", "--quiet", "--json", *told)
    done = granja(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["summary"]["restricted"] == [
        {
            "bot": "balanced: rush butcher until round 3",
            "restrictions": ["rush butcher until round 3"],
            "yields": 0,
            "yielding": 0,
            "player_games": 20,
        }
    ]


def test_a_trace_says_what_was_not_allowed(tmp_path: Path) -> None:
    done = granja(
        tmp_path, "trace", "two-players", "--why", "--restrict", "balanced: never play barrow; never sell"
    )
    assert done.returncode == 0, done.stderr
    assert "[0] balanced: never play barrow; never sell, [1] balanced: never" in done.stdout
    told = " ".join(done.stdout.split())
    assert " more not allowed " in told
    assert " as a barrow" not in told
    # Beside what it does the bot has its short name.
    assert "\n  [0] balanced    plays " in done.stdout


def test_other_restrictions_make_another_game(must: Path) -> None:
    assert granja(must, "run", "must.toml", "--out", "run", "--no-report", "--quiet").returncode == 0
    told = granja(must, "trace", "run", "--restrict", "random: never buy roofs", "--json")
    assert "this is no game of the run" in told.stderr
    bought = [row for row in told.stdout.splitlines() if '"buy_roof"' in row]
    assert {json.loads(row)["player"] for row in bought} == {0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("run", "two-players", "--restrict", "balanced: never play helpr"),
            (
                "Error: --restrict, bot `balanced`, `never play helpr`: `helpr` can't follow `never play`; "
                "did you mean `helper`?\n"
            ),
        ),
        (
            ("trace", "two-players", "--restrict", "random: never buy"),
            "Error: --restrict: `random` is no bot of the line-up; use `balanced`.\n",
        ),
        (
            ("trace", "two-players", "--bot", "first: never play card 67"),
            (
                "Error: --bot, bot `first`, `never play card 67`: the deck has no card 67; "
                "its numbers go from 1 to 66.\n"
            ),
        ),
        (
            ("compare", "random", "first: always token 9 in round 1"),
            (
                "Error: bot 2, bot `first`, `always token 9 in round 1`: no token has 9 donkeys; "
                "use one of 1, 2, 3, 4.\n"
            ),
        ),
        (
            ("tune", "balanced: never place on hexes of value 9", "--against", "first"),
            (
                "Error: BOT, bot `balanced`, `never place on hexes of value 9`: "
                "no hex of the market has the value 9; use one of 2, 3, 4, 5, 6.\n"
            ),
        ),
    ],
)
def test_bad_restrictions(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    done = granja(tmp_path, *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
    assert not list(tmp_path.iterdir())


def test_restricted_bots_are_compared(tmp_path: Path) -> None:
    told = "random: never use roofs; never buy roofs"
    done = granja(tmp_path, "compare", "random", told, "--players", "2", "-n", "20", "--json")
    assert done.returncode in (0, 1), done.stderr
    assert [row["bot"] for row in json.loads(done.stdout)["bots"]] == ["random", told]


def test_a_comparison_says_what_yielded(must: Path) -> None:
    done = granja(must, "compare", "mine.toml", "random", "--scenario", "must.toml", "-n", "3")
    assert done.returncode == 0, done.stderr
    assert "What mine was told yielded " in done.stdout
    assert "What random was told" not in done.stdout
    words = ("compare", "mine.toml", "random", "--scenario", "must.toml", "-n", "3", "--json")
    mine, random = json.loads(granja(must, *words).stdout)["bots"]
    assert mine["yields"] > 0
    assert random["yields"] == 0
