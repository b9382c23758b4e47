"""The Village Elder's reserved revenue space (5, reserve_die)."""

from __future__ import annotations

from cext.types import Decision
from tests.rules.answers import die, fire, reserve
from tests.rules.table import Table, at


def faces(table: Table, turn: int = 0) -> set[int]:
    """The numbers that the seat whose turn it is may take."""
    run = table.move("die", turn).play()
    return {option[0] for option in run.offers(Decision.DECISION_DIE)[0]}


def test_a_die_alone_on_the_reserved_space_is_the_owners() -> None:
    dice = [4, 5, 5, 6, 6]
    assert faces(at("die").seat(1, reserve=4).board(dice=dice)) == {5, 6}
    assert faces(at("die").seat(0, reserve=4).board(dice=dice)) == {4, 5, 6}


def test_two_dice_on_the_reserved_space_are_free() -> None:
    assert faces(at("die").seat(1, reserve=5).board(dice=[4, 5, 5, 6, 6])) == {4, 5, 6}


def test_it_holds_in_the_second_pick_too() -> None:
    table = at("die").seat(1, reserve=4).board(dice=[4, 5, 6])
    table.move("die")
    table.board(pick=2)
    run = table.play()
    assert {option[0] for option in run.offers(Decision.DECISION_DIE)[0]} == {5, 6}


def test_all_do_the_last_die_even_if_reserved() -> None:
    run = at("last_die").seat(1, reserve=4).board(dice=[4]).play(die(4, "silver"))
    assert run.player(0)["silver"] == 4


def test_the_space_is_named_before_the_roll_and_free_again_next_round() -> None:
    table = at("roll").seat(1, helpers=[5])
    run = table.play(fire.by(1), reserve(4))
    assert [told["event"] for told in run.told] == ["helper", "reserve", "roll"]
    assert table.state["seats"]["reserve"][:2].tolist() == [0, 4]
    assert run.offers(Decision.DECISION_RESERVE) == [(1, 2, 3, 4, 5, 6)]
    table.move("score").play()
    assert table.state["seats"]["reserve"][:2].tolist() == [0, 0]
