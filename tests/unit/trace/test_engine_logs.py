"""The engine's own logs: they decode, they are followed to their end, and no changed one is."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from analyzer.trace.eventlog import Line
from analyzer.trace.follow import follow
from analyzer.trace.game import Subject, open_subject, traced_game
from analyzer.trace.readable import WIDTH
from analyzer.trace.snapshot import vp_by_source
from analyzer.trace.telling import event_log, playthrough

SCENARIOS = ["solo", "two-players", "three-players", "four-players"]
SEED = 11


@pytest.fixture(params=SCENARIOS, scope="module")
def subject(request: pytest.FixtureRequest) -> Subject:
    return open_subject(request.param)


def log_of(subject: Subject, game: int, seed: int = SEED) -> list[Line]:
    """As it is read from a file."""
    return [json.loads(json.dumps(line)) for line in event_log(traced_game(subject, game, seed))]


def test_lines_are_numbered_and_end_with_result_and_snapshot(subject: Subject) -> None:
    lines = log_of(subject, 0)
    assert [line["n"] for line in lines] == list(range(len(lines)))
    assert lines[0]["event"] == "game"
    assert [line["event"] for line in lines[-2:]] == ["result", "state"]
    rounds = lines[0]["values"]["rounds"]
    assert sum(line["event"] == "state" for line in lines) == 2 + 4 * rounds


def test_deltas_add_up_to_the_snapshots(subject: Subject) -> None:
    counts: dict[int, dict[str, int]] = {}
    for line in log_of(subject, 1):
        if line["event"] == "state":
            for seat, farm in enumerate(line["players"]):
                assert {good: farm[good] for good in counts[seat]} == counts[seat], line["n"]
        for good, change in line.get("delta", {}).items():
            mine = counts.setdefault(line["player"], {})
            mine[good] = mine.get(good, 0) + change


def test_vp_by_source_sum_to_vp(subject: Subject) -> None:
    game = traced_game(subject, 2, SEED)
    played = game.play()
    *_, last = game.decoder.lines(played.words)
    totals = [sum(sources.values()) for sources in vp_by_source(played.words)]
    assert totals == [farm["vp"] for farm in last["players"]]


def test_logs_are_followed(subject: Subject) -> None:
    for game in range(3):
        lines = log_of(subject, game)
        verdict = follow(lines, subject, "log")
        assert verdict.finding is None
        assert verdict.lines == len(lines)
        assert verdict.decisions > 0


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all numbers in a line."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for place, inner in enumerate(value) for leaf in leaves(inner, (*path, place))]
    return [path] if isinstance(value, int) and not isinstance(value, bool) else []


def test_changed_logs_are_refused(subject: Subject) -> None:
    lines = log_of(subject, 0)
    chance = random.Random(5)
    for _ in range(6):
        number = chance.randrange(1, len(lines))
        changed = copy.deepcopy(lines)
        path = chance.choice(leaves(changed[number]))
        place = changed[number]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] += 1
        verdict = follow(changed, subject, "log")
        assert verdict.finding is not None, (number, path)
        assert verdict.lines >= number


def test_every_line_fits_the_page(subject: Subject) -> None:
    for game in range(3):
        assert max(map(len, playthrough(traced_game(subject, game, SEED)))) <= WIDTH


@pytest.mark.parametrize(
    "change", [{"event": None}, {"player": "x"}, {"delta": 3}, {"delta": {"silver": "1"}}]
)
def test_lines_of_another_shape_are_refused(subject: Subject, change: dict[str, Any]) -> None:
    lines = log_of(subject, 0)
    for event in ("play_card", "take_die", "deliver"):
        number = next(n for n, line in enumerate(lines) if line["event"] == event)
        changed = [*lines[:number], {**lines[number], **change}, *lines[number + 1 :]]
        verdict = follow(changed, subject, "log")
        assert (verdict.lines, verdict.finding is None) == (number, False)
    without_event = {key: value for key, value in lines[20].items() if key != "event"}
    assert follow([*lines[:20], without_event], subject, "log").lines == 20


def test_a_log_without_one_line_is_refused(subject: Subject) -> None:
    lines = log_of(subject, 0)
    middle = len(lines) // 2
    without = [*lines[:middle], *({**line, "n": line["n"] - 1} for line in lines[middle + 1 :])]
    assert follow(without, subject, "log").finding is not None


def test_thoughts_change_nothing_else(subject: Subject) -> None:
    game = traced_game(subject, 0, SEED)
    plain, explained = list(playthrough(game)), list(playthrough(game, why=True))
    assert any("considered by [" in row for row in explained)
    assert set(plain) <= set(explained)
