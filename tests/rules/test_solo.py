"""Solo: O1 to O5. Seat 0 is the player, seat 1 the neutral colour."""

from __future__ import annotations

import pytest

from cext.types import Decision
from tests.rules.answers import deliver, die, place
from tests.rules.driver import line
from tests.rules.table import Table, at, deal


def solo(step: str, *, second: bool = False, round_number: int = 2) -> Table:
    return at(step, players=1, round_number=round_number).board(solo_second=second)


def test_o1_start_markers_by_order_number() -> None:
    seen = set()
    for seed in range(20):
        table, _ = deal(1, seed=seed)
        run = table.play()
        mine, neutral = run.events("marker")
        assert (mine["player"], neutral["player"]) == (0, 1)
        assert {mine["hex"], neutral["hex"]} == {11, 12}
        assert run.after["turn_order"] == ([0, 1] if mine["hex"] == 11 else [1, 0])
        seen.add(mine["hex"])
    assert seen == {11, 12}


def test_o1_two_roofs_a_round_five_dice_and_one_farm() -> None:
    table, opening = deal(1)
    assert [len(roofs) for roofs in opening.only("roofs")["rounds"]] == [2] * 6
    run = table.play(until="over")
    assert {len(told["dice"]) for told in run.events("roll")} == {5}
    assert [row["player"] for row in run.only("result")["players"]] == [0]
    assert {len(snapshot["players"]) for snapshot in run.snapshots} == {1}
    assert {tuple(map(len, snapshot["siesta_stacks"])).count(1) for snapshot in run.snapshots} == {1}
    assert {told["player"] for told in run.lines if told["event"] in ("score", "sell_off", "deal")} == {0}


@pytest.mark.parametrize("second", [False, True])
def test_o1_number_2_starts(second: bool) -> None:
    run = solo("roll", second=second).play()
    assert run.only("roll")["player"] == int(second)


def test_o2_as_first_player_a_die_is_removed_after_each_pick() -> None:
    table = solo("die").board(dice=[1, 2, 3, 4, 4])
    run = table.play(die(4, "silver"), die(4, "silver"), until="token")
    assert run.told == [
        line("take_die", 0, die=4, pick=1, choice="silver", delta={"silver": 4}),
        line("remove_die", 1, die=1),
        line("take_die", 0, die=4, pick=2, choice="silver", delta={"silver": 4}),
        line("remove_die", 1, die=2),
        line("take_die", 0, die=3, pick="last", choice="two_harvest", delta={"olive": 1, "grain": 1}),
    ]


def test_o2_as_second_player_a_die_is_removed_before_each_pick() -> None:
    table = solo("die", second=True).board(dice=[1, 2, 3, 4, 4])
    run = table.play(die(4, "silver"), die(4, "silver"), until="token")
    assert [(told["event"], told["die"]) for told in run.told] == [
        ("remove_die", 1), ("take_die", 4), ("remove_die", 2), ("take_die", 4), ("take_die", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(("round_number", "removed"), [(1, 1), (2, 1), (3, 1), (4, 6), (5, 6), (6, 6)])
def test_o2_the_lowest_in_rounds_1_to_3_the_highest_in_4_to_6(round_number: int, removed: int) -> None:
    table = solo("die", second=True, round_number=round_number).board(dice=[1, 4, 4, 4, 6])
    assert table.play().only("remove_die")["die"] == removed


def test_o2_a_reserved_space_does_not_protect() -> None:
    table = solo("die", second=True).seat(0, reserve=1).board(dice=[1, 4, 4, 4, 6])
    assert table.play().only("remove_die")["die"] == 1


def test_o3_as_first_player_the_neutral_marker_comes_after_t6() -> None:
    table = solo("extra").board(pile=[11])
    run = table.play()
    assert run.told == [
        line("pass", 0, step="extra"),
        line("solo_card", 1, card=11),
        line("marker", 1, hex=26, displaced=None, removed=[], via="solo"),
    ]
    assert run.after["market"] == {"26": 1}
    assert (run.after["deck"], run.after["discards"]) == (0, 1)
    assert solo("token").play().told == []


def test_o3_as_second_player_it_comes_before_t1() -> None:
    run = solo("token", second=True).board(pile=[11]).play()
    assert run.told == [
        line("solo_card", 1, card=11),
        line("marker", 1, hex=26, displaced=None, removed=[], via="solo"),
    ]
    assert [asked.kind for asked in run.asked] == [Decision.DECISION_TOKEN]
    late = solo("extra", second=True).board(pile=[11]).play()
    assert late.events("solo_card") == []


def test_o3_an_empty_pile_is_reshuffled_for_the_card() -> None:
    run = solo("extra").board(pile=[], discards=[11]).play()
    assert [told["event"] for told in run.told] == ["pass", "reshuffle", "solo_card", "marker"]
    nothing = solo("extra").board(pile=[]).play()
    assert [told["event"] for told in nothing.told] == ["pass"]


def test_o3_without_an_empty_hex_it_replaces_the_players_marker() -> None:
    table = solo("extra").seat(0, markers=[5, 19, 11], vp=3).seat(1, markers=[17, 26]).board(pile=[11])
    run = table.play()
    assert run.only("marker") == line(
        "marker", 1, hex=5, displaced=0, removed=[{"hex": 11, "player": 0}], via="solo"
    )
    assert run.after["market"] == {"5": 1, "17": 1, "19": 0, "26": 1}
    assert run.player(0)["vp"] == 3


def test_o3_if_it_holds_all_nothing_happens() -> None:
    table = solo("extra").seat(1, markers=[5, 17, 19, 26]).seat(0, markers=[11]).board(pile=[11])
    run = table.play()
    assert [told["event"] for told in run.told] == ["pass", "solo_card"]
    assert run.after["market"]["11"] == 0


@pytest.mark.parametrize(
    ("mine", "neutral", "chosen"),
    [
        ([11, 12, 24], [], 17),  # two markers removed there, one at 5 and at 19
        ([24], [], 19),
        ([11], [], 5),  # one at 5 and at 17: 5 has two higher neighbours, 17 three
        ([], [], 26),  # none removed: 26 has one higher neighbour
        ([22], [4], 5),  # a neighbour that is the player's threatens like an empty one: 5 and 26 are equal
        ([], [4, 10], 5),  # both of 5's higher neighbours are its own
        ([], [4, 10, 22], 5),  # 5 and 26 without a threat: the lower number
        ([], [22, 26], 5),
    ],
)
def test_o4_most_removed_then_hardest_to_remove_then_lowest(
    mine: list[int], neutral: list[int], chosen: int
) -> None:
    table = solo("extra").seat(0, markers=mine).seat(1, markers=neutral).board(pile=[11])
    assert table.play().only("marker")["hex"] == chosen


def test_o5_removing_neutral_markers_scores_and_helpers_see_an_opponent() -> None:
    table = solo("deliver").seat(0, barrows={11: ["grain", "pig"]}, olive=1, token=0, helpers=["Town Crier"])
    run = table.seat(1, markers=[12]).play(deliver("olive", "barrow:11"), place(17))
    assert run.only("marker") == line(
        "marker", 0, hex=17, displaced=None, removed=[{"hex": 12, "player": 1}], via="barrow", delta={"vp": 1}
    )
    assert run.only("helper") == line("helper", 0, card=26, delta={"silver": 1})


@pytest.mark.parametrize(("step", "second"), [("extra", False), ("token", True)])
def test_o5_a_helper_sees_the_neutral_colour_remove(step: str, second: bool) -> None:
    table = solo(step, second=second).seat(0, markers=[12], helpers=["Negotiator"]).board(pile=[11])
    run = table.play()
    assert run.only("helper") == line("helper", 0, card=2, delta={"vp": 1})


def test_o5_a_neutral_marker_is_displaced_like_an_opponents() -> None:
    table = solo("deliver").seat(0, barrows={11: ["grain", "pig"]}, olive=1, token=0, markers=[5, 26])
    run = table.seat(1, markers=[17, 19]).play(deliver("olive", "barrow:11"), place(19))
    assert run.offers(Decision.DECISION_HEX) == [(17, 19)]
    assert run.only("marker") == line(
        "marker", 0, hex=19, displaced=1, removed=[], via="barrow", delta={"vp": 1}
    )


def test_o5_there_is_no_t3() -> None:
    run = solo("order").seat(0, token=0).play()
    assert [told["event"] for told in run.told] == ["token", "siesta"]


@pytest.mark.parametrize(("space", "order"), [(0, [1, 0]), (2, [1, 0]), (3, [0, 1]), (6, [0, 1])])
@pytest.mark.parametrize("second", [False, True])
def test_o5_first_in_the_next_round_from_space_3_on(space: int, order: list[int], second: bool) -> None:
    table = solo("score", second=second).seat(0, space=space)
    run = table.play()
    assert [told["event"] for told in run.told] == ["score", "turn_order", "roofs_revealed"]
    assert run.only("turn_order") == line("turn_order", order=order)
    assert run.after["turn_order"] == order
    assert run.after["siesta_stacks"][0] == [0]


def test_o5_not_after_the_last_round() -> None:
    run = solo("score", round_number=6).seat(0, space=5).play()
    assert run.events("turn_order") == []


def test_o5_every_t4_ends_with_a_pass() -> None:
    run = solo("deliver").seat(0, token=0, silver=1).play(deliver("silver", "building:1"))
    assert run.told[-1] == line("pass", 0, step="delivery")


@pytest.mark.parametrize("second", [False, True])
def test_o5_the_place_in_the_order_counts_for_helpers(second: bool) -> None:
    run = solo("score", second=second).seat(0, helpers=["Mayor"]).play()
    assert len(run.offers(Decision.DECISION_FIRE)) == (not second)
