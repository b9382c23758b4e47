"""What a function may answer, and what is said when it can't be loaded or asked."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import BotError
from analyzer.functions.asking import functions_of
from analyzer.functions.load import load_function
from analyzer.scenario.model import Function
from cext import core
from cext.types import Decision
from tests.unit.functions.games import plan_with, scenario_with, write_bot


def play(bot: str, games: int = 4) -> np.ndarray:
    """The blocks' rows."""
    plan = plan_with(bot, games=games)
    assert plan.functions is not None
    rows = np.zeros(plan.blocks, core.ROW_DTYPES["blocks"])
    askers = plan.functions.askers(plan.players, plan.games_per_block)
    core.play_blocks(plan.rules, plan.bots, plan.seating, plan.seed, 0, plan.blocks, {"blocks": rows}, askers)
    return rows


def error_of(folder: Path, body: str) -> str:
    """What is said about a function with this body, without the folder."""
    with pytest.raises(BotError) as raised:
        play(write_bot(folder, body))
    return str(raised.value).replace(f"{folder}/", "")


@pytest.mark.parametrize(
    "answer", ["0", "len(options) - 1", "options[0].index", "numpy.int64(0)", "view.noise(1)"]
)
def test_any_whole_number_is_an_index(tmp_path: Path, answer: str) -> None:
    assert len(play(write_bot(tmp_path, f"    import numpy\n    return {answer}\n"))) == 2


@pytest.mark.parametrize(
    ("answer", "told", "remedy"),
    [
        ("None", "None", "return an index from 0 to 6"),
        ("'0'", "'0'", "return an index from 0 to 6"),
        ("-1", "-1", "return an index from 0 to 6"),
        ("len(options)", "7", "return an index from 0 to 6"),
        ("0.0", "0.0", "return an index from 0 to 6"),
        ("True", "True", "return an index from 0 to 6"),
        ("options[0]", "an option", "return its `index`"),
        ("'x' * 99", "'" + "x" * 39 + "…", "return an index from 0 to 6"),
        ("10**30", "1000000000000000000000000000000", "return an index from 0 to 6"),
    ],
)
def test_other_answers_are_told_with_their_place(tmp_path: Path, answer: str, told: str, remedy: str) -> None:
    assert error_of(tmp_path, f"    return {answer}\n") == (
        f"try.py: `clever` returned {told} (game 0, seat 0, round 1, question `act`, 7 options); {remedy}."
    )


def test_an_answer_that_can_not_be_shown_is_no_second_error(tmp_path: Path) -> None:
    body = "    class Odd:\n        def __repr__(self): raise ValueError\n    return Odd()\n"
    assert "returned a Odd (game 0" in error_of(tmp_path, body)


def test_an_error_is_told_with_its_line(tmp_path: Path) -> None:
    told = error_of(tmp_path, "    if view.round == 2:\n        return worth(options)\n    return 0\n"
                              "def worth(options):\n    return options[99]\n")  # fmt: skip
    assert re.fullmatch(
        r"try\.py, line 6: `clever` failed with IndexError: .+ "
        r"\(game 0, seat 0, round 2, question `act`\); mend it and start again\.",
        told,
    )


@pytest.mark.parametrize("ending", ["exit(3)", "raise SystemExit", "assert False"])
def test_no_function_ends_the_program(tmp_path: Path, ending: str) -> None:
    assert "try.py, line 2: `clever` failed with" in error_of(tmp_path, f"    {ending}\n")


def test_ctrl_c_goes_through(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(write_bot(tmp_path, "    raise KeyboardInterrupt\n"))


@pytest.mark.parametrize(
    ("known", "told"), [((2,), "(game 3, seat 1"), ((2, 17), "(game 17, seat 1"), ((), "(block 1, seat 1")]
)
def test_the_game_is_named_by_its_number(tmp_path: Path, known: tuple[int, ...], told: str) -> None:
    """Block 1 in arrangement 1 of two is game 3."""
    functions = plan_with(write_bot(tmp_path, "    return None\n")).functions
    assert functions is not None
    asker = functions.askers(2, *known)[0]
    assert asker is not None
    moment = (1, 1, 2, 255, 0, 0, 0, bytes(16))
    with pytest.raises(BotError, match=re.escape(told)):
        asker(bytes(core.GAME_DTYPE.itemsize), 1, Decision.DECISION_HARVEST, [2, 3], moment)


def test_what_a_function_prints_is_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(write_bot(tmp_path, "    print('thinking')\n    return 0\nprint('loading')\n"))
    out, err = capsys.readouterr()
    assert out == ""
    assert {"thinking", "loading"} == set(err.split())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("clever = 3\n", "try.py: `clever` is no function; write 'def clever(view, options):'."),
        ("def clever(view):\n    return 0\n",
         "try.py: `clever` takes other arguments; write 'def clever(view, options):'."),
        ("import no_such\ndef clever(view, options):\n    return 0\n",
         "try.py, line 1: the file can't be run (ModuleNotFoundError: No module named 'no_such'); mend it."),
    ],
)  # fmt: skip
def test_a_file_that_can_not_be_used(tmp_path: Path, text: str, told: str) -> None:
    bot = write_bot(tmp_path, "", head=text)
    with pytest.raises(BotError) as raised:
        play(bot)
    assert str(raised.value).replace(f"{tmp_path}/", "") == told


def test_a_file_that_has_changed_is_not_played(tmp_path: Path) -> None:
    scenario = scenario_with(write_bot(tmp_path, "    return 0\n"))
    functions = functions_of(scenario.bots, scenario.rule_set)
    assert functions is not None
    (tmp_path / "try.py").write_text("def clever(view, options):\n    return 1\n", encoding="utf-8")
    with pytest.raises(BotError, match="was changed while games were played"):
        functions.askers(2)
    (tmp_path / "try.py").unlink()
    with pytest.raises(BotError, match="can't be read"):
        functions.askers(2)


def test_a_file_runs_once_and_finds_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "granja_test_neighbour.py").write_text("WORTH = 7\n", encoding="utf-8")
    bot = write_bot(
        tmp_path,
        "    return 0\n"
        "from dataclasses import dataclass\n"
        "from granja_test_neighbour import WORTH\n"
        "@dataclass\n"
        "class Plan:\n"
        "    worth: int = WORTH\n",
    )
    function = scenario_with(bot).bots[0].function
    assert isinstance(function, Function)
    assert load_function(function) is load_function(function)


def test_bots_without_functions_need_none() -> None:
    scenario = scenario_with("balanced")
    assert functions_of(scenario.bots, scenario.rule_set) is None


def test_what_a_function_is_told_not_to_do_is_no_option(tmp_path: Path) -> None:
    body = (
        "    for option in options:\n"
        "        if option.kind in ('sell', 'buy') or option.placement == 'helper':\n"
        "            raise AssertionError(f'forbidden: {option.text}')\n"
        "    return view.noise(len(options))\n"
    )
    bot = write_bot(tmp_path, body)
    assert "forbidden" in error_of(tmp_path, body)
    assert len(play(f"{bot}: never sell; never buy; never play helper", games=20)) == 10
