"""Which lines are told together."""

from __future__ import annotations

from analyzer.trace.eventlog import Line
from analyzer.trace.grouping import grouped
from tests.unit.trace.samples import line


def events(lines: list[Line]) -> list[list[str]]:
    return [[told["event"] for told in group.lines] for group in grouped(lines, frozenset({2}))]


def marker(player: int, removed: int, displaced: int | None = None) -> Line:
    return line("marker", player, "transport", hex=12, displaced=displaced,
                removed=[{"hex": 11, "player": removed}], via="barrow")  # fmt: skip


def test_preparations_join_the_act_and_the_act_its_consequences() -> None:
    lines = [
        line("sell", 0, "transport"),
        line("buy", 0, "transport"),
        line("deliver", 0, "transport"),
        line("barrow_done", 0, "transport"),
        line("deliver", 0, "transport"),
    ]
    assert events(lines) == [["sell", "buy", "deliver", "barrow_done"], ["deliver"]]


def test_preparations_after_an_act_belong_to_the_next() -> None:
    lines = [line("deliver", 0), line("sell", 0), line("deliver", 0)]
    assert events(lines) == [["deliver"], ["sell", "deliver"]]


def test_what_a_die_gives_belongs_to_it() -> None:
    lines = [
        line("take_die", 1, "revenue"),
        line("upgrade", 1, "revenue", via="die"),
        line("upgrade", 1, "revenue"),
        line("take_die", 2, "revenue"),
    ]
    assert events(lines) == [["take_die", "upgrade"], ["upgrade"], ["take_die"]]


def test_helper_of_the_player_whose_marker_is_removed_joins() -> None:
    lines = [
        line("deliver", 0, "transport"),
        line("barrow_done", 0, "transport"),
        marker(0, removed=2),
        line("helper", 2, "transport", card=2),
        line("draw", 2, "transport", via="helper:2"),
        line("deliver", 0, "transport"),
    ]
    assert events(lines) == [["deliver", "barrow_done", "marker", "helper", "draw"], ["deliver"]]


def test_own_acts_of_that_player_do_not_join() -> None:
    lines = [
        line("deliver", 0, "transport"),
        marker(0, removed=2),
        line("helper", 2, "transport", card=18),
        line("deliver", 2, "transport"),
    ]
    assert events(lines) == [["deliver", "marker"], ["helper", "deliver"]]


def test_passes_join_the_acts_of_their_step_or_stand_together() -> None:
    lines = [
        line("deliver", 0),
        line("pass", 0, step="delivery"),
        line("pass", 1, step="delivery"),
        line("pass", 2, step="delivery"),
        line("buy_roof", 3),
        line("pass", 0, step="roof"),
    ]
    assert events(lines) == [["deliver", "pass"], ["pass", "pass"], ["buy_roof"], ["pass"]]


def test_other_players_start_a_group() -> None:
    lines = [line("sell", 0), line("sell", 1), line("deliver", 1), line("helper", 0, card=18)]
    assert events(lines) == [["sell"], ["sell", "deliver"], ["helper"]]


def test_steps_of_all_players_are_one_group_with_their_helpers() -> None:
    lines = [
        line("income", 0),
        line("helper", 0, card=41),
        line("draw", 0, via="helper:41"),
        line("income", 1),
        line("growth", 0),
        line("breeding", 0),
        line("growth", 1),
        line("helper", 0, "revenue", card=41),
    ]
    assert events(lines) == [
        ["income", "helper", "draw", "income"],
        ["growth", "breeding", "growth"],
        ["helper"],
    ]


def test_siesta_of_t2_is_a_step_and_other_steps_are_consequences() -> None:
    lines = [
        line("siesta", 0, "transport", via="donkey"),
        line("siesta", 1, "transport", via="donkey"),
        line("take_die", 0, "revenue"),
        line("siesta", 0, "revenue", via="die"),
    ]
    assert events(lines) == [["siesta", "siesta"], ["take_die", "siesta"]]


def test_a_reshuffle_joins_the_draw_that_needs_it() -> None:
    lines = [
        line("play_card", 0),
        line("draw", 0, via="farm"),
        line("reshuffle"),
        line("draw", 0, via="farm"),
    ]
    assert events(lines) == [["play_card", "draw", "reshuffle", "draw"]]


def test_snapshots_stand_alone() -> None:
    lines = [line("sell", 0), line("state"), line("state"), line("sell", 0)]
    assert events(lines) == [["sell"], ["state"], ["state"], ["sell"]]
