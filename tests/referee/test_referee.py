"""The referee follows a legal log silently, and notices what is changed in it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import check_game
from .__main__ import main
from .dull import DullGame
from .lines import MAX_PROBLEMS, Line
from .standard import DECK, MARKET, ROOFS

GAME = DullGame().play()
Change = Callable[[list[Line]], Any]


def check(lines: list[Line]) -> list[str]:
    return check_game(lines, DECK, MARKET, ROOFS)


def number(lines: list[Line]) -> list[Line]:
    for n, line in enumerate(lines):
        line["n"] = n
    return lines


def nth(lines: list[Line], event: str, which: int = 0) -> Line:
    return [line for line in lines if line["event"] == event][which]


def test_a_legal_game_has_no_problems() -> None:
    assert check(copy.deepcopy(GAME)) == []


CHANGES: dict[str, tuple[str, Change]] = {
    "deal too few": ("S2", lambda g: nth(g, "deal")["cards"].pop()),
    "deal a card twice": ("S11", lambda g: nth(g, "deal", 1).update(cards=[1, 6, 7, 8])),
    "start stock": ("S2", lambda g: nth(g, "deal")["delta"].update(silver=2)),
    "start hex": ("S8", lambda g: nth(g, "marker").update(hex=17)),
    "closed building twice": ("S6", lambda g: nth(g, "building_order").update(buildings=[6, 6, 4])),
    "roof of another round": ("S4", lambda g: nth(g, "roofs")["rounds"].__setitem__(1, ["2.1", "3.2"])),
    "play a card of another hand": ("F2", lambda g: nth(g, "play_card").update(card=5)),
    "extension without goods": ("F2", lambda g: nth(g, "play_card").update({"as": "extension"})),
    "draw too few": ("S11", lambda g: nth(g, "draw", 2).update(cards=[40, 41])),
    "draw a card in hand": ("S11", lambda g: nth(g, "draw")["cards"].__setitem__(0, 4)),
    "growth left out": ("F6", lambda g: nth(g, "growth").update(fields=[])),
    "breeding": ("F7", lambda g: nth(g, "breeding").update(result="born", delta={"pig": 1})),
    "income": ("F5", lambda g: nth(g, "income").update(delta={"silver": 1})),
    "number of dice": ("S7", lambda g: nth(g, "roll")["dice"].pop()),
    "who rolls": ("R1", lambda g: nth(g, "roll").update(player=1)),
    "die not there": ("R2", lambda g: nth(g, "take_die").update(die=3)),
    "option of another die": ("R3", lambda g: nth(g, "take_die").update(choice="pig")),
    "die gives too much": ("R3", lambda g: nth(g, "take_die")["delta"].update(silver=5)),
    "token": ("T1", lambda g: nth(g, "token").update(donkeys=2)),
    "token used twice": ("T1", lambda g: nth(g, "token", 2).update(donkeys=1, hats=3)),
    "steps": ("T2", lambda g: nth(g, "siesta").update(steps=2)),
    "turn order": ("T3", lambda g: nth(g, "turn_order")["order"].reverse()),
    "score": ("P1", lambda g: nth(g, "score")["delta"].update(vp=5)),
    "siesta vp": ("P2", lambda g: nth(g, "score").update(siesta=3)),
    "roofs revealed": ("S4", lambda g: nth(g, "roofs_revealed").update(roofs=["2.1", "2.3"])),
    "sale at the end": ("E1", lambda g: nth(g, "sell_off")["delta"].update(vp=16)),
    "share": ("E2", lambda g: nth(g, "result")["players"][0].update(share=0.25)),
    "snapshot silver": ("state", lambda g: nth(g, "state", 3)["players"][0].update(silver=0)),
    "snapshot deck": ("state", lambda g: nth(g, "state", 5).update(deck=3)),
    "snapshot token": ("state", lambda g: nth(g, "state", 3)["players"][1]["tokens"].append(2)),
    "unknown field": ("log", lambda g: nth(g, "roll").update(colour="red")),
    "missing field": ("log", lambda g: nth(g, "score").pop("market")),
    "zero in a delta": ("log", lambda g: nth(g, "take_die")["delta"].update(olive=0)),
    "round": ("log", lambda g: nth(g, "roll").update(round=2)),
    "phase": ("log", lambda g: nth(g, "roll").update(phase="farm")),
    "pass without player": ("F8", lambda g: nth(g, "pass").pop("player")),
    "malformed": ("log", lambda g: nth(g, "state").update(players=7)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_noticed(name: str) -> None:
    rule, change = CHANGES[name]
    game = copy.deepcopy(GAME)
    change(game)
    problems = check(game)
    assert 1 <= len(problems) <= MAX_PROBLEMS + 1
    assert any(f": {rule}: " in problem for problem in problems[:2])


@pytest.mark.parametrize("place", range(0, len(GAME), 7))
def test_a_missing_line_is_noticed(place: int) -> None:
    game = copy.deepcopy(GAME)
    del game[place]
    assert check(number(game))


@pytest.mark.parametrize("place", range(1, len(GAME), 7))
def test_a_doubled_line_is_noticed(place: int) -> None:
    game = copy.deepcopy(GAME)
    game.insert(place, copy.deepcopy(game[place]))
    assert check(number(game))


def test_two_lines_of_two_players_exchanged_are_noticed() -> None:
    for place in range(len(GAME) - 1):
        one, two = GAME[place], GAME[place + 1]
        setup_or_token = {"deal", "token", "sell_off", "building_order"} & {one["event"], two["event"]}
        if "player" in one and "player" in two and one["player"] != two["player"] and not setup_or_token:
            game = copy.deepcopy(GAME)
            game[place], game[place + 1] = game[place + 1], game[place]
            assert check(number(game)), f"lines {place} and {place + 1}"


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in GAME * 2), encoding="utf-8")
    assert main([str(log)]) == 0
    log.write_text("".join(json.dumps(line) + "\n" for line in GAME[:-1]), encoding="utf-8")
    assert main([str(log)]) == 1
    assert "1 games, 1 with problems" in capsys.readouterr().out
    assert main([]) == 2
