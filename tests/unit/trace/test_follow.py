"""The search for the decisions behind a log, on a toy game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.trace import follow as following
from analyzer.trace.eventlog import Decoder, Line
from analyzer.trace.follow import Follower, Verdict, read_log
from cext.types import Decision, Event, Field
from tests.unit.trace.samples import NAMES, record


@dataclass
class Played:
    words: np.ndarray
    decision: tuple[int, int, list[int]] | None
    decisions: int
    choices: np.ndarray


class Toy:
    """A secret token of four, a forced decision, two dice of six of which the first is taken in the open."""

    decoder = Decoder({}, lambda words: {"words": words.tolist()})

    def play(self, choices: Sequence[int]) -> Played:
        questions = [
            (Decision.DECISION_TOKEN, [0, 1, 2, 3]),
            (Decision.DECISION_FIRE, [1]),
            (Decision.DECISION_DIE, list(range(6))),
        ]
        words = record(Event.EVENT_GAME)
        if len(choices) > 2:
            words += record(Event.EVENT_REMOVE_DIE, {Field.FIELD_DIE: [choices[2] + 1]})
            words += record(Event.EVENT_TOKEN, {Field.FIELD_DONKEYS: [choices[0] + 1]}, player=0)
        asked = questions[len(choices)] if len(choices) < len(questions) else None
        return Played(
            np.array(words, dtype=np.int32),
            None if asked is None else (0, *asked),
            len(choices),
            np.array(choices, dtype=np.int32),
        )


def log(die: int, donkeys: int) -> list[Line]:
    played = Toy().play([donkeys - 1, 0, die - 1])
    return list(Toy.decoder.lines(played.words))


def verdict(lines: Sequence[Line]) -> Verdict:
    return Follower(Toy(), NAMES, lines).follow()


@pytest.mark.parametrize("donkeys", [1, 2, 3, 4])
def test_secret_choices_are_found_later(donkeys: int) -> None:
    assert verdict(log(5, donkeys)) == Verdict(lines=3, decisions=3, finding=None)


def test_first_line_that_does_not_follow_is_told() -> None:
    lines = log(5, 2)
    lines[2]["donkeys"] = 9
    found = verdict(lines)
    assert found.lines == 2
    assert found.finding is not None
    assert found.finding.startswith("line 3: the log says\n  {")
    assert found.finding.count('"event": "token"') == 4


def test_one_possible_line_is_compared_place_by_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "decoder", Decoder({"seed": 3, "bots": ["a", "b"]}, lambda _: {}))
    lines = list(Toy.decoder.lines(Toy().play([0, 0, 0]).words))
    lines[0]["seed"] = 4
    assert verdict(lines).finding == "line 1 (game): seed is 4, by the rules 3"


def test_who_played_is_no_matter_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "decoder", Decoder({"seed": 3, "bots": ["a", "b"]}, lambda _: {}))
    lines = list(Toy.decoder.lines(Toy().play([0, 0, 0]).words))
    lines[0]["bots"] = ["a: never buy", "c"]
    assert verdict(lines).finding is None
    del lines[0]["bots"]
    assert verdict(lines).finding is not None


def test_a_log_that_ends_too_early() -> None:
    found = verdict(log(5, 2)[:2]).finding
    assert found is not None
    assert found.startswith("line 3: the log ends, but the game goes on, for example with\n")


def test_a_log_that_goes_on_too_long() -> None:
    lines = [*log(5, 2), {"event": "pass"}]
    assert verdict(lines).finding == 'line 4: the game is over, but the log goes on with\n  {"event": "pass"}'


def test_the_decision_is_told_in_words() -> None:
    lines = log(5, 2)
    lines[1]["die"] = 8
    found = verdict(lines).finding
    assert found is not None
    assert found.endswith(
        "[0] had to choose: take a 0: a pig; take a 0: a card to play; take a 0: a card; "
        "take a 0: a harvest good; take a 0: two harvest goods; take a 0: silver"
    )


def test_the_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MAX_TRIALS", 5)
    lines = log(5, 2)
    lines[2]["donkeys"] = 9
    found = verdict(lines).finding
    assert found is not None
    assert found.endswith("(Given up after 5 more tries.)")


def as_text(lines: Sequence[Any]) -> list[str]:
    return [json.dumps(line) for line in lines]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            ["{"],
            "game.jsonl, line 1: not JSON (Expecting property name enclosed in double quotes, column 2).",
        ),
        (["[" * 100_000], "game.jsonl, line 1: no line of a log, it is nested too deeply."),
        (
            as_text([{"event": "game"}, 3]),
            "game.jsonl, line 2: a line of the log is a JSON object, this is none.",
        ),
        (as_text([{"event": "deal"}]), "game.jsonl: no event log, its first line is no `game` line."),
        ([], "game.jsonl: no event log, its first line is no `game` line."),
    ],
)
def test_bad_logs(rows: list[str], message: str) -> None:
    with pytest.raises(UserError) as error:
        read_log(rows, "game.jsonl")
    assert str(error.value) == message
